"""The values in a line of a log: whole numbers, money, cards and players, each read at its place or
reported as a Problem.

Chips are whole numbers and money is whole minor units; no float touches either. Players are looked
up in the ``Context``: who is seated, who has been, and what the hand has said so far, line by line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, fields
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Final
from unicodedata import combining, normalize

from ledger.log.spellings import (
    CARD_OF,
    IN_GROUPS,
    MINOR_DIGITS,
    SIGNS,
    card_remedy,
    currencies_named,
    is_aside,
    money_remedy,
    number_remedy,
)
from ledger.log.words import (
    KEYWORDS,
    LONGEST_NAME,
    MOST_CARDS,
    MOST_CHIPS,
    MOST_SEATS,
    QUOTES,
    Problem,
    is_number,
    is_safe_in_a_name,
    name_in_other_quotes,
    name_of,
    quote,
    shown,
    spelt_plainly,
)

# --- Whole numbers --------------------------------------------------------------------------------
_FEW: Final = {str(number): number for number in range(1000)}
_LONGEST: Final = len(str(MOST_CHIPS))


def number_from(
    words: list[str], index: int, what: str = "a number of chips", *, negative: bool = False
) -> int:
    """Return the whole number at ``index``; raises Problem if it is missing, is none, or is too
    large.

    Only one that may be ``negative`` has a minus before it.
    """
    try:
        word = words[index]
    except IndexError:
        raise Problem(
            index, f"{what} is missing", f"{what}: a whole number", f"write {what} here"
        ) from None
    if negative and word[:1] == "-":
        return (
            -_checked(word[1:], index, what)
            if word[1:].isdigit()
            else _checked(word, index, what, negative=True)
        )
    number = _FEW.get(word)
    if number is not None:
        return number
    if word.rstrip(".:").isalpha() and words[index + 1 : index + 2] and words[index + 1].isdigit():
        remedy = (
            f"leave {shown(word)} out"
            if word.islower()
            else f"write the number first: {words[index + 1]} {shown(word)}"
        )
        raise Problem(index, f"{shown(word)} is not {what}", f"{what}: a whole number", remedy)
    return _checked(word, index, what, negative=negative)


def _checked(word: str, index: int, what: str, *, negative: bool = False) -> int:
    if not (word.isascii() and word.isdigit()):
        raise Problem(
            index,
            f"{shown(word)} is not {what}",
            f"{what}: a whole number",
            number_remedy(word, negative=negative),
        )
    digits = word.lstrip("0") or "0"
    if len(digits) > _LONGEST or int(digits) > MOST_CHIPS:
        raise _too_large(word, index)
    return int(digits)


def _too_large(word: str, index: int) -> Problem:
    return Problem(
        index,
        f"{shown(word)} is too large",
        f"at most {MOST_CHIPS:,}",
        "check the number of digits",
    )


# --- Money ----------------------------------------------------------------------------------------
def minor_digits(currency: str | None) -> int:
    """Return how many digits a currency has after the decimal point: two if it is not known."""
    return MINOR_DIGITS.get(currency or "", 2)


_CURRENCY: Final = "its code of three capital letters"
_SUCH_AS: Final = "write USD, EUR, CAD, …"


def currency_from(words: list[str], index: int) -> str:
    """Return the code of a currency at ``index``; raises Problem for what is none."""
    if index >= len(words):
        raise Problem(index, "the currency is missing", _CURRENCY, _SUCH_AS)
    word = words[index]
    if len(word) == 3 and word.isascii() and word.isalpha() and word.isupper():
        return word
    code = spelt_plainly(word)[:3].upper()
    remedy = (
        f"did you mean {code}?"
        if re.fullmatch(r"[A-Za-z]{3}(?:\W.*)?", spelt_plainly(word))
        else _SUCH_AS
    )
    raise Problem(index, f"{shown(word)} is not a currency", _CURRENCY, remedy)


def money_from(words: list[str], index: int, currency: str | None, named_by: str = "chip") -> int:
    """Return the amount of money at ``index`` in minor units of ``currency``; raises Problem for
    what is none.

    ``named_by`` is the statement that names a currency there.
    """
    digits = minor_digits(currency)
    expected = "an amount of money such as " + ("12.5" + "0" * (digits - 1) if digits else "12")
    try:
        word = words[index]
    except IndexError:
        raise Problem(
            index, "an amount of money is missing", expected, "write the amount here"
        ) from None
    word = _without_sign(word, index, currency, expected)
    whole, point, part = word.partition(".")
    if not (word.isascii() and whole.isdigit() and (part.isdigit() or not point)):
        raise Problem(
            index,
            f"{shown(words[index])} is not an amount of money",
            expected,
            money_remedy(words, index, currency, digits),
        )
    if len(part) > digits:
        remedy = (
            f"{currency} has {digits} digits after the point"
            if currency
            else f"without a `{named_by}` line there are 2 digits"
        )
        remedy += (
            f"; no separator between thousands: {shown(whole + part)}"
            if IN_GROUPS.fullmatch(word)
            else ""
        )
        raise Problem(index, f"{shown(word)} has too many digits after the point", expected, remedy)
    whole = whole.lstrip("0") or "0"
    if len(whole) > _LONGEST or int(whole + part.ljust(digits, "0")) > MOST_CHIPS:
        raise _too_large(word, index)
    return int(whole + part.ljust(digits, "0"))


def _without_sign(word: str, index: int, currency: str | None, expected: str) -> str:
    """Return an amount without a currency's sign before or after it, and with a point: ``12.50`` of
    ``12,50€``.

    Where no line names a ``currency``, a sign names none either.
    """
    sign = next((sign for sign in (word[:1], word[-1:]) if sign in SIGNS), None)
    if sign is None:
        return word
    if currency is not None and currency not in SIGNS[sign]:
        message = f"{sign} is not the sign of {currency}"
        raise Problem(index, message, expected, f"write the amount in {currency}")
    bare = word.removeprefix(sign) if word[0] == sign else word.removesuffix(sign)
    return bare.replace(",", ".", 1) if "." not in bare else bare


def money_text(amount: int, currency: str | None) -> str:
    """Return an amount in minor units as the log writes it: ``12.50``, and ``12`` if it is whole.

    A whole amount without a point stays right when the line that names the currency is put right
    later.
    """
    digits = minor_digits(currency)
    whole, part = divmod(amount, 10**digits)
    return f"{whole}.{part:0{digits}d}" if part else str(whole)


# --- Cards ----------------------------------------------------------------------------------------
EXPECTED: Final = "a card: one of A K Q J T 9 8 7 6 5 4 3 2 and one of s h d c, or ??"


def cards_from(words: list[str], start: int, end: int | None = None) -> tuple[int, ...]:
    """Return the cards that ``words`` from ``start`` to ``end`` name; raises Problem for a word
    that is none and for too many.
    """
    try:
        cards = tuple(map(CARD_OF.__getitem__, words[start:end]))
    except KeyError:
        index = next(
            index for index, word in enumerate(words[start:end], start) if word not in CARD_OF
        )
        raise bad_card(words[index], index, words[index + 1 :]) from None
    if len(cards) > MOST_CARDS:
        raise too_many_cards(start, len(cards))
    return cards


def cards_taken_back(
    words: list[str], start: int
) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """Return the cards of a trick from ``start`` on: those played, and those taken back (``9h>4h``,
    ``9h>7c>4h``).

    A card withdrawn stands beside its index among the cards played. Raises Problem as
    ``cards_from`` does.
    """
    cards: list[int] = []
    withdrawn: list[tuple[int, int]] = []
    for index, word in enumerate(words[start:], start):
        *back, card = word.split(">")
        if len(back) > MOST_BACK:
            expected = "one card taken back, or two: 9h>7c>4h"
            raise Problem(
                index,
                f"{shown(word)} takes back {len(back)} cards",
                expected,
                "write the first two and the last",
            )
        for one in (*back, card):
            if one not in CARD_OF:
                raise bad_card(one or word, index, words[index + 1 :])
        withdrawn += [(len(cards), CARD_OF[one]) for one in back]
        cards.append(CARD_OF[card])
    if len(cards) > MOST_CARDS:
        raise too_many_cards(start, len(cards))
    return tuple(cards), tuple(withdrawn)


MOST_BACK: Final = 2  # the most cards that a player takes back in one turn


def no_cards(index: int, or_else: str = "") -> Problem:
    """Return the Problem of a line without the cards that it needs; ``or_else`` is one more thing
    to do about it.
    """
    return Problem(
        index, "the cards are missing", EXPECTED, f"write ?? for a card that nobody knows{or_else}"
    )


def too_many_cards(start: int, number: int) -> Problem:
    """Return the Problem of a list of cards that is longer than any hand."""
    remedy = "write one player's cards, or one trick, per line"
    return Problem(
        start + MOST_CARDS, f"{number} cards in one list", f"at most {MOST_CARDS}", remedy
    )


def bad_card(word: str, index: int, following: Sequence[str] = ()) -> Problem:
    """Return the Problem of a word that should be a card; it may be one together with those that
    follow.
    """
    return Problem(index, f"{shown(word)} is not a card", EXPECTED, card_remedy(word, following))


# --- Names ----------------------------------------------------------------------------------------
def match_name(word: str, names: dict[str, str]) -> str | None:
    """Return which of ``names`` is meant by a word: the one so written, else the only one but for
    case and accents.
    """
    written = normalize("NFC", word).strip()
    if written in names:
        return names[written]
    plain = plain_name(written)
    found = [name for name in names if plain_name(name) == plain]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=1000)  # the same people sit down night after night
def plain_name(name: str) -> str:
    """Return a name without case, accents and double blanks."""
    letters = normalize("NFD", normalize("NFD", name).casefold())
    plain = "".join(letter for letter in letters if not combining(letter))
    return " ".join(plain.split()) if "  " in plain else plain


def name_from(words: list[str], index: int) -> str:
    """Return the name at ``index`` of a player who joins; raises Problem for what cannot be a name.

    Names are told from other words by their place in the line, so a player may be called ``out`` or
    ``after``; only ``-`` has a meaning of its own where a name may stand.
    """
    expected = (
        'a name: not a number, without > and =, in quotes if it has spaces, such as Ann or "Big Al"'
    )
    if index >= len(words):
        raise Problem(index, "a player is missing", expected, "name the player here")
    name = normalize("NFC", words[index]).strip()
    if not name:
        raise Problem(
            index, "a name cannot be empty", expected, "write the player's name between the quotes"
        )
    if name == "-":
        raise Problem(
            index,
            "- cannot be a name: `take -` says that nobody took",
            expected,
            "use another name",
        )
    if is_number(name):
        raise Problem(
            index,
            f"{shown(name)} is a number, not a name",
            expected,
            f"add a letter, such as P{shown(name)}",
        )
    if len(name) > LONGEST_NAME:
        raise Problem(
            index, f"a name of {len(name)} characters", f"at most {LONGEST_NAME}", "shorten it"
        )
    for character in "" if name.isascii() and name.isalnum() else name:
        if character in "=>":
            raise Problem(
                index,
                f"{shown(name)} cannot be a name: {character} has a meaning",
                expected,
                f"leave out the {character}",
            )
        if not is_safe_in_a_name(character):
            raise Problem(
                index,
                f"a name cannot contain {name_of(character)}",
                expected,
                "use a plain space, or leave it out",
            )
    return name


def check_quotes(text: str, start: int = 0) -> None:
    """Raise Problem for a name of several words in quotes that are none for the log: it would be
    read as several players.
    """
    if quoted := name_in_other_quotes(text[start:]):
        expected = 'names of several words in double quotes: "Big Al"'
        message = f"{shown(quoted)} has quotes that do not work here"
        raise Problem(
            0, message, expected, "write it in double quotes", column=text.index(quoted, start) + 1
        )


# --- The circle of chairs -------------------------------------------------------------------------
class Seating:
    """The chairs, clockwise.

    A chair that a player left stays in the circle, empty; a player who comes back gets a new one.

    ``by_name`` maps the name of each seated player to itself: one look-up checks and interns a
    name. The last deal was by ``_dealer``, or by a player who has left the chair ``_dealt_from``;
    both are None if that is not known.
    """

    __slots__ = ("_dealer", "_dealt_from", "_last_chair", "_owners", "_seen", "by_name")

    def __init__(self, players: Iterable[str] = ()) -> None:
        self.by_name: dict[str, str] = {name: name for name in players}
        self._owners: list[tuple[int, str | None]] = list(enumerate(self.by_name))
        self._last_chair = len(self._owners)
        self._dealer: str | None = None
        self._dealt_from: int | None = None
        self._seen: dict[str, tuple[str, ...]] = {}

    def copy(self) -> Seating:
        """The same chairs, apart from these."""
        other = Seating()
        for name in Seating.__slots__:
            setattr(other, name, copy(getattr(self, name)))
        return other

    def sit(self, player: str, after: str) -> None:
        """Add a chair for ``player`` directly to the left of ``after``, who must be seated."""
        self._last_chair += 1
        self._owners.insert(self._place(after) + 1, (self._last_chair, player))
        self.by_name[player] = player
        self._seen.clear()

    def leave(self, player: str) -> None:
        """Empty the chair of ``player``, who must be seated."""
        place = self._place(player)
        chair = self._owners[place][0]
        del self.by_name[player]
        if player == self._dealer:
            self._dealer, self._dealt_from = None, chair
        self._owners[place] = (chair, None)
        self._seen.clear()
        self._clear_away()

    def deal(self, dealer: str | None) -> None:
        """Note that ``dealer``, who must be seated, deals a hand; None if the dealer is not
        known.
        """
        self._dealer, self._dealt_from = dealer, None
        if len(self._owners) > len(self.by_name):
            self._clear_away()

    def round_to(self, dealer: str) -> tuple[str, ...]:
        """The seated players clockwise from the dealer's left, the dealer last."""
        seats = self._seen.get(dealer)
        if seats is None:
            seats = self._seen[dealer] = self._after(self._place(dealer))
        return seats

    def clockwise(self) -> tuple[str, ...]:
        """The seated players clockwise from the first chair."""
        return tuple(name for _, name in self._owners if name is not None)

    def due(self, *, again: bool = False) -> str | None:
        """The first seated player to the left of the chair that dealt last; None if that is not
        known.

        With ``again``, the player in that chair itself, if there is one.
        """
        if self._dealer is not None:
            return self._dealer if again else self.round_to(self._dealer)[0]
        if self._dealt_from is None or not self.by_name:
            return None
        place = next(
            index for index, (chair, _) in enumerate(self._owners) if chair == self._dealt_from
        )
        return self._after(place)[0]

    def _after(self, place: int) -> tuple[str, ...]:
        return tuple(
            name
            for _, name in self._owners[place + 1 :] + self._owners[: place + 1]
            if name is not None
        )

    def _place(self, player: str) -> int:
        return next(index for index, (_, name) in enumerate(self._owners) if name == player)

    def _clear_away(self) -> None:
        """Remove empty chairs, except the one that dealt last: nothing depends on the others."""
        self._owners = [
            owner for owner in self._owners if owner[1] is not None or owner[0] == self._dealt_from
        ]


