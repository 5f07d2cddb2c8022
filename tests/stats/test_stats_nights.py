"""Evenings hand by hand (``evenings``, ``hands_of`` and the rest), against plain loops over the
audit.
"""

from __future__ import annotations

from collections import defaultdict

import polars as pl
from polars.testing import assert_frame_equal
from stats_trials import Trial, results

from ledger.findings import Finding
from ledger.findings.audit import findings
from ledger.stats import chips_by_hand, evening, evenings, hands_of, last_evening, pot_by_hand


def level(found: Finding) -> str:
    """How serious a finding is now: what was put right later is no more than a remark."""
    return found.severity if found.settled is None else "remark"


def test_evenings(one: Trial) -> None:
    judged, hands = one.judged, one.judged.hands
    frame = one.ask(evenings)
    found = findings(judged)
    carried = one.rows(
        "SELECT id FROM findings JOIN sessions USING (session) WHERE rule = 'carried-pot'"
    )
    ordered = sorted(hands.sessions, key=lambda info: (info.date, info.id), reverse=True)
    assert frame["session"].to_list() == [info.id for info in ordered]
    won: dict[str, dict[str, int]] = defaultdict(dict)
    for (session, name), chips in results(one).items():
        won[session][name] = chips
    for row, info in zip(frame.to_dicts(), ordered, strict=True):
        part = range(info.first_row, info.first_row + info.rows)
        here = [finding for finding in found if finding.session == info.id]
        counts = [
            sum(level(finding) == severity for finding in here)
            for severity in ("error", "warning", "remark")
        ]
        counts[1] += carried.count((info.id,))
        assert (row["errors"], row["warnings"], row["remarks"]) == tuple(counts)
        assert row["hands"] == info.rows
        assert row["quarantined"] == sum(bool(hands.quarantined[at]) for at in part)
        assert row["players"] == len(
            {hands.name(at, seat) for at in part for seat in range(int(hands.seated[at]))}
        )
        pots = [int(judged.settlement.pot[at]) for at in part if not hands.quarantined[at]]
        assert row["biggest_pot"] == max(pots, default=None)
        assert (row["pot_first"], row["pot_left"]) == (
            info.pot,
            judged.books.pot[hands.sessions.index(info)],
        )
        plays = [int(verdict) for at in part for verdict in judged.replay.verdict[..., at].flat]
        assert [row[name] for name in ("proved", "unproved", "wrong")] == [
            plays.count(code) for code in (1, 2, 3)
        ]
        assert row["plays"] == row["proved"] + row["unproved"] + row["wrong"]
        best = max(won[info.id].values(), default=0)
        winners = sorted(name for name, chips in won[info.id].items() if chips == best > 0)
        assert (row["winners"], row["won"]) == (winners, best if winners else None)
        assert row["won_amount"] == (best * (info.chip or 1) if winners else None)
        assert_frame_equal(one.ask(evening, info.id), frame.filter(pl.col("session") == info.id))
    assert_frame_equal(one.ask(last_evening), frame.head(1))


def test_chips_hand_by_hand_end_in_the_results(one: Trial) -> None:
    ids = one.ids()
    for info in one.judged.hands.sessions[:40]:
        change: dict[tuple[int, str], int] = defaultdict(int)
        between: dict[tuple[int, str], int] = defaultdict(int)
        for deed in one.deeds:
            if deed.session == info.id:
                change[deed.hand, deed.name] += deed.net
        for move in one.moved:
            if move.session == info.id:
                between[move.hand, move.name] += move.chips
        frame = one.ask(chips_by_hand, info.id)
        until: dict[str, int] = defaultdict(int)
        assert frame["hand"].unique().to_list() == (
            list(range(info.rows + 1)) if len(frame) else []
        )
        for row in frame.to_dicts():
            key = row["hand"], row["name"]
            until[row["name"]] += change[key] + between[key]
            assert (row["between"], row["change"]) == (between[key], change[key] + between[key])
            assert (row["chips"], row["amount"]) == (
                until[row["name"]],
                until[row["name"]] * (info.chip or 1),
            )
            assert row["player"] == ids[row["name"]]
        wanted = {
            name: chips for (session, name), chips in results(one).items() if session == info.id
        }
        assert {name: chips for name, chips in until.items() if chips} == {
            name: chips for name, chips in wanted.items() if chips
        }


def test_the_pot_hand_by_hand(one: Trial) -> None:
    hands, settled = one.judged.hands, one.judged.settlement
    for info in one.judged.hands.sessions[:40]:
        rows = one.ask(pot_by_hand, info.id).to_dicts()
        assert [row["hand"] for row in rows] == list(range(1, info.rows + 1))
        for row in rows:
            at = info.first_row + row["hand"] - 1
            here = [
                deed for deed in one.deeds if (deed.session, deed.hand) == (info.id, row["hand"])
            ]
            assert row["quarantined"] == bool(hands.quarantined[at])
            if row["quarantined"]:
                assert (row["before"], row["pot"], row["stake"], row["after"]) == (None,) * 4
                continue
            antes = int(settled.ante[:, at].sum() + settled.second[:, at].sum())
            pot = int(settled.pot[at])
            put = int(settled.matched[:, at].sum() + settled.penalty[:, at].sum())
            assert (row["before"], row["pot"], row["stake"]) == (
                pot - antes,
                pot,
                int(settled.stake[at]),
            )
            assert row["after"] == pot - int(settled.taken[:, at].sum()) + put
            assert [one["bourre"] for one in row["people"]] == [deed.bourre for deed in here]
            paid = sum(one["matched"] + one["penalty"] - one["taken"] for one in row["people"])
            assert (sum(one["ante"] for one in row["people"]), paid) == (antes, row["after"] - pot)
            assert row["split"] == any(deed.tied for deed in here)


def test_the_table_of_hands(one: Trial) -> None:
    hands = one.judged.hands
    found = findings(one.judged)
    for info in one.judged.hands.sessions[:40]:
        rows = one.ask(hands_of, info.id).to_dicts()
        assert [row["hand"] for row in rows] == list(range(1, info.rows + 1))
        for row in rows:
            at = info.first_row + row["hand"] - 1
            here = [
                deed for deed in one.deeds if (deed.session, deed.hand) == (info.id, row["hand"])
            ]
            seated = int(hands.seated[at])
            assert row["line"] == int(hands.line[at])
            assert row["dealer"] == (
                hands.name(at, seated - 1)
                if seated and row["number"] is not None
                else row["dealer"]
            )
            if not row["quarantined"]:
                stays = [deed for deed in here if deed.stayed]
                assert row["stayed"] == [deed.name for deed in stays]
                assert row["tricks"] == [deed.tricks if deed.scored else None for deed in stays]
                won = next((deed.name for deed in stays if deed.won), None)
                takes = [hands.name(at, seat) for seat in range(seated) if hands.take[seat, at] > 0]
                assert row["winner"] == won if row["known"] else row["winner"] in {None, *takes}
                assert row["trump"] == (None if hands.trump[at] < 0 else "shdc"[hands.trump[at]])
        for severity in ("error", "warning", "remark"):
            total = sum(
                level(one) == severity and one.hand is not None
                for one in found
                if one.session == info.id
            )
            nameless = sum(
                level(finding) == severity and finding.hand is None and finding.rule == "syntax"
                for finding in found
                if finding.session == info.id
            )
            counted = sum(row[f"{severity}s"] for row in rows)
            assert total <= counted <= total + nameless
