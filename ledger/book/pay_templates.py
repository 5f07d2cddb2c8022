"""Templates of links to pay with, as ``book.toml`` has them.

The table ``pay`` has one for all (``link``) and for single currencies; a player who is paid elsewhere has one of their own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from ledger.book.toml_values import Where, WrongValue, table_value, text_value
from ledger.errors import did_you_mean
from ledger.log import Problem
from ledger.log.values import currency_from
from ledger.log.words import shown, visible

HANDLE: Final = "handle"
CURRENCY: Final = "currency"
FIELDS: Final = (HANDLE, "amount", CURRENCY, "note")
"""What a template may have in braces: who is paid, how much (``12.50``), in what (``USD``), and what for."""

FIELD: Final = re.compile(r"\{([^{}]*)\}")
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
    for name in FIELD.findall(text):
        if name not in FIELDS:
            remedy = did_you_mean(name, FIELDS) or f"expected one of {_NAMED}"
            raise WrongValue(where, f"there is no field {{{visible(name)}}}", remedy, f"{{{name}}}")
    bare = FIELD.sub("", text)
    if "{" in bare or "}" in bare:
        raise WrongValue(where, "an unmatched brace", f"write the fields as {_NAMED}", "{" if "{" in bare else "}")
    if not _is_page(text):
        # Anything else, such as javascript:, would run where somebody clicks; a name before the path, where money is sent.
        message = "a payment link must be the address of a page: https://, a host, and fields only after the host"
        raise WrongValue(where, message, f"write it like this: {_EXAMPLE}")
    if anybody and HANDLE not in FIELD.findall(text):
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
