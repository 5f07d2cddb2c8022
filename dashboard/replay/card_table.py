"""The card table as one picture: seats, known cards of each hand, cards on the table, trump, pot
and dealer.

The layout of the card table: the sizes of the picture, cards and plates, and a place for every
player.
"""

from __future__ import annotations

import html
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from dashboard.frame import faces, wording
from dashboard.frame.faces import Face
from dashboard.frame.theme import DEFINITIONS, STYLE
from dashboard.frame.trick import face
from ledger.story import Moment, Retelling, trump_of, turned_of

_SUITS: Final = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


class Scene(NamedTuple):
    """A moment of a hand to draw: ``first`` sits at the bottom, ``standing`` are chips won or lost
    before the hand.

    ``faces`` are those of the players that the book knows.
    """

    hand: Retelling
    moment: Moment
    first: str
    standing: dict[str, int]
    faces: Mapping[str, Face] | None = None


def card_table(scene: Scene, *, four_colours: bool = False, alone: bool = True) -> str:
    """The table as SVG. ``alone`` includes its styles and the caption, to be shown anywhere."""
    hand, moment = scene.hand, scene.moment
    spots, (_, table, big) = _spots(scene), seats_for(len(moment.places))
    parts = [_felt(scene, table)]
    parts += [_played(scene, at, spots[laid.player], big) for at, laid in enumerate(moment.laid)]
    parts += [_seat(scene, at, spots[place.player]) for at, place in enumerate(moment.places)]
    parts += [_chips(chips, spots[player]) for player, chips in in_front(scene).items()]
    called = "A hand without a number" if hand.number is None else f"Hand {hand.number}"
    title = html.escape(f"{called}: {words(moment.said, hand)}")
    height = f"{table + CAPTION if alone else table:g}"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        f'class="bourre-table{" four" if four_colours else ""}"'
        f' viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{title}">'
        f"<title>{title}</title><desc>{html.escape(described(scene))}</desc>"
        + (f"<style>{STYLE}</style><defs>{DEFINITIONS}</defs>" if alone else "")
        + "".join(parts)
        + (caption(scene) if alone else "")
        + "</svg>"
    )


def described(scene: Scene) -> str:
    """Everything that the picture shows, in words, for screen readers."""
    hand, moment, trump = scene.hand, scene.moment, _trump(scene)
    said = [f"The pot is {_in_pot(scene)}."]
    if trump:
        turned = turned_of(hand)
        said.append(
            f"{_SUITS[trump].capitalize()} are trumps"
            + (f": {wording.card(turned)} was turned up." if turned else ".")
        )
    elif moment.kind != "antes":
        said.append("What is trump is not known.")
    if moment.turned:
        said.append(f"The turned card, {wording.card(moment.turned)}, lies apart.")
    if moment.laid:
        said.append(
            "On the table: "
            f"{'; '.join(_laid_in_words(scene, at) for at in range(len(moment.laid)))}."
        )
    if front := in_front(scene):
        said.append(
            "Chips in front of "
            f"{'; '.join(f'{name(player)}: {chips}' for player, chips in front.items())}."
        )
    if moment.reason:
        said.append(f"Wrong: {moment.reason}.")
    said += [_place_in_words(scene, at) for at in range(len(moment.places))]
    if moment.turn:
        said.append(f"{name(moment.turn)} is next.")
    return " ".join(said)


def in_front(scene: Scene) -> dict[str, int]:
    """Chips that lie in front of players and not in the pot: antes until the cards are dealt, at
    the end what was taken.
    """
    if scene.moment.kind == "antes":
        return {player: chips for player, chips in scene.hand.antes.items() if chips}
    taken = scene.hand.payments if scene.moment.kind == "settled" else []
    return {one.player: -one.chips for one in taken if one.chips < 0}


def _in_pot(scene: Scene) -> int:
    return scene.moment.pot - (sum(in_front(scene).values()) if scene.moment.kind == "antes" else 0)


def _trump(scene: Scene) -> str:
    # also empty if it is not known
    return "" if scene.moment.kind == "antes" else trump_of(scene.hand)


def _laid_in_words(scene: Scene, at: int) -> str:
    laid = scene.moment.laid[at]
    marks = [
        mark
        for mark, here in (("led", laid.led), (_best(scene), laid.best), ("wrong", laid.wrong))
        if here
    ]
    return f"{name(laid.player)} {wording.card(laid.card)}" + (
        f" ({', '.join(marks)})" if marks else ""
    )


def _best(scene: Scene) -> str:
    return "wins" if scene.moment.kind == "trick" else "best"


