"""The plan as a table of players: those who owe on the left, those who are owed on the right, and
an arrow for each payment.

A seat opens why; an arrow is a button to note its payment. The lines beside the table say the same
in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from dashboard.frame import address, faces, navigation, theme, wording
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked
from dashboard.money import plan_lines
from dashboard.money.plan_lines import Offer
from ledger.book.balances.figures import Balance, Owing
from ledger.book.balances.unread import unread
from ledger.log.words import visible as visible_text
from ledger.money import amount_text, standing_in_words

MOST: Final = 6  # seats at a side: with more the arrows cannot be told apart, and there is no table
_SQUARE: Final = 4  # seats of those who are square; more are only counted
WIDTH: Final = 350
# height of a seat with its space, in units of which the table is ``WIDTH`` wide: pixels on a phone
_ROW: Final = 84
_SIDE: Final = 44
"""How far the middle of a seat is from the edge of the picture; the uppermost and the lowest are
``_BEND`` further in.
"""
_BEND: Final = 22
_FACE: Final = 19  # from the top of a seat to the middle of the face, and its radius
_WORDS: Final = 60  # height of the words on the felt, below the arrows
# width and height of an amount on an arrow, with the space that a finger needs
_LABEL: Final = (66, 40)
_WHERE: Final = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75, 0.82)
"""Where on its arrow an amount may stand, the best first."""

Spot = tuple[float, float]


class Seats(NamedTuple):
    """Where everybody sits, by account, as the middle of the face; the height of the table; and how
    many have no seat.

    ``low`` is where the seats of those who are square begin, above which there is room for words.
    """

    spots: dict[int, Spot]
    height: int
    standing: int
    low: int


def seats(balances: Sequence[Balance], offers: Sequence[Offer]) -> Seats | None:
    """The seats of a unit's balances; None if there are too many, or nobody."""
    owes = sorted(
        (one for one in balances if one.amount < 0), key=lambda one: (one.amount, one.name)
    )
    owed = sorted(
        (one for one in balances if one.amount > 0), key=lambda one: (-one.amount, one.name)
    )
    even = [one for one in balances if not one.amount]
    if not (owes or owed) and len(even) <= 2 * MOST:
        owes, owed, even = even[::2], even[1::2], []
    if not (owes or owed) or max(len(owes), len(owed)) > MOST:
        return None
    left = [one.account for one in owes]
    arrows = [(one.one.payee_account, one.one.payer_account) for one in offers]
    right = _beside([one.account for one in owed], left, arrows)
    left = _beside(left, right, [(payer, payee) for payee, payer in arrows])
    rows = max(len(left), len(right), 2)
    low = rows * _ROW + _WORDS
    spots = {}
    for side, x, inward in ((left, _SIDE, 1), (right, WIDTH - _SIDE, -1)):
        for at, account in enumerate(side):
            middle = (at + 0.5) / len(side)
            spots[account] = (
                x + inward * _BEND * (2 * middle - 1) ** 2,
                rows * _ROW * middle - _ROW / 2 + _FACE + 4,
            )
    sit = even[:_SQUARE] if len(even) <= _SQUARE else even[: _SQUARE - 1]
    for at, one in enumerate(sit):
        spots[one.account] = (WIDTH * (at + 0.5) / len(sit), low + _FACE + 4)
    return Seats(spots, low + (_ROW if sit else 0), len(even) - len(sit), low)


def _beside(side: list[int], others: list[int], arrows: Sequence[tuple[int, int]]) -> list[int]:
    """One side in the order of those opposite whom its arrows join: fewer of them cross."""
    heights = {
        one: [others.index(other) for here, other in arrows if here == one and other in others]
        for one in side
    }
    return sorted(
        side, key=lambda one: sum(heights[one]) / len(heights[one]) if heights[one] else len(others)
    )


def labels(arrows: Sequence[tuple[Spot, Spot]]) -> list[Spot]:
    """Where the amount of each arrow stands: on it, clear of the amounts before it and of the other
    arrows.
    """
    placed: list[Spot] = []
    for arrow in arrows:
        others = [one for one in arrows if one != arrow]
        spots = [_along(arrow, part) for part in _WHERE]
        placed.append(
            max(
                spots,
                key=lambda spot: (
                    min((1.0, *(_apart(spot, other) for other in placed))),
                    min((1.0, *(_off(spot, other) for other in others))),
                ),
            )
        )
    return placed


