"""Every kind of finding: in the text files beside this one a record that earns it, in its words,
and an innocent neighbour.

Below is what no log in a text file says: the order and the lines of findings, many records alike,
and what only a book can tell.
"""

import re
from pathlib import Path

import pytest
from audit_text import found_in, log_of, report_of
from text_cases import cases_in, check_cases
from worked_cases import report_of_cases

from ledger.book.derived.access import ask
from ledger.book.derived.findings import audited as audited_book
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.engine.judge import judge
from ledger.findings.audit import audit, findings, findings_of
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.game.play import NAMES
from ledger.hands.from_log import columns
from ledger.log.reader import read

CASES = cases_in(Path(__file__).parent)


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parent.glob("*.txt")), ids=lambda path: path.stem
)
def test_kinds(file: Path) -> None:
    check_cases(file)


def test_every_kind_has_its_words_and_its_innocent_neighbour() -> None:
    said = {
        kind
        for case in CASES
        for kind in re.findall(r"^> ([a-z-]+).*\n    ", case.expected, re.MULTILINE)
    }
    spared = {
        name
        for name in KINDS_OF_FINDING
        for case in CASES
        if case.name.startswith(f"{name.replace('-', ' ')} not")
    }
    # only a book can tell: below, and in test_carrying.py
    assert said == spared == KINDS_OF_FINDING.keys() - {"carried-pot"}


# --- Which only a book can tell -------------------------------------------------------------------


def told_by_book(folder: Path, rule: str, *logs: str) -> str:
    """The one message of a kind when these logs are in a book."""
    for at, log in enumerate(logs):
        (folder / f"{at}.bourre").write_text(log_of(log), "utf-8")
    import_files(folder / "book", [folder], ImportOptions())
    (message,) = (
        found.message for found in ask(folder / "book", audited_book).findings if found.rule == rule
    )
    return message


def test_carried_pot(tmp_path: Path) -> None:
    night = (
        "session 2026-11-{:02} night-{}\npot {}\nseats Ann Bea\n\nhand 1 Bea 9h\n  pass Ann Bea\n"
    )
    assert told_by_book(tmp_path, "carried-pot", night.format(1, 1, 0), night.format(8, 8, 5)) == (
        "The evening starts with 5 in the pot; the evening before it, night-1 of 2026-11-01, left "
        "2 (+3). "
        "A pot carries over to the next evening of its game (rule 5.12)."
    )


def test_unverified_pot_for_want_of_exemptions(tmp_path: Path) -> None:
    """A night of results lies between: the pot is known, since the log says it, but not who is let
    off.
    """
    results = "session 2026-11-01 one\npot 4\nseats Ann Bea\nresult Ann 5 Bea -5\n"
    assert told_by_book(
        tmp_path,
        "unverified-pot",
        results,
        "session 2026-11-08 two\npot 4\nseats Ann Bea Dot\nhand 1 Dot 9h\n",
    ) == (
        "The pot cannot be followed to this hand: who is exempt from the first ante is not known "
        "(write an `exempt` line, "
        "or `exempt -` for nobody). From here until a counted pot is recorded, amounts are not "
        "checked (rule 5.10)."
    )


# --- What holds for all ---------------------------------------------------------------------------


@pytest.mark.slow
def test_every_message_of_the_worked_cases_is_a_sentence_with_a_rule() -> None:
    for found in report_of_cases().findings:
        rule, message = found.rule, found.message
        if rule == "syntax":
            continue
        assert re.match(r"[A-ZÍ10-9]", message), message
        assert message.endswith("."), message
        assert rule in {"count", "hand-number"} or re.search(r"\(rules? \d\.\d", message), message
        assert not set(re.findall(r"\b\w\w\b", message)) & set(NAMES), message
        assert not re.search(r"[{}\[\]_]|None|  |\.\.", message), message
        assert rule == "count" or not re.search(r"-1\b", message), message


def test_exit_status() -> None:
    hand = "hand 1 Dot 2s\nplay Ann\n"
    assert report_of(hand).status == report_of("hand 1 Dot 2s\npass Ann Bea Cal Dot\n").status == 0
    assert report_of(hand + "count Ann 99\n").status == 0
    assert report_of("hand 1 Dot 2s\npass Bea\nplay Ann\ntake Bea 4\n").status == 1
    assert report_of(hand + "nonsense\n").status == 1
    assert report_of("bourre 9\n").status == 2


