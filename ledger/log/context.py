"""What a line of the log is read against: who is seated, who has played, and what the hand has said so far."""

from __future__ import annotations

from itertools import chain, islice
from unicodedata import normalize

from ledger.log.limits import LONGEST_NAME, MOST_SEATS
from ledger.log.problem import Problem
from ledger.log.seating import Seating
from ledger.log.words import is_number, is_safe_in_a_name, name_of, shown

_MOST_NEAR = 100
"""Names among which a misspelt one is looked for."""


class SoFar:
    """What the lines of one hand have said, to notice one that contradicts them."""

    __slots__ = ("ante", "claim", "counted", "dealt", "declared", "match", "played", "pot", "renege", "take")

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


class Context:
    """The state of the reader between two lines."""

    __slots__ = ("currency", "date", "ended", "known", "lost", "seated", "seating", "so_far")

    def __init__(self) -> None:
        self.seating = Seating()
        self.seated = self.seating.by_name
        self.known: dict[str, str] = {}
        self.currency: str | None = None
        self.ended = False
        self.date: str | None = None
        self.lost: dict[str, int] = {}
        self.so_far = SoFar()

    def seat(self, players: list[str]) -> None:
        """Seat the players of the header."""
        self.seating = Seating(players)
        self.seated = self.seating.by_name
        self.known = {name: name for name in players}

    def player(self, words: list[str], index: int) -> str:
        """Return the seated player at ``index``; raises Problem if there is none."""
        try:
            return self.seated[words[index]]
        except LookupError:
            return self._find(words, index, self.seated, "seated")

    def anyone(self, words: list[str], index: int) -> str:
        """Return the player at ``index`` who is or was seated; raises Problem if there is none."""
        try:
            return self.known[words[index]]
        except LookupError:
            return self._find(words, index, self.known, "a player of this session")

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

    def _find(self, words: list[str], index: int, names: dict[str, str], what: str) -> str:
        near = list(islice(chain(self.seated, reversed(names)), _MOST_NEAR))
        expected = "a player" if not self.seated else "a player, seated: " + ", ".join(map(shown, self.seated))
        if index >= len(words):
            raise Problem(index, "a player is missing", expected, "name the player here")
        word = normalize("NFC", words[index])
        if word in names:
            return names[word]
        if word in self.known:
            raise Problem(index, f"{shown(word)} has left the table", expected, "`sit` seats a player again")
        if is_number(word):
            raise Problem(index, f"{shown(word)} is a number, not a player", expected, "name the player first")
        raise Problem(index, f"{shown(word)} is not {what}", expected, "`sit` seats a player who joins", near=near)

    def room(self, index: int) -> None:
        """Raise Problem if every seat is taken."""
        if len(self.seated) >= MOST_SEATS:
            raise Problem(
                index, f"a player too many: {MOST_SEATS} are seated", f"at most {MOST_SEATS} at one time", "split the table"
            )


def name_from(words: list[str], index: int) -> str:
    """Return the name at ``index`` of a player who joins; raises Problem for what cannot be a name.

    Names are told from other words by their place in the line, so a player may be called ``out`` or ``after``;
    only ``-`` has a meaning of its own where a name may stand.
    """
    expected = 'a name: not a number, without > and =, in quotes if it has spaces, such as Ann or "Big Al"'
    if index >= len(words):
        raise Problem(index, "a player is missing", expected, "name the player here")
    name = normalize("NFC", words[index])
    if not name.strip():
        raise Problem(index, "a name cannot be empty", expected, "write the player's name between the quotes")
    if name == "-":
        raise Problem(index, "- cannot be a name: `take -` says that nobody took", expected, "use another name")
    if is_number(name):
        raise Problem(index, f"{shown(name)} is a number, not a name", expected, f"add a letter, such as P{shown(name)}")
    if len(name) > LONGEST_NAME:
        raise Problem(index, f"a name of {len(name)} characters", f"at most {LONGEST_NAME}", "shorten it")
    for character in name:
        if character in "=>":
            raise Problem(
                index, f"{shown(name)} cannot be a name: {character} has a meaning", expected, f"leave out the {character}"
            )
        if not is_safe_in_a_name(character):
            raise Problem(index, f"a name cannot contain {name_of(character)}", expected, "use a plain space, or leave it out")
    return name


def no_more(words: list[str], length: int, form: str) -> None:
    """Raise Problem if a line has more words than its statement."""
    if len(words) > length:
        raise Problem(
            length,
            f"{shown(words[length])} is a word too many",
            form,
            "put a # before a remark, and quotes around words with spaces",
        )
