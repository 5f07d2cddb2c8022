"""What a posting was for, and what a suggested transfer asks, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ledger.log.words import visible
from ledger.money import CHIPS, POSTING_KINDS, amount_text

if TYPE_CHECKING:
    from ledger.book.figures import SuggestedTransfer, Unexplained
    from ledger.book.trail import Item


PLAYED, BANK = "played", "bank"
"""Kinds of item that sum up several postings: what was won or lost in a hand or an evening, and chips bought and cashed."""


def what(item: Item, *, note: bool = False) -> str:
    """What a player did: ``took the pot``, ``paid Ann``; with ``note``, followed by the note of a payment."""
    if item.kind == PLAYED:
        return "won" if item.amount > 0 else "lost" if item.amount < 0 else "came out even"
    if item.kind == BANK:
        return "chips bought and cashed"
    kind = POSTING_KINDS[item.kind]
    words = (kind.received if item.amount > 0 else kind.given).replace("{other}", item.other)
    return f"{words}: {visible(item.note)}" if note and item.note else words


def in_the_log(item: Item) -> str:
    """Return the log line that says so, or ``by the rules`` if only the first line of the hand does."""
    return "by the rules" if item.rule and item.text.startswith("hand ") else item.text


def bare(amount: int, unit: str, *, signed: bool = True) -> str:
    """Return an amount for a column: chips without the word, which is in the heading."""
    text = amount_text(amount, unit, signed=signed)
    return text.partition(" ")[0] if unit == CHIPS else text


def transfer_sentence(one: SuggestedTransfer, handles: Mapping[int, str]) -> str:
    """A suggested transfer as a sentence to read out, with where to send the money if the payee has said so.

    ``handles`` are the payment handles of players by account. A pot and what is unexplained may be on either side.
    """
    amount = amount_text(one.amount, one.unit)
    payer, payee = one.payer, one.payee
    if one.payer_account > 0 and one.payee_account > 0:
        return f"{payer} pays {payee} {amount}{_where(one, handles)}"
    if one.payer_account > 0:
        return (
            f"{payer} puts {amount} into {_the(payee)}" if one.payee_account == 0 else f"{payer} owes {amount} to someone unknown"
        )
    if one.payee_account > 0:
        return (
            f"{payee} takes {amount} out of {_the(payer)}"
            if one.payer_account == 0
            else f"{payee} is owed {amount} by someone unknown"
        )
    if one.payer_account == one.payee_account:
        return f"{amount} moves from {_the(payer)} to {_the(payee)}"
    if one.payee_account == 0:
        return f"The {visible(payee)} has {amount} from an unknown source"
    return f"The {visible(payer)} owes {amount} to someone unknown"


def sentence_to(account: int, one: SuggestedTransfer, handles: Mapping[int, str]) -> str:
    """A suggested transfer to one of its two parties, by account: ``You owe Ann $4.20``, ``Bea owes you $3.00``."""
    amount = amount_text(one.amount, one.unit)
    if one.payer_account == account:
        if one.payee_account > 0:
            return f"You owe {one.payee} {amount}{_where(one, handles)}"
        return f"You put {amount} into {_the(one.payee)}" if one.payee_account == 0 else f"You owe {amount} to someone unknown"
    if one.payer_account > 0:
        return f"{one.payer} owes you {amount}"
    return (
        f"You take {amount} out of {_the(one.payer)}" if one.payer_account == 0 else f"You are owed {amount} by someone unknown"
    )


def _where(one: SuggestedTransfer, handles: Mapping[int, str]) -> str:
    """Where to send the money, in brackets."""
    handle = handles.get(one.payee_account)
    return f" ({visible(handle)})" if handle else ""


def unexplained_sentence(one: Unexplained) -> str:
    """Where something unexplained comes from, and what would explain it."""
    way = "came from an unknown source" if one.amount < 0 else "went to an unknown recipient"
    amount = amount_text(abs(one.amount), one.unit)
    return f"{amount} {way}: {visible(one.session)}, {visible(one.file)}:{one.line}. {_EXPLAINED.get(one.kind, _BY_A_LINE)}"


_BY_A_LINE: Final = "A missing buyin, cashout, penalty or transfer line could explain it, or a wrong count."
_EXPLAINED: Final = {
    "opening": "The session that left this pot could explain it, or a wrong pot line.",
    "pot count": "A missing or wrong ante, take or match line above could explain it, or a wrong count.",
}


def _the(pot: str) -> str:
    return f"the {visible(pot)}"
