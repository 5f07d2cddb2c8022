"""What a line of search asks for: words are read from left to right, the longest phrase that is
known first.

What is not understood is kept and said; nothing is guessed. A ``not`` and what it denies are not
understood, and never taken for the opposite.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from typing import Any, Final, NamedTuple

from ledger.phrases import numbers_and_days, vocabulary
from ledger.phrases.numbers_and_days import Calendar, Days, days_at, number, range_at
from ledger.phrases.vocabulary import (
    NOT,
    POT,
    Becomes,
    Does,
    Meaning,
    Sorted,
    Stayers,
    Token,
    Trump,
    Word,
    begins,
    tokens,
    words,
)
from ledger.stats import ANY_HAND, EVERYTHING, Did, Filter, Night, Sought

EXAMPLES: Final = (
    "Bea went bourré",
    "pots above 40 in March",
    "reneges this month",
    "split pots",
    "everybody passed",
    "five tricks",
    "biggest loss last year",
)
"""Searches that are understood, to show what can be asked."""
LONGEST: Final = 400  # characters that are read
_SEATED: Final = ("players", "at the table", "seated", "people", "handed")
_STAYED: Final = ("stayed", "stayers", "stay", "players stayed", "played")

_MEASURES: Final = (
    numbers_and_days.DAY_WORDS
    | numbers_and_days.NUMBER_WORDS
    | {word for phrase in (*_SEATED, *_STAYED) for word in words(phrase)}
)
"""The words in days, in ranges, and in what is counted."""


class Names(NamedTuple):
    """What the words of a search may name: every name of a player, the titles and ids of sessions,
    and the days.
    """

    people: Mapping[str, int]
    sessions: Mapping[str, str]
    calendar: Calendar


@dataclass(frozen=True, slots=True)
class Understood:
    """What a line asks for. ``players`` are named in it; ``order`` is None if it says none.

    ``unknown`` is what was not understood, as it was written; ``for_good`` what of it stays so
    whatever is typed next: not a word half typed, or half a name, at the end of the line.
    """

    where: Filter = EVERYTHING
    sought: Sought = ANY_HAND
    order: str | None = None
    backwards: bool = False
    players: tuple[int, ...] = ()
    unknown: tuple[str, ...] = ()
    for_good: tuple[str, ...] = ()


def understood(text: str, names: Names) -> Understood:
    """Return what a line asks for."""
    return _Reading(text[:LONGEST], names).whole()


def names_of(people: Mapping[str, int], nights: Sequence[Night], today: date) -> Names:
    """What words may name in a book of these people and evenings (the latest first: of two with one
    title it is meant).
    """
    sessions = {
        name: night.session
        for night in reversed(nights)
        for name in (night.title, night.session)
        if name
    }
    return Names(people, sessions, Calendar(today, [night.date for night in nights]))


def _measures(word: str) -> bool:
    return word[0].isdecimal() or word in _MEASURES


class _Match(NamedTuple):
    """Some words that mean something: how many, and what is done about them."""

    words: int
    take: Callable[[], object]


@dataclass
class _Reading:
    """A line that is being read from left to right.

    ``waiting`` are players of whom nothing was said yet, ``subject`` those of whom something was
    said last, ``given`` the deed that ``by`` may give to somebody, ``last`` the role of the last
    word that has one, ``unread`` where the last words stand that were not understood, ``unmatched``
    those of them that are nothing known, rather than something that cannot be asked as well.
    """

    text: str
    names: Names
    line: list[Token] = field(init=False)
    people: dict[tuple[str, ...], dict[str, int]] = field(init=False)
    sessions: dict[tuple[str, ...], str] = field(init=False)
    found: Understood = field(default_factory=Understood)
    waiting: list[int] = field(default_factory=list)
    subject: list[int] = field(default_factory=list)
    given: str = ""
    last: str = ""
    unread: tuple[int, int] | None = None
    unmatched: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        self.line = tokens(self.text)
        self.people = {}
        for name, player in self.names.people.items():
            if words(name):
                self.people.setdefault(words(name), {})[name] = player
        self.sessions = {
            words(title): session for title, session in self.names.sessions.items() if words(title)
        }

    def whole(self) -> Understood:
        found = self.read()
        begun = self._begun()
        before = (
            found
            if begun is None
            else _Reading(self.text[: self.line[begun].start], self.names).read()
        )
        return replace(found, for_good=before.unknown)

    def read(self) -> Understood:
        at = 0
        while at < len(self.line):
            matches = [
                one
                for one in (
                    self._name(at),
                    self._days(at),
                    self._pot(at),
                    self._count(at),
                    self._phrase(at),
                )
                if one
            ]
            best = max(
                matches,
                key=lambda one: one.words,
                default=_Match(1, partial(self._unmatched, at, at + 1)),
            )
            best.take()
            at += best.words
        # after the deed, and nothing else said of them: ``reneged Cal``
        for player in self.waiting:
            self._did(self.given or "there", player)
        return self.found

    def _begun(self) -> int | None:
        """Where the words start that may be the beginning of something; None if the line does not
        end with such words.
        """
        start, end = self.unmatched or (0, 0)
        if end < len(self.line):
            return None
        return next(
            (
                at
                for at in range(end)
                if self._begins_phrase(at) or (at >= start and self._begins_measure(at))
            ),
            None,
        )

    def _begins_phrase(self, at: int) -> bool:
        """True if the words from a place on, the last perhaps half typed, begin a phrase or
        a name.
        """
        *before, last = (one.word for one in self.line[at:])
        known = (*vocabulary.PHRASES, *self.people, *self.sessions)
        longer = (
            one for one in known if len(one) > len(before) and one[: len(before)] == tuple(before)
        )
        return any(
            one[len(before)].startswith(last)
            if self._is_half()
            else one[len(before)] == last and len(one) > len(before) + 1
            for one in longer
        )

    def _begins_measure(self, at: int) -> bool:
        """True if the words from a place on, the last perhaps half typed, may stand in days, in a
        range or in a count.
        """
        *before, last = (one.word for one in self.line[at:])
        begins_one = self._is_half() and any(one.startswith(last) for one in _MEASURES)
        return all(map(_measures, before)) and (begins_one or _measures(last))

    def _is_half(self) -> bool:
        """True if nothing stands behind the last word, not even a space: it may go on."""
        return self.line[-1].end == len(self.text)

    # --- What words may mean: the longest wins, and of equals the first of these ------------------

    def _name(self, at: int) -> _Match | None:
        # Of two of a length the one that is written so goes before the one whose possessive it
        # would be.
        here = [one.word for one in self.line[at:]]
        called = max(
            (name for name in self.people if begins(self.line, at, name)),
            key=lambda name: (len(name), here[: len(name)] == list(name)),
            default=(),
        )
        if called:
            return _Match(len(called), partial(self._people, called, at, at + len(called)))
        longest = max(
            (len(name) for name in self.sessions if begins(self.line, at, name)), default=0
        )
        if not longest:
            return None
        session = next(
            one
            for name, one in self.sessions.items()
            if len(name) == longest and begins(self.line, at, name)
        )
        return _Match(longest, partial(self._where, sessions=(*self.found.where.sessions, session)))

    def _days(self, at: int) -> _Match | None:
        days = days_at(self.line, at, self.names.calendar)
        return _Match(days.words, partial(self._narrow, at, days)) if days else None

    def _pot(self, at: int) -> _Match | None:
        length = self._length(at, lambda meaning: meaning == POT)
        chips = range_at(self.line, at + length) if length else None
        if chips is None:
            return None
        used = length + chips.words
        return _Match(
            used, partial(self._once, at, at + used, pot_from=chips.low, pot_to=chips.high)
        )

    def _count(self, at: int) -> _Match | None:
        words_here = self.line[at:]
        value = number(words_here[0].word)
        if value is not None:
            for phrase in _STAYED:
                if begins(self.line, at + 1, words(phrase)):
                    used = 1 + len(words(phrase))
                    return _Match(used, partial(self._once, at, at + used, stayed=value))
            for phrase in _SEATED:
                if begins(self.line, at + 1, words(phrase)):
                    return _Match(1 + len(words(phrase)), partial(self._where, seated=(value,)))
        following = number(words_here[1].word) if len(words_here) > 1 else None
        if following is not None and words_here[0].word == "hand":
            return _Match(2, partial(self._once, at, at + 2, number=following))
        return None

    def _phrase(self, at: int) -> _Match | None:
        length = self._length(at, lambda _: True)
        if not length:
            return None
        meaning = self._meaning(at, length)
        assert meaning is not None
        if meaning == NOT:
            used = self._denied(at + length) - at
            alone = used == length  # it denies nothing yet
            return _Match(
                used, partial(self._unmatched if alone else self._not_understood, at, at + used)
            )
        return _Match(length, partial(self._mean, meaning, at, at + length))

    def _length(self, at: int, wanted: Callable[[Meaning], bool]) -> int:
        """The length of the longest phrase of the vocabulary there."""
        for length in range(min(vocabulary.LONGEST, len(self.line) - at), 0, -1):
            meaning = self._meaning(at, length)
            if meaning is not None and wanted(meaning):
                return length
        return 0

    def _meaning(self, at: int, length: int) -> Meaning | None:
        return vocabulary.PHRASES.get(tuple(one.word for one in self.line[at : at + length]))

    def _denied(self, at: int) -> int:
        """Where what a ``not`` denies ends: after the next deed or fate."""
        for place in range(at, len(self.line)):
            length = self._length(place, lambda meaning: isinstance(meaning, Does | Becomes))
            if length:
                return place + length
        return at

    # --- What is done about them ------------------------------------------------------------------

    def _people(self, called: tuple[str, ...], start: int, end: int) -> None:
        """A name; one that is two players' but for an accent must be written as it is."""
        here = self.people[called]
        written = here.get(
            self._text(start, end),
            next(iter(here.values())) if len(set(here.values())) == 1 else None,
        )
        if written is None:
            self._not_understood(start, end)
        else:
            self._person(written)

    def _person(self, player: int) -> None:
        self.found = replace(
            self.found, players=tuple(dict.fromkeys([*self.found.players, player]))
        )
        if self.given and self.last in {"by", "by and"}:
            self._did(self.given, player)
            self.subject, self.last = [player], "by"
            return
        if self.last not in {"does", "person", "and"}:
            self.given = ""
        self.waiting.append(player)
        self.last = "person"

    def _mean(self, meaning: Meaning, start: int, end: int) -> None:
        if isinstance(meaning, Becomes) and meaning.fate == "split" and self.waiting:
            meaning = Does("tied")
        match meaning:
            case Does(deed):
                self._does(deed)
            case Becomes(fate):
                self._sought(fates=tuple(dict.fromkeys([*self.found.sought.fates, fate])))
                self.last = ""
            case Sorted(order, backwards):
                self.found = replace(self.found, order=order, backwards=backwards)
            case Trump(suit):
                self._once(start, end, trump=suit)
            case Stayers(value):
                self._once(start, end, stayed=value)
            case Word(role):
                self._joins(role)

    def _joins(self, role: str) -> None:
        if role == "and":
            self.last = (
                "by and"
                if self.last == "by"
                else "and"
                if self.last in {"does", "person"}
                else self.last
            )
        elif role == "by":
            self.last = "by"

    def _does(self, deed: str) -> None:
        who = self.waiting or (self.subject if self.last == "and" else [])
        for player in who:
            self._did(deed, player)
        if not who:
            self._did(deed, None)
        self.subject, self.waiting = who, []
        self.given, self.last = ("" if who else deed), "does"

    def _did(self, deed: str, player: int | None) -> None:
        """Ask for a deed; one that was anybody's until now becomes a player's."""
        did = [one for one in self.found.sought.did if player is None or one != Did(deed)]
        self._sought(did=tuple(dict.fromkeys([*did, Did(deed, player)])))

    def _narrow(self, at: int, days: Days) -> None:
        now = self.found.where
        # two months, of which a filter holds one
        if (days.since and now.since) or (days.until and now.until):
            self._not_understood(at, at + days.words)
            return
        self._where(since=days.since or now.since, until=days.until or now.until)
        self.last = ""

    def _once(self, start: int, end: int, **values: int | str | None) -> None:
        """Ask for something that can be asked once; another value is not understood."""
        now = self.found.sought
        if any(
            getattr(now, name) not in {None, value}
            for name, value in values.items()
            if value is not None
        ):
            self._not_understood(start, end)
        else:
            self._sought(**{name: value for name, value in values.items() if value is not None})

    def _sought(self, **values: Any) -> None:  # noqa: ANN401 - as the fields of Sought are
        self.found = replace(self.found, sought=replace(self.found.sought, **values))

    def _where(self, **values: Any) -> None:  # noqa: ANN401 - as the fields of Filter are
        self.found = replace(self.found, where=self.found.where._replace(**values))

    def _not_understood(self, start: int, end: int) -> None:
        # goes on with what was not understood just before
        if self.unread and self.unread[1] == start:
            start, said = self.unread[0], self.found.unknown[:-1]
        else:
            said = self.found.unknown
        self.found = replace(self.found, unknown=(*said, self._text(start, end)))
        self.unread, self.last = (start, end), ""

    def _unmatched(self, start: int, end: int) -> None:
        """Words that mean nothing, or nothing yet."""
        self.unmatched = (
            self.unmatched[0] if self.unmatched and self.unmatched[1] == start else start,
            end,
        )
        self._not_understood(start, end)

    def _text(self, start: int, end: int) -> str:
        return self.text[self.line[start].start : self.line[end - 1].end]
