"""The lines of many plain hands at once, as what they put into which column (log-format.md, "A hand").

A line is *plain* if its words are just what its statement usually has: names as they are seated, cards in two letters, small
numbers, lists in their usual order, nothing said twice. What is not is no error: such a hand is ``refused`` here, and read
line by line (``ledger.log.reader``, ``ledger.hands.hand_row``), which tells errors and knows every other way to write.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from ledger.game.play import NONE
from ledger.hands.hand_row import FAR, MOST_DRAWN, Layout
from ledger.hands.model import (
    BY_RULE,
    DROPPED,
    LINE_ANTE,
    LINE_COUNTS,
    LINE_MATCHES,
    LINE_POT,
    LINE_TAKES,
    LINE_TRICK,
    PASSED,
    PLAYED,
    TRICKS,
    Array,
    Hands,
)
from ledger.log.plain_lines import NO_CARD, PLAIN, Lines, key_of, keys_of_name

_DIGITS: Final = 6
"""The longest number that is read here."""
_OUT, _IN, _NOBODY = (np.uint64(key_of(word)) for word in ("out", "in", "-"))


class _Said(NamedTuple):
    """All lines of one kind, in order: the hand of each, its first word, how many words it has, and its offset in the hand."""

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

    ``seatings`` are groups of players, from the dealer's left, and ``seating`` is the index of each hand's, -1 for a hand that
    cannot be read here. ``refused`` is True for those, and for hands with a line that is not plain.
    """

    def __init__(self, lines: Lines, seatings: list[tuple[str, ...]], seating: Array, layout: Layout) -> None:
        self.lines = lines
        self.layout = layout
        self.list_of = slice(layout.held)
        self.refused = seating < 0
        self.seating = seating
        keys = np.zeros((2, layout.seats, max(len(seatings), 1)), np.uint64)
        for number, names in enumerate(seatings):
            for place, name in enumerate(names):
                keys[:, place, number] = keys_of_name(name)
        self.keys = keys
        self.second = bool(keys[1].any())
        self.puts: list[_Put] = []
        self.in_hands = np.flatnonzero(lines.hand >= 0)
        self.kinds = lines.kind[self.in_hands]
        self.antes()
        self.deals()
        self.announcements()
        self.declarations()
        self.stays()
        self.tricks()
        self.counts()
        self.pots()
        for kind, row in (("take", LINE_TAKES), ("match", LINE_MATCHES)):
            self.payments(kind, row)
        said = self.said("renege")
        self.amounts("renege", said, self.names(said))

    def fill(self, hands: Hands, numbers: Array, rows: Array) -> None:
        """Put what the hands with some ``numbers`` said into ``rows`` of columns."""
        row_of = np.full(len(self.refused), -1)
        row_of[numbers] = rows
        for column, at, hand, values in self.puts:
            row = row_of[hand]
            keep = row >= 0
            row = row[keep]
            index = tuple(part[keep] if isinstance(part, np.ndarray) else part for part in at)
            if column == "ante":
                hands.ante[*index, row] = hands.unit[row]
            else:
                getattr(hands, column)[*index, row] = values[..., keep] if isinstance(values, np.ndarray) else values

    # --- Words ------------------------------------------------------------------------------------------------------

    def said(self, keyword: str) -> _Said:
        """The lines of a statement."""
        at = self.in_hands[self.kinds == PLAIN.index(keyword)]
        first = self.lines.hand[at]
        return _Said(self.lines.counted[first], self.lines.first[at], self.lines.count[at], np.minimum(at - first, FAR))

    def refuse(self, hand: Array, where: Array) -> None:
        """Refuse the hands that have these lines or words, which are not plain."""
        self.refused[hand[where]] = True

    def place(self, words: Array, hand: Array) -> Array:
        """The places of the named players. A hand in which one does not sit is refused, and gets place 0."""
        key = self.lines.key[words]
        seating = self.seating[hand]
        place = np.full(len(words), -1, np.int8)
        long = self.second or bool((self.lines.length[words] > 8).any())
        second = self.lines.second_key(words) if long else None
        for seat in range(self.layout.seats):
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
        letters = self.lines.key[words].view(np.uint8).reshape(-1, 8)[:, :_DIGITS] - np.uint8(ord("0"))
        beyond = np.arange(_DIGITS) >= length[:, None]
        value = np.zeros(len(words), np.int64)
        for digit in range(_DIGITS):
            value = np.where(beyond[:, digit], value, 10 * value + letters[:, digit])
        value[(length > _DIGITS) | ((letters > 9) & ~beyond).any(1)] = -1
        return value

    def all_words(self, said: _Said, first: int, step: int = 1) -> tuple[Array, Array]:
        """Each word of each line from index ``first`` on, or every second: its index, and which of the lines it is in."""
        number = np.maximum(said.length - first + step - 1, 0) // step
        line = np.repeat(np.arange(len(number)), number)
        before = np.cumsum(number) - number
        return said.first[line] + first + step * (np.arange(len(line)) - before[line]), line

    def once(self, place: Array, hand: Array) -> None:
        """Refuse hands in which a player is named twice."""
        if len(hand):
            pairs = hand * self.layout.seats + place
            self.refuse(hand, np.bincount(pairs)[pairs] > 1)

    def cards(self, said: _Said, first: Array, number: Array, most: int) -> Array:
        """The cards (most, lines) of lists that begin at the word ``first`` and have ``number`` cards, NONE behind them.

        Hands with a list that is longer, or of anything else, are refused.
        """
        cards = self.words_as_cards(first, number, most)
        self.refuse(said.hand, (number > most) | (cards == NO_CARD).any(0))
        return cards

    def words_as_cards(self, first: Array, number: Array, most: int) -> Array:
        """The same, with NO_CARD for what is no card."""
        at = np.arange(most)[:, None]
        return np.where(at >= number, np.uint8(NONE), self.lines.cards[self.word(first + at)])

    # --- Putting into columns ---------------------------------------------------------------------------------------

    def put(self, column: str, hand: Array, values: Any, *at: Any) -> None:  # noqa: ANN401 - arrays and single values
        """Note values for a column."""
        self.puts.append(_Put(column, at, hand, values))

    def mark(self, kind: str, place: Array, said: _Said) -> None:
        """Record the line of a player's statement."""
        self.put("lines", said.hand, said.offset, self.layout.line_at[kind] + place)

    def mark_first(self, row: int, said: _Said) -> None:
        """Note the first of several lines of one kind: in reverse, the first is written last."""
        back = slice(None, None, -1)
        self.put("lines", said.hand[back], said.offset[back], row)

    # --- Statements -------------------------------------------------------------------------------------------------

    def antes(self) -> None:
        """Read ``ante Ann Bea``."""
        said = self.said("ante")
        words, line = self.all_words(said, 1)
        hand = said.hand[line]
        place = self.place(words, hand)
        self.once(place, hand)
        self.refuse(said.hand, said.length < 2)
        self.put("ante", hand, None, place)
        self.put("has_ante", said.hand, values=True)
        self.mark_first(LINE_ANTE, said)

    def deals(self) -> None:
        """Read ``dealt Bea Ks Qs 7c 3c 2h``."""
        said = self.said("dealt")
        place = self.names(said)
        self.once(place, said.hand)
        self.refuse(said.hand, said.length < 3)
        self.put("dealt", said.hand, self.cards(said, said.first + 2, said.length - 2, self.layout.held), self.list_of, place)
        self.put("dealt_count", said.hand, said.length - 2, place)
        self.mark("dealt", place, said)

    def announcements(self) -> None:
        """Read ``early Ann``."""
        said = self.said("early")
        place = self.names(said)
        self.once(place, said.hand)
        self.refuse(said.hand, said.length != 2)
        self.put("early", said.hand, True, place)
        self.mark("early", place, said)

    def stays(self) -> None:
        """Read ``stay Bea Cal``, of which nothing is in the columns."""
        said = self.said("stay")
        words, line = self.all_words(said, 1)
        self.once(self.place(words, said.hand[line]), said.hand[line])
        self.refuse(said.hand, said.length < 2)

    def declarations(self) -> None:
        """Read ``play Cal 3 out … in …`` and ``pass Ann Bea``; who passes after playing drops out."""
        plays, passes = self.said("play"), self.said("pass")
        player = self.plays(plays)
        words, line = self.all_words(passes, 1)
        self.refuse(passes.hand, passes.length < 2)
        hand = passes.hand[line]
        passer = self.place(words, hand)
        self.once(passer, hand)

        never = np.iinfo(np.int64).max
        played = np.full((self.layout.seats, len(self.refused)), never)
        played[player, plays.hand] = plays.first
        dropped = played[passer, hand] < words
        self.refuse(hand, ~dropped & (played[passer, hand] < never))
        self.put("declared", plays.hand, PLAYED, player)
        self.put("declared", hand, np.where(dropped, DROPPED, PASSED), passer)

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
        held = self.layout.held
        place = self.names(said)
        self.once(place, said.hand)
        draw = self.numbers(self.word(said.first + 2))
        announced = (said.length > 2) & (draw >= 0)
        self.put("draw", said.hand[announced], np.minimum(draw, MOST_DRAWN)[announced], place[announced])
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
        self.put_list("out", cards, place[discarded], (begin + 1)[discarded], (second - begin - 1)[discarded])
        cards = said.only(replaced)
        self.put_list("drawn", cards, place[replaced], second[replaced] + 1, (said.length - second - 1)[replaced])
        return place

    def put_list(self, column: str, said: _Said, place: Array, first: Array, number: Array) -> None:
        """Put the discards or the replacements, which begin at word ``first`` of each line, into their columns."""
        cards = self.cards(said, said.first + first, number, self.layout.held)
        self.put(column, said.hand, cards, self.list_of, place)
        self.put(f"{column}_count", said.hand, number, place)

    def tricks(self) -> None:
        """Read ``trick Eve Ah 9h>4h 7h Th``."""
        said = self.said("trick")
        leader = self.names(said)
        number = said.length - 2
        cards = self.words_as_cards(said.first + 2, number, self.layout.seats)
        trick = self.rank(said.hand)
        self.refuse(said.hand, (number < 1) | (number > self.layout.seats) | (trick >= TRICKS))
        trick = np.minimum(trick, TRICKS - 1)
        turn, line = np.nonzero(cards == NO_CARD)
        before, cards[turn, line] = self.lines.taken_back(said.first[line] + 2 + turn)
        self.refuse(said.hand[line], (before == NO_CARD) | (cards[turn, line] == NO_CARD))
        self.put("withdrawn", said.hand[line], before, trick[line], turn)
        self.put("leader", said.hand, leader, trick)
        self.put("trick_size", said.hand, number, trick)
        self.put("trick_count", said.hand, trick + 1)
        self.put("lines", said.hand, said.offset, LINE_TRICK + trick)
        for place, card in enumerate(cards):
            self.put("cards", said.hand, card, trick, place)

    def counts(self) -> None:
        """Read ``tricks Bea 1 Eve 3``."""
        said = self.said("tricks")
        self.refuse(said.hand, (said.length < 3) | (said.length % 2 == 0))
        words, line = self.all_words(said, 1, 2)
        hand = said.hand[line]
        place = self.place(words, hand)
        self.once(place, hand)
        won = self.numbers(self.word(words + 1))
        self.refuse(hand, won < 0)
        self.put("counted", hand, np.minimum(won, MOST_DRAWN), place)
        self.put("has_counts", said.hand, values=True)
        self.mark_first(LINE_COUNTS, said)

    def pots(self) -> None:
        """Read ``pot 7``."""
        said = self.said("pot")
        chips = self.numbers(self.word(said.first + 1))
        self.once(np.zeros_like(said.hand), said.hand)
        self.refuse(said.hand, (said.length != 2) | (chips < 0))
        self.put("pot", said.hand, chips)
        self.put("lines", said.hand, said.offset, LINE_POT)

    def payments(self, kind: str, row: int) -> None:
        """Read ``take Eve 7``, ``take Eve``, ``take -``, and the same of ``match``."""
        said = self.said(kind)
        word = self.word(said.first + 1)
        nobody = (self.lines.key[word] == _NOBODY) & (self.lines.length[word] == 1) & (said.length == 2)
        self.refuse(said.hand, nobody & (np.bincount(said.hand, minlength=len(self.refused))[said.hand] > 1))
        self.put(f"has_{kind}", said.hand, values=True)
        self.mark_first(row, said)
        somebody = said.only(~nobody)
        self.amounts(kind, somebody, self.names(somebody))

    def amounts(self, kind: str, said: _Said, place: Array) -> None:
        """Read the chips behind a player's name, if any."""
        self.once(place, said.hand)
        chips = self.numbers(self.word(said.first + 2))
        named = said.length > 2
        self.refuse(said.hand, (said.length > 3) | (named & (chips < 0)))
        self.put(kind, said.hand, np.where(named, chips, BY_RULE), place)
        self.mark(kind, place, said)