def _place_in_words(scene: Scene, at: int) -> str:
    place = scene.moment.places[at]
    held = [wording.card(card) for card in place.cards]
    if place.hidden:
        held.append(f"{place.hidden} unknown")
    about = [_standing(scene, at)]
    if fate := _fate(scene, at):
        about.append(fate)
    dealer = ", dealer" if place.player == scene.hand.dealer else ""
    return f"{name(place.player)}{dealer} ({', '.join(about)}): {', '.join(held) or 'no cards'}."


def name(player: str, longest: int = 32) -> str:
    """A name for text: short, and unable to reorder the text around it."""
    return wording.plain(player, longest)


def words(text: str, hand: Retelling) -> str:
    """A sentence about a hand, with every name in it made safe by ``name``."""
    for player in sorted((seat.player for seat in hand.seats), key=len, reverse=True):
        if name(player) != player:
            text = text.replace(player, name(player))
    return text


def _standing(scene: Scene, at: int) -> str:
    """What a player has won or lost so far, in chips, with its sign."""
    place = scene.moment.places[at]
    chips = scene.standing.get(place.player, 0) + place.chips
    return f"{'+' if chips > 0 else '−' if chips < 0 else '±'}{abs(chips)}"


def _fate(scene: Scene, at: int) -> str:
    """A player's state: passed, tricks won, at the end bourré; empty if there is nothing to say."""
    place = scene.moment.places[at]
    if place.state == "passed":
        return "passed"
    if place.tricks:
        return "1 trick" if place.tricks == 1 else f"{place.tricks} tricks"
    over = scene.moment.kind == "settled" and scene.hand.outcome
    return "bourré" if over and place.state == "plays" else ""


# --- Where everything is --------------------------------------------------------------------------
def _spots(scene: Scene) -> dict[str, Spot]:
    """Where everybody sits, clockwise from the bottom; players keep their places from hand
    to hand.
    """
    players = [place.player for place in scene.moment.places]
    start = players.index(scene.first) if scene.first in players else 0
    spots = seats_for(len(players)).spots
    return {players[(start + at) % len(players)]: spot for at, spot in enumerate(spots)}


# --- What is drawn --------------------------------------------------------------------------------
def _felt(scene: Scene, height: float) -> str:
    moment, trump, turned = scene.moment, _trump(scene), turned_of(scene.hand)
    middle = height / 2
    parts = [f'<rect class="rim" x="34" y="56" width="332" height="{height - 108:g}" rx="158"/>']
    parts.append(
        f'<rect class="felt" x="42" y="64" width="316" height="{height - 124:g}" rx="150"/>'
    )
    if trump and turned:
        parts.append(_card(turned, (WIDTH - CARD[0]) / 2, middle - 54))
    elif trump:
        parts.append(
            f'<g class="badge s{trump}"><circle cx="200" cy="{middle - 28:g}" '
            f'r="19"/>{_pip(trump, 200, middle - 28, 22)}</g>'
        )
    elif moment.kind != "antes":
        parts.append(f'<text class="small" x="200" y="{middle - 24:g}">trump not known</text>')
    if trump:
        parts.append(f'<text class="small" x="200" y="{middle - 58:g}">trump</text>')
    parts.append(f'<text class="pot" x="200" y="{middle + 26:g}">{_in_pot(scene)}</text>')
    parts.append(f'<text class="small" x="200" y="{middle + 41:g}">in the pot</text>')
    return "".join(parts)


def _seat(scene: Scene, at: int, spot: Spot) -> str:
    place, moment = scene.moment.places[at], scene.moment
    kind = " out" if place.state == "passed" else ""
    kind += (
        " turn" if moment.turn == place.player else " acts" if moment.player == place.player else ""
    )
    x, y = spot.plate
    left, top = x - PLATE[0] / 2, y - PLATE[1] / 2
    said = " · ".join(filter(None, (_standing(scene, at), _fate(scene, at))))
    deals = place.player == scene.hand.dealer
    seen = (scene.faces or {}).get(place.player)
    drawn = faces.drawn(seen, left + 17, y, 12) if seen else ""
    short = name(place.player, 10 if deals or seen else 12)
    whole = (
        f"<title>{html.escape(name(place.player, 200))}</title>" if short != place.player else ""
    )
    dealer = ""
    if deals:
        beside, under = (left + 28, y + 9) if seen else (left + 15, y)  # on the edge of a face
        dealer = (
            f'<g class="dealer"><circle cx="{beside:g}" cy="{under:g}" r="{7 if seen else 9}"/>'
        )
        dealer += f'<text x="{beside:g}" y="{under + 4:g}">D</text></g>'
    x += 14 if seen else 10 if deals else 0
    plate = (
        f'<g class="seat{kind}" data-chips="{place.chips}">{whole}'
        f'<rect x="{left:g}" y="{top:g}" width="{PLATE[0]}" height="{PLATE[1]}" rx="8"/>'
        f'<text class="name" x="{x:g}" y="{y - 1:g}">{html.escape(short)}</text>'
        f'<text class="of" x="{x:g}" y="{y + 12:g}">{html.escape(said)}</text>{drawn}{dealer}</g>'
    )
    return plate + _fan(scene, at, spot)


