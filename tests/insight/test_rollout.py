"""Hands that are played out: by the rules as somebody else has written them down, and such that the
audit finds nothing.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from made_tables import TABLES, evenings
from naive.endings import Ending, Line, solved
from trials import FULL

from ledger.engine import judge
from ledger.engine.form import bits, mask_of_lists
from ledger.findings import findings
from ledger.game import PRESETS
from ledger.game.play import NAMES
from ledger.hands import columns
from ledger.hands.model import PLAYED, TRICKS, Array
from ledger.hands.to_log import sessions_of
from ledger.insight import StayTable, reference
from ledger.insight.rollout import (
    FREE,
    Forced,
    Held,
    ReferenceDeclarations,
    ReferenceTable,
    SensibleTricks,
    legal_cards,
    play_out,
    tricks_of,
)
from ledger.log import read, write
from ledger.simulation.deck import Dice, Stock, deal
from ledger.simulation.hand import Deal

HANDS = 400 if FULL else 25
"""Hands of each way of playing whose last three tricks are gone through: more than 1,000 in all."""
LAST = 3
MOST_LOST = 0.03 if FULL else 0.05
"""Stakes that a choice may cost beside the best one with open cards: a few hands say it to 0.01."""


class Ends(NamedTuple):
    """Hands of one way of playing, and the last three tricks of those in which several reference
    players stayed.

    ``left`` has of each what was left, how it was played on, in which of the hands, and the cards
    played until then, as masks (tricks, turns).
    """

    table: StayTable
    dealt: Deal
    drawn: Held
    left: list[tuple[Ending, Line, int, Array]]


def names(mask: int) -> frozenset[str]:
    """The cards of a mask."""
    return frozenset(NAMES[card] for card in range(52) if mask >> card & 1)


def played(preset: str, seats: int) -> tuple[Ends, list[tuple[SensibleTricks, Array]]]:
    """Hands of reference players, before anybody plays a card, and their tricks when they are
    played, with the rows of each.
    """
    table = reference(PRESETS[preset], seats)
    dice = Dice(11)
    decks = dice.shuffled(HANDS)
    cards, turned, top = deal(table.rules, decks, np.full(HANDS, seats), seats)
    dealt = Deal(np.full(HANDS, seats), cards, turned.astype(np.int64))
    said = ReferenceDeclarations(
        ReferenceTable(table),
        dice,
        dealt,
        Stock(dice, decks.copy(), top),
        Forced(np.full((seats, HANDS), FREE)),
    )
    said.run()
    drawn = Held(said.declared, said.hand, said.own_out, said.draw)
    found = []
    for rows, tricks in tricks_of(table, said, np.zeros((TRICKS, seats, HANDS), np.int64)):
        tricks.run()
        found.append((tricks, rows))
    return Ends(table, dealt, drawn, []), found


@cache
def ends(preset: str, seats: int) -> Ends:
    """The last tricks of hands; what was left to whom, who took each trick and how many each has is
    as the referee says.
    """
    found, several = played(preset, seats)
    rules = found.table.rules
    for tricks, rows in several:
        legal = {(trick, turn): cards for trick, turn, cards in tricks.legal}
        for at, row in enumerate(rows.tolist()):
            players = int(tricks.number[at])
            lines = [
                [NAMES[card] for card in trick]
                for trick in tricks.cards[: rules.hand_size, :players, at].tolist()
            ]
            leads = tricks.leader[:, at].tolist()
            reused = bool(tricks.dealt.ran_out[at])
            now = Ending(
                rules,
                trump="shdc"[int(tricks.trump[at])],
                separate=NAMES[int(found.dealt.turned[row])],
                hands=tuple(
                    frozenset(
                        line[(who - lead) % players]
                        for line, lead in zip(lines, leads, strict=False)
                    )
                    for who in range(players)
                ),
                own_out=tuple(
                    names(0 if reused else int(tricks.dealt.own_out[who, at]))
                    for who in range(players)
                ),
                leader=leads[0],
                won=(0,) * players,
            )
            for trick, line in enumerate(lines):
                if trick == rules.hand_size - LAST:
                    before = np.zeros((TRICKS, seats), np.int64)
                    before[:trick, :players] = bits(tricks.cards[:trick, :players, at])
                    found.left.append(
                        (now, tuple(card for some in lines[trick:] for card in some), row, before)
                    )
                assert leads[trick] == now.leader
                for turn, card in enumerate(line):
                    assert names(int(legal[trick, turn][at])) == set(now.right())
                    now = now.after(card)
            assert list(now.won) == tricks.won[:players, at].tolist()
    return found


@cache
def trees(preset: str, seats: int) -> list[dict[Line, tuple[int, ...]]]:
    """What each line of each of these endings is worth by brute force."""
    return [solved(ending) for ending, *_ in ends(preset, seats).left]


WAYS = [("louisiana", 5), ("casino", 4), ("separate-trump", 3)]


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats"), WAYS)
def test_every_line_of_the_last_tricks_is_what_brute_force_finds(preset: str, seats: int) -> None:
    """Whichever cards are played on: what is left to each, and the chips at the end. So what max^n
    finds is the same as well.
    """
    table, dealt, drawn, left = ends(preset, seats)
    found = trees(preset, seats)
    lines = [
        (at, line)
        for at, tree in enumerate(found)
        for line in tree
        if len(line) == len(left[at][1])
    ]
    options = defaultdict(set)
    for at, tree in enumerate(found):
        for line in tree:
            if line:
                options[at, line[:-1]].add(line[-1])
    rows = np.array([left[at][2] for at, _ in lines])
    told = np.stack([left[at][3] for at, _ in lines], -1)
    first = table.rules.hand_size - LAST
    for number, (at, line) in enumerate(lines):
        players = len(left[at][0].hands)
        for step, card in enumerate(line):
            told[first + step // players, step % players, number] = 1 << NAMES.index(card)
    deal = Deal(dealt.seated[rows], dealt.dealt[..., rows], dealt.turned[rows])
    now = Held(*(each[:, rows] for each in drawn))
    legal = legal_cards(table, deal, now, told)
    ended = play_out(ReferenceTable(table), deal, now, Dice(0), told)
    chips = (
        ended.taken - ended.paid + table.ante * (ended.entered if table.rules.second_ante else 0)
    )
    for number, (at, line) in enumerate(lines):
        players = len(left[at][0].hands)
        for step in range(len(line)):
            assert (
                names(int(legal[first + step // players, step % players, number]))
                == options[at, line[:step]]
            )
        assert tuple(chips[ended.stayed[:, number], number]) == pytest.approx(found[at][line])
    print(f"{preset}, {seats}: {len(left)} endings, {len(lines):,} lines")
    assert len(left) > HANDS // 3


def test_reference_players_seldom_play_what_open_cards_show_to_be_worse() -> None:
    """They see nobody else's cards, and max^n does: what each card lost that was a choice in the
    last three tricks.
    """
    lost = []
    for way in WAYS:
        for (ending, line, *_), tree in zip(ends(*way).left, trees(*way), strict=True):
            now = ending
            for step, card in enumerate(line):
                if len(now.right()) > 1:
                    lost.append(tree[line[:step]][now.player] - tree[line[: step + 1]][now.player])
                now = now.after(card)
    print(
        f"{len(lost):,} choices, {np.mean(np.array(lost) == 0):.3f} as good as max^n's, "
        f"{np.mean(lost):.4f} stakes lost each"
    )
    assert np.mean(lost) < MOST_LOST


@pytest.mark.slow
def test_hands_of_reference_players_written_as_logs_audit_clean() -> None:
    """Two evenings; with BOURRE_TRIALS=full eighty, which are 2,000 hands."""
    hands = evenings((0.0,) * 5 if FULL else TABLES["mixed"], 80 if FULL else 2, 25, seed=12)
    texts = [write(session) for session in sessions_of(hands)]
    judged = judge(columns([read(text, f"log{at}.bourre") for at, text in enumerate(texts)]))
    assert len(judged.hands) == len(hands)
    wrong = [one for one in findings(judged) if one.severity != "remark"]
    assert wrong == []


def test_the_last_trick_goes_to_whom_it_goes_card_by_card() -> None:
    """Nothing is left to choose then, and only its winner is looked for, unless somebody asks what
    was legal.
    """
    table, dice, many = reference(PRESETS["louisiana"], 5), Dice(3), 200
    dealt, turned, _ = deal(table.rules, dice.shuffled(many), np.full(many, 5), 5)
    nothing = np.zeros((5, many), np.int64)
    now = Held(np.full((5, many), PLAYED, np.int8), mask_of_lists(dealt), nothing, nothing)
    at_once, card_by_card = (
        play_out(ReferenceTable(table), Deal(np.full(many, 5), dealt, turned), now, dice, told)
        for told in (None, np.zeros((5, 5, many), np.int64))
    )
    np.testing.assert_array_equal(at_once.won, card_by_card.won)
