"""Answers for other programs: as objects for JSON, and as rows for CSV."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.answer import (
    Amount,
    Day,
    Evening,
    File,
    Hand,
    Player,
    Sentence,
    Strong,
    Table,
    Value,
)
from ledger.export.cells import figure
from ledger.money import decimal_text


def to_json(value: Value) -> object:
    """A value as JSON has it: amounts are decimals as text, days ISO, evenings their ids."""
    if isinstance(value, Table):
        keys = [(at, column.key) for at, column in enumerate(value.columns) if column.key]
        found = [{key: to_json(row[at]) for at, key in keys} for row in value.rows]
        return found if not value.single else found[0] if found else None
    if isinstance(value, Mapping):
        return {key: to_json(one) for key, one in value.items()}
    if isinstance(value, Amount):
        return decimal_text(value.amount, value.unit)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_json(one) for one in value]
    return _plain(value)


def to_csv(headings: Sequence[str], tables: Iterable[Table]) -> Iterator[list[object]]:
    """Yield the rows of tables under these ``headings``; what a row does not have is empty."""
    for one in tables:
        places = {column.field: at for at, column in enumerate(one.columns) if column.field}
        for row in one.rows:
            yield [
                one.kind
                if name == "kind" and one.kind
                else _csv(row[places[name]])
                if name in places
                else ""
                for name in headings
            ]


def _csv(value: Value) -> object:
    if isinstance(value, Amount):
        return figure(value.amount, value.unit)
    plain = value.day if isinstance(value, Day) else _plain(value)
    return "" if plain is None else plain


def _plain(value: Value) -> object:
    if isinstance(value, Player | File):
        return value.name
    if isinstance(value, Evening):
        return value.session
    if isinstance(value, Hand):
        return value.number
    if isinstance(value, Day):
        return value.day.isoformat()
    return value.text if isinstance(value, Sentence | Strong) else value
