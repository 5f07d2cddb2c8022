"""A line of a log as words: what may be wrong with it, limits, look-alike letters, splitting and
quoting, and the keywords.

``Problem`` comes first: what is wrong with one line, before its file and its place are known.
Letters, digits and marks that look like others are never read as if they were written plainly;
messages only suggest what to write.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import Final, NamedTuple
from unicodedata import category, normalize


# --- Problem --------------------------------------------------------------------------------------
class Problem(Exception):  # noqa: N818 - it never leaves the reader, where it becomes a Diagnostic
    """A line that cannot be read.

    ``word`` is the index of the word to point at (one past the last if something is missing);
    ``column`` (from 1) points at a character instead. ``near`` are the words among which a misspelt
    one may be found.
    """

    def __init__(  # noqa: PLR0913 - so many parts has a message
        self,
        word: int,
        message: str,
        expected: str,
        remedy: str = "",
        *,
        near: Iterable[str] = (),
        column: int = 0,
    ) -> None:
        super().__init__(message)
        self.word, self.message, self.expected, self.remedy, self.near = (
            word,
            message,
            expected,
            remedy,
            near,
        )
        self.column = column


# --- Limits ---------------------------------------------------------------------------------------
MOST_BYTES: Final = 16_000_000  # in a file (16 MB)
MOST_LINES: Final = 500_000  # in a file
MOST_HANDS: Final = 4_000  # in a file: a few years of Friday nights
MOST_ERRORS: Final = 10_000  # lines of a file that cannot be read; after that the rest is given up
LONGEST_LINE: Final = 10_000  # in characters. Statements of other programs (``x-``) may be longer
LONGEST_NAME: Final = 64  # of a player, in characters
MOST_SEATS: Final = 12  # taken at one time. The rules allow fewer; that is for the audit to say
MOST_CARDS: Final = 12  # in one list of cards
MOST_CHIPS: Final = 1_000_000_000_000
"""In one number, of chips or of minor units of money: a million millions, far inside 64 bits
however many are added up.
"""
MOST_SUGGESTIONS: Final = 200
"""Errors of a file for which the nearest known word is looked up; that is slow, and no one reads
more.
"""


# --- Letters --------------------------------------------------------------------------------------
QUOTES: Final = "“”„‟«»″"  # quotes that phones and word processors put in place of the plain ones
_JOINERS: Final = "\u200c\u200d"
INVISIBLE: Final = (
    "\u200b\u2060\ufeff\xad\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
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
_LOOK_LIKE: Final = {
    ord(one): other
    for some, others in _LOOK_ALIKE.items()
    for one, other in zip(some, others, strict=True)
}

# Patterns, which are compiled when a line that cannot be read is first looked at: most programs
# never meet one.
_ODD: Final = (
    f"[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000\x0b\x0c{INVISIBLE}]|(?<![^ -~])[{_JOINERS}](?![^ "
    "-~])"
)
_LINE_ENDS: Final = "[\x85\u2028\u2029]"
_WRONG_QUOTES: Final = f"[{QUOTES}]|&quot;"
_IN_SINGLE_QUOTES: Final = r"(?:^|[ \t])(['‘‚][^'’‘\"]+ [^'’‘\"]*['’‘])(?=[ \t,]|$)"
_APART_IN_QUOTES: Final = (
    rf"(?:^|[ \t,])((?:[{QUOTES}]|&quot;)[^{QUOTES}\"&]*[^ \t,][ "
    rf"\t\xa0][^{QUOTES}\"&]*(?:[{QUOTES}]|&quot;)"
    r"|['‘‚][^ \t,'’‘\"][^'’‘\",]*[ \t][^'’‘\",]*['’‘])(?=[ \t,]|$)"
)
_DIGITS_APART: Final = r"(?a)[\d.,'’\s]*\d[\xa0\u2000-\u200a\u202f]\d[\d.,'’\s]*"


def spelt_plainly(text: str) -> str:
    """A text in letters, digits and marks of a plain keyboard: ``Ah`` of a Cyrillic А, ``12`` of
    wide digits, ``-`` of dashes.
    """
    return text if text.isascii() and "&" not in text else plain_letters(unescape(text))


def plain_letters(text: str) -> str:
    """The same of a name, in which ``&`` begins no letter of a web page."""
    return normalize("NFKC", text.translate(_INVISIBLY)).translate(_LOOK_LIKE)


def odd_character(text: str, column: int) -> str:
    """What to do about a character in the word at a column of a line that looks like another, or
    like nothing; empty for none.
    """
    if re.search(_LINE_ENDS, text):
        return "end each line with a line feed"
    word = _word_at(text, column)
    if re.fullmatch(_DIGITS_APART, word):
        return ""
    found = re.search(_ODD, word)
    if found is None:
        return ""
    name = f"U+{ord(found[0]):04X}"
    return (
        f"delete {name}, which cannot be seen"
        if found[0] in INVISIBLE + _JOINERS
        else f"put a plain space in place of {name}"
    )


def name_in_other_quotes(text: str) -> str:
    """A name of several words in a line in quotes that are none for the log: ``“Big Al”``, ``'Big
    Al'``; empty for none.
    """
    found = re.search(_APART_IN_QUOTES, text.partition(" #")[0])
    return found[1] if found else ""


def quotes_meant(text: str, column: int) -> str:
    """What to do about the quotes around the word at a column of a line that are none for the log;
    empty if there are none.
    """
    some = (
        _word_at(text, column)
        if text.split()[:1] in (["pay"], ["expense"])
        else text.partition(" #")[0]
    )
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


# --- Words ----------------------------------------------------------------------------------------
BLANK: Final = " \t"
_BLANKS: Final = (" ", "\t")
UNUSUAL: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ud800-\udfff]"
)
"""Characters that ``str.split`` takes for spaces, forbidden ones, and those that stand for bytes
that are not UTF-8.
"""

# characters that no line may have
FORBIDDEN: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")

_WORD: Final = re.compile(
    r'[ \t]*(?:(?P<comment>#.*)|"(?P<quoted>(?:[^"\\]|\\["\\])*)"(?=,*(?:[ \t]|$))|(?P<bare>[^ '
    r'\t"]+)(?=[ \t]|$))'
)
_ESCAPE: Final = re.compile(r"\\(.)")
_FIRST: Final = re.compile(r"[ \t]*([^ \t]*)")
COMMA: Final = ","
_COMMAS_STAY: Final = frozenset(("session", "game", "rules", "chip", "currency", "date"))
"""Statements without lists of players or cards, in which a comma is not a separator."""


class Split(NamedTuple):
    """The words of a line, the column (from 1) at which each begins, and the comment with its ``#``
    or ``""``.

    A comma at the end of a word, or alone, is read as a space.
    """

    words: list[str]
    columns: list[int]
    comment: str
    end: int  # the column after the last word (from 1)


def plain_words(line: str) -> list[str] | None:
    """The words of a line that has no comment and no comma; None if its quotes need ``split``."""
    if "\\" in line:
        return None
    parts = line.split('"')
    last = len(parts) - 1
    if last % 2:
        return None
    words = parts[0].split()
    for index in range(1, last, 2):
        before, quoted, after = parts[index - 1 : index + 2]
        apart = (before[-1:] in _BLANKS or (index == 1 and not before)) and (
            after[:1] in _BLANKS or (index == last - 1 and not after)
        )
        if not apart or not quoted:
            return None
        words.append(quoted)
        words += after.split()
    return words


def words_and_comment(line: str) -> tuple[list[str], str]:
    """The words and the comment of a line, as ``split`` finds them, but faster for simple lines."""
    if line.isprintable() and COMMA not in line and "#" not in line and len(line) <= LONGEST_LINE:
        words = plain_words(line) if '"' in line else line.split()
        if words is not None:
            return words, ""
    words, _, comment, _ = split(line)
    return words, comment


def split(line: str) -> Split:
    """Split a line.

    Raises Problem for forbidden characters, a line that is too long, and unmatched quotes.
    """
    check_characters(line)
    words: list[str] = []
    columns: list[int] = []
    comment = ""
    position = 0
    end = len(line.rstrip(BLANK))
    stop = 0
    while position < end:
        match = _WORD.match(line, position)
        if match is None:
            raise _bad_quote(line, position)
        kind = match.lastgroup
        assert kind is not None
        position = match.end()
        if kind == "comment":
            comment = match[kind].rstrip(BLANK)
            break
        stop = position
        word = _ESCAPE.sub(r"\1", match[kind]) if kind == "quoted" else match[kind]
        if kind == "bare" and words and word.endswith(COMMA) and words[0] not in _COMMAS_STAY:
            word = word.rstrip(COMMA)
            if not word:
                continue
        words.append(word)
        columns.append(match.start(kind) + (kind == "bare"))
    return Split(words, columns, comment, stop + 1)


def check_characters(line: str) -> None:
    """Raise Problem for a line that is too long or has control characters or bytes that are not
    UTF-8.
    """
    if len(line) > LONGEST_LINE:
        remedy = "split the line, or take out what does not belong there"
        message = f"the line has {len(line):,} characters"
        raise Problem(0, message, f"at most {LONGEST_LINE:,}", remedy, column=LONGEST_LINE + 1)
    match = FORBIDDEN.search(line)
    if match is None:
        return
    character = match[0]
    if "\udc80" <= character <= "\udcff":
        message = f"the byte {ord(character) - 0xDC00:#04x} is not UTF-8"
        remedy = "save the file as UTF-8, or write the character again"
    else:
        message = f"the character {name_of(character)} cannot be shown"
        remedy = (
            "end each line with a line feed" if character in "\r\x85" else "delete the character"
        )
    raise Problem(
        0, message, "text in UTF-8, without control characters", remedy, column=match.start() + 1
    )


def _bad_quote(line: str, position: int) -> Problem:
    start = len(line) - len(line[position:].lstrip(BLANK))
    expected = 'words with spaces in double quotes, such as "Big Al" or "Big Al=5"'
    if line[start] != '"':
        column = line.index('"', start) + 1
        return Problem(
            0,
            "a quote in the middle of a word",
            expected,
            "put the whole word in quotes",
            column=column,
        )
    place = start + 1
    while place < len(line):
        if line[place] == "\\":
            if line[place + 1 : place + 2] not in ('"', "\\"):
                return Problem(
                    0,
                    "a lone backslash in quotes",
                    'only \\" and \\\\ there',
                    "write it twice: \\\\",
                    column=place + 1,
                )
            place += 1
        elif line[place] == '"':
            rest = first_word(line[place + 1 :])
            remedy = (
                "put the whole word in quotes"
                if any(map(str.isalnum, rest))
                else f"leave out the {shown(rest)} behind it"
            )
            return Problem(
                0, "a word goes on after its closing quote", expected, remedy, column=place + 2
            )
        place += 1
    return Problem(
        0, "a quote is opened and not closed", expected, 'add the closing "', column=start + 1
    )


def first_word(line: str) -> str:
    """The first word of any line, as written."""
    match = _FIRST.match(line)
    return match[1] if match else ""


def quote(word: str) -> str:
    """A word as the log writes it: in quotes only if needed."""
    if (
        word
        and '"' not in word
        and " " not in word
        and "\t" not in word
        and word[0] != "#"
        and word[-1] != COMMA
    ):
        return word
    return quoted(word)


def quoted(word: str) -> str:
    """A word in quotes."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def is_number(word: str) -> bool:
    """True for a number: ASCII digits, perhaps with a decimal point."""
    return word.isascii() and word.replace(".", "", 1).isdigit()


