"""Questions for the trainer: each a picture of the table, what may be answered, and why.

The browser asks them by itself.

Its scores stay in the browser. Hands of the book are asked from what the player in question could
see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

import streamlit as st

from dashboard.frame import address, navigation, wording
from dashboard.frame.component import component
from dashboard.frame.shown_book import asked, asked_priced, evenings_called, the_book
from dashboard.frame.theme import DEFINITIONS, STYLE
from dashboard.replay.card_table import Scene, card_table
from ledger.book import told_hands
from ledger.game import PRESETS
from ledger.game.play import pretty
from ledger.insight import Puzzle, ending_in_words, made_up, puzzle_of
from ledger.insight.stay_table import class_of_cards, place_name
from ledger.stats import costly_stays, nights_called
from ledger.story import Moment, Retelling, moments

ANSWER: Final = (
    "Would you have stayed? Answer from what that player saw, then see what it was worth."
)
KINDS: Final = ("Stay or pass?", "Puzzle of the day")
_SEED: Final = "trainer deals"
_LONGEST: Final = 500
Question = dict[str, Any]
"""``svg``, ``asked``, ``options`` (label, key, and True if it is right), ``told`` by option,
``why``, and ``way`` or None.
"""


def show(*, puzzle: bool) -> None:
    """Ask hands, those of the book first, or the puzzle of today."""
    day = datetime.now(UTC).date()
    seed: int = st.session_state.setdefault(_SEED, SystemRandom().randrange(1 << 30))
    found = (
        [_puzzle(_of_day(day))]
        if puzzle
        else [*(_of_book() if the_book().exists else ()), *_made_up(seed)]
    )
    data = {
        "questions": found,
        "batch": f"{day}" if puzzle else str(seed),
        "score": "bourre puzzles" if puzzle else "bourre trainer",
        "day": str(day) if puzzle else None,
        "style": STYLE,
        "shapes": DEFINITIONS,
    }
    component("bourre.trainer", Path(__file__).with_name("trainer.html"))(
        key=f"trainer {puzzle}", data=data, on_more_change=_deal_more
    )


def _deal_more() -> None:
    st.session_state[_SEED] += 1


# --- Stay or pass ---------------------------------------------------------------------------------
def _of_book() -> Iterator[Question]:
    """Yield the decisions of the book that certainly cost the most."""
    rows = asked_priced(costly_stays).to_dicts()
    way_to, called = (
        navigation.hand_queries(row["id"] for row in rows),
        evenings_called({row["id"] for row in rows}),
    )
    queries = [way_to(row["id"], row["hand"]) for row in rows]
    wanted = tuple(
        (str(row["id"]), str(query["hand"])) for row, query in zip(rows, queries, strict=True)
    )
    hands = asked(told_hands, str(the_book().folder), wanted) if wanted else []
    for row, query, told in zip(rows, queries, hands, strict=True):
        player = told.hand.seats[row["seat"]].player
        better, worse = ("staying", "passing") if row["best"] else ("passing", "staying")
        worth = f"{wording.estimate(row['chips'])} chips more than {worse} ({_range(row)})"
        why = (
            f"From what {player} knew then, {better} was worth {worth}. {player} "
            f"{'stayed' if row['chosen'] else 'passed'}."
        )
        step = navigation.decision_name("stay", None, row["seat"])
        way = {
            "label": f"Hand {row['number']}, {called[row['id']]}",
            "href": address.of("replay", navigation.values_of({**query, "step": step})),
        }
        yield _question(told.hand, row["seat"], bool(row["best"]), why, way)


def _range(row: dict[str, Any]) -> str:
    return f"{wording.estimate(row['low'])} to {wording.estimate(row['high'])}"


def _made_up(seed: int) -> Iterator[Question]:
    """Yield hands made up by the rules that this book plays most."""
    played = (
        Counter(night.preset for night in asked(nights_called))
        if the_book().exists
        else Counter[str]()
    )
    preset = next((preset for preset, _ in played.most_common() if preset in PRESETS), "louisiana")
    for hand, seat, margin in _dealt(preset, seed):
        better, worse = ("staying", "passing") if margin > 0 else ("passing", "staying")
        many = round(100 * abs(margin))
        why = (
            f"By the stay chart, {better} is worth {many} hundredths of the pot more than "
            f"{worse}. Made up, by {preset} rules."
        )
        yield _question(hand, seat, margin > 0, why, None)


@st.cache_data(max_entries=20, show_spinner=False)
def _dealt(preset: str, seed: int) -> list[tuple[Retelling, int, float]]:
    return [(one.hand, one.seat, one.margin) for one in made_up(PRESETS[preset], seed)]


def _question(
    hand: Retelling, seat: int, stays: bool, why: str, way: dict[str, str] | None
) -> Question:
    player, seats = hand.seats[seat].player, len(hand.seats)
    steps = moments(hand)
    at = next(
        at
        for at, one in enumerate(steps)
        if one.kind == "declares" and one.player in {player, None}
    )
    before = (
        sum(one.declared in {"plays", "drops"} for one in hand.seats[:seat])
        if steps[at].player
        else 0
    )
    place = "the dealer" if seat == seats - 1 else f"{place_name(seat, seats)} of {seats} to speak"
    others = (
        f"{wording.counted(before, 'player')} {'is' if before == 1 else 'are'}"
        if before
        else "nobody is"
    )
    asked_now = f"You are {player}, {place}, and {others} in. Stay or pass?"
    options = [("Stay", "s", stays), ("Pass", "p", not stays)]
    holds = class_of_cards(hand.seats[seat].dealt or [], hand.trump)
    return {
        "svg": _picture(hand, _only_own(steps[at - 1], player, asked_now), player),
        "asked": wording.plain(asked_now, _LONGEST),
        "options": options,
        "told": ["", ""],
        "why": wording.plain(f"Your trumps: {holds}. {why}", _LONGEST),
        "way": way,
    }


def _only_own(moment: Moment, player: str, said: str) -> Moment:
    """The table as a player saw it, who is next: the others' cards from behind."""
    places = tuple(
        one if one.player == player else replace(one, cards=(), hidden=len(one.cards) + one.hidden)
        for one in moment.places
    )
    return replace(moment, places=places, said=said, player=None, turn=player)


def _picture(hand: Retelling, moment: Moment, player: str) -> str:
    return card_table(Scene(hand, moment, player, {}), alone=False)


# --- The puzzle of the day ------------------------------------------------------------------------
@st.cache_data(max_entries=3, show_spinner="Today's puzzle is dealt …")
def _of_day(day: date) -> Puzzle:
    return puzzle_of(day)


def _puzzle(puzzle: Puzzle) -> Question:
    hand, choice, solution = puzzle
    steps = moments(hand)
    at = next(
        at
        for at, one in enumerate(steps)
        if (one.kind, one.trick, one.player) == ("card", choice.trick, choice.player)
    )
    asked_now = (
        f"You are {choice.player}, and all cards are open. Which card spares you the bourré?"
    )
    cards = sorted(choice.leads_to, reverse=True)
    return {
        "svg": _picture(
            hand,
            replace(steps[at - 1], said=asked_now, player=None, turn=choice.player),
            choice.player,
        ),
        "asked": asked_now,
        "options": [
            (pretty(card), str(number), card == solution) for number, card in enumerate(cards, 1)
        ],
        "told": [ending_in_words(choice.leads_to[card]) for card in cards],
        "why": (
            f"From there everybody plays to win the most. Only {pretty(solution)} saves "
            f"{choice.player}."
        ),
        "way": None,
    }
