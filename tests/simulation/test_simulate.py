"""The simulator: seeded, legal, sensible, and everything that happens at a table does happen."""

import json
from pathlib import Path

import numpy as np
import pytest
from planted_faults import Plan, simulations, write_down
from simulated_hands import simulate
from tried_options import BASE as MATTERS_ON

from ledger.cli.main import main
from ledger.engine.judge import judge
from ledger.engine.replay import RIGHT, WRONG, replay
from ledger.errors import UserError
from ledger.findings.audit import findings
from ledger.findings.kinds import ERROR
from ledger.game.options import OPTIONS, parse_rules, read_rules
from ledger.game.play import NONE, UNKNOWN, ranks
from ledger.game.rules import PRESETS
from ledger.hands.from_log import columns
from ledger.hands.model import (
    BUYIN,
    CASHOUT,
    COLUMNS,
    COUNT,
    DROPPED,
    END,
    LEAVE,
    PASSED,
    PAY,
    PLAYED,
    SIT,
    Hands,
)
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.simulation import hand
from ledger.simulation.deck import Dice
from ledger.simulation.sessions import BATCH, LEVELS, MIXED

pytestmark = pytest.mark.slow

LOUISIANA = PRESETS["louisiana"]


def same(one: Hands, other: Hands) -> bool:
    return one.sessions == other.sessions and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in COLUMNS
    )


# Seeds


def test_a_seed_gives_the_same_sessions() -> None:
    four, again, five = (simulate(LOUISIANA, 5, 9, seed=seed) for seed in (4, 4, 5))
    assert same(four, again)
    assert not same(four, five)


def test_the_dice_are_the_same_on_every_machine() -> None:
    assert Dice(1, 2).bits(3).tolist() == [1925928375, 1850624044, 2762783682]
    assert Dice(1).shuffled(1)[0, :5].tolist() == [46, 9, 28, 47, 35]


def test_many_sessions_are_made_in_batches_and_joined() -> None:
    hands = simulate(LOUISIANA, BATCH + 5, 1, seed=2, players=3, level="score")
    assert len(hands) == len(hands.sessions) == BATCH + 5
    assert [info.first_row for info in hands.sessions] == list(range(BATCH + 5))
    assert hands.session.tolist() == list(range(BATCH + 5))
    assert len({info.id for info in hands.sessions}) == BATCH + 5
    last = hands.part(slice(BATCH, BATCH + 1))
    (alone,) = (
        part.hands
        for at, part in enumerate(simulations(Plan(LOUISIANA, 3, (1, 1), "score"), BATCH + 5, 2))
        if at == 1
    )
    assert np.array_equal(last.counted, alone.counted[:, :1])


# Legal play


@pytest.mark.drawn(1)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_play_of_a_full_record_is_legal(preset: str) -> None:
    hands = simulate(PRESETS[preset], 60, (10, 12), seed=6)
    verdict = replay(hands).verdict
    # A dealer may take up the trump without a word: then a few plays cannot be judged.
    assert (verdict == RIGHT).sum() >= 0.999 * hands.trick_size.sum() > 1000
    assert not (verdict == WRONG).any()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("preset", PRESETS)
def test_mistakes_are_wrong_plays(preset: str) -> None:
    verdict = replay(simulate(PRESETS[preset], 60, (10, 20), seed=6, mistakes=0.2)).verdict
    assert (verdict == WRONG).sum() > 100


def test_mistakes_break_all_four_rules_of_play() -> None:
    judged = judge(simulate(LOUISIANA, 200, 20, seed=6, mistakes=0.2))
    assert {fact.rule for fact in judged.facts} >= {
        "follow-suit",
        "must-trump",
        "must-beat",
        "cinch",
        "unpaid-renege",
    }


