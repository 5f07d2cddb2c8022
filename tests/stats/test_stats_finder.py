"""Hands that somebody looks for (``found_hands``), against plain loops over the audit: what was
asked, in every order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import polars as pl
import pytest
from naive.recount import Deed
from stats_trials import Trial

from ledger.findings.audit import findings
from ledger.stats import (
    DEEDS,
    FATES,
    ORDERS,
    Did,
    Filter,
    Shown,
    Sought,
    biggest_pot,
    count_of_hands,
    found_hands,
)

ALL = Shown(most=10**6)
DID: dict[str, Callable[[Deed], bool]] = {
    "bourre": lambda deed: deed.bourre,
    "renege": lambda deed: deed.wrong > 0,
    "won": lambda deed: deed.won,
    "tied": lambda deed: deed.tied,
    "lost": lambda deed: deed.net < 0,
    "stayed": lambda deed: deed.stayed,
    "passed": lambda deed: deed.passed and deed.told,
    "dealt": lambda deed: deed.dealer,
    "there": lambda deed: True,  # noqa: ARG005 - everybody who has a deed was there
}


def places(frame: pl.DataFrame) -> list[tuple[str, int]]:
    return list(frame.select("session", "hand").iter_rows())


@pytest.mark.slow
def test_hands_are_found_by_what_a_player_did(one: Trial) -> None:
    ids = one.ids()
    for name, did in DID.items():
        wanted: dict[int | None, set[tuple[str, int]]] = defaultdict(set)
        for deed in one.deeds:
            if did(deed):
                wanted[None].add((deed.session, deed.hand))
                wanted[ids[deed.name]].add((deed.session, deed.hand))
        for player in [None, *sorted(set(ids.values()))[:3]]:
            sought = Sought((Did(name, player),))
            found = places(one.ask(found_hands, Filter(), sought, ALL))
            assert set(found) == wanted[player]
            assert one.ask(count_of_hands, Filter(), sought) == (
                len(found),
                len({session for session, _ in found}),
            )


def test_everything_asked_must_be_true_of_a_hand(one: Trial) -> None:
    ids = one.ids()
    hands: dict[tuple[str, int], list[Deed]] = defaultdict(list)
    for deed in one.deeds:
        hands[deed.session, deed.hand].append(deed)
    player = min(ids.values())
    mine = {name for name, number in ids.items() if number == player}
    sought = Sought((Did("stayed", player), Did("bourre")), pot_from=5, stayed=3)
    pots = {
        (row[0], row[1]): row[2]
        for row in one.rows("SELECT id, hand, pot FROM hands JOIN sessions USING (session)")
    }
    wanted = {
        place
        for place, here in hands.items()
        if any(deed.stayed for deed in here if deed.name in mine)
        and any(deed.bourre for deed in here)
        and pots[place] >= 5
        and one.rows(
            "SELECT stayed FROM hands JOIN sessions USING (session) WHERE id = ? AND hand = ?",
            *place,
        )
        == [(3,)]
    }
    assert set(places(one.ask(found_hands, Filter(), sought, ALL))) == wanted


def test_hands_in_which_everybody_passed_are_those_that_the_audit_tells(one: Trial) -> None:
    told = sum(found.rule == "all-passed" for found in findings(one.judged))
    assert one.ask(count_of_hands, Filter(), Sought(fates=("all-passed",)))[0] == told


def test_of_a_hand_that_cannot_be_read_nothing_is_found_but_that(one: Trial) -> None:
    unread = int(one.judged.hands.quarantined.sum())
    frame = one.ask(found_hands, Filter(), Sought(fates=("unread",)), ALL)
    assert len(frame) == unread
    assert frame["pot"].null_count() == unread
    for sought in (Sought(pot_from=0), Sought((Did("there"),))):
        assert not one.ask(found_hands, Filter(), sought, ALL)["quarantined"].any()


@pytest.mark.slow
def test_every_order_has_every_hand_once_page_by_page(one: Trial) -> None:
    for name in ORDERS:
        whole = one.ask(found_hands, Filter(), Sought(), Shown(name, most=10**6))
        assert len(set(places(whole))) == len(whole) == len(one.judged.hands)
        page = one.ask(found_hands, Filter(), Sought(), Shown(name, first=7, most=7))
        assert places(page) == places(whole)[7:14]


def test_orders_fall_or_rise_and_turn_round(one: Trial) -> None:
    for name, column in (("pot", "pot"), ("loss", "loss"), ("hand", "number")):
        for backwards in (False, True):
            found = one.ask(found_hands, Filter(), Sought(), Shown(name, backwards, most=10**6))[
                column
            ]
            known = found.drop_nulls().to_list()
            assert found[: len(known)].null_count() == 0  # those without a value come last
            assert known == sorted(known, reverse=ORDERS[name].falling != backwards)


def test_the_biggest_loss_is_that_of_whoever_lost_most(one: Trial) -> None:
    worst: dict[tuple[str, int], int] = defaultdict(int)
    for deed in one.deeds:
        worst[deed.session, deed.hand] = min(worst[deed.session, deed.hand], deed.net)
    frame = one.ask(found_hands, Filter(), Sought((Did("there"),)), ALL)
    assert {(row["session"], row["hand"]): -(row["loss"] or 0) for row in frame.to_dicts()} == worst


def test_the_biggest_pot_is_the_first_of_the_largest(one: Trial) -> None:
    frame = one.ask(biggest_pot)
    pots = one.rows("SELECT max(pot) FROM hands WHERE NOT quarantined")
    assert frame["pot"].to_list() == [pots[0][0]]


def test_whatever_is_in_the_tables_can_be_asked(one: Trial) -> None:
    seated = Filter(seated=(4, 5))
    most = one.ask(count_of_hands, seated)[0]
    assert set(one.ask(found_hands, seated, Sought(), ALL)["seated"]) <= {4, 5}
    for sought in (
        *(Sought((Did(name, 1),)) for name in DEEDS),
        *(Sought(fates=(name,)) for name in FATES),
    ):
        assert 0 <= one.ask(count_of_hands, seated, sought)[0] <= most
