"""Steps of the open hand: cards as they are played, or a score of who stayed and who won how many
tricks.

Then what a step proves: a card that shows an earlier play to be wrong, or a card that the known
hand forbids. Nothing is ever blocked: an objection is a message, with the lines that would settle
it.

Last the cards dealt, entered one by one during a hand or after it, including folded cards that
somebody remembers. The log has them as ``dealt`` and ``out`` lines. What nobody remembers is
``??``, so that a deal with only one card entered is a valid line. Nothing here says what a card was
worth, or what would have been right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

from ledger.engine.form import cards_served, stock
from ledger.errors import UserError
from ledger.findings import Finding, findings
from ledger.findings.kinds import KINDS_OF_FINDING, RULES_OF_PLAY, UNPAID_RENEGE
from ledger.game import Rules
from ledger.game.play import NAMES, NONE, UNKNOWN
from ledger.log import Problem, format_statement
from ledger.log.hand_statements import Ante, Dealt, Draw, HandLine, Misdeal, Play, Renege, Trick
from ledger.log.records import Hand, Session
from ledger.log.spellings import CARD_OF
from ledger.log.values import EXPECTED, match_name
from ledger.log.words import quote, shown, split
from ledger.recording.recording import (
    INDENT,
    Recording,
    alike,
    checked,
    last_hand,
    last_line,
    say,
    with_line,
    with_lines,
)
from ledger.recording.so_far import RecordingView, Standing, standing, view
from ledger.story import Retelling, Seat, turned_of


# --- Hand steps -----------------------------------------------------------------------------------
def card(recording: Recording, word: str) -> Recording:
    """Add the next card to the open trick, or begin a trick with it, led by the winner of the last
    one.

    ``word`` may also be ``??``, or ``9h>4h`` for a card taken back and replaced. Raises UserError
    for anything else, and if it is not known whose turn it is: then a ``trick`` line must name the
    leader.
    """
    seen = view(recording)
    if seen.hand is None or seen.hand.turn is None:
        raise UserError("it is not known who plays next", _way_out(seen))
    found = last_line(recording)
    if found is None or not seen.hand.open_trick:
        return say(recording, f"trick {quote(seen.hand.turn)} {word}")
    place, trick = found
    before, mark, after = word.partition(">")
    cards = (*trick.cards, _code(after if mark else before))
    withdrawn = (*trick.withdrawn, (len(trick.cards), _code(before))) if mark else trick.withdrawn
    return with_line(recording, place, trick._replace(cards=cards, withdrawn=withdrawn))


def take_back(recording: Recording, word: str) -> Recording:
    """Take the last card back and replace it by another (rules.md 4.10).

    Raises UserError if no card can be taken back.
    """
    found = last_line(recording)
    if found is None:
        raise UserError(
            "there is no card to take back",
            "a card can be taken back only until the next one is played",
        )
    place, trick = found
    last = len(trick.cards) - 1
    if trick.withdrawn and trick.withdrawn[-1][0] == last:
        raise UserError(
            "this card already replaced another",
            "only one card can be taken back here: undo that first",
        )
    return with_line(recording, place, recalled(trick, last, _code(word)))


def recalled(trick: Trick, index: int, instead: int) -> Trick:
    """A trick in which card ``index`` was taken back and replaced by ``instead``."""
    cards = (*trick.cards[:index], instead, *trick.cards[index + 1 :])
    return trick._replace(
        cards=cards, withdrawn=tuple(sorted((*trick.withdrawn, (index, trick.cards[index]))))
    )


def finish_trick(recording: Recording) -> Recording:
    """Fill up the open trick with ``??``: nobody looked, or the hand is no longer followed card by
    card.
    """
    found = last_line(recording)
    seen = view(recording)
    if found is None or seen.hand is None or not seen.hand.open_trick:
        return recording
    place, trick = found
    missing = len(seen.hand.active) - len(trick.cards)
    return with_line(recording, place, trick._replace(cards=(*trick.cards, *[UNKNOWN] * missing)))


def _code(word: str) -> int:
    code = CARD_OF.get(word)
    if code is None:
        raise UserError(
            f"{shown(word)} is not a card",
            f"expected {EXPECTED}; {NAMES[UNKNOWN]} is a card that nobody saw",
        )
    return code


def _way_out(seen: RecordingView) -> str:
    if seen.hand is None:
        return "start a hand first: hand 1 Ann 9h"
    if len(seen.hand.active) < 2:
        return "enter first who plays: play Ann 2"
    return "name the leader too: trick Ann 9h"


_TRICKS: Final = f"{INDENT}tricks "


def declare(recording: Recording, player: str, line: str) -> Recording:
    """Add a player's declaration, a line ``play …`` or ``pass …``, in the order of turns, whatever
    the order of taps.
    """
    lines, at = _in_turn(recording, player)
    said = replace(recording, draft=(*lines[:at], f"{INDENT}{line}", *lines[at:]))
    checked(recording.text, said.text)
    return said


def others_pass(recording: Recording) -> Recording:
    """Let everybody pass who has not declared: either one player is left, or none."""
    hand = view(recording).hand
    silent = [name for name, said in hand.declared.items() if not said] if hand else []
    places = [_in_turn(recording, name)[1] for name in silent]
    lines = list(recording.draft)
    for place, names in reversed(
        [
            (place, list(some))
            for place, some in groupby(silent, lambda name: places[silent.index(name)])
        ]
    ):
        lines.insert(place, f"{INDENT}pass {' '.join(map(quote, names))}")
    return replace(recording, draft=tuple(lines))


def _in_turn(recording: Recording, player: str) -> tuple[list[str], int]:
    """The lines of the hand, and the index at which a player's declaration belongs: before later
    declarations and the tricks.

    A ``pass`` line that names players on both sides of that place is split in two.
    """
    seats = last_hand(recording).seats
    later = set(seats[seats.index(player) + 1 :])
    lines = list(recording.draft)
    for at, line in enumerate(lines):
        words = words_of(line)
        if words[:1] == ["pass"] and later.intersection(words):
            sooner, after = (
                [quote(name) for name in words[1:] if (name in later) is late]
                for late in (False, True)
            )
            parts = [f"{INDENT}pass {' '.join(names)}" for names in (sooner, after) if names]
            return [*lines[:at], *parts, *lines[at + 1 :]], at + len(parts) - 1
        if words[:1] == ["tricks"] or (words[:1] == ["play"] and words[1] in later):
            return lines, at
    return lines, len(lines)


def words_of(line: str) -> list[str]:
    """The words of a line of the draft; empty for a statement of another program."""
    try:
        return split(line).words
    except Problem:
        return []


def count_tricks(recording: Recording, won: Mapping[str, int]) -> Recording:
    """Set the numbers of tricks of the open hand, replacing earlier ones, and finish an
    open trick.
    """
    without = replace(
        recording, draft=tuple(line for line in recording.draft if not line.startswith(_TRICKS))
    )
    counted = " ".join(f"{quote(player)} {tricks}" for player, tricks in won.items() if tricks)
    return say(finish_trick(without), f"tricks {counted}") if counted else without


# --- Referee --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Objection:
    """One thing that is wrong; ``finding.message`` says what, with the rule and the evidence.

    ``recalls`` are the ways to take the card back while it is the last one on the table: pairs of
    the card played instead (for ``take_back``) and the line that the trick then has. Empty if it is
    too late, or no play is at fault. It stands if nothing is said; ``call`` is the line by which
    the table calls the renege, empty where there is none to call. ``cost`` is what the renege comes
    to under the rules in chips, None if that is not known. ``earlier`` is True if it is of a hand
    before the one that is open, ``dealt`` if it came out by cards that were said to have been
    dealt.
    """

    finding: Finding
    recalls: tuple[tuple[str, str], ...] = ()
    call: str = ""
    cost: int | None = None
    earlier: bool = False
    dealt: bool = False

    @property
    def words(self) -> str:
        """What is wrong and what can be done about it, as plain text."""
        found = self.finding
        who = "" if found.message.startswith(f"{found.player} ") else found.player
        hand = f"hand {found.hand}" if self.earlier else ""
        where = ", ".join(filter(None, (hand, f"trick {found.trick}" if found.trick else "", who)))
        said = f"{where}: {found.message}" if where else found.message
        if self.dealt:
            return (
                f"according to the cards dealt that have been entered: {said} If one of them is "
                "wrong, take it back."
            )
        if found.rule not in RULES_OF_PLAY or found.settled is not None:
            return said
        cost = f" ({self.cost} into the next pot)" if self.cost else ""
        if self.recalls:
            return (
                f"{said} It can still be taken back; or it stands, and the table may call the "
                f"renege{cost}."
            )
        return (
            f"{said} The next card has been played, so it stands: the table may call the "
            f"renege{cost}, or let it be."
        )


def objections(before: Recording, after: Recording) -> list[Objection]:
    """What is proved wrong in ``after`` and was not in ``before``, in the order of the lines.

    For the open hand only what no later line can make right; the rest follows when it is confirmed.
    """
    old, new = before.text.split("\n"), after.text.split("\n")
    dealt = any(line.startswith(f"{INDENT}dealt ") for line in set(old) ^ set(new))
    moved = _moved(old, new)
    known = {_key(found, moved(found.line)) for found in _told(standing(before))}
    now = standing(after)
    said = _told(now)
    costs = {
        (found.hand, found.player): found.amount
        for found in _all(now)
        if found.rule == UNPAID_RENEGE
    }
    fresh = [found for found in said if _key(found, found.line) not in known]
    return [
        replace(_objection(now, after, found, costs.get((found.hand, found.player))), dealt=dealt)
        for found in fresh
    ]


def _told(now: Standing) -> list[Finding]:
    """The findings to report: for the open hand only those that are certain already."""
    if now.hand is None:
        return _all(now)
    first = now.hand.line
    return [
        found
        for found in _all(now)
        if found.line < first or KINDS_OF_FINDING[found.rule].final_before_the_end
    ]


def _all(now: Standing) -> list[Finding]:
    """Every finding except those of the hand to come."""
    judged = now.judged
    facts = [fact for fact in judged.facts if fact.row < 0 or fact.row != now.coming]
    found = findings(replace(judged, facts=facts))
    return sorted(found, key=lambda one: (one.line, one.trick or 99, one.rule, one.player or ""))


def _key(found: Finding, line: int) -> tuple[object, ...]:
    return found.rule, line, found.hand, found.trick, found.player, found.card


def _moved(before: Sequence[str], after: Sequence[str]) -> Callable[[int], int]:
    """A function from line numbers of ``before`` to those in ``after``: lines below an inserted one
    have moved.
    """
    same = alike(before, after)
    below = alike(before[same:][::-1], after[same:][::-1])
    return lambda line: line + len(after) - len(before) if line > len(before) - below else line


def _objection(now: Standing, after: Recording, found: Finding, cost: int | None) -> Objection:
    earlier = now.hand is not None and found.line < now.hand.line
    if found.rule not in RULES_OF_PLAY or found.player is None:
        return Objection(found, earlier=earlier)
    call = format_statement(Renege(0, found.player)) if now.hand is not None and not earlier else ""
    return Objection(found, _recalls(after, found), call, cost, earlier)


def _recalls(after: Recording, found: Finding) -> tuple[tuple[str, str], ...]:
    """Each card that would have been right, with the line of the trick after it replaces the last
    card.
    """
    last = last_line(after)
    if last is None or last[1].line != found.line:
        return ()
    trick, index = last[1], len(last[1].cards) - 1
    if NAMES[trick.cards[index]] != found.card or any(at == index for at, _ in trick.withdrawn):
        return ()
    return tuple(
        (card, format_statement(recalled(trick, index, NAMES.index(card))._replace(comment="")))
        for card in found.required or ()
    )


# --- Deals ----------------------------------------------------------------------------------------
_LONGEST_NUMBER: Final = 16  # the most digits of a hand's number; no log has as many


class SeatDealt(NamedTuple):
    """What is known of the cards dealt to a player; cards are canonical text, and none of them is
    ``??``.

    ``cards`` are those entered so far, ``certain`` those that must be among them: what the player
    is known to have discarded, what was played without a draw, and the turned card if it is the
    dealer's own. ``gone`` were dealt to somebody else or came later. ``own`` were in the player's
    hand after the draw; of all others at most ``room`` can have been dealt. ``out`` are the
    discards entered so far, of ``draw``, which is 0 if they cannot be entered: nothing was drawn,
    or an unknown number.
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

    ``size`` is how many cards each was dealt, ``turned`` the card turned for trump, empty if it was
    not noted.
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
    told = now.told(row)
    if not told.seats or told.number is None:
        return None
    hands, form = now.hands, now.judged.replay.form
    # folded cards may be back (3.4)
    again = bool(cards_served(hands, form)[:, row].sum() > stock(hands, form)[row])
    hand = _hands(now.before)[row]
    seats = (
        _seat_dealt(told, seat, _draw_of(hand, seat.player), again=again) for seat in told.seats
    )
    return HandDealt(told.number, told.game.hand_size, turned_of(told), tuple(seats))


