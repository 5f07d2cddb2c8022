"""The statements of a hand, and which lines belong to it."""

import pytest
from log_text import from_docstring, hands_of, messages, session_of

from ledger.game.play import NAMES, NONE, UNKNOWN
from ledger.log.hand_statements import (
    DEFAULT,
    Ante,
    Claim,
    Dealt,
    Early,
    HandLine,
    Match,
    Pass,
    Play,
    Pot,
    Renege,
    Stay,
    Take,
    Trick,
    Tricks,
)
from ledger.log.records import Session, Unreadable


def card(name: str) -> int:
    return NAMES.index(name)


def cards(names: str) -> tuple[int, ...]:
    return tuple(map(card, names.split()))


@from_docstring
def test_every_statement_of_a_hand_is_read(session: Session) -> None:
    """
    hand 12 Ann 9h
      ante Ann "Big Al=5"
      dealt Bea Ks ?? 10d
      early Cal
      pass Cal
      play Bea 2
      play Ann 3 out 7d in Ah ??
      play "Big Al"
      stay Bea Ann
      trick Bea Ks 2s>As ??
      claim Bea Kh
      tricks Bea 1 Ann 4
      pot 007
      take Ann 7
      match -
      renege Bea
    """
    assert not session.errors
    hand = hands_of(session)[0]
    assert hand.first == HandLine(6, 12, "Ann", card("9h"), 1)
    assert hand.statements == [
        Ante(7, (("Ann", DEFAULT), ("Big Al", 5))),
        Dealt(8, "Bea", cards("Ks ?? Td")),
        Early(9, "Cal"),
        Pass(10, ("Cal",)),
        Play(11, "Bea", 2, None, None),
        Play(12, "Ann", 3, cards("7d"), cards("Ah ??")),
        Play(13, "Big Al", None, None, None),
        Stay(14, ("Bea", "Ann")),
        Trick(15, "Bea", cards("Ks As ??"), ((1, card("2s")),)),
        Claim(16, "Bea", cards("Kh")),
        Tricks(17, (("Bea", 1), ("Ann", 4))),
        Pot(18, 7),
        Take(19, "Ann", 7),
        Match(20, None),
        Renege(21, "Bea"),
    ]


@pytest.mark.parametrize(
    ("word", "turned", "trump"),
    [
        ("9h", card("9h"), 1),
        ("10D", card("Td"), 2),
        ("h", NONE, 1),
        ("♠", NONE, 0),
        ("-", NONE, -1),
        ("??", NONE, -1),
    ],
)
def test_the_turned_card_may_be_known_by_its_suit_only_or_not_at_all(
    word: str, turned: int, trump: int
) -> None:
    hand = hands_of(session_of(f"hand 1 Ann {word}\n"))[0]
    assert hand.first == HandLine(5, 1, "Ann", turned, trump)


@pytest.mark.parametrize("word", ["Td", "10d", "td", "TD", "tD", "T♦", "10♦", "t♦", "T♦\ufe0f"])
def test_a_card_may_be_written_in_many_ways(word: str) -> None:
    hand = hands_of(session_of(f"hand 1 Ann 9h\n  dealt Ann {word}\n"))[0]
    assert hand.statements == [Dealt(6, "Ann", cards("Td"))]


@pytest.mark.parametrize(
    "word", ["1h", "Ahh", "Joker", "9", "h", "?", "???", "11h", "0h", "-", "9h>4h"]
)
def test_what_is_no_card_spoils_its_line(word: str) -> None:
    session = session_of(f"hand 1 Ann 9h\n  dealt Ann {word}\n")
    assert messages(session) == [f"{word} is not a card"]


def test_an_unknown_card_may_be_taken_back_and_put_down() -> None:
    hand = hands_of(session_of("hand 1 Ann 9h\n  trick Ann ??>4h 9h>??\n"))[0]
    assert hand.statements == [
        Trick(6, "Ann", (card("4h"), UNKNOWN), ((0, UNKNOWN), (1, card("9h"))))
    ]


def test_naming_no_discards_is_not_the_same_as_saying_nothing() -> None:
    hand = hands_of(session_of("hand 1 Ann 9h\n  play Ann out\n  play Bea in 2s out\n"))[0]
    assert hand.statements == [
        Play(6, "Ann", None, (), None),
        Play(7, "Bea", None, (), cards("2s")),
    ]


@from_docstring
def test_wrong_numbers_and_the_same_card_twice_are_for_the_audit(session: Session) -> None:
    """
    hand 1 Ann 9h
      dealt Bea 2s 2s 2s 2s 2s 2s 2s
      play Bea 60 out 2s in 3s 4s
      trick Bea 2s 2s
      trick Bea 2s 2s 2s 2s 2s 2s
      trick Bea 2s
      trick Bea 2s
      trick Bea 2s
      trick Bea 2s
      tricks Bea 400
    hand 1 Ann 9h
    """
    assert not session.errors


