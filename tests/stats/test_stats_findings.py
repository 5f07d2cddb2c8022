"""Findings of a book (``findings_of_book``), against those of the audit."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from stats_trials import Trial

from ledger.findings.audit import findings
from ledger.stats import Wanted, findings_of_book

PLAY = {"follow-suit", "must-trump", "must-beat", "cinch"}


def test_findings_are_those_of_the_audit_and_open_while_unpaid(one: Trial) -> None:
    frame = one.ask(findings_of_book).filter(pl.col("kind") != "carried-pot")
    found = findings(one.judged)
    unpaid = {(one.session, one.hand, one.player) for one in found if one.rule == "unpaid-renege"}

    def key(*parts: object) -> str:
        return repr(parts)

    wanted = sorted(
        key(
            *(
                one.session,
                one.line,
                one.hand,
                one.trick,
                one.player,
                one.rule,
                one.severity,
                one.card,
                one.amount,
                one.settled,
            ),
            one.message,
            None if one.required is None else list(one.required),
            one.severity != "remark"
            and one.rule != "recall"
            and one.settled is None
            and (one.rule not in PLAY or (one.session, one.hand, one.player) in unpaid),
        )
        for one in found
    )
    columns = (
        "session",
        "line",
        "number",
        "trick",
        "called",
        "kind",
        "severity",
        "card",
        "amount",
        "settled",
        "message",
        "required",
        "open",
    )
    assert sorted(key(*(row[column] for column in columns)) for row in frame.to_dicts()) == wanted
    ids = one.ids()
    assert [ids.get(name) for name in frame["called"]] == frame["player"].to_list()


def test_findings_know_their_hand(one: Trial) -> None:
    infos = {info.id: info for info in one.judged.hands.sessions}
    for row in one.ask(findings_of_book).to_dicts():
        if row["number"] is None:
            continue
        at = infos[row["session"]].first_row + row["hand"] - 1
        assert int(one.judged.hands.number[at]) == row["number"]
        assert int(one.judged.hands.line[at]) <= row["line"]


@pytest.mark.slow
def test_findings_are_chosen_by_player_kind_severity_and_ruling(one: Trial) -> None:
    frame = one.ask(findings_of_book)
    for player in frame["player"].drop_nulls().unique()[:5]:
        assert_frame_equal(
            one.ask(findings_of_book, wanted=Wanted(player=player)),
            frame.filter(pl.col("player") == player),
        )
    for kind in frame["kind"].unique():
        assert_frame_equal(
            one.ask(findings_of_book, wanted=Wanted(kinds=(kind,))),
            frame.filter(pl.col("kind") == kind),
        )
    for severity in ("error", "warning", "remark"):
        wanted = Wanted(severity=severity)
        assert_frame_equal(
            one.ask(findings_of_book, wanted=wanted), frame.filter(pl.col("severity") == severity)
        )
    for open_ in (True, False):
        assert_frame_equal(
            one.ask(findings_of_book, wanted=Wanted(open=open_)),
            frame.filter(pl.col("open") == open_),
        )


def test_a_finding_costs_what_it_is_about_and_a_wrong_card_what_its_renege_costs(
    one: Trial,
) -> None:
    rows = one.ask(findings_of_book).to_dicts()
    owed = {
        (row["session"], row["number"], row["called"]): row["amount"]
        for row in rows
        if row["kind"] == "unpaid-renege"
    }
    for row in rows:
        amount = (
            owed.get((row["session"], row["number"], row["called"]))
            if row["kind"] in PLAY
            else row["amount"]
        )
        assert row["cost"] == (None if amount is None else abs(amount)), row


def test_the_costliest_come_first_and_those_of_no_known_cost_last(one: Trial) -> None:
    frame = one.ask(findings_of_book, wanted=Wanted(costliest=True))
    worth = (frame["cost"] * frame["chip"]).to_list()
    known = [one for one in worth if one is not None]
    assert worth == sorted(known, reverse=True) + [None] * (len(worth) - len(known))
    assert sorted(frame["message"]) == sorted(one.ask(findings_of_book)["message"])
