"""Cards dealt, said afterwards: into the hand they belong to, whatever goes on meanwhile, and taken
back like any tap.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from textwrap import dedent
from typing import Any

import pytest

from ledger.errors import UserError
from ledger.log import read, write
from ledger.recording import deals, enter_line, objections, view
from ledger.recording.hand_steps import SeatDealt
from ledger.recording.recording import NewSession, Recording, start
from ledger.recording.taps import read_tap, tapped

EVENING = NewSession("2026-11-20", "friday", ("Ann", "Bea", "Cal", "Big Al"))
PLAYED = (
    'hand 1 "Big Al" 9h', "pass Ann", "play Bea 2", "play Cal 0", 'pass "Big Al"',
    "Ks 2s", "Qs 3s", "As 4s", "Kd 5d", "Qc 6c",
)  # fmt: skip


@cache
def typed(*lines: str, rules: str = "louisiana") -> Recording:
    """An evening as it was typed; most begin alike, and what was typed before is gone on with."""
    return (
        enter_line(typed(*lines[:-1], rules=rules), lines[-1])
        if lines
        else start(replace(EVENING, rules=rules))
    )


def dealt(
    recording: Recording, of: int, player: str, cards: str, out: str | None = None
) -> Recording:
    said: dict[str, Any] = {
        "kind": "dealt",
        "hand": None,
        "of": of,
        "player": player,
        "cards": cards,
        "out": out,
    }
    return tapped(recording, read_tap(said))


def undone(recording: Recording) -> Recording:
    return tapped(recording, read_tap({"kind": "undo"}))


def seat(recording: Recording, name: str, at: int = 0) -> SeatDealt:
    return next(one for one in deals(recording)[at].seats if one.player == name)


def test_what_was_folded_is_entered_card_by_card_and_the_log_can_be_read_after_each() -> None:
    """Big Al, who passed and had turned the nine, and then Ann, who sits before him; what nobody
    remembers is ``??``.
    """
    said = typed(*PLAYED, "ok")
    for cards in ("9h", "9h Ah", "9h Ah 3c"):
        said = dealt(said, 1, "Big Al", cards)
        assert read(said.text, "x").errors == []
        assert write(read(said.log, "x")) == said.log
    said = dealt(said, 1, "Ann", "7s 8s 9s Td Jd")
    assert said.text.partition("\n\n")[2] == dedent("""\
        hand 1 "Big Al" 9h
          dealt Ann 7s 8s 9s Td Jd
          dealt "Big Al" 9h Ah 3c ?? ??
          pass Ann
          play Bea 2
          play Cal 0
          pass "Big Al"
          trick Bea Ks 2s
          trick Bea Qs 3s
          trick Bea As 4s
          trick Bea Kd 5d
          trick Bea Qc 6c
        """)
    assert not said.playing


def test_the_next_hand_goes_on_meanwhile_and_each_tap_is_taken_back_in_turn() -> None:
    """Ann's cards of hand 1 while hand 2 is open: its draft stays as it is, and so does what was
    tapped before and after.
    """
    one = typed(*PLAYED, "ok", "hand 8c")
    two = tapped(one, read_tap({"kind": "stays", "hand": 2, "player": "Cal", "yes": True}))
    three = dealt(two, 1, "Ann", "7s")
    four = tapped(three, read_tap({"kind": "stays", "hand": 2, "player": "Ann", "yes": True}))
    five = dealt(four, 1, "Ann", "")
    assert four.draft == five.draft == ("hand 2 Ann 8c", "  play Cal", "  play Ann")
    assert "  dealt Ann 7s ?? ?? ?? ??\n" in four.log
    assert five.log == two.log
    for before, after in ((four, five), (three, four), (two, three)):
        assert undone(after) == before
    assert undone(undone(undone(five))) == two
    assert view(undone(undone(undone(undone(five))))) == view(one)


def test_the_same_deal_twice_is_said_once() -> None:
    once = dealt(typed(*PLAYED, "ok"), 1, "Ann", "7s 8s")
    assert dealt(once, 1, "Ann", "7s 8s ??") == once
    assert undone(dealt(once, 1, "Ann", "7s 8s")) == typed(*PLAYED, "ok")


def test_a_hand_that_is_still_open_takes_cards_too() -> None:
    """After its antes, and whatever was said before."""
    said = dealt(typed(*PLAYED[:4], 'ante Ann "Big Al=3"'), 1, "Ann", "7s 8s 9s Td Jd")
    assert said.draft[1:3] == ("  pass Ann", "  play Bea 2")
    said = dealt(typed(PLAYED[0], "ante Ann", *PLAYED[1:]), 1, "Bea", "Ks Qs As Kd 2c")
    assert said.draft[:3] == ('hand 1 "Big Al" 9h', "  ante Ann", "  dealt Bea Ks Qs As Kd 2c")


def test_discards_stand_where_the_hand_is_played() -> None:
    """Bea drew two; the second is not remembered. Cal drew none."""
    said = dealt(typed(*PLAYED, "ok"), 1, "Bea", "Ks Qs As 2c 3c", "2c")
    assert "  play Bea 2 out 2c ??\n" in said.log
    assert "  play Bea 2 out 2c 3c\n" in dealt(said, 1, "Bea", "Ks Qs As 2c 3c", "2c 3c").log
    assert "  play Bea 2\n" in dealt(said, 1, "Bea", "Ks Qs As 2c 3c", "").log
    assert dealt(said, 1, "Bea", "Ks Qs As 2c 3c") == said
    with pytest.raises(UserError, match="the log does not say how many cards Cal drew"):
        dealt(said, 1, "Cal", "2s", "2s")
    taking = typed(
        "hand Ann 9h",
        "play Bea 0",
        "play Ann 1",
        "pass",
        "tricks Bea 5",
        "ok",
        rules="dealer-takes-trump",
    )
    with pytest.raises(UserError, match="whether Ann took the turned card is not known"):
        dealt(taking, 1, "Ann", "2s 3s", "2s")


def test_the_cards_that_are_still_possible() -> None:
    """Big Al's turned nine is his; Cal, who drew none, was dealt what he played; Bea kept three at
    least of what she played.
    """
    said = dealt(typed(*PLAYED, "ok"), 1, "Ann", "7s 8s")
    al, cal, bea, ann = (seat(said, name) for name in ("Big Al", "Cal", "Bea", "Ann"))
    assert (al.certain, set(al.gone)) == (
        ("9h",),
        {"2s", "3s", "4s", "5d", "6c", "Ks", "Qs", "As", "Kd", "Qc", "7s", "8s"},
    )
    assert (set(cal.own), cal.room) == ({"2s", "3s", "4s", "5d", "6c"}, 0)
    assert cal.certain == ("2s", "3s", "4s", "5d", "6c")
    assert (set(bea.own), bea.room, bea.draw) == ({"Ks", "Qs", "As", "Kd", "Qc"}, 2, 2)
    assert {"9h", "2s", "7s"} <= set(bea.gone)
    assert (ann.cards, ann.room, ann.draw) == (("7s", "8s"), 5, 0)
    assert "9h" in ann.gone


def test_what_is_possible_and_what_is_not_is_as_the_engine_has_it() -> None:
    """A card that is gone would be in two places at once if it was Ann's, and no other would."""
    said = typed(*PLAYED, "ok")
    gone = set(seat(said, "Ann").gone)
    for card in ("9h", "Ks", "2s", "6c", "Ah", "7s", "2c", "Td"):
        proved = {one.finding.rule for one in objections(said, dealt(said, 1, "Ann", card))}
        assert (proved == {"duplicate-card"}) == (card in gone), card


