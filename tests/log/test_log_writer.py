"""The canonical form: reading and writing lose nothing, and there is one way to write
everything.
"""

from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st
from log_text import HEADER, hands_of, session_of
from worked_cases import LOGS, session_in

from ledger.game.play import NONE
from ledger.log import format_statement, read, write, write_session
from ledger.log.between_hands import BETWEEN_HANDS, Pay, RulesChange
from ledger.log.grammar import RulesLine
from ledger.log.hand_statements import HAND_STATEMENTS, Ante, HandLine, Pass, Take, Trick
from ledger.log.records import Comment, Hand, Session

CANONICAL = """# Friday
bourre 1
session 2026-11-20 friday-at-anns "Friday at Ann's"   # as ever
x-app "header
rules louisiana limit=20 recall=free
chip 0.25 USD
ante 1
pot 4
exempt Cal Ann   # they matched
seats Ann Bea Cal "Big Al" Zoë   # clockwise
buyin Ann 40   # cash
buyin Bea 40 from Ann
  # an indented remark

# the first hand,
# on top of which this stands
hand 1 Ann 9h   # ours
  ante Ann "Big Al=5"
  dealt Bea Ks Qs ?? 3c Th
  early Ann
  pass Cal Zoë   # both
# not indented
  x-app "in a hand
  play Bea
  play Ann 0 out
  play "Big Al" 3 out 7d 6d 2c in Ah ??
  stay Bea
  trick Bea Ks 2s>9s ??>As ??
  claim Bea
  claim Kh Bea
   shuffle  "word for word
  tricks Bea 1 Ann 4
  pot 7
  take Ann 7
  take Bea 0
  match -
  renege Bea
sit Hal after "Big Al"
leave Cal
ante 2
rules limit=40 recall=free
# apart from the hand

hand 2 Bea h
# on top
# below

hand 3 Hal -
  ante Ann Bea=1
  play Bea 2 Ann Hal 1
  # a card lay face up
  misdeal
cashout Cal 12 from Ann
count Ann 55
pay Bea "Big Al" 12.50 venmo  "thanks # so far"
pay Bea Ann 12
penalty Bea 7 for 12
transfer Ann Bea 7
waive 12 Bea
end divide
cashout Ann 5
expense Bea 12.50 pizza, beer for Ann "Big Al"
expense Ann 3
result Ann 12 Bea -7
"""


def without_lines(value: object) -> object:
    """Return records without what says where they stood in the text."""
    if isinstance(value, Session):
        return [
            without_lines(value.header),
            without_lines(value.body),
            value.players,
            value.pot,
            value.id,
        ]
    if isinstance(value, Hand):
        return [
            value.seats,
            value.due,
            value.quarantined,
            without_lines(value.first),
            without_lines(value.statements),
        ]
    if isinstance(value, list):
        return [without_lines(item) for item in value]
    if isinstance(value, RulesLine | RulesChange):
        return value._replace(line=0, columns=())
    return value._replace(line=0) if hasattr(value, "_replace") else value


def check_round_trip(text: str | bytes) -> None:
    session = read(text, "x")
    if not session.readable:
        with pytest.raises(ValueError, match="cannot be written"):
            write(session)
        return
    once = write(session)
    again = read(once, "x")
    assert write(again) == once
    assert without_lines(again) == without_lines(session)


def test_canonical_text_is_written_as_it_was_read() -> None:
    session = read(CANONICAL, "x")
    assert len(session.errors) == 2
    assert write(session) == CANONICAL


def test_every_worked_case_of_the_first_kind_is_canonical_but_for_tens_and_blank_lines() -> None:
    cases = [case for case in LOGS if case.parent.name.startswith("first")]
    assert len(cases) == 160
    for case in cases:
        text = case.read_text("utf-8")
        for suit in "shdc":
            text = text.replace(f" 10{suit}", f" T{suit}")
        written = write(session_in(case))
        assert [line for line in written.split("\n") if line] == [
            line for line in text.split("\n") if line
        ], case


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("dealt\tAnn   ah 10D ??", "dealt Ann Ah Td ??"),
        ('pass "Bea"', "pass Bea"),
        ("pot 007", "pot 7"),
        ("play Ann 02 in 2s out 3s", "play Ann 2 out 3s in 2s"),
        ("pass Bea # drunk  ", "pass Bea   # drunk"),
        ("trick Ann t♠>9H", "trick Ann Ts>9h"),
    ],
)
def test_there_is_one_way_to_write_a_statement(written: str, canonical: str) -> None:
    session = session_of(f"hand 1 Ann 9h\n{written}\n")
    assert not session.errors
    assert write(session) == f"{HEADER}\nhand 1 Ann 9h\n  {canonical}\n"


