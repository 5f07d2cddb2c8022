"""The results of a search: hands, players, sessions, findings and pages, each with its link.

Draws nothing.

The search on every page: a button at the top, the key ``/``, and a box that shows results while
somebody types.

It is outside of what Streamlit draws, in a shadow tree of its own, and is there earlier.

The request of the search while somebody types, ``/bourre/find``: answers with JSON, without running
a Streamlit script.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from dashboard.door.gate import role_of
from dashboard.find import hands_found
from dashboard.frame import address, wording
from dashboard.frame.modules import in_page
from dashboard.frame.navigation import PAGES, values_of
from ledger.book import Book, Connection
from ledger.book.balances.figures import account_names
from ledger.book.derived.database import names_in
from ledger.book.files.folder import book_folder
from ledger.book.files.settings import Role
from ledger.errors import UserError
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.log.words import visible as visible_text
from ledger.phrases import EXAMPLES, Understood, folded, names_of, tokens, understood
from ledger.stats import (
    ANY_HAND,
    BY_DATE,
    BY_POT,
    EVERYTHING,
    Did,
    Filter,
    Night,
    Shown,
    Sought,
    count_of_hands,
    found_hands,
    nights_called,
)

Item = dict[str, Any]
_A_GROUP: Final = 5
_TOP: Final = 3
_SHORTEST: Final = 2
_LONG_ENOUGH: Final = 4
_LONGEST_LABEL: Final = 80
_OWING: Final = frozenset({"owe", "owes", "owed", "owing", "debt", "debts", "square"})
_COMPARING: Final = frozenset({"against", "versus", "vs", "compare", "compared"})
_LUCK: Final = frozenset({"luck", "lucky", "unlucky", "skill", "good"})
# the value in the address of *Compare* for a year beside the one before
YEAR_BEFORE: Final = "year"


def search(connection: Connection, text: str, today: date, role: Role) -> dict[str, Any]:
    """The results of a search for a viewer with a role.

    ``groups`` have a ``title`` and ``items``: ``text``, a ``note``, and the ``page``, ``query`` and
    ``href`` to open; what fits best comes first. ``unknown`` is what is not understood whatever is
    typed next; ``begun`` is True if the line ends with what may become something. ``examples`` are
    lines that are understood.
    """
    nights = nights_called(connection)
    found = understood(text, names_of(names_in(connection), nights, today))
    people = {number: name for number, name in account_names(connection).items() if number > 0}
    answers = list(_answers(found, people, text))
    groups = {
        "Answers": answers,
        "Hands": list(_hands(connection, found, people, nights)),
        "Players": list(_players(found, people, text)),
        "Evenings": list(_sessions(found, nights)),
        "Audit": list(_audit(found, text)),
        "Pages": list(_pages(text, role)),
    }
    first = "Answers" if answers else _first(found)
    order = sorted(groups, key=lambda title: title != first)
    shown = [{"title": title, "items": groups[title]} for title in order if groups[title]]
    # what is not a filter may be a name
    called = bool(answers) or (bool(shown) and _only_unknown(found))
    unknown = [] if called else [visible_text(one) for one in found.for_good]
    begun = found.for_good != found.unknown
    return {"groups": shown, "unknown": unknown, "begun": begun, "examples": examples(people)}


def examples(people: dict[int, str]) -> list[str]:
    """Lines that are understood, with somebody of this book."""
    name = people[min(people)] if people else "Bea"
    return [name + one.removeprefix("Bea") if one.startswith("Bea") else one for one in EXAMPLES]


def _answers(found: Understood, people: dict[int, str], text: str) -> Iterator[Item]:
    """The pages that answer a question about money, about luck, or one that compares: none is about
    hands.
    """
    said = {one.word for one in tokens(text)}
    players = [player for player in found.players if player in people]
    if said & _OWING:
        for player in players[:_A_GROUP]:
            yield _item(
                "page",
                f"What {people[player]} owes or is owed",
                "and why",
                "owes",
                {"player": player},
            )
        yield _item("page", "Who owes what", "everybody", "owes", {})
    if said & _COMPARING:
        # Without a name it is about whoever is looking.
        one: hands_found.Query = {"a": players[0] if players else None}
        whose = f": {people[players[0]]}" if players else ""
        if players[1:]:
            both = f"{people[players[0]]} against {people[players[1]]}"
            yield _item("page", both, "in money and in rates", "compare", one | {"b": players[1]})
        elif said & {"year", "years"}:
            yield _item(
                "page",
                f"A year against the one before{whose}",
                "",
                "compare",
                one | {"b": YEAR_BEFORE},
            )
        else:
            yield _item("page", f"Compare with everybody else{whose}", "", "compare", one)
    if said & _LUCK:
        yield _item(
            "page", "Luck and decisions", "who was lucky, and who plays well", "insight", {}
        )


def _first(found: Understood) -> str:
    if found.sought != ANY_HAND and not _only_players(found):
        return "Hands"
    if found.players:
        return "Players"
    return "Evenings" if found.where != EVERYTHING else "Hands"


def _only_players(found: Understood) -> bool:
    return (
        found.sought == Sought(tuple(Did("there", player) for player in found.players))
        and found.order is None
    )


def _only_unknown(found: Understood) -> bool:
    return (found.where, found.sought, found.order) == (EVERYTHING, ANY_HAND, None)


def query_of(found: Understood) -> hands_found.Query:
    """The values of the finder's address for a search, including what was not understood, so that
    the finder can say so.
    """
    query = hands_found.query_of(
        found.where, found.sought, found.order or BY_DATE, backwards=found.backwards
    )
    return query | ({hands_found.UNKNOWN: list(found.unknown)} if found.unknown else {})


def _hands(
    connection: Connection, found: Understood, people: dict[int, str], nights: Sequence[Night]
) -> Iterator[Item]:
    if _only_unknown(found):
        return
    titles = {
        night.session: wording.evening(night.title, night.session, night.date) for night in nights
    }
    number, evenings = count_of_hands(connection, found.where, found.sought)
    said = " · ".join(
        chip.said for chip in hands_found.chips(found.where, found.sought, people, titles)
    )
    note = said or f"sorted by {hands_found.SORTED[found.order or BY_DATE].lower()}"
    text = (
        f"{wording.counted(number, 'hand')} in {wording.counted(evenings, 'evening')}"
        if number
        else "No hand matches"
    )
    yield _item("hands", text, note, "find", query_of(found))
    order = found.order or (BY_POT if _only_players(found) else BY_DATE)
    for row in found_hands(
        connection, found.where, found.sought, Shown(order, found.backwards, most=_TOP)
    ).iter_rows(named=True):
        hand = "Hand" if row["number"] is None else f"Hand {row['number']}"
        text = f"{hand}, {wording.evening_with_day(row['title'], row['session'], row['date'])}"
        yield _item("hand", text, _happened(row), "replay", hands_found.replay_of(row))


def _happened(row: dict[str, Any]) -> str:
    if row["quarantined"]:
        return "a line cannot be read"
    said = [f"pot {hands_found.pot(row)}"]
    if row["winner"] and not row["split"]:
        said.append(f"won by {row['winner']}")
    said += [
        f"{what}: {', '.join(who)}"
        for what, who in (("bourré", row["bourres"]), ("renege", row["reneges"]))
        if who
    ]
    return " · ".join(said)


def _players(found: Understood, people: dict[int, str], text: str) -> Iterator[Item]:
    """The named players, then those whose name begins with the last word or with a word that was
    not understood.
    """
    started = [folded(one) for one in (*found.unknown, *text.split()[-1:])]
    near = [number for number, name in people.items() if any(_begins(name, one) for one in started)]
    for player in list(
        dict.fromkeys([*found.players, *sorted(near, key=lambda one: people[one].casefold())])
    )[:_A_GROUP]:
        yield _item("player", people[player], "", "player", {"player": player})


def _begins(name: str, started: str) -> bool:
    here = folded(name)
    return any(part.startswith(started) for part in (here, *here.split()))


def _sessions(found: Understood, nights: Sequence[Night]) -> Iterator[Item]:
    """The named sessions, those of the given days, or those whose title has the unknown words;
    latest first.
    """
    where, started = found.where, [folded(one) for one in found.unknown if len(one) >= _SHORTEST]
    if not started and where == EVERYTHING:
        return
    for night in islice((night for night in nights if _is_meant(night, where, started)), _A_GROUP):
        called, day = (
            wording.evening(night.title, night.session, night.date),
            wording.short_day(night.date),
        )
        yield _item(
            "session",
            called,
            "" if called.startswith(day) else day,
            "session",
            {"session": night.session},
        )


def _is_meant(night: Night, where: Filter, started: Sequence[str]) -> bool:
    if where == EVERYTHING:
        return any(one in folded(f"{night.title or ''} {night.session}") for one in started)
    within = (where.since is None or night.date >= where.since) and (
        where.until is None or night.date <= where.until
    )
    return within and (not where.sessions or night.session in where.sessions)


def _audit(found: Understood, text: str) -> Iterator[Item]:
    """The findings about reneges, if asked for, and kinds of findings by name; both open and
    settled.
    """
    where, wanted = found.where, folded(text).strip()
    days: hands_found.Query = {"state": "all", "since": where.since, "until": where.until}
    for one in found.sought.did:
        if one.deed == "renege":
            yield _item(
                "audit",
                "Reneges",
                "what the audit says about them",
                "audit",
                {"kind": "renege", **days, "player": one.player},
            )
    for kind in KINDS_OF_FINDING.values():
        if len(wanted) >= _LONG_ENOUGH and wanted in folded(kind.heading):
            yield _item("audit", kind.heading, kind.meaning, "audit", {"kind": kind.name, **days})


def _pages(text: str, role: Role) -> Iterator[Item]:
    wanted = folded(text).strip()
    if len(wanted) < _SHORTEST:
        return
    for page in PAGES:
        if page.listed and role >= page.needs and wanted in folded(page.title):
            yield _item("page", page.title, "", page.name, {})


def _item(kind: str, text: str, note: str, page: str, query: hands_found.Query) -> Item:
    values = values_of(query)
    label = visible_text(text)
    label = label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
    return {
        "kind": kind,
        "text": label,
        "note": visible_text(note)[: 3 * _LONGEST_LABEL],
        "page": page,
        "query": values,
        "href": address.of(page, values),
    }


# --- The button and the box on every page ---------------------------------------------------------
_PARTS: Final = """
<div id="search"><template shadowrootmode="open"><style>
{css}</style>
{html}</template></div>
{script}"""


def body() -> str:
    """HTML for the end of the page."""
    entry = Path(__file__).with_name("entry")
    css, html = (entry.with_suffix(suffix).read_text("utf-8") for suffix in (".css", ".html"))
    return _PARTS.format(css=css, html=html, script=in_page(entry.with_suffix(".js")))


# --- The request while somebody types -------------------------------------------------------------
PATH: Final = "/bourre/find"
NOTHING: Final[dict[str, Any]] = {"groups": [], "unknown": [], "examples": examples({})}


async def find(request: Request) -> Response:
    """The results for ``q`` (``search``); 401 without a login, 422 if the book cannot be read."""
    role = role_of(request)
    if role is None:
        return _answer({"error": "nobody is logged in", "remedy": "log in first"}, 401)
    return _answer(*await run_in_threadpool(_found, request.query_params.get("q", ""), role))


def _found(text: str, role: Role) -> tuple[dict[str, Any], int]:
    book = Book(book_folder(None), role)
    if not book.exists:
        return NOTHING, 200
    today = date.today()  # noqa: DTZ011 - the day here
    try:
        return book.ask(partial(search, text=text, today=today, role=role)), 200
    except UserError as error:
        return {"error": error.message, "remedy": error.remedy}, 422


def _answer(content: dict[str, Any], status: int) -> Response:
    return JSONResponse(
        content, status, {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    )


ROUTES: Final = (Route(PATH, find, methods=["GET"]),)  # the route of the search
