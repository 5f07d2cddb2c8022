"""Tables with aligned figures, links and inert user text, and the same rows as CSV files.

Long lists page by page: the page that the address asks for, and links to the previous and next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import streamlit as st

from dashboard.frame import address, navigation, theme
from dashboard.frame.me import my_account
from ledger.export import csv_text
from ledger.log.words import visible as visible_text

MOST_ROWS: Final = 200
"""Rows that are shown until the viewer asks for all."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, ``right`` for figures, ``roomy`` if it is left out on phones.

    A heading with a ``page`` links there, as a cell does: to the same rows sorted by this column. ``sort`` says how they
    are sorted by it now: ``ascending``, ``descending``, or empty.
    """

    label: str
    right: bool = False
    roomy: bool = False
    page: str = ""
    query: dict[str, object] = field(default_factory=dict)
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: any text (it is made inert), its tone (``won``, ``lost``, ``quiet``, ``warning``), a page it links to.

    ``note`` is small text below; its parts, separated by `` · ``, are not broken. ``bar`` draws an interval there, as
    (low, rate, high) from 0 to 1: the text or the note says the same. ``shade`` fills the cell, from -1 (lost) to 1 (won).
    """

    text: str
    tone: str = ""
    page: str = ""
    query: dict[str, object] = field(default_factory=dict)
    tip: str = ""
    note: str = ""
    bar: tuple[float, float, float] | None = None
    shade: float | None = None


Row: TypeAlias = Sequence[Cell | str]


def table(name: str, columns: Sequence[Column], rows: Sequence[Row | Callable[[], Row]], most: int = MOST_ROWS) -> None:
    """Show a table; ``name`` says what is in it, for screen readers too, and is unique on the page.

    A row may be given as a function, which is called only if the row is shown.

    The first cell of a row is its heading. A cell that links to a page that does not exist for the viewer is
    plain text. A cell that links to the player who is looking is marked, and so is its row.
    """
    shown = rows
    if len(rows) > most and not st.toggle(f"Show all {len(rows):,}", key=f"all of {name}"):
        shown = rows[:most]
    here, mine = theme.tokens(), my_account()
    data = {
        "name": name,
        "columns": [_heading(column) for column in columns],
        "rows": [[_sent(cell, mine) for cell in (row() if callable(row) else row)] for row in shown],
        "colours": {tone: getattr(here, tone) for tone in ("won", "lost", "quiet", "warning", "line", "link", "red")},
    }
    _TABLE(key=f"table {name}", data=data)


def download(name: str, headings: Sequence[str], rows: Callable[[], Iterable[Iterable[object]]]) -> None:
    """Offer rows as a CSV file called ``name``; spreadsheets find no formulas in it, and numbers stay numbers."""
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
    sent: dict[str, object] = {"text": visible_text(cell.text), "tone": cell.tone, "tip": visible_text(cell.tip)}
    if cell.note or cell.bar:
        sent |= {"note": visible_text(cell.note), "bar": cell.bar}
    if cell.shade is not None:
        sent["shade"] = round(cell.shade, 3)
    if mine is not None and {name: value for name, value in cell.query.items() if value is not None} == {"player": mine}:
        sent["mine"] = True
    return sent | _way(cell.page, cell.query)


def _heading(column: Column) -> dict[str, object]:
    return {"label": column.label, "right": column.right, "roomy": column.roomy, "sort": column.sort} | _way(
        column.page, column.query
    )


def _way(page: str, query: Mapping[str, object]) -> dict[str, object]:
    """The link of a cell; empty if that page does not exist for the viewer."""
    if not page or not navigation.may_see(page):
        return {}
    values = navigation.values_of(query)
    return {"page": page, "query": values, "href": address.of(page, values)}