def test_findings_come_in_the_order_of_the_log() -> None:
    report = report_of(RENEGE + "waive 1 Bea\ncount Ann 99\n", RENEGE + "take Ann 4\ncount Bea 7\n")
    places = [(found.file, found.line) for found in report.findings]
    assert places == sorted(places)
    assert {found.file for found in report.findings} == {"log0.bourre", "log1.bourre"}


POINTED = """\
hand 1 Dot As
  ante Ann Bea Cal              # ante
  dealt Ann 2h 3h 4h            # hand-size
  pass Dot                      # dealer-must-play declare-order
  play Bea 2 out 5h             # draw-count
  play Ann
  play Cal 6                    # draw-cap
  trick Ann Kh 9c 8c            # follow-suit unpaid-renege
  trick Ann 5d 7h 6d
  trick Bea 6c 7d 9d>Tc         # recall
  trick Bea Jd Qd               # hand-size
  tricks Ann 3 Bea 1            # trick-count
  pot 7                         # pot
  take Ann 3
hand 1 Cal 2s                   # hand-number unverified-pot
  play Dot
  pass Ann Bea Cal
count Ann 99                    # count
nonsense                        # syntax
"""


def test_findings_point_to_their_line() -> None:
    text = "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nseats Ann Bea Cal Dot\n" + POINTED
    pointed: dict[int, set[str]] = {}
    for found in audit([read(text, "friday.bourre")]).findings:
        pointed.setdefault(found.line, set()).add(found.rule)
    marked = {
        line: set(text.split("#")[1].split())
        for line, text in enumerate(text.split("\n"), 1)
        if "#" in text
    }
    assert pointed == marked


PAID = """\
hand 1 Dot 2s
  play Ann
  play Bea
  play Cal
  tricks Ann 3 Bea 2
  take Ann 3                    # take
  take Dot 1                    # take
  match Bea 4
  match Cal 3                   # match
  renege Bea 1                  # penalty
hand 2 Ann 2s
  play Bea
  play Dot
  tricks Bea 5
  take -                        # take
  match -                       # match
hand 3 Bea 2s
  play Cal
  play Dot
  tricks Cal 5
  take Dot 4                    # take
"""


def test_payments_point_to_the_line_of_the_player_or_of_their_kind() -> None:
    text = "bourre 1\nsession 2026-11-20 friday\nrules louisiana\nseats Ann Bea Cal Dot\n" + PAID
    pointed = {(found.line, found.rule) for found in audit([read(text, "friday.bourre")]).findings}
    marked = {
        (line, text.split("#")[1].strip())
        for line, text in enumerate(text.split("\n"), 1)
        if "#" in text
    }
    assert pointed == marked


# --- Sessions judged together ---------------------------------------------------------------------

ANN = """\
session 2026-11-20 friday
seats Ann Bea Cal
hand 1 Cal 9h
  play Ann
  play Bea
  trick Ann As 2c
  trick Ann Ks 2s
  nonsense
hand 2 Ann 9h
  gibberish
count Ann 9
"""
DOT = """\
session 2026-11-27 saturday
seats Dot Eve Fay
hand 5 Fay 9h
  play Dot
  play Eve
  trick Dot As 2c
  trick Dot Ks 2s
count Dot 9
"""


def told_of(*texts: str) -> list[tuple[int, str, str, int | None, str]]:
    """Return what is found in each hand of sessions that are judged together: kind, session, hand
    and message.
    """
    judged = judge(
        columns([read(log_of(text), f"log{at}.bourre") for at, text in enumerate(texts)])
    )
    found = [
        (int(judged.hands.number[row]), one)
        for row in range(len(judged.hands))
        for one in findings_of(judged, row)
    ]
    return sorted(
        (number, one.rule, str(one.session), one.hand, one.message) for number, one in found
    )


def test_what_is_found_in_a_hand_is_of_its_session() -> None:
    # Sessions are judged many at a time: a name, or a line that cannot be read, is never taken from
    # another.
    ann, dot = told_of(ANN), told_of(DOT)
    assert [(number, rule, hand) for number, rule, _, hand, _ in ann] == [
        (1, "syntax", 1),
        (2, "syntax", 2),
    ]
    suit = (
        "Dot led A♠ and Eve played 2♣: must follow suit (rule 4.3). Held 2♠: played it in trick "
        "2. That was the card to play, of "
        "those that are known."
    )
    unpaid = (
        "Eve reneged in trick 1; nobody called it, and no ruling followed. It would have cost the "
        "pot of 3 (rule 5.5)."
    )
    assert dot == [
        (5, "follow-suit", "saturday", 5, suit),
        (5, "unpaid-renege", "saturday", 5, unpaid),
    ]
    assert told_of(ANN, DOT) == told_of(DOT, ANN) == sorted(ann + dot)


