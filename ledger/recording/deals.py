"""The cards dealt, entered one by one during a hand or after it, including folded cards that somebody remembers.

The log has them as ``dealt`` and ``out`` lines. What nobody remembers is ``??``, so that a deal of which only one card has
been tapped is a valid line. Nothing here says what a card was worth, or what would have been right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from ledger.engine.form import cards_served, stock
from ledger.errors import UserError
from ledger.game import Rules
from ledger.game.cards import NAMES, NONE, UNKNOWN
from ledger.log import Problem, format_statement
from ledger.log.context import match_name
from ledger.log.hand_statements import Ante, Dealt, HandLine, Misdeal, Play
from ledger.log.records import Hand, Session
from ledger.log.values import CARD_OF, EXPECTED
from ledger.log.words import shown, split
from ledger.recording.judging import Standing, standing
from ledger.recording.spoken import INDENT, Recording, with_lines
from ledger.story import Retelling, Seat, retell, turned_of

_LONGEST_NUMBER: Final = 16
"""The most digits of a hand's number; no log has as many."""


class SeatDealt(NamedTuple):
    """What is known of the cards dealt to a player; cards are canonical text, and none of them is ``??``.

    ``cards`` are those entered so far, ``certain`` those that must be among them: what the player is known to have discarded,
    what was played without a draw, and the turned card if it is the dealer's own. ``gone`` were dealt to somebody else or came
    later. ``own`` were in the player's hand after the draw; of all others at most ``room`` can have been dealt. ``out`` are
    the discards entered so far, of ``draw``, which is 0 if they cannot be entered: nothing was drawn, or an unknown number.
    """

    player: str
    cards: tuple[str, ...]
    certain: tuple[str, ...]
    gone: tuple[str, ...]
    own: tuple[str, ...]
    room: int
    out: tuple[str, ...]
    draw: int


class HandDealt(NamedTuple):
    """The cards dealt in a hand, by seat from the dealer's left on.

    ``size`` is how many cards each was dealt, ``turned`` the card turned for trump, empty if it was not noted.
    """

    number: int
    size: int
    turned: str
    seats: tuple[SeatDealt, ...]


def deals(recording: Recording) -> list[HandDealt]:
    """The cards dealt in the last confirmed hand and in the open one, unless that was thrown in."""
    now = standing(recording)
    rows = [row for row in range(len(_hands(now.before))) if not now.hands.misdeal[row]]
    chosen = rows[-2:] if now.here in rows else rows[-1:]
    return [found for row in chosen if (found := _hand_dealt(now, row)) is not None]


def _hands(session: Session) -> list[Hand]:
    return [item for item in session.body if isinstance(item, Hand)]


def _hand_dealt(now: Standing, row: int) -> HandDealt | None:
    told = retell(now.judged, row)
    if not told.seats or told.number is None:
        return None
    hands, form = now.hands, now.judged.replay.form
    again = bool(cards_served(hands, form)[:, row].sum() > stock(hands, form)[row])  # folded cards may be back (3.4)
    said = {one.player: one for one in _hands(now.before)[row].statements if isinstance(one, Play)}
    seats = (_seat_dealt(told, seat, said.get(seat.player), again=again) for seat in told.seats)
    return HandDealt(told.number, told.game.hand_size, turned_of(told), tuple(seats))


def _seat_dealt(told: Retelling, seat: Seat, line: Play | None, *, again: bool) -> SeatDealt:
    name, size = seat.player, told.game.hand_size
    takes = _may_take(told.game, told.dealer, name)
    dealer = told.game.trump == "dealer" and name == told.dealer
    later = {one.player: _later(told, one) for one in told.seats}
    gone = {card for one in told.seats if one.player != name for card in one.dealt or ()} | set(seat.drawn or ())
    if not again:
        others = [one for one in told.seats if one.player != name]
        gone |= {card for one in others for card in (*(one.out or ()), *(one.drawn or ()), *later[one.player])}
    own = set() if takes else later[name] - set(seat.drawn or ())
    certain = set() if takes else set(seat.out or ()) | (own if seat.draw == 0 else set())
    (certain if dealer else gone).add(told.turned)
    room = size if takes or seat.declared == "passes" or seat.draw is None else size - len(later[name]) + seat.draw
    return SeatDealt(
        name,
        _names(seat.dealt or ()),
        _names(sorted(certain)),
        _names(sorted(gone - certain)),
        _names(sorted(own)),
        min(room, size),
        _names(seat.out or ()),
        0 if line is None or line.draw is None or takes else line.draw,
    )


def _may_take(rules: Rules, dealer: str | None, player: str) -> bool:
    """True for a dealer who may take the turned card if it is not known whether it was taken (rules.md 2.4)."""
    return rules.trump == "dealer-may-take" and player == dealer


def _later(told: Retelling, seat: Seat) -> set[int]:
    """The cards that a player is known to have had after the draw: played, taken back, or laid down."""
    plays = [play for trick in told.tricks for play in trick.plays if play.player == seat.player]
    cards = {card for play in plays for card in (play.card, play.withdrawn)}
    return (cards | set(told.shown if told.claim == seat.player else ())) - {NONE, UNKNOWN}