def test_what_was_folded_may_be_drawn_again_where_the_stock_was_used_up() -> None:
    """Nobody noted the draws of eight players: what Cal played may have been Ann's, what was dealt
    to Bea may not.
    """
    eight = NewSession(
        "2026-11-20", "many", ("Ann", "Bea", "Cal", "Dot", "Eve", "Fay", "Gus", "Hal")
    )
    said = start(eight)
    plays = ("play Bea", "play Cal", "play Dot", "play Eve")
    for line in ("hand Hal 9h", "dealt Bea Ah Kh Qh Jh Th", "pass Ann", *plays, "pass", "2c"):
        said = enter_line(said, line)
    gone = set(seat(said, "Ann").gone)
    assert "Ah" in gone
    assert "2c" not in gone


def test_the_turned_card_of_nobody_was_dealt_to_nobody() -> None:
    said = typed(
        "hand Ann 9h", "play Bea", "play Cal", "pass", "tricks Bea 5", "ok", rules="separate-trump"
    )
    assert all("9h" in seat(said, name).gone for name in EVENING.seats)


def test_the_last_hand_and_the_one_that_is_open_are_there_and_none_that_was_thrown_in() -> None:
    now = typed(*PLAYED, "ok", "hand 8c")
    assert [one.number for one in deals(now)] == [1, 2]
    thrown_in = enter_line(now, "misdeal")
    assert (
        [one.number for one in deals(thrown_in)]
        == [one.number for one in deals(enter_line(thrown_in, "ok"))]
        == [1]
    )
    assert deals(start(EVENING)) == []
    with pytest.raises(UserError, match="hand 2 was thrown in"):
        dealt(enter_line(now, "misdeal"), 2, "Ann", "7s")


