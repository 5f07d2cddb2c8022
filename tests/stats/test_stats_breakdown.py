"""Where a player wins (``by_position``, ``by_trumps``, ``by_pot``, ``by_stayers``), against plain
loops over the audit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

from naive.recount import Deed
from stats_trials import Trial, by_name, rated

from ledger.stats import FIELD, beside_everybody
from ledger.stats.figures import BANDS


def at_the_tables_of(mine: list[Deed], deeds: list[Deed]) -> list[Deed]:
    """What everybody did in the hands that a player sat in."""
    there = {(deed.session, deed.hand) for deed in mine}
    return [deed for deed in deeds if (deed.session, deed.hand) in there]


def check_both(row: dict[str, Any], mine: list[Deed], group: list[Deed], *, stays: bool) -> None:
    """The figures of a player, and those of everybody else in the hands that the player sat in."""
    name = mine[0].name
    check_group(row, [deed for deed in group if deed.name == name], stays=stays)
    field = {
        column.removeprefix(FIELD): value
        for column, value in row.items()
        if column.startswith(FIELD)
    }
    others = [deed for deed in at_the_tables_of(mine, group) if deed.name != name]
    check_group({**field, "hands": sum(not deed.misdeal for deed in others)}, others, stays=stays)


def check_group(row: dict[str, Any], group: list[Deed], *, stays: bool) -> None:
    known = [deed for deed in group if deed.stayed and deed.known]
    dealt = sum(not deed.misdeal for deed in group)
    assert row["hands"] == dealt
    if stays:
        told = [deed for deed in group if deed.told and not deed.misdeal]
        assert rated(row, "stayed") == (sum(deed.stayed for deed in told), len(told))
    assert rated(row, "won") == (sum(deed.won for deed in group), len(known))
    assert rated(row, "bourres") == (sum(deed.bourre for deed in known), len(known))
    assert (row["chips"], row["chips_of"]) == (sum(deed.net for deed in group), dealt)


def test_by_position(one: Trial) -> None:
    ids = one.ids()
    for name, mine in list(by_name(one.deeds).items())[:4]:
        frame = one.ask(beside_everybody, ids[name]).by_position
        groups = defaultdict(list)
        for deed in one.deeds:
            groups[None if deed.dealer else deed.seat].append(deed)
        places = {
            None if place == deed.seated - 1 else place
            for deed in mine
            for place in range(deed.seated)
        }
        rows = {row["position"]: row for row in frame.to_dicts()}
        assert rows.keys() == places
        assert len(frame) == len(places)
        for place, row in rows.items():
            assert row["dealer"] == (place is None)
            check_both(row, mine, groups[place], stays=True)


def test_by_trumps(one: Trial) -> None:
    ids = one.ids()
    for name, mine in list(by_name(one.deeds).items())[:8]:
        groups = defaultdict(list)
        for deed in one.deeds:
            if deed.stayed and len(deed.cards) == deed.size and deed.trump >= 0:
                groups[sum(card // 13 == deed.trump for card in deed.cards)].append(deed)
        rows = one.ask(beside_everybody, ids[name]).by_trumps.to_dicts()
        assert [row["trumps"] for row in rows] == list(range(max(deed.size for deed in mine) + 1))
        for row in rows:
            check_both(row, mine, groups[row["trumps"]], stays=False)


def test_by_pot(one: Trial) -> None:
    ids = one.ids()
    for name, mine in list(by_name(one.deeds).items())[:8]:
        rows = one.ask(beside_everybody, ids[name]).by_pot.to_dicts()
        assert [(row["antes"], row["below"]) for row in rows] == list(
            zip(BANDS, (*BANDS[1:], None), strict=True)
        )
        for row in rows:
            low, high = row["antes"], row["below"] or float("inf")
            check_both(
                row,
                mine,
                [deed for deed in one.deeds if deed.base and low <= deed.stake / deed.base < high],
                stays=True,
            )


def test_by_stayers(one: Trial) -> None:
    ids = one.ids()
    stayed = Counter((deed.session, deed.hand) for deed in one.deeds if deed.stayed)
    for name, mine in list(by_name(one.deeds).items())[:8]:
        rows = one.ask(beside_everybody, ids[name]).by_stayers.to_dicts()
        most = max(
            stayed[deed.session, deed.hand]
            for deed in at_the_tables_of(mine, one.deeds)
            if deed.stayed and deed.told
        )
        assert [row["stayers"] for row in rows] == list(range(1, most + 1))
        for row in rows:
            group = [
                deed
                for deed in one.deeds
                if deed.stayed and deed.told and stayed[deed.session, deed.hand] == row["stayers"]
            ]
            check_both(row, mine, group, stays=False)