def _known(cards: Iterable[int]) -> list[int]:
    return [card for card in cards if card < UNKNOWN]


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in _known(cards))


# --- Saying it ------------------------------------------------------------------------------------------------------------


def is_of_a_hand_before(recording: Recording, words: Sequence[str]) -> bool:
    """True for a typed ``dealt`` line about a hand that is over, or about a hand given by number (``say_dealt_line``)."""
    return words[0] == "dealt" and (not recording.playing or any(map(_is_number, words[1:2])))


def say_dealt_line(recording: Recording, line: str) -> Recording:
    """Enter the cards in a typed line: ``dealt Ann Ah Kh 7c 3c 2h`` for the last hand, ``dealt 3 Ann …`` for hand 3.

    Raises UserError as ``say_dealt`` does.
    """
    try:
        said = split(line)
    except Problem as error:
        raise UserError(error.message, error.remedy) from error
    words = said.words[1:]
    number = int(words.pop(0)) if words and _is_number(words[0]) else None
    if len(words) < 2:
        raise UserError("`dealt` takes a player and cards", "such as: dealt Ann Ah Kh 7c 3c 2h, or for hand 3: dealt 3 Ann Ah Kh")
    return say_dealt(recording, number, words[0], words[1:], comment=said.comment)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER


def say_dealt(  # noqa: PLR0913 - what there is to say
    recording: Recording,
    number: int | None,
    name: str,
    cards: Sequence[str],
    *,
    out: Sequence[str] | None = None,
    comment: str = "",
) -> Recording:
    """Enter the cards that a player was dealt in a hand, replacing what was entered before; no cards: nothing is known.

    ``number`` is the hand's (the last one, if several have it), None for the last hand of all. ``out`` are the discards;
    None leaves them as they are. Raises UserError for words that are not cards, for too many cards, and if the player was
    not in the hand.
    """
    hand, rules = _hand_of(recording, number)
    player = match_name(name, {one: one for one in hand.seats})
    if player is None:
        raise UserError(f"{shown(name)} did not sit in hand {_number(hand)}", f"one of: {', '.join(hand.seats)}")
    had = next((one for one in hand.statements if isinstance(one, Dealt) and one.player == player), None)
    play = next((one for one in hand.statements if isinstance(one, Play) and one.player == player), None)
    codes = _codes(cards, rules.hand_size)
    if out is not None:
        if play is None or not play.draw:
            raise UserError(
                f"the log does not say how many cards {shown(player)} drew", "enter that first, or leave out the discards"
            )
        if _may_take(rules, hand.seats[-1], player):
            remedy = "type the `dealt` line: one discard more than was drawn means it was taken"
            raise UserError(f"whether {shown(player)} took the turned card is not known", remedy)
        recording = with_lines(recording, play.line - 1, 1, [_line(play._replace(out=_codes(out, play.draw) or None))])
    if had is not None:
        said = had._replace(cards=codes, comment=comment or had.comment)
        return with_lines(recording, had.line - 1, 1, [_line(said)] if codes else [])
    return with_lines(recording, _place(hand, player), 0, [_line(Dealt(0, player, codes, comment))]) if codes else recording


def _hand_of(recording: Recording, number: int | None) -> tuple[Hand, Rules]:
    """A hand of a recording, and its rules."""
    now = standing(recording)
    found = [(row, one) for row, one in enumerate(_hands(now.before)) if one.first and number in {None, _number(one)}]
    if not found:
        which = "no hand" if number is None else f"no hand {number}"
        raise UserError(f"there is {which} whose cards could be entered", "see what has been recorded, then try again")
    row, hand = found[-1]
    if any(isinstance(one, Misdeal) for one in hand.statements):
        raise UserError(f"hand {_number(hand)} was thrown in", "its cards do not count")
    return hand, now.hands.house_of(row)[0]


def _number(hand: Hand) -> int:
    assert isinstance(hand.first, HandLine)
    return hand.first.number


def _codes(words: Sequence[str], size: int) -> tuple[int, ...]:
    """Codes of the cards, filled up with ``??`` to ``size``; empty if nothing is known."""
    for word in words:
        if word not in CARD_OF:
            raise UserError(
                f"{shown(word)} is not a card", f"expected {EXPECTED}; {NAMES[UNKNOWN]} is a card that nobody remembers"
            )
    cards = _known(CARD_OF[word] for word in words)
    if len(words) > size:
        raise UserError(f"these are {len(words)} cards, but only {size} were dealt", "leave out the extra ones")
    if len(set(cards)) < len(cards):
        raise UserError("a card is named twice", "name each card once")
    return (*cards, *[UNKNOWN] * (size - len(cards))) if cards else ()


def _place(hand: Hand, player: str) -> int:
    """The line of the hand (from 0) before which a player's cards belong: after the antes, in the order of the seats."""
    assert hand.first is not None
    order = hand.seats.index(player)
    before = [one.line for one in hand.statements if isinstance(one, Ante)]
    before += [one.line for one in hand.statements if isinstance(one, Dealt) and hand.seats.index(one.player) < order]
    return max((hand.first.line, *before))


def _line(statement: Dealt | Play) -> str:
    return INDENT + format_statement(statement)
