"""Links to pay with: a template of the book makes of each suggested payment an address of whatever the group pays through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from ledger.book.pay_templates import CURRENCY, FIELD, HANDLE
from ledger.book.posting_words import transfer_sentence
from ledger.errors import shell_text
from ledger.money import CHIPS, decimal_text

if TYPE_CHECKING:  # `bourre owes --help` needs neither
    from ledger.book.figures import SuggestedTransfer
    from ledger.book.settings import Player, Settings


def link_of(settings: Settings, one: SuggestedTransfer) -> str | None:
    """The address at which a suggested payment can be made; None if no template serves it, or the payee has no handle."""
    payee = _payee(settings, one)
    template = None if payee is None else _template(settings, payee, one.unit)
    if payee is None or template is None:
        return None
    handle = (payee.handle or "").strip().removeprefix("@")  # people write it; addresses that have it say so themselves
    if not handle and HANDLE in FIELD.findall(template):
        return None
    note = f"{settings.name}: {one.payer} to {one.payee}"
    values = {HANDLE: handle, "amount": decimal_text(one.amount, one.unit), CURRENCY: one.unit, "note": note}
    return FIELD.sub(lambda match: quote(values[match[1]], safe="$", errors="replace"), template)


def _payee(settings: Settings, one: SuggestedTransfer) -> Player | None:
    """Who is paid, if it is money that one player can send another."""
    if one.unit == CHIPS or one.payer_account <= 0:
        return None
    return next((player for player in settings.players if player.id == one.payee_account), None)


def _template(settings: Settings, payee: Player, unit: str) -> str | None:
    """The template for payments to a player: the player's own, that of the currency, or the general one.

    One without a field for the currency leaves that to the page behind it, which is taken to be the book's: for another
    currency the amount would be wrong.
    """
    named = settings.links.by_currency.get(unit)
    for template in (payee.link, named, settings.links.usual):
        if template and (template is named or unit == settings.currency or CURRENCY in FIELD.findall(template)):
            return template
    return None


def without_handle(settings: Settings, some: Iterable[SuggestedTransfer]) -> list[str]:
    """Names of those to whom a payment has no link only because nobody noted their handle, in order."""
    payees = ((one, _payee(settings, one)) for one in some)
    found = (payee.name for one, payee in payees if payee and _template(settings, payee, one.unit) and not link_of(settings, one))
    return sorted(set(found))


def no_link(names: Sequence[str]) -> str:
    """A sentence on those to whom a payment has no link for want of a handle."""
    who = " and ".join([*([", ".join(names[:-1])] if names[1:] else []), names[-1]])
    return f"No payment link for {who}: the book has no handle for them."


def how_to_add(name: str) -> str:
    """The command that gives somebody a handle, after the word ``bourre``."""
    return shell_text(["players", "handle", name, "HANDLE"])


def payment_lines(settings: Settings, handles: Mapping[int, str], some: Iterable[SuggestedTransfer]) -> Iterator[str]:
    """Yield suggested payments as lines to read out, and under each the link to pay it with."""
    for one in some:
        yield transfer_sentence(one, handles)
        link = link_of(settings, one)
        if link is not None:
            yield f"  {link}"