def _draw_of(hand: Hand, player: str) -> Play | Draw | None:
    """The line that says how many cards a player drew, else the one that says that the player
    plays.
    """
    lines = [
        one for one in hand.statements if isinstance(one, Play | Draw) and one.player == player
    ]
    return next((one for one in lines if one.draw is not None), lines[0] if lines else None)


def _seat_dealt(told: Retelling, seat: Seat, line: Play | Draw | None, *, again: bool) -> SeatDealt:
    name, size = seat.player, told.game.hand_size
    takes = _may_take(told.game, told.dealer, name)
    dealer = told.game.trump == "dealer" and name == told.dealer
    later = {one.player: _later(told, one) for one in told.seats}
    gone = {card for one in told.seats if one.player != name for card in one.dealt or ()} | set(
        seat.drawn or ()
    )
    if not again:
        others = [one for one in told.seats if one.player != name]
        gone |= {
            card
            for one in others
            for card in (*(one.out or ()), *(one.drawn or ()), *later[one.player])
        }
    own = set() if takes else later[name] - set(seat.drawn or ())
    certain = set() if takes else set(seat.out or ()) | (own if seat.draw == 0 else set())
    (certain if dealer else gone).add(told.turned)
    room = (
        size
        if takes or seat.declared == "passes" or seat.draw is None
        else size - len(later[name]) + seat.draw
    )
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
    """True for a dealer who may take the turned card if it is not known whether it was taken
    (rules.md 2.4).
    """
    return rules.trump == "dealer-may-take" and player == dealer