def _fan(scene: Scene, at: int, spot: Spot) -> str:
    """A hand: known cards (those that would have been right are marked and raised), then backs for
    unknown ones.
    """
    place, moment = scene.moment.places[at], scene.moment
    right = moment.right if moment.player == place.player else ()
    corners = cards_at(spot, len(place.cards) + place.hidden, 1 if place.cards else _FIST)
    parts = []
    for card, (x, y) in zip(place.cards, corners, strict=False):
        if card in right:
            mark = (
                '<g class="mark"><circle cx="9.5" cy="45" r="6.5"/><path d="M6.3 45l2.3 '
                '2.5l4-4.5"/></g>'
            )
            parts.append(
                f'<g class="right" transform="translate({x:g} '
                f'{y + spot.lift:g})">{face(card)}<use href="#bt-edge"/>{mark}</g>'
            )
        else:
            parts.append(_card(card, x, y))
    parts += [f'<use href="#bt-back" x="{x:g}" y="{y:g}"/>' for x, y in corners[len(place.cards) :]]
    return "".join(parts)


def _played(scene: Scene, at: int, spot: Spot, big: float) -> str:
    laid = scene.moment.laid[at]
    x, y = spot.played[0] - CARD[0] * big / 2, spot.played[1] - CARD[1] * big / 2
    kind = " wrong" if laid.wrong else " best" if laid.best else ""
    drawn = face(laid.card) + ('<use href="#bt-edge"/>' if kind else "")
    won = laid.best and scene.moment.kind == "trick"
    marks = ""
    # the gold edge shows the best card, and there is room for only one word
    if laid.best or laid.led:
        kind_of_tag, text = (
            "best" if laid.best else "led",
            "led" if laid.led and not won else _best(scene),
        )
        width = 8 + 5.3 * len(text)
        pill = f'<rect x="-2" y="-11" width="{width:g}" height="12" rx="6"/>'
        marks += (
            f'<g class="tag {kind_of_tag}">{pill}<text x="{width / 2 - 2:g}" '
            f'y="-1.7">{text}</text></g>'
        )
    if laid.wrong:
        marks += (
            '<g class="cross"><circle cx="30" cy="6" r="7.5"/><path d="M27 3l6 6m0-6l-6 6"/></g>'
        )
    seat = [place.player for place in scene.moment.places].index(laid.player)
    where = f'transform="translate({x:g} {y:g}) scale({big:g})" data-seat="{seat}"' + (
        ' data-won="1"' if won else ""
    )
    return f'<g class="laid{kind}" {where}>{drawn}{marks}</g>'


def _chips(chips: int, spot: Spot) -> str:
    """Chips in front of a player: some of them drawn, with a figure below."""
    x, y = spot.played
    many = min(_MOST_CHIPS, chips)
    pile = "".join(
        f'<circle class="chip" cx="{x + 12 * (nth - (many - 1) / 2):g}" cy="{y - 6:g}" r="7"/>'
        for nth in range(many)
    )
    return f'<g class="front">{pile}<text class="small" x="{x:g}" y="{y + 14:g}">{chips}</text></g>'


def _card(card: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})">{face(card)}</g>'


def _pip(suit: str, x: float, y: float, size: float) -> str:
    scale = size / 100
    return (
        f'<use href="#bt-pip-{suit}" transform="translate({x - size / 2:g} {y - size / 2:g}) '
        f'scale({scale:g})"/>'
    )


def caption(scene: Scene) -> str:
    """The caption: what happens, and why it is wrong; cut at the end of the second line."""
    moment, table = scene.moment, seats_for(len(scene.moment.places)).height
    lines = _lines(words(moment.said, scene.hand), 1 if moment.reason else 2)
    parts = [
        f'<text class="said" x="200" y="{table + 14 + 16 * at:g}">{html.escape(line)}</text>'
        for at, line in enumerate(lines)
    ]
    if moment.reason:
        parts.append(
            '<text class="said why" x="200" '
            f'y="{table + 30:g}">{html.escape(_lines(moment.reason, 1)[0])}</text>'
        )
    return "".join(parts)


def _lines(text: str, most: int, width: int = 58) -> list[str]:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], lines[most - 1][: width - 1] + "…"]


