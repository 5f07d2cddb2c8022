"""Tables with aligned figures, links and inert user text, and the same rows as CSV files.

Long lists page by page: the page that the address asks for, and links to the previous and next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from pathlib import Path
from typing import Any, Final, TypeAlias

import streamlit as st

from dashboard.frame import address, navigation, theme, wording
from dashboard.frame.component import component
from dashboard.frame.faces import Face, face
from dashboard.frame.me import my_account
from dashboard.frame.shown_book import asked
from ledger.book.balances.figures import account_names
from ledger.export import csv_text
from ledger.log.words import visible as visible_text

MOST_ROWS: Final = 200  # rows that are shown until the viewer asks for all


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table that is shown.

    Its heading, ``right`` for figures, and where it is left out: ``hidden_on_phones``,
    ``hidden_in_print``.

    A heading with a ``page`` links there, as a cell does: to the same rows sorted by this column.
    ``sort`` says how they are sorted by it now: ``ascending``, ``descending``, or empty. The bars
    of a ``scaled`` column run from the lowest to the highest end of any of them, which stand under
    the heading, so that players differ; those of others from 0 to 100%. A column about a player has
    that player's ``face``, and its bars their colour.
    """

    label: str
    right: bool = False
    hidden_on_phones: bool = False
    page: str = ""
    query: dict[str, object] = field(default_factory=dict)
    sort: str = ""
    scaled: bool = False
    face: Face | None = None
    hidden_in_print: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: any text (it is made inert), its tone (``won``, ``lost``, ``quiet``, ``warning``), a
    page it links to.

    ``note`` is small text below; its parts, separated by `` · ``, are not broken. ``bar`` draws an
    interval there, as (low, rate, high) from 0 to 1: the text or the note says the same. ``shade``
    fills the cell, from -1 (lost) to 1 (won). ``face`` is drawn before the name of its player,
    ``faces`` for several players. ``marks`` are signs in their tones that stand for the text, each
    with a tip. ``split`` draws the parts of a sum from the zero line, the first striped, the second
    solid; all rows have one scale, and the note says the same.
    """

    text: str
    tone: str = ""
    page: str = ""
    query: dict[str, object] = field(default_factory=dict)
    tip: str = ""
    note: str = ""
    bar: tuple[float, float, float] | None = None
    shade: float | None = None
    face: Face | None = None
    marks: Sequence[Cell] = ()
    faces: Sequence[Face] = ()
    split: tuple[float, float] | None = None


Row: TypeAlias = Sequence[Cell | str]


def luck_and_play(luck: int, play: int, rest: int) -> Cell:
    """What somebody won (chips) as luck and play, drawn and in words, and the rest in words."""
    told = [("luck", luck), ("play", play), *([("the rest", rest)] if rest else [])]
    return Cell(
        "",
        note=" · ".join(f"{what} {wording.signed_estimate(chips)}" for what, chips in told),
        split=(luck, play),
    )


def table(
    name: str,
    columns: Sequence[Column],
    rows: Sequence[Row | Callable[[], Row]],
    most: int = MOST_ROWS,
) -> None:
    """Show a table; ``name`` says what is in it, for screen readers too, and is unique on the page.

    A row may be given as a function, which is called only if the row is shown.

    A row of a single cell heads the rows below it. The first cell of a row is its heading. A cell
    that links to a page that does not exist for the viewer is plain text. A cell that links to the
    player who is looking is marked, and so is its row.
    """
    shown = rows
    if len(rows) > most and not st.toggle(f"Show all {len(rows):,}", key=f"all of {name}"):
        shown = rows[:most]
    here, mine = theme.tokens(), my_account()
    made = [row() if callable(row) else row for row in shown]
    data = {
        "name": name,
        "columns": [
            _heading(column, _scale([row[at] for row in made if at < len(row)]))
            for at, column in enumerate(columns)
        ],
        "rows": [[_sent(cell, mine) for cell in row] for row in made],
        "colours": {
            tone: getattr(here, tone)
            for tone in ("won", "lost", "quiet", "warning", "line", "link", "red")
        },
    }
    component("bourre_table", Path(__file__))(key=f"table {name}", data=data)


def player_cell(row: Mapping[str, Any], note: str = "") -> Cell:
    """A cell of one player (``player``, by number in the book, and ``name``) that leads to the
    player's page.
    """
    player, name = row["player"], row["name"]
    return Cell(name, page="player", query={"player": player}, note=note, face=face(player, name))


def people() -> Callable[..., Cell]:
    """A function that makes a cell of some players by their names in the book, each with a face."""
    known = {
        name: face(number, name) for number, name in asked(account_names).items() if number > 0
    }

    def who(*names: str, tone: str = "", note: str = "") -> Cell:
        return Cell(
            wording.listed(names),
            tone,
            note=note,
            faces=[known[name] for name in names if name in known],
        )

    return who


def download(
    name: str, headings: Sequence[str], rows: Callable[[], Iterable[Iterable[object]]]
) -> None:
    """Offer rows as a CSV file called ``name``; spreadsheets find no formulas in it, and numbers
    stay numbers.
    """
    st.download_button(
        "Download as CSV",
        data=lambda: csv_text(headings, rows()).encode(),
        file_name=f"{name}.csv",
        mime="text/csv",
        key=f"csv {name}",
        icon=":material/download:",
        type="tertiary",
    )


def _sent(cell: Cell | str, mine: int | None) -> dict[str, object]:
    if isinstance(cell, str):
        cell = Cell(cell)
    sent: dict[str, object] = {
        "text": visible_text(cell.text),
        "tone": cell.tone,
        "tip": visible_text(cell.tip),
    }
    if cell.note or cell.bar:
        sent |= {"note": visible_text(cell.note), "bar": cell.bar}
    if cell.shade is not None:
        sent["shade"] = round(cell.shade, 3)
    if cell.face or cell.faces:
        sent["faces"] = [one._asdict() for one in ([cell.face] if cell.face else cell.faces)]
    if cell.split:
        sent["split"] = cell.split
    if cell.marks:
        sent["marks"] = [
            {"text": one.text, "tone": one.tone, "tip": visible_text(one.tip)} for one in cell.marks
        ]
    if mine is not None and {
        name: value for name, value in cell.query.items() if value is not None
    } == {"player": mine}:
        sent["mine"] = True
    return sent | _way(cell.page, cell.query)


def _heading(column: Column, scale: tuple[float, float] | None) -> dict[str, object]:
    sent: dict[str, object] = {
        "label": column.label,
        "right": column.right,
        "hidden_on_phones": column.hidden_on_phones,
        "sort": column.sort,
    }
    sent |= ({"scale": scale} if column.scaled and scale else {}) | (
        {"face": column.face._asdict()} if column.face else {}
    )
    sent |= {"hidden_in_print": True} if column.hidden_in_print else {}
    return sent | _way(column.page, column.query)


def _scale(cells: Iterable[Cell | str]) -> tuple[float, float] | None:
    """From the lowest to the highest end of the bars in a column, to whole tenths; None if it has
    none.
    """
    bars = [cell.bar for cell in cells if isinstance(cell, Cell) and cell.bar]
    if not bars:
        return None
    return floor(10 * min(low for low, _, _ in bars)) / 10, ceil(
        10 * max(high for _, _, high in bars)
    ) / 10


def _way(page: str, query: Mapping[str, object]) -> dict[str, object]:
    if not page or not navigation.may_see(page):
        return {}
    values = navigation.values_of(query)
    return {"page": page, "query": values, "href": address.of(page, values)}


# --- Long lists, page by page ---------------------------------------------------------------------
def asked_for(number: int, a_page: int) -> int:
    """The page (from 0) that the address asks for, of a list of ``number`` items with ``a_page`` on
    each page.
    """
    last = max(0, -(-number // a_page) - 1)
    return (address.number("page", range(1, last + 2)) or 1) - 1


def pager(page: int, number: int, a_page: int) -> None:
    """Show the position in the list, and links to the other pages; nothing for a list of
    one page.
    """
    last = -(-number // a_page) - 1
    if last < 1:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("← Previous", key="page before", on_click=_turn, args=(page,), disabled=page == 0)
        st.button(
            "Next →", key="page next", on_click=_turn, args=(page + 2,), disabled=page == last
        )
        st.caption(f"Page {page + 1:,} of {last + 1:,}")


def _turn(page: int) -> None:
    st.query_params["page"] = str(page)
