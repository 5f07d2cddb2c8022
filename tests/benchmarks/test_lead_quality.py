"""How good leads are, those of the table beside those of ``bourre simulate``: with open cards, and
in hands played out.

``BOURRE_TRIALS=full python -m pytest tests/benchmarks/test_lead_quality.py -s`` prints the figures
of ``docs/insight.md``, in some two minutes of one processor.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np
import pytest
from trials import FULL

from ledger.game import PRESETS
from ledger.hands.model import TRICKS, Array
from ledger.insight import StayTable, reference
from ledger.insight.leads import led
from ledger.insight.open_cards import best_play
from ledger.insight.rollout import (
    Held,
    ReferenceDeclarations,
    ReferenceTable,
    SensibleTricks,
    played_out,
    said_on,
    tricks_of,
    value_of,
)
from ledger.simulation.deck import Dice, Stock, deal
from ledger.simulation.hand import Deal, Tricks, Turn, lead

pytestmark = pytest.mark.benchmark

SEATS: Final = 5
OPEN: Final = 10_000 if FULL else 300
PLAYED: Final = 60_000 if FULL else 10_000
SAME: Final = 1e-6


def dealt(table: StayTable, dice: Dice, count: int) -> tuple[Deal, ReferenceDeclarations]:
    """Hands of reference players, before anybody plays a card."""
    decks, seated = dice.shuffled(count), np.full(count, table.seats)
    cards, turned, top = deal(table.rules, decks, seated, table.seats)
    to_play = Deal(seated, cards, turned.astype(np.int64))
    return to_play, said_on(ReferenceTable(table), to_play, Stock(dice, decks, top), dice)


def with_error(values: Array) -> str:
    """A mean with its standard error."""
    return f"{values.mean():.4f} ± {values.std() / np.sqrt(len(values)):.4f}"


class Opening(NamedTuple):
    """The first leads of hands in which several stayed: what was led, by whom, and of which cards;
    masks (hands,).
    """

    row: Array
    place: Array
    mine: Array
    trumps: Array
    led: dict[str, Array]


def openings(table: StayTable, said: ReferenceDeclarations) -> Opening:
    """The first leads, of those who had a choice: by the table of leads, and as in ``bourre
    simulate``.
    """
    parts = []
    for rows, tricks in tricks_of(
        table, said, np.zeros((TRICKS, table.seats, said.count), np.int64)
    ):
        tricks.run()
        legal = tricks.legal[0][2]
        some = np.flatnonzero(np.bitwise_count(legal) > 1)
        both = lead(legal, tricks.trumps), led(table.leads[tricks.cells[0]], legal, tricks.trumps)
        parts.append(
            [
                each[some]
                for each in (rows, tricks.place_of[0], tricks.dealt.held[0], tricks.trumps, *both)
            ]
        )
    row, place, mine, trumps, before, now = (
        np.concatenate(column) for column in zip(*parts, strict=True)
    )
    return Opening(row, place, mine, trumps, {"before": before, "now": now})


def test_opening_leads_are_more_often_as_good_as_the_best_with_open_cards() -> None:
    """What a lead loses is what the hand comes to for the leader with the best lead, everybody
    seeing all cards, less with it.
    """
    table = reference(PRESETS["louisiana"], SEATS)
    to_play, said = dealt(table, Dice(36), OPEN)
    first = openings(table, said)
    now = Held(
        *(each[:, first.row] for each in (said.declared, said.hand, said.own_out, said.draw))
    )
    those = Deal(
        to_play.seated[first.row], to_play.dealt[..., first.row], to_play.turned[first.row]
    )
    at = np.arange(len(first.row))

    def worth(first_card: Array) -> Array:
        told = np.zeros((TRICKS, SEATS, len(at)), np.int64)
        told[0, 0] = first_card
        return np.asarray(value_of(best_play(table, those, now, told), table)[first.place, at])

    best = worth(np.zeros(len(at), np.int64))
    lost = {name: best - worth(cards) for name, cards in first.led.items()}
    own = np.bitwise_count(first.mine & first.trumps)
    for name, cards in first.led.items():
        print(
            f"\n{name}: {len(at):,} leads, as good {with_error(lost[name] < SAME)}, lost "
            f"{with_error(lost[name])}"
        )
        for trumps in range(6):
            for what, some in (
                ("trump", cards & first.trumps != 0),
                ("plain", cards & first.trumps == 0),
            ):
                here = some & (own == trumps)
                if here.sum() > 1:
                    print(
                        f"  of {trumps} trumps, {what} led: {here.sum():6,}  as good "
                        f"{with_error(lost[name][here] < SAME)}, "
                        f"lost {with_error(lost[name][here])}"
                    )
    fewer = lost["before"] - lost["now"]
    print("fewer lost:", with_error(fewer))
    assert fewer.mean() > 0


BY_TABLE: Final = SensibleTricks.leads_with


def lead_of_one(place: int | None) -> Callable[[SensibleTricks, Turn], Array]:
    """Who sits there leads by the table of leads, all others as in ``bourre simulate``; None:
    everybody does that.
    """

    def leads_with(tricks: SensibleTricks, now: Turn) -> Array:
        before = Tricks.leads_with(tricks, now)
        if place is None:
            return before
        here = tricks.place_of[now.player, tricks.rows] == place
        return np.where(here, BY_TABLE(tricks, now), before)

    return leads_with


def test_who_leads_by_the_table_wins_more_of_those_who_lead_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for preset in PRESETS if FULL else ["louisiana"]:
        table = reference(PRESETS[preset], SEATS)
        _, said = dealt(table, Dice(37), PLAYED)

        def worth(
            place: int | None, table: StayTable = table, said: ReferenceDeclarations = said
        ) -> Array:
            monkeypatch.setattr(SensibleTricks, "leads_with", lead_of_one(place))
            return value_of(played_out(table, said, said.in_before), table)

        before = worth(None)
        more = np.mean([worth(place)[place] - before[place] for place in range(SEATS)], 0)
        print(f"{preset}: stakes more in a hand {with_error(more)}")
        assert more.mean() > 0
