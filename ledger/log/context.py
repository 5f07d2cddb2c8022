"""What a line of the log is read against: who is seated, who has played, and what the hand has said so far."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, islice
from unicodedata import combining, normalize

from ledger.log.values import currencies_named, is_aside
from ledger.log.words import (
    KEYWORDS,
    LONGEST_NAME,
    MOST_SEATS,
    QUOTES,
    Problem,
    Seating,
    is_number,
    is_safe_in_a_name,
    name_in_other_quotes,
    name_of,
    quote,
    shown,
)

_APART = re.compile("(?P<name>[^=:;]+)(?P<mark>[=:;])(?P<rest>.*)")
"""A name, and what is put between it and a number in other places."""

_AND = frozenset(("and", "&", "+"))
_MOST_NEAR = 100
"""Names among which a misspelt one is looked for."""


class SoFar:
    """What the lines of one hand have said, to notice one that contradicts them."""

    __slots__ = ("ante", "begun", "claim", "counted", "dealt", "declared", "match", "misdeal", "played", "pot", "renege", "take")

    def __init__(self) -> None:
        self.ante: set[str] = set()
        self.dealt: set[str] = set()
        self.declared: dict[str, str] = {}
        self.played: set[str] = set()
        self.counted: set[str] = set()
        self.take: dict[str | None, int] = {}
        self.match: dict[str | None, int] = {}
        self.renege: dict[str | None, int] = {}
        self.claim = False
        self.pot = False
        self.misdeal = False
        self.begun = False  # a line that says that somebody declared, played or won could not be read


class Context:
    """The state of the reader between two lines."""

    __slots__ = ("currency", "date", "ended", "known", "lost", "meant", "plainly", "seated", "seating", "so_far")

    def __init__(self) -> None:
        self.seating = Seating()
        self.seated = self.seating.by_name
        self.known: dict[str, str] = {}
        self.currency: str | None = None
        self.ended = False
        self.date: str | None = None
        self.lost: dict[str, int] = {}
        self.so_far = SoFar()
        self.meant: dict[str, str] = {}
        self.plainly: dict[str, str | None] = {}

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
            return self._find(words, index, self.known, "a player of this session")

    def knows(self, word: str) -> bool:
        """True if a word is the name of somebody who is or was seated."""
        return word in self.known or match_name(word, self.seated) is not None or self._met(word) is not None

    def _met(self, word: str) -> str | None:
        """Return the one who is or was seated whose name is a word but for case and accents."""
        name = normalize("NFC", word).strip()
        return self.known.get(name) or self.plainly.get(plain_name(name))

    def anybody(self, words: list[str], index: int) -> str:
        """Return the player at ``index``, who may be seated later; raises Problem for what cannot be a name."""
        name = name_from(words, index)
        return self.known.get(name) or match_name(name, self.seated) or self._met(name) or name

    def players(self, words: list[str]) -> tuple[str, ...]:
        """Return the seated players after the first word; raises Problem if there are none, or one is named twice."""
        try:
            players = tuple([self.seated[word] for word in words[1:]])
        except KeyError:
            players = tuple([self.player(words, index) for index in range(1, len(words))])
        if len(set(players)) < len(players) or not players:
            self.player(words, 1)
            index = next(index for index, name in enumerate(players) if name in players[:index])
            raise Problem(index + 1, f"{shown(players[index])} is named twice", "each player once", "leave one of them out")
        return players

    def _meant(self, words: list[str], index: int) -> str | None:
        """Return the one seated player whose name is the word at ``index`` but for case and accents, if there is one."""
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
        expected = "a player" if not self.seated else "a player, seated: " + ", ".join(map(shown, self.seated))
        if index >= len(words):
            raise Problem(index, "a player is missing", expected, "name the player here")
        word = normalize("NFC", words[index]).strip()
        met = self.known.get(word) or match_name(word, self.seated) or self._met(word)
        if met in names:
            return names[met]
        if met is not None:
            raise Problem(index, f"{shown(word)} has left the table", expected, "`sit` seats a player again")
        alike = [shown(name) for name in self.seated if plain_name(name) == plain_name(word)]
        if alike:
            raise Problem(index, f"{shown(word)} may be {' or '.join(alike)}", expected, "write the name as it is seated")
        if is_number(word):
            raise Problem(index, f"{shown(word)} is a number, not a player", expected, "name the player first")
        message = f"{shown(word)} is not {what}"
        if remedy := _no_name(word, index):
            raise Problem(index, message, expected, remedy)
        apart = _APART.fullmatch(word)
        if apart is not None and (seated := match_name(apart["name"], self.seated)):
            remedy = f"put a space in place of the {apart['mark']}: {quote(shown(seated))} {shown(apart['rest'])}"
            raise Problem(index, message, expected, remedy if apart["rest"] else f"leave out the {apart['mark']}")
        if len(longer := self._longer_names(word)) == 1:
            raise Problem(index, message, expected, f"did you mean {quote(shown(longer[0]))}?")
        parts = word.split()
        bare = {name.strip(QUOTES): name for name in self.seated}
        if len(parts) > 1 and all(match_name(part, bare) for part in parts):
            remedy = f"put quotes around {shown(word)} in the line `seats` too"
            raise Problem(index, f"{message}: {' and '.join(map(shown, parts))} are", expected, remedy)
        raise Problem(index, message, expected, "`sit` seats a player who joins", near=near)

    def _longer_names(self, word: str) -> list[str]:
        """Return the seated names of several words of which a word is one: ``Big`` of ``Big Al``."""
        plain = plain_name(word.strip(QUOTES))
        return [name for name in self.seated if " " in name and plain in map(plain_name, name.split())]

    def room(self, index: int) -> None:
        """Raise Problem if every seat is taken."""
        if len(self.seated) >= MOST_SEATS:
            raise Problem(
                index, f"one player too many: {MOST_SEATS} are seated", f"at most {MOST_SEATS} at one time", "split the table"
            )


def _no_name(word: str, index: int) -> str:
    """The remedy for a word that is no player's name and hardly meant as one; empty for any other word."""
    if is_aside(word):
        return "put a # before a comment"
    if word in _AND:
        return f"leave {word} out"
    return f"begin a new line before {word}" if word in KEYWORDS and index > 1 else ""


