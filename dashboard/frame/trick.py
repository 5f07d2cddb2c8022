"""A card, and a trick in miniature: who played what, which card was wrong, and what would have been
right.
"""

from __future__ import annotations

import html
from typing import Final, NamedTuple

from dashboard.frame import theme, wording
from dashboard.frame.theme import DEFINITIONS, STYLE
from ledger.story import Moment, Retelling, moments

_APART: Final = 62
_HEIGHT: Final = 84


class Drawn(NamedTuple):
    """A picture: its SVG, its width in pixels, and what it shows in words."""

    svg: str
    width: int
    said: str


def face(card: str) -> str:
    """A card at the origin, as SVG; an unrecorded card is shown face down."""
    if card == "??":
        return '<use href="#bt-back"/><text class="unknown" x="19" y="34">?</text>'
    ten = ' class="ten"' if card[0] == "T" else ""
    return (
        f'<g class="s{card[1]}"><use href="#bt-{card[1]}"/><text{ten} x="11" '
        f'y="19.5">{wording.card(card)[:-1]}</text></g>'
    )


def trick_drawn(hand: Retelling, trick: int, player: str) -> Drawn | None:
    """The trick in which a player is said to have played a wrong card; None if it was not written
    down.
    """
    here = [one for one in moments(hand) if one.trick == trick and one.laid]
    wrong = next((one for one in here if one.player == player and one.verdict == "wrong"), None)
    if not here or wrong is None:
        return None
    whole = here[-1]
    parts = [_laid(whole, at, player) for at in range(len(whole.laid))]
    start = _APART * len(whole.laid) + 24
    parts += [_right(card, start + 44 * at) for at, card in enumerate(wrong.right)]
    if wrong.right:
        parts.append(
            f'<text class="seat" x="{start + max(22 * len(wrong.right), 44)}" y="70">would be '
            "right</text>"
        )
    cards = ", ".join(
        f"{wording.plain(one.player, 32)} {wording.card(one.card)}" for one in whole.laid
    )
    right = (
        f" {wording.listed([wording.card(card) for card in wrong.right])} would be right."
        if wrong.right
        else ""
    )
    said = f"Trick {trick}: {cards}. The card of {wording.plain(player, 32)} is wrong.{right}"
    width = start + max(44 * len(wrong.right), 92 if wrong.right else 0) + 8
    scheme = theme.tokens()
    return Drawn(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="bourre-table" viewBox="-4 -10 {width} '
        f'{_HEIGHT}" role="img">'
        f"<title>{html.escape(said)}</title><style>{STYLE} "
        f".bourre-table{{color-scheme:{scheme.name}}}"
        ".bourre-table "
        f"text.seat{{font-size:12px;fill:{scheme.ink}}}</style><defs>{DEFINITIONS}</defs>{''.join(parts)}</svg>",
        width,
        said,
    )


def _laid(moment: Moment, at: int, player: str) -> str:
    laid = moment.laid[at]
    is_wrong = laid.player == player
    edge = '<use href="#bt-edge"/>' if is_wrong or laid.best else ""
    cross = (
        '<g class="cross"><circle cx="36" cy="3" r="7.5"/><path d="M33 0l6 6m0-6l-6 6"/></g>'
        if is_wrong
        else ""
    )
    kind = "wrong" if is_wrong else "best" if laid.best else ""
    name = html.escape(wording.plain(laid.player, 9))
    return (
        f'<g class="{kind}" transform="translate({_APART * at + 8} '
        f'0)">{face(laid.card)}{edge}{cross}</g>'
        f'<text class="seat" x="{_APART * at + 27}" y="70">{name}</text>'
    )


def _right(card: str, x: int) -> str:
    return (
        f'<g class="right" transform="translate({x + 4} 0)">{face(card)}<use href="#bt-edge"/></g>'
    )
