"""The lines of many plain hands at once, as what they put into which column (log-format.md, "A
hand").

A line is *plain* if its words are just what its statement usually has: names as they are seated,
cards in two letters, small numbers, lists in their usual order, nothing said twice. ``Lines`` has
the words of many logs as arrays, ``PlainHands`` fills columns from them. What is unusual is no
error: such a hand is ``refused`` here, and read line by line (``ledger.log.reader``,
``ledger.hands.from_log``), which decides what a log means, tells errors and knows every other way
to write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from ledger.game.play import NONE, UNKNOWN
from ledger.hands import model
from ledger.hands.model import Array, Filled, Hands, lines_by_seat
from ledger.log import decoded
from ledger.log.between_hands import BETWEEN_HANDS
from ledger.log.spellings import CARD_OF
from ledger.log.words import LONGEST_LINE, MOST_BYTES, MOST_LINES, UNUSUAL

# --- Plain lines ----------------------------------------------------------------------------------
_FILLED: Final = {word: by for word, by in model.FILLED.items() if by.how != "flag"}
PLAIN: Final = (*_FILLED, "pass", "play", "stay", "trick")
"""The statements of a hand that can be read all at once; ``Lines.kind`` is an index in this
tuple.
"""
_EMPTY, _HAND, _BETWEEN, _OTHER = range(-4, 0)
"""The kinds of all other lines: empty or a comment, the first line of a hand, between hands,
anything else.
"""

NO_CARD: Final = UNKNOWN + 2  # in ``Lines.cards``: the word is not a card of two letters
LONGEST: Final = 16  # the longest word, in bytes, that its two keys identify
_WORD: Final = 8  # bytes in a key
_MASKS: Final = np.array([(1 << 8 * length) - 1 for length in range(_WORD + 1)], np.uint64)
# stands for spaces in a quoted name: no line that is read here has this character
_SPACE: Final = "\x7f"
_USUAL: Final = bytes(code for code in range(128) if not UNUSUAL.match(chr(code)))
_QUOTED: Final = re.compile(r'"(?<=[ \t]")([^"\\\t\n#,=>]+)"(?=[ \t\n])')


def key_of(word: str | bytes) -> int:
    """The first eight bytes of a word as a number, little-endian; shorter words are padded with
    zeros.
    """
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
    # ``translate`` is faster than the pattern.
    unusual = text.encode().translate(None, _USUAL) if text.isascii() else UNUSUAL.search(text)
    return None if too_many or unusual or _has_long_line(text) or not text.strip(" \t\n") else text


def _has_long_line(text: str) -> bool:
    """True if a line is too long. None is if every stretch of half that length has a line end."""
    half = LONGEST_LINE // 2
    if all(text.find("\n", at, at + half) >= 0 for at in range(0, len(text) - half + 1, half)):
        return False
    return max(map(len, text.split("\n"))) > LONGEST_LINE


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

    For each line (lines,): ``first`` is the index of its first word, ``count`` its number of words
    without the comment; ``written`` is False if it is empty; ``kind`` is an index in PLAIN, or
    negative; ``hand`` is the first line of its hand, or -1. For each text: ``begins`` is its first
    line. ``first_lines`` are those of the hands that may be read all at once; ``counted`` (lines,)
    is the index of a line among them, or -1.

    For each word (words,): ``starts`` is its first byte, ``length`` its number of bytes, ``key``
    the first eight (``key_of``), ``cards`` its card, or NO_CARD.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        whole = "\n" + "".join([text if text.endswith("\n") else text + "\n" for text in texts])
        if '"' in whole:
            whole = _QUOTED.sub(lambda match: " " + match[1].replace(" ", _SPACE) + " ", whole)
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
        blank = self.bytes <= 32
        edges = np.flatnonzero(blank[1:] != blank[:-1]) + 1
        self.starts = edges[0::2]
        self.length = edges[1::2] - self.starts
        self.key = self._keys(self.starts, self.length)
        self.cards = np.where(
            self.length == 2, _CARDS[self.key & np.uint64(0xFFFF)], np.uint8(NO_CARD)
        )

    def _keys(self, starts: Array, length: Array) -> Array:
        return np.asarray(self.eight[starts] & _MASKS[np.minimum(length, _WORD)])

    def second_key(self, words: Array) -> Array:
        """As ``key``, for the bytes of some words from the ninth on; words that are too long get a
        value that no name has.
        """
        keys = np.zeros(words.shape, np.uint64)
        length = self.length[words]
        long = length > _WORD
        if long.any():
            keys[long] = self._keys(self.starts[words[long]] + _WORD, length[long] - _WORD)
            keys[length > LONGEST] = np.iinfo(np.uint64).max
        return keys

    def taken_back(self, words: Array) -> tuple[Array, Array]:
        """For words such as ``9h>4h``: the cards taken back, and those played; NO_CARD for any
        other word.
        """
        first = self.eight[self.starts[words]]
        form = (self.length[words] == 5) & ((first >> np.uint64(16)) & np.uint64(0xFF) == ord(">"))
        before, after = (
            np.where(form, _CARDS[first >> np.uint64(shift) & np.uint64(0xFFFF)], NO_CARD)
            for shift in (0, 24)
        )
        return before, after

    def _find_kinds(self, ends: Array) -> None:
        letters = self.bytes[self.starts]
        marks = np.flatnonzero(letters == ord("#"))
        comments = np.searchsorted(self.first, marks, "right") - 1
        # of several marks the first decides
        self.count[comments[::-1]] = (marks - self.first[comments])[::-1]
        first = np.minimum(self.first, max(len(self.starts) - 1, 0))
        key = self.key[first] if len(self.starts) else np.zeros(len(first), np.uint64)
        at = np.minimum(np.searchsorted(_KEYS, key), len(_KEYS) - 1)
        known = (
            (_KEYS[at] == key) & (self.length[first] <= _WORD)
            if len(self.starts)
            else np.zeros(len(first), bool)
        )
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

    def others(self, text: int) -> list[int]:
        """The lines of a text (from 1) to be read one by one: all but those below the first line of
        a hand that may be read at once.
        """
        begin, end = self.begins[text : text + 2]
        wanted = (self.hand[begin:end] < 0) & self.written[begin:end]
        return (np.flatnonzero(wanted) + 1).tolist()

    def below(self, text: int, first_lines: Array) -> dict[int, list[int]]:
        """The lines (from 1) of hands of a text that were left out by ``others``, by the first line
        of each; ``first_lines`` are among all lines.
        """
        begin, end = self.begins[text : text + 2]
        hand = self.hand[begin:end]
        found: dict[int, list[int]] = {int(first - begin) + 1: [] for first in first_lines}
        for at in np.flatnonzero(np.isin(hand, first_lines)).tolist():
            found[int(hand[at] - begin) + 1].append(at + 1)
        return found


# --- Plain hands ----------------------------------------------------------------------------------
_DIGITS: Final = 6  # the longest number that is read here
_OUT, _IN, _NOBODY = (np.uint64(key_of(word)) for word in ("out", "in", "-"))


class _Said(NamedTuple):
    """All lines of one kind, in order: the hand of each, its first word, how many words it has, and
    its offset in the hand.
    """

    hand: Array
    first: Array
    length: Array
    offset: Array

    def only(self, which: Array) -> _Said:
        return _Said(*(part[which] for part in self))


class _Put(NamedTuple):
    """Values for a column, with the index of the hand and the indices before it for each."""

    column: str
    at: tuple[Any, ...]
    hand: Array
    values: Any


class PlainHands:
    """What the hands in ``lines.first_lines`` say; arrays (hands,).

    ``seatings`` are groups of players, from the dealer's left, and ``seating`` is the index of each
    hand's, -1 for a hand that cannot be read here. ``refused`` is True for those, and for hands
    with a line that is not plain.
    """

    def __init__(
        self, lines: Lines, seatings: list[tuple[str, ...]], seating: Array, seats: int
    ) -> None:
        self.lines = lines
        self.seats, self.line_at = seats, lines_by_seat(seats)
        self.list_of = slice(model.HELD)
        self.refused = seating < 0
        self.seating = seating
        keys = np.zeros((2, seats, max(len(seatings), 1)), np.uint64)
        for number, names in enumerate(seatings):
            for place, name in enumerate(names):
                keys[:, place, number] = keys_of_name(name)
        self.keys = keys
        self.seated = np.array([len(names) for names in seatings] or [0])
        self.second = bool(keys[1].any())
        self.puts: list[_Put] = []
        self.in_hands = np.flatnonzero(lines.hand >= 0)
        self.kinds = lines.kind[self.in_hands]
        self.declarations()
        self.stays()
        self.tricks()
        for keyword, by in _FILLED.items():
            said = self.said(keyword)
            if by.there:
                self.put(by.there, said.hand, values=True)
            if by.line:
                self.mark_first(by.line, said)
            getattr(self, by.how)(said, by)

    def fill(self, hands: Hands, numbers: Array, rows: Array) -> None:
        """Put what the hands with some ``numbers`` said into ``rows`` of columns."""
        row_of = np.full(len(self.refused), -1)
        row_of[numbers] = rows
        for column, at, hand, values in self.puts:
            row = row_of[hand]
            keep = row >= 0
            row = row[keep]
            index = tuple(part[keep] if isinstance(part, np.ndarray) else part for part in at)
            if values is None:  # one ante
                getattr(hands, column)[*index, row] = hands.unit[row]
            else:
                getattr(hands, column)[*index, row] = (
                    values[..., keep] if isinstance(values, np.ndarray) else values
                )

    # --- Words ------------------------------------------------------------------------------------

    def said(self, keyword: str) -> _Said:
        """The lines of a statement."""
        at = self.in_hands[self.kinds == PLAIN.index(keyword)]
        first = self.lines.hand[at]
        return _Said(
            self.lines.counted[first],
            self.lines.first[at],
            self.lines.count[at],
            np.minimum(at - first, model.FAR),
        )

    def refuse(self, hand: Array, where: Array) -> None:
        """Refuse the hands that have these lines or words, which are not plain."""
        self.refused[hand[where]] = True

    def place(self, words: Array, hand: Array) -> Array:
        """The places of the named players.

        A hand in which one does not sit is refused, and gets place 0.
        """
        key = self.lines.key[words]
        seating = self.seating[hand]
        place = np.full(len(words), -1, np.int8)
        long = self.second or bool((self.lines.length[words] > 8).any())
        second = self.lines.second_key(words) if long else None
        for seat in range(self.seats):
            here = self.keys[0, seat][seating] == key
            if second is not None:
                here &= self.keys[1, seat][seating] == second
            place[here] = seat
        self.refuse(hand, place < 0)
        return np.maximum(place, 0)

    def names(self, said: _Said) -> Array:
        """The place of the player in the second word of each line."""
        self.refuse(said.hand, said.length < 2)
        return self.place(self.word(said.first + 1), said.hand)

    def word(self, words: Array) -> Array:
        """Indexes of words, none past the last."""
        return np.minimum(words, len(self.lines.key) - 1)

    def numbers(self, words: Array) -> Array:
        """The numbers that words are, -1 for any other and for long ones."""
        length = self.lines.length[words]
        letters = self.lines.key[words].view(np.uint8).reshape(-1, 8)[:, :_DIGITS] - np.uint8(
            ord("0")
        )
        beyond = np.arange(_DIGITS) >= length[:, None]
        value = np.zeros(len(words), np.int64)
        for digit in range(_DIGITS):
            value = np.where(beyond[:, digit], value, 10 * value + letters[:, digit])
        value[(length > _DIGITS) | ((letters > 9) & ~beyond).any(1)] = -1
        return value

    def all_words(self, said: _Said, first: int, step: int = 1) -> tuple[Array, Array]:
        """Each word of each line from index ``first`` on, or every second: its index, and which of
        the lines it is in.
        """
        number = np.maximum(said.length - first + step - 1, 0) // step
        line = np.repeat(np.arange(len(number)), number)
        before = np.cumsum(number) - number
        return said.first[line] + first + step * (np.arange(len(line)) - before[line]), line

    def once(self, place: Array, hand: Array) -> None:
        """Refuse hands in which a player is named twice."""
        if len(hand):
            pairs = hand * self.seats + place
            self.refuse(hand, np.bincount(pairs)[pairs] > 1)

    def cards(self, said: _Said, first: Array, number: Array, most: int) -> Array:
        """The cards (most, lines) of lists that begin at the word ``first`` and have ``number``
        cards, NONE behind them.

        Hands with a list that is longer, or of anything else, are refused.
        """
        cards = self.words_as_cards(first, number, most)
        self.refuse(said.hand, (number > most) | (cards == NO_CARD).any(0))
        return cards

    def words_as_cards(self, first: Array, number: Array, most: int) -> Array:
        """The same, with NO_CARD for what is no card."""
        at = np.arange(most)[:, None]
        return np.where(at >= number, np.uint8(NONE), self.lines.cards[self.word(first + at)])

    # --- Putting into columns ---------------------------------------------------------------------

    def put(self, column: str, hand: Array, values: Any, *at: Any) -> None:  # noqa: ANN401 - arrays and single values
        """Note values for a column."""
        self.puts.append(_Put(column, at, hand, values))

    def mark(self, kind: str, place: Array, said: _Said) -> None:
        """Record the line of a player's statement, if ``lines`` has a place for its kind."""
        if kind in self.line_at:
            self.put("lines", said.hand, said.offset, self.line_at[kind] + place)

    def mark_first(self, row: int, said: _Said) -> None:
        """Note the first of several lines of one kind: in reverse, the first is written last."""
        back = slice(None, None, -1)
        self.put("lines", said.hand[back], said.offset[back], row)

    # --- Statements -------------------------------------------------------------------------------

    def stays(self) -> None:
        """Read ``stay Bea Cal``, of which nothing is in the columns."""
        said = self.said("stay")
        words, line = self.all_words(said, 1)
        self.once(self.place(words, said.hand[line]), said.hand[line])
        self.refuse(said.hand, said.length < 2)

    def declarations(self) -> None:
        """Read ``play Cal 3 out … in …`` and ``pass Ann Bea``; who passes after playing
        drops out.
        """
        plays, passes = self.said("play"), self.said("pass")
        player = self.plays(plays)
        words, line = self.all_words(passes, 1)
        self.refuse(passes.hand, passes.length < 2)
        hand = passes.hand[line]
        passer = self.place(words, hand)
        self.once(passer, hand)

        never = np.iinfo(np.int64).max
        played = np.full((self.seats, len(self.refused)), never)
        played[player, plays.hand] = plays.first
        dropped = played[passer, hand] < words
        self.refuse(hand, ~dropped & (played[passer, hand] < never))
        self.declared = played < never
        self.in_play = self.declared.sum(0) - np.bincount(
            hand[dropped], minlength=len(self.refused)
        )
        self.declared[passer, hand] = True
        self.put("declared", plays.hand, model.PLAYED, player)
        self.put("declared", hand, np.where(dropped, model.DROPPED, model.PASSED), passer)

        first = passes.only(line[~dropped])
        word = np.concatenate([plays.first, words[~dropped]])
        order = np.argsort(word)
        said = _Said(*(np.concatenate(parts)[order] for parts in zip(plays, first, strict=True)))
        place = np.concatenate([player, passer[~dropped]])[order]
        self.put("order", said.hand, self.rank(said.hand), place)
        self.mark("declared", place, said)

    def rank(self, hand: Array) -> Array:
        """The index of each line among those of its hand."""
        return np.arange(len(hand)) - np.searchsorted(hand, hand)

    def plays(self, said: _Said) -> Array:
        """Read what was drawn; returns the places of those who play."""
        held = model.HELD
        place = self.names(said)
        self.once(place, said.hand)
        draw = self.numbers(self.word(said.first + 2))
        announced = (said.length > 2) & (draw >= 0)
        self.put(
            "draw",
            said.hand[announced],
            np.minimum(draw, model.MOST_DRAWN)[announced],
            place[announced],
        )
        begin = 2 + announced
        key = self.lines.key[self.word(said.first + begin)]
        listed = said.length > begin
        discarded = listed & (key == _OUT)
        self.refuse(said.hand, listed & (key != _OUT) & (key != _IN))
        ahead = np.arange(held + 2)[:, None]
        at = begin + ahead
        begins_in = (self.lines.key[self.word(said.first + at)] == _IN) & (at < said.length)
        replaced = begins_in.any(0)
        second = np.where(replaced, begin + begins_in.argmax(0), said.length)
        cards = said.only(discarded)
        self.put_list(
            "out", cards, place[discarded], (begin + 1)[discarded], (second - begin - 1)[discarded]
        )
        cards = said.only(replaced)
        self.put_list(
            "drawn",
            cards,
            place[replaced],
            second[replaced] + 1,
            (said.length - second - 1)[replaced],
        )
        return place

    def put_list(self, column: str, said: _Said, place: Array, first: Array, number: Array) -> None:
        """Put the discards or the replacements, which begin at word ``first`` of each line, into
        their columns.
        """
        cards = self.cards(said, said.first + first, number, model.HELD)
        self.put(column, said.hand, cards, self.list_of, place)
        self.put(f"{column}_count", said.hand, number, place)

    def tricks(self) -> None:
        """Read ``trick Eve Ah 9h>4h 7h Th``."""
        said = self.said("trick")
        leader = self.names(said)
        number = said.length - 2
        cards = self.words_as_cards(said.first + 2, number, self.seats)
        trick = self.rank(said.hand)
        self.refuse(said.hand, (number < 1) | (number > self.seats) | (trick >= model.TRICKS))
        # Somebody may have stayed in of whom no line says so.
        silent = self.declared.sum(0) < self.seated[self.seating]
        self.refuse(said.hand, (number > self.in_play[said.hand]) & silent[said.hand])
        trick = np.minimum(trick, model.TRICKS - 1)
        turn, line = np.nonzero(cards == NO_CARD)
        before, cards[turn, line] = self.lines.taken_back(said.first[line] + 2 + turn)
        self.refuse(said.hand[line], (before == NO_CARD) | (cards[turn, line] == NO_CARD))
        self.put("withdrawn", said.hand[line], before, trick[line], turn)
        self.put("leader", said.hand, leader, trick)
        self.put("trick_size", said.hand, number, trick)
        self.put("trick_count", said.hand, trick + 1)
        self.put("lines", said.hand, said.offset, model.LINE_TRICK + trick)
        for place, card in enumerate(cards):
            self.put("cards", said.hand, card, trick, place)

    # Statements that fill a column of their own, by ``Filled.how``.

    def seat_antes(self, said: _Said, by: Filled) -> None:
        """Read ``ante Ann Bea``: one ante each."""
        words, line = self.all_words(said, 1)
        hand = said.hand[line]
        place = self.place(words, hand)
        self.once(place, hand)
        self.refuse(said.hand, said.length < 2)
        self.put(by.column, hand, None, place)

    def seat_counts(self, said: _Said, by: Filled) -> None:
        """Read ``tricks Bea 1 Eve 3``."""
        self.refuse(said.hand, (said.length < 3) | (said.length % 2 == 0))
        words, line = self.all_words(said, 1, 2)
        hand = said.hand[line]
        place = self.place(words, hand)
        self.once(place, hand)
        won = self.numbers(self.word(words + 1))
        self.refuse(hand, (won < 0) | ((won > 0) & ~self.declared[place, hand]))
        self.put(by.column, hand, np.minimum(won, model.MOST_DRAWN), place)

    def seat_cards(self, said: _Said, by: Filled) -> None:
        """Read ``dealt Bea Ks Qs 7c 3c 2h``."""
        place = self.names(said)
        self.once(place, said.hand)
        self.refuse(said.hand, said.length < 3)
        cards = self.cards(said, said.first + 2, said.length - 2, model.HELD)
        self.put(by.column, said.hand, cards, self.list_of, place)
        self.put(f"{by.column}_count", said.hand, said.length - 2, place)
        self.mark(by.column, place, said)

    def seat_flags(self, said: _Said, by: Filled) -> None:
        """Read ``early Ann``."""
        place = self.names(said)
        self.once(place, said.hand)
        self.refuse(said.hand, said.length != 2)
        self.put(by.column, said.hand, True, place)
        self.mark(by.column, place, said)

    def chips(self, said: _Said, by: Filled) -> None:
        """Read ``pot 7``."""
        chips = self.numbers(self.word(said.first + 1))
        self.once(np.zeros_like(said.hand), said.hand)
        self.refuse(said.hand, (said.length != 2) | (chips < 0))
        self.put(by.column, said.hand, chips)

    def seat_chips(self, said: _Said, by: Filled) -> None:
        """Read ``take Eve 7``, ``take Eve``, ``take -``, and the same of ``match``; ``renege Bea
        7``.
        """
        if by.there:
            word = self.word(said.first + 1)
            nobody = (
                (self.lines.key[word] == _NOBODY)
                & (self.lines.length[word] == 1)
                & (said.length == 2)
            )
            self.refuse(
                said.hand,
                nobody & (np.bincount(said.hand, minlength=len(self.refused))[said.hand] > 1),
            )
            said = said.only(~nobody)
        place = self.names(said)
        self.once(place, said.hand)
        self.refuse(said.hand, ~self.declared[place, said.hand])
        chips = self.numbers(self.word(said.first + 2))
        named = said.length > 2
        wrong = (said.length > 3) | (named & (chips < 0)) | ~(named | by.by_rule)
        self.refuse(said.hand, wrong)
        self.put(by.column, said.hand, np.where(named, chips, model.BY_RULE), place)
        self.mark(by.column, place, said)
