"""Letters, digits and marks that stand for others: those of other keyboards, of phones and web pages, and what cannot be seen.

Nothing of this is ever read as if it was written plainly: it is only told what to write instead.
"""

from __future__ import annotations

import re
from html import unescape
from typing import Final
from unicodedata import normalize

QUOTES: Final = "“”„‟«»″"
"""Quotes that phones and word processors put in place of the plain ones."""
_JOINERS: Final = "\u200c\u200d"
INVISIBLE: Final = "\u200b\u2060\ufeff\xad\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_INVISIBLY: Final = dict.fromkeys(map(ord, INVISIBLE + _JOINERS + "\ufe0e\ufe0f\u20e3"))
_LOOK_ALIKE: Final = {
    "АВСЕНІЈКМОРЅТУХасеһіјкоорѕтухԁԛԝ": "ABCEHIJKMOPSTYXacehijkoopstyxdqw",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοικν": "ABEZHIKMNOPTYXoikv",
    "‐‑‒–—―−": "-------",
    QUOTES: '"' * len(QUOTES),
    "‘’‚‛": "''''",
    "٫٬→⟶": ".,>>",
    "٠١٢٣٤٥٦٧٨٩": "0123456789",
    "۰۱۲۳۴۵۶۷۸۹": "0123456789",
    "०१२३४५६७८९": "0123456789",
    "♤♡♢♧❤": "♠♥♦♣♥",
}
_LOOK_LIKE: Final = {ord(one): other for some, others in _LOOK_ALIKE.items() for one, other in zip(some, others, strict=True)}

# Patterns, which are compiled when a line that cannot be read is first looked at: most programs never meet one.
_ODD: Final = f"[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\x0b\x0c{INVISIBLE}]|(?<![^ -~])[{_JOINERS}](?![^ -~])"
_LINE_ENDS: Final = "[\x85\u2028\u2029]"
_WRONG_QUOTES: Final = f"[{QUOTES}]|&quot;"
_IN_SINGLE_QUOTES: Final = r"(?:^|[ \t])(['‘‚][^'’‘\"]+ [^'’‘\"]*['’‘])(?=[ \t,]|$)"
_APART_IN_QUOTES: Final = (
    rf"(?:^|[ \t,])((?:[{QUOTES}]|&quot;)[^{QUOTES}\"&]*[^ \t,][ \t\xa0][^{QUOTES}\"&]*(?:[{QUOTES}]|&quot;)"
    r"|['‘‚][^ \t,'’‘\"][^'’‘\",]*[ \t][^'’‘\",]*['’‘])(?=[ \t,]|$)"
)
_DIGITS_APART: Final = r"(?a)[\d.,'’\s]*\d[\xa0\u2000-\u200a\u202f]\d[\d.,'’\s]*"


def spelt_plainly(text: str) -> str:
    """A text in letters, digits and marks of a plain keyboard: ``Ah`` of a Cyrillic А, ``12`` of wide digits, ``-`` of dashes."""
    if text.isascii() and "&" not in text:
        return text
    return plain_letters(unescape(text))


def plain_letters(text: str) -> str:
    """The same of a name, in which ``&`` begins no letter of a web page."""
    return normalize("NFKC", text.translate(_INVISIBLY)).translate(_LOOK_LIKE)


def odd_character(text: str, column: int) -> str:
    """What to do about a character in the word at a column of a line that looks like another, or like nothing; empty for none."""
    if re.search(_LINE_ENDS, text):
        return "end each line with a line feed"
    word = _word_at(text, column)
    if re.fullmatch(_DIGITS_APART, word):
        return ""
    found = re.search(_ODD, word)
    if found is None:
        return ""
    name = f"U+{ord(found[0]):04X}"
    return f"delete {name}, which cannot be seen" if found[0] in INVISIBLE + _JOINERS else f"put a plain space in place of {name}"


def name_in_other_quotes(text: str) -> str:
    """A name of several words in a line in quotes that are none for the log: ``“Big Al”``, ``'Big Al'``; empty for none."""
    found = re.search(_APART_IN_QUOTES, text.partition(" #")[0])
    return found[1] if found else ""


def quotes_meant(text: str, column: int) -> str:
    """What to do about the quotes around the word at a column of a line that are none for the log; empty if there are none."""
    some = _word_at(text, column) if text.split()[:1] in (["pay"], ["expense"]) else text.partition(" #")[0]
    found = dict.fromkeys(re.findall(_WRONG_QUOTES, text)) if re.search(_WRONG_QUOTES, some) else ()
    if found:
        return f'write plain quotes (") in place of {" and ".join(found)}'
    for single in re.finditer(_IN_SINGLE_QUOTES, text):
        if single.start(1) < column <= single.end(1) + 1:
            return f'put it in double quotes: "{single[1][1:-1]}"'
    return ""


def _word_at(text: str, column: int) -> str:
    """The word at a column (from 1), or the one before it."""
    at = min(column - 1, len(text))
    if not text[at : at + 1].strip(" \t"):
        at = max(len(text[:at].rstrip(" \t")) - 1, 0)
    start = max(text.rfind(" ", 0, at), text.rfind("\t", 0, at)) + 1
    return re.split("[ \t]", text[start:], maxsplit=1)[0]
