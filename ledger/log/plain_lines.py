"""The lines of many logs as arrays of words, from which most hands are read all at once instead of line by line.

``ledger.log.reader`` can read every line and explain every error; it decides what a log means. This module
only finds the hands that need not go through it: those whose lines all have the usual form (``PLAIN``). What the words of such a
line must be is up to ``ledger.hands.plain_hands``, which fills columns from them and hands back those that are
unusual after all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ledger.game.play import UNKNOWN
from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.reader import decoded
from ledger.log.values import CARD_OF
from ledger.log.words import LONGEST_LINE, MOST_BYTES, MOST_LINES, UNUSUAL

Array: TypeAlias = NDArray[Any]

PLAIN: Final = ("ante", "dealt", "early", "pass", "play", "stay", "trick", "tricks", "pot", "take", "match", "renege")
"""The statements of a hand that can be read all at once; ``Lines.kind`` is an index in this tuple."""
_EMPTY, _HAND, _BETWEEN, _OTHER = range(-4, 0)
"""The kinds of all other lines: empty or a comment, the first line of a hand, between hands, anything else."""

NO_CARD: Final = UNKNOWN + 2
"""In ``Lines.cards``: the word is not a card of two letters."""
LONGEST: Final = 16
"""The longest word, in bytes, that its two keys identify."""

_WORD: Final = 8
"""Bytes in a key."""
_MASKS: Final = np.array([(1 << 8 * length) - 1 for length in range(_WORD + 1)], np.uint64)
_SPACE: Final = "\x7f"
"""Stands for spaces in a quoted name: no line that is read here has this character."""
_USUAL: Final = bytes(code for code in range(128) if not UNUSUAL.match(chr(code)))
_QUOTED: Final = re.compile(r'"(?<=[ \t]")([^"\\\t\n#,=>]+)"(?=[ \t\n])')


def key_of(word: str | bytes) -> int:
    """The first eight bytes of a word as a number, little-endian; shorter words are padded with zeros."""
    text = word.encode() if isinstance(word, str) else word
    return int.from_bytes(text[:_WORD], "little")


@lru_cache(maxsize=1000)  # the same people play night after night
def keys_of_name(name: str) -> tuple[int, int]:
    """The two keys of a name; 0 and 0, which no word has, if it is too long."""
    text = name.replace(" ", _SPACE).encode("utf-8", "surrogateescape")
    return (0, 0) if len(text) > LONGEST else (key_of(text), key_of(text[_WORD:]))


def usual_text(content: str | bytes) -> str | None:
    """The text of a log if it can simply be split at spaces and line ends, else None."""
    if len(content) > MOST_BYTES:
        return None
    text = decoded(content)
    too_many = len(text) > MOST_LINES and text.count("\n") > MOST_LINES
    return None if too_many or _is_unusual(text) or _has_long_line(text) or not text.strip(" \t\n") else text


def _is_unusual(text: str) -> bool:
    """True if ``UNUSUAL`` matches; faster for ASCII text."""
    return bool(text.encode().translate(None, _USUAL)) if text.isascii() else UNUSUAL.search(text) is not None


def _has_long_line(text: str) -> bool:
    """True if a line is too long. None is if every stretch of half that length has a line end."""
    half = LONGEST_LINE // 2
    if all(text.find("\n", at, at + half) >= 0 for at in range(0, len(text) - half + 1, half)):
        return False
    return max(map(len, text.split("\n"))) > LONGEST_LINE


def _in_one_word(match: re.Match[str]) -> str:
    return " " + match[1].replace(" ", _SPACE) + " "


def _table() -> Array:
    """The card for the number that its two letters make."""
    cards = np.full(1 << 16, NO_CARD, np.uint8)
    for word, card in CARD_OF.items():
        if len(word.encode()) == 2:
            cards[key_of(word)] = card
    return cards


_CARDS: Final = _table()
_KINDS: Final = {
    **{key_of(word): _BETWEEN for word in BETWEEN_HANDS},
    **{key_of(word): kind for kind, word in enumerate(PLAIN)},
    key_of("hand"): _HAND,
}
_KEYS: Final = np.array(sorted(_KINDS), np.uint64)
_KIND_OF: Final = np.array([_KINDS[key] for key in sorted(_KINDS)], np.int8)
assert all(len(word) <= _WORD for word in (*PLAIN, *BETWEEN_HANDS)), "keywords are told by one key"


class Lines:
    """The lines of several texts (each from ``usual_text``), one after the other.

    For each line (lines,): ``first`` is the index of its first word, ``count`` its number of words without the comment;
    ``written`` is False if it is empty; ``kind`` is an index in PLAIN, or negative; ``hand`` is the first line of its hand,
    or -1. For each text: ``begins`` is its first line. ``first_lines`` are those of the hands that may
    be read all at once; ``counted`` (lines,) is the index of a line among them, or -1.

    For each word (words,): ``starts`` is its first byte, ``length`` its number of bytes, ``key`` the first eight (``key_of``),
    ``cards`` its card, or NO_CARD.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        whole = "\n" + "".join([text if text.endswith("\n") else text + "\n" for text in texts])
        if '"' in whole:
            whole = _QUOTED.sub(_in_one_word, whole)
        self.bytes = np.frombuffer(whole.encode() + b"\n" * 2 * _WORD, np.uint8)
        # For each byte, itself and the seven after it as one number.
        self.eight = np.ndarray(len(self.bytes) - _WORD, "<u8", self.bytes, strides=(1,))
        self._split()
        ends = np.flatnonzero(self.bytes[: -2 * _WORD] == 10)
        lines = len(ends) - 1
        places = np.searchsorted(self.starts, ends)
        self.first, self.count = places[:-1], np.diff(places)
        self.written = self.count > 0
        counts = [text.count("\n") + (not text.endswith("\n")) for text in texts]
        self.begins = np.cumsum([0, *counts])
        assert self.begins[-1] == lines
        self._find_kinds(ends)
        self._find_hands()

    def _split(self) -> None:
        """Find where the words are."""
        blank = self.bytes <= 32
        edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
        self.starts = edges[0::2]
        self.length = edges[1::2] - self.starts
        self.key = self._keys(self.starts, self.length)
        self.cards = np.where(self.length == 2, _CARDS[self.key & np.uint64(0xFFFF)], np.uint8(NO_CARD))

    def _keys(self, starts: Array, length: Array) -> Array:
        return np.asarray(self.eight[starts] & _MASKS[np.minimum(length, _WORD)])

    def second_key(self, words: Array) -> Array:
        """As ``key``, for the bytes of some words from the ninth on; words that are too long get a value that no name has."""
        keys = np.zeros(words.shape, np.uint64)
        length = self.length[words]
        long = length > _WORD
        if long.any():
            keys[long] = self._keys(self.starts[words[long]] + _WORD, length[long] - _WORD)
            keys[length > LONGEST] = np.iinfo(np.uint64).max
        return keys

    def taken_back(self, words: Array) -> tuple[Array, Array]:
        """For words such as ``9h>4h``: the cards taken back, and those played; NO_CARD for any other word."""
        first = self.eight[self.starts[words]]
        form = (self.length[words] == 5) & ((first >> np.uint64(16)) & np.uint64(0xFF) == ord(">"))
        before, after = (np.where(form, _CARDS[first >> np.uint64(shift) & np.uint64(0xFFFF)], NO_CARD) for shift in (0, 24))
        return before, after

    def _find_kinds(self, ends: Array) -> None:
        letters = self.bytes[self.starts]
        marks = np.flatnonzero(letters == ord("#"))
        comments = np.searchsorted(self.first, marks, "right") - 1
        self.count[comments[::-1]] = (marks - self.first[comments])[::-1]  # of several marks the first decides
        first = np.minimum(self.first, max(len(self.starts) - 1, 0))
        key = self.key[first] if len(self.starts) else np.zeros(len(first), np.uint64)
        at = np.minimum(np.searchsorted(_KEYS, key), len(_KEYS) - 1)
        known = (_KEYS[at] == key) & (self.length[first] <= _WORD) if len(self.starts) else np.zeros(len(first), bool)
        kind = np.where(known, _KIND_OF[at], np.int8(_OTHER))
        kind[(key & np.uint64(0xFFFF)) == key_of("x-")] = _EMPTY
        kind[self.count == 0] = _EMPTY
        second = np.minimum(first + 1, len(letters) - 1)
        changes = (kind == PLAIN.index("ante")) & (self.count == 2) & (letters[second] <= ord("9"))
        kind[changes] = _OTHER  # `ante 2`: not part of a hand
        odd = np.flatnonzero((self.bytes == ord('"')) | (self.bytes == ord(",")))
        if len(odd):
            line = np.searchsorted(ends, odd) - 1
            comment = np.full(len(ends), len(self.bytes))
            comment[comments[::-1]] = self.starts[marks[::-1]]
            kind[line[odd < comment[line]]] = _OTHER
        kind[self.begins[:-1]] = _BETWEEN
        self.kind = kind

    def _find_hands(self) -> None:
        breaks = np.flatnonzero((self.kind < 0) & (self.kind != _EMPTY))
        last = np.searchsorted(breaks, np.arange(len(self.kind)), "right") - 1
        line = breaks[last] if len(breaks) else np.zeros(len(self.kind), np.int64)
        followed = np.append(self.kind[breaks[1:]], _BETWEEN) != _OTHER
        may = (self.kind[breaks] == _HAND) & followed
        played = np.zeros(len(breaks), bool)
        played[last[self.kind == PLAIN.index("play")]] = True
        may &= played  # else the score says who plays
        self.hand = np.where((self.kind >= 0) & may[last] if len(breaks) else False, line, -1)
        self.first_lines = breaks[may]
        self.counted = np.full(len(self.kind), -1)
        self.counted[self.first_lines] = np.arange(len(self.first_lines))

    def others(self, text: int, refused: set[int]) -> list[int]:
        """The lines of a text (from 1) to be read one by one, including the hands that begin at the lines ``refused``."""
        begin, end = self.begins[text : text + 2]
        hand = self.hand[begin:end]
        wanted = (hand < 0) & self.written[begin:end]
        if refused:
            wanted |= np.isin(hand, list(refused))
        return (np.flatnonzero(wanted) + 1).tolist()
