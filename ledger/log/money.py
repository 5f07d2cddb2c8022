"""Numbers of a log: chips as whole numbers, money as whole minor units; no float touches either."""

from __future__ import annotations

import re
from typing import Final

from ledger.log.limits import MOST_CHIPS
from ledger.log.problem import Problem
from ledger.log.words import shown

_FEW: Final = {str(number): number for number in range(1000)}
_LONGEST: Final = len(str(MOST_CHIPS))

_CURRENCY: Final = "its code of three capital letters"
_SUCH_AS: Final = "write USD, EUR, CAD, …"

MINOR_DIGITS: Final = (
    dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV"), 0)
    | dict.fromkeys(("XAF", "XOF", "XPF"), 0)
    | dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3)
)
"""Digits after the decimal point, where they are not two (ISO 4217)."""


def minor_digits(currency: str | None) -> int:
    """Return how many digits a currency has after the decimal point: two if it is not known."""
    return MINOR_DIGITS.get(currency or "", 2)


def number_from(words: list[str], index: int, what: str = "a number of chips", *, negative: bool = False) -> int:
    """Return the whole number at ``index``; raises Problem if it is missing, is none, or is too large.

    Only one that may be ``negative`` has a minus before it.
    """
    try:
        word = words[index]
    except IndexError:
        raise Problem(index, f"{what} is missing", f"{what}: a whole number", f"write {what} here") from None
    if negative and word[:1] == "-":
        return -_checked(word[1:], index, what) if word[1:].isdigit() else _checked(word, index, what)
    number = _FEW.get(word)
    if number is not None:
        return number
    if word.isalpha() and words[index + 1 : index + 2] and words[index + 1].isdigit():
        remedy = f"leave {shown(word)} out" if word.islower() else f"write the number first: {words[index + 1]} {shown(word)}"
        raise Problem(index, f"{shown(word)} is not {what}", f"{what}: a whole number", remedy)
    return _checked(word, index, what)


def _checked(word: str, index: int, what: str) -> int:
    if not (word.isascii() and word.isdigit()):
        raise Problem(index, f"{shown(word)} is not {what}", f"{what}: a whole number", _remedy(word))
    digits = word.lstrip("0") or "0"
    if len(digits) > _LONGEST or int(digits) > MOST_CHIPS:
        raise _too_large(word, index)
    return int(digits)


def _too_large(word: str, index: int) -> Problem:
    return Problem(index, f"{shown(word)} is too large", f"at most {MOST_CHIPS:,}", "check the number of digits")


def _remedy(word: str) -> str:
    bare = word.replace(",", "").lstrip("+").rstrip(".;:!)")
    if word.startswith("-"):
        return "numbers are never negative here"
    if bare != word and bare.isascii() and bare.isdigit():
        return f"did you mean {shown(bare)}?"
    if word[:1] in SIGNS or word[-1:] in SIGNS:
        return "write how many chips, not what they are worth"
    if "." in bare:
        return "chips are whole"
    if word[:1].isdigit() and (digits := word.translate(_LETTERS)).isdigit():
        return f"did you mean {shown(digits)}?"
    return "write it in digits"


_LETTERS: Final = str.maketrans("oOlI", "0011")
"""Letters that are typed for digits: ``4O``."""


def currency_from(words: list[str], index: int) -> str:
    """Return the code of a currency at ``index``; raises Problem for what is none."""
    if index >= len(words):
        raise Problem(index, "the currency is missing", _CURRENCY, _SUCH_AS)
    word = words[index]
    if len(word) == 3 and word.isascii() and word.isalpha() and word.isupper():
        return word
    remedy = f"did you mean {word.upper()}?" if re.fullmatch("[A-Za-z]{3}", word) else _SUCH_AS
    raise Problem(index, f"{shown(word)} is not a currency", _CURRENCY, remedy)


def money_from(words: list[str], index: int, currency: str | None, named_by: str = "chip") -> int:
    """Return the amount of money at ``index`` in minor units of ``currency``; raises Problem for what is none.

    ``named_by`` is the statement that names a currency there.
    """
    digits = minor_digits(currency)
    expected = "an amount of money such as " + ("12.5" + "0" * (digits - 1) if digits else "12")
    try:
        word = words[index]
    except IndexError:
        raise Problem(index, "an amount of money is missing", expected, "write the amount here") from None
    word = _without_sign(word, index, currency, expected)
    whole, point, part = word.partition(".")
    if not (word.isascii() and whole.isdigit() and (part.isdigit() or not point)):
        raise Problem(index, f"{shown(word)} is not an amount of money", expected, _money_remedy(word))
    if len(part) > digits:
        remedy = (
            f"{currency} has {digits} digits after the point" if currency else f"without a `{named_by}` line there are 2 digits"
        )
        raise Problem(index, f"{shown(word)} has too many digits after the point", expected, remedy)
    whole = whole.lstrip("0") or "0"
    if len(whole) > _LONGEST or int(whole + part.ljust(digits, "0")) > MOST_CHIPS:
        raise _too_large(word, index)
    return int(whole + part.ljust(digits, "0"))


SIGNS: Final = {
    "$": ("USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "DOP", "JMD", "TTD", "BBD"),
    "€": ("EUR",),
    "£": ("GBP", "EGP", "GIP", "FKP", "SHP", "LBP"),
    "¥": ("JPY", "CNY"),
    "₹": ("INR",),
    "₩": ("KRW",),
    "₽": ("RUB",),
    "₺": ("TRY",),
    "₴": ("UAH",),
    "₫": ("VND",),
    "₪": ("ILS",),
    "₦": ("NGN",),
    "₱": ("PHP",),
    "₡": ("CRC",),
}
"""Currencies that a sign may stand for."""


def _without_sign(word: str, index: int, currency: str | None, expected: str) -> str:
    """Return an amount without a currency's sign before or after it, and with a point: ``12.50`` of ``12,50€``."""
    sign = next((sign for sign in (word[:1], word[-1:]) if sign in SIGNS), None)
    if sign is None:
        return word
    if currency not in SIGNS[sign]:
        names = " or ".join(SIGNS[sign][:2])
        message = f"{sign} is not the sign of {currency}" if currency else f"no line says that {sign} is {names}"
        remedy = f"write the amount in {currency}" if currency else "leave the sign out, or name the currency that it stands for"
        raise Problem(index, message, expected, remedy)
    bare = word.removeprefix(sign) if word[0] == sign else word.removesuffix(sign)
    return bare.replace(",", ".", 1) if "." not in bare else bare


def _money_remedy(word: str) -> str:
    """Return what to write for an amount with a comma: ``12,50`` has it for the point, ``1,250.00`` between thousands."""
    meant = word.replace(",", "") if "." in word else word.replace(",", ".")
    if meant != word and meant.isascii() and meant.replace(".", "", 1).isdigit():
        return f"did you mean {shown(meant)}?"
    if word[:1] == "." and word[1:].isascii() and word[1:].isdigit():
        return f"did you mean {shown(f'0{word}')}?"
    return "write it in digits, without a sign or symbol"


def money_text(amount: int, currency: str | None) -> str:
    """Return an amount in minor units as the log writes it: ``12.50``, and ``12`` if it is whole.

    A whole amount without a point stays right when the line that names the currency is put right later.
    """
    digits = minor_digits(currency)
    whole, part = divmod(amount, 10**digits)
    return f"{whole}.{part:0{digits}d}" if part else str(whole)
