"""A hand for people: tables of seats and tricks, the settlement line by line, the findings in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ledger.cli.audit_text import COLOURS, wrapped
from ledger.cli.terminal import WIDTH, paint, table, width_of
from ledger.findings.words.phrases import SUIT_NAMES
from ledger.game.cards import NAMES, NONE, SYMBOLS, UNKNOWN, pretty
from ledger.log.words import visible
from ledger.story.telling import settlement

if TYPE_CHECKING:
    from ledger.story.retelling import Play, Retelling, Seat, Trick

NARROWEST: Final = 4
"""Columns of a player in the table of tricks."""


def as_text(hand: Retelling) -> str:
    """Return everything ``bourre show`` says of a hand."""
    parts = [_heading(hand)]
    if hand.text:
        parts.append("\n".join(f"{number:>6}  {visible(line)}" for number, line in hand.text))
    if hand.seats:
        parts += [*_seats(hand), *_tricks(hand), _money(hand)]
    if hand.rulings:
        parts.append("\n".join(_rulings(hand)))
    parts.append("\n".join(_findings(hand)))
    return "\n\n".join(part for part in parts if part)


def _heading(hand: Retelling) -> str:
    name = "A hand without a number" if hand.number is None else f"Hand {hand.number}"
    lines = [
        paint(name, "bold") + f"  {visible(hand.file)}:{hand.line}  session {visible(hand.session)}, {hand.date}",
        f"rules {hand.rules}",
    ]
    if hand.text:
        lines.append(paint("In quarantine: with a line that cannot be read, nothing is judged or booked.", "yellow"))
    elif hand.turned < UNKNOWN:
        lines.append(f"{hand.dealer} deals and turns {pretty(hand.turned)}: {SUIT_NAMES[hand.trump]} are trumps")
    elif hand.trump >= 0:
        lines.append(f"{hand.dealer} deals; {SUIT_NAMES[hand.trump]} {SYMBOLS[hand.trump]} are trumps")
    else:
        lines.append(f"{hand.dealer} deals; the trump suit was not written down")
    return "\n".join(lines)


def _seats(hand: Retelling) -> Iterator[str]:
    """Yield a table of the seats, clockwise from the dealer's left, and one of the cards changed."""
    rows = []
    for seat in hand.seats:
        name = f"{seat.player} (D)" if seat.player == hand.dealer else seat.player
        rows.append([name, _cards(seat.dealt), _declared(seat), "" if seat.won is None else str(seat.won)])
    yield _table(["Seat", "Dealt", "Declares", "Tricks"], rows)
    changed = [[seat.player, _cards(seat.out), _cards(seat.drawn)] for seat in hand.seats if seat.out or seat.drawn]
    if changed:
        yield _table(["Draw", "Discards", "Receives"], changed)


def _table(headings: list[str], rows: list[list[str]]) -> str:
    """Return a table without the columns in which nothing stands."""
    used = [at for at in range(len(headings)) if any(row[at] for row in rows)]
    return table([headings[at] for at in used], [[row[at] for at in used] for row in rows])


def _declared(seat: Seat) -> str:
    drew = "" if seat.draw is None else f", draws {seat.draw}" if seat.draw else ", draws none"
    return {"plays": f"plays{drew}", "drops": f"plays{drew}, then passes"}.get(seat.declared, "passes")


def _cards(cards: list[int] | None) -> str:
    return "" if cards is None else " ".join(pretty(card) for card in cards)


def _tricks(hand: Retelling) -> Iterator[str]:
    """Yield the table of tricks, its legend, and what else the players showed."""
    if hand.tricks:
        order = [seat.player for seat in hand.seats if seat.declared == "plays"]
        yield "\n".join(_grid(hand.tricks, order))
        yield "\n".join(_legend(hand))
    said = []
    if hand.unfollowed is not None:
        said.append(f"Trick {hand.unfollowed} and what comes after it are not followed: see below.")
    if hand.claim is not None:
        shown = f" with {' '.join(pretty(card) for card in hand.shown)}" if hand.shown else ""
        said.append(f"{hand.claim} claims the rest{shown}.")
    if said:
        yield "\n".join(said)


def _grid(tricks: list[Trick], order: list[str]) -> Iterator[str]:
    """Yield a row for each trick and a column for each player, clockwise from the dealer's left."""
    cells = [[_cell(trick, player) for player in order] for trick in tricks]
    widths = [max(NARROWEST, *(width_of(text) for text, _ in column)) for column in zip(*cells, strict=True)]
    for at, name in enumerate(order):
        room = (WIDTH - 7 - sum(widths)) // len(order) - 1
        widths[at] = max(widths[at], min(width_of(name), widths[at] + max(room, 0)))
    yield "Trick  " + " ".join(_padded(_cut(name, width), width) for name, width in zip(order, widths, strict=True)).rstrip()
    for trick, row in zip(tricks, cells, strict=True):
        line = " ".join(
            paint(text, style) + " " * (width - width_of(text)) if style else _padded(text, width)
            for (text, style), width in zip(row, widths, strict=True)
        )
        yield f"{trick.number:>5}  {line}".rstrip()


