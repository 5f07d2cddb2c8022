"""What a suggested transfer asks and what is unexplained, in words; and the links to pay with.

A template in the settings turns each suggested payment into an address of the service that the
group pays through.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from ledger.answer import Amount, File, NotKnown, Player, Remedy, Sentence, listed, words
from ledger.book.files.settings import CURRENCY, FIELD, HANDLE, Player as Payee, Settings
from ledger.log.words import visible
from ledger.money import CHIPS, decimal_text

if TYPE_CHECKING:  # `bourre owes --help` needs no database
    from ledger.book.balances.figures import SuggestedTransfer, Unexplained


# --- Transfers in words ---------------------------------------------------------------------------
def bare(amount: int, unit: str, *, signed: bool = True) -> str:
    """Return an amount for a column: chips without the word, which is in the heading."""
    return Amount(amount, unit, signed).bare


def transfer_sentence(one: SuggestedTransfer, handles: Mapping[int, str]) -> Sentence:
    """A suggested transfer as a sentence to read out, with where to send the money if the payee has
    said so.

    ``handles`` are the payment handles of players by account. A pot and what is unexplained may be
    on either side.
    """
    amount, payer, payee = _parties(one)
    if one.payer_account > 0 and one.payee_account > 0:
        return words(payer, " pays ", payee, " ", amount, _where(one, handles))
    if one.payer_account > 0:
        return (
            words(payer, " owes the ", payee, " ", amount)
            if one.payee_account == 0
            else words(payer, " owes ", amount, " to someone unknown")
        )
    if one.payee_account > 0:
        return (
            words(payee, " takes ", amount, " out of the ", payer)
            if one.payer_account == 0
            else words(payee, " is owed ", amount, " by someone unknown")
        )
    if one.payer_account == one.payee_account:
        return words(amount, " moves from the ", payer, " to the ", payee)
    if one.payee_account == 0:
        return words("The ", payee, " has ", amount, " from an unknown source")
    return words("The ", payer, " owes ", amount, " to someone unknown")


def sentence_to(account: int, one: SuggestedTransfer, handles: Mapping[int, str]) -> Sentence:
    """A suggested transfer to one of its two parties, by account: ``You owe Ann $4.20``, ``Bea owes
    you $3.00``.
    """
    amount, payer, payee = _parties(one)
    if one.payer_account == account:
        if one.payee_account > 0:
            return words("You owe ", payee, " ", amount, _where(one, handles))
        return (
            words("You owe the ", payee, " ", amount)
            if one.payee_account == 0
            else words("You owe ", amount, " to someone unknown")
        )
    if one.payer_account > 0:
        return words(payer, " owes you ", amount)
    return (
        words("You take ", amount, " out of the ", payer)
        if one.payer_account == 0
        else words("You are owed ", amount, " by someone unknown")
    )


def _parties(one: SuggestedTransfer) -> tuple[Amount, Player, Player]:
    return (
        Amount(one.amount, one.unit),
        Player(one.payer, one.payer_account),
        Player(one.payee, one.payee_account),
    )


def _where(one: SuggestedTransfer, handles: Mapping[int, str]) -> str:
    handle = handles.get(one.payee_account)
    return f" ({visible(handle)})" if handle else ""


def unexplained_sentence(one: Unexplained) -> Sentence:
    """Where something unexplained comes from, and what would explain it."""
    way = "came from an unknown source" if one.amount < 0 else "went to an unknown recipient"
    return words(
        Amount(abs(one.amount), one.unit),
        f" {way}: {visible(one.session)}, ",
        File(one.file, one.line),
        f". {_EXPLAINED.get(one.kind, _BY_A_LINE)}",
    )


_BY_A_LINE: Final = (
    "A missing buyin, cashout, penalty or transfer line could explain it, or a wrong count."
)
_EXPLAINED: Final = {
    "opening": "The evening that left this pot could explain it, or a wrong pot line.",
    "pot count": (
        "A missing or wrong ante, take or match line above could explain it, or a wrong count."
    ),
}


# --- Links to pay with ----------------------------------------------------------------------------
def link_of(settings: Settings, one: SuggestedTransfer) -> str | None:
    """The address at which a suggested payment can be made; None if no template serves it, or the
    payee has no handle.
    """
    payee = _payee(settings, one)
    template = None if payee is None else _template(settings, payee, one.unit)
    if payee is None or template is None:
        return None
    # people write it; addresses that have it say so themselves
    handle = (payee.handle or "").strip().removeprefix("@")
    if not handle and HANDLE in FIELD.findall(template):
        return None
    note = f"{settings.name}: {one.payer} to {one.payee}"
    values = {
        HANDLE: handle,
        "amount": decimal_text(one.amount, one.unit),
        CURRENCY: one.unit,
        "note": note,
    }
    return FIELD.sub(lambda match: quote(values[match[1]], safe="$", errors="replace"), template)


def _payee(settings: Settings, one: SuggestedTransfer) -> Payee | None:
    if one.unit == CHIPS or one.payer_account <= 0:
        return None
    return next((player for player in settings.players if player.id == one.payee_account), None)


def _template(settings: Settings, payee: Payee, unit: str) -> str | None:
    """The template for payments to a player: the player's own, that of the currency, or the general
    one.

    One without a field for the currency leaves that to the page behind it, which is taken to be the
    book's: for another currency the amount would be wrong.
    """
    named = settings.links.by_currency.get(unit)
    for template in (payee.link, named, settings.links.usual):
        if template and (
            template is named or unit == settings.currency or CURRENCY in FIELD.findall(template)
        ):
            return template
    return None


def without_handle(settings: Settings, some: Iterable[SuggestedTransfer]) -> list[str]:
    """Return the payees, in order, who have no payment link only for want of a handle."""
    payees = ((one, _payee(settings, one)) for one in some)
    found = (
        payee.name
        for one, payee in payees
        if payee and _template(settings, payee, one.unit) and not link_of(settings, one)
    )
    return sorted(set(found))


def no_link(names: Sequence[str]) -> NotKnown:
    """The payees who have no payment link for want of a handle, and how to add one."""
    who = listed([Player(name) for name in names])
    return NotKnown(
        words("No payment link for ", who, ": the book has no handle for them."),
        Remedy(words("add one"), ("players", "handle", names[0], "HANDLE")),
    )


def payment_lines(
    settings: Settings,
    handles: Mapping[int, str],
    some: Iterable[SuggestedTransfer],
    viewer: int | None = None,
) -> Iterator[Sentence]:
    """Yield suggested payments as lines to read out, each with the link to pay it with; the
    ``viewer``, by account, is “you”.
    """
    for one in some:
        mine = viewer and viewer in {one.payer_account, one.payee_account}
        said = (
            sentence_to(viewer, one, handles)
            if viewer and mine
            else transfer_sentence(one, handles)
        )
        yield replace(said, link=link_of(settings, one) or "", about=one)
