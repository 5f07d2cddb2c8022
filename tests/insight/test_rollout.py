"""Hands that are played out: by the rules as somebody else has written them down, and such that the audit finds nothing."""

from __future__ import annotations

import numpy as np
import pytest
from made_tables import TABLES, evenings
from naive.perft import right_cards
from naive.referee import best_of
from trials import FULL

from ledger.engine import judge
from ledger.findings import findings
from ledger.game import PRESETS
from ledger.game.cards import NAMES, RANKS
from ledger.hands import columns
from ledger.hands.to_log import sessions_of
from ledger.insight import reference
from ledger.insight.rollout import FREE, Forced, ReferenceTable, _Said, _Sensible, _tricks
from ledger.log import read, write
from ledger.simulation.deck import Dice, Stock, deal
from ledger.simulation.declarations import Deal

HANDS = 400 if FULL else 25
"""Hands of each way of playing whose last three tricks are gone through: with two to eight at the table more than 1,000."""
LAST = 3


def names(mask: int) -> set[str]:
    """The cards of a mask."""
    return {NAMES[card] for card in range(52) if mask >> card & 1}


def played(preset: str, seats: int, seed: int) -> list[tuple[_Sensible, Deal, np.ndarray]]:
    """Hands of reference players, as they were played, with the cards that each had."""
    table = reference(PRESETS[preset], seats)
    dice = Dice(seed)
    decks = dice.shuffled(HANDS)
    dealt, turned, top = deal(table.rules, decks, np.full(HANDS, seats), seats)
    there = Deal(np.full(HANDS, seats), dealt, turned)
    said = _Said(ReferenceTable(table), dice, there, Stock(dice, decks.copy(), top), Forced(np.full((seats, HANDS), FREE)))
    said.run()
    found = []
    for rows, tricks in _tricks(table.rules, said, np.zeros((5, seats, HANDS), np.int64)):
        tricks.run()
        found.append((tricks, there, rows))
    return found


@pytest.mark.parametrize(("preset", "seats"), [("louisiana", 5), ("casino", 4), ("separate-trump", 3)])
def test_the_last_tricks_are_those_of_another_reading_of_the_rules(preset: str, seats: int) -> None:
    """Which cards are left to whom, who takes each trick, and how many tricks each has, by the naive referee."""
    rules = PRESETS[preset]
    endings = 0
    for tricks, dealt, rows in played(preset, seats, seed=11):
        legal = {(trick, turn): cards for trick, turn, cards in tricks.legal}
        for at, row in enumerate(rows.tolist()):
            players = int(tricks.number[at])
            trump, separate = "shdc"[int(tricks.trump[at])], NAMES[int(dealt.turned[row])]
            lines = tricks.cards[:, :players, at]
            if (lines[: rules.hand_size] > 51).any():
                continue
            endings += 1
            leads = tricks.leader[:, at].tolist()
            hold = [{NAMES[lines[t][(p - leads[t]) % players]] for t in range(rules.hand_size)} for p in range(players)]
            won, finished, shown_out = [0] * players, set(), set()
            for trick in range(rules.hand_size):
                table = []
                for turn in range(players):
                    who = (leads[trick] + turn) % players
                    card = NAMES[lines[trick][turn]]
                    if trick >= rules.hand_size - LAST:
                        ours = names(int(legal[trick, turn][at]))
                        # Trumps that a player has seen the last of are out no more, nor any where all others showed out (4.8).
                        gone = finished | (set() if tricks.dealt.ran_out[at] else names(int(tricks.dealt.own_out[who, at])))
                        if shown_out >= set(range(players)) - {who}:
                            gone = gone | {rank + trump for rank in RANKS}
                        assert card in ours
                        assert ours == right_cards(hold[who], trump, separate, table, players, won[who], gone, rules)
                    table.append(card)
                    hold[who].discard(card)
                taker = (leads[trick] + table.index(best_of(table, table[0][1], trump))) % players
                won[taker] += 1
                finished |= set(table)
                for turn, card in enumerate(table[1:], 1):
                    if card[1] not in (table[0][1], trump) and (rules.must_trump or table[0][1] == trump):
                        shown_out.add((leads[trick] + turn) % players)
                assert trick + 1 == rules.hand_size or leads[trick + 1] == taker
            assert won == tricks.won[:players, at].tolist()
    print(f"{preset}, {seats}: {endings} endings")
    assert endings > HANDS // 3


def test_hands_of_reference_players_written_as_logs_audit_clean() -> None:
    """Two evenings; with BOURRE_TRIALS=full eighty, which are 2,000 hands."""
    hands = evenings((0.0,) * 5 if FULL else TABLES["mixed"], 80 if FULL else 2, 25, seed=12)
    texts = [write(session) for session in sessions_of(hands)]
    judged = judge(columns([read(text, f"log{at}.bourre") for at, text in enumerate(texts)]))
    assert len(judged.hands) == len(hands)
    wrong = [one for one in findings(judged) if one.severity != "remark"]
    assert wrong == []
