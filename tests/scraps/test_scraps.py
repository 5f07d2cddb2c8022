"""Forty evenings as people keep them, on scraps of paper: the money is right, or what is not known is named (rules.md 5.16).

Each scrap is a log beside this file. What a bookkeeper with a pencil makes of it stands in ``SCRAPS``: worked out by hand from
rules.md, not by the program. Where a line is not in the words of the log, the error must teach the right ones: written as it
says, the evening comes out as the bookkeeper has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from audit_text import brief

from ledger.book import ask
from ledger.book.importing import ImportOptions, import_files
from ledger.book.unread import UnreadSession, of_evening, sentences, unread
from ledger.findings.audit import Finding, Report, audit
from ledger.log import read

HERE = Path(__file__).parent


class Scrap(NamedTuple):
    """What a bookkeeper says of a scrap.

    ``money`` are the chips that each player holds at the end, buy-ins included, and the pot; ``?`` for what nobody can know. For
    each line that the log does not know, ``taught`` has what the error must say, and the line to write instead (None: delete
    it). ``found`` is what the audit finds. ``told`` is what the list of unknowns must say, ``touches`` whom it names.
    """

    says: str
    money: str
    taught: Mapping[str, tuple[str, str | None]] = {}
    found: tuple[str, ...] = ()
    told: str = ""
    touches: str = ""


SCRAPS = {
    "01-winners-only": Scrap(
        "Who went bourré is not written in any hand: from the second on nobody knows what was in the pot.",
        "Ann ? Bea ? Cal ? pot ?",
        found=("unverified-pot 2",),
        told="hands 1, 2 and 3",
        touches="Ann Bea Cal",
    ),
    "02-winners-and-bourres": Scrap(
        "4 to Ann, Cal puts in 4; 7 to Bea (Cal is let off); 4 to Dot, Ann and Bea put in 4 each; 8 + 2 to Cal.",
        "Ann -3 Bea 0 Cal 3 Dot 0 pot 0",
        {"match Ann Bea": ("write a line for each player", "match Ann\nmatch Bea")},
    ),
    "03-score-sheet": Scrap(
        "3 to Ann, Cal pays 3; 3 + 2 to Bea; a split, 3 stay; Bea alone antes, 4 to Ann, Bea pays 4.",
        "Ann 4 Bea -3 Cal -5 pot 4",
    ),
    "04-crossed-out": Scrap(
        "The line that is crossed out does not count: 3 to Ann, 3 to Cal.",
        "Ann 1 Bea -2 Cal 1 pot 0",
        {"~~tricks Ann 2 Bea 3~~": ("put a # before a line that is crossed out", "# tricks Ann 2 Bea 3")},
    ),
    "05-corrected-below": Scrap(
        "Two scores of one hand, and neither is crossed out: whoever wrote it must say which. Here the second.",
        "Ann 2 Bea -1 Cal -1 pot 0",
        {
            "tricks Ann 2 Bea 3": ("", None),
            "tricks Ann 3 Bea 2": ("delete one of the two", "tricks Ann 3 Bea 2"),
        },
    ),
    "06-chips-at-the-end-and-three-hands": Scrap(
        "60 chips were bought and 60 counted: the counts are the money. By the hands 3 more would lie in the pot.",
        "Ann 31 Bea 17 Cal 12 pot ?",
        found=("count +3", "hand-number 12", "hand-number 7"),
        told="$0.75",
    ),
    "07-two-chips-are-missing": Scrap(
        "60 chips were bought and 58 counted: as counted, and two chips are nobody's until the table says whose.",
        "Ann 31 Bea 17 Cal 10 pot 0",
        found=("count -2",),
        told="$0.50",
    ),
    "08-tricks-of-two-of-five": Scrap(
        "One trick of hand 1 is nobody's: Ann's four, Bea's two, or another player's, who then did not go bourré either.",
        "Ann ? Bea ? Cal ? Dot ? Eve ? pot ?",
        found=("trick-count 1", "unverified-pot 2"),
        told="hand 1",
        touches="Ann Bea Cal Dot Eve",
    ),
    "09-question-marks": Scrap(
        "Hand 1: five tricks are somebody's, so Cal took none and pays 4. Hand 2: 4 + 3 to Dot; one trick is nobody's.",
        "Ann ? Bea ? Cal ? Dot 5 pot ?",
        told="hand 2",
        touches="Ann Bea Cal",
    ),
    "10-no-dealers": Scrap(
        "Who dealt is no matter for the money: 3 to Ann, 3 to Cal, 3 to Bea, and Ann pays 3.",
        "Ann -3 Bea 0 Cal 0 pot 3",
        {f"hand {number}": (f"hand {number} - -", f"hand {number} - -") for number in (1, 2, 3)},
    ),
    "11-draw-in-its-own-round": Scrap("Four antes to Ann.", "Ann 3 Bea -1 Cal -1 Dot -1 pot 0"),
    "12-recall-nobody-wrote-down": Scrap(
        "Ann had the tricks and left the pot there: the table knew why, the score does not say it.",
        "Ann -1 Bea -1 Cal -1 pot 3",
        found=("take 1 Ann -3",),
    ),
    "13-misdeal": Scrap(
        "Three antes lie there and nobody antes again: 3 to Ann. 3 to Bea, and Cal pays 3.",
        "Ann 1 Bea 1 Cal -5 pot 3",
    ),
    "14-misdeal-in-words": Scrap(
        "Both hands were dealt twice: 3 to Ann; 3 to Bea, and Cal pays 3.",
        "Ann 1 Bea 1 Cal -5 pot 3",
        {
            "hand 1 Cal 9h misdeal": ("begin a new line before misdeal", "hand 1 Cal 9h\nmisdeal"),
            "mis-deal": ("did you mean misdeal?", "misdeal"),
        },
    ),
    "15-late-and-early": Scrap(
        "3 to Ann; 4 to Dot, who sat down; 3 to Ann once Bea is gone, and Cal pays 3.",
        "Ann 3 Bea -2 Cal -6 Dot 2 pot 3",
    ),
    "16-late-and-early-in-words": Scrap(
        "The same evening in other words.",
        "Ann 3 Bea -2 Cal -6 Dot 2 pot 3",
        {
            "Dot joins after Bea": ("sit Dot after Bea", "sit Dot after Bea"),
            "tricks Dot 3 Bea 2": ("", "tricks Dot 3 Bea 2"),
            "Bea left at 10": ("leave Bea", "leave Bea"),
            "hand 3 Dot -": ("", "hand 3 Dot -"),
        },
    ),
    "17-indiana-without-an-ante": Scrap(
        "Whoever plays pays a chip to play and one to stay: 4 to Ann; a split in hand 2, 4 stay.",
        "Ann 2 Bea -4 Cal -2 pot 4",
        {"rules indiana": ("second-ante=1", "rules indiana second-ante=1")},
    ),
    "18-majority-wins": Scrap(
        "A split, 4 stay and the tied ante no more; two of five are no majority, 6 stay; 10 to Bea.",
        "Ann -2 Bea 8 Cal -3 Dot -3 pot 0",
    ),
    "19-curly-quotes": Scrap(
        "3 to Ann.",
        "Ann 2 Big_Al -1 Cal -1 pot 0",
        {
            "session 2026-11-20 19-curly-quotes “Friday at Ann’s”": (
                "write plain quotes",
                'session 2026-11-20 19-curly-quotes "Friday at Ann’s"',
            ),
            "seats Ann “Big Al” Cal": ("write plain quotes", 'seats Ann "Big Al" Cal'),
            "tricks Ann 3 “Big Al” 2": ("", 'tricks Ann 3 "Big Al" 2'),
        },
    ),
    "20-en-dashes": Scrap(
        "3 to Ann and nobody bourré; nobody took hand 2 and nobody paid: 3 stay.",
        "Ann 1 Bea -2 Cal -2 pot 3",
        {
            "hand 1 Cal –": ("write - if nobody knows it", "hand 1 Cal -"),
            "hand 2 Ann —": ("write - if nobody knows it", "hand 2 Ann -"),
            "match –": ("did you mean -?", "match -"),
            "take –": ("did you mean -?", "take -"),
        },
    ),
    "21-pasted-from-a-chat": Scrap(
        "3 to Ann; 3 to Cal, and Bea pays 3.",
        "Ann 1 Bea -5 Cal 1 pot 3",
        {
            "[20:14] Ann: hand 1 Cal -": ("remove what comes before hand", "hand 1 Cal -"),
            "[20:14] Ann: tricks Ann 3 Bea 2": ("remove what comes before tricks", "tricks Ann 3 Bea 2"),
            "[20:21] Ann: hand 2 Ann -": ("remove what comes before hand", "hand 2 Ann -"),
            "[20:22] Ann: tricks Cal 5 Bea 0": ("remove what comes before tricks", "tricks Cal 5 Bea 0"),
        },
    ),
    "22-take-alone": Scrap(
        "Karen has −1, −1 and 3. Mike and Tony may have gone bourré in hand 2: nobody wrote it.",
        "Karen 1 Mike ? Tony ? pot ?",
        told="hand 2",
        touches="Mike Tony",
    ),
    "23-match-alone": Scrap(
        "Cal anted and paid 3. Who took the three antes is not written: Ann, Bea, or nobody.",
        "Ann ? Bea ? Cal -4 pot ?",
        told="hand 1",
        touches="Ann Bea",
    ),
    "24-a-split-and-who-anted": Scrap(
        "3 stay; Cal alone anted, so the others had tied: 4 to Ann.",
        "Ann 3 Bea -1 Cal -2 pot 0",
    ),
    "25-a-split-and-nothing-more": Scrap(
        "3 stay, in a split or because all passed: who anted for hand 2 is not known, nor what Ann took.",
        "Ann ? Bea ? Cal ? pot ?",
        found=("unverified-pot 2",),
        told="from hand 2",
        touches="Ann Bea Cal",
    ),
    "26-running-totals": Scrap(
        "20 each; 3 to Ann: 22, 19, 19, as counted; 3 to Cal.",
        "Ann 21 Bea 18 Cal 21 pot 0",
        {"count Ann 22 Bea 19 Cal 19": ("write a line for each player", "count Ann 22\ncount Bea 19\ncount Cal 19")},
    ),
    "27-a-pot-that-jumps": Scrap(
        "Three antes are 3, and 9 lay there: six chips are somebody's, and nobody wrote whose.",
        "Ann ? Bea ? Cal ? pot ?",
        found=("pot 2 +6", "take 2 Bea +6"),
        told="The pot was counted as 9, but adds up to 3",
        touches="Ann Bea Cal",
    ),
    "28-buyins-mid-evening": Scrap(
        "3 to Ann, Cal pays 3 and has 16, buys 10; 3 + 2 to Bea; Cal goes home with all 26.",
        "Ann 21 Bea 23 Cal 0 pot 0",
        {
            "Ann 20, Bea 20, Cal 20": ("such as buyin Ann 40", "buyin Ann 20\nbuyin Bea 20\nbuyin Cal 20"),
            "rebuy Cal 10": ("did you mean buyin?", "buyin Cal 10"),
            "Cal cashes out 26": ("cashout Cal 26", "cashout Cal 26"),
        },
    ),
    "29-a-hand-twice": Scrap(
        "Hand 2 stands there twice, word for word. Was it one hand or two?",
        "Ann ? Bea ? Cal ? pot ?",
        found=("hand-number 2",),
        told="Hand 2 comes after hand 2",
        touches="Ann Bea Cal",
    ),
    "30-hand-numbers-missing": Scrap(
        "Nobody knows what happened in hands 3 and 4.",
        "Ann ? Bea ? Cal ? pot ?",
        found=("hand-number 5",),
        told="Hands 3 to 4 may be missing",
        touches="Ann Bea Cal",
    ),
    "31-no-hand-numbers": Scrap(
        "3 to Ann, 3 to Bea, 3 to Cal.",
        "Ann 0 Bea 0 Cal 0 pot 0",
        {
            "hand Cal 9h": ("write it first, and then Cal", "hand 1 Cal 9h"),
            "Hand 2: Ann Ks": ("did you mean hand?", "hand 2 Ann Ks"),
            "deal 3 Bea 2c": ("did you mean hand?", "hand 3 Bea 2c"),
        },
    ),
    "32-initials-and-capitals": Scrap(
        "3 to Ann, 3 to Bea, 3 to Ann.",
        "Ann 3 Bea 0 Cal -3 pot 0",
        {
            "tricks A 3 B 2": ("did you mean Ann?", "tricks Ann 3 Bea 2"),
            "Tricks bea 4 CAL 1": ("did you mean tricks?", "tricks bea 4 CAL 1"),
            "tricks Ann: 3, Bea: 2": ("leave out the :", "tricks Ann 3, Bea 2"),
        },
    ),
    "33-money-for-chips": Scrap(
        "Three antes of 25 cents: 3 chips to Ann, and Bea pays 3.",
        "Ann 2 Bea -4 Cal -1 pot 3",
        {
            "chip 25c": ("did you mean 0.25 USD?", "chip 0.25 USD"),
            "take Ann $0.75": ("write how many chips", "take Ann 3"),
            "match Bea .75": ("chips are whole", "match Bea 3"),
        },
    ),
    "34-other-words": Scrap(
        "4 to Ann, Cal pays 4; 4 + 3 to Bea; 4 to Bea.",
        "Ann 1 Bea 8 Cal -6 Dot -3 pot 0",
        {
            "Ann won": ("take Ann", "take Ann"),
            "Cal bourré": ("match Cal", "match Cal"),
            "winner Bea": ("did you mean take?", "take Bea"),
            "bourre -": ("did you mean match?", "match -"),
            "fold Ann": ("did you mean pass?", "pass Ann"),
            "in Bea 2 Cal 1": ("did you mean play?", "play Bea 2 Cal 1"),
            "score Bea 3 Cal 2": ("did you mean tricks?", "tricks Bea 3 Cal 2"),
        },
    ),
    "35-an-unseen-last-trick": Scrap(
        "Each took two tricks that are seen, and Ann took the pot: 3 to Ann, nobody bourré. The contract asks for `match -`.",
        "Ann 2 Bea -1 Cal -1 pot 0",
        told="hand 1",
        touches="Bea",
    ),
    "36-two-evenings-in-one-file": Scrap(
        "3 to Ann. The other evening needs a file of its own.",
        "Ann 2 Bea -1 Cal -1 pot 0",
        {"bourre 1": ("put it into a file of its own", None)},
    ),
    "37-passed-after-playing": Scrap(
        "As the table paid: 3 to Ann. Bea should have stayed in, and paid 3 for no trick.",
        "Ann 2 Bea -1 Cal -1 pot 0",
        found=("late-pass 1 Bea -3",),
    ),
    "38-shared-a-split": Scrap(
        "Two each to Ann and Bea, and 4 to Cal: right in a house that shares a split, and only there.",
        "Ann 0 Bea 0 Cal 2 Dot -2 pot 0",
        {"rules louisiana": ("", "rules louisiana split=share")},
    ),
    "39-nothing-but-the-number": Scrap(
        "Nobody wrote down anything of hand 2: what was in the pot that Ann took in hand 3 is not known.",
        "Ann ? Bea ? Cal ? pot ?",
        found=("unverified-pot 3",),
        told="hand 2",
        touches="Ann Bea Cal",
    ),
    "40-what-each-won": Scrap(
        "What each won or lost is written there; what Cal paid Ann is money, and no chips.",
        "Ann 12 Bea -7 Cal -5 pot 0",
        {
            "rules louisiana limit 20": ("write its name, = and its value", "rules louisiana limit=20"),
            "Ann +12": ("such as result Ann 12", "result Ann 12"),
            "Bea -7": ("such as result Bea -7", "result Bea -7"),
            "Cal -5": ("such as result Cal -5", "result Cal -5"),
            "Cal paid Ann 1.25": ("pay Cal Ann 1.25", "pay Cal Ann 1.25"),
        },
    ),
}


def as_kept(name: str) -> str:
    """Return a scrap as somebody kept it."""
    return (HERE / f"{name}.log").read_text("utf-8")


def as_taught(name: str) -> str:
    """Return a scrap as the errors say that it should be written."""
    lines = []
    for line in as_kept(name).split("\n"):
        bare = line.partition("   #")[0].strip()
        taught = SCRAPS[name].taught.get(bare)
        if bare == "bourre 1" and lines and taught is not None:
            break
        lines += [line] if taught is None or not lines else [] if taught[1] is None else taught[1].split("\n")
    return "\n".join(lines) + "\n"


def audit_of(text: str) -> Report:
    return audit([read(text, "scrap.bourre")])


def accuses(found: Finding) -> bool:
    """Return whether a finding says that a player did wrong."""
    return found.player is not None and found.severity == "error"


def money_of(says: str) -> dict[str, str]:
    """Return what a bookkeeper says that each holds."""
    words = says.replace("_", "\xa0").split(" ")
    return {name.replace("\xa0", " "): chips for name, chips in zip(words[::2], words[1::2], strict=True)}


@pytest.fixture(scope="module")
def lists(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[UnreadSession | None, str]]:
    """Return what the list of unknowns has of each scrap, as kept and as taught, and its sentences; each is a game of its own."""
    folder = tmp_path_factory.mktemp("scraps")
    logs = []
    for name, scrap in SCRAPS.items():
        for form, text in (("kept", as_kept(name)), ("taught", as_taught(name))):
            if form == "kept" and not scrap.taught:
                continue
            logs.append(folder / f"{name}-{form}.bourre")
            head, line, rest = text.partition(f" {name}")
            logs[-1].write_text(f"{head}{line}-{form}{rest}".replace("\nrules", f"\ngame {name}-{form}\nrules", 1), "utf-8")
    import_files(folder / "book", logs, ImportOptions())
    left_out = ask(folder / "book", unread)
    found: dict[str, tuple[UnreadSession | None, str]] = {}
    for log in logs:
        some = of_evening(left_out._replace(files=[]), log.stem)
        found[log.stem] = (some.sessions[0] if some.sessions else None, " · ".join(one.text for one in sentences(some)))
    return found


def test_there_are_forty() -> None:
    assert len(SCRAPS) == 40
    assert sorted(SCRAPS) == sorted(path.stem for path in HERE.glob("*.log"))


@pytest.mark.parametrize("name", SCRAPS)
def test_the_money_is_what_a_bookkeeper_says(name: str) -> None:
    report = audit_of(as_taught(name))
    assert [error.message for error in report.errors] == []
    ((_, held),) = report.books.items()
    due = money_of(SCRAPS[name].money)
    assert set(due) == set(held) - {"?"}
    assert {who: chips for who, chips in due.items() if chips != "?"} == {
        who: str(held[who]) for who, chips in due.items() if chips != "?"
    }
    assert tuple(sorted(map(brief, report.findings))) == SCRAPS[name].found


@pytest.mark.parametrize("name", SCRAPS)
def test_what_is_not_known_is_in_the_list_and_nothing_else(name: str, lists: dict[str, tuple[UnreadSession | None, str]]) -> None:
    scrap = SCRAPS[name]
    one, said = lists[f"{name}-taught"]
    assert (one is not None) == bool(scrap.told), said
    assert scrap.told in said
    assert " ".join(one.may_touch if one else ()) == scrap.touches
    unknown = {who for who, chips in money_of(scrap.money).items() if chips == "?"} - {"pot"}
    assert unknown <= set(scrap.touches.split())


@pytest.mark.parametrize("name", [name for name, scrap in SCRAPS.items() if scrap.taught])
def test_other_spellings_are_taught_and_accuse_nobody(name: str, lists: dict[str, tuple[UnreadSession | None, str]]) -> None:
    report = audit_of(as_kept(name))
    told = {error.text.strip(): error.remedy for error in report.errors}
    for line, (lesson, _) in SCRAPS[name].taught.items():
        assert not lesson or lesson in told.get(line, ""), (line, told)
    assert not told or [found.message for found in report.findings if accuses(found)] == []
    assert report.books == {} or report.findings or lists[f"{name}-kept"][0] is not None


def test_a_finding_that_only_a_missing_line_explains_names_the_line() -> None:
    (found,) = audit_of(as_kept("12-recall-nobody-wrote-down")).findings
    assert found.message.endswith("If Ann had taken a card back, add the line recall Ann.")
    text = as_kept("12-recall-nobody-wrote-down").rstrip() + "\n  recall Ann\n"
    assert [brief(found) for found in audit_of(text).findings] == ["recall 1 Ann"]
    for found in audit_of(as_kept("38-shared-a-split")).findings:
        assert "split=share" in found.message
    (found,) = audit_of(as_kept("08-tricks-of-two-of-five")).findings[:1]
    assert "a name and ? for whom nobody counted" in found.message
