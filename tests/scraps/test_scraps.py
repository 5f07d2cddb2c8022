"""Forty evenings as people keep them, on scraps of paper: the money is right, or what is not known
is named (rules.md 5.16).

Each scrap stands in ``scraps.txt`` with what a bookkeeper with a pencil makes of it: worked out by
hand from rules.md, not by the program. Where a line is not in the words of the log, the error must
teach the right ones: written as it says, the evening comes out as the bookkeeper has it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from audit_text import brief, log_of

from ledger.book import ask
from ledger.book.balances.unread import UnreadSession, of_evening, sentences, unread
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.findings.audit import Finding, Report, audit
from ledger.log import read


class Scrap(NamedTuple):
    """An evening as it was kept, as the errors say that it should be written, and what a bookkeeper
    says of it.

    ``taught`` has, for each line that the log does not know, what the error must say. ``money`` are
    the chips that each player holds at the end, buy-ins included, and the pot; ``?`` for what
    nobody can know. ``found`` is what the audit finds, ``told`` what the list of unknowns must say,
    ``touches`` whom it names.
    """

    kept: str
    right: str
    taught: dict[str, str]
    money: str
    found: tuple[str, ...]
    told: str
    touches: str


def scrap(name: str, text: str) -> Scrap:
    """Read a scrap of ``scraps.txt``.

    ``"`` begins what the bookkeeper did; then the log, whose header is filled in. Below a line that
    the log does not know stands behind ``~`` what the error must say, and behind ``+`` the lines to
    write instead (none: it is deleted). At the end are the money (``$``), findings (``>``), and
    what is not known, with whom it touches (``?``).
    """
    kept: list[str] = []
    right: list[str] = []
    taught: dict[str, str] = {}
    said: dict[str, list[str]] = {sign: [] for sign in '"$>?'}
    for line in text.splitlines():
        sign, _, words = line.partition(" ")
        if sign == "~":
            taught[right.pop().partition("   #")[0].strip()] = words
        elif sign == "+":
            right.append(words)
        elif sign in said:
            said[sign].append(words)
        else:
            kept.append(line)
            right.append(line)
    if "bourre 1" in taught:  # another evening begins there, for a file of its own
        right = right[: kept.index("bourre 1")]
    told, _, touches = "".join(said["?"]).partition(" | ")
    whole = [
        log_of("\n".join(lines)).replace(" friday\n", f" {name}\n", 1) for lines in (kept, right)
    ]
    return Scrap(whole[0], whole[1], taught, *said["$"], tuple(said[">"]), told, touches)


TEXTS = Path(__file__).with_name("scraps.txt").read_text("utf-8")
SCRAPS = {
    name: scrap(name, text)
    for name, text in re.findall(r"^= (.+)\n((?:(?!= ).*\n?)*)", TEXTS, re.MULTILINE)
}


def audit_of(text: str) -> Report:
    return audit([read(text, "scrap.bourre")])


def accuses(found: Finding) -> bool:
    """Return whether a finding says that a player did wrong."""
    return found.player is not None and found.severity == "error"


def money_of(says: str) -> dict[str, str]:
    """Return what a bookkeeper says that each holds."""
    words = says.replace("_", "\xa0").split(" ")
    return {
        name.replace("\xa0", " "): chips
        for name, chips in zip(words[::2], words[1::2], strict=True)
    }


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[UnreadSession | None, str]]:
    """Return what the list of unknowns has of each scrap, as kept and as taught, and its sentences;
    each is a game of its own.
    """
    folder = tmp_path_factory.mktemp("scraps")
    logs = []
    for name, scrap in SCRAPS.items():
        for form, text in (("kept", scrap.kept), ("taught", scrap.right)):
            if form == "kept" and not scrap.taught:
                continue
            logs.append(folder / f"{name}-{form}.bourre")
            head, line, rest = text.partition(f" {name}")
            logs[-1].write_text(
                f"{head}{line}-{form}{rest}".replace("\nrules", f"\ngame {name}-{form}\nrules", 1),
                "utf-8",
            )
    import_files(folder / "book", logs, ImportOptions())
    left_out = ask(folder / "book", unread)
    found: dict[str, tuple[UnreadSession | None, str]] = {}
    for log in logs:
        some = of_evening(left_out._replace(files=[]), log.stem)
        found[log.stem] = (
            some.sessions[0] if some.sessions else None,
            " · ".join(one.text for one in sentences(some)),
        )
    return found


def test_there_are_forty() -> None:
    assert len(SCRAPS) == 40


@pytest.mark.parametrize("name", SCRAPS)
def test_the_money_is_what_a_bookkeeper_says(name: str) -> None:
    report = audit_of(SCRAPS[name].right)
    assert [error.message for error in report.errors] == []
    ((_, held),) = report.books.items()
    due = money_of(SCRAPS[name].money)
    assert set(due) == set(held) - {"?"}
    assert {who: chips for who, chips in due.items() if chips != "?"} == {
        who: str(held[who]) for who, chips in due.items() if chips != "?"
    }
    assert tuple(sorted(map(brief, report.findings))) == SCRAPS[name].found


@pytest.mark.parametrize("name", SCRAPS)
def test_what_is_not_known_is_in_the_list_and_nothing_else(
    name: str, lists: dict[str, tuple[UnreadSession | None, str]]
) -> None:
    scrap = SCRAPS[name]
    one, said = lists[f"{name}-taught"]
    assert (one is not None) == bool(scrap.told), said
    assert scrap.told in said
    assert " ".join(one.may_touch if one else ()) == scrap.touches
    unknown = {who for who, chips in money_of(scrap.money).items() if chips == "?"} - {"pot"}
    assert unknown <= set(scrap.touches.split())


@pytest.mark.parametrize("name", [name for name, scrap in SCRAPS.items() if scrap.taught])
def test_other_spellings_are_taught_and_accuse_nobody(
    name: str, lists: dict[str, tuple[UnreadSession | None, str]]
) -> None:
    report = audit_of(SCRAPS[name].kept)
    told = {error.text.strip(): error.remedy for error in report.errors}
    for line, lesson in SCRAPS[name].taught.items():
        assert not lesson or lesson in told.get(line, ""), (line, told)
    assert not told or [found.message for found in report.findings if accuses(found)] == []
    assert report.books == {} or report.findings or lists[f"{name}-kept"][0] is not None


def test_a_finding_that_only_a_missing_line_explains_names_the_line() -> None:
    (found,) = audit_of(SCRAPS["12-recall-nobody-wrote-down"].kept).findings
    assert found.message.endswith("If Ann had taken a card back, add the line recall Ann.")
    text = SCRAPS["12-recall-nobody-wrote-down"].kept.rstrip() + "\n  recall Ann\n"
    assert [brief(found) for found in audit_of(text).findings] == ["recall 1 Ann"]
    for found in audit_of(SCRAPS["38-shared-a-split"].kept).findings:
        assert "split=share" in found.message
    (found,) = audit_of(SCRAPS["08-tricks-of-two-of-five"].kept).findings[:1]
    assert "a name and ? for whom nobody counted" in found.message
