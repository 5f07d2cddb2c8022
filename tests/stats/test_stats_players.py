"""How everyone plays (``player_figures``, ``player_money``, ``winnings_over_time``), against plain
loops over the audit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

import polars as pl
from book_on_disk import Book
from duckdb import DuckDBPyConnection
from naive.recount import Deed
from polars.testing import assert_frame_equal
from stats_trials import Trial, by_name, rated, results

from ledger.book.balances.figures import standings
from ledger.book.balances.one_session import bourres_of, one_night
from ledger.book.derived.access import ask
from ledger.book.members.people import people
from ledger.stats import (
    Sought,
    at_one_table,
    beside_everybody,
    chips_by_hand,
    evenings,
    found_hands,
    hands_of,
    head_to_head,
    player_figures,
    player_money,
    rivals,
    winnings_over_time,
)


def expected_figures(mine: list[Deed], one: Trial) -> dict[str, Any]:
    stays = [deed for deed in mine if deed.stayed]
    known = [deed for deed in stays if deed.known]
    proved = [deed for deed in stays if deed.cards and not deed.doubtful]
    draws = [deed.draw for deed in mine if deed.draw is not None]
    chips, dealt = sum(deed.net for deed in mine), sum(not deed.misdeal for deed in mine)
    moved = sum(move.chips for move in one.moved if move.name == mine[0].name)
    return {
        "evenings": len({deed.session for deed in mine}),
        "hands": dealt,
        "stayed": (
            sum(deed.told for deed in stays),
            sum(deed.told and not deed.misdeal for deed in mine),
        ),
        "won": (sum(deed.won for deed in stays), len(known)),
        "split": (sum(deed.tied for deed in stays), len(known)),
        "bourres": (sum(deed.bourre for deed in known), sum(deed.told_bourre for deed in known)),
        "reneges": (sum(deed.wrong > 0 for deed in proved), len(proved)),
        "reneges_proved": sum(deed.wrong > 0 for deed in mine),
        "tricks": (sum(deed.tricks for deed in known), sum(deed.scored for deed in known)),
        "drawn": (sum(draws), len(draws)),
        "chips": (chips, dealt),
        "between": moved,
        "net": chips + moved,
    }


def place_of_most(
    mine: list[Deed], most: Callable[[Deed], int]
) -> tuple[int | None, str | None, int | None, int | None]:
    best = max(map(most, mine), default=0)
    if not best:
        return None, None, None, None
    first = min(
        (deed for deed in mine if most(deed) == best),
        key=lambda deed: (deed.day, deed.session, deed.hand),
    )
    return best, first.session, first.hand, first.number


def test_the_figures_of_every_player(one: Trial) -> None:
    figures = {row["name"]: row for row in one.ask(player_figures).to_dicts()}
    assert figures.keys() == by_name(one.deeds).keys()
    for name, mine in by_name(one.deeds).items():
        row = figures[name]
        for what, wanted in expected_figures(mine, one).items():
            if what in {"stayed", "won", "split", "bourres", "reneges"}:
                found: Any = rated(row, what)
            else:
                found = row[what] if isinstance(wanted, int) else (row[what], row[f"{what}_of"])
            assert (name, what, found) == (name, what, wanted)
        pot = tuple(row[f"pot{part}"] for part in ("", "_session", "_hand", "_number"))
        match = tuple(row[f"match{part}"] for part in ("", "_session", "_hand", "_number"))
        assert pot == place_of_most(mine, lambda deed: deed.taken)
        assert match == place_of_most(mine, lambda deed: deed.matched if deed.bourre else 0)


def test_winnings_over_time_add_up_and_are_those_of_the_books(one: Trial) -> None:
    nights = {info.id: info for info in one.judged.hands.sessions}
    wanted: dict[tuple[str, str], tuple[int, ...]] = {}
    until: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for (session, name), chips in sorted(
        results(one).items(), key=lambda item: (nights[item[0][0]].date, item[0])
    ):
        info = nights[session]
        amount = chips * (info.chip or 1)
        so_far = until[name, info.currency or "chips"]
        so_far[0] += chips
        so_far[1] += amount
        wanted[session, name] = (chips, amount, *so_far)
    frame = one.ask(winnings_over_time)
    columns = ("chips", "amount", "chips_until", "amount_until")
    found = {
        (row["session"], row["name"]): tuple(row[column] for column in columns)
        for row in frame.to_dicts()
    }
    assert found == wanted
    booked = one.rows(
        "SELECT id, name, chips, amount FROM results JOIN sessions USING (session) JOIN players "
        "USING (player)"
    )
    assert {
        (session, name): (chips, amount) for session, name, chips, amount in booked if chips
    } == {key: row[:2] for key, row in found.items() if row[0]}


def test_money_by_unit_with_the_best_and_the_worst_evening(one: Trial) -> None:
    nights = {info.id: info for info in one.judged.hands.sessions}
    found = {(row["name"], row["unit"]): row for row in one.ask(player_money).to_dicts()}
    wanted: dict[tuple[str, str], list[tuple[int, str, str]]] = defaultdict(list)
    for (session, name), chips in results(one).items():
        info = nights[session]
        wanted[name, info.currency or "chips"].append(
            (chips * (info.chip or 1), info.date, session)
        )
    assert found.keys() == wanted.keys()
    for key, mine in wanted.items():
        row = found[key]
        best = min(mine, key=lambda one: (-one[0], one[1], one[2]))
        assert (row["evenings"], row["amount"]) == (len(mine), sum(amount for amount, _, _ in mine))
        assert (row["best"], str(row["best_date"]), row["best_session"]) == best
        assert (row["worst"], str(row["worst_date"]), row["worst_session"]) == min(mine)


def test_standings_say_the_same_as_the_statistics(one: Trial) -> None:
    money = {(row["player"], row["unit"]): row for row in one.ask(player_money).to_dicts()}
    places = standings(one.connection)
    assert {(place.account, place.unit) for place in places} >= money.keys()
    for place in places:
        row = money.get((place.account, place.unit))
        if row is None:  # was there, and no chip ever moved
            assert place.amount == 0
            continue
        assert (place.evenings, place.amount) == (row["evenings"], row["amount"])
        for night, which in ((place.best, "best"), (place.worst, "worst")):
            assert (night.amount, night.session) == (row[which], row[f"{which}_session"])
        ahead = [
            one.amount for one in places if one.unit == place.unit and one.amount > place.amount
        ]
        assert place.place == len(ahead) + 1


def test_a_night_kept_by_chips_counts_as_money_and_not_as_play(book: Book) -> None:
    """
    seats Ann Bea Cal Dot
    buyin Ann 40
    buyin Bea 40
    buyin Cal 10
    count Ann 55
    cashout Bea 25
    count Cal 10
    ---
    session 2026-11-21 told
    seats Ann Bea Cal
    result Ann -4 Bea 4 Cal 0
    """

    def answers(connection: DuckDBPyConnection) -> list[pl.DataFrame]:
        return [
            question(connection)
            for question in (player_money, winnings_over_time, rivals, evenings, player_figures)
        ]

    money, over_time, pairs, nights, play = ask(book.folder, answers)
    # Who broke even was there too, and is told everywhere in as many evenings.
    assert money.select("name", "evenings", "amount", "best").rows() == [
        ("Ann", 2, 11, 15),
        ("Bea", 2, -11, 4),
        ("Cal", 2, 0, 0),
    ]
    assert over_time.select("session", "name", "chips_until").rows()[-3:] == [
        ("told", "Ann", 11),
        ("told", "Bea", -11),
        ("told", "Cal", 0),
    ]
    assert pairs.select("name", "other_name", "evenings", "chips").rows()[:4] == [
        ("Ann", "Bea", 2, 11),
        ("Ann", "Cal", 2, 0),
        ("Bea", "Ann", 2, -11),
        ("Bea", "Cal", 2, 0),
    ]
    ann, bea = (play["player"][at] for at in (0, 1))
    face = ask(book.folder, lambda connection: head_to_head(connection, ann, bea))
    assert face.select("session", "hands", "chips", "chips_until").rows() == [
        ("friday", 0, 15, 15),
        ("told", 0, -4, 11),
    ]
    assert nights.select("players", "unlogged", "winners").rows() == [
        (3, True, ["Bea"]),
        (3, True, ["Ann"]),
    ]
    assert play.select("name", "evenings", "hands", "stayed_of", "net").rows() == [
        ("Ann", 2, 0, 0, 11),
        ("Bea", 2, 0, 0, -11),
        ("Cal", 2, 0, 0, 0),
    ]
    assert {one.name: one.evenings for one in ask(book.folder, standings)} == {
        "Ann": 2,
        "Bea": 2,
        "Cal": 2,
    }
    assert {one.name: one.sessions for one in ask(book.folder, people)} == {
        "Ann": 2,
        "Bea": 2,
        "Cal": 2,
        "Dot": 0,
    }
    assert [
        one.name
        for one in ask(book.folder, lambda connection: one_night(connection, "told")).results
    ] == [
        "Bea",
        "Cal",
        "Ann",
    ]
    shown = ask(book.folder, lambda connection: chips_by_hand(connection, "told"))
    assert shown.select("name", "chips").rows() == [("Ann", -4), ("Bea", 4), ("Cal", 0)]


def test_what_nobody_wrote_down_after_a_claim_is_in_no_rate(book: Book) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 2h
      play Ann 0 Bea 0 Cal 0
      claim Ann Ah Kh Qh
    hand 2 Ann 2h
      play Bea 0 Cal 0
      tricks Bea 5 Cal 0
    """
    figures = ask(book.folder, player_figures)
    # Ann has the pot of hand 1; whether Bea and Cal went bourré, and who took two of the tricks,
    # nobody can tell.
    told = figures.select(
        "name", "won", "won_of", "bourres", "bourres_of", "tricks", "tricks_of"
    ).rows()
    assert told == [("Ann", 1, 1, 0, 1, 0, 0), ("Bea", 1, 2, 0, 1, 5, 1), ("Cal", 0, 2, 1, 1, 0, 1)]
    cal = ask(
        book.folder,
        lambda connection: beside_everybody(connection, figures["player"][2]).by_stayers,
    )
    assert cal.select("stayers", "hands", "bourres", "bourres_of").rows() == [
        (1, 0, 0, 0),
        (2, 1, 1, 1),
        (3, 1, 0, 0),
    ]


