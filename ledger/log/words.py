"""The words of a line: splitting, quoting, and the column of each word."""

from __future__ import annotations

import re
from typing import Final, NamedTuple
from unicodedata import category

from ledger.log.letters import INVISIBLE
from ledger.log.limits import LONGEST_LINE
from ledger.log.problem import Problem

BLANK: Final = " \t"
_BLANKS: Final = (" ", "\t")

UNUSUAL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ud800-\udfff]")
"""Characters that ``str.split`` takes for spaces, forbidden ones, and those that stand for bytes that are not UTF-8."""

FORBIDDEN: Final = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")
"""Characters that no line may have."""

_WORD: Final = re.compile(
    r'[ \t]*(?:(?P<comment>#.*)|"(?P<quoted>(?:[^"\\]|\\["\\])*)"(?=,*(?:[ \t]|$))|(?P<bare>[^ \t"]+)(?=[ \t]|$))'
)
_ESCAPE: Final = re.compile(r"\\(.)")
_FIRST: Final = re.compile(r"[ \t]*([^ \t]*)")

COMMA: Final = ","
_COMMAS_STAY: Final = frozenset(("session", "game", "rules", "chip", "currency", "date"))
"""Statements without lists of players or cards, in which a comma is not a separator."""


class Split(NamedTuple):
    """The words of a line, the column (from 1) at which each begins, and the comment with its ``#`` or ``""``.

    A comma at the end of a word, or alone, is read as a space.
    """

    words: list[str]
    columns: list[int]
    comment: str
    end: int
    """The column after the last word (from 1)."""


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
    """Split a line. Raises Problem for forbidden characters, a line that is too long, and unmatched quotes."""
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
    """Raise Problem for a line that is too long or has control characters or bytes that are not UTF-8."""
    if len(line) > LONGEST_LINE:
        raise Problem(
            0,
            f"the line has {len(line):,} characters",
            f"at most {LONGEST_LINE:,}",
            "split the line, or take out what does not belong there",
            column=LONGEST_LINE + 1,
        )
    match = FORBIDDEN.search(line)
    if match is None:
        return
    character = match[0]
    if "\udc80" <= character <= "\udcff":
        message = f"the byte {ord(character) - 0xDC00:#04x} is not UTF-8"
        remedy = "save the file as UTF-8, or write the character again"
    else:
        message = f"the character {name_of(character)} cannot be shown"
        remedy = "end each line with a line feed" if character in "\r\x85" else "delete the character"
    raise Problem(0, message, "text in UTF-8, without control characters", remedy, column=match.start() + 1)


def _bad_quote(line: str, position: int) -> Problem:
    start = len(line) - len(line[position:].lstrip(BLANK))
    expected = 'words with spaces in double quotes, such as "Big Al" or "Big Al=5"'
    if line[start] != '"':
        column = line.index('"', start) + 1
        return Problem(0, "a quote in the middle of a word", expected, "put the whole word in quotes", column=column)
    place = start + 1
    while place < len(line):
        if line[place] == "\\":
            if line[place + 1 : place + 2] not in ('"', "\\"):
                return Problem(
                    0, "a lone backslash in quotes", 'only \\" and \\\\ there', "write it twice: \\\\", column=place + 1
                )
            place += 1
        elif line[place] == '"':
            rest = first_word(line[place + 1 :])
            remedy = "put the whole word in quotes" if any(map(str.isalnum, rest)) else f"leave out the {shown(rest)} behind it"
            return Problem(0, "a word goes on after its closing quote", expected, remedy, column=place + 2)
        place += 1
    return Problem(0, "a quote is opened and not closed", expected, 'add the closing "', column=start + 1)


def first_word(line: str) -> str:
    """The first word of any line, as written."""
    match = _FIRST.match(line)
    return match[1] if match else ""


def quote(word: str) -> str:
    """A word as the log writes it: in quotes only if needed."""
    if word and '"' not in word and " " not in word and "\t" not in word and word[0] != "#" and word[-1] != COMMA:
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
    """Text that is safe to show: control characters, stray bytes and marks that reorder text become escapes."""
    if text.isprintable():
        return text
    return "".join(_shown(character) for character in text)


def shown(word: str) -> str:
    """A word as messages show it: ``visible``, and clipped if it is very long."""
    text = visible(word[:80])
    return text if len(text) <= 40 else text[:39] + "…"


def _shown(character: str) -> str:
    if character.isprintable() or character in "\u200c\u200d":  # joiners: part of some scripts and of emoji
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
    """True if a name may have a character: no white space but the space, nothing invisible, nothing that reorders text."""
    return character == " " or (category(character) not in {"Zs", "Zl", "Zp", "Cc", "Cs"} and character not in INVISIBLE)