def match_name(word: str, names: dict[str, str]) -> str | None:
    """Return which of ``names`` is meant by a word: the one so written, else the only one but for case and accents."""
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

    Names are told from other words by their place in the line, so a player may be called ``out`` or ``after``;
    only ``-`` has a meaning of its own where a name may stand.
    """
    expected = 'a name: not a number, without > and =, in quotes if it has spaces, such as Ann or "Big Al"'
    if index >= len(words):
        raise Problem(index, "a player is missing", expected, "name the player here")
    name = normalize("NFC", words[index]).strip()
    if not name:
        raise Problem(index, "a name cannot be empty", expected, "write the player's name between the quotes")
    if name == "-":
        raise Problem(index, "- cannot be a name: `take -` says that nobody took", expected, "use another name")
    if is_number(name):
        raise Problem(index, f"{shown(name)} is a number, not a name", expected, f"add a letter, such as P{shown(name)}")
    if len(name) > LONGEST_NAME:
        raise Problem(index, f"a name of {len(name)} characters", f"at most {LONGEST_NAME}", "shorten it")
    for character in "" if name.isascii() and name.isalnum() else name:
        if character in "=>":
            raise Problem(
                index, f"{shown(name)} cannot be a name: {character} has a meaning", expected, f"leave out the {character}"
            )
        if not is_safe_in_a_name(character):
            raise Problem(index, f"a name cannot contain {name_of(character)}", expected, "use a plain space, or leave it out")
    return name


def check_quotes(text: str, start: int = 0) -> None:
    """Raise Problem for a name of several words in quotes that are none for the log: it would be read as several players."""
    if quoted := name_in_other_quotes(text[start:]):
        expected = 'names of several words in double quotes: "Big Al"'
        message = f"{shown(quoted)} has quotes that do not work here"
        raise Problem(0, message, expected, "write it in double quotes", column=text.index(quoted, start) + 1)


def no_more(words: list[str], length: int, form: str, context: Context | None = None) -> None:
    """Raise Problem if a line has more words than its statement; ``context`` tells whether the next one is a player's."""
    if len(words) > length:
        raise word_too_many(words, length, form, context)


def word_too_many(words: list[str], index: int, form: str, context: Context | None = None) -> Problem:
    """Return the Problem of a word at ``index`` behind the end of its statement."""
    return Problem(index, f"{shown(words[index])} is one word too many", form, too_many(words, index, context))


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
