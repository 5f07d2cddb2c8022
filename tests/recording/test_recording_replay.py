"""Recording is the log, said line by line: every simulated evening comes out byte for byte, and
what is foretold comes true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from planted_faults import Plan, simulations
from trials import luck

from ledger.findings import Finding
from ledger.findings.audit import audit
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.game.options import parse_rules
from ledger.game.play import NAMES
from ledger.game.rules import PRESETS
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.log.hand_statements import Dealt
from ledger.log.records import Hand, Session
from ledger.recording.hand_steps import deals, objections
from ledger.recording.recording import Recording, confirm, opened, say, undo_line
from ledger.recording.so_far import view
from ledger.recording.taps import read_tap, tapped
from ledger.simulation.sessions import MIXED

OPTIONS = {
    "louisiana": [("limit", "20")],
    "tutorial": [("dealer-antes", "yes")],
    "casino": [("recall", "renege")],
}
CONTRADICTIONS = {"duplicate-card", "not-held", "hand-size", "recall"}
"""What makes a record prove less than it did a line before (rules.md 6.5), or takes a duty away
(4.8).
"""


def evenings(
    preset: str, seed: int, *, faults: float, level: str = MIXED, hands: tuple[int, int] = (4, 4)
) -> Iterator[Session]:
    plan = Plan(parse_rules(preset, OPTIONS.get(preset, [])), None, hands, level, faults=faults)
    for batch in simulations(plan, 1, seed):
        yield from sessions_of(batch.hands)


def header_and_lines(text: str) -> tuple[str, list[str]]:
    """The header of a log, and everything after it, line by line."""
    lines = text.splitlines()
    seats = next(at for at, line in enumerate(lines) if line.startswith("seats "))
    return "\n".join(lines[: seats + 1]) + "\n", [line for line in lines[seats + 1 :] if line]


def steps(text: str) -> Iterator[tuple[Recording, str, Recording]]:
    """Say a log again: yields each recording, what was said then, and the recording after it.
    ``ok`` confirms a hand.
    """
    header, lines = header_and_lines(text)
    now = opened(header, "x")
    for line in [*lines, ""]:
        if now.playing and not line.startswith(" "):
            before, now = now, confirm(now)
            yield before, "ok", now
        if line:
            before, now = now, say(now, line)
            yield before, line.strip(), now


@pytest.mark.drawn(2)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("faults", [0.0, 0.5])
def test_an_evening_said_again_is_the_same_text(preset: str, faults: float) -> None:
    for session in evenings(preset, 11, faults=faults):
        text = write(session)
        if read(text, "x").errors:
            continue
        *_, (_, _, end) = steps(text)
        assert end == Recording(text)


@pytest.mark.drawn(2)
@pytest.mark.parametrize("preset", PRESETS)
def test_dealer_and_antes_are_foretold(preset: str) -> None:
    """A legal evening: whatever is foretold before a hand is what the audit then finds right."""
    foretold = 0
    for session in evenings(preset, 12, faults=0.0, level="score"):
        for before, said, after in steps(write(session)):
            if said.startswith("hand "):
                coming = view(before).coming
                hand = view(after).hand
                assert coming is not None
                assert hand is not None
                assert coming.number == hand.number
                assert coming.dealer in {hand.dealer, None}
                assert (coming.dealer is None) == (hand.number == 1)
                assert coming.antes in ({}, hand.antes)
                assert coming.exempt == hand.exempt
                foretold += 1
            elif said == "ok":
                settling = view(before).hand
                assert settling is not None
                assert settling.settling.next_pot == view(after).pot
    assert foretold > 3


@pytest.mark.nightly
@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    "preset",
    [
        "louisiana",
        *(pytest.param(name, marks=pytest.mark.slow) for name in PRESETS if name != "louisiana"),
    ],
)
def test_objections_are_the_findings_of_the_audit(preset: str) -> None:
    """Each is told once, and none too early: what is said of an open hand the audit of the finished
    hand says too.
    """
    said = 0
    for session in evenings(preset, 13, faults=0.8, hands=(5, 5)):
        text = write(session)
        if read(text, "x").errors:
            continue
        found = audit([read(text, "the log")]).findings
        told: list[Finding] = []
        early: list[Finding] = []
        for before, line, after in steps(text):
            new = [objection.finding for objection in objections(before, after)]
            told += new
            early += [one for one in new if line != "ok"]
        contradicted = {one.hand for one in found if one.rule in CONTRADICTIONS}
        assert {key(one) for one in found} <= {key(one) for one in told}
        final = {key(one) for one in found}
        assert {key(one) for one in early if one.hand not in contradicted} <= final
        assert len(told) == len({key(one) for one in told})
        assert all(
            one.hand is None or KINDS_OF_FINDING[one.rule].final_before_the_end for one in early
        )
        said += len(early)
    assert said


def key(found: Finding) -> tuple[object, ...]:
    return found.rule, found.line, found.hand, found.trick, found.player, found.card


@pytest.mark.drawn(1)
@pytest.mark.parametrize("preset", PRESETS)
def test_what_was_truly_dealt_is_never_objected_to_nor_withheld_and_moves_no_chip(
    preset: str,
) -> None:
    """A legal evening without its deals and discards, to which deals are said again, card by card
    and in whatever order.
    """
    rng = luck()
    (session,) = evenings(preset, rng.randrange(10**6), faults=0.0, level="full", hands=(2, 2))
    truth = {
        (hand.first.number, one.player): {NAMES[card] for card in one.cards}
        for hand in session.body
        if isinstance(hand, Hand) and hand.first and not hand.misdeal
        for one in hand.statements
        if isinstance(one, Dealt)
    }
    said = before = opened(
        re.sub(r"(?m)^  dealt .*\n| (out|in)( [2-9TJQKA?][shdc?])+", "", write(session)), "x"
    )
    for number, player in rng.sample(sorted(truth), min(len(truth), 6)):
        had: list[str] = []
        for card in rng.sample(sorted(truth[number, player]), len(truth[number, player])):
            had.append(card)
            for seat in (
                one
                for deal in deals(said)
                if deal.number == number
                for one in deal.seats
                if one.player == player
            ):
                assert card not in seat.gone
                assert {*seat.certain} <= truth[number, player]
                assert len({*had, *seat.certain} - {*seat.own}) <= seat.room
            tap = {
                "kind": "dealt",
                "hand": None,
                "of": number,
                "player": player,
                "cards": " ".join(had),
                "out": None,
            }
            after = tapped(said, read_tap(tap))
            assert objections(said, after) == []
            said = after
    assert (view(said).chips, view(said).pot) == (view(before).chips, view(before).pot)
    assert "  dealt " in said.log


def test_undone_to_the_start_and_said_again() -> None:
    for session in evenings("acadiana", 14, faults=0.3):
        text = write(session)
        now = opened(text, "x")
        header, _ = header_and_lines(text)
        while now.text != header:
            now = undo_line(now)
        assert now == Recording(header)
