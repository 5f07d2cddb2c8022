"""A hand moment by moment: nothing is told twice, no card is in two places, and wrong plays are
where the audit says.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from all_hands import LOGS, hands_of
from audit_text import log_of
from trials import drawn

from ledger import Retelling, judge, read
from ledger.findings.kinds import KINDS_OF_FINDING, RULES_OF_PLAY
from ledger.hands.from_log import columns as columns_of
from ledger.story.retelling import Moment, retell
from ledger.story.sentences import settlement
from ledger.story.step_by_step import moments

AllTold = list[tuple[Retelling, list[Moment]]]
CONTRADICTIONS = {"duplicate-card", "not-held", "hand-size"}


@pytest.fixture(scope="module")
def all_told() -> AllTold:
    """Return the hands of all logs, or some of them, with their moments."""
    logs = drawn(LOGS, len(LOGS) // 12)
    return [(hand, moments(hand)) for log in logs for hand in hands_of(log) if hand.seats]


@pytest.fixture
def told(request: pytest.FixtureRequest) -> list[Moment]:
    """Return the moments of the only hand in the log of the test's docstring."""
    return moments(hand_in(request.function.__doc__))


def hand_in(docstring: str | None) -> Retelling:
    judged = judge(columns_of([read(log_of(docstring or "").encode(), "friday.bourre")]))
    return retell(judged, 0)


def held(moment: Moment) -> str:
    """Return everybody's cards: ``Ann: As Kd +2``."""
    return "; ".join(
        f"{place.player}: {' '.join(place.cards)}{f' +{place.hidden}' if place.hidden else ''}"
        for place in moment.places
        if place.cards or place.hidden
    )


def test_a_quarantined_hand_has_no_moments() -> None:
    """
    hand 1 Dot 9h
      nonsense
    """
    hand = hand_in(test_a_quarantined_hand_has_no_moments.__doc__)
    assert hand.text
    assert not moments(hand)


@pytest.mark.slow
def test_every_finding_is_told_once(all_told: AllTold) -> None:
    for hand, steps in all_told:
        assert Counter(found for moment in steps for found in moment.findings) == Counter(
            hand.findings
        )


def test_a_kind_of_finding_names_moments_that_there_are(all_told: AllTold) -> None:
    kinds = {moment.kind for _, steps in all_told for moment in steps}
    assert {name for kind in KINDS_OF_FINDING.values() for name in kind.told_at} <= kinds


def test_wrong_plays_are_marked_where_the_audit_finds_them_and_nowhere_else(
    all_told: AllTold,
) -> None:
    wrong = 0
    for hand, steps in all_told:
        accused = {
            (found.trick, found.player): found
            for found in hand.findings
            if found.rule in RULES_OF_PLAY
        }
        marked = {
            (moment.trick, moment.player): moment for moment in steps if moment.verdict == "wrong"
        }
        assert marked.keys() == accused.keys()
        for key, moment in marked.items():
            found = accused[key]
            (mine,) = (place for place in moment.places if place.player == found.player)
            assert moment.right == found.required
            assert set(moment.right) <= set(mine.cards)
            assert found in moment.findings
            assert moment.laid[-1].wrong
            assert (moment.laid[-1].card, moment.laid[-1].player) == (found.card, found.player)
        lying = {
            (moment.trick, laid.player) for moment in steps for laid in moment.laid if laid.wrong
        }
        assert lying == accused.keys()
        wrong += len(accused)
    assert wrong


def test_a_card_is_in_one_place(all_told: AllTold) -> None:
    """Hands, table, finished tricks, the turned card: not of a record that says a card is in two
    places.
    """
    for hand, steps in all_told:
        if hand.misdeal or CONTRADICTIONS & {found.rule for found in hand.findings}:
            continue
        finished: list[str] = []
        for moment in steps:
            held = [card for place in moment.places for card in place.cards]
            everywhere = [*held, *(laid.card for laid in moment.laid), *finished]
            everywhere += [moment.turned] if moment.turned else []
            known = Counter(card for card in everywhere if card != "??")
            assert max(known.values(), default=0) <= 1, (
                hand.file,
                hand.number,
                moment.said,
                known.most_common(1),
            )
            if moment.kind == "trick":
                finished += [laid.card for laid in moment.laid]