def _later(told: Retelling, seat: Seat) -> set[int]:
    """The cards that a player is known to have had after the draw: played, taken back, or laid
    down.
    """
    plays = [play for trick in told.tricks for play in trick.plays if play.player == seat.player]
    cards = {card for play in plays for card in (play.card, play.withdrawn)}
    return (cards | set(told.shown if told.claim == seat.player else ())) - {NONE, UNKNOWN}


def _known(cards: Iterable[int]) -> list[int]:
    return [card for card in cards if card < UNKNOWN]


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in _known(cards))


# --- Saying it ------------------------------------------------------------------------------------
def is_of_a_hand_before(recording: Recording, words: Sequence[str]) -> bool:
    """True for a typed ``dealt`` line about a hand that is over, or about a hand given by number
    (``say_dealt_line``).
    """
    return words[0] == "dealt" and (not recording.playing or any(map(_is_number, words[1:2])))


def say_dealt_line(recording: Recording, line: str) -> Recording:
    """Enter the cards in a typed line: ``dealt Ann Ah Kh 7c 3c 2h`` for the last hand, ``dealt 3
    Ann …`` for hand 3.

    Raises UserError as ``say_dealt`` does.
    """
    try:
        said = split(line)
    except Problem as error:
        raise UserError(error.message, error.remedy) from error
    words = said.words[1:]
    number = int(words.pop(0)) if words and _is_number(words[0]) else None
    if len(words) < 2:
        raise UserError(
            "`dealt` takes a player and cards",
            "such as: dealt Ann Ah Kh 7c 3c 2h, or for hand 3: dealt 3 Ann Ah Kh",
        )
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
    """Enter the cards that a player was dealt in a hand, replacing what was entered before; no
    cards: nothing is known.

    ``number`` is the hand's (the last one, if several have it), None for the last hand of all.
    ``out`` are the discards; None leaves them as they are. Raises UserError for words that are not
    cards, for too many cards, and if the player was not in the hand.
    """
    hand, rules = _hand_of(recording, number)
    player = match_name(name, {one: one for one in hand.seats})
    if player is None:
        raise UserError(
            f"{shown(name)} did not sit in hand {_number(hand)}", f"one of: {', '.join(hand.seats)}"
        )
    had = next(
        (one for one in hand.statements if isinstance(one, Dealt) and one.player == player), None
    )
    play = _draw_of(hand, player)
    codes = _codes(cards, rules.hand_size)
    if out is not None:
        if play is None or not play.draw:
            raise UserError(
                f"the log does not say how many cards {shown(player)} drew",
                "enter that first, or leave out the discards",
            )
        if _may_take(rules, hand.seats[-1], player):
            remedy = "type the `dealt` line: one discard more than was drawn means it was taken"
            raise UserError(f"whether {shown(player)} took the turned card is not known", remedy)
        recording = with_lines(
            recording, play.line - 1, 1, [_line(play._replace(out=_codes(out, play.draw) or None))]
        )
    if had is not None:
        said = had._replace(cards=codes, comment=comment or had.comment)
        return with_lines(recording, had.line - 1, 1, [_line(said)] if codes else [])
    return (
        with_lines(recording, _place(hand, player), 0, [_line(Dealt(0, player, codes, comment))])
        if codes
        else recording
    )