def test_a_hand_without_a_dealer_is_in_no_rate_of_places(book: Book) -> None:
    """
    seats Ann Bea Cal
    hand 1 - h
      pass Ann
      play Bea 1 Cal 1
      tricks Bea 3 Cal 2
    hand 2 Ann h
      pass Bea
      play Cal 1 Ann 1
      tricks Cal 3 Ann 2
    """
    everything = ask(book.folder, lambda connection: beside_everybody(connection, 1))
    assert everything.overall["hands"].to_list() == [2, 4]
    assert everything.by_position.select(
        "position", "dealer", "hands", "field_stayed_of"
    ).rows() == [
        (0, False, 0, 1),
        (1, False, 0, 1),
        (None, True, 1, 0),
    ]


def test_a_hand_of_which_only_payments_are_known_does_not_say_who_stayed(book: Book) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal h
      take Ann
      match Bea
    hand 2 Ann h
      play Bea 0 Cal 0
      take Cal
      match Bea
    """
    figures = ask(book.folder, player_figures)
    # In hand 1 Cal may have stayed too, and taken a trick or two.
    told = figures.select(
        "name", "hands", "stayed", "stayed_of", "won_of", "bourres", "bourres_of"
    ).rows()
    assert told == [("Ann", 2, 0, 1, 0, 0, 0), ("Bea", 2, 1, 1, 0, 0, 0), ("Cal", 2, 1, 1, 0, 0, 0)]
    bea = figures["player"][1]
    assert ask(book.folder, lambda connection: beside_everybody(connection, bea).by_stayers).select(
        "stayers", "hands"
    ).rows() == [
        (1, 0),
        (2, 1),
    ]
    sought = Sought(stayed=2)
    assert ask(book.folder, lambda connection: found_hands(connection, sought=sought))[
        "hand"
    ].to_list() == [2]
    # Who matched went bourré, on every page that names who did.
    assert figures["match"].to_list() == [None, 5, None]
    assert ask(book.folder, lambda connection: hands_of(connection, "friday"))[
        "bourres"
    ].to_list() == [["Bea"], ["Bea"]]
    assert ask(book.folder, lambda connection: bourres_of(connection, "friday")) == [("Bea", 2)]
    night = ask(book.folder, lambda connection: one_night(connection, "friday"))
    assert night.worst is not None
    assert (night.worst.name, night.worst.hand, night.worst.chips) == ("Bea", 2, 5)


def test_a_ninth_seat_with_a_play_that_nobody_can_prove(book: Book) -> None:
    """
    rules louisiana seats=2-10
    seats A B C D E F G H I
    hand 1 I 9h
      play A 1
      pass B C D E F G H
      play I 1
      trick A Ks 4s
      trick A Ah ??
      trick A Kd 3d
      tricks A 5
    """
    figures = ask(book.folder, player_figures)
    assert dict(figures.select("name", "bourres").iter_rows())["I"] == 1


def test_at_one_table_only_hands_that_both_were_dealt_count(one: Trial) -> None:
    ids = one.ids()
    deeds = by_name(one.deeds)
    for name in list(deeds)[:3]:
        for other in (None, *[who for who in deeds if who != name][:3]):
            there = {(deed.session, deed.hand) for deed in deeds[name] if not deed.misdeal}
            theirs = [
                deed for who in ([other] if other else deeds) if who != name for deed in deeds[who]
            ]
            there &= {(deed.session, deed.hand) for deed in theirs}
            found = one.ask(at_one_table, ids[name], ids[other] if other else None)
            if other is None:
                assert_frame_equal(one.ask(beside_everybody, ids[name]).overall, found)
            rows = found.to_dicts()
            assert [row["field"] for row in rows] == ([False, True] if there else [])
            for row, group in zip(rows, (deeds[name], theirs), strict=False):
                some = [deed for deed in group if (deed.session, deed.hand) in there]
                known = [deed for deed in some if deed.stayed and deed.known]
                assert (
                    rated(row, "stayed")
                    == (sum(deed.stayed for deed in some), len(some))
                    == (row["stayed"], row["hands"])
                )
                assert rated(row, "won") == (sum(deed.won for deed in known), len(known))
                assert (row["chips"], row["chips_of"]) == (
                    sum(deed.net for deed in some),
                    len(some),
                )