@pytest.mark.drawn(2)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", [*LEVELS, MIXED])
def test_a_log_says_what_the_columns_say(preset: str, level: str) -> None:
    rules = parse_rules(preset, [("limit", "20")])
    for hands, _ in simulations(Plan(rules, None, (6, 12), level, faults=0.2), 6, 9):
        logs = [read(write(session), session.file) for session in sessions_of(hands)]
        told, written = (
            sorted(
                (
                    found._replace(line=0, message="", settled=found.settled and 1)
                    for found in findings(judge(each))
                ),
                key=str,
            )
            for each in (hands, columns(logs))
        )
        assert told == written
        assert all(
            write(log) == write(session)
            for log, session in zip(logs, sessions_of(hands), strict=True)
        )
        assert sum(len(log.errors) for log in logs) == hands.quarantined.sum()


# Options

BASE = {
    **MATTERS_ON,
    "renege-factor": "louisiana recall=renege",
    "renege-bars": "louisiana recall=renege",
}
BASE["renege-and-bourre"] = "louisiana recall=renege"
"""Rules on which an option matters, where it does not on the Louisiana game: nobody notices a
renege that is not taken back.
"""


@pytest.mark.drawn(1)
# nobody here passes after the draw
@pytest.mark.parametrize("option", [name for name in OPTIONS if name != "second-pass"])
def test_the_simulator_knows_every_option(option: str) -> None:
    def simulated(value: str) -> bytes:
        players = 8 if option == "reuse" else None  # the stock runs out at a full table only
        many = 100 if option == "renege-and-bourre" else 30  # seldom is one player both
        hands = simulate(
            read_rules(f"{BASE.get(option, 'louisiana')} {option}={value}"),
            many,
            12,
            seed=1,
            players=players,
        )
        return b"".join(np.ascontiguousarray(getattr(hands, name)).tobytes() for name in COLUMNS)

    # the same as 20: an ante is one chip
    values = [value for value in OPTIONS[option].values.examples if value != "20x"]
    assert len({simulated(value) for value in (*values, OTHER.get(option, values[0]))}) >= max(
        len(values), 2
    )


OTHER = {"seats": "3-6"}
"""Another value of an option that has one example only."""


# Sensible players