def name_of(character: str) -> str:
    """The code point of a character, such as ``U+0007``."""
    return f"U+{ord(character):04X}"


def visible(text: str) -> str:
    """Text that is safe to show: control characters, stray bytes and marks that reorder text become
    escapes.
    """
    return text if text.isprintable() else "".join(map(_shown, text))


def shown(word: str) -> str:
    """A word as messages show it: ``visible``, and clipped if it is very long."""
    text = visible(word[:80])
    return text if len(text) <= 40 else text[:39] + "…"


def _shown(character: str) -> str:
    # joiners: part of some scripts and of emoji
    if character.isprintable() or character in "\u200c\u200d":
        return character
    if character == "\t":
        return " "
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def is_safe_in_a_name(character: str) -> bool:
    """True if a name may have a character: no white space but the space, nothing invisible, nothing
    that reorders text.
    """
    return character == " " or (
        category(character) not in {"Zs", "Zl", "Zp", "Cc", "Cs"} and character not in INVISIBLE
    )


# --- Keywords -------------------------------------------------------------------------------------
KEYWORDS: Final[set[str]] = set()
"""The words with which lines of hands and between hands begin: ``hand_statements`` and
``between_hands``, which know them, put theirs here.
"""
IN_PAYMENTS: Final = ("date", "currency", "pay", "expense")  # those of a payments file