def _cell(trick: Trick, player: str) -> tuple[str, str]:
    """Return what a player put into a trick, and the style it is shown in."""
    turn = next(at for at, play in enumerate(trick.plays) if play.player == player)
    play = trick.plays[turn]
    card = pretty(play.card) if play.withdrawn == NONE else f"{pretty(play.withdrawn)}>{pretty(play.card)}"
    won = trick.winner == player
    text = ("→" if turn == 0 else " ") + card + ("*" if won else "") + _mark(play)
    return text, "red" if play.verdict == "wrong" else "green" if won else ""


def _mark(play: Play) -> str:
    return {"wrong": "!", "not provable": "?"}.get(play.verdict, "")


def _padded(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def _cut(name: str, width: int) -> str:
    if width_of(name) <= width:
        return name
    while width_of(name) >= width:
        name = name[:-1]
    return name + "…"


def _legend(hand: Retelling) -> Iterator[str]:
    """Yield what the marks mean that occur, and what would have been right instead of each wrong card."""
    plays = [play for trick in hand.tricks for play in trick.plays]
    marks = ["→ led", "* won the trick"]
    if any(play.verdict == "wrong" for play in plays):
        marks.append("! against the rules")
    if any(play.verdict == "not provable" for play in plays):
        marks.append("? cannot be proved")
    if any(play.withdrawn != NONE for play in plays):
        marks.append("9♥>4♥ taken back")
    indent = " " * 7
    glued = "   ".join(mark.replace(" ", "\xa0") for mark in marks)
    yield from (
        paint(line.replace("\xa0", " "), "dim")
        for line in textwrap.wrap(glued, WIDTH, initial_indent=indent, subsequent_indent=indent)
    )
    for found in hand.findings:
        if found.required is not None:
            cards = " or ".join(pretty(NAMES.index(card)) for card in found.required)
            yield f"       trick {found.trick}, {found.player}: {cards} was right"


def _money(hand: Retelling) -> str:
    """Return the settlement line by line, the figures below one another."""
    lines = settlement(hand)
    width = max(len(figure) for figure, _ in lines) + 2
    text = ["Chips"]
    for figure, what in lines:
        text += textwrap.wrap(what, WIDTH, initial_indent=f"{figure:>{width}}  ", subsequent_indent=" " * (width + 4))
    if not hand.outcome:
        text.append("Who won what is not known.")
    if not hand.verified:
        text.append("The pot cannot be checked in this hand: a record before it is incomplete.")
    return "\n".join(text)


def _rulings(hand: Retelling) -> Iterator[str]:
    yield "Ruled later"
    for ruling in hand.rulings:
        what = "let stand" if ruling.chips is None else f"a penalty of {ruling.chips}"
        yield f"  {ruling.player}: {what} (line {ruling.line})"


def _findings(hand: Retelling) -> Iterator[str]:
    if not hand.findings:
        yield paint("Nothing wrong.", "green")
    for found in hand.findings:
        where = ", ".join(part for part in (found.trick and f"trick {found.trick}", found.player) if part)
        kind = paint(found.severity, COLOURS[found.severity])
        yield f"{kind}: {where}{' ' if where else ''}[{found.rule}], line {found.line}"
        yield wrapped(found.message)


def as_list(hands: list[Retelling]) -> str:
    """Return a line for each hand."""
    if not hands:
        return "no hands"
    rows = []
    several = len({hand.session for hand in hands}) > 1
    for hand in hands:
        takes = ", ".join(f"{paid.player} {-paid.chips}" for paid in hand.payments if paid.what == "takes")
        plays = sum(seat.declared == "plays" for seat in hand.seats)
        rows.append(
            [
                visible(hand.session) if several else "",
                f":{hand.line}" if hand.number is None else str(hand.number),
                hand.dealer or "",
                "in quarantine" if hand.text else _turned(hand),
                str(plays) if hand.seats else "",
                str(hand.pot) if hand.seats else "",
                takes,
                str(len(hand.findings) or ""),
            ]
        )
    return _table(["Session", "Hand", "Dealer", "Turned", "Play", "Pot", "Takes", "Findings"], rows)


def _turned(hand: Retelling) -> str:
    if hand.turned < UNKNOWN:
        return pretty(hand.turned)
    return SYMBOLS[hand.trump] if hand.trump >= 0 else "-"
