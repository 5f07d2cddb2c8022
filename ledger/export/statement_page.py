"""Statements as one self-contained HTML page, which prints with one player to a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from ledger.book.balances.transfer_words import bare
from ledger.book.balances.unread import Unread, sentences
from ledger.log.words import visible
from ledger.money import CHIPS, standing
from ledger.wording import day_in_words

if TYPE_CHECKING:
    from ledger.book.balances.trail import Entry, Running, Statement


def statement_page(
    book: str, statements: Sequence[Statement], left_out: Unread, foot: Sequence[str]
) -> str:
    """A page of statements of the book with this name; each says what it leaves out, and ends with
    ``foot``.
    """
    title = statements[0].player if len(statements) == 1 else "Statements"
    warning = "".join(
        f"<li>{_text(said.text)}</li>" for said in sentences(left_out, _titles(statements))
    )
    above = f"<aside><b>Not in these figures:</b><ul>{warning}</ul></aside>\n" if warning else ""
    below = "".join(f"<p>{_text(line)}</p>" for line in foot)
    sheets = "".join(_sheet(book, one, above, below) for one in statements)
    return (
        f"{_HEAD.format(title=f'{_text(title)}, {_text(book)}', style=_STYLE)}{sheets}</body>\n"
        "</html>\n"
    )


def _titles(statements: Sequence[Statement]) -> dict[str, str]:
    """What the evenings in the statements are called, by session: people know no ids."""
    items = [
        entry.item for one in statements for account in one.accounts for entry in account.entries
    ]
    return {
        item.session: f"“{item.called}, {day_in_words(item.date)}”"
        for item in items
        if item.session and item.called
    }


def _sheet(book: str, one: Statement, above: str, below: str) -> str:
    accounts = (
        "".join(_account(account) for account in one.accounts)
        or "<p>Nothing moved up to that day.</p>\n"
    )
    heading = f"<header><p>{_text(book)}</p><h1>{_text(one.player)}</h1></header>\n"
    return f"<section>\n{heading}{above}{accounts}<footer>{below}</footer>\n</section>\n"


def _account(account: Running) -> str:
    unit = account.unit
    sums = [bare(amount, unit, signed=False) for amount in (account.into, account.out)]
    lines = [
        _bound("opening balance", ["", "", bare(account.opening, unit)]),
        *_entries(account.entries, unit),
        _bound("closing balance", [*sums, bare(account.closing, unit)]),
    ]
    columns = [
        *((name, "") for name in ("Date", "What")),
        *((name, " class=figure") for name in ("In", "Out", "Balance")),
    ]
    head = "".join(f'<th scope="col"{style}>{name}</th>' for name, style in columns)
    name = "Chips" if unit == CHIPS else unit
    caption = f"<caption>{_text(name)}</caption>"
    return (
        f"{_stands(account)}<table>\n{caption}\n<thead><tr>{head}</tr></thead>\n<tbody>\n"
        f"{''.join(lines)}</tbody>\n</table>\n"
    )


def _stands(account: Running) -> str:
    """How the account stands at the end, in large type, and how it came there as a line."""
    tone = "won" if account.closing > 0 else "lost" if account.closing < 0 else ""
    said = standing(account.closing, account.unit)
    said = f"<p class='stands {tone}'>{_text(said[0].upper() + said[1:])}</p>"
    line = _line([account.opening, *(entry.balance for entry in account.entries)])
    return f"<div class=account>{said}{line}</div>\n"


def _line(balances: Sequence[int]) -> str:
    """The balances one after another as a line over one at zero; the table says the same."""
    if len(balances) < 3:
        return ""
    low, high = min(0, *balances), max(0, *balances)
    down = [round(4 + 56 * (high - one) / ((high - low) or 1), 1) for one in (*balances, 0)]
    points = " ".join(
        f"{round(4 + 292 * at / (len(balances) - 1), 1)},{y}" for at, y in enumerate(down[:-1])
    )
    zero, last = down[-1], points.rpartition(" ")[2].split(",")
    return (
        f'<svg viewBox="0 0 300 64" aria-hidden="true"><path d="M4 {zero}H296"/><polyline '
        f'points="{points}"/>'
        f'<circle cx="{last[0]}" cy="{last[1]}" r="3.5"/></svg>'
    )


def _bound(words: str, figures: Iterable[str]) -> str:
    cells = "".join(map(_figure, figures))
    return f'<tr class=bound><td colspan="2">{words}</td>{cells}</tr>\n'


def _entries(entries: Iterable[Entry], unit: str) -> Iterator[str]:
    for entry in entries:
        item = entry.item
        sides = [
            bare(amount, unit, signed=False) if amount else "" for amount in (entry.into, entry.out)
        ]
        called = f" <small>{_text(item.called)}</small>" if item.called else ""
        hand = "" if item.hand is None else f"hand {item.hand}: "
        figures = "".join(map(_figure, (*sides, bare(entry.balance, unit))))
        when = f"<td><time datetime={item.date}>{day_in_words(item.date)}</time>{called}</td>"
        yield f"<tr>{when}<td>{hand}{_text(item.words(note=True))}</td>{figures}</tr>\n"


def _figure(text: str) -> str:
    return f"<td class=figure>{_text(text)}</td>"


def _text(words: str) -> str:
    return escape(visible(words))


_HEAD: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
"""
_STYLE: Final = """
:root { color-scheme: light dark; --page: #fbf9f4; --ink: #23201b; --quiet: #655e52; --line: #ddd5c4; --warn: #7a5a00;
  --won: #1a5a9e; --lost: #a8480a; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1b1a17; --ink: #ece7dc; --quiet: #a79f90; --line: #3d3932; --warn: #e0b84a;
    --won: #8ab8f0; --lost: #f2a65e; }
}
body { margin: 0 auto; padding: 1rem; max-width: 48rem; background: var(--page); color: var(--ink);
  font: 16px/1.4 system-ui, sans-serif; }
section + section { margin-top: 3rem; border-top: 2px solid var(--line); }
header p, footer, caption { color: var(--quiet); }
header p { margin: 1rem 0 0; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; overflow-wrap: anywhere; }
.account { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 2rem; }
.stands { margin: 1rem 0 0; font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.won { color: var(--won); }
.lost { color: var(--lost); }
.account svg { width: 15rem; max-width: 100%; fill: none; stroke: var(--ink); stroke-width: 2; stroke-linejoin: round; }
.account path { stroke: var(--line); stroke-width: 1; }
.account circle { fill: var(--ink); stroke: none; }
tbody tr:nth-child(even) td { background: color-mix(in srgb, var(--line) 22%, transparent); }
aside { border-left: 4px solid var(--warn); padding: 0 1rem; margin: 1rem 0; font-size: .875rem; overflow-wrap: anywhere; }
aside ul { margin: .25rem 0; padding-left: 1.2rem; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; font-variant-numeric: tabular-nums; }
html { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
caption { text-align: left; padding-bottom: .5rem; font-weight: 600; }
th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
time { white-space: nowrap; }
small { color: var(--quiet); }
.figure { text-align: right; white-space: nowrap; overflow-wrap: normal; }
.bound td { font-weight: 600; }
footer { font-size: .85rem; }
@media (max-width: 36rem) {
  body { padding: .5rem; font-size: 13px; }
  th, td { padding: .2rem .25rem; }
  small { display: block; }
}
@page { margin: 14mm 14mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 9pt sans-serif; } }
@media print {
  :root { color-scheme: light; --page: #fff; --ink: #000; --quiet: #444; --line: #bbb; --warn: #7a5a00;
    --won: #1a5a9e; --lost: #a8480a; }
  body { max-width: none; padding: 0; font-size: 11pt; }
  section { break-after: page; border: 0; margin: 0; }
  section:last-child { break-after: auto; }
  thead { display: table-header-group; }
  tr { break-inside: avoid; }
}
"""  # noqa: E501
