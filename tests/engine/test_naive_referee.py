"""The engine and the naive referee, which knows no bit mask, agree on every play of thousands of
simulated hands with faults.
"""

from __future__ import annotations

from collections import Counter

import pytest
from naive.referee import judge as naive_judge, verdicts as naive_verdicts
from simulated_hands import simulate
from trials import FULL

from ledger.engine.judge import judge
from ledger.engine.replay import NO_PLAY, RIGHT, UNPROVED, WRONG
from ledger.findings.audit import findings
from ledger.game.options import parse_rules
from ledger.game.rules import PRESETS, Rules
from ledger.hands.from_log import columns
from ledger.hands.to_log import sessions_of
from ledger.log.records import Session

pytestmark = pytest.mark.slow

SEED = 4_8
PER_PRESET = 2_250 if FULL else 300
"""Hands: with nine presets 20,250, or 2,700, of which two parts of 27 are drawn."""
WORDS = {RIGHT: "right", UNPROVED: "unknown", WRONG: "wrong"}
PLAY_RULES = {"follow-suit", "must-trump", "must-beat", "cinch"}


def engine_verdicts(
    sessions: list[Session],
) -> tuple[dict[tuple[str, int, int, str], str], Counter]:
    """Return the verdict of every card by session, hand, trick and player, and the accusations."""
    judged = judge(columns(sessions))
    hands, form, verdict = judged.hands, judged.replay.form, judged.replay.verdict
    found = {}
    for trick, turn, row in zip(*(verdict != NO_PLAY).nonzero(), strict=True):
        seat = int(form.seat_of[form.player_at(trick, turn, row), row])
        info = hands.sessions[int(hands.session[row])]
        key = (info.id, int(row) - info.first_row, int(trick) + 1, hands.name(int(row), seat))
        found[key] = WORDS[int(verdict[trick, turn, row])]
    accusations = Counter(
        (said.session, said.hand, said.trick, said.player, said.rule, said.card, said.required)
        for said in findings(judged)
        if said.rule in PLAY_RULES
    )
    return found, accusations


@pytest.mark.drawn(2)
@pytest.mark.parametrize("level", ["plays", "partial", "full"])
@pytest.mark.parametrize("preset", PRESETS)
def test_engine_and_naive_referee_agree_on_every_play(preset: str, level: str) -> None:
    rules: Rules = PRESETS[preset]
    hands = simulate(rules, PER_PRESET // 3 // 25, 25, seed=SEED, level=level, mistakes=0.12)
    sessions = list(sessions_of(hands))
    ours, accused = engine_verdicts(sessions)
    theirs: dict[tuple[str, int, int, str], str] = {}
    accused_too: Counter = Counter()
    for session in sessions:
        assert session.rules is not None
        read = parse_rules(session.rules.preset, session.rules.options)
        theirs |= {(session.id, *key): said for key, said in naive_verdicts(session, read).items()}
        accused_too.update(
            (
                session.id,
                said["hand"],
                said["trick"],
                said["player"],
                said["rule"],
                said["card"],
                tuple(said["required"]),
            )
            for said in naive_judge(session, read)
            if said["rule"] in PLAY_RULES
        )
    assert accused == accused_too, f"seed {SEED}"
    assert sum(accused.values()) > 10
    assert {key for key in ours if ours[key] == "wrong"} == {
        key for key in theirs if theirs[key] == "wrong"
    }
    different = {
        key: (said, theirs.get(key)) for key, said in ours.items() if said != theirs.get(key)
    }
    assert not different, f"seed {SEED}"
