"""Who wins from whom (``rivals``, ``head_to_head``), against the attribution of the audit."""

from __future__ import annotations

from collections import defaultdict

import polars as pl
import pytest
from stats_trials import Trial

from ledger.money.attribution import won_from
from ledger.stats import head_to_head, rivals


def expected_rivals(one: Trial) -> dict[tuple[str, str, str], tuple[int, int]]:
    chips = won_from(one.judged)
    found: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for at, info in enumerate(one.judged.hands.sessions):
        for first, name in enumerate(info.players):
            for second, other in enumerate(info.players):
                net = int(chips[at, first, second] - chips[at, second, first])
                if first != second and net:
                    row = found[name, other, info.currency or "chips"]
                    row[0] += net
                    row[1] += net * (info.chip or 1)
    return {key: (row[0], row[1]) for key, row in found.items()}


def test_rivals_are_those_of_the_attribution_and_antisymmetric(one: Trial) -> None:
    rows = one.ask(rivals).to_dicts()
    found = {
        (row["name"], row["other_name"], row["unit"]): (row["chips"], row["amount"]) for row in rows
    }
    assert {key: row for key, row in found.items() if any(row)} == {
        key: row for key, row in expected_rivals(one).items() if any(row)
    }
    for (name, other, unit), (chips, amount) in found.items():
        assert found[other, name, unit] == (-chips, -amount)
    together = defaultdict(set)
    for info in one.judged.hands.sessions:
        there = {
            one.judged.hands.name(info.first_row + place, seat)
            for place in range(info.rows)
            for seat in range(int(one.judged.hands.seated[info.first_row + place]))
        }
        for name in there:
            for other in there - {name}:
                together[name, other, info.currency or "chips"].add(info.id)
    assert {key: len(nights) for key, nights in together.items()} == {
        (row["name"], row["other_name"], row["unit"]): row["evenings"]
        for row in rows
        if row["evenings"]
    }


@pytest.mark.slow
def test_head_to_head(one: Trial) -> None:
    ids = one.ids()
    pairs = {(row["name"], row["other_name"]) for row in one.ask(rivals).to_dicts()[:200:7]}
    seats = {(deed.session, deed.hand, deed.name): deed for deed in one.deeds}
    chips = won_from(one.judged)
    for name, other in pairs:
        wanted: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for (session, hand, who), mine in seats.items():
            theirs = seats.get((session, hand, other))
            if who == name and theirs:
                both = mine.stayed and theirs.stayed
                for place, one_more in enumerate(
                    (True, both, both and mine.won, both and theirs.won)
                ):
                    wanted[session][place] += one_more
        frame = one.ask(head_to_head, ids[name], ids[other])
        rows = frame.to_dicts()
        both_there = one.ask(rivals).filter(pl.col("name") == name, pl.col("other_name") == other)
        for unit, evenings, amount in both_there.select("unit", "evenings", "amount").rows():
            here = frame.filter(pl.col("unit") == unit)
            assert (here.height, here["amount"].sum()) == (evenings, amount)
        met = {
            row["session"]: [row[c] for c in ("hands", "stayed", "won", "other_won")]
            for row in rows
        }
        assert {session: counts for session, counts in met.items() if any(counts)} == wanted
        assert frame.sort("date", "session")["session"].to_list() == frame["session"].to_list()
        until: dict[str, int] = defaultdict(int)
        for row in rows:
            at = next(
                at for at, info in enumerate(one.judged.hands.sessions) if info.id == row["session"]
            )
            first, second = (
                one.judged.hands.sessions[at].players.index(who) for who in (name, other)
            )
            net = int(chips[at, first, second] - chips[at, second, first])
            until[row["unit"]] += net
            assert (row["chips"], row["chips_until"]) == (net, until[row["unit"]])