# --- The state between two lines ------------------------------------------------------------------
@dataclass(slots=True)
class SoFar:
    """What the lines of one hand have said, to notice one that contradicts them.

    ``named`` has the players by the record that names each once, ``amounts`` the chips of players
    (None: nobody) by keyword, and ``there`` the records of which a hand has one. ``drawn`` has the
    number said of a player's draw, and whether cards were named.
    """

    named: defaultdict[type, set[str]] = field(default_factory=partial(defaultdict, set))
    amounts: defaultdict[str, dict[str | None, int]] = field(
        default_factory=partial(defaultdict, dict)
    )
    there: set[type] = field(default_factory=set)
    declared: dict[str, str] = field(default_factory=dict)
    played: set[str] = field(default_factory=set)
    drawn: dict[str, tuple[int | None, bool]] = field(default_factory=dict)
    begun: bool = False  # a line that says that somebody declared, played or won could not be read

    def copy(self) -> SoFar:
        """The same, apart from this: sets and numbers by player too, not only what holds them."""
        return SoFar(*(deepcopy(getattr(self, one.name)) for one in fields(SoFar)))


class Context:
    """The state of the reader between two lines; ``text`` is the line that is read by its parts."""

    __slots__ = (
        "currency",
        "date",
        "ended",
        "known",
        "lost",
        "meant",
        "plainly",
        "seated",
        "seating",
        "so_far",
        "text",
    )

    def __init__(self) -> None:
        self.seating = Seating()
        self.seated = self.seating.by_name
        self.known: dict[str, str] = {}
        self.currency: str | None = None
        self.ended = False
        self.date: str | None = None
        self.lost: dict[str, int] = {}
        self.so_far = SoFar()
        self.text = ""
        self.meant: dict[str, str] = {}
        self.plainly: dict[str, str | None] = {}

    def copy(self) -> Context:
        """The same state, apart from this one: what is read with one does not change the other."""
        other = Context()
        for name in Context.__slots__:
            value = getattr(self, name)
            said = value.copy() if isinstance(value, dict | Seating | SoFar) else value
            setattr(other, name, said)
        other.seated = other.seating.by_name
        return other

    def seat(self, players: list[str]) -> None:
        """Seat the players of the header."""
        self.seating = Seating(players)
        self.seated = self.seating.by_name
        self.known = {}
        for name in players:
            self.meet(name)

    def meet(self, player: str) -> None:
        """Note that somebody is seated, who may have been before."""
        self.meant.clear()
        if player not in self.known:
            self.known[player] = player
            plain = plain_name(player)
            self.plainly[plain] = None if plain in self.plainly else player

    def player(self, words: list[str], index: int) -> str:
        """Return the seated player at ``index``; raises Problem if there is none."""
        try:
            return self.seated[words[index]]
        except LookupError:
            return self._meant(words, index) or self._find(words, index, self.seated, "seated")

    def anyone(self, words: list[str], index: int) -> str:
        """Return the player at ``index`` who is or was seated; raises Problem if there is none."""
        try:
            return self.known[words[index]]
        except LookupError:
            return self._find(words, index, self.known, "a player of this evening")

    def knows(self, word: str) -> bool:
        """True if a word is the name of somebody who is or was seated."""
        return (
            word in self.known
            or match_name(word, self.seated) is not None
            or self._met(word) is not None
        )

    def _met(self, word: str) -> str | None:
        """Return the one who is or was seated whose name is a word but for case and accents."""
        name = normalize("NFC", word).strip()
        return self.known.get(name) or self.plainly.get(plain_name(name))

    def anybody(self, words: list[str], index: int) -> str:
        """Return the player at ``index``, who may be seated later; raises Problem for what cannot
        be a name.
        """
        name = name_from(words, index)
        return self.known.get(name) or match_name(name, self.seated) or self._met(name) or name

    def players(self, words: list[str]) -> tuple[str, ...]:
        """Return the seated players after the first word; raises Problem if there are none, or one
        is named twice.
        """
        try:
            players = tuple([self.seated[word] for word in words[1:]])
        except KeyError:
            players = tuple([self.player(words, index) for index in range(1, len(words))])
        if len(set(players)) < len(players) or not players:
            self.player(words, 1)
            index = next(index for index, name in enumerate(players) if name in players[:index])
            raise Problem(
                index + 1,
                f"{shown(players[index])} is named twice",
                "each player once",
                "leave one of them out",
            )
        return players

    def _meant(self, words: list[str], index: int) -> str | None:
        """Return the one seated player whose name is the word at ``index`` but for case and
        accents, if there is one.
        """
        if index >= len(words):
            return None
        word = words[index]
        if word not in self.meant:
            found = match_name(word, self.seated)
            if found is None:
                return None
            self.meant[word] = found
        return self.meant[word]

    def _find(self, words: list[str], index: int, names: dict[str, str], what: str) -> str:
        near = list(islice(chain(self.seated, reversed(names)), _MOST_NEAR))
        expected = (
            "a player"
            if not self.seated
            else "a player, seated: " + ", ".join(map(shown, self.seated))
        )
        if index >= len(words):
            raise Problem(index, "a player is missing", expected, "name the player here")
        word = normalize("NFC", words[index]).strip()
        met = self.known.get(word) or match_name(word, self.seated) or self._met(word)
        if met in names:
            return names[met]
        if met is not None:
            raise Problem(
                index, f"{shown(word)} has left the table", expected, "`sit` seats a player again"
            )
        alike = [shown(name) for name in self.seated if plain_name(name) == plain_name(word)]
        if alike:
            raise Problem(
                index,
                f"{shown(word)} may be {' or '.join(alike)}",
                expected,
                "write the name as it is seated",
            )
        if is_number(word):
            raise Problem(
                index, f"{shown(word)} is a number, not a player", expected, "name the player first"
            )
        message = f"{shown(word)} is not {what}"
        if remedy := _no_name(word, index):
            raise Problem(index, message, expected, remedy)
        apart = _APART.fullmatch(word)
        if apart is not None and (seated := match_name(apart["name"], self.seated)):
            remedy = (
                f"put a space in place of the {apart['mark']}: {quote(shown(seated))} "
                f"{shown(apart['rest'])}"
            )
            raise Problem(
                index,
                message,
                expected,
                remedy if apart["rest"] else f"leave out the {apart['mark']}",
            )
        if len(longer := self._longer_names(word)) == 1:
            raise Problem(index, message, expected, f"did you mean {quote(shown(longer[0]))}?")
        parts = word.split()
        bare = {name.strip(QUOTES): name for name in self.seated}
        if len(parts) > 1 and all(match_name(part, bare) for part in parts):
            remedy = f"put quotes around {shown(word)} in the line `seats` too"
            raise Problem(
                index, f"{message}: {' and '.join(map(shown, parts))} are", expected, remedy
            )
        begin = [name for name in self.seated if plain_name(name).startswith(plain_name(word))]
        remedy = (
            f"did you mean {quote(shown(begin[0]))}?"
            if len(begin) == 1
            else "`sit` seats a player who joins"
        )
        raise Problem(index, message, expected, remedy, near=() if len(begin) == 1 else near)

    def _longer_names(self, word: str) -> list[str]:
        """Return the seated names of several words of which a word is one: ``Big`` of ``Big
        Al``.
        """
        plain = plain_name(word.strip(QUOTES))
        return [
            name for name in self.seated if " " in name and plain in map(plain_name, name.split())
        ]

    def room(self, index: int) -> None:
        """Raise Problem if every seat is taken."""
        if len(self.seated) >= MOST_SEATS:
            raise Problem(
                index,
                f"one player too many: {MOST_SEATS} are seated",
                f"at most {MOST_SEATS} at one time",
                "split the table",
            )


