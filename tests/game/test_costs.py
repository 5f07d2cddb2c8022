"""What a bourré costs is decided in one place: an option made up here is known everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pytest
from audit_text import log_of, report_of

from ledger.engine import Judged, judge
from ledger.game import costs
from ledger.game.costs import Amount, Terms, costs_of, terms_of
from ledger.game.options import typed_rules
from ledger.hands import columns
from ledger.insight import stay_or_pass
from ledger.log import read
from ledger.recording import view
from ledger.recording.recording import Recording
from ledger.story import moments, retell, settlement


class MadeUp(NamedTuple):
    """A house rule that does not exist: the ``rules`` line, and what the function makes of it."""

    rules: str
    cost: Callable[[Terms, Amount], tuple[Amount, Amount]]


def at_least(terms: Terms, stake: Amount) -> tuple[Amount, Amount]:
    """A bourré matches the stake, but costs no less than ``bourre=N``."""
    return np.maximum(stake, terms.price), stake >= terms.price


def twice(_terms: Terms, stake: Amount) -> tuple[Amount, Amount]:
    """A bourré costs twice the stake."""
    return 2 * stake, np.zeros(np.shape(stake), bool)


class Asked(NamedTuple):
    """An option made up, the pot, and what a bourré costs: in chips, in words and by which rule."""

    option: MadeUp
    pot: int
    due: int
    words: str
    verb: str
    rule: str


AT_LEAST_40, TWICE = MadeUp("louisiana bourre=40", at_least), MadeUp("louisiana", twice)
CASES = {
    "at least 40, of a pot of 4": Asked(
        AT_LEAST_40, 4, 40, "40 chips, what a bourré costs in this house", "pays", "5.13"
    ),
    "at least 40, of a pot of 64": Asked(AT_LEAST_40, 64, 64, "the pot of 64", "matches", "5.4"),
    "twice a pot of 64": Asked(
        TWICE, 64, 128, "128 chips, what a bourré costs in this house", "pays", "5.13"
    ),
}
ANTES = 4  # one chip from each of those at the table
STAYED = "hand 1 Dot 7h\n  play Ann 0\n  play Bea 0\n  play Cal 0\n"
SCORED = f"{STAYED}  pass Dot\n  tricks Ann 3 Bea 2\n"


@pytest.fixture(params=CASES.values(), ids=CASES.keys())
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Asked:
    found: Asked = request.param
    monkeypatch.setattr(costs, "bourre_cost", found.option.cost)
    return found


def log_in(asked: Asked, text: str, more: str = "") -> str:
    return log_of(f"rules {asked.option.rules} {more}\npot {asked.pot - ANTES}\n{text}")


def judged_of(log: str) -> Judged:
    return judge(columns([read(log, "friday.bourre")]))


def said_of(asked: Asked, text: str, more: str = "") -> list[str]:
    return [found.message for found in report_of(log_in(asked, text, more)).findings]


def test_the_settlement_has_what_is_due(asked: Asked) -> None:
    settled = judged_of(log_in(asked, SCORED)).settlement
    assert (
        settled.matched[:, 0].tolist() == settled.match_due[:, 0].tolist() == [0, 0, asked.due, 0]
    )
    assert settled.left.tolist() == [asked.due]


def test_a_payment_is_judged_and_worded_by_it(asked: Asked) -> None:
    short = f"but paid 1: {asked.due - 1} too little"
    assert said_of(asked, f"{SCORED}  match Cal 1\n") == [
        f"Cal played, took no trick and owes {asked.words}, {short} (rule {asked.rule})."
    ]
    assert said_of(asked, f"{SCORED}  match Cal {asked.due}\n") == []


def test_a_renege_beside_a_bourre_is_worded_by_it(asked: Asked) -> None:
    (said,) = said_of(asked, f"{SCORED}  renege Cal 1\n", "renege-and-bourre=both")
    owed = f"the pot of {asked.pot}, and as much as a bourré costs, {asked.words}, besides"
    off = f"but paid {asked.due + 1}: {asked.pot - 1} too little"
    assert said == f"A renege was called on Cal, who owes {owed}, {off} (rule 5.5)."


def test_a_pass_that_came_too_late_is_worded_by_it(asked: Asked) -> None:
    late = f"{STAYED}  play Dot 0\n  pass Cal\n  tricks Ann 3 Bea 1 Dot 1\n"
    (said,) = said_of(asked, late)
    assert said.endswith(
        f"Staying in without a trick costs {asked.words} (rule 5.4); nothing was paid."
    )
    assert (
        f"Cal passed after declaring to play, which costs {asked.words} (rules 3.1 and 5.4), "
        f"but paid 1: {asked.due - 1} too little."
    ) in said_of(asked, f"{late}  match Cal 1\n")


def test_the_preview_of_a_recording_tells_it(asked: Asked) -> None:
    hand = view(Recording(log_in(asked, ""), tuple(SCORED.splitlines()))).hand
    assert hand is not None
    assert f"Cal stayed and took none: bourré, {asked.verb} {asked.due}." in hand.preview
    assert hand.settling.matches == {"Cal": asked.due}


def test_the_story_tells_it(asked: Asked) -> None:
    told = retell(judged_of(log_in(asked, SCORED)), 0)
    assert f"Cal went bourré and {asked.verb} {asked.due}." in moments(told)[-1].said
    assert (f"+{asked.due}", "Cal matches") in settlement(told)


def test_staying_is_priced_by_it(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a house where a bourré costs just that."""
    dealt = f"{STAYED}  dealt Dot 9h 7h 2c 3d 6s\n  play Dot 0\n"
    made_up = margin_of_dealer(log_in(asked, dealt))
    monkeypatch.undo()
    assert made_up == pytest.approx(
        margin_of_dealer(
            log_of(f"rules louisiana bourre={asked.due}\npot {asked.pot - ANTES}\n{dealt}")
        )
    )


def margin_of_dealer(log: str) -> float:
    judged = judged_of(log)
    priced = stay_or_pass(judged, np.zeros(judged.hands.player.shape))
    (margin,) = priced.margin[priced.place == 3]
    return float(margin)


HOUSES = (
    "louisiana",
    "louisiana bourre=9",
    "louisiana limit=12",
    "louisiana limit=3x bourre=20",
    "indiana limit=12",
    "indiana limit=12 limit-caps=cost",
    "acadiana limit=5x renege-factor=2",
)


def test_one_hand_and_many_at_once_cost_the_same() -> None:
    terms = [terms_of(typed_rules(house.split()), 2) for house in HOUSES]
    columns = zip(*(one._replace(limit=one.limit or 0) for one in terms), strict=True)
    together = Terms(*map(np.array, columns))
    for pot in (0, 5, 8, 12, 30):
        every = costs_of(together, np.full(len(HOUSES), pot))
        for at, one in enumerate(terms):
            assert [column[at] for column in every] == [*costs_of(one, pot)], (HOUSES[at], pot)