@pytest.mark.parametrize(
    ("of", "player", "cards", "why"),
    [
        (7, "Ann", "7s", "there is no hand 7"),
        (1, "Eve", "7s", "Eve did not sit in hand 1"),
        (1, "Ann", "7s 1x", "is not a card"),
        (1, "Ann", "7s 7s", "a card is named twice"),
        (1, "Ann", "7s 8s 9s Ts Js Qs", "these are 6 cards, but only 5 were dealt"),
    ],
)
def test_what_cannot_be_is_refused_and_says_why(of: int, player: str, cards: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        dealt(typed(*PLAYED, "ok"), of, player, cards)


def test_at_the_prompt_the_last_hand_or_any_other_by_its_number() -> None:
    """A line in the middle of the log is taken back like any other. Names are as one types them,
    and a remark is kept.
    """
    before = typed(*PLAYED, "ok", "hand 8c", "pass Bea Cal", "", "buyin Ann 5", "hand 7c")
    said = enter_line(before, "dealt 1 ann 7s, 8s, 9s, 10d, JD # face up")
    assert "  dealt Ann 7s 8s 9s Td Jd   # face up\n  pass Ann\n" in said.log
    assert said.draft == before.draft
    assert enter_line(said, "undo") == before
    assert (
        tapped(before, read_tap({"kind": "say", "line": "dealt 1 ann 7s 8s 9s Td Jd # face up"}))
        == said
    )
    closed = typed(*PLAYED, "ok")
    assert "  dealt Bea Ah ?? ?? ?? ??\n" in enter_line(closed, "dealt Bea Ah").log
    with pytest.raises(UserError, match="takes a player and cards"):
        enter_line(closed, "dealt 1")


def test_what_a_deal_proves_of_an_earlier_hand_is_said_once_with_the_hand_that_it_is_of() -> None:
    """Cal drew none and played the 2♣ on Bea's spade; dealt a spade, she had to follow. Later
    findings are not new.
    """
    the_rest = [f"trick Bea {card} ??" for card in ("Qs", "Js", "Ts", "As")]
    hand = (
        "hand 1 Ann 9h",
        "play Bea 2",
        "play Cal 0",
        "pass",
        "Ks 2c",
        *the_rest,
        "tricks Bea 5",
        "ok",
    )
    before = typed(*hand, "hand 2 Ann 8c", "pass Bea Cal", 'pass "Big Al"', "ok", "hand 7c")
    assert before.log.count("hand 2 Ann") == 1
    after = dealt(before, 1, "Cal", "2c 4s 5d 6c 7c")
    found = objections(before, after)
    assert [one.finding.rule for one in found] == ["follow-suit"]
    assert found[0].words.startswith(
        "according to the cards dealt that have been entered: hand 1, trick 1, Cal: "
    )
    assert found[0].words.endswith("If one of them is wrong, take it back.")
    assert (found[0].call, found[0].recalls) == ("", ())
    assert objections(after, dealt(after, 1, "Ann", "9h")) == []