def _no_name(word: str, index: int) -> str:
    """The remedy for a word that is no player's name and hardly meant as one; empty for any other
    word.
    """
    if is_aside(word):
        return "put a # before a comment"
    if word in _AND:
        return f"leave {word} out"
    return f"begin a new line before {word}" if word in KEYWORDS and index > 1 else ""


_APART = re.compile("(?P<name>[^=:;]+)(?P<mark>[=:;])(?P<rest>.*)")
"""A name, and what is put between it and a number in other places."""
_AND = frozenset(("and", "&", "+"))
_MOST_NEAR = 100  # names among which a misspelt one is looked for


# --- Words after the end of a statement -----------------------------------------------------------
def no_more(words: list[str], length: int, form: str, context: Context | None = None) -> None:
    """Raise Problem if a line has more words than its statement; ``context`` tells whether the next
    one is a player's.
    """
    if len(words) > length:
        raise word_too_many(words, length, form, context)


def word_too_many(
    words: list[str], index: int, form: str, context: Context | None = None
) -> Problem:
    """Return the Problem of a word at ``index`` behind the end of its statement."""
    return Problem(
        index, f"{shown(words[index])} is one word too many", form, too_many(words, index, context)
    )


def too_many(words: list[str], index: int, context: Context | None = None) -> str:
    """The remedy for a word at ``index`` after the end of its statement."""
    word, before = words[index], words[index - 1]
    if context is not None and context.knows(word):
        return "write a line for each player"
    if _THREE_DIGITS.fullmatch(word) and before.isdigit():
        return f"write the number in one word: {shown(before + word)}"
    if before.isdigit() and word.casefold().rstrip(".") in _UNITS:
        return f"leave {shown(word)} out"
    if before.isdigit() and currencies_named(word):
        return "write how many chips, not what they are worth"
    if context is not None and word in KEYWORDS:
        return f"begin a new line before {shown(word)}"
    return "put a # before a comment, and quotes around words with spaces"


_THREE_DIGITS = re.compile(r"\d{3}", re.ASCII)
_UNITS = frozenset(("chip", "chips", "trick", "tricks", "card", "cards"))
