"""A session that begins: what the book proposes for it, and answers to what must be known, each
read when it is given.

An answer is read as the line of the header that it becomes, so that what is taken here can be read
in the log.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.book.derived.access import Waiting, ask
from ledger.book.derived.carried_tables import last_of
from ledger.book.files.folder import FROM_RESULTS, SETTINGS, is_book, name_for
from ledger.book.files.settings import Settings, read_settings
from ledger.errors import UserError
from ledger.game.options import join_rules, split_rules, typed_rules
from ledger.game.rules import RulesError
from ledger.hands import in_chips
from ledger.log import Problem
from ledger.log.grammar import HEADER_STATEMENTS
from ledger.log.values import Context, plain_name
from ledger.log.words import plain_letters, quote, quoted, shown
from ledger.money import CHIPS
from ledger.recording.recording import NewSession


# --- What the book proposes -----------------------------------------------------------------------
class NextSession(NamedTuple):
    """A session like the last: ``rules`` as in a log, ``ante`` in chips, ``chip`` in minor units of
    ``unit`` ("chips": no value).

    ``chip`` is 0 if nothing tells what one is worth: no session yet, or only nights without hands
    (a spreadsheet counts in cents, which nobody plays for).

    ``game`` is that of the last session (None: the usual one of the book), and ``pot`` the chips in
    its pot. ``exempt`` are all names of those who post no ante if they sit in the next hand (None:
    not known). ``seats`` are those who sat at the last hand of the book, from the dealer's left on,
    ``players`` all players of the book, and ``ids`` the ids of all sessions. ``played``: there was
    a session to take this from; results from a spreadsheet tell no rules, stakes or seats.
    """

    rules: str = "louisiana"
    ante: int = 1
    chip: int = 0
    unit: str = "chips"
    game: str | None = None
    pot: int = 0
    seats: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    ids: frozenset[str] = frozenset()
    exempt: frozenset[str] | None = frozenset()
    played: bool = False

    def pot_line(self, chips: int) -> int | None:
        """The chips for a ``pot`` line in the header; None, for no line, if the pot is empty and
        was before.
        """
        return chips if chips or self.pot else None

    def exempt_line(self, chips: int, seats: Iterable[str]) -> tuple[str, ...] | None:
        """The players a header exempts with ``chips`` in the pot: exemptions carry over only with
        the pot as it was left.

        Nobody where they are not known and the pot is empty: so it is said at the table, and a pot
        of antes can be followed.
        """
        if self.exempt is None and not chips:
            return ()
        if not chips or chips != self.pot or self.exempt is None:
            return None
        return tuple(name for name in seats if name in self.exempt) or None

    def free_id(self, day: str) -> str:
        """An id for a session of ``day`` that no other has: ``2026-11-20``, or else
        ``2026-11-20-2`` and so on.
        """
        return free_id(day, self.ids)


def free_id(name: str, ids: Collection[str]) -> str:
    """A name that is not among ``ids``, else with a number from 2 on."""
    names = (name if at == 1 else f"{name}-{at}" for at in range(1, len(ids) + 2))
    return next(one for one in names if one not in ids)


def next_session(connection: DuckDBPyConnection) -> NextSession:
    """What a session that begins now would be like; of an empty book the usual."""
    ids = frozenset(name for (name,) in connection.execute("SELECT id FROM sessions").fetchall())
    players = tuple(
        name for (name,) in connection.execute("SELECT name FROM players ORDER BY name").fetchall()
    )
    last = connection.execute(_LAST).fetchall()
    if not last:
        return NextSession(players=players, ids=ids, exempt=None if ids else frozenset())
    rules, ante, chip, unit, game = last[0]
    pots = connection.execute(
        "SELECT amount FROM pots WHERE game = ? AND unit = ?", [game, unit]
    ).fetchall()
    seats = tuple(name for (name,) in connection.execute(_SEATS).fetchall())
    people = last_of(connection, game).exempt
    exempt = (
        None
        if people is None
        else frozenset(name for (name,) in connection.execute(_NAMES, [list(people)]).fetchall())
    )
    ((usual,),) = connection.execute("SELECT game FROM about").fetchall()
    game = None if game == usual else game
    pot, rest = divmod(max(0, sum(int(amount) for (amount,) in pots)), chip)
    return NextSession(
        rules, ante, chip, unit, game, 0 if rest else pot, seats, players, ids, exempt, played=True
    )


_LAST = f"""
    SELECT rules, ante, chip, unit, game FROM sessions WHERE hands > 0
        OR NOT regexp_matches(id, '^({"|".join(FROM_RESULTS)})')
    ORDER BY date DESC, id DESC LIMIT 1
