"""Plays all hands in lockstep: who won each trick, and a verdict on every card played (rules.md 4 and 6).

Hands are taken in groups of the same number of players and replayed a few thousand at a time, so that every array is
full and stays in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ledger.engine.claims import unproven_claims
from ledger.engine.contradictions import without_contradictions
from ledger.engine.facts import Fact
from ledger.engine.form import SUIT_BITS, Form, PlayOrder, bits, counted_cards, dealt_again, form_of, from_then_on
from ledger.engine.knowledge import Evidence, knowledge, shown_out
from ledger.engine.tricks import OnTable, led_out_of_turn, recalled, recalls, winners
from ledger.engine.verdicts import NO_PLAY, UNPROVED, Verdicts
from ledger.game.cards import NONE, UNKNOWN
from ledger.hands.model import ABSENT, TRICKS, Array, Hands

CHUNK: Final = 9000
"""Hands replayed at a time."""
FEW: Final = 4000
"""Kinds of records with no more hands than this are replayed together with other kinds."""


@dataclass(slots=True)
class Replay:
    """What the cards of each hand show.

    ``dealt`` and ``turned`` are as in ``Hands``. ``cards`` and ``withdrawn`` hold only tricks that count, with ``??`` for
    every card of a trick that somebody laid down cards for. Wherever the record contradicts itself a card is read as ``??``
    (6.5). ``verdict`` (tricks, turns, hands) is in order of play. ``winner`` (tricks, hands) is the active player who won a
    trick, -1 where the cards do not tell, or there is no such trick.

    The others are flags (seats, hands). ``wrong``: a play is proved wrong. ``right``: the table called a renege, but every
    card of the hand is known and every play of this place is proved right. ``recalls``: a card that is not proved right was
    taken back (4.10).
    """

    form: Form
    dealt: Array
    turned: Array
    cards: Array
    withdrawn: Array
    verdict: Array
    winner: Array
    wrong: Array
    right: Array
    recalls: Array
    facts: list[Fact]

    def leave_unproved(self, rows: Array) -> None:
        """Withdraw the verdicts on the hands where ``rows`` (hands,) is True: by which rules they were played is not known."""
        if rows.any():
            self.verdict[..., rows] = np.where(self.verdict[..., rows] == NO_PLAY, NO_PLAY, UNPROVED)
            self.wrong[:, rows] = self.right[:, rows] = False


def replay(hands: Hands) -> Replay:
    """Replay every hand; facts come in no particular order."""
    form = form_of(hands)
    cards, withdrawn = counted_cards(hands.cards, form, UNKNOWN), counted_cards(hands.withdrawn, form, NONE)
    result = Replay(
        form,
        hands.dealt.copy(),
        hands.turned.copy(),
        cards,
        withdrawn,
        np.zeros(cards.shape, np.uint8),
        np.full((TRICKS, len(hands)), ABSENT, np.int8),
        np.zeros(hands.player.shape, bool),
        np.zeros(hands.player.shape, bool),
        np.zeros(hands.player.shape, bool),
        [],
    )
    called = hands.renege != ABSENT
    for rows, players in _groups(hands, form):
        chosen = form.chosen(rows, players)
        played, taken_back = (np.take(column[:, :players], rows, -1) for column in (cards, withdrawn))
        _judge(result, np.take(called, rows, -1), rows, evidence_of(hands.chosen(rows), chosen, played, taken_back))
    return result


def _groups(hands: Hands, form: Form) -> Iterator[tuple[Array, int]]:
    """Yield rows of hands that have the same number of active players (1 where nobody plays), a chunk at a time, and that number.

    Hands in a chunk have the same kind of record, so that questions that none of them raises (was a card named twice? is a
    trick missing?) can be skipped. Kinds with few hands share chunks: to ask everything costs less than many small chunks.
    """
    named = ((hands.dealt_count >= 0) | (hands.out_count >= 0) | (hands.drawn_count >= 0)).any(0)
    played = (form.tricks == form.hand_size) & ~form.claimed
    taken_back = (hands.withdrawn != NONE).any((0, 1))
    lost = hands.quarantined | hands.misdeal
    alike = taken_back * np.int8(4) + named * np.int8(2) + played
    players = np.where(lost, np.int8(-1), np.maximum(form.players, 1))
    for number in np.flatnonzero(np.bincount(players + 1)[1:]).tolist():
        rows = np.flatnonzero(players == number)
        kinds = alike[rows]
        many = np.bincount(kinds, minlength=8) > FEW
        for kind in (rows[~many[kinds]], *(rows[kinds == kind] for kind in np.flatnonzero(many))):
            for start in range(0, len(kind), CHUNK):
                yield kind[start : start + CHUNK], number


def evidence_of(hands: Hands, form: Form, cards: Array, withdrawn: Array) -> Evidence:
    """Collect everything that verdicts rest on, for hands with the same number of active players.

    ``cards`` and ``withdrawn`` are those of tricks that count, in order of play.
    """
    order = PlayOrder(form)
    again = dealt_again(hands, form)
    sound = without_contradictions(hands, form, order, again, (cards, withdrawn))
    known = knowledge(form, order, sound)
    trumps, turned = SUIT_BITS[hands.trump], bits(sound.turned)
    nobodys = hands.has_rule("trump", "separate")
    dropped = (sound.held.kept | sound.held.drawn) * (form.playing & ~form.active)
    return Evidence(
        hands=hands,
        form=form,
        order=order,
        cards=sound,
        known=known,
        trumps=trumps,
        turned=turned,
        separate=~hands.has_rule("trump", "dealer"),
        nobodys=nobodys,
        upcard=turned * nobodys,
        again=again,
        ran_out=np.any(again[1], 0),
        dropped=np.bitwise_or.reduce(dropped, 0),
        shown_out=shown_out(form, known, sound.cards[:, 0], hands.trump, hands.by_rule("must_trump")),
    )


def _judge(result: Replay, called: Array, rows: Array, evidence: Evidence) -> None:
    """Judge some hands, and put the results into their ``rows`` of ``result``.

    ``called`` (seats, hands) is True where the table called a renege.
    """
    sound, players = evidence.cards, evidence.players
    table = OnTable(sound.cards, evidence.trumps)
    winner = winners(evidence, table)
    facts = [*sound.facts, *led_out_of_turn(evidence, winner), *unproven_claims(evidence, winner)]
    barred = np.zeros((TRICKS, *evidence.hands.player.shape), bool)
    back = sound.withdrawn != NONE
    if back.any():
        forfeits = recalled(evidence, back) & evidence.hands.has_rule("recall", "forfeit")
        # A card taken back is judged as if it had stayed on the table. If that forfeits the pot, the player has no cinch in
        # later tricks; once all is judged, in none.
        barred[1:] = from_then_on(forfeits)[:-1]
        left = Verdicts(evidence, table.with_card(bits(sound.withdrawn)), winner, barred, sound.withdrawn)
        result.recalls[:, rows] = recalled(evidence, back & ~left.right).any(0)
        facts += recalls(evidence, left.right)
        barred = np.broadcast_to(forfeits.any(0), barred.shape)
    judged = Verdicts(evidence, table, winner, barred, sound.cards)
    wrong, verdict = judged.facts(), judged.by_play()
    result.facts.extend(fact.moved(int(rows[fact.row])) for fact in facts + wrong)
    result.winner[:, rows] = winner
    for put, verdicts in zip(result.verdict, verdict, strict=True):
        for turn in range(players):
            put[turn][rows] = verdicts[turn]  # one by one: three times faster than all at once
    if wrong:
        result.wrong[:, rows] = judged.wrong_by_place(verdict)
    if called.any():
        result.right[:, rows] = called & judged.right_by_place(verdict)
    if sound.dealt is not evidence.hands.dealt:  # the record contradicted itself somewhere
        result.dealt[..., rows], result.turned[rows] = sound.dealt, sound.turned
        laid = evidence.form.laid_down(np.arange(TRICKS)[:, None])[:, None]
        result.cards[:, :players, rows] = np.where(laid, result.cards[:, :players, rows], sound.cards)
        result.withdrawn[:, :players, rows] = sound.withdrawn
