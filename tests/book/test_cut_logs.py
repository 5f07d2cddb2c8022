"""Logs of a book that were cut off at any byte, or in which one digit was changed: what of that is
noticed, and what cannot be.

``BOURRE_TRIALS=full`` cuts 1,000 logs and changes 1,000 digits; without it there are fewer, others
each time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import pytest
from book_trials import MEMORY
from trials import FULL, luck
from worked_cases import LOGS

from ledger.book import ask
from ledger.book.balances.unread import unread
from ledger.book.checks.closing import Act, close
from ledger.book.derived.breaches import breaches
from ledger.book.files.folder import SESSIONS
from ledger.findings.audit import audit
from ledger.log import read

MANY: Final = 1_000 if FULL else 12
TEXTS: Final = [path.read_text("utf-8") for path in LOGS if path.parent.name.endswith("clean")]
SESSION: Final = re.compile(r"(?m)^session \S+ \S+")
GAME: Final = re.compile(r"(?m)^game .*\n")
FIRST_DAY: Final = date(2000, 1, 1)
LETTERS: Final = str.maketrans("0123456789", "abcdefghij")
DIGIT: Final = re.compile(r"[0-9]")
REMARK: Final = re.compile(r"#.*")


class Spoiled(NamedTuple):
    """A log as it was, and as it is now, and the id of its session and of its game, which no digit
    changes.
    """

    name: str
    whole: str
    now: str

    @property
    def file(self) -> str:
        """Its file in a book."""
        return f"{SESSIONS}/{self.name}.bourre"


def log_number(rng: Random, number: int) -> tuple[str, str]:
    """Return the name of a session, and a log, whose pot comes from no other and goes to none."""
    name = "n" + str(number).translate(LETTERS)
    text = GAME.sub("", rng.choice(TEXTS))
    return name, SESSION.sub(
        f"session {FIRST_DAY + timedelta(number)} {name}\\ngame {name}", text, count=1
    )


def cut(rng: Random, number: int) -> Spoiled:
    """A log cut off at a byte."""
    name, whole = log_number(rng, number)
    content = whole.encode()
    return Spoiled(
        name,
        whole,
        content[: rng.randrange(1, len(content) - 1)].decode("utf-8", "surrogateescape"),
    )


def changed(rng: Random, number: int) -> Spoiled:
    """A log with one digit changed, not in a remark."""
    name, whole = log_number(rng, number)
    bare = REMARK.sub(lambda remark: " " * len(remark[0]), whole)
    at = rng.choice([found.start() for found in DIGIT.finditer(bare)])
    digit = rng.choice([digit for digit in "0123456789" if digit != whole[at]])
    return Spoiled(name, whole, whole[:at] + digit + whole[at + 1 :])


@contextmanager
def book_of(some: list[Spoiled]) -> Iterator[Path]:
    """Give a book of logs as they were."""
    with TemporaryDirectory(dir=MEMORY) as temporary:
        folder = Path(temporary) / "book"
        (folder / SESSIONS).mkdir(parents=True)
        for one in some:
            (folder / one.file).write_text(one.whole, "utf-8")
        yield folder


def spoil(folder: Path, some: list[Spoiled]) -> None:
    """Let happen to the logs of a book what happened to them."""
    for one in some:
        (folder / one.file).write_text(one.now, "utf-8", errors="surrogateescape")


def unnoticed(some: list[Spoiled]) -> list[Spoiled]:
    """Return those of which neither a book that has them nor the audit says anything that it did
    not say of the whole log.
    """
    with book_of(some) as folder:
        before = set(map(str, ask(folder, unread).sessions))
        spoil(folder, some)
        left_out = ask(folder, unread)
    told = {one.file for one in left_out.sessions if str(one) not in before} | {
        file for file, _ in left_out.files
    }
    return [one for one in some if one.file not in told and not said(one.now) - said(one.whole)]


def said(text: str) -> Counter[str]:
    """Return what the audit says of a log, remarks aside."""
    return Counter(
        one.message for one in audit([read(text, "")]).findings if one.severity != "remark"
    )


def figures(text: str) -> list[dict[str, int]]:
    """Return what a log leaves everybody with."""
    return list(audit([read(text, "")]).books.values())


def rest_of_the_hand(one: Spoiled) -> list[str]:
    """Return the lines that the hand in which a log was cut off has lost, whole or in part."""
    at = len(one.now.encode("utf-8", "surrogateescape"))
    start = one.whole.encode().rfind(b"\n", 0, at) + 1
    lines = one.whole.encode()[start:].decode().split("\n")
    if (
        not REMARK.sub("", one.whole.encode()[at:].decode().split("\n")[0]).strip()
        or "#" in one.now[one.now.rfind("\n") + 1 :]
    ):
        lines = lines[1:]  # nothing of the line is lost
    rest = next(
        (number for number, line in enumerate(lines) if not line.startswith("  ")), len(lines)
    )
    return lines[:rest]


def with_the_hand(one: Spoiled) -> str:
    """Return a log that was cut off, with what the hand has lost."""
    lost = rest_of_the_hand(one)
    at = one.whole.find("\n".join(lost), one.now.rfind("\n") + 1)
    return one.whole[:at] + "\n".join([*lost, ""])


def kept_by_what_was_paid(one: Spoiled) -> bool:
    """True if the hand in which a log was cut off says who paid, and nothing of who played."""
    written = one.now[one.now.rfind("\nhand ") + 1 :].split("\n")[1:]
    return {line.split()[0] for line in written if line.split()} <= {"ante", "pot", "take", "match"}


def paid_otherwise(one: Spoiled) -> bool:
    """True if the table paid otherwise in that hand than the rules have it, by lines that
    are lost.
    """
    return bool(said(with_the_hand(one)) - said(one.now))


def is_a_whole_evening(one: Spoiled) -> bool:
    """True if a log was cut off behind a hand that says who won it: another table may have gone
    home there.
    """
    last = one.now.rpartition("\nhand ")[2].split("\n  ")
    says = {line.split()[0] for line in last[1:] if line.split()}
    return one.now.endswith("\n") and not rest_of_the_hand(one) and bool(says & {"tricks", "take"})


AFTER_THE_PLAY: Final = {"stay", "tricks", "pot", "take", "match", "renege"}


@pytest.mark.slow
def test_a_log_that_is_cut_off_is_noticed_unless_it_is_cut_between_two_hands() -> None:
    """Or behind the play of a hand, before its lines ``stay``, ``tricks``, ``pot``, ``take``, ``match``, ``renege``.

    That is a whole hand too, which many tables write so. There are 12,777 places at the end of a line and before another of the
    same hand in these logs: cut there, 1,223 go unnoticed. What was lost the rules say as well, and the figures are the same, in
    all but 26, of two kinds: 9 in hands that keep nothing but what was paid, of which a ``match`` line less is another hand as
    good; 17 in hands that the table paid otherwise than by the rules, by lines that nobody can know of any more.

    No habit of the table tells them. "All hands before, three at least, have a ``take`` (``pot``, ``tricks``) line, and the last
    has none" finds 23 of the 1,223, and says so of 44 whole logs among 331 where they stood behind one of their hands.
    """  # noqa: E501
    rng = luck()
    some = [cut(rng, number) for number in range(MANY)]
    quiet = unnoticed(some)
    lost = [(one, rest) for one in quiet if (rest := rest_of_the_hand(one))]
    others = [one for one, _ in lost if figures(one.now) != figures(with_the_hand(one))]
    print(
        f"{MANY} logs cut off: {len(quiet) - len(lost)} go unnoticed between two hands, "
        f"{len(lost)} behind the play of a hand"
    )
    print(f"with other figures: {len(others)}")
    assert [
        one.now[-200:] for one in others if not (kept_by_what_was_paid(one) or paid_otherwise(one))
    ] == []
    for one, rest in lost:
        started = one.now[one.now.rfind("\n") + 1 :].split()
        assert {line.split()[0] for line in rest[1 if started else 0 :]} <= AFTER_THE_PLAY, one.now[
            -200:
        ]
    assert [one.now[-200:] for one in some if is_a_whole_evening(one) and one not in quiet] == []
    assert unnoticed([one._replace(now=one.whole) for one in some]) == [
        one._replace(now=one.whole) for one in some
    ]


@pytest.mark.slow
def test_a_digit_that_is_changed_in_an_open_book_is_noticed_only_where_the_log_says_the_same_twice() -> (  # noqa: E501
    None
):
    """Who counts tricks, pots and chips finds it. A card, a draw or chips bought can be any: only a
    closed book can tell.
    """
    rng = luck()
    some = [changed(rng, number) for number in range(MANY)]
    quiet = unnoticed(some)
    moved = [one for one in quiet if figures(one.now) != figures(one.whole)]
    print(
        f"{MANY} digits changed: {len(quiet)} go unnoticed, {len(moved)} of them with other figures"
    )
    for name, where in (("changed", some), ("unnoticed", quiet), ("other figures", moved)):
        print(f"{name}: {Counter(map(keyword, where)).most_common()}")
    assert "tricks" not in set(map(keyword, quiet))


@pytest.mark.slow
@pytest.mark.parametrize("happens", [cut, changed])
def test_in_a_closed_book_nothing_of_this_goes_unnoticed(
    happens: Callable[[Random, int], Spoiled],
) -> None:
    rng = luck()
    some = [happens(rng, number) for number in range(MANY)]
    with book_of(some) as folder:
        close(folder, str(FIRST_DAY + timedelta(MANY)), Act("Ann"), anyway=True)
        assert not ask(folder, breaches)
        spoil(folder, some)
        told = " ".join(one.message for one in ask(folder, breaches))
    words = set(re.findall(r"\w+", told))
    assert [one for one in some if one.name not in words] == []


def keyword(one: Spoiled) -> str:
    """Return the first word of the line in which a digit was changed."""
    at = next(
        place for place, (old, new) in enumerate(zip(one.whole, one.now, strict=True)) if old != new
    )
    return one.whole[one.whole.rfind("\n", 0, at) + 1 :].split()[0]
