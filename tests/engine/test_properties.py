"""What must hold of any simulated sessions, whatever the rules: run over some thousands of them,
hundreds at a time.

Every test prints the seeds it used; pytest shows them when it fails, and hypothesis shrinks them.
"""

import dataclasses
import random
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from planted_faults import FAULTS, Plan, Planted, simulations
from simulated_hands import simulate
from trials import FULL
from tried_options import TRIED

from ledger.engine.judge import Judged, judge
from ledger.engine.replay import WRONG, replay
from ledger.findings.audit import audit, findings
from ledger.findings.kinds import ERROR
from ledger.game.options import parse_rules
from ledger.game.play import NAMES, UNKNOWN
from ledger.game.rules import PRESETS, Rules, RulesError
from ledger.hands.from_log import columns
from ledger.hands.model import BUYIN, CASHOUT, PENALTY, RESULT, Hands
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.simulation.sessions import LEVELS, MIXED
from ledger.simulation.written_down import shorten

ALL_LEVELS = (*LEVELS, MIXED)
EXAMPLES = settings(
    max_examples=60 if FULL else 6, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def all_rules(draw: st.DrawFn) -> Rules:
    """Return a preset with up to three options on top of it."""
    preset = draw(st.sampled_from(sorted(PRESETS)))
    names = draw(st.lists(st.sampled_from(sorted(TRIED)), max_size=3, unique=True))
    try:
        rules = parse_rules(preset, [(name, draw(st.sampled_from(TRIED[name]))) for name in names])
    except RulesError:
        assume(False)
        raise
    # a dealer without a trump or a club breaks one of the two
    assume(not (rules.qualify and rules.dealer_plays))
    return rules


def errors(judged: Judged) -> list[str]:
    return [str(found) for found in findings(judged) if found.severity == ERROR]


# (a) Clean sessions have no finding of severity error.


@pytest.mark.drawn(2)
@pytest.mark.slow
@pytest.mark.parametrize("level", ALL_LEVELS)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_clean_session_has_no_error(preset: str, level: str) -> None:
    judged = judge(simulate(PRESETS[preset], 12, (12, 24), seed=1, level=level))
    assert errors(judged) == []
    kinds = {fact.rule for fact in judged.facts}
    unknown = {"claim", "unverified-pot", "count"} if level in {"partial", MIXED} else set()
    assert kinds <= {"recall", "all-passed"} | unknown


@pytest.mark.slow
@EXAMPLES
@given(rules=all_rules(), level=st.sampled_from(ALL_LEVELS), seed=SEEDS)
def test_a_clean_session_has_no_error_under_any_options(
    rules: Rules, level: str, seed: int
) -> None:
    print(rules, level, seed)
    for hands, _ in simulations(Plan(rules, None, (4, 12), level, rare=0.1), 12, seed):
        assert errors(judge(hands)) == []


# (b) Each planted fault is found, at its place, and nothing else is.


def amount_unchecked(judged: Judged, fault: Planted) -> bool:
    """Whether an amount is not checked, for by the numbers of the hands some are missing before."""
    if (
        fault.rule not in {"take", "match", "penalty", "pot"}
        or judged.settlement.verified[fault.row]
    ):
        return False
    first = judged.hands.sessions[int(judged.hands.session[fault.row])].first_row
    return bool(judged.outcome.missing[first : fault.row + 1].any())


def missed(judged: Judged, planted: list[Planted]) -> list[Planted]:
    """Return the planted faults that the audit did not find at their place."""
    found = Counter(
        (
            fact.rule,
            fact.row,
            fact.trick,
            fact.seat,
            fact.player,
            fact.session if fact.row < 0 else -1,
        )
        for fact in judged.facts
    )
    found.update(
        ("syntax", int(row), 0, -1, -1, -1) for row in np.flatnonzero(judged.hands.quarantined)
    )
    cards = {(fact.rule, fact.row, fact.trick, fact.seat, fact.card) for fact in judged.facts}
    return [
        fault
        for fault in planted
        if not amount_unchecked(judged, fault)
        and (
            not found[fault.rule, fault.row, fault.trick, fault.place, fault.player, fault.session]
            or (
                fault.card < UNKNOWN
                and (fault.rule, fault.row, fault.trick, fault.place, fault.card) not in cards
            )
        )
    ]


@pytest.mark.slow
@EXAMPLES
@given(rules=all_rules(), level=st.sampled_from(ALL_LEVELS), seed=SEEDS)
def test_b_planted_faults_are_found_and_nothing_else(rules: Rules, level: str, seed: int) -> None:
    print(rules, level, seed)
    for hands, planted in simulations(
        Plan(rules, None, (4, 12), level, faults=0.2, rare=0.1), 15, seed
    ):
        judged = judge(hands)
        assert missed(judged, planted) == []
        places = {(fault.row, fault.rule) for fault in planted}
        wrong = [
            fact
            for fact in judged.facts
            if not fact.unproved and (fact.row, fact.rule) not in places
        ]
        names = {found.rule for found in findings(judged) if found.severity == ERROR} - {"syntax"}
        assert [fact for fact in wrong if fact.rule in names] == []


@pytest.mark.slow
def test_b_every_kind_of_fault_is_planted_and_found() -> None:
    kinds: Counter[str] = Counter()
    for preset in ("louisiana", "indiana", "tutorial"):
        for hands, planted in simulations(
            Plan(PRESETS[preset], None, (12, 24), MIXED, faults=0.5), 80, 3
        ):
            assert missed(judge(hands), planted) == []
            kinds.update(fault.rule for fault in planted)
    assert set(kinds) == {*FAULTS, "seats", "unpaid-renege"}


# (c) Cards that nobody wrote down never make a play wrong that was not.

CARDS = ("dealt", "out", "drawn", "cards", "withdrawn", "shown")


def masked(hands: Hands, rate: float, rng: np.random.Generator) -> Hands:
    changed = {}
    for name in CARDS:
        column = getattr(hands, name).copy()
        column[(column < UNKNOWN) & (rng.random(column.shape) < rate)] = UNKNOWN
        changed[name] = column
    return dataclasses.replace(hands, **changed)


@pytest.mark.slow
@settings(EXAMPLES, max_examples=15 if FULL else 5)
@given(rules=all_rules(), level=st.sampled_from(ALL_LEVELS), seed=SEEDS)
def test_c_masking_makes_no_play_wrong(rules: Rules, level: str, seed: int) -> None:
    print(rules, level, seed)
    ((hands, _),) = simulations(Plan(rules, None, (4, 12), level, mistakes=0.1, rare=0.1), 30, seed)
    before = replay(hands).verdict == WRONG
    rng = np.random.default_rng(seed)
    for rate in (0.02, 0.1, 0.3, 0.6, 0.9):
        accused = (replay(masked(hands, rate, rng)).verdict == WRONG) & ~before
        places = [(rate, *map(int, place)) for place in np.argwhere(accused)[:3]]
        assert places == []


@pytest.mark.slow
@settings(EXAMPLES, max_examples=10 if FULL else 4)
@given(rules=all_rules(), seed=SEEDS)
def test_c_masking_the_text_of_a_log_makes_no_play_wrong(rules: Rules, seed: int) -> None:
    print(rules, seed)
    rng = random.Random(seed)  # noqa: S311
    ((hands, _),) = simulations(Plan(rules, None, (5, 10), mistakes=0.1, rare=0.2), 5, seed)
    card = re.compile(r"\b(?:" + "|".join(NAMES[:UNKNOWN]) + r")\b")

    def mask(line: str) -> str:
        if not line.startswith("  "):
            return line
        return card.sub(lambda found: "??" if rng.random() < 0.3 else found[0], line)

    for session in sessions_of(hands):
        text = write(shorten(session, 0.2))
        hidden = "\n".join(map(mask, text.split("\n")))
        before, after = (
            replay(columns([read(log, "x.bourre")])).verdict == WRONG for log in (text, hidden)
        )
        assert before.shape == after.shape
        assert not (after & ~before).any()


# (d) The order of the files changes nothing.


@pytest.mark.slow
@settings(EXAMPLES, max_examples=5 if FULL else 3)
@given(seed=SEEDS)
def test_d_permuting_the_sessions_changes_nothing(seed: int) -> None:
    print(seed)
    sessions = [
        s
        for part in simulations(
            Plan(PRESETS["louisiana"], None, (5, 10), MIXED, faults=0.3, rare=0.2), 20, seed
        )
        for s in sessions_of(part.hands)
    ]
    shuffled = sessions.copy()
    random.Random(seed).shuffle(shuffled)  # noqa: S311
    assert audit(sessions).as_dict() == audit(shuffled, most=50).as_dict()


# (e) Chips are conserved after every hand, to the chip.


@pytest.mark.slow
@EXAMPLES
@given(
    rules=all_rules(),
    level=st.sampled_from(ALL_LEVELS),
    faults=st.sampled_from((0.0, 0.3)),
    seed=SEEDS,
)
def test_e_chips_are_conserved_after_every_hand(
    rules: Rules, level: str, faults: float, seed: int
) -> None:
    print(rules, level, faults, seed)
    for hands, _ in simulations(
        Plan(rules, None, (4, 16), level, faults=faults, rare=0.1), 8, seed
    ):
        judged = judge(hands)
        settled, books, events = judged.settlement, judged.books, hands.events
        assert not (events.kind == PENALTY).any()
        readable = ~hands.quarantined
        gained = np.where(readable, settled.moved.sum(0), 0)
        for at, info in enumerate(hands.sessions):
            rows = [
                row for row in range(info.first_row, info.first_row + info.rows) if readable[row]
            ]
            mine = events.session == at
            result = mine & (events.kind == RESULT)
            pot = info.pot
            for row in rows:
                pot -= int(events.amount[result & (events.before == row)].sum())
                assert settled.opening[row] == pot
                pot = pot - gained[row] + settled.booked[row]
                # results may have left less than nothing
                assert settled.opening[row] < 0 or min(settled.taken[:, row]) >= 0
            pot -= int(events.amount[result & (events.before == info.first_row + info.rows)].sum())
            assert settled.left[at] == pot
            bought = sum(events.amount[mine & (events.kind == BUYIN)].tolist())
            cashed = sum(events.amount[mine & (events.kind == CASHOUT)].tolist())
            assert (
                sum(books.chips[at]) + books.pot[at] + books.unexplained[at]
                == info.pot + bought - cashed
            )
