"""Links to pay with: a template in ``book.toml`` makes of each suggested payment an address of whatever the group pays through.

The table ``pay`` has one for all (``link``) and for single currencies; a player who is paid elsewhere has one of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlsplit

from ledger.book.posting_words import transfer_sentence
from ledger.book.toml_values import Where, WrongValue, table_value, text_value
from ledger.errors import did_you_mean, shell_text
from ledger.log import Problem
from ledger.log.money import currency_from
from ledger.log.words import shown, visible
from ledger.money import CHIPS, decimal_text

if TYPE_CHECKING:
    from ledger.book.figures import SuggestedTransfer
    from ledger.book.settings import Player, Settings

HANDLE: Final = "handle"
CURRENCY: Final = "currency"
FIELDS: Final = (HANDLE, "amount", CURRENCY, "note")
"""What a template may have in braces: who is paid, how much (``12.50``), in what (``USD``), and what for."""

_FIELD: Final = re.compile(r"\{([^{}]*)\}")
_NAMED: Final = " ".join(f"{{{name}}}" for name in FIELDS)
_EXAMPLE: Final = "https://venmo.com/{handle}?txn=pay&amount={amount}&note={note}"
_FORM: Final = f'[pay] on a line of its own, and below it link = "{_EXAMPLE}"'


@dataclass(frozen=True, slots=True)
class PayLinks:
    """Templates of links: one for payments in any currency, and those for single ones."""

    usual: str | None = None
    by_currency: Mapping[str, str] = field(default_factory=dict)


def read_links(value: object) -> PayLinks:
    """The templates in the table ``pay`` of a ``book.toml``. Raises WrongValue."""
    table = table_value(value, ("pay",), _FORM)
    found = {key: template_value(text, ("pay", key), anybody=True) for key, text in table.items() if _is_key(key)}
    return PayLinks(found.pop("link", None), found)


def _is_key(key: str) -> bool:
    try:
        return key == "link" or bool(currency_from([key], 0))
    except Problem as problem:
        remedy = did_you_mean(key, ["link"]) or "expected link, or a currency such as EUR"
        raise WrongValue(("pay", key), f"{shown(key)} is neither `link` nor a currency", remedy) from problem


def template_value(value: object, where: Where, *, anybody: bool = False) -> str:
    """A template for links; with ``anybody`` it must have a field for whom it pays. Raises WrongValue."""
    text = text_value(value, where)
    for name in _FIELD.findall(text):
        if name not in FIELDS:
            remedy = did_you_mean(name, FIELDS) or f"expected one of {_NAMED}"
            raise WrongValue(where, f"there is no field {{{visible(name)}}}", remedy, f"{{{name}}}")
    bare = _FIELD.sub("", text)
    if "{" in bare or "}" in bare:
        raise WrongValue(where, "an unmatched brace", f"write the fields as {_NAMED}", "{" if "{" in bare else "}")
    if not _is_page(text):
        # Anything else, such as javascript:, would run where somebody clicks; a name before the path, where money is sent.
        message = "a payment link must be the address of a page: https://, a host, and fields only after the host"
        raise WrongValue(where, message, f"write it like this: {_EXAMPLE}")
    if anybody and HANDLE not in _FIELD.findall(text):
        raise WrongValue(where, "every payment would go to the same person", "put {handle} where the payee's name belongs")
    return text


def _is_page(template: str) -> bool:
    """True for http and https with a fixed host, and characters that an address may have."""
    try:
        parts = urlsplit(template)
    except ValueError:  # brackets that are no IPv6 address
        return False
    fixed = bool(parts.hostname) and "{" not in parts.netloc and "@" not in parts.netloc
    return parts.scheme in {"http", "https"} and fixed and template.isascii() and not re.search(r'[\s<>"\\^`|]', template)


def link_of(settings: Settings, one: SuggestedTransfer) -> str | None:
    """The address at which a suggested payment can be made; None if no template serves it, or the payee has no handle."""
    payee = _payee(settings, one)
    template = None if payee is None else _template(settings, payee, one.unit)
    if payee is None or template is None:
        return None
    handle = (payee.handle or "").strip().removeprefix("@")  # people write it; addresses that have it say so themselves
    if not handle and HANDLE in _FIELD.findall(template):
        return None
    note = f"{settings.name}: {one.payer} to {one.payee}"
    values = {HANDLE: handle, "amount": decimal_text(one.amount, one.unit), CURRENCY: one.unit, "note": note}
    return _FIELD.sub(lambda match: quote(values[match[1]], safe="$", errors="replace"), template)


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
        if template and (template is named or unit == settings.currency or CURRENCY in _FIELD.findall(template)):
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