def test_comments_directly_above_a_hand_stay_with_it() -> None:
    session = session_of("hand 1 Ann 9h\n  pass Bea\n# one\n# two\nhand 2 Bea 9h\n")
    assert write(session) == f"{HEADER}\nhand 1 Ann 9h\n  pass Bea\n\n# one\n# two\nhand 2 Bea 9h\n"


def test_comments_above_a_blank_line_stay_where_they_are() -> None:
    text = f"{HEADER}# one\n\nhand 1 Ann 9h\n"
    assert write(read(text, "x")) == text


def test_end_says_that_the_pot_is_carried() -> None:
    assert write(session_of("end\n")) == HEADER + "end carry\n"


def test_records_built_by_a_program_are_written_too() -> None:
    assert format_statement(HandLine(0, 1, "Big Al", NONE, 3)) == 'hand 1 "Big Al" c'
    assert format_statement(Ante(0, (("Big Al", 5), ("Bea", -1)))) == 'ante "Big Al=5" Bea'
    assert format_statement(Trick(0, "#1", (0,), ((0, 52),))) == 'trick "#1" ??>2s'
    assert format_statement(Take(0, None)) == "take -"
    assert format_statement(Pass(0, ("Ann",), "drunk")) == "pass Ann   # drunk"
    assert (
        format_statement(Pay(0, "Ann", "Bea", 1250, "with # 7"), "USD")
        == 'pay Ann Bea 12.50 "with # 7"'
    )
    assert (
        format_statement(Pay(0, "Ann", "Bea", 1250, 'the 6" one'), "JPY")
        == r'pay Ann Bea 1250 "the 6\" one"'
    )
    assert format_statement(Comment(0, indented=False, comment="hello")) == "# hello"


def test_a_record_that_would_be_two_lines_is_refused() -> None:
    with pytest.raises(ValueError, match="one line"):
        format_statement(Pass(0, ("Ann",), "# one\nhand 2 Bea 9h"))


def test_a_session_is_written_to_a_file(tmp_path: Path) -> None:
    write_session(session_of("end divide\n"), tmp_path / "x.bourre")
    assert (tmp_path / "x.bourre").read_text("utf-8") == HEADER + "end divide\n"


NAMES = st.sampled_from(
    ["Ann", "Bea", '"Big Al"', "Cal", "Hal", "-", "7", "Zoe\u0308", '"#1"', "out"]
)
CARDS = st.sampled_from(["Ah", "10d", "t♠", "??", "9h>4h", "1h", "h", "-"])
WORDS = (
    NAMES
    | CARDS
    | st.integers(0, 99).map(str)
    | st.sampled_from(["in", "out", "from", "for", "after", "=", "x-", '"', "#", "\\"])
    | st.sampled_from(
        [
            "Bea,",
            ",",
            '"Cal",',
            "ann",
            "zoe",
            "-3",
            "$5",
            "counted",
            "divide",
            "limit=40",
            "acadiana",
            "beer",
        ]
    )
)
KEYWORDS = st.sampled_from(
    ["hand", *HAND_STATEMENTS, *BETWEEN_HANDS, "seats", "x-app", "#", "#c", "shuffle"]
)
LINES = st.builds(
    lambda indent, keyword, words, comment: f"{indent}{keyword} {' '.join(words)}{comment}",
    st.sampled_from(["", "  ", "\t", "   "]),
    KEYWORDS,
    st.lists(WORDS, max_size=6),
    st.sampled_from(["", "", "", " # so", "   #", "\r", " "]),
)
HANDS = st.builds(
    lambda number, dealer: f"hand {number} {dealer} 9h",
    st.integers(0, 99),
    st.sampled_from(["Ann", "Bea"]),
)


@pytest.mark.slow
@given(st.lists(LINES | HANDS | st.just(""), max_size=12))
@example(["hand 1 Ann 9h", "# c", "hand 1 Ann", "# d", "", "hand 2 Bea 9h"])
def test_writing_twice_changes_nothing_more(lines: list[str]) -> None:
    check_round_trip(HEADER + "\n".join(lines))


@given(st.text() | st.binary())
@example("\n\ufeff# x")
@example(" \ufeff\ufeffbourre 1")
def test_any_text_below_a_header_survives(text: str | bytes) -> None:
    check_round_trip(text)
    check_round_trip(HEADER.encode() + text if isinstance(text, bytes) else HEADER + text)


@given(st.text(max_size=12))
def test_any_name_that_is_accepted_is_written_and_read_again(name: str) -> None:
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    session = session_of(f"sit {quoted} after Ann\nhand 1 {quoted} 9h\n  pass {quoted}\n")
    if not session.errors:
        check_round_trip(write(session))
        assert hands_of(session)[0].statements == [Pass(7, (session.players[-1],))]
