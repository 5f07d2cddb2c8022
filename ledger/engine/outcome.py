"""Who won what in each hand: from the tricks as played, a claim, or the ``tricks`` line (log-format.md)."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from ledger.engine.facts import Fact
from ledger.engine.form import SUIT_BITS, of_rows
from ledger.engine.replay import Replay
from ledger.engine.tricks import OnTable
from ledger.hands.model import ABSENT, BY_PAYMENT, BY_RULE, LINE_COUNTS, TRICKS, Array, Hands


@dataclass(slots=True)
class Outcome:
    """What the tricks say of each hand; arrays (seats, hands) or (hands,).

    ``won`` are tricks (0 where ``known`` is False); ``winner`` is the place of the player alone with the most and
    entitled to the pot (5.1), -1 for none; ``tied`` are those who split (5.2), ``sharing`` those of them who share the pot
    (5.13); ``bourre`` played and took none (5.4); ``called`` reneged by the table's word (5.5). ``scored`` is True where every
    trick is somebody's: after a claim the pot may be known to be the claimant's without that (4.11).
    """

    known: Array
    scored: Array
    won: Array
    winner: Array
    tied: Array
    sharing: Array
    bourre: Array
    called: Array

    def chosen(self, rows: Array) -> Outcome:
        """The outcome of some hands."""
        return Outcome(**{f.name: np.take(getattr(self, f.name), rows, -1) for f in fields(Outcome)})


def outcome(hands: Hands, result: Replay, waived: Array) -> tuple[Outcome, list[Fact]]:
    """What each hand's tricks say, and a fact for each ``tricks`` line that does not fit them (trick-count).

    ``waived`` (seats, hands) is ABSENT but where a ``waive`` lifts what a card taken back would cost (4.10).
    """
    form = result.form
    width, count = hands.player.shape
    shown = np.zeros((width, count), np.int8)
    places = np.arange(width, dtype=np.int8)[:, None]
    open_tricks = np.zeros((TRICKS, count), bool)
    for trick in range(TRICKS):
        winner = result.winner[trick]
        if trick + 1 < TRICKS:  # who leads next tells who won, where a hidden card does not; a claimant need not have
            told = (winner < 0) & (form.tricks > trick + 1) & ~form.laid_down(trick + 1)
            winner = np.where(told, form.lead[trick + 1], winner)
        shown += (places == of_rows(form.seat_of, winner)) & (winner >= 0)
        open_tricks[trick] = (form.tricks > trick) & (winner < 0)
    size = form.hand_size
    alone = form.players == 1
    all_played = (form.tricks == size) & ~open_tricks.any(0)
    by_tricks = np.where(alone, np.where(form.active, size, 0), shown)
    counted = np.maximum(hands.counted, 0)
    fits = (counted.sum(0, dtype=np.int16) == size) & ~((hands.counted >= 0) & ~form.active).any(0) & (counted >= shown).all(0)
    nobody = (form.players == 0) & ~unnamed(hands)
    named = hands.score == BY_PAYMENT  # of the tricks of those who took and paid nothing is known, not even of one alone
    played_out = (all_played | (alone & ~named) | nobody) & ~hands.quarantined
    by_count = hands.has_counts & fits & ~played_out & ~hands.quarantined
    scored = played_out | by_count
    # Whoever claimed more than half has the pot, whoever took the tricks that nobody wrote down (4.11).
    enough = ((places == hands.claim) & (shown >= hands.by_rule("tricks_for_pot"))).any(0)
    claimed = form.claimed & enough & ~scored & ~hands.quarantined
    known = scored | claimed
    won = np.where(by_count, counted, np.where(known, by_tricks, 0)).astype(np.int8)
    recalls = result.recalls & (waived == ABSENT)
    called = ((hands.renege != ABSENT) & ~hands.misdeal) | (recalls & hands.has_rule("recall", "renege"))
    barred = called | (recalls & hands.has_rule("recall", "forfeit"))
    most = np.where(form.active, won, 0).max(0, initial=0)
    leaders = form.active & (won == most) & known & (most > 0)
    number = leaders.sum(0, dtype=np.int8)
    single = np.where(number == 1, (leaders * places).max(0, initial=0), np.int8(ABSENT))
    entitled = (number == 1) & ~(leaders & barred).any(0)
    tied = leaders & (number > 1)
    wrong = hands.has_counts & ~hands.quarantined & ~hands.misdeal & (~fits | (played_out & (counted != by_tricks).any(0)))
    facts = []
    for row in np.flatnonzero(wrong):
        why = {"counted": hands.counted[:, row].tolist(), "won": by_tricks[:, row].tolist(), "known": bool(played_out[row])}
        facts.append(Fact("trick-count", int(row), line=hands.line_of(int(row), LINE_COUNTS), why=why))
    return (
        Outcome(
            known=known,
            scored=scored,
            won=won,
            winner=np.where(entitled, single, ABSENT).astype(np.int8),
            tied=tied,
            sharing=tied & ~barred & hands.has_rule("split", "share"),
            bourre=form.active
            & (won == 0)
            & (scored | _said_to_be_bourre(hands, claimed) | _took_none(hands, result, open_tricks, claimed)),
            called=called & ~hands.quarantined,
        ),
        facts,
    )


def unnamed(hands: Hands) -> Array:
    """True (hands,) for a score of payments alone with a ``match`` line: if that names nobody, who played is not known.

    ``take -`` alone says that all passed.
    """
    return np.asarray((hands.score == BY_PAYMENT) & hands.has_match)


def _said_to_be_bourre(hands: Hands, claimed: Array) -> Array:
    """Who (seats, hands) went bourré according to payments, where a trick after a claim (``claimed``) is certainly nobody's yet.

    A ``match`` line says so; without any, an ``ante`` line of the next hand that puts in nothing does (4.11).
    """
    said = np.zeros(hands.player.shape, bool)
    if not claimed.any():
        return said
    said |= claimed & hands.has_match & gave_match(hands.has_match, hands.match, said)
    exempt = hands.by_rule("bourre_exempt") & ~hands.by_rule("dealer_antes")
    for row in np.flatnonzero(claimed[:-1] & ~hands.has_match[:-1] & exempt[:-1]):
        following = int(row) + 1
        if hands.session[following] == hands.session[row] and hands.has_ante[following] and not hands.quarantined[following]:
            left_out = hands.player[(hands.ante[:, following] == 0) & (hands.player[:, following] >= 0), following]
            said[:, row] = np.isin(hands.player[:, row], left_out)
    return said


def _took_none(hands: Hands, result: Replay, open_tricks: Array, claimed: Array) -> Array:
    """Who (seats, hands) cannot have taken a trick after a claim, though one (``open_tricks``) is nobody's for certain (4.11).

    Spades are trumps; Ann leads the 9♥, Bea's card is ``??``, Cal plays the 4♥. It is Ann's or Bea's: Cal went bourré.
    """
    found = np.zeros(hands.player.shape, bool)
    form = result.form
    rows = np.flatnonzero(claimed & (form.tricks == form.hand_size) & (hands.trump >= 0))
    if not len(rows):
        return found
    table = OnTable(result.cards[..., rows], SUIT_BITS[hands.trump[rows]])
    beaten = (table.bit != 0) & (table.bit != table.winning[:, None]) & table.led_known[:, None]
    found[:, rows] = form.active[:, rows]
    for at, row in enumerate(rows.tolist()):
        for trick in np.flatnonzero(open_tricks[:, row]).tolist():
            for turn in np.flatnonzero(~beaten[trick, : form.players[row], at]).tolist():
                found[form.seat_of[form.player_at(trick, turn, row), row], row] = False
    return found


def gave_match(recorded: Array, lines: Array, bourre: Array) -> Array:
    """Who matched the pot, whatever the amount: as recorded where there are ``match`` lines, else who went bourré."""
    return np.where(recorded, (lines == BY_RULE) | (lines > 0), bourre)