def test_those_who_stay_have_the_better_hands_and_keep_trumps_and_aces() -> None:
    hands = simulate(LOUISIANA, 100, 20, seed=1, players=5)
    dealt = np.bitwise_or.reduce(np.int64(1) << hands.dealt.astype(np.int64), 0)
    trumps = np.bitwise_count(ranks(dealt, hands.trump.astype(np.int64)))
    assert trumps[hands.declared == PLAYED].mean() > 2 * trumps[hands.declared == PASSED].mean()
    assert 2 < (hands.declared == PLAYED).sum(0).mean() < 3.5
    thrown = hands.out < UNKNOWN
    assert not (thrown & ((hands.out // 13 == hands.trump) | (hands.out % 13 == 12))).any()


def test_the_lowest_and_the_highest_card() -> None:
    mask = 1 << 5 | 1 << 13 + 2 | 1 << 39 + 11
    assert hand.lowest(mask) == 1 << 15
    assert hand.highest(mask) == 1 << 50
    assert hand.lowest(0) == hand.highest(0) == 0


# What happens at a table


def test_the_stock_runs_out_and_discards_come_back() -> None:
    hands = simulate(LOUISIANA, 100, 20, seed=1, players=8)
    drawn = np.maximum(hands.draw, 0).sum(0)
    assert (drawn > LOUISIANA.stock(8)).any()
    back = 0
    for row in np.flatnonzero(drawn > LOUISIANA.stock(8)):
        thrown = set(hands.out[:, :, row].ravel().tolist()) | set(
            hands.dealt[:, hands.declared[:, row] == PASSED, row].ravel().tolist()
        )
        back += len(set(hands.drawn[:, :, row].ravel().tolist()) & thrown - {NONE})
    assert back > 20
    assert not any(fact.rule == "duplicate-card" for fact in judge(hands).facts)


def test_passed_hands_come_back_to_everyone_where_all_declare_first() -> None:
    rules = parse_rules("louisiana", [("declare", "two-rounds"), ("seats", "9-9")])
    hands = simulate(rules, 60, 20, seed=1)
    early = 0
    for row in range(len(hands)):
        for seat in np.flatnonzero(hands.drawn_count[:, row] > 0):
            later = hands.dealt[:, seat + 1 :, row][:, hands.declared[seat + 1 :, row] == PASSED]
            early += len(
                set(hands.drawn[:, seat, row].tolist()) & set(later.ravel().tolist()) - {NONE}
            )
    assert early > 0
    assert not any(found.severity == ERROR for found in findings(judge(hands)))


def test_the_draw_cap_is_kept() -> None:
    hands = simulate(PRESETS["acadiana"], 60, 20, seed=1, players=7)
    full = hands.draw[:, hands.seated == 7]
    assert full.max() == 3


def test_the_dealer_takes_or_leaves_the_turned_card() -> None:
    hands = simulate(PRESETS["dealer-takes-trump"], 60, 20, seed=1, players=4)
    rows = np.flatnonzero(hands.declared[3] == PLAYED)
    more = hands.out_count[3, rows] - hands.draw[3, rows]
    assert set(more[hands.seated[rows] == 4].tolist()) == {0, 1}


def test_indiana_players_drop_after_the_draw() -> None:
    assert (simulate(PRESETS["indiana"], 60, 20, seed=1).declared == DROPPED).any()


def test_recalls_early_announcements_claims_and_deals_that_nobody_wants_occur_and_players_come_and_go() -> (  # noqa: E501
    None
):
    hands = simulate(LOUISIANA, 400, 20, seed=1)
    assert (hands.withdrawn != NONE).any()
    assert hands.early.any()
    assert (hands.claim >= 0).any()
    assert ((hands.declared == PLAYED).sum(0) == 0).any()
    skipped = (hands.due >= 0) & (hands.due != hands.seated - 1)
    assert skipped.any()
    assert not any(fact.rule == "dealer" for fact in judge(hands).facts)
    events = hands.events
    assert set(events.kind.tolist()) == {SIT, LEAVE, BUYIN, CASHOUT, COUNT, END, PAY}
    seats = [
        (int(session), int(player))
        for session, player in zip(events.session, events.player, strict=True)
    ]
    left = {seat for seat, kind in zip(seats, events.kind, strict=True) if kind == LEAVE}
    assert any(seat in left for seat, kind in zip(seats, events.kind, strict=True) if kind == SIT)


@pytest.mark.parametrize("recall", ["forfeit", "free", "renege"])
def test_a_recall_is_settled_by_the_house(recall: str) -> None:
    judged = judge(simulate(parse_rules("louisiana", [("recall", recall)]), 150, 20, seed=1))
    assert judged.replay.recalls.any()
    assert (judged.hands.renege >= 0).any() == (recall == "renege")
    assert (judged.settlement.penalty > 0).any() == (recall == "renege")


def test_hands_end_in_claims_where_the_record_asks_for_them() -> None:
    hands = simulate(LOUISIANA, 100, 20, seed=1, level="claim")
    assert (hands.claim >= 0).mean() > 0.05
    assert not any(fact.rule == "claim" for fact in judge(hands).facts)


def test_a_partial_record_misses_something_and_its_outcome_is_mostly_known() -> None:
    judged = judge(simulate(LOUISIANA, 100, 20, seed=1, level="partial"))
    hands = judged.hands
    assert (hands.cards == UNKNOWN).any()
    assert (hands.dealt_count[hands.declared != 0] < 0).any()
    assert ((hands.trick_count < 5) & (hands.claim < 0)).any()
    assert 0.9 < judged.outcome.known.mean() < 1


def test_pots_that_no_log_may_hold_are_left_out() -> None:
    rules = parse_rules("simultaneous", [("seats", "9-10")])
    judged = judge(simulate(rules, 1, 140, seed=1, players=10, level="score"))
    hands, pots = judged.hands, judged.settlement.pot
    assert max(pots) > 10**12
    assert 0 < hands.pot.max() <= 10**12
    assert not (hands.pot[pots > 10**12] > 0).any()
    assert hands.has_take[pots > 10**12].any()
    assert not any(found.severity == ERROR for found in findings(judged))


def test_a_hand_that_cannot_be_read_has_no_other_fault() -> None:
    plan = Plan(PRESETS["indiana"], None, (1, 4), faults=0.9)
    ((hands, planted),) = simulations(plan, 400, 1)
    assert hands.quarantined.any()
    for row in np.flatnonzero(hands.quarantined):
        assert [fault.rule for fault in planted if fault.row == row] == ["syntax"]


# What cannot be asked for


@pytest.mark.parametrize(
    "plan",
    [
        {"level": "most"},
        {"players": 1},
        {"players": 11},
        {"hands": (0, 5)},
        {"hands": (5, 4)},
        {"rare": 1.5},
        {"rare": -0.1},
    ],
)
def test_a_plan_that_makes_no_sense(plan: dict[str, object]) -> None:
    with pytest.raises(UserError):
        Plan(LOUISIANA, **plan)  # type: ignore[arg-type]


# The command


def test_simulate_prints_one_log(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "-o", "-", "--seed", "3", "--hands", "5", "--option", "limit=20"]) == 0
    log, note = capsys.readouterr()
    session = read(log, "x.bourre")
    assert write(session) == log
    assert session.errors == []
    assert "rules louisiana limit=20" in log
    assert note == "standard output: 1 evening, 5 hands, seed 3\n"


def test_simulate_writes_a_folder_of_logs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games"
    words = [
        "simulate",
        "-o",
        str(out),
        "--sessions",
        "3",
        "--hands",
        "4",
        "--preset",
        "indiana",
        "--players",
        "4",
    ]
    assert main(words) == 0
    seed = capsys.readouterr().out.rsplit("seed ", 1)[1].strip()
    logs = {path.name: path.read_bytes() for path in out.glob("*.bourre")}
    assert len(logs) == 3
    assert main(words) == 2
    assert "--force" in capsys.readouterr().err
    assert main([*words, "--force", "--seed", seed]) == 0
    assert {path.name: path.read_bytes() for path in out.glob("*.bourre")} == logs
    assert main(["audit", str(out)]) == 0


def test_simulate_writes_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.parquet"
    words = ["simulate", "-o", str(out), "--sessions", "10", "--seed", "1"]
    assert main(words) == 0
    assert "seed 1" in capsys.readouterr().out
    assert main(["audit", str(out), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["sessions"] == 10
    assert main(words) == 2


def test_what_is_planted_in_parquet_is_found_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "games.parquet"
    faults = write_down(Plan(LOUISIANA, faults=0.3), 10, 1, out)
    assert main(["audit", str(out), "--format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    place = ("session", "hand", "trick", "player", "rule")
    assert faults
    assert {tuple(one[name] for name in place) for one in faults} <= {
        tuple(one[name] for name in place) for one in report["findings"]
    }


@pytest.mark.drawn(4)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-o", "-", "--sessions", "2"], "do not fit"),
        (["-o", "-", "--sessions", "0"], "are none"),
        (["-o", "-", "--hands", "few"], "not a number of hands"),
        (["-o", "-", "--hands", "9-3"], "fewest"),
        (["-o", "-", "--preset", "louisana"], "louisana"),
        (["-o", "-", "--option", "limit"], "no value"),
        (["-o", "-", "--option", "limit=x"], "limit"),
        (["-o", "-", "--seed", "-1"], "negative"),
        (["-o", "-", "--rare", "3"], "0 to 1"),
        (["-o", "-", "--level", "most"], "--level"),
        (["-o", "pyproject.toml"], "not a folder"),
    ],
)
def test_simulate_complains(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 2
    assert message in capsys.readouterr().err


def test_simulate_help_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--help"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