def test_everybody_has_as_many_cards_as_were_dealt_and_not_played(all_told: AllTold) -> None:
    for hand, steps in all_told:
        if hand.misdeal or CONTRADICTIONS & {found.rule for found in hand.findings}:
            continue
        if (
            max(len(place.cards) for place in steps[1 if len(steps) > 1 else 0].places)
            > hand.game.hand_size
        ):
            # five cards dealt to the dealer beside the one turned: nobody knows which of them was
            # never there
            continue
        played: Counter[str] = Counter()
        laid_down = 0
        for moment in steps:
            if moment.kind == "card":
                played[moment.player or ""] += 1
                laid_down = laid_down or claimed(steps)[moment.trick or 0]
            for place in moment.places:
                there = moment.kind != "antes" and place.state != "passed"
                left = hand.game.hand_size - played[place.player] - laid_down
                assert len(place.cards) + place.hidden == (left if there else 0)


def claimed(steps: list[Moment]) -> Counter[int]:
    """Return how many tricks were laid down for, by the trick that was played next."""
    found: Counter[int] = Counter()
    for before, moment in pairwise(steps):
        if before.kind == "claim" and moment.kind == "card":
            found[moment.trick or 0] = (moment.trick or 0) - (before.trick or 0)
    return found


def test_chips_go_round_and_none_is_lost(all_told: AllTold) -> None:
    for hand, steps in all_told:
        for moment in steps[:-1]:
            assert moment.pot + sum(place.chips for place in moment.places) == hand.opening
        assert steps[-1].pot == hand.next_pot
        assert (
            steps[-1].pot + sum(place.chips for place in steps[-1].places)
            == hand.opening + hand.booked
        )


def test_tricks_are_counted_as_they_are_won(all_told: AllTold) -> None:
    for hand, steps in all_told:
        won = Counter(trick.winner for trick in hand.tricks if trick.winner)
        for moment in steps:
            won[moment.player or ""] += claimed(steps).total() if moment.kind == "claim" else 0
        won = +won
        last = [moment for moment in steps if moment.kind == "trick"][-1:]
        for moment in last:
            assert {place.player: place.tricks for place in moment.places if place.tricks} == won
        for seat in hand.seats:
            if seat.won is not None:
                (mine,) = (place for place in steps[-1].places if place.player == seat.player)
                assert mine.tricks == seat.won


