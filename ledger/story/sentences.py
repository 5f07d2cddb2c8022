"""The sentences of a retold hand, one for each thing that happens.

The names of hands in a session: ``12``, ``12#2`` for the second hand of that number, or ``:41`` for
a line of the log.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from ledger.errors import UserError
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.game.play import NONE, SYMBOLS, UNKNOWN, pretty
from ledger.hands.model import Hands
from ledger.wording import SUIT_NAMES, count, listing

if TYPE_CHECKING:
    from ledger.findings import Finding
    from ledger.story.retelling import Play, Retelling, Seat, Trick


# --- Sentences ------------------------------------------------------------------------------------
NUMBERS: Final = ("none", "one", "two", "three", "four", "five")


def antes(hand: Retelling) -> str:
    """What is in the pot before the deal: ``The pot holds 7 chips.

    Ann and Bea ante 1 each, which makes 9.``.
    """
    paid = {name: chips for name, chips in hand.antes.items() if chips}
    before = (
        f"The pot holds {count(hand.opening, 'chip')}." if hand.opening else "The pot is empty."
    )
    if not paid:
        return f"{before} Nobody antes."
    if len(set(paid.values())) == 1:
        each = "" if len(paid) == 1 else " each"
        who = (
            f"{listing(list(paid))} {'antes' if len(paid) == 1 else 'ante'} "
            f"{next(iter(paid.values()))}{each}"
        )
    else:
        who = f"Antes: {listing([f'{name} {chips}' for name, chips in paid.items()])}"
    return f"{before} {who}, which makes {hand.opening + sum(paid.values())}."


def deal(hand: Retelling) -> str:
    """Who deals, and what is trump."""
    cards = f"{NUMBERS[hand.game.hand_size]} cards each"
    dealt = (
        f"{cards.capitalize()} are dealt, nobody noted by whom"
        if hand.dealer is None
        else f"{hand.dealer} deals {cards}"
    )
    if hand.turned < UNKNOWN:
        turns = "the turned card is" if hand.dealer is None else "turns up"
        return f"{dealt} and {turns} {pretty(hand.turned)}: {SUIT_NAMES[hand.trump]} are trumps."
    if hand.trump >= 0:
        return f"{dealt}; {SUIT_NAMES[hand.trump]} {SYMBOLS[hand.trump]} are trumps."
    return f"{dealt}; the trump suit was not recorded."


def declares(seat: Seat) -> str:
    """``Bea plays``, ``Cal passes``."""
    return f"{seat.player} {'passes' if seat.declared == 'passes' else 'plays'}"


def draws(seat: Seat) -> str:
    """What a player draws: ``draws two: discards 7♦ and 6♦, receives A♥ and one not recorded``;
    empty where nothing is.
    """
    if seat.draw is None and not seat.out and not seat.drawn:
        return ""
    said = (
        "draws"
        if seat.draw is None
        else f"draws {NUMBERS[seat.draw] if seat.draw < len(NUMBERS) else seat.draw}"
    )
    named = []
    if seat.out:
        named.append(f"discards {_cards(seat.out)}")
    if seat.drawn:
        named.append(f"receives {_cards(seat.drawn)}")
    return f"{said}: {', '.join(named)}" if named else said


def _cards(codes: Sequence[int]) -> str:
    known = [pretty(card) for card in codes if card < UNKNOWN]
    missing = len(codes) - len(known)
    return listing([*known, f"{NUMBERS[missing]} not recorded"] if missing else known)


def plays(play: Play, *, leads: bool) -> str:
    """What a player puts on the table."""
    card = pretty(play.card) if play.card < UNKNOWN else "a card that was not recorded"
    if play.withdrawn != NONE:
        back = pretty(play.withdrawn) if play.withdrawn < UNKNOWN else "a card"
        return (
            f"{play.player} {'leads' if leads else 'plays'} {back}, takes it back and plays {card}."
        )
    return f"{play.player} {'leads' if leads else 'plays'} {card}."


def wins(trick: Trick) -> str:
    """Who takes a trick, and with which card."""
    if trick.winner is None:
        return f"The winner of trick {trick.number} is not known: a card was not recorded."
    card = next(play.card for play in trick.plays if play.player == trick.winner)
    return f"{trick.winner} wins trick {trick.number}" + (
        f" with {pretty(card)}." if card < UNKNOWN else "."
    )


def claims(hand: Retelling) -> str:
    """Which tricks somebody claims, and the cards laid down for them: ``Bea claims tricks 2 and 3
    with A♠ and K♠.``.
    """
    numbers = hand.claimed
    which = tricks_named(numbers)
    if not numbers:
        which = "the rest"
    elif numbers.stop > hand.game.hand_size:
        which = f"the rest, {which}" + ("," if hand.shown else "")
    return f"{hand.claim} claims {which}" + (f" with {_cards(hand.shown)}." if hand.shown else ".")


def tricks_named(numbers: range) -> str:
    """Consecutive tricks by number: ``trick 3``, ``tricks 3 and 4``, ``tricks 3 to 5``."""
    if len(numbers) < 2:
        return "".join(f"trick {number}" for number in numbers)
    return f"tricks {numbers[0]} {'and' if len(numbers) == 2 else 'to'} {numbers[-1]}"


def score(won: Mapping[str, int | None]) -> str:
    """The tricks of everybody who played: ``Eve 3 tricks, Bea 1, Cal none``."""
    parts = [
        f"{name} {'none' if not tricks else count(tricks, 'trick')}" for name, tricks in won.items()
    ]
    return f"{listing(parts)}."


def reason(found: Finding, *, leads: bool) -> str:
    """Why a card was wrong, in a few words, and what was right: ``must beat if able: A♦ was
    right``.
    """
    kind = KINDS_OF_FINDING[found.rule]
    duty = kind.duty_of_leader if leads else kind.duty
    right = [_named(card) for card in found.required or ()]
    return f"{duty}: {listing(right, 'or')} was right" if right else duty


def _named(card: str) -> str:
    return ("10" if card[0] == "T" else card[0]) + SYMBOLS["shdc".index(card[1])]


def settlement(hand: Retelling) -> list[tuple[str, str]]:
    """The chips line by line, as pairs of a figure (signed if chips moved) and what it is."""
    paid = [f"{name} {chips}" for name, chips in hand.antes.items() if chips]
    nobody = "not recorded" if hand.dealer is None and hand.game.dealer_antes else "nobody"
    lines = [
        (str(hand.opening), "lay in the pot"),
        (f"{sum(hand.antes.values()):+}", f"antes: {', '.join(paid) or nobody}"),
    ]
    lines += [
        (f"{payment.chips:+}", f"{payment.player} plays")
        for payment in hand.payments
        if payment.what == "plays"
    ]
    if hand.lacking:
        short = "unexplained: the books had less than nothing in the pot"
        lines.insert(0, (f"{hand.lacking:+}", short))
    if hand.booked:
        lines.append((f"{hand.booked:+}", "unexplained: the pot was counted here"))
    counted = (
        f", counted as {hand.counted}"
        if hand.counted is not None and hand.counted != hand.pot
        else ""
    )
    limit = f"; {_limited(hand)}" if hand.stake < hand.pot else ""
    lines.append((str(hand.pot), f"pot{counted}{limit}"))
    later = [payment for payment in hand.payments if payment.what != "plays"]
    lines += [(f"{payment.chips:+}", f"{payment.player} {payment.what}") for payment in later]
    lines.append((str(hand.next_pot), "stay for the next hand"))
    return lines


def _limited(hand: Retelling) -> str:
    if hand.game.limit_caps == "cost":
        return f"nobody pays more than {hand.stake}, the limit"
    return f"the stake is {hand.stake}, the limit"


def thrown_in(hand: Retelling) -> str:
    """A misdeal: ``The hand is thrown in: it does not count. 7 chips stay: Dot deals again, and
    nobody antes.``.
    """
    stays = "1 chip stays" if hand.next_pot == 1 else f"{hand.next_pot or 'No'} chips stay"
    return (
        f"The hand is thrown in: it does not count. {stays}: {hand.dealer or 'the same player'} "
        "deals again, and nobody antes."
    )


def settles(hand: Retelling) -> str:
    """Who takes and who pays, and what stays: ``Eve takes 13.

    Cal went bourré and matches 13. 13 stay …``.
    """
    said = [
        _paid(hand, payment.player, payment.what, abs(payment.chips))
        for payment in hand.payments
        if payment.what != "plays"
    ]
    if not any(payment.what == "takes" for payment in hand.payments):
        said.insert(0, "Nobody takes the pot.")
    stays = "1 chip stays" if hand.next_pot == 1 else f"{hand.next_pot or 'No'} chips stay"
    said.append(f"{stays} for the next hand.")
    said += not_known(hand)
    if not hand.verified:
        said.append("The pot cannot be checked here: not all that went into it is recorded.")
    return " ".join(said)


def not_known(hand: Retelling) -> list[str]:
    """What nobody wrote down of who won and who paid (5.16)."""
    said = []
    if not hand.outcome:
        named = any(payment.what == "takes" for payment in hand.payments)
        said.append("The tricks are not recorded." if named else "Who won is not recorded.")
    if hand.open:
        said.append("What else was paid, and by whom, is not known: the hand is open (rule 5.16).")
    return said


def match_verb(hand: Retelling) -> str:
    """How a bourré is paid: a player ``matches`` the stake, or ``pays`` what it costs (5.13)."""
    return "matches" if hand.bourre_is_stake else "pays"


def _paid(hand: Retelling, player: str, what: str, chips: int) -> str:
    if what == "takes":
        return f"{player} takes {chips}."
    if what == "matches":
        bourre = any(seat.player == player and seat.won == 0 for seat in hand.seats)
        return f"{player} {'went bourré and ' if bourre else ''}{match_verb(hand)} {chips}."
    return f"{player} pays {chips} for a renege."


# --- Hand name ------------------------------------------------------------------------------------
class HandName(NamedTuple):
    """A hand by its ``number``, with ``nth`` (from 1) if several have it and None if one does, or
    by a ``line`` of the log.
    """

    number: int | None
    line: int | None
    nth: int | None

    def fits(self, hands: Hands, row: int) -> bool:
        """True if this name may mean the hand in ``row``."""
        return (
            int(hands.number[row]) == self.number
            if self.line is None
            else _stands_in(hands, row, self.line)
        )


def parse_hand_name(text: str) -> HandName:
    """Parse the name of a hand. Raises UserError for any other text."""
    match = re.fullmatch(r"(:?)([0-9]{1,18})(?:#([0-9]{1,9}))?", text, re.ASCII)
    if match is None:
        raise UserError(
            f"{text} is not a hand",
            "write its number, such as 12, or 12#2 for the second one with that number",
        )
    number = int(match[2])
    return HandName(
        None if match[1] else number,
        number if match[1] else None,
        int(match[3]) if match[3] else None,
    )


def hand_names(hands: Hands) -> Iterator[str]:
    """Yield the name of each hand of one session: its number, or its line if other hands have that
    number too.
    """
    numbers, times = np.unique(hands.number, return_counts=True)
    once = set(numbers[(times == 1) & (numbers >= 0)].tolist())
    seen: dict[int, int] = {}
    for number, line in zip(hands.number.tolist(), hands.line.tolist(), strict=True):
        seen[number] = seen.get(number, 0) + 1
        if number in once:
            yield str(number)
        else:
            yield f":{line}" if line or number < 0 else f"{number}#{seen[number]}"


def _stands_in(hands: Hands, row: int, line: int) -> bool:
    """True if a line of the log belongs to the hand: from its first line to the next hand or
    statement between hands.
    """
    session = int(hands.session[row])
    last = row + 1 == len(hands) or int(hands.session[row + 1]) != session
    events = hands.events
    after = [
        int(at) for at in events.line[(events.session == session) & (events.line > hands.line[row])]
    ]
    ends = after + ([] if last else [int(hands.line[row + 1])])
    return int(hands.line[row]) <= line < min(ends, default=line + 1)
