"""The header: its order, its values, and what a broken line of it costs."""

import pytest
from log_text import HEADER, hands_of, messages, session_of

from ledger.log import read, write
from ledger.log.between_hands import Leave
from ledger.log.grammar import Game, RulesLine, Seats
from ledger.log.records import Comment, Foreign, Unreadable

ODD = ("Ah", "h", "carry", "x-men", "5a", "٣", "#1", "??", "-5", "1.5a")
FULL = """# Friday
bourre 1
session 2026-11-20 friday-at-anns "Friday at Ann's"   # date, stable id, title
x-app header
rules louisiana limit=20 recall=free   # as ever

chip 0.25 USD
ante 2
pot 4
seats Ann Bea Cal Dot Eve Fay Gus   # clockwise
"""


def test_a_full_header_says_all_this() -> None:
    session = read(FULL, "x")
    assert session.readable
    assert not session.errors
    assert (session.date, session.id, session.title) == (
        "2026-11-20",
        "friday-at-anns",
        "Friday at Ann's",
    )
    assert session.rules == RulesLine(
        5, "louisiana", (("limit", "20"), ("recall", "free")), (7, 17, 26), "# as ever"
    )
    assert (session.chip, session.currency, session.ante, session.pot) == (25, "USD", 2, 4)
    assert session.seats == ("Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus")
    assert session.players == list(session.seats)
    assert session.header[0] == Comment(1, indented=False, comment="# Friday")
    assert session.header[3] == Foreign(4, "x-app header")
    assert session.header[-1] == Seats(10, session.seats, "# clockwise")


def test_a_misspelt_line_does_not_stand_for_those_that_are_missing_before_it() -> None:
    session = read(
        "bourre 1\nsession 2026-11-20 friday\nchi#p 0.25 USD\nseats Ann Bea\nhand 1 Ann 6d\n", "x"
    )
    assert messages(session) == [
        "a line of the header cannot begin with chi#p",
        "`rules` must come before `seats`",
    ]
    assert not session.readable


def test_chip_ante_and_pot_may_be_left_out() -> None:
    session = read(HEADER, "x")
    assert session.readable
    assert (session.chip, session.currency, session.ante, session.pot, session.title) == (
        None,
        None,
        1,
        0,
        None,
    )


def test_a_broken_chip_line_costs_only_itself() -> None:
    session = read(FULL.replace("0.25", "a quarter"), "x")
    assert session.readable
    assert session.chip is None
    assert len(session.errors) == 1
    assert Unreadable(7, "chip a quarter USD") in session.header


def test_a_broken_pot_line_leaves_the_pot_unknown() -> None:
    session = read(FULL.replace("pot 4", "pot four"), "x")
    assert session.readable
    assert session.pot is None


@pytest.mark.parametrize("line", ["bourre 1", "session 2026-11-20", "rules", "ante 2"])
def test_a_broken_line_that_matters_costs_the_file(line: str) -> None:
    session = read(FULL.replace(line, line.partition(" ")[0] + " ="), "x")
    assert not session.readable


def test_the_errors_after_a_broken_line_are_still_listed() -> None:
    session = read(
        FULL.replace("ante 2", "ante two") + "leave Nobody\nhand 1 Ann 9h\n  trick\n", "x"
    )
    assert not session.readable
    assert messages(session) == [
        "two is not a number of chips",
        "Nobody is not seated",
        "a player is missing",
    ]


def test_a_line_with_an_open_quote_is_a_broken_line_of_its_kind() -> None:
    session = read(FULL.replace("Ann's\"", "Ann's"), "x")
    assert not session.readable
    assert messages(session) == ["a quote is opened and not closed"]


def test_an_unknown_line_in_the_header_costs_only_itself() -> None:
    session = read(FULL.replace("chip 0.25 USD", "where Ann's"), "x")
    assert session.readable
    assert len(session.errors) == 1


def test_nothing_after_a_wrong_version_is_read() -> None:
    session = read(FULL.replace("bourre 1", "bourre 2") + "nonsense\n", "x")
    assert messages(session) == ["version 2 of the format"]