def test_counted_chips_are_told_of_their_own_session() -> None:
    for order in ((ANN, DOT), (DOT, ANN)):
        judged = judge(
            columns([read(log_of(text), f"log{at}.bourre") for at, text in enumerate(order)])
        )
        counts = {
            (one.session, one.hand, one.player, one.message)
            for one in findings(judged)
            if one.rule == "count"
        }
        said, doubt = (
            "in the books (bought, won and lost).",
            "on, the books are incomplete, so the count may be right.",
        )
        assert counts == {
            (
                "friday",
                None,
                "Ann",
                f"Ann counted 9 chips, 9 more than the 0 {said} From hand 1 {doubt}",
            ),
            (
                "saturday",
                None,
                "Dot",
                f"Dot counted 9 chips, 10 more than the -1 {said} From hand 5 {doubt}",
            ),
        }


# --- Records alike --------------------------------------------------------------------------------


def test_trick_count_ways_to_be_wrong() -> None:
    hand = "hand 1 Dot 2s\nplay Ann\nplay Bea\n"
    two = "trick Ann Ah 3h\ntrick Ann Kh 4h\n"
    # fewer than the tricks show
    assert found_in(hand + two + "tricks Ann 1 Bea 4\n") == ["trick-count 1"]
    assert found_in(hand + "pass Cal\ntricks Ann 4 Cal 1\n") == ["trick-count 1"]  # not active
    assert found_in(hand + "tricks Ann 4\n") == ["trick-count 1"]  # does not add up
    assert found_in(hand + "tricks Ann 4 Bea 2\n") == ["trick-count 1"]
    assert found_in(hand + two + "tricks Ann 2 Bea 3\n") == []
    # Ann was alone
    assert found_in("hand 1 Dot 2s\npass Bea\nplay Ann\ntricks Ann 3 Bea 2\n") == ["trick-count 1"]
    # two won and the ace make three
    assert found_in(hand + two + "claim Ann As\ntricks Ann 2 Bea 3\n") == ["trick-count 1"]


RENEGE = "hand 1 Dot 2s\nplay Ann\nplay Bea\ntrick Ann Kh 9c\ntrick Ann 5d 3h\n"
FOLLOW = "follow-suit 1.1 Bea 9c [3h]"


def test_unpaid_renege_not_once_it_is_called_ruled_on_or_waived() -> None:
    assert found_in(RENEGE) == [FOLLOW, "unpaid-renege 1 Bea +4"]
    assert found_in(RENEGE + "renege Bea 4\n") == [FOLLOW]
    assert found_in(RENEGE + "penalty Bea 4 for 1\n") == [FOLLOW]
    assert found_in(RENEGE + "waive 1 Bea\n") == [FOLLOW]


def test_unpaid_renege_another_ruling_is_no_matter() -> None:
    both = [FOLLOW, "unpaid-renege 1 Bea +4"]
    assert found_in(RENEGE + "waive 1 Ann\n") == both
    assert found_in(RENEGE + "waive 2 Bea\n") == both
    assert found_in(RENEGE + "penalty Bea 4\n") == both
    assert found_in(RENEGE + "penalty Ann 4 for 1\n") == both


@pytest.mark.parametrize(
    ("played", "hand"),
    [
        ("  play Ann 0\n  play Bea 0\n", 1),
        (
            (
                "  play Ann 0\n  play Bea 0\n  take Ann\nhand 2 Ann 9h\n  ante -\n  pot 4\n  take "
                "-\n  match -\n"
            ),
            1,
        ),
        ("  play Ann 0\n  play Bea 0\n  match Bea 2\n", 1),
        ("  plays Ann\n", 1),
        ("  play Ann 0\n  play Bea 0\n  tricks Ann 5\n", None),
        ("  misdeal\n", None),
    ],
)
@pytest.mark.parametrize("counted", ["count Ann 15", "count Ann 15\nend counted"])
def test_a_count_may_be_right_where_the_books_do_not_know_who_won(
    played: str, hand: int | None, counted: str
) -> None:
    (said,) = (
        found.message
        for found in report_of(f"buyin Ann 10\nhand 1 Dot 9h\n{played}{counted}\n").findings
        if found.rule == "count"
    )
    doubt = f" From hand {hand} on, the books are incomplete, so the count may be right."
    assert said.endswith(doubt if hand else ".")
    assert ("may be right" in said) == bool(hand)