def test_a_renege_in_words(told: list[Moment]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      pass Ann
      play Bea 0
      play Cal 0
      trick Bea 9d 2d
      trick Bea 3c 5c
      trick Cal Ad Kd
      trick Cal Ah 4h
      trick Cal 9h 6h
    """
    (wrong,) = (moment for moment in told if moment.verdict == "wrong")
    assert wrong.said == "Cal plays 2♦."
    assert wrong.reason == "must beat if able: A♦ was right"
    assert held(wrong) == "Bea: 6h 4h Kd 3c; Cal: Ah 9h Ad 5c"
    assert "Held A♦: played it in trick 3" in wrong.findings[0].message


def test_what_nobody_wrote_down_stays_hidden_until_it_is_played(told: list[Moment]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      dealt Ann As Kd ?? ?? ??
      play Ann 2
      pass Bea
      play Cal 1 out 2c in Qh
      trick Ann As ??
      trick Ann Kd 3d
    """
    by_kind = {moment.kind: moment for moment in reversed(told)}
    # one card was drawn, and that was no 3♦
    assert held(by_kind["deal"]) == "Ann: Kd As +3; Bea:  +5; Cal: 9h 3d 2c +2"
    assert [held(moment) for moment in told if moment.kind == "declares"][
        -1
    ] == "Ann: Kd As +3; Cal: Qh 9h 3d +2"
    assert [held(moment) for moment in told if moment.kind == "card"] == [
        "Ann: Kd +3; Cal: Qh 9h 3d +2",
        "Ann: Kd +3; Cal: 3d +3",  # one of the others may have been the card that nobody wrote down
        "Ann:  +3; Cal: 3d +3",
        "Ann:  +3; Cal:  +3",
    ]


def test_whose_turn_it_is(told: list[Moment]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann 0
      pass Bea
      play Cal 0
      trick Ann As 3s
    """
    assert [(moment.kind, moment.turn) for moment in told] == [
        ("antes", "Cal"),
        ("deal", "Ann"),
        ("declares", "Bea"),
        ("declares", "Cal"),
        ("declares", "Ann"),
        ("card", "Cal"),
        ("card", None),
        ("trick", None),
        ("settled", None),
    ]


def test_the_best_card_is_marked_as_long_as_it_can_be_told(told: list[Moment]) -> None:
    """
    seats Ann Bea Cal Dot
    hand 1 Dot 9h
      play Ann 0
      play Bea 0
      play Cal 0
      play Dot 0
      trick Ann 7c 8c 2h ??
    """
    best = [
        [laid.player for laid in moment.laid if laid.best]
        for moment in told
        if moment.kind == "card"
    ]
    assert best == [["Ann"], ["Bea"], ["Cal"], []]


def test_in_a_house_that_declares_first_the_draw_comes_after(told: list[Moment]) -> None:
    """
    rules acadiana
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann 1
      pass Bea
      play Cal 3
    """
    assert [moment.said for moment in told[2:7]] == [
        "Ann plays.",
        "Bea passes.",
        "Cal plays.",
        "Ann draws one.",
        "Cal draws three.",
    ]


def test_a_turned_card_that_the_dealer_takes_goes_into_the_hand(told: list[Moment]) -> None:
    """
    rules dealer-takes-trump
    seats Ann Bea
    hand 1 Bea 9h
      dealt Bea 2c 3c 4c 5c 6c
      play Ann 0
      play Bea 1 out 2c 3c in Ah
    """
    dealt, _, drawn = (moment for moment in told if moment.kind in {"deal", "declares"})
    assert (dealt.turned, held(dealt)) == ("9h", "Ann:  +5; Bea: 6c 5c 4c 3c 2c")
    assert (drawn.turned, held(drawn)) == ("", "Ann:  +5; Bea: Ah 9h 6c 5c 4c")


def test_a_score_alone_is_settled(told: list[Moment]) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      play Ann
      play Bea
      play Cal
      tricks Ann 3 Bea 2
    """
    assert told[-1].said == (
        "Ann 3 tricks, Bea 2 tricks and Cal none. Ann takes 3. Cal went bourré and matches 3. 3 "
        "chips stay for the next hand."
    )
    assert settlement(hand_in(test_a_score_alone_is_settled.__doc__))[-1] == (
        "3",
        "stay for the next hand",
    )


def test_5_14_a_hand_that_was_thrown_in(told: list[Moment]) -> None:
    """
    rules double-ante
    hand 1 Dot 9h
      dealt Ann As 2c 3c 4c 5c
      play Ann 1
      misdeal
    """
    assert [moment.kind for moment in told] == ["antes", "deal", "settled"]
    assert held(told[1]).startswith("Ann: 5c 4c 3c 2c As")
    assert told[-1].said == (
        "The hand is thrown in: it does not count. 5 chips stay: Dot deals again, and nobody antes."
    )
    assert (told[-1].pot, [place.chips for place in told[-1].places]) == (5, [-2, -1, -1, -1])


def test_what_is_not_known_of_a_score_of_payments_is_not_told() -> None:
    told = moments(hand_in("hand 1 Dot 9h\n  take Bea 4\n  match -\n"))
    assert (
        told[-1].said
        == "Bea takes 4. No chips stay for the next hand. The tricks are not recorded."
    )
    told = moments(hand_in("hand 1 Dot 9h\n  take -\n  match -\n"))
    assert (
        told[-1].said
        == "Nobody takes the pot. 4 chips stay for the next hand. Who won is not recorded."
    )