def _along(arrow: tuple[Spot, Spot], part: float) -> Spot:
    (x, y), (to_x, to_y) = arrow
    return x + (to_x - x) * part, y + (to_y - y) * part


def _off(spot: Spot, arrow: tuple[Spot, Spot]) -> float:
    """How far an amount is from an arrow that is not its own; from 1 on nobody takes it for that
    arrow's.
    """
    return min(2 * _apart(spot, _along(arrow, at / 24)) for at in range(25))


def _apart(one: Spot, other: Spot) -> float:
    """How far two amounts are from each other; from 1 on they do not touch."""
    return max(abs(one[0] - other[0]) / _LABEL[0], abs(one[1] - other[1]) / _LABEL[1])


def tables(standing: Owing, offers: Sequence[Offer]) -> bool:
    """Draw a table for each unit, with ``offers`` (between players) as arrows.

    Nothing, and False, if one of them has too many seats: the others would look like the whole
    plan.
    """
    units = list(dict.fromkeys(one.unit for one in standing.balances))
    units = [
        unit for unit in units if any(one.amount for one in _players(standing, unit))
    ] or units[:1]
    plans = {unit: [one for one in offers if one.one.unit == unit] for unit in units}
    found = {unit: seats(_players(standing, unit), plan) for unit, plan in plans.items()}
    if None in found.values():
        return False
    for unit, seated in found.items():
        if seated is not None:
            _table(standing, unit, plans[unit], seated)
    return True


def _players(standing: Owing, unit: str) -> list[Balance]:
    return [one for one in standing.balances if one.unit == unit and one.account > 0]


def _table(standing: Owing, unit: str, offers: Sequence[Offer], found: Seats) -> None:
    balances, mine = _players(standing, unit), my_account()
    spots = found.spots
    joined = [
        one for one in offers if one.one.payer_account in spots and one.one.payee_account in spots
    ]
    ends = [(spots[one.one.payer_account], spots[one.one.payee_account]) for one in joined]
    pots = [pot for pot in standing.pots if pot.unit == unit and pot.chips]
    data = {
        "size": [WIDTH, found.height],
        "seats": [_seat(one, spots[one.account], mine) for one in balances if one.account in spots],
        "arrows": [_arrow(*every, mine) for every in zip(joined, ends, labels(ends), strict=True)],
        "said": _said(
            found,
            any(one.amount for one in balances),
            [amount_text(pot.amount, unit) for pot in pots],
        ),
        "low": found.low,
        "felt": theme.felt(),
    }
    plan_lines.drawn(Path(__file__), f"plan table {unit}", offers, data)


def _said(found: Seats, owing: bool, pots: Sequence[str]) -> list[str]:
    """What stands on the felt besides arrows."""
    said = [] if owing else ["Nothing to pay" if asked(unread) else "Everybody is square"]
    if len(pots) == 1:
        said.append(f"In the pot: {pots[0]}")
    if found.standing:
        said.append(f"{wording.counted(found.standing, 'other')} square")
    return said


def _seat(one: Balance, spot: Spot, mine: int | None) -> Mapping[str, Any]:
    much = f" {amount_text(abs(one.amount), one.unit)}" if one.amount else ""
    you = one.account == mine
    return {
        "face": faces.face(one.account, one.name)._asdict(),
        "name": "You" if you else visible_text(wording.clipped(one.name, 14)),
        "figure": wording.signed(one.amount, one.unit) if one.amount else "square",
        "tone": wording.tone(one.amount),
        "label": (
            f"{visible_text(one.name)}{' (you)' if you else ''} "
            f"{standing_in_words(one.amount)}{much}: why"
        ),
        "href": address.of("owes", navigation.values_of({"player": one.account})),
        "mine": you,
        "at": spot,
    }


def _arrow(
    offer: Offer, ends: tuple[Spot, Spot], label: Spot, mine: int | None
) -> Mapping[str, Any]:
    return {
        "text": offer.text,
        "amount": amount_text(offer.one.amount, offer.one.unit),
        "paid": offer.paid,
        "href": "" if offer.paid else offer.link,
        "mine": plan_lines.is_of(mine, offer.one),
        "ends": ends,
        "at": label,
    }
