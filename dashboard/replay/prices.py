"""What decisions in a hand were worth, shown at their steps: only prices that the book has, nothing is worked out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from dashboard.frame import navigation, wording
from dashboard.frame.estimates import is_clear, plain, signed
from dashboard.frame.shown_book import asked_priced, being_recorded
from ledger.book import Told
from ledger.game.play import NAMES
from ledger.stats import prices_of_hand
from ledger.story import Moment, Retelling, Seat

Row = Mapping[str, Any]


def of_hand(told: Told) -> Sequence[Row] | None:
    """The priced decisions of a hand, empty if there are none; None if they are not worked out yet.

    Empty for an evening being recorded: the viewer may be playing.
    """
    if told.hand.file in being_recorded():
        return []
    found = asked_priced(prices_of_hand, told.hand.session, told.place)
    if found is None:
        return None if any(seat.dealt for seat in told.hand.seats) else []
    rows = found.rows(named=True)
    return rows if any(row["best"] is not None for row in rows) else []


def way_to_more(priced: Sequence[Row] | None) -> None:
    """Link to the page on luck and decisions, if it has or will have something on this hand."""
    if priced is None:
        navigation.link("insight", "What staying or passing was worth here is not worked out yet: Luck and decisions")
    elif priced:
        navigation.link("insight", "Everybody's luck and decisions")


def of_moment(moment: Moment, hand: Retelling, priced: Sequence[Row]) -> Iterator[str]:
    """Yield a sentence for each decision in a step; its ``player`` is None if all declare at once."""
    for row in priced:
        seat = hand.seats[row["seat"]]
        if (
            navigation.DECIDED[row["kind"]] == moment.kind
            and moment.player in {seat.player, None}
            and row["trick"] in {moment.trick, None}
        ):
            said = sentence(seat, row)
            if said:
                yield said


def sentence(seat: Seat, row: Row) -> str:
    """A sentence on what a decision was worth; differences that may be chance are too close to tell."""
    player, gain, reach = seat.player, row["gain"], row["reach"]
    if row["kind"] == "card":
        return _of_card(player, row)
    if row["best"] is None:
        return f"No price for {_WHAT[row['kind']].format(player)}: {row['why_not']}."
    if row["kind"] == "discard":
        return _of_discard(player, row)
    did, other = ("staying", "passing") if row["best"] else ("passing", "staying")
    holding = f" with {' '.join(wording.card(NAMES[card]) for card in seat.dealt)}" if seat.dealt else ""
    before = f"From what {player} knew then{holding},"
    if gain > 0 and is_clear(gain, reach):
        return f"{before} {did} was worth {plain(gain)} chips more than {other} ({plain(gain - reach)} to {plain(gain + reach)})."
    said = f"{before} staying and passing are too close to tell apart"
    if is_clear(gain, reach):  # the best choice was found with other deals than it was measured with, and they disagree
        return f"{said}."
    return f"{said}: {did} was worth {signed(gain - reach, 1)} to {signed(gain + reach, 1)} chips more."


_WHAT: Final = {"stay": "{}", "discard": "what {} threw away"}
"""What has no price, in words."""


def _of_discard(player: str, row: Row) -> str:
    gain, reach = row["gain"], row["reach"]
    if gain > 0 and is_clear(gain, reach):
        return (
            f"From what {player} knew then, throwing away {wording.cards_of(row['best'])} was worth {plain(gain)} chips more "
            f"({plain(gain - reach)} to {plain(gain + reach)})."
        )
    return f"From what {player} knew then, nothing was clearly better to throw away."


def _of_card(player: str, row: Row) -> str:
    """A sentence on a card played, only if another was clearly better: most choices make no difference."""
    gain, reach = row["gain"], row["reach"]
    if row["best"] is None or gain <= 0 or not is_clear(gain, reach):
        return ""
    return (
        f"From what {player} knew then, {wording.cards_of(row['best'])} was worth {plain(gain)} chips more "
        f"({plain(gain - reach)} to {plain(gain + reach)})."
    )
