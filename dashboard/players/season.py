"""The table of a season as ``bourre standings`` prints it, and streaks of evenings won and lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from dashboard.frame import escape, wording
from dashboard.frame.table import Cell, Column, table
from dashboard.players.one_player import days_between
from ledger.book.figures import EveningOfSeason, Place
from ledger.money import CHIPS


def seasons(days: Iterable[date]) -> dict[str, str]:
    """The names of the years, quarters and months that have evenings, latest first, by season."""
    latest = sorted(set(days), reverse=True)
    years = {f"{day.year}": f"{day.year}" for day in latest}
    quarters = {f"{day.year}-q{(day.month + 2) // 3}": f"{day.year}, quarter {(day.month + 2) // 3}" for day in latest}
    return years | quarters | {f"{day:%Y-%m}": f"{day:%B %Y}" for day in latest}


def answer(places: Sequence[Place]) -> str:
    """A sentence (Markdown) on who leads in each unit."""
    said = []
    for one in places:
        if one.place == 1:
            nights = wording.counted(one.evenings, "evening")
            said.append(f"**{escape.md(one.name)} leads** with {wording.signed_md(one.amount, one.unit)} in {nights}.")
    return " ".join(said)


def standings(places: Sequence[Place]) -> None:
    """Show the places, a table for each unit."""
    for unit in dict.fromkeys(one.unit for one in places):
        table(
            f"Standings in {'chips without a value' if unit == CHIPS else unit}",
            [
                Column(""),
                Column("Player"),
                Column("Evenings", right=True),
                Column("Wins", right=True),
                Column("Won or lost", right=True),
                Column("Best", right=True, roomy=True),
                Column("Worst", right=True, roomy=True),
            ],
            [
                [
                    Cell(f"{one.place}."),
                    Cell(one.name, page="player", query={"player": one.account}),
                    Cell(f"{one.evenings:,}"),
                    Cell(f"{one.won:,}" if one.won else ""),
                    Cell(wording.signed(one.amount, unit), wording.tone(one.amount)),
                    _night(one.best, unit),
                    _night(one.worst, unit),
                ]
                for one in places
                if one.unit == unit
            ],
        )


def _night(one: EveningOfSeason, unit: str) -> Cell:
    day = f"{one.date.day} {one.date:%b %Y}"
    return Cell(
        wording.signed(one.amount, unit), wording.tone(one.amount), page="session", query={"session": one.session}, note=day
    )


def in_a_row(streaks: Iterable[Mapping[str, Any]]) -> None:
    """Show everybody's winning and losing streaks; ``streaks`` are rows of the statistics."""
    table(
        "Evenings in a row",
        [Column("Player"), Column("Now"), Column("Most won"), Column("Most lost")],
        [
            [
                Cell(row["name"], page="player", query={"player": row["player"]}),
                _now(row["current"]),
                _longest(row, "winning"),
                _longest(row, "losing"),
            ]
            for row in streaks
        ],
    )


def _now(current: int) -> Cell:
    words = f"{abs(current)} {'won' if current > 0 else 'lost'}" if current else "–"
    return Cell(words, wording.tone(current))


def _longest(row: Mapping[str, Any], which: str) -> Cell:
    if not row[which]:
        return Cell("–", "quiet")
    return Cell(f"{row[which]:,}", note=days_between(row[f"{which}_since"], row[f"{which}_until"]))