# --- Layout ---------------------------------------------------------------------------------------
WIDTH: Final = 400
CAPTION: Final = 40  # height of the caption below a picture that is shown alone
_MOST_CHIPS: Final = 3  # drawn in front of a player, however many there are
CARD: Final = (38, 53)
PLATE: Final = (118, 32)
# gaps between the cards of a row, and between the rows of a hand: no card covers another
_APART: Final = (1.5, 3)
_FIST: Final = 0.6  # how close cards are that nobody sees
_LIFT: Final = 8
_SPACE: Final = 8  # the gap between players at the top or bottom and those at the sides
_LEAST: Final = 300  # the least height of the middle, where cards are played

_SIDES: Final = {
    1: (1, 0, 0, 0),
    2: (1, 0, 1, 0),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 2, 1, 2),
    7: (1, 2, 2, 2),
    8: (2, 2, 2, 2),
    9: (2, 2, 3, 2),
    10: (3, 2, 3, 2),
    11: (3, 3, 2, 3),
    12: (3, 3, 3, 3),
}
"""By number of players, how many sit at the bottom, left, top and right: clockwise, seen from
above.
"""

_ACROSS: Final = {0: (), 1: (200,), 2: (100, 300), 3: (62, 200, 338)}
_PLAYED_ACROSS: Final = {0: (), 1: (200,), 2: (150, 250), 3: (142, 200, 258)}
# players at a side play their cards closer together than their seats, by this factor
_INWARD: Final = 0.57


class Spot(NamedTuple):
    """A player's place: the centre of the plate and of the card played, the hand, and how many of
    its cards are in a row.

    ``hand`` is the centre of the top edge of its first row; ``lift`` is the offset of a raised
    card.
    """

    plate: tuple[float, float]
    hand: tuple[float, float]
    played: tuple[float, float]
    row: int
    lift: int


class Seating(NamedTuple):
    """A table: its spots clockwise from the bottom, its height, and the scale of played cards
    relative to cards in hand.
    """

    spots: list[Spot]
    height: float
    big: float


@cache
def seats_for(players: int) -> Seating:
    """The seats of a table; clockwise, so the bottom row runs from right to left."""
    bottom, left, top, right = _SIDES[players]
    big = 1.2 if players <= 5 else 1.05 if players <= 8 else 1.0
    middle = max(_LEAST, max(left, right) * (_block(3) + 2 * _APART[1]))
    above, below = _block(_row(top)) + _SPACE, _block(_row(bottom)) + _SPACE
    height = above + middle + below
    ends = _SPACE + 2 + CARD[1] * big / 2
    spots = [
        Spot(
            (x, height - PLATE[1] / 2 - 4),
            (x, height - _block(_row(bottom)) + 2),
            (played, height - below - ends),
            _row(bottom),
            -_LIFT,
        )
        for x, played in zip(_ACROSS[bottom], _PLAYED_ACROSS[bottom], strict=True)
    ][::-1]
    spots += _side(left, 61, 149, above, middle)[::-1]
    spots += [
        Spot((x, PLATE[1] / 2 + 4), (x, PLATE[1] + 6), (played, above + ends), _row(top), _LIFT)
        for x, played in zip(_ACROSS[top], _PLAYED_ACROSS[top], strict=True)
    ]
    spots += _side(right, WIDTH - 61, 251, above, middle)
    return Seating([spot if spot.row > 3 else spot._replace(lift=0) for spot in spots], height, big)


def _side(number: int, x: float, inner: float, above: float, middle: float) -> list[Spot]:
    """The spots of one side from top to bottom, each with a hand in two rows."""
    spots = []
    for at in range(number):
        centre = above + middle * (at + 0.5) / number
        upper = centre - _block(3) / 2
        played = above + middle / 2 + (centre - above - middle / 2) * _INWARD
        spots.append(
            Spot((x, upper + PLATE[1] / 2), (x, upper + PLATE[1] + 2), (inner, played), 3, 0)
        )
    return spots


def _row(across: int) -> int:
    """How many cards of a hand are in a row if ``across`` players sit beside each other."""
    return 3 if across == 3 else 5


def _block(row: int) -> float:
    return PLATE[1] + 6 + CARD[1] + (CARD[1] + _APART[1] if row == 3 else 0)


def cards_at(spot: Spot, number: int, close: float = 1) -> list[tuple[float, float]]:
    """The upper left corners of the cards of a hand; if there are too many, or they are to be so
    ``close``, they overlap.
    """
    row = number if number <= spot.row or spot.row > 3 else -(-number // 2)
    room = spot.row * (CARD[0] + _APART[0]) - _APART[0]
    step = min(CARD[0] + _APART[0], (room - CARD[0]) / max(1, row - 1)) * close
    found = []
    for at in range(number):
        line, place = divmod(at, max(1, row))
        beside = min(row, number - line * row)
        left = spot.hand[0] - (CARD[0] + step * (beside - 1)) / 2
        found.append((left + step * place, spot.hand[1] + line * (CARD[1] + _APART[1])))
    return found
