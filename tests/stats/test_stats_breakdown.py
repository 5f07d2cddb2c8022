"""Where a player wins (``by_position``, ``by_trumps``, ``by_pot``), against plain loops over the audit."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from naive.recount import Deed
from stats_trials import Trial, by_name, rated

from ledger.stats import BANDS, by_position, by_pot, by_trumps


def check_group(row: dict[str, Any], group: list[Deed], *, stays: bool) -> None:
    known = [deed for deed in group if deed.stayed and deed.known]
    dealt = sum(not deed.misdeal for deed in group)
    assert row["hands"] == dealt
    if stays:
        assert rated(row, "stayed") == (sum(deed.stayed for deed in group), dealt)
    assert rated(row, "won") == (sum(deed.won for deed in group), len(known))
    assert rated(row, "bourres") == (sum(deed.bourre for deed in group), len(known))
    assert (row["chips"], row["chips_of"]) == (sum(deed.net for deed in group), dealt)


def test_by_position(one: Trial) -> None:
    ids = one.ids()
    for name, mine in list(by_name(one.deeds).items())[:8]:
        for by_size in (False, True):
            frame = one.ask(by_position, ids[name], by_size=by_size)
            groups = defaultdict(list)
            for deed in mine:
                groups[deed.seated if by_size else None, None if deed.dealer else deed.seat].append(deed)
            places = {
                (deed.seated if by_size else None, None if place == deed.seated - 1 else place)
                for deed in one.deeds
                for place in range(deed.seated)
            }
            rows = {(row["seated"], row["position"]): row for row in frame.to_dicts()}
            assert rows.keys() == places
            assert len(frame) == len(places)
            for place, row in rows.items():
                assert row["dealer"] == (place[1] is None)
                check_group(row, groups[place], stays=True)


def test_by_trumps(one: Trial) -> None:
    ids = one.ids()
    largest = max(deed.size for deed in one.deeds)
    for name, mine in list(by_name(one.deeds).items())[:8]:
        groups = defaultdict(list)
        for deed in mine:
            if deed.stayed and len(deed.cards) == deed.size and deed.trump >= 0:
                groups[sum(card // 13 == deed.trump for card in deed.cards)].append(deed)
        rows = one.ask(by_trumps, ids[name]).to_dicts()
        assert [row["trumps"] for row in rows] == list(range(largest + 1))
        for row in rows:
            check_group(row, groups[row["trumps"]], stays=False)


def test_by_pot(one: Trial) -> None:
    ids = one.ids()
    for name, mine in list(by_name(one.deeds).items())[:8]:
        rows = one.ask(by_pot, ids[name]).to_dicts()
        assert [(row["antes"], row["below"]) for row in rows] == list(zip(BANDS, (*BANDS[1:], None), strict=True))
        for row in rows:
            low, high = row["antes"], row["below"] or float("inf")
            check_group(row, [deed for deed in mine if deed.base and low <= deed.stake / deed.base < high], stays=True)
