"""Mends lines that cannot be read only because of how they are typed: quotes and dashes of a word
processor, capitals, ``1Oh``.

Nothing is guessed. A line is changed only if it cannot be read as it is, and can be once it is in
plain characters. Amounts and names keep their letters, comments every character.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.grammar import HEADER_STATEMENTS
from ledger.log.hand_statements import HAND_STATEMENTS
from ledger.log.records import Diagnostic
from ledger.log.spellings import CARD_OF, card_nearly
from ledger.log.words import INVISIBLE, QUOTES, spelt_plainly


def mended(text: str, errors_of: Callable[[str], Iterable[Diagnostic]]) -> str:
    """Return ``text`` with each line mended that can then be read; ``errors_of`` reads a text, and
    returns what it could not.
    """
    lines = text.split("\n")
    for cards in (False, True):
        hopeless: set[int] = set()
        while True:  # a header that can be read shows what is wrong below it
            wrong = {error.line for error in errors_of("\n".join(lines)) if error.line} - hopeless
            tried = [
                _plainly(line, cards=cards) if at in wrong else line
                for at, line in enumerate(lines, 1)
            ]
            if tried == lines:
                break
            still = {error.line for error in errors_of("\n".join(tried))}
            hopeless |= wrong & still
            lines = [
                before if at in still else after
                for at, (before, after) in enumerate(zip(lines, tried, strict=True), 1)
            ]
    return "\n".join(lines)


def _plainly(line: str, *, cards: bool) -> str:
    """A line in the characters of a plain keyboard, its keyword in small letters and, with
    ``cards``, its cards as usual.
    """
    end = _comment_at(line)
    return "".join(_words(line[:end].translate(_TYPED), cards=cards)) + line[end:]


def _comment_at(line: str) -> int:
    """Where the comment begins, with the blanks before it."""
    quoted = False
    for at, sign in enumerate(line):
        quoted ^= sign == '"' or sign in QUOTES
        if sign == "#" and not quoted and (not at or line[at - 1].isspace()):
            return len(line[:at].rstrip())
    return len(line)


def _words(said: str, *, cards: bool) -> Iterator[str]:
    """Yield the words of a line and the blanks between them."""
    first = True
    for word in re.findall(r'\s+|"[^"]*"?|[^\s"]+', said):
        if word.isspace() or word[0] == '"':
            yield word
            continue
        small = word.casefold()
        if small in _KEYWORDS if first else small in {"out", "in"}:
            yield small
        elif not any(sign.isalpha() for sign in word):
            yield spelt_plainly(word)
        else:
            yield ">".join(
                (cards and one not in CARD_OF and card_nearly(one)) or one
                for one in word.split(">")
            )
        first = False


_KEYWORDS: Final = {"hand", *HAND_STATEMENTS, *BETWEEN_HANDS, *HEADER_STATEMENTS}
_TYPED: Final = {
    **dict.fromkeys(map(ord, QUOTES), '"'),
    **dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys(map(ord, INVISIBLE)),
}
"""What word processors and messengers put in place of a quote, a blank and nothing."""


def as_suggested(error: Diagnostic) -> tuple[str, str] | None:
    """What an unreadable line was perhaps meant to say, and the line with it; None if the reader
    suggests nothing for a word.
    """
    found = _SUGGESTED.match(error.remedy)
    word = _WORD.match(error.text, error.column - 1)
    if found is None or word is None:
        return None
    return found[1], error.text[: word.start()] + found[1] + error.text[word.end() :]


_SUGGESTED: Final = re.compile(r"did you mean ([^?]+)\?")
_WORD: Final = re.compile(r'"[^"]*"|[^\s,]+')