"""  # noqa: S608 - our own name
_NAMES = "SELECT name FROM names WHERE list_contains($1, player)"
_SEATS = """
    WITH last AS (
        SELECT session, max(hand) AS hand FROM seats JOIN sessions USING (session)
        GROUP BY session, date, id ORDER BY date DESC, id DESC LIMIT 1
    )
    SELECT name FROM last JOIN seats USING (session, hand) JOIN players USING (player) ORDER BY seat
"""


FEWEST: Final = 2  # players at a table


def usual_session(folder: Path, waiting: Waiting | None = None) -> tuple[NextSession, Settings]:
    """An evening as the last one of the book, else by the rules of the house; and the settings of
    the book.
    """
    settings = read_settings(folder / SETTINGS)
    last = ask(folder, next_session, waiting) if is_book(folder) else NextSession()
    return with_house(last, settings), settings


def with_house(usual: NextSession, settings: Settings) -> NextSession:
    """The next session by the rules of the house, if there was no session yet to take them from."""
    if usual.played:
        return usual
    house = settings.house
    return usual._replace(
        rules=house.rules or usual.rules,
        ante=house.ante or usual.ante,
        chip=house.chip or usual.chip,
        unit=settings.currency if house.chip or not usual.chip else CHIPS,
    )


def as_last_time(usual: NextSession, day: str, session: str, seats: tuple[str, ...]) -> NewSession:
    """An evening of ``seats`` by the same rules, with the pot that was left."""
    worthless = usual.unit == CHIPS
    return NewSession(
        date=day,
        id=session,
        seats=seats,
        rules=usual.rules,
        game=usual.game,
        chip=None if worthless else usual.chip,
        currency=None if worthless else usual.unit,
        ante=usual.ante,
        pot=usual.pot_line(usual.pot),
        exempt=usual.exempt_line(usual.pot, seats),
    )


def file_of(session: str) -> str:
    """The name of a session's file, without its folder."""
    return Path(name_for(session)).name


# --- Answers --------------------------------------------------------------------------------------
def read_id(answer: str, usual: NextSession, day: str) -> str:
    """The id of a session of ``day``.

    Raises UserError for none, and for one that another session has.
    """
    name: str = _header("session", day, answer.strip().strip('"').strip()).id
    if name in usual.ids:
        raise UserError(
            f"the book already has an evening {shown(name)}",
            f"choose another name, such as {usual.free_id(day)}",
        )
    return name


def read_seats(answer: str, players: Iterable[str]) -> tuple[str, ...]:
    """The names in an answer, clockwise; those of ``players``, who are in the book, as the book has
    them.

    Commas stand between two, or ``and``; where there are no commas, spaces do, but not within the
    name of somebody who is in the book. What is in quotes is one name, as it is. Raises UserError
    for what is no name, for somebody named twice, and for fewer than two.
    """
    plain = [(_plainly(name), name) for name in players]
    count = Counter(name for name, _ in plain)
    known = {short: name for short, name in plain if count[short] == 1} | {
        name: name for _, name in plain
    }
    parts = _without_and(_parts(answer), known)
    names = [name for part in parts for name in _named(part, known, alone=len(parts) == 1)]
    seated: tuple[str, ...] = _header("seats", *names).players
    if len(seated) < FEWEST:
        raise UserError(
            f"{shown(seated[0])} cannot play alone",
            "name everybody at the table, clockwise: Ann, Big Al, Cal",
        )
    return seated


def read_rules_answer(answer: str, money: tuple[int, str] | None) -> str:
    """Rules as a log has them; ``money`` is the worth of a chip as ``read_chip`` returns it.

    What an option has in chips may be said in money, ``limit=$10``, and becomes chips. Raises
    UserError for rules that do not exist, and for an amount that no number of chips is worth.
    """
    preset, options = split_rules(answer)
    try:
        text = join_rules(preset, in_chips(options, money))
    except RulesError as error:
        raise UserError(str(error), error.advice) from None
    typed_rules(text.split())
    return text