def _hand_of(recording: Recording, number: int | None) -> tuple[Hand, Rules]:
    now = standing(recording)
    found = [
        (row, one)
        for row, one in enumerate(_hands(now.before))
        if one.first and number in {None, _number(one)}
    ]
    if not found:
        which = "no hand" if number is None else f"no hand {number}"
        raise UserError(
            f"there is {which} whose cards could be entered",
            "see what has been recorded, then try again",
        )
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
                f"{shown(word)} is not a card",
                f"expected {EXPECTED}; {NAMES[UNKNOWN]} is a card that nobody remembers",
            )
    cards = _known(CARD_OF[word] for word in words)
    if len(words) > size:
        raise UserError(
            f"these are {len(words)} cards, but only {size} were dealt", "leave out the extra ones"
        )
    if len(set(cards)) < len(cards):
        raise UserError("a card is named twice", "name each card once")
    return (*cards, *[UNKNOWN] * (size - len(cards))) if cards else ()


def _place(hand: Hand, player: str) -> int:
    """The line of the hand (from 0) before which a player's cards belong: after the antes, in the
    order of the seats.
    """
    assert hand.first is not None
    order = hand.seats.index(player)
    before = [one.line for one in hand.statements if isinstance(one, Ante)]
    before += [
        one.line
        for one in hand.statements
        if isinstance(one, Dealt) and hand.seats.index(one.player) < order
    ]
    return max((hand.first.line, *before))


def _line(statement: Dealt | Play | Draw) -> str:
    return INDENT + format_statement(statement)