_SCRIPT: Final = """
const SHORT = 11;  // letters that are not broken into lines, as in "6 Nov 2026"
// From left to right, and no red suit.
const PLAIN = /^[ -\\u02ff\\u2000-\\u200d\\u2010-\\u2027\\u2030-\\u205e\\u20a0-\\u2664\\u2667-\\u26ff]*$/;
export default function ({ data, parentElement }) {
  const make = (tag, text) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;  // text, never markup: people wrote it
    return element;
  };
  const leading = (where, what) => {
    const link = make("a");
    link.append(...what);
    link.href = where.href;
    return link;
  };
  const shade = (cell, how) => {
    cell.classList.add("shaded");
    cell.style.background = `color-mix(in srgb, var(--${how > 0 ? "won" : "lost"}) ${Math.abs(how) * 40}%, transparent)`;
  };
  const table = make("table");
  for (const [name, colour] of Object.entries(data.colours)) table.style.setProperty(`--${name}`, colour);
  table.append(make("caption", data.name));
  const head = table.appendChild(make("thead")).appendChild(make("tr"));
  for (const column of data.columns) {
    const cell = head.appendChild(make("th"));
    cell.scope = "col";
    cell.className = `${column.right ? "right" : ""} ${column.roomy ? "roomy" : ""}`;
    if (column.sort) cell.setAttribute("aria-sort", column.sort);
    const arrow = { ascending: " ↑", descending: " ↓" }[column.sort] ?? "";
    if (column.href) cell.append(leading(column, [column.label + arrow]));
    else cell.textContent = column.label;
  }
  const body = table.appendChild(make("tbody"));
  for (const row of data.rows) {
    const line = body.appendChild(make("tr"));
    row.forEach((said, at) => {
      const cell = line.appendChild(make(at === 0 ? "th" : "td"));
      const column = data.columns[at];
      if (at === 0) cell.scope = "row";
      cell.className = `${column.right ? "right" : ""} ${column.roomy ? "roomy" : ""} ${said.tone}`;
      if (said.tip) cell.title = said.tip;
      if (said.text.length <= SHORT && !said.href && !said.note && !said.bar && !said.mine && PLAIN.test(said.text)) {
        cell.classList.add("short");  // most cells of most tables: a table of thousands of nodes takes a browser long
        cell.textContent = said.text;
        if (said.shade !== undefined) shade(cell, said.shade);
        return;
      }
      const words = make("bdi");
      if (said.text.length <= SHORT) words.className = "short";
      for (const [at, part] of said.text.split(/((?:10|[2-9AKQJ])?[♥♦])/).entries()) {
        if (at % 2) words.appendChild(make("span", part)).className = "red";  // hearts and diamonds, as on the cards
        else words.append(part);
      }
      if (said.mine) {
        line.className = "mine";
        line.setAttribute("aria-current", "true");
      }
      const you = said.mine ? [make("span", " (you)")] : [];
      if (said.text.length > 32 && !said.tip) cell.title = said.text;
      if (said.shade !== undefined) shade(cell, said.shade);
      const under = [];
      if (said.note) {
        const note = make("div");
        note.className = "note";
        const parts = said.note.split(" · ");
        parts.forEach((part, at) => {
          if (at) note.append(" · ");
          const one = note.appendChild(make("span"));
          for (const [at, word] of part.split(/([+−][^\\s,]+|(?:10|[2-9AKQJ])?[♥♦])/).entries()) {
            // A sign stays with its figure.
            if (at % 2) one.appendChild(make("span", word)).className = /[♥♦]/.test(word) ? "red" : "part";
            else one.append(word);
          }
          if (parts.length > 1) one.className = "part";
        });
        under.push(note);
      }
      if (said.bar) {
        const [low, rate, high] = said.bar.map((one) => 100 * one);
        const bar = make("div"), reach = bar.appendChild(make("i")), point = bar.appendChild(make("b"));
        bar.className = "interval";
        bar.setAttribute("aria-hidden", "true");
        reach.style.left = `${low}%`;
        reach.style.width = `${high - low}%`;
        point.style.left = `${rate}%`;
        under.push(bar);
      }
      if (!said.href) { cell.append(words, ...you, ...under); return; }
      cell.append(leading(said, [words]), ...you, ...under);
    });
  }
  const place = parentElement.querySelector(".place");
  place.replaceChildren(table);
  // A table that is too wide for a phone is moved by keys too, though it has no link to stop at.
  place.watch ??= new ResizeObserver(() => {
    if (place.scrollWidth > place.clientWidth) place.tabIndex = 0;
    else place.removeAttribute("tabindex");
  });
  place.watch.observe(place);
}
"""
_STYLE: Final = """
.place { overflow-x: auto; container-type: inline-size; }
table { border-collapse: collapse; width: 100%; color: var(--st-text-color); line-height: 1.45; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: 0.4rem 1rem 0.4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--quiet); font-size: 0.875em; font-weight: 400; vertical-align: bottom; white-space: nowrap; }
thead a { color: inherit; }
tbody th { font-weight: 600; }
th:last-child, td:last-child { padding-right: 0; }
.right { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
bdi { display: inline-block; max-width: min(24rem, 45cqw); max-height: 4.35em; overflow: hidden; overflow-wrap: break-word; }
bdi { vertical-align: bottom; }
.short { white-space: nowrap; }
.note { color: var(--quiet); font-size: 0.8em; font-weight: 400; white-space: normal; }
.interval { position: relative; height: 7px; min-width: 4.5rem; max-width: 9rem; margin-top: 4px; }
.interval { border-bottom: 1px solid var(--line); }
.interval i { position: absolute; top: 1px; height: 5px; min-width: 3px; background: currentColor; border-radius: 3px; }
.interval i { opacity: 0.35; }
.interval b { position: absolute; top: 0; height: 7px; width: 3px; margin-left: -1.5px; background: currentColor; }
.won { color: var(--won); } .lost { color: var(--lost); } .quiet { color: var(--quiet); } .warning { color: var(--warning); }
.red { color: var(--red); }
a { color: var(--link); text-decoration: underline; text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
.won a, .lost a { color: inherit; }
.note .part { white-space: nowrap; }
td.shaded { padding: 0.4rem 0.4rem; }
.mine { background: color-mix(in srgb, var(--link) 9%, transparent); }
.mine > * { font-weight: 700; }
.shaded a { color: var(--st-text-color); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
@container (max-width: 36rem) {
.roomy { display: none; }
th, td { padding-right: 0.6rem; }
td.shaded { padding: 0.4rem 0.25rem; }
tbody:has(td:nth-child(5):last-child:not(.roomy)) .part, tbody:has(.shaded) .part { white-space: normal; }
thead :is(th, .right) { white-space: normal; }
}
"""
_TABLE: Final = st.components.v2.component("bourre_table", html='<div class="place"></div>', css=_STYLE, js=_SCRIPT)


# --- Long lists, page by page ----------------------------------------------------------------------------------------------


def asked_for(number: int, a_page: int) -> int:
    """The page (from 0) that the address asks for, of a list of ``number`` items with ``a_page`` on each page."""
    last = max(0, -(-number // a_page) - 1)
    return (address.number("page", range(1, last + 2)) or 1) - 1


def pager(page: int, number: int, a_page: int) -> None:
    """Show the position in the list, and links to the other pages; nothing for a list of one page."""
    last = -(-number // a_page) - 1
    if last < 1:
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("← Before", key="page before", on_click=_turn, args=(page,), disabled=page == 0)
        st.button("Next →", key="page next", on_click=_turn, args=(page + 2,), disabled=page == last)
        st.caption(f"Page {page + 1:,} of {last + 1:,}")


def _turn(page: int) -> None:
    st.query_params["page"] = str(page)