@from_docstring
def test_lines_may_be_repeated_for_other_players_and_amounts_added(session: Session) -> None:
    """
    hand 1 Ann 9h
      ante Ann
      ante Bea
      early Ann
      early Bea
      pass Ann
      pass Bea
      play Bea
      pass Bea
      tricks Ann 1
      tricks Bea 2
      take Ann 3
      take Ann 4
      match Bea
      match Cal 3
      renege Bea 3
      renege Bea 4
    """
    assert not session.errors


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("play Bea 1", "play Bea 1"),
        ("dealt Bea 2s", "dealt Bea 2s"),
        ("pot 7", "pot 7"),
        ("claim Bea", "claim Bea"),
        ("pass Bea", "pass Bea"),
        ("ante Bea", "ante Bea"),
        ("tricks Bea 1", "tricks Bea 1"),
        ("take -", "take Bea"),
        ("take Bea", "take -"),
        ("take -", "take -"),
        ("take Bea", "take Bea 5"),
        ("match Bea 5", "match Bea"),
        ("recall Bea", "recall Bea"),
    ],
)
def test_the_second_of_two_lines_that_contradict_each_other_is_an_error(
    first: str, second: str
) -> None:
    session = session_of(f"hand 1 Ann 9h\n  {first}\n  {second}\n\nhand 2 Bea 9h\n  {second}\n")
    assert [error.line for error in session.errors] == [7]
    assert [hand.quarantined for hand in hands_of(session)] == [True, False]


@pytest.mark.parametrize(
    "line", ["pass Bea Bea", "stay Bea Bea", "ante Bea Bea=5", "tricks Bea 1 Bea 2"]
)
def test_a_player_named_twice_in_a_line_is_an_error(line: str) -> None:
    assert len(session_of(f"hand 1 Ann 9h\n  {line}\n").errors) == 1


def test_a_line_that_cannot_be_read_has_said_nothing() -> None:
    session = session_of("hand 1 Ann 9h\n  pass Bea Nobody\n  pass Bea\n")
    assert len(session.errors) == 1


@from_docstring
def test_a_bad_line_quarantines_its_hand_and_no_other(session: Session) -> None:
    """
    hand 1 Ann 9h
      pass Bea
      shuffle
      pass Cal
    hand 2 Bea 9h
      pass Cal
    """
    bad, good = hands_of(session)
    assert bad.quarantined
    assert bad.statements == [Pass(7, ("Bea",)), Unreadable(8, "  shuffle"), Pass(9, ("Cal",))]
    assert not good.quarantined
    assert [(error.line, error.hand) for error in session.errors] == [(8, 1)]


@from_docstring
def test_a_hand_line_that_cannot_be_read_begins_a_quarantined_hand(session: Session) -> None:
    """
    hand 1 Ann 9h
    hand two Bea 9h
      pass Cal
      shuffle
    """
    hand = hands_of(session)[1]
    assert hand.first is None
    assert hand.quarantined
    assert hand.seats == ("Ann", "Bea", "Cal", "Big Al")
    assert hand.statements == [
        Unreadable(7, "hand two Bea 9h"),
        Pass(8, ("Cal",)),
        Unreadable(9, "  shuffle"),
    ]
    assert [error.hand for error in session.errors] == [None, None]


@from_docstring
def test_a_table_line_that_cannot_be_read_ends_the_hand_and_costs_only_itself(
    session: Session,
) -> None:
    """
    hand 1 Ann 9h
    buyin Ann forty
      pass Bea
    hand 2 Bea 9h
    """
    assert [hand.quarantined for hand in hands_of(session)] == [False, False]
    assert session.body[1] == Unreadable(7, "buyin Ann forty")
    assert messages(session) == ["forty is not a number of chips", "`pass` is outside a hand"]


@pytest.mark.parametrize("line", ["ante Ann", "pot 4", "trick Ann 2s", "nonsense"])
def test_a_line_outside_a_hand_is_lost_alone(line: str) -> None:
    session = session_of(f"{line}\nhand 1 Ann 9h\n")
    assert session.readable
    assert [error.hand for error in session.errors] == [None]
    assert not hands_of(session)[0].quarantined


@from_docstring
def test_after_the_end_only_settlements_and_remarks_may_stand(session: Session) -> None:
    """
    hand 1 Ann 9h
    end divide
    cashout Ann 5
    # a remark
    x-app
    waive 1 Bea
    leave Ann
    end
    hand 2 Bea 9h
      pass Ann
    """
    assert [error.line for error in session.errors] == [12, 13, 14]
    assert [hand.quarantined for hand in hands_of(session)] == [False, True]


def test_a_hand_without_an_end_and_a_session_without_hands_are_read() -> None:
    assert not session_of("hand 1 Ann 9h\n").errors
    assert not session_of("").errors
