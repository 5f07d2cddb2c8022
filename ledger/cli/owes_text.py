"""Who owes what, in words: a table of balances, the pots, and the payments that make everybody square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ledger.book.figures import Balance, Owing, Pot, Transfer, pot_name
from ledger.cli.standing import standing_in_words
from ledger.cli.terminal import paint, table
from ledger.log.words import visible
from ledger.money.amounts import CHIPS, amount_text


@dataclass(frozen=True, slots=True)
class Standing:
    """Who owes what; the payment handles of players by account; and how many sessions the book has."""

    owing: Owing
    handles: Mapping[int, str]
    sessions: int


def as_text(standing: Standing) -> str:
    """Return everything that ``bourre owes`` says on a terminal."""
    if not standing.sessions and not standing.owing.balances:
        return "Nobody owes anybody anything: the book has no sessions yet.\nBring some in: bourre import PATH…"
    owing = standing.owing
    units = sorted({one.unit for one in owing.balances} | {pot.unit for pot in owing.pots})
    parts = [_unit(standing, unit, several=len(units) > 1) for unit in units]
    if not owing.transfers:
        parts.append("Nobody owes anybody anything.")
    return "\n\n".join(part for part in parts if part)


def _unit(standing: Standing, unit: str, *, several: bool) -> str:
    """Return everything in one currency; each block of lines has a blank line before the next."""
    owing = standing.owing
    people = [one for one in owing.balances if one.unit == unit and one.account > 0]
    blocks = []
    if people:
        people.sort(key=lambda one: -one.amount)
        blocks.append(table(["Player", "", "Balance"], map(_row, people), right=("Balance",)))
    loose = [*_pots(owing, unit), *_unexplained(owing, unit)]
    if loose:
        blocks.append("\n".join(loose))
    sentences = [sentence(one, standing.handles) for one in owing.transfers if one.unit == unit]
    if sentences:
        blocks.append("\n".join(sentences))
    if several:
        blocks[0] = f"{paint('Chips without a value' if unit == CHIPS else unit, 'bold')}\n{blocks[0]}"
    return "\n\n".join(blocks)


def _row(one: Balance) -> list[str]:
    return [one.name, standing_in_words(one.amount), amount_text(one.amount, one.unit, signed=True)]


def _pots(owing: Owing, unit: str) -> Iterator[str]:
    for pot in owing.pots:
        if pot.unit == unit:
            worth = "" if unit == CHIPS else f", worth {amount_text(pot.amount, unit)}"
            yield f"In {_the(pot_name(pot.game, owing.pots))}: {_chips(pot)}{worth}, for the next session of the game."


def _chips(pot: Pot) -> str:
    return amount_text(pot.chips, CHIPS)


def _unexplained(owing: Owing, unit: str) -> Iterator[str]:
    for one in owing.balances:
        if one.unit == unit and one.account < 0:
            what = "came from nowhere known" if one.amount < 0 else "went nobody knows where"
            yield f"Unexplained: {amount_text(abs(one.amount), unit)} {what}. See: bourre check"


def sentence(one: Transfer, handles: Mapping[int, str]) -> str:
    """Return a payment as a sentence to read out, with where to send the money if the payee has said so."""
    amount = amount_text(one.amount, one.unit)
    payer, payee = one.payer, one.payee
    if one.payer_account > 0 and one.payee_account > 0:
        handle = handles.get(one.payee_account)
        return f"{payer} pays {payee} {amount}" + (f" ({visible(handle)})" if handle else "")
    if one.payer_account > 0:
        return (
            f"{payer} puts {amount} into {_the(payee)}" if one.payee_account == 0 else f"{payer} owes {amount}, to nobody known"
        )
    if one.payee_account > 0:
        return (
            f"{payee} takes {amount} out of {_the(payer)}"
            if one.payer_account == 0
            else f"{payee} is owed {amount}, by nobody known"
        )
    if one.payer_account == one.payee_account:
        return f"{amount} go from {_the(payer)} into {_the(payee)}"
    if one.payee_account == 0:
        return f"The {visible(payee)} has {amount} from nobody known"
    return f"The {visible(payer)} owes {amount}, to nobody known"


def _the(pot: str) -> str:
    return f"the {visible(pot)}"
