"""Numbers of a log: chips as whole numbers, money as whole minor units; no float touches either."""

from __future__ import annotations

import re
from typing import Final

from ledger.log.letters import spelt_plainly
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
        return -_checked(word[1:], index, what) if word[1:].isdigit() else _checked(word, index, what, negative=True)
    number = _FEW.get(word)
    if number is not None:
        return number
    if word.rstrip(".:").isalpha() and words[index + 1 : index + 2] and words[index + 1].isdigit():
        remedy = f"leave {shown(word)} out" if word.islower() else f"write the number first: {words[index + 1]} {shown(word)}"
        raise Problem(index, f"{shown(word)} is not {what}", f"{what}: a whole number", remedy)
    return _checked(word, index, what, negative=negative)


def _checked(word: str, index: int, what: str, *, negative: bool = False) -> int:
    if not (word.isascii() and word.isdigit()):
        raise Problem(index, f"{shown(word)} is not {what}", f"{what}: a whole number", _remedy(word, negative=negative))
    digits = word.lstrip("0") or "0"
    if len(digits) > _LONGEST or int(digits) > MOST_CHIPS:
        raise _too_large(word, index)
    return int(digits)


def _too_large(word: str, index: int) -> Problem:
    return Problem(index, f"{shown(word)} is too large", f"at most {MOST_CHIPS:,}", "check the number of digits")


def _remedy(word: str, *, negative: bool = False) -> str:
    """What to write for a word that is no whole number."""
    bare = _bare(word)
    if bare[:1] == "-":
        return f"did you mean {shown(bare)}?" if negative and bare[1:].isdigit() else "numbers are never negative here"
    if currencies_named(bare) or bare[:1] in SIGNS or bare[-1:] in SIGNS:
        return "write how many chips, not what they are worth"
    if meant := number_meant(word):
        return f"did you mean {shown(meant)}?"
    return "chips are whole" if _FRACTION.fullmatch(bare) else "write it in digits"


def number_meant(word: str) -> str:
    """The digits of a whole number that is written in another way: ``two``, ``1,000``, ``4O``; empty for another word."""
    bare = _bare(word)
    meant = _IN_WORDS.get(bare.casefold()) or _NO_CENTS.sub("", bare)
    if _IN_GROUPS.fullmatch(bare):
        meant = re.sub("[.,']", "", bare)
    elif meant[:1] and meant[0] in "0123456789lIoO":
        meant = meant.translate(_LETTERS)
    return meant if meant != word and meant.isascii() and meant.isdigit() else ""


def _bare(word: str) -> str:
    return spelt_plainly(word).replace(" ", "").lstrip("+#").rstrip(".,;:!)")


_NO_CENTS: Final = re.compile(r"[.,]0{1,2}$")
_FRACTION: Final = re.compile(r"\d*[.,]\d+", re.ASCII)
_IN_GROUPS: Final = re.compile(r"[1-9]\d{0,2}(?:[.,']\d{3})+", re.ASCII)
_IN_WORDS: Final = {
    word: str(number)
    for number, word in enumerate(("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"))
}
_LETTERS: Final = str.maketrans("oOlI", "0011")
"""Letters that are typed for digits: ``4O``."""