@pytest.mark.parametrize(
    "name",
    [
        "out",
        "in",
        "after",
        "from",
        "for",
        "hand",
        "Ah",
        "h",
        "carry",
        "x-men",
        "5a",
        "٣",
        "#1",
        "??",
    ],
)
def test_a_name_may_be_any_other_word_of_the_log(name: str) -> None:
    word = f'"{name}"' if name.startswith("#") else name
    session = session_of(
        f"""
        hand 1 {word} h
          ante {word}
        sit Hal after {word}
        buyin {word} 5 from {word}
        pay {word} {word} 3 from {word}
        hand 2 {word} Ah
          dealt {word} Ah Kh
          play {word} 2 out Ah in Kh
          trick {word} Ah>Kh
          claim {word} Ah
          tricks {word} 5
          take {word} 5
        """,
        HEADER.replace("Cal", word),
    )
    assert messages(session) == []
    assert [hand.first.dealer for hand in hands_of(session) if hand.first] == [name, name]


def test_names_are_compared_after_composing_their_accents() -> None:
    session = session_of(
        "hand 1 Zoe\u0308 9h\n  pass Zo\u00eb\n", HEADER.replace("Cal", "Zoe\u0308")
    )
    assert not session.errors
    assert session.seats[2] == "Zo\u00eb"


def test_a_name_in_another_case_or_without_accents_is_the_only_seated_one_that_fits() -> None:
    header = HEADER.replace("Cal", "Zoë Zoe")
    assert session_of("leave ann\n", header).body == [Leave(5, "Ann")]
    assert session_of("leave Zoe\nleave zoe\n", header).body == [Leave(5, "Zoe"), Leave(6, "Zoë")]
    assert messages(session_of("leave zoe\n", header)) == ["zoe may be Zoë or Zoe"]


def test_nine_players_are_text_like_any_other() -> None:
    session = session_of("", HEADER.replace("Cal", "Cal Dot Eve Fay Gus Hal"))
    assert not session.errors
    assert len(session.seats) == 9


def test_a_title_may_be_empty_and_an_id_may_not() -> None:
    assert session_of("", HEADER.replace("friday", 'friday ""')).title == ""
    assert not session_of("", HEADER.replace("friday", '""')).readable


@pytest.mark.parametrize("date", ["2026-02-30", "20261120", "2026-W47-5", "2026-1-2", "٢٠٢٦-11-20"])
def test_a_date_is_year_month_and_day(date: str) -> None:
    assert not session_of("", HEADER.replace("2026-11-20", date)).readable


# --- The game that a session belongs to ---


@pytest.mark.parametrize("before", ["session", "rules", "chip", "ante", "pot", "seats"])
def test_the_game_may_be_named_anywhere_in_the_header_and_stays_there(before: str) -> None:
    log = FULL.replace(f"\n{before}", f"\ngame fridays   # ours\n{before}").replace("\n\n", "\n")
    session = read(log, "x")
    assert not session.errors
    assert session.game == "fridays"
    assert Game(log[: log.index("game")].count("\n") + 1, "fridays", "# ours") in session.header
    assert write(session) == log


def test_a_session_need_not_name_its_game() -> None:
    assert session_of("").game is None


def test_a_game_of_several_words_stands_in_quotes() -> None:
    header = HEADER.replace("rules", 'game "Friday \\"nights\\""\nrules')
    session = session_of("", header)
    assert session.game == 'Friday "nights"'
    assert write(session) == header


def test_games_are_compared_after_composing_their_accents() -> None:
    assert session_of("", HEADER.replace("rules", "game Zoe\u0308\nrules")).game == "Zo\u00eb"


@pytest.mark.parametrize(
    "line", ["game", 'game "', "game two words", 'game ""', 'game " "', "game \x07"]
)
def test_a_broken_game_line_costs_only_itself(line: str) -> None:
    session = session_of("", HEADER.replace("rules", f"{line}\nrules"))
    assert session.readable
    assert session.game is None
    assert len(session.errors) == 1
    assert Unreadable(3, line) in session.header


def test_of_two_games_the_first_holds_and_the_second_is_an_error() -> None:
    session = session_of(
        "", HEADER.replace("rules", "game fridays\nrules").replace("seats", "game saturdays\nseats")
    )
    assert session.readable
    assert session.game == "fridays"
    assert messages(session) == ["`game` stands here twice"]


def test_a_game_before_the_version_says_that_the_version_comes_first() -> None:
    session = session_of("", "game fridays\n" + HEADER)
    assert not session.readable
    assert messages(session)[0] == "`bourre` must come before `game`"


def test_a_line_that_stands_too_early_and_cannot_be_read_is_one_error() -> None:
    session = read("bourre 1\nsession 2026-11-20 x\nchip 0.25\nseats Ann Bea\n", "x")
    assert messages(session) == ["`rules` must come before `chip`"]
    assert Unreadable(3, "chip 0.25") in session.header