def read_chip(answer: str, currency: str) -> tuple[int, str] | None:
    """What a chip is worth, in minor units, and of what currency: ``currency`` if none is said;
    None for ``-``.

    Raises UserError for what is no money.
    """
    words = answer.split()
    if not words:
        raise UserError(
            "nothing says what a chip is worth", "write 0.25, or - if you do not play for money"
        )
    if words == ["-"]:
        return None
    try:
        said = _header("chip", *(words if len(words) > 1 else [*words, currency]))
    except UserError as error:
        remedy = (
            "write - if you do not play for money"
            if error.remedy.startswith("leave the line out")
            else error.remedy
        )
        raise UserError(error.message, remedy) from None
    return said.value, said.currency


def read_pot(answer: str) -> int:
    """Chips. Raises UserError for what is no whole number."""
    chips: int = _header("pot", *answer.split()).chips
    return chips


def _header(keyword: str, *words: str) -> Any:  # noqa: ANN401 - the record of any statement
    try:
        return HEADER_STATEMENTS[keyword].read(
            Context(), 0, [keyword, *words], "", " ".join([keyword, *map(quote, words)])
        )
    except Problem as problem:
        raise UserError(problem.message, problem.remedy or f"expected {problem.expected}") from None


# --- Names ----------------------------------------------------------------------------------------
_WORD: Final = re.compile(
    r'(?P<comma>,)|"(?P<quoted>(?:[^"\\]|\\["\\])*)"(?=[\s,]|$)|(?P<bare>[^\s,"]+)(?=[\s,]|$)'
)


class _Word(NamedTuple):
    text: str
    quoted: bool


def _parts(answer: str) -> list[list[_Word]]:
    """The words of an answer, in a list for each part between two commas."""
    parts: list[list[_Word]] = [[]]
    at = 0
    while at < len(answer):
        if answer[at].isspace():
            at += 1
            continue
        match = _WORD.match(answer, at)
        if match is None:
            raise UserError(
                "a quotation mark is not closed, or is inside a word",
                'put names with spaces in quotes: "Big Al"',
            )
        at = match.end()
        if match["comma"]:
            parts.append([])
        else:
            inside = match["quoted"]
            parts[-1].append(
                _Word(
                    match["bare"] if inside is None else re.sub(r"\\(.)", r"\1", inside),
                    inside is not None,
                )
            )
    return parts


def _without_and(parts: list[list[_Word]], known: Mapping[str, str]) -> list[list[_Word]]:
    """The parts with ``and`` read as a comma if there are commas, else as a space; but not within a
    known name.
    """
    found: list[list[_Word]] = []
    for part in parts:
        found.append([])
        for word in part:
            if word.quoted or word.text.casefold() not in {"and", "&"} or _meant(part, known):
                found[-1].append(word)
            elif len(parts) > 1:
                found.append([])
    return found


def _named(part: list[_Word], known: Mapping[str, str], *, alone: bool) -> list[str]:
    """The names in a part of an answer; ``alone`` is True if the answer has no comma, so that
    spaces separate names.
    """
    names: list[tuple[str, bool]] = []
    rest = part
    while rest:
        length = next(
            (length for length in range(len(rest), 0, -1) if _meant(rest[:length], known)), 0
        )
        names.append((_meant(rest[:length], known) or rest[0].text, length > 0 or rest[0].quoted))
        rest = rest[max(length, 1) :]
    strangers = [name for name, is_known in names if not is_known]
    if alone or len(names) < 2 or not strangers:
        return [name for name, _ in names]
    together = " ".join(word.text for word in part)
    if len(strangers) < len(names):
        raise UserError(
            f"{shown(together)} may be one player or several",
            f"put a comma between players, or quotes around one: {quoted(together)}",
        )
    return [together]


def _meant(words: list[_Word], known: Mapping[str, str]) -> str | None:
    """Who of ``known`` is meant by some words: as they are, or without case and accents."""
    if any(word.quoted for word in words):
        return None
    name = " ".join(word.text for word in words)
    return known.get(name) or known.get(_plainly(name))


def _plainly(name: str) -> str:
    """A name without case and accents, in the letters and apostrophes of a plain keyboard: phones
    type O’Brien for O'Brien.
    """
    return plain_name(plain_letters(name))