def currency_from(words: list[str], index: int) -> str:
    """Return the code of a currency at ``index``; raises Problem for what is none."""
    if index >= len(words):
        raise Problem(index, "the currency is missing", _CURRENCY, _SUCH_AS)
    word = words[index]
    if len(word) == 3 and word.isascii() and word.isalpha() and word.isupper():
        return word
    code = spelt_plainly(word)[:3].upper()
    remedy = f"did you mean {code}?" if re.fullmatch(r"[A-Za-z]{3}(?:\W.*)?", spelt_plainly(word)) else _SUCH_AS
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
        raise Problem(index, f"{shown(words[index])} is not an amount of money", expected, _money_remedy(words, index, currency))
    if len(part) > digits:
        remedy = (
            f"{currency} has {digits} digits after the point" if currency else f"without a `{named_by}` line there are 2 digits"
        )
        remedy += f"; no separator between thousands: {shown(whole + part)}" if _IN_GROUPS.fullmatch(word) else ""
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
SIGN_OF: Final = {
    **dict.fromkeys(("dollar", "dollars", "buck", "bucks", "us$"), "$"),
    **dict.fromkeys(("euro", "euros"), "€"),
    **dict.fromkeys(("pound", "pounds"), "£"),
}
"""Words for a sign."""
_COMMON_CODES: Final = frozenset(("USD", "EUR", "GBP"))
_CODES: Final = {*_COMMON_CODES, *MINOR_DIGITS, "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF"}.union(*SIGNS.values())


def currencies_named(word: str) -> tuple[str, ...]:
    """The currencies that a word or a sign may stand for: ``EUR``, ``eur``, ``dollars``, ``€``; none for another word."""
    bare = word.strip(" ,;:!().")
    code = bare.upper() if bare.upper() in _COMMON_CODES else bare
    sign = SIGN_OF.get(bare.casefold(), bare)
    return SIGNS.get(sign) or ((code,) if code in _CODES else ())


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


def _money_remedy(words: list[str], index: int, currency: str | None) -> str:
    """What to write for an amount that is none: ``12,50``, ``1.250,00``, ``1'250``, ``12.50EUR``, ``EUR 12.50``, ``12.-``."""
    word = spelt_plainly(words[index])
    following = spelt_plainly(words[index + 1]) if index + 1 < len(words) else ""
    match = _AMOUNT.fullmatch(word)
    if match is None:
        if currencies_named(word) and _AMOUNT.fullmatch(following):
            return _other(word, currency) or f"leave {shown(words[index])} out"
        return (
            "amounts are never negative: name first who paid"
            if word[:1] == "-"
            else "write it in digits, without a sign or symbol"
        )
    unit = (match["before"] or match["after"] or match["between"] or "").strip(" ;:!)(")
    if unit and not currencies_named(unit):
        return "write it in digits, without a sign or symbol"
    if unit and (other := _other(unit, currency)):
        return other
    amount = _in_figures(match["amount"] + (f".{match['cents']}" if match["cents"] else ""), minor_digits(currency))
    return f"did you mean {shown(amount)}?"


_AMOUNT: Final = re.compile(
    r"\+?(?P<before>[^\d.,+'-]*)(?P<amount>[\d.,' ]*\d)"
    r"(?:(?P<between>[^\d.,' a-zA-Z-])(?P<cents>\d\d)|[.,]?-*(?P<after>[^\d.,'-]*))"
)


def _other(unit: str, currency: str | None) -> str:
    """What to do about a currency beside an amount that is not the one there; empty if it is."""
    return f"write the amount in {currency}" if currency and currency not in currencies_named(unit) else ""


def _in_figures(amount: str, digits: int) -> str:
    """An amount as the log has it: of point and comma the last parts the cents, one before three figures thousands."""
    figures = re.sub("[' ]", "", amount)
    marks = [mark for mark in figures if mark in ".,"]
    if not marks:
        return figures
    whole, part = figures.rsplit(marks[-1], 1)
    grouped = len(part) == 3 != digits and whole[:1] != "0" and whole
    if len(set(marks)) == 1 and (len(marks) > 1 or grouped):
        return re.sub("[.,]", "", figures)
    return f"{re.sub('[.,]', '', whole) or '0'}.{part}"


def money_text(amount: int, currency: str | None) -> str:
    """Return an amount in minor units as the log writes it: ``12.50``, and ``12`` if it is whole.

    A whole amount without a point stays right when the line that names the currency is put right later.
    """
    digits = minor_digits(currency)
    whole, part = divmod(amount, 10**digits)
    return f"{whole}.{part:0{digits}d}" if part else str(whole)
