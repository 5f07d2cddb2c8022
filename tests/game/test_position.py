"""``Card``, ``Hand`` and ``Position``: what is asked in cards and answered in cards, by the same
arithmetic as the audit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from planted_faults import Plan, simulations

import ledger
from ledger import Card, Hand, IllegalPlayError, Position, parse_rules
from ledger.engine import judge
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.game.options import read_rules
from ledger.game.play import NAMES, UNKNOWN, legal_plays, mask_of_suit
from ledger.hands.model import PLAYED, Hands

DEALS: Any = json.loads((Path(__file__).parents[1] / "perft.json").read_text("utf-8"))
NOT_MANY = 800
"""Lines of play that are counted one position at a time."""


def test_a_card_is_read_as_people_write_it_and_said_as_a_log_has_it() -> None:
    assert [str(Card(text)) for text in ("Ah", "ah", "10h", "th", "A♥", "2c")] == [
        "Ah",
        "Ah",
        "Th",
        "Th",
        "Ah",
        "2c",
    ]
    assert repr(Card("10h")) == "Card('Th')"
    assert (Card("10h").rank, Card("10h").suit, Card("10h").pretty) == ("T", "h", "10♥")
    assert sorted(map(Card, ("2c", "Ah", "Ks", "3h"))) == [
        Card("Ks"),
        Card("3h"),
        Card("Ah"),
        Card("2c"),
    ]
    assert len({Card("Ah"), Card("A♥")}) == 1


@pytest.mark.parametrize("text", ["", "A", "??", "-", "1h", "Ahh", "Hä", "Ah Kh", "hA"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no card: write rank and suit"):
        Card(text)


def test_a_hand_is_a_set_of_cards() -> None:
    hand = Hand("5c Ah Kd")
    assert repr(hand) == "Hand('Ah Kd 5c')"
    assert (len(hand), Card("Kd") in hand, "Kd" in hand, "Qd" in hand) == (3, True, True, False)
    assert hand & {Card("Ah"), Card("2s")} == Hand("Ah")
    assert hand - Hand("Ah") | Hand("Ad") == Hand(["Ad", Card("Kd"), "5c"])
    assert (hash(hand), Hand() == Hand(""), bool(Hand())) == (hash(Hand(iter(hand))), True, False)
    with pytest.raises(ValueError, match="Ah is in it twice"):
        Hand("Ah Kd Ah")


def test_4_3_to_4_7_are_heeded() -> None:
    table = Position({"Bea": "Ks", "Cal": "4s 7h Qd Ad", "Dot": "9h 3h"}, trump="9h")
    assert repr(table) == "<Position: trump h, on the table nothing, to play Bea>"
    table = table.play("Ks")
    assert table.legal() == Hand("4s")
    table = table.play(Card("4s"))
    assert table.legal() == Hand("9h 3h")
    assert table.trick == (("Bea", Card("Ks")), ("Cal", Card("4s")))
    table = table.play("3h")
    assert (table.won, table.turn, table.trick) == ({"Bea": 0, "Cal": 0, "Dot": 1}, "Dot", ())


def test_4_6_is_an_option_of_the_house_and_not_a_number() -> None:
    """``legal_plays(…, must_trump=True)`` allowed a card that is not."""
    deal = {"Ann": "Ks", "Bea": "Qh", "Cal": "2h 3d"}
    legal = [
        Position(deal, "h", f"louisiana must-trump={it}").play("Ks").play("Qh").legal()
        for it in ("yes", "no")
    ]
    assert legal == [Hand("2h"), Hand("2h 3d")]


def test_4_8_the_discards_and_the_turned_card_are_seen() -> None:
    deal = {"Ann": "Ks Qs Js 3d 4d", "Bea": "5c 6c 7c 8c 9c"}
    assert Position(deal, "s").legal() == Hand("Ks Qs Js 3d 4d")
    assert Position(deal, "s", discards={"Bea": "As"}).legal() == Hand("Ks Qs Js 3d 4d")
    assert Position(deal, "s", discards={"Ann": "As"}).legal() == Hand("Ks Qs Js")
    assert Position(deal, "s", gone="As").legal() == Hand("Ks Qs Js")


def test_4_8_who_shows_out_has_no_trump() -> None:
    table = Position({"Ann": "2s 3s 4s As Kd", "Bea": None}, "s")
    table = table.play("As").play("2d")
    assert table.legal() == Hand("2s 3s 4s")


def test_an_illegal_play_is_told_from_a_card_that_is_not_there() -> None:
    table = Position({"Ann": "Ks", "Bea": "Ts As"}, "h").play("Ks")
    with pytest.raises(IllegalPlayError, match="Bea may not play Ts: legal is As"):
        table.play("Ts")
    with pytest.raises(ValueError, match="Bea does not hold 3s"):
        table.play("3s")
    with pytest.raises(ValueError, match="Bea cannot have Ks"):
        Position({"Ann": "Ks", "Bea": None}, "h").play("Ks").play("Ks")
    with pytest.raises(ValueError, match="all cards have been played"):
        Position({"Ann": "Ks", "Bea": "As"}, "h").play("Ks").play("As").play("Ah")
    for trump in ("", "x", "Ax"):
        with pytest.raises(ValueError, match="is no trump"):
            Position({"Ann": "Ks"}, trump)
    with pytest.raises(ValueError, match="Ks is in it twice"):
        Position({"Ann": "Ks", "Bea": "Ks"}, "h")


def test_a_play_leaves_the_position_before_as_it_was() -> None:
    before = Position({"Ann": "Ks 2s", "Bea": "As 3s"}, "h")
    after = before.play("Ks")
    assert (before.turn, before.hands["Ann"], before.trick) == ("Ann", Hand("Ks 2s"), ())
    assert (after.turn, after.hands["Ann"]) == ("Bea", Hand("2s"))


@pytest.mark.drawn(4)
@pytest.mark.parametrize("deal", DEALS, ids=[deal["name"] for deal in DEALS])
def test_every_legal_line_of_play_is_counted(deal: dict[str, Any]) -> None:
    """Against counts that a second reading of the rules has made with lists."""
    names = [f"P{at}" for at in range(len(deal["hands"]))]
    order = [*names[deal["leader"] :], *names[: deal["leader"]]]
    hands = {name: " ".join(deal["hands"][names.index(name)]) for name in order}

    def lines(table: Position) -> int:
        return (
            sum(lines(table.play(card)) for card in table.legal())
            if table.turn and table.legal()
            else 1
        )

    for line, expected in sorted(deal["lines"].items(), key=lambda one: one[1])[:2]:
        if expected <= NOT_MANY:
            gone = deal["separate"] if read_rules(line).trump == "separate" else ""
            assert lines(Position(hands, deal["trump"], line, gone=gone)) == expected, line


@given(st.permutations(range(UNKNOWN)), st.integers(1, 5), st.integers(0, 3), st.booleans())
def test_without_a_cinch_it_is_the_arithmetic_of_the_audit(
    deck: list[int], held: int, suit: int, must: bool
) -> None:
    hand, lead = Hand(NAMES[card] for card in deck[:held]), Card(NAMES[deck[held]])
    rules = f"louisiana cinch=no must-trump={'yes' if must else 'no'}"
    table = Position({"Ann": Hand([lead]), "Bea": hand}, "shdc"[suit], rules).play(lead)
    led = mask_of_suit("shdc".index(lead.suit))
    assert int(table.legal()) == legal_plays(
        int(hand), led, 1 << int(lead), mask_of_suit(suit), -1 if must else 0
    )


@pytest.mark.drawn(2)
@pytest.mark.parametrize("rules", ["louisiana", "acadiana", "casino", "separate-trump"])
def test_sensible_players_play_what_is_legal(rules: str) -> None:
    """Hands with wrong cards in them: a position refuses where the audit finds the first, and
    nothing else.
    """
    plan = Plan(parse_rules(rules), players=4, hands=(50, 50), mistakes=0.03)
    judged = judge(next(simulations(plan, sessions=4, seed=5)).hands)
    found: dict[int, int] = {}
    for fact in judged.facts:
        if KINDS_OF_FINDING[fact.rule].of_play and not fact.unproved and fact.row >= 0:
            found[fact.row] = min(found.get(fact.row, fact.trick), fact.trick)
    mine = dict(place for row in range(len(judged.hands)) if (place := refused(judged.hands, row)))
    assert mine == {row: found.get(row) for row in mine}
    assert len(mine) > 10


def refused(hands: Hands, row: int) -> tuple[int, int] | None:
    """The row and trick of the first play of a hand, as recorded, that a position refuses."""
    lead, count, tricks = (
        int(hands.leader[0, row]),
        int(hands.trick_size[0, row]),
        int(hands.trick_count[row]),
    )
    played = [[NAMES[card] for card in hands.cards[trick, :count, row]] for trick in range(tricks)]
    active = [place for place in range(hands.seated[row]) if hands.declared[place, row] == PLAYED]
    whole = (
        len(active) > 1
        and not hands.misdeal[row]
        and hands.claim[row] < 0
        and bool(hands.trump[row] >= 0)
    )
    if not whole or not {card for cards in played for card in cards} <= {*NAMES[:UNKNOWN]}:
        return None
    order = [*active[active.index(lead) :], *active[: active.index(lead)]]
    held: dict[str, list[str]] = {str(place): [] for place in order}
    for trick, cards in enumerate(played):
        at = order.index(int(hands.leader[trick, row]))
        for card, place in zip(cards, order[at:] + order[:at], strict=True):
            held[str(place)].append(card)
    table = Position(
        {name: Hand(cards) for name, cards in held.items()},
        "shdc"[hands.trump[row]],
        hands.houses[hands.house[row]].rules,
    )
    for trick, cards in enumerate(played, 1):
        for card in cards:
            try:
                table = table.play(card)
            except ValueError:
                return row, trick
    return None


def test_the_public_face_has_them_and_no_mask() -> None:
    assert {"Card", "Hand", "Position", "IllegalPlayError"} <= {*dir(ledger)}
    assert not {"play", "legal_plays"} & {*ledger.__all__}
