"""Recording step by step: whatever is typed, in whatever order, nothing breaks, and every step can
be taken back.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ledger.errors import UserError
from ledger.log import read, write
from ledger.recording.hand_steps import card, finish_trick, objections, take_back
from ledger.recording.prompt import completions, enter_line
from ledger.recording.recording import (
    NewSession,
    Recording,
    confirm,
    note,
    opened,
    say,
    start,
    undo_line,
)
from ledger.recording.so_far import CONFIRM, RecordingView, view

EVENING = NewSession(
    "2026-11-20", "friday", ("Ann", "Bea", "Cal", "Big Al"), chip=25, currency="USD", pot=2
)
SOME = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])

HANDS = (
    "hand 9h",
    "hand Cal 9h",
    "hand 3 Bea h",
    "play Ann 2",
    "play Bea 0",
    "play Cal",
    'play "Big Al" 1',
    "pass",
    "pass Cal",
)
CARDS = (
    "Ah",
    "Ks 2s",
    "9h>4h",
    "??",
    "2c",
    "Kd",
    "back Qd",
    "trick Ann Ad 2d",
    "claim Ann",
    "dealt Bea As Ks 2c 3c 4c",
)
COUNTS = (
    "tricks Ann 3 Bea 2",
    "tricks Cal 5",
    "take -",
    "match Cal 3",
    "ante Ann Cal=5",
    "pot 9",
    "stay Ann",
    "early Ann",
    "renege Bea",
    "take Bea",
    "misdeal",
    "play Bea 1 Cal",
)
TABLE = (
    "buyin Ann 40",
    "count Ann 3",
    "leave Cal",
    "sit Cal after Ann",
    "pay Ann Bea 1.50 venmo",
    "penalty Bea 2 for 1",
    "end",
    "waive 1 Bea",
    "ante 2",
    "rules limit=40",
    "rules dealer-antes=yes",
    "expense Ann 4 beer for Bea",
    "result Ann 3 Bea -3",
    "end counted",
)
OTHERS = (
    "note so it was",
    "# so it was",
    "x-other 1",
    "ok",
    "",
    "undo",
    "nonsense",
    "hand",
    "play",
)
WORDS = st.sampled_from((*HANDS * 2, *CARDS, *COUNTS, *TABLE, *OTHERS))
RULES = st.sampled_from(
    ("louisiana", "indiana recall=renege", "dealer-takes-trump", "tutorial dealer-antes=yes")
)


def after(*lines: str) -> Recording:
    recording = start(EVENING)
    for line in lines:
        recording = enter_line(recording, line)
    return recording


@given(st.lists(WORDS, max_size=25), RULES)
@SOME
def test_whatever_is_typed_nothing_breaks_and_every_step_can_be_taken_back(
    lines: list[str], rules: str
) -> None:
    """What comes out is a log that can be read, in canonical form; taken back to the start, and
    said again, it is the same.
    """
    begun = start(NewSession("2026-11-20", "friday", EVENING.seats, rules))
    now = begun
    for line in lines:
        with suppress(UserError):
            following = enter_line(now, line)
            assert all(objection.words for objection in objections(now, following))
            now = following
        seen = view(now)
        assert (seen.hand is None) == (not now.playing)
        assert all(list(completions(seen, f"{line} ")))
    assert read(now.text, "x").errors == []
    assert write(read(now.log, "x")) == now.log
    back = now
    for _ in range(400):
        if back == begun:
            break
        back = undo_line(back)
        view(back)
    assert back == begun
    with pytest.raises(UserError, match="there is nothing left to undo"):
        undo_line(begun)
    for line in now.text.splitlines()[len(begun.log.splitlines()) :]:
        if back.playing and not line.startswith(" "):
            back = confirm(back)
        back = say(back, line) if line else back
    assert back.text == now.text


# --- What the prompt takes ------------------------------------------------------------------------


def test_the_next_hand_is_filled_in() -> None:
    played = after("hand Ann 9h", "play Bea 1", "pass", "")
    assert enter_line(played, "hand 8s").draft == ("hand 2 Bea 8s",)
    assert enter_line(played, "hand").draft == ("hand 2 Bea -",)
    assert enter_line(played, "hand h").draft == ("hand 2 Bea h",)
    assert enter_line(played, "hand Cal 8s").draft == ("hand 2 Cal 8s",)
    assert enter_line(played, "hand Cal").draft == ("hand 2 Cal -",)
    assert enter_line(played, 'hand "Big Al" 8s').draft == ('hand 2 "Big Al" 8s',)
    assert enter_line(played, "hand 12 Cal 8s").draft == ("hand 12 Cal 8s",)
    assert enter_line(played, "hand 12 8s").draft == ("hand 12 Bea 8s",)


def test_a_complete_hand_is_confirmed_by_what_comes_after_it() -> None:
    hand = after("hand Ann 9h", "play Bea 1", "pass")
    assert enter_line(hand, "buyin Ann 40") == say(confirm(hand), "buyin Ann 40")
    assert enter_line(hand, "hand 8s").log == confirm(hand).log
    with pytest.raises(
        UserError, match="cannot come inside a hand, and this hand is not confirmed"
    ):
        enter_line(after("hand Ann 9h"), "buyin Ann 40")


def test_cards_follow_the_turn_and_the_winner_leads() -> None:
    now = after("hand Ann 9h", "play Bea", "play Cal", "pass", "Ks As", "2c", "Qc")
    assert now.draft[-2:] == ("  trick Bea Ks As", "  trick Cal 2c Qc")
    seen = view(now).hand
    assert seen is not None
    assert seen.won == {"Bea": 1, "Cal": 1}
    assert seen.turn == "Bea"
    assert {"Ks", "As", "2c", "Qc", "9h"} <= set(seen.seen)


def test_the_open_trick_tells_what_leads_and_what_wins() -> None:
    seen = view(
        after("hand Ann 9h", "play Bea", "play Cal", 'play "Big Al"', "pass", "Ks", "2h")
    ).hand
    assert seen is not None
    assert (seen.led, seen.turn, seen.open_trick) == ("s", "Big Al", 2)
    assert seen.best is not None
    assert (seen.best.player, seen.best.card) == ("Cal", "2h")
    assert seen.tricks[0].winner is None


def test_a_hidden_winner_is_asked_for() -> None:
    now = after("hand Ann 9h", "play Bea", "play Cal", "pass", "Ks ??")
    with pytest.raises(UserError, match="it is not known who plays next") as told:
        card(now, "2c")
    assert "trick Ann 9h" in told.value.remedy
    assert view(say(now, "trick Cal 2c")).hand.turn == "Bea"  # type: ignore[union-attr]


def test_the_mode_changes_in_the_middle_of_a_trick() -> None:
    now = after("hand Ann 9h", "play Bea", "play Cal", "pass", "Ks As", "2c")
    assert finish_trick(now).draft[-1] == "  trick Cal 2c ??"
    assert finish_trick(finish_trick(now)) == finish_trick(now)
    counted = enter_line(now, "tricks Bea 2 Cal 3")
    assert counted.draft[-2:] == ("  trick Cal 2c ??", "  tricks Bea 2 Cal 3")
    assert view(counted).awaits == "confirm"


def test_taking_back_is_one_step_and_undone_in_one() -> None:
    now = after("hand Ann 9h", "play Bea", "play Cal", "pass", "Ks 2c")
    back = take_back(now, "2s")
    assert back.draft[-1] == "  trick Bea Ks 2c>2s"
    assert undo_line(back) == now
    with pytest.raises(UserError, match="already replaced another"):
        take_back(back, "3s")
    with pytest.raises(UserError, match="is not a card"):
        take_back(now, "1s")


def test_an_exemption_is_told_with_its_reason() -> None:
    one = after("hand Ann 9h", "play Bea", "play Cal", "pass", "tricks Bea 5", "")
    assert view(one).coming.exempt == {"Cal": "matched the pot"}  # type: ignore[union-attr]
    split = after("hand Ann 9h", "play Bea", "play Cal", "play Ann", "tricks Bea 2 Cal 2 Ann 1", "")
    assert view(split).coming.exempt == {"Bea": "split the pot", "Cal": "split the pot"}  # type: ignore[union-attr]
    called = after("hand Ann 9h", "play Bea", "play Cal", "tricks Bea 3 Cal 2", "renege Cal", "")
    assert view(called).coming.exempt == {"Cal": "paid for a renege"}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("lines", "before", "words"),
    [
        ([], "ha", ["hand"]),
        ([], "buyin B", ["Bea"]),
        ([], "buyin Ann 40 f", ["from"]),
        ([], "end ", ["carry", "counted", "divide"]),
        (["hand Ann 9h"], "play b", ["Bea"]),
        (["hand Ann 9h"], 'pass "B', ['"Big Al"']),
        (["hand Ann 9h"], "play Bea 1 ou", ["out"]),
        (["hand Ann 9h", "play Bea", "play Cal", "Ks"], "K", ["Kh", "Kd", "Kc"]),
        (["hand Ann 9h", "play Bea", "play Cal", "Ks"], "Kh k", ["Kd", "Kc"]),
    ],
)
def test_completion(lines: list[str], before: str, words: list[str]) -> None:
    assert sorted(completions(view(after(*lines)), before)) == sorted(words)


def test_an_ante_that_changes_is_that_of_the_next_hand() -> None:
    seen = view(after("hand Ann 9h", "pass Bea Cal Ann", "", "ante 3", "rules acadiana limit=9"))
    assert (seen.ante, seen.rules.preset, seen.rules.limit) == (3, "acadiana", 9)
    assert seen.coming is not None
    assert seen.coming.antes == {"Ann": 3, "Bea": 3, "Cal": 3, "Big Al": 3}


def test_an_ante_is_not_changed_in_a_hand() -> None:
    with pytest.raises(UserError, match="cannot come inside a hand"):
        after("hand Ann 9h", "ante 3")
    assert "ante Ann" in after("hand Ann 9h", "ante Ann").text


def test_rules_that_do_not_exist_are_refused_when_they_are_typed() -> None:
    with pytest.raises(UserError, match="there is no option named 'limt'"):
        after("rules limt=40")


def test_a_hand_that_was_thrown_in_is_dealt_again_with_its_number() -> None:
    seen = view(after("hand Ann 9h", "pass Bea", "misdeal"))
    assert seen.awaits == CONFIRM
    assert seen.hand is not None
    assert seen.hand.declaring is None  # nobody's word is awaited any more
    coming = view(after("hand Ann 9h", "pass Bea", "misdeal", "")).coming
    assert coming is not None
    assert (coming.number, coming.dealer) == (1, "Ann")


@pytest.mark.parametrize("score", ["tricks Bea 3, Cal 2, Ann 0", "take bea", "take -"])
def test_a_score_alone_is_a_hand(score: str) -> None:
    assert view(after("hand Ann 9h", score)).awaits == CONFIRM


def test_several_play_in_one_line() -> None:
    seen = view(after("hand Ann 9h", "play Bea 2, Cal", "pass"))
    assert seen.hand is not None
    assert seen.hand.declared == {
        "Bea": "plays",
        "Cal": "plays",
        "Big Al": "passes",
        "Ann": "passes",
    }


def test_cards_may_be_typed_with_commas() -> None:
    assert (
        after("hand Ann 9h", "play Bea", "play Cal", "pass", "Ks, Qs").draft
        == after("hand Ann 9h", "play Bea", "play Cal", "pass", "Ks Qs").draft
    )


# --- Logs that somebody edited --------------------------------------------------------------------

EDITED = start(EVENING).log + (
    "# a remark on the table\n\nhand 1 Ann 9h   # the first\n  # inside\n  play Bea\n  plya Cal\n "
    " tricks Bea 5\n# after it\n"
    "\n# above the next\nhand 2 Bea 8s\n  pass Cal Ann\nbuyin Ann 40\n"
)


def test_a_log_edited_by_hand_is_taken_back_and_said_again() -> None:
    """With remarks everywhere, and a line that cannot be read: that hand is shown as it is, and
    nothing is known of it.
    """
    now = opened(EDITED, "x")
    assert now == Recording(EDITED)
    seen: list[RecordingView] = []
    while True:
        try:
            now = undo_line(now)
        except UserError:
            break
        seen.append(view(now))
        if len(now.draft) == 3 and not now.log.count("hand"):
            break
    assert any(one.hand is not None and one.hand.number == 1 for one in seen)
    whole = opened(EDITED, "x")
    assert confirm(undo_line(undo_line(whole))).text + "buyin Ann 40\n" == EDITED
    assert undo_line(undo_line(whole)).draft[:2] == ("# above the next", "hand 2 Bea 8s")


def test_a_remark_goes_where_the_hand_is() -> None:
    assert note(after(), "cold beer").log.endswith("\n# cold beer\n")
    assert note(after("hand Ann 9h"), "cold  beer").draft == ("hand 1 Ann 9h", "  # cold beer")


@pytest.mark.parametrize(
    ("evening", "message"),
    [
        (NewSession("2026-11-31", "x", ("Ann", "Bea")), "is not a date"),
        (NewSession("2026-11-20", "", ("Ann", "Bea")), "the id of the evening is missing"),
        (NewSession("2026-11-20", "x", ("Ann", "Ann")), "is seated twice"),
        (NewSession("2026-11-20", "x", ()), "a player is missing"),
        (NewSession("2026-11-20", "x", ("Ann", "a=b")), "cannot be a name"),
        (NewSession("2026-11-20", "x", ("Ann", "B\nseats C")), "one line"),
        (NewSession("2026-11-20", "x", ("Ann", "Bea"), "lousiana"), "lousiana"),
        (NewSession("2026-11-20", "x", ("Ann", "Bea"), "louisiana limit"), "not an option"),
    ],
)
def test_an_evening_that_makes_no_sense(evening: NewSession, message: str) -> None:
    with pytest.raises(UserError, match=message):
        start(evening)
