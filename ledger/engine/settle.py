"""What each hand came to: who won what, what moved from pot to pot, and what later lines put right
(rules.md 2, 3.7 and 5).

Who won is known from the tricks as played, a claim, or the ``tricks`` line (log-format.md). Antes,
takes, matches and penalties follow in lockstep over sessions. Rulings say more of a hand later, and
settle findings (5.15).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from ledger.engine.form import (
    SUIT_BITS,
    Fact,
    Form,
    LostLines,
    hands_missing,
    indices,
    lost_lines,
    of_rows,
    unwritten,
)
from ledger.engine.replay import OnTable, Replay
from ledger.game.costs import Terms, costs_of, renege_beyond, terms_of
from ledger.hands import model
from ledger.hands.model import Array, Hands
from ledger.log.between_hands import DIVIDE


# --- Outcome --------------------------------------------------------------------------------------
@dataclass(slots=True)
class Outcome:
    """What the tricks say of each hand; arrays (seats, hands) or (hands,).

    ``won`` are tricks (0 where ``known`` is False); ``winner`` is the place of the player alone
    with the most and entitled to the pot (5.1), -1 for none; ``tied`` are those who split (5.2),
    ``sharing`` those of them who share the pot (5.13); ``bourre`` played and took none (5.4);
    ``called`` reneged by the table's word (5.5); ``late`` passed after declaring to play, where the
    house gives no second pass (3.1). ``scored`` is True where every trick is somebody's: the pot
    may be known to be somebody's without that. ``fees`` is how often each place paid for playing
    (3.7, 7.4), and ``fees_missing`` is True where others may have paid, whom the record does not
    name.

    ``unsettled`` is True where it is not known what was taken or matched, ``stays`` where the pot
    stays in the books for want of a word on who took it (3.6, 4.10), ``bourre_unsaid`` where a
    claim counts as if nobody went bourré, for want of a word (4.11), ``missing`` where hands are
    missing before one (``hands_missing``), and ``open`` where for one of these reasons somebody's
    chips are not known (5.16; of claims, ``judge`` adds those of which no later pot says that
    nobody went bourré). ``perhaps`` are those who may have taken or paid more than is written, but
    for the tricks: for a card taken back, or as a dealer whom nobody noted.
    """

    known: Array
    scored: Array
    fees: Array
    fees_missing: Array
    unsettled: Array
    stays: Array
    bourre_unsaid: Array
    missing: Array
    open: Array
    perhaps: Array
    won: Array
    winner: Array
    tied: Array
    sharing: Array
    bourre: Array
    called: Array
    late: Array

    def chosen(self, rows: Array) -> Outcome:
        """The outcome of some hands."""
        return Outcome(
            **{f.name: np.take(getattr(self, f.name), rows, -1) for f in fields(Outcome)}
        )


class _Count(NamedTuple):
    """What the tricks as played show, and the ``tricks`` line says: arrays (seats, hands) or
    (hands,).

    ``shown`` are tricks that are somebody's for certain. ``hidden`` (tricks, hands) are those whose
    winner nobody knows, ``unsure`` how many more were laid down for with a card that is not sure.
    The line ``adds_up``, or does so as far as it goes (``partial``): others' tricks are not known.
    """

    shown: Array
    hidden: Array
    unsure: Array
    counted: Array
    adds_up: Array
    partial: Array


def _count(hands: Hands, result: Replay) -> _Count:
    form = result.form
    width, count = hands.player.shape
    places = np.arange(width, dtype=np.int8)[:, None]
    shown = np.zeros((width, count), np.int8)
    hidden = np.zeros((model.TRICKS, count), bool)
    for trick in range(model.TRICKS):
        winner, laid = result.winner[trick], form.laid_down(trick)
        # who leads next tells who won, where a hidden card does not; a claimant need not have
        if trick + 1 < model.TRICKS:
            told = (winner < 0) & (form.tricks > trick + 1) & ~form.laid_down(trick + 1) & ~form.gap
            winner = np.where(told, form.lead[trick + 1], winner)
        shown += (places == of_rows(form.seat_of, winner)) & (winner >= 0) & ~laid
        hidden[trick] = (form.tricks > trick) & (winner < 0) & ~laid
    shown += ((places == hands.claim) & form.claimed) * np.minimum(result.sure, form.laid)
    counted = np.maximum(hands.counted, 0)
    unsaid, others = hands.uncounted.any(0), ~hands.stayers_said
    fits = ~(((hands.counted >= 0) | hands.uncounted) & ~form.active).any(0) & (
        (counted >= shown) | hands.uncounted
    ).all(0)
    total = counted.sum(0, dtype=np.int16)
    return _Count(
        shown=shown,
        hidden=hidden,
        unsure=np.where(form.claimed, form.laid - np.minimum(result.sure, form.laid), 0),
        counted=counted,
        adds_up=hands.has_counts
        & fits
        & (total == form.hand_size)
        & (counted >= shown).all(0)
        & ~others,
        partial=hands.has_counts
        & fits
        & np.where(total < form.hand_size, unsaid, others & (total == form.hand_size)),
    )


def outcome(hands: Hands, result: Replay, waived: Array) -> tuple[Outcome, list[Fact]]:
    """What each hand's tricks say, and a fact for each ``tricks`` line that does not fit them
    (trick-count).

    ``waived`` (seats, hands) is ABSENT but where a ``waive`` lifts what a card taken back would
    cost (4.10).
    """
    form, said = result.form, _count(hands, result)
    sound = ~hands.quarantined
    places = np.arange(hands.width, dtype=np.int8)[:, None]
    # of those who took and paid nothing else is known, nor is who else had a card in a trick
    unnamed = _card_too_many(hands, form) & _of_whom_nothing_is_said(hands, form)
    alone = (form.players == 1) & hands.stayers_said & ~unnamed
    all_played = (form.tricks == form.hand_size) & ~said.hidden.any(0) & (said.unsure == 0)
    by_tricks = np.where(alone, np.where(form.active, form.hand_size, 0), said.shown)
    nobody = (form.players == 0) & hands.stayers_said
    played_out = (all_played | alone | nobody) & sound
    by_count = said.adds_up & ~played_out & sound
    scored = played_out | by_count
    # Whoever claimed more than half has the pot, whoever took the tricks that nobody wrote down
    # (4.11).
    claimant = (places == hands.claim) & form.claimed
    for_pot = said.shown + claimant * said.unsure
    enough = (claimant & (for_pot >= form.rules.tricks_for_pot)).any(0) | (
        (form.tricks == form.hand_size) & ~said.hidden.any(0)
    )
    claimed = form.claimed & enough & ~scored & sound
    # The tricks that are known decide where those that are left cannot make another as many.
    left = form.hand_size - said.counted.sum(0, dtype=np.int16)
    decided = said.partial & (said.counted.max(0, initial=0) > left) & ~scored & ~claimed & sound
    known = scored | claimed | decided
    by_line = by_count | decided
    won = np.where(
        by_line, said.counted, np.where(claimed, for_pot, np.where(known, by_tricks, 0))
    ).astype(np.int8)
    back = _taken_back(hands, result, waived)
    called = _called(hands) | (back.wrong & form.rules.recall_is_renege)
    called = called & form.active & sound
    whose = _whose_pot(hands, form, np.where(known, won, 0), called, back)
    missing = hands_missing(hands)
    next_tells = _next_antes_tell(hands, missing)
    told = _said_to_be_bourre(hands, claimed, next_tells)
    none_taken = form.active & (won == 0)
    certain = (
        scored | told | _took_none(hands, result, said, claimed) | (decided & ~hands.uncounted)
    )
    certain |= decided & hands.has_match & gave_match(hands.has_match, hands.match, told)
    bourre = none_taken & certain
    # Of a claim the tricks left open make nobody bourré, unless the record had more to say of them,
    # and cannot be read.
    garbled = (hands.has_counts & ~said.adds_up) | said.hidden.any(0)
    others = (none_taken & ~bourre).any(0) | ~hands.stayers_said  # one who played and is not named
    silent = form.claimed & known & sound & ~hands.has_match & ~next_tells
    unsaid = (decided | (claimed & garbled & ~next_tells)) & others & ~hands.has_match
    unsettled = (
        unsaid | (~known & ~(hands.has_take & hands.has_match)) | _cut_short(hands, form, said)
    )
    matched = gave_match(hands.has_match, hands.match, bourre)
    unsettled |= (back.unpriced & ~(matched & form.rules.renege_as_bourre)).any(0)
    unsettled &= sound & ~hands.misdeal
    alone_named = _dealer_alone_named(hands, form) & sound
    fees_missing = _fees_missing(hands, form, said) & sound | alone_named.any(0)
    bourre_unsaid = silent & (none_taken & ~bourre).any(0)
    found = Outcome(
        known=known,
        scored=scored,
        fees=_fees(hands, form),
        fees_missing=fees_missing,
        unsettled=unsettled,
        stays=whose.stays,
        bourre_unsaid=bourre_unsaid,
        missing=missing,
        open=unsettled | whose.stays | fees_missing | missing,
        perhaps=back.unpriced | whose.perhaps | alone_named,
        won=won,
        winner=whose.winner,
        tied=whose.tied,
        sharing=whose.sharing,
        bourre=bourre,
        called=called,
        late=form.playing
        & ~form.active
        & (form.rules.second_pass_is_no | form.rules.second_pass_is_stand_pat)
        & sound,
    )
    return found, _wrong_counts(hands, form, said, by_tricks, played_out)


def _took(hands: Hands) -> Array:
    """Who (seats, hands) took something from the pot, by a ``take`` line."""
    return np.asarray((hands.take == model.BY_RULE) | (hands.take > 0))


class _WhosePot(NamedTuple):
    """Who has the pot coming, as in ``Outcome``; ``perhaps`` would have it, where it ``stays``."""

    winner: Array
    tied: Array
    sharing: Array
    stays: Array
    perhaps: Array


def _whose_pot(hands: Hands, form: Form, won: Array, called: Array, back: _TakenBack) -> _WhosePot:
    """Who has the pot coming by the tricks ``won`` (5.1 to 5.3, 5.13), or as the dealer (3.6)."""
    places = np.arange(hands.width, dtype=np.int8)[:, None]
    took, rules = _took(hands), form.rules
    barred = (called & rules.renege_bars) | (back.wrong & rules.recall_is_forfeit)
    barred |= back.perhaps & hands.has_take & ~took  # the table gave the pot to nobody, or others
    most = np.where(form.active, won, 0).max(0, initial=0)
    leaders = form.active & (won == most) & (most > 0)
    number = leaders.sum(0, dtype=np.int8)
    wins = ~rules.wins_is_majority | (most >= rules.tricks_for_pot)
    entitled = (number == 1) & ~(leaders & barred).any(0) & wins
    tied = leaders & (number > 1)
    sharing = tied & ~barred & rules.split_is_share & wins
    perhaps = (leaders & entitled | sharing) & back.perhaps & ~hands.has_take
    stays = perhaps.any(0)
    single = (leaders * places).max(0, initial=0)
    winner = np.where(entitled & ~stays, single, model.ABSENT)
    # Where all pass, and nobody declared to play, the pot may be the dealer's.
    given = rules.gives_dealer_the_pot & hands.stayers_said & ~form.playing.any(0)
    given &= ~hands.quarantined & ~hands.misdeal
    taker = np.where(took.sum(0) == 1, (took * places).max(0, initial=0), model.ABSENT)
    winner = np.where(given, np.where(hands.no_dealer, taker, hands.seated - 1), winner)
    unnoted = given & hands.no_dealer & ~hands.has_take
    return _WhosePot(
        winner=winner.astype(np.int8),
        tied=tied,
        sharing=sharing & ~stays,
        stays=stays | unnoted,
        perhaps=perhaps | (unnoted & (hands.player >= 0)),
    )


def _called(hands: Hands) -> Array:
    """On whom (seats, hands) the table called a renege, whoever that was."""
    return np.asarray((hands.renege != model.ABSENT) & ~hands.misdeal)


class _TakenBack(NamedTuple):
    """What cards taken back come to (4.10), by seat (seats, hands).

    ``wrong``: one was proved wrong, and nothing was waived. ``perhaps``: none was, but one may have
    been, so that the player may be barred from the pot. ``unpriced``: the same, where a renege
    would have had its price, and no line says that it was paid.
    """

    wrong: Array
    perhaps: Array
    unpriced: Array


def _taken_back(hands: Hands, result: Replay, waived: Array) -> _TakenBack:
    rules = result.form.rules
    counts = result.recalls & (waived == model.ABSENT) & ~hands.quarantined
    unsure = counts & ~result.recalls_wrong
    unpriced = unsure & rules.recall_is_renege & ~_called(hands)
    return _TakenBack(
        wrong=counts & result.recalls_wrong,
        perhaps=(unsure & rules.recall_is_forfeit) | (unpriced & rules.renege_bars),
        unpriced=unpriced,
    )


def _cut_short(hands: Hands, form: Form, said: _Count) -> Array:
    """True (hands,) where the replay ended at a trick with a wrong number of cards, and nothing
    says for certain who went bourré (5.16).

    A ``match`` line does, beside a ``take`` or a ``tricks`` line that adds up; such a ``tricks``
    line alone does where nobody can have played whom it does not name.
    """
    cut = (form.broken >= 0) & ~form.bad_leader & (form.broken < form.hand_size)
    if not cut.any():
        return cut
    settled = hands.has_match & (hands.has_take | said.adds_up)
    settled |= said.adds_up & ~(_card_too_many(hands, form) & _of_whom_nothing_is_said(hands, form))
    return np.asarray(cut & ~settled)


def _card_too_many(hands: Hands, form: Form) -> Array:
    """True (hands,) where a trick has more cards than players are said to be in."""
    return np.asarray((hands.trick_size > form.players).any(0))


def _of_whom_nothing_is_said(hands: Hands, form: Form) -> Array:
    """True (hands,) where somebody sits there who is neither in nor said to have passed."""
    return np.asarray(
        ((hands.player >= 0) & (hands.declared == model.SILENT) & ~form.active).any(0)
    )


def _fees_missing(hands: Hands, form: Form, said: _Count) -> Array:
    """True (hands,) where others than those who are named may have paid to play (3.7) or to stay in
    (7.4).

    A score of payments alone leaves out who played and neither took nor paid. So may one by tricks
    that do not add up, but where no trick is left for anybody: who is not in the ``match`` line
    took at least one, and who alone took the pot more than any other.
    """
    house = hands.rules.pays_to_play | hands.rules.stay_ante
    if not house.any():
        return house
    found = ~hands.stayers_said
    silent = _of_whom_nothing_is_said(hands, form)
    partly = (hands.score == model.BY_TRICKS) & hands.has_counts & ~said.adds_up & silent
    if partly.any():
        took = _took(hands)
        matched = gave_match(hands.has_match, hands.match, np.zeros_like(took))
        least = np.where(hands.uncounted, hands.has_match & ~matched, said.counted)
        alone = took & (took.sum(0) == 1) & hands.uncounted
        others = np.where(alone, 0, least).max(0, initial=0)
        least = np.where(alone, np.maximum(least, others + 1), least)
        found = found | partly & (least.sum(0) < form.hand_size)
    cut = (form.broken >= 0) & ~form.bad_leader & (form.broken < form.hand_size)
    found = found | cut & _card_too_many(hands, form) & silent
    return np.asarray(house & found & ~hands.misdeal)


def _dealer_alone_named(hands: Hands, form: Form) -> Array:
    """Who (seats, hands) may have paid to play, or may have had the pot because all passed: the
    dealer, or anybody where none is noted, whom a ``take`` line alone names (3.6).
    """
    rules = hands.rules
    asked = rules.gives_dealer_the_pot & (rules.pays_to_play | rules.stay_ante)
    asked &= ~hands.misdeal & ~form.playing.any(0)
    return np.asarray(_took(hands) & (hands.declared == model.SILENT) & asked)


def take_tells_fees(hands: Hands, won: Outcome, settled: Settlement) -> Array:
    """True (hands,) where nobody paid to play for what the dealer took, all others having passed:
    it is all that lay there without (3.6).
    """
    passed = won.known & won.fees_missing & ~won.won.any(0) & (hands.pot == model.ABSENT)
    return np.asarray(
        passed & settled.verified & (np.maximum(hands.take, 0).sum(0) == settled.computed)
    )


def _fees(hands: Hands, form: Form) -> Array:
    """How often each place (seats, hands) put in the fee for playing: when declaring (3.7), and for
    staying in (7.4).

    In a hand that was thrown in those whose declaration is written down did (5.14).
    """
    thrown = hands.misdeal & (hands.score == model.WRITTEN)
    plays = form.active | ((hands.declared == model.PLAYED) & thrown)
    playing = form.playing | ((hands.declared >= model.PLAYED) & thrown)
    rules = hands.rules
    return np.asarray((playing & rules.pays_to_play).astype(np.int8) + (plays & rules.stay_ante))


def _counts_others(hands: Hands, form: Form, said: _Count) -> Array:
    """True (hands,) where a ``tricks`` line could be so if those stayed whom it names and of whom
    nothing else is said, in a hand with a card too many to be followed.
    """
    named = ((hands.counted >= 0) | hands.uncounted) & ~form.active
    silent = hands.declared == model.SILENT
    total = said.counted.sum(0, dtype=np.int16)
    fits = ((said.counted >= said.shown) | hands.uncounted).all(0) & ~(named & ~silent).any(0)
    fits &= (total == form.hand_size) | (hands.uncounted.any(0) & (total < form.hand_size))
    return np.asarray(fits & named.any(0) & _card_too_many(hands, form))


def _wrong_counts(
    hands: Hands, form: Form, said: _Count, by_tricks: Array, played_out: Array
) -> list[Fact]:
    """A fact for each ``tricks`` line that cannot be so (trick-count); ``by_tricks`` was won where
    all were ``played_out``.
    """
    differs = ((said.counted != by_tricks) & ~hands.uncounted).any(0) & played_out
    wrong = (
        hands.has_counts
        & ~hands.quarantined
        & ~hands.misdeal
        & (~(said.adds_up | said.partial) | differs)
        & ~_counts_others(hands, form, said)
    )
    facts = []
    for row in np.flatnonzero(wrong):
        why = {
            "counted": hands.counted[:, row].tolist(),
            "won": by_tricks[:, row].tolist(),
            "known": bool(played_out[row]),
        }
        facts.append(
            Fact("trick-count", int(row), line=hands.line_of(int(row), model.LINE_COUNTS), why=why)
        )
    return facts


def _next_antes_tell(hands: Hands, missing: Array) -> Array:
    """True (hands,) where the next hand's ``ante`` line tells who paid for a bourré in this one, by
    leaving them out (4.11); no hand is ``missing`` between.
    """
    found = np.zeros(len(hands), bool)
    exempt = hands.rules.bourre_exempt & ~hands.rules.dealer_antes
    same = hands.session[1:] == hands.session[:-1]
    found[:-1] = (
        exempt[:-1]
        & same
        & hands.has_ante[1:]
        & ~hands.quarantined[1:]
        & ~unwritten(hands)[1 : len(hands)]
        & ~missing[1:]
    )
    return found


def _said_to_be_bourre(hands: Hands, claimed: Array, next_tells: Array) -> Array:
    """Who (seats, hands) went bourré according to payments, where a trick after a claim
    (``claimed``) is certainly nobody's yet.

    A ``match`` line says so; without any, an ``ante`` line of the next hand that leaves out a
    player still seated, on whom no renege was called (4.11).
    """
    said = np.zeros(hands.player.shape, bool)
    if not claimed.any():
        return said
    said |= claimed & hands.has_match & gave_match(hands.has_match, hands.match, said)
    for row in np.flatnonzero(claimed & ~hands.has_match & next_tells):
        following = int(row) + 1
        left_out = hands.player[
            (hands.ante[:, following] == 0) & (hands.player[:, following] >= 0), following
        ]
        said[:, row] = np.isin(hands.player[:, row], left_out) & (
            hands.renege[:, row] == model.ABSENT
        )
    return said


def _took_none(hands: Hands, result: Replay, said: _Count, claimed: Array) -> Array:
    """Who (seats, hands) cannot have taken a trick after a claim, though one is nobody's for
    certain (4.11).

    Spades are trumps; Ann leads the 9♥, Bea's card is ``??``, Cal plays the 4♥. It is Ann's or
    Bea's: Cal went bourré.
    """
    found = np.zeros(hands.player.shape, bool)
    form = result.form
    rows = np.flatnonzero(
        claimed & (form.tricks == form.hand_size) & (hands.trump >= 0) & (said.unsure == 0)
    )
    if not len(rows):
        return found
    table = OnTable(result.cards[..., rows], SUIT_BITS[hands.trump[rows]])
    beaten = (table.bit != 0) & (table.bit != table.winning[:, None]) & table.led_known[:, None]
    found[:, rows] = form.active[:, rows]
    for at, row in enumerate(rows.tolist()):
        for trick in np.flatnonzero(said.hidden[:, row]).tolist():
            for turn in np.flatnonzero(~beaten[trick, : form.players[row], at]).tolist():
                found[form.seat_of[form.player_at(trick, turn, row), row], row] = False
    return found


def gave_match(recorded: Array, lines: Array, bourre: Array) -> Array:
    """Who matched the pot, whatever the amount: as recorded where there are ``match`` lines, else
    who went bourré.
    """
    return np.where(recorded, (lines == model.BY_RULE) | (lines > 0), bourre)


# --- Settle ---------------------------------------------------------------------------------------
LARGE: Final = 1 << 45
"""Pots of more chips than this are settled with Python's integers instead of 64-bit ones.

A hand can cost a player twice the pot, and a book of 64-bit sums must hold for 100,000 such hands:
2**45 · 2 · 2**17 = 2**63.
"""

_ENDLESS: Final = 1 << 62  # a limit that no pot of 64-bit chips reaches


class Course(NamedTuple):
    """How one session was settled: all that was looked at in each hand, and the states between.

    ``columns`` have the hand as last axis; the first are indices of ``houses``. ``states`` are
    those before each hand, and after the last one (``_STATE``).
    """

    houses: list[model.House]
    columns: list[Array]
    states: list[tuple[Array, ...]]

    def alike(self, other: Course) -> int:
        """How many hands, from the first on, are as in another course in all that was looked at."""
        pairs = list(zip(self.columns, other.columns, strict=True))
        if any(one.shape[:-1] != two.shape[:-1] for one, two in pairs):
            return 0
        count = min(one.shape[-1] for one in (self.columns[0], other.columns[0]))
        houses = [
            at
            for at, (one, two) in enumerate(zip(self.houses, other.houses, strict=False))
            if one == two
        ]
        same = np.isin(self.columns[0][:count], houses)
        for one, two in pairs:
            same &= np.atleast_2d(one[..., :count] == two[..., :count]).all(0)
        return int(np.argmin([*same.tolist(), False]))


@dataclass(slots=True)
class Settlement:
    """What moved in each hand and what should have; arrays (seats, hands) unless said otherwise, in
    chips.

    ``ante`` and ``ante_due``; ``second`` is what was paid for playing (3.7, 7.4); ``taken``,
    ``matched`` and ``penalty`` are what the table paid, ``take_due`` and ``match_due`` what the
    rules give, ``renege_due`` (hands,) the whole of 5.5 and ``bourre_due`` (hands,) what a bourré
    costs; ``bourre_is_stake`` (hands,) is True where that is the stake. ``pot`` (hands,) is the pot
    before it was taken, ``computed`` what the log adds up to there, ``stake`` the stake, ``prize``
    what a single winner takes, which is more where the limit caps the costs alone (5.9), ``booked``
    the difference a ``pot`` line brought into the books.
    ``verified`` (hands,) is True where the pot can be trusted when it is settled,
    ``unverified_first`` marks the first hand of an unverified stretch, ``doubted`` the hands whose
    pot would be larger had somebody gone bourré in a hand that a claim ended
    (``Outcome.bourre_unsaid``), ``nobody_bourre`` hands of that kind of which a later pot, as
    counted or taken, says that nobody had (4.11; ``heard`` where a pot says anything of it,
    ``as_books`` where it says that), ``antes_known`` is True where the exemptions were
    known. ``opening`` (hands,) is what lies in the pot before the antes, ``left`` (sessions,) what
    does at the end; ``lacking`` and ``short`` are what the books then have less than nothing in it
    (5.10).

    For the session after each in its game: ``exempt`` (sessions, players) are those who post no
    ante in its first hand, as far as ``exempt_known`` (sessions,) is True, and ``sure`` (sessions,)
    is True if the pot that is left can be trusted. They go in again as ``SessionInfo.exempt`` and
    ``exempt_lost``. ``course`` is kept of a session that goes on (``settle_on``).
    """

    ante: Array
    ante_due: Array
    second: Array
    taken: Array
    take_due: Array
    matched: Array
    match_due: Array
    penalty: Array
    renege_due: Array
    bourre_due: Array
    bourre_is_stake: Array
    opening: Array
    lacking: Array
    pot: Array
    computed: Array
    stake: Array
    prize: Array
    booked: Array
    verified: Array
    unverified_first: Array
    doubted: Array
    nobody_bourre: Array
    heard: Array
    as_books: Array
    antes_known: Array
    left: Array
    short: Array
    exempt: Array
    exempt_known: Array
    sure: Array
    course: Course | None = field(default=None, init=False)

    @property
    def moved(self) -> Array:
        """The chips each place won or lost in each hand (seats, hands)."""
        return self.taken - self.ante - self.second - self.matched - self.penalty

    @property
    def unexplained(self) -> Array:
        """The chips (hands,) that nobody put into the pot."""
        return np.asarray(self.booked + self.lacking)


def settle(hands: Hands, won: Outcome, lost: LostLines | None = None) -> Settlement:
    """Settle every hand of every session; exact for pots of any size.

    ``lost`` is as ``lost_lines`` finds it.
    """
    lost = lost_lines(hands) if lost is None else lost
    chain = _Chain(hands, won, lost, np.dtype(np.int64))
    if not chain.run():
        # A pot can multiply in every hand: long before an overflow, start again with Python's whole
        # numbers.
        chain = _Chain(hands, won, lost, np.dtype(object))
        chain.run()
    return chain.done


def settle_on(hands: Hands, won: Outcome, lost: LostLines, before: Settlement | None) -> Settlement:
    """Settle one session that goes on, as ``settle`` does.

    ``before`` is how it was settled last: the hands up to the first that differs now are taken
    from there, whatever was said later.
    """
    assert len(hands.sessions) == 1
    for kind in (np.dtype(np.int64), np.dtype(object)):
        chain = _Chain(hands, won, lost, kind)
        chain.course = chain.done.course = Course(hands.houses, chain.columns(), [])
        if chain.run(chain.take_over(before)):
            break
    return chain.done


def penalties_before(hands: Hands, kind: np.dtype[Any]) -> tuple[Array, Array]:
    """The chips put into the pot by rulings before each hand (hands,) and after each session's last
    hand (sessions,).
    """
    events = hands.events
    before, after = np.zeros(len(hands), kind), np.zeros(len(hands.sessions), kind)
    ruled = events.into_pot
    ends = np.array([info.first_row + info.rows for info in hands.sessions], np.int64)
    for at in np.flatnonzero(ruled):
        session, row = int(events.session[at]), int(events.before[at])
        if row < ends[session]:
            before[row] += int(ruled[at])
        else:
            after[session] += int(ruled[at])
    return before, after


# the columns of a step: a slice, unless some of its hands cannot be read
_Rows: TypeAlias = slice | Array


class _Chain:
    """Settles all sessions together, hand by hand; ``done`` has what was settled so far.

    Columns are in the order in which hands are settled (``order``): the first hands of all
    sessions, then all second ones, and so on. What a step needs then lies together in memory, which
    is several times faster. ``course`` is noted of one session that goes on.
    """

    course: Course | None = None

    def __init__(self, hands: Hands, won: Outcome, lost: LostLines, kind: np.dtype[Any]) -> None:
        self.kind = kind
        width, count = hands.player.shape
        infos = hands.sessions
        players = max((len(info.players) for info in infos), default=0)
        self.done = _blank(width, count, len(infos), players, kind)
        self.rows = np.array([info.rows for info in infos], np.int64)
        first = np.array([info.first_row for info in infos], np.int64)
        steps = [first[self.rows > hand] + hand for hand in range(int(self.rows.max(initial=0)))]
        self.order = np.concatenate([np.zeros(0, np.int64), *steps])
        before, self.after = penalties_before(hands, kind)
        played_on = unwritten(hands)
        self.before, self.played_on, self.unwritten_end = (
            before[self.order],
            played_on[self.order],
            played_on[count:],
        )
        self.some_lost = bool(lost.some.any())
        self.antes_lost, self.seats_lost = lost.antes_unknown[self.order], lost.seats[self.order]
        self.pot_lost = (lost.rules | lost.ante | lost.pot)[self.order]
        self.terms_lost = (lost.rules | lost.ante)[self.order]
        hands = self.hands = hands.chosen(self.order, model.SETTLED_COLUMNS)
        won = self.won = won.chosen(self.order)
        self.house = _House(hands, kind)
        self.table = _Table(hands, won)
        self.some_fees = bool(won.fees.any())
        self.pot = np.array([info.pot or 0 for info in infos], np.int64).astype(kind)
        self.verified = np.array([info.pot is not None and info.pot_sure for info in infos], bool)
        self.noted = np.zeros(len(infos), bool)
        # the least that the pot is short of if a bourré is unsaid, 0 where none is
        self.unpaid = np.zeros(len(infos), kind)
        # one more, for places at which nobody sits
        self.exempt = np.zeros((len(infos), players + 1), bool)
        for at, info in enumerate(infos):
            if info.exempt:
                self.exempt[at, list(info.exempt)] = True
        self.known_exempt = np.array([not info.exempt_lost for info in infos], bool)
        self.thrown_in = np.zeros(len(infos), bool)
        self.silent = np.array([info.exempt is None and info.pot != 0 for info in infos], bool)
        self.places = np.arange(width, dtype=np.int8)[:, None]

    def run(self, first: int = 0) -> bool:
        """Settle hand after hand; return False if a pot grows too large for this kind of number.

        Of one session, those before the ``first`` have been taken over.
        """
        end = first
        for hand in range(first, int(self.rows.max(initial=0))):
            self.note_state()
            at = np.flatnonzero(self.rows > hand)
            begin, end = end, end + len(at)
            row: _Rows = slice(begin, end)
            self.pot[at] += self.before[row]
            lost = self.hands.quarantined[row]
            jumps = self.won.missing[row]
            self.verified[at[lost | jumps]] = False
            unwritten = lost | jumps | self.played_on[row]
            if unwritten.any():
                self.lose_exemptions(at[unwritten], self.house.exempts[row][unwritten])
                at, row = at[~lost], np.arange(begin, end)[~lost]
            if len(at):
                self.count_pot(at, row, self.antes(at, row, first=hand == 0))
                self.pay(at, row)
                if self.kind != np.dtype(object) and int(np.abs(self.pot[at]).max()) > LARGE:
                    return False
        self.note_state()
        self.lose_exemptions(np.flatnonzero(self.unwritten_end), True)
        self.finish()
        return True

    def columns(self) -> list[Array]:
        """All that is looked at in each hand, whatever lies there before it."""
        of_hands = ["house", *sorted(model.SETTLED_COLUMNS - {"house"})]
        lost = (self.antes_lost, self.seats_lost, self.pot_lost, self.terms_lost)
        won = (getattr(self.won, one.name) for one in fields(Outcome))
        return [
            *(getattr(self.hands, name) for name in of_hands),
            *won,
            *lost,
            self.before,
            self.played_on,
        ]

    def note_state(self) -> None:
        """Note the state before a hand, if the session goes on."""
        if self.course is not None:
            self.course.states.append(tuple(getattr(self, name).copy() for name in _STATE))

    def take_over(self, before: Settlement | None) -> int:
        """Take over what came of the hands that are as they were ``before``; return how many."""
        assert self.course is not None
        if before is None or before.course is None or before.pot.dtype != self.kind:
            return 0
        states = before.course.states
        if not all(
            np.array_equal(getattr(self, name), value)
            for name, value in zip(_STATE, states[0], strict=True)
        ):
            return 0
        same = self.course.alike(before.course)
        if not same:
            return 0
        for name in (*_BY_SEAT, *_BY_HAND, *_FLAGS):
            getattr(self.done, name)[..., :same] = getattr(before, name)[..., :same]
        self.course.states.extend(states[:same])
        for name, value in zip(_STATE, states[same], strict=True):
            setattr(self, name, value.copy())
        return same

    def finish(self) -> None:
        """Bring what was settled into the order of the hands."""
        done = self.done
        place = np.empty_like(self.order)
        place[self.order] = np.arange(len(place))
        for name in (*_BY_SEAT, *_BY_HAND, *_FLAGS):
            column = getattr(done, name)
            if column.any():
                setattr(done, name, np.take(column, place, -1))
        if done.heard.any():
            self._hear_of_claims(place)
        left = self.pot + self.after
        done.short[:], done.left[:] = np.maximum(-left, 0), np.maximum(left, 0)  # 5.10
        done.exempt[:], done.exempt_known[:], done.sure[:] = (
            self.exempt[:, :-1],
            self.known_exempt,
            self.verified & (left >= 0),
        )

    def _hear_of_claims(self, place: Array) -> None:
        """Note the hands that a claim ended of whose bourrés the first pot that says anything says
        that there were none (4.11); ``place`` is where each hand is in the order of settling.
        """
        session, heard = self.hands.session[place], np.flatnonzero(self.done.heard)
        claims = np.flatnonzero(self.won.bourre_unsaid[place])
        after = np.searchsorted(heard, claims, "right")
        claims, after = claims[after < len(heard)], heard[after[after < len(heard)]]
        same = session[claims] == session[after]
        self.done.nobody_bourre[claims] = same & self.done.as_books[after]

    def lose_exemptions(self, at: Array, may_exempt: Array | bool) -> None:
        """Forget who is exempt in sessions ``at``, where play was not recorded.

        After it the exemptions are known only where there can be none: where ``may_exempt`` is
        False.
        """
        self.exempt[at] = self.thrown_in[at] = False
        self.known_exempt[at] = np.logical_not(may_exempt)

    def antes(self, at: Array, row: _Rows, *, first: bool) -> Array:
        """Take the antes (2.1, 2.2, 3.7, 5.6 to 5.8, 5.14, 7.4); return what then lies in the pot
        by the log.

        ``first`` is True for the first hands of the sessions.
        """
        hands, done, house = self.hands, self.done, self.house
        done.lacking[row] = lacking = np.maximum(-self.pot[at], 0)
        self.verified[at] &= lacking == 0
        self.pot[at] = done.opening[row] = np.maximum(self.pot[at], 0)
        player, ante = hands.player[:, row], house.ante[row]
        by_dealer, again = house.rules.dealer_antes[row], self.thrown_in[at]
        sure = self.known_exempt[at] | by_dealer | again
        due = np.where((player >= 0) & ~(self.exempt[at, player] & self.known_exempt[at]), ante, 0)
        nobody = by_dealer & hands.no_dealer[row] & ~again  # who anted for all is not known
        if by_dealer.any():
            dealer = (self.places == hands.seated[row] - 1) & ~nobody
            due = np.where(by_dealer, np.where(dealer, ante * hands.seated[row], 0), due)
        if again.any():
            due = np.where(again, 0, due)
        recorded = hands.has_ante[row]
        paid = np.where(recorded, hands.ante[:, row], due)
        if first:
            due = np.where(self.exemptions_unsaid(at, row) & (paid == 0), 0, due)
        sure = sure & ~nobody
        checked = sure | recorded | (ante == 0)
        if self.some_lost:
            checked = checked & ~self.pot_lost[row] & (recorded | ~self.seats_lost[row])
            sure = sure & ~self.antes_lost[row]
        self.verified[at] &= checked
        done.antes_known[row] = sure
        done.ante[:, row], done.ante_due[:, row] = paid, due
        pot = self.pot[at] + paid.sum(0)
        if self.some_fees:
            done.second[:, row] = fee = self.won.fees[:, row] * house.terms.fee[row]
            pot += fee.sum(0)
        return np.asarray(pot)

    def exemptions_unsaid(self, at: Array, row: _Rows) -> Array:
        """True for those of the sessions ``at`` in whose first hand a player who put in nothing may
        have been exempt.

        Such a session begins with chips in the pot, so one was played before it, and does not say
        whom that one exempted (log-format.md, "From evening to evening").
        """
        return np.asarray(self.silent[at] & ~self.house.rules.dealer_antes[row])

    def count_pot(self, at: Array, row: _Rows, computed: Array) -> None:
        """Compare the pot with its ``pot`` line, which sets it if it could not be trusted; note
        what is at stake (5, 5.9).
        """
        done, counted, house = self.done, self.hands.pot[row], self.house
        has_pot = counted != model.ABSENT
        unpaid, took = self.unpaid[at], np.maximum(self.hands.take[:, row], 0).sum(0)
        trusted = self.verified[at]
        if unpaid.any():
            trusted &= (unpaid == 0) | (self.more_than(row, computed, took) < unpaid)
        begins = ~trusted & ~self.noted[at]
        # what others paid to play is in the pot counted
        uncounted = ~trusted | (self.won.fees_missing[row] & (counted > computed))
        booked = np.where(has_pot & uncounted, counted - computed, 0)
        full = computed + booked
        as_books = trusted & np.where(has_pot, counted == computed, (took == full) & (full > 0))
        trusted = (trusted | has_pot) & ~self.terms_lost[row]
        self.noted[at] = (self.noted[at] | begins) & ~trusted
        asked = costs_of(house.terms.chosen(row), full)
        done.stake[row], done.prize[row], done.renege_due[row] = (
            asked.stake,
            asked.prize,
            asked.renege,
        )
        done.bourre_due[row], done.bourre_is_stake[row] = asked.bourre, asked.bourre_is_stake
        done.verified[row], done.unverified_first[row] = trusted, begins
        told = has_pot | begins | (took == full) & (full > 0)
        done.heard[row], done.as_books[row] = told & (unpaid > 0), as_books & (unpaid > 0)
        self.unpaid[at] = unpaid = np.where(told, 0, unpaid)
        done.doubted[row] = unpaid > 0
        done.pot[row], done.computed[row], done.booked[row] = full, computed, booked

    def more_than(self, row: _Rows, computed: Array, took: Array) -> Array:
        """By how many chips the pot counted, or what was taken or paid, is more than ``computed``
        gives; below 1 if it is not.
        """
        hands, asked = self.hands, costs_of(self.house.terms.chosen(row), computed)
        more = np.maximum(hands.pot[row] - computed, took - asked.prize)
        more = np.maximum(more, hands.match[:, row].max(0, initial=0) - asked.bourre)
        return np.asarray(np.maximum(more, hands.renege[:, row].max(0, initial=0) - asked.renege))

    def pay(self, at: Array, row: _Rows) -> None:
        """Take the pot, match it and pay for reneges as the table did (5.1 to 5.5, 5.13); note who
        antes no more (5.6, 5.7).
        """
        hands, won, done, house, table = self.hands, self.won, self.done, self.house, self.table
        prize, bourre = done.prize[row], done.bourre_due[row]
        taken_as_said = np.maximum(hands.take[:, row], 0).sum(0)
        take_due, by_rule = np.where(self.places == won.winner[row], prize, 0), prize
        if house.some_share:
            # who share, if nobody noted who won
            took = (hands.take[:, row] > 0) | (hands.take[:, row] == model.BY_RULE)
            sharing = np.where(
                won.known[row], won.sharing[:, row], took & house.rules.split_is_share[row]
            )
            share = prize // np.maximum(sharing.sum(0), 1)
            take_due, by_rule = np.where(sharing, share, take_due), np.where(sharing, share, prize)
        taken = _paid(table.has_take[row], hands.take[:, row], take_due, by_rule)
        match_due = np.where(won.bourre[:, row], bourre, 0)
        matched = _paid(table.has_match[row], hands.match[:, row], match_due, bourre)
        given = matched
        if table.fined[row].any():
            line = table.renege[:, row]
            unsaid = won.called[:, row] & (line < 0)
            both = house.rules.renege_and_bourre_is_both[row]
            beyond = renege_beyond(done.renege_due[row], np.maximum(matched, match_due), both)
            done.penalty[:, row] = penalty = np.where(unsaid, beyond, np.where(line >= 0, line, 0))
            given = matched + penalty
        done.taken[:, row], done.take_due[:, row] = taken, take_due
        done.matched[:, row], done.match_due[:, row] = matched, match_due
        self.pot[at] = done.pot[row] - taken.sum(0) + given.sum(0)
        fees_known = ~won.fees_missing[row] | (hands.pot[row] != model.ABSENT)
        # the dealer took, all others having passed, what lies there if nobody paid to play (3.6)
        fees_known |= won.known[row] & ~won.won[:, row].any(0) & (taken_as_said == done.pot[row])
        self.verified[at] = done.verified[row] & ~(won.unsettled | won.stays)[row] & fees_known
        # Who alone took the pot did not tie; where nobody took it, or several did, it is not said
        # whether they tied.
        untied = won.known[row] | table.one_took[row] | ~house.rules.split_exempt[row]
        self.known_exempt[at] = (~won.unsettled[row] & untied) | ~house.exempts[row]
        self.thrown_in[at] = hands.misdeal[row]
        least = np.maximum(bourre - house.ante[row], 1)  # whoever matched posts no ante
        self.unpaid[at] = np.where(
            won.bourre_unsaid[row] & (self.unpaid[at] == 0), least, self.unpaid[at]
        )
        # Where the pot cannot be trusted the stake may come out as 0: what matters there is who
        # paid, not how much.
        off = (
            table.gave[:, row]
            & (~done.verified[row] | (given > 0))
            & house.rules.bourre_exempt[row]
            | table.off[:, row]
        )
        self.exempt[at] = False
        seats, columns = indices(off)
        self.exempt[at[columns], hands.player[:, row][seats, columns]] = True


class _Table:
    """What was recorded of each hand whatever lay in the pot: flags (hands,), and by seat (seats,
    hands).

    ``has_take`` and ``has_match``: there are such lines, and they count. ``one_took``: one player
    took the pot, by them. ``fined``: a renege was called or paid for. By seat: ``renege`` is how
    many chips were paid for one, ABSENT where no line says so; ``gave`` is True for players who
    matched a pot or paid for a renege; ``off`` for those who post no ante next whatever was paid:
    they tied, where the house exempts for that, or the hand was thrown in.
    """

    def __init__(self, hands: Hands, won: Outcome) -> None:
        counts = ~hands.misdeal
        self.has_take, self.has_match = hands.has_take & counts, hands.has_match & counts
        self.renege = np.where(counts, hands.renege, model.ABSENT)
        self.fined = np.asarray((won.called | (self.renege >= 0)).any(0))
        self.gave = (
            gave_match(self.has_match, hands.match, won.bourre)
            | (won.called & (self.renege != 0))
            | (self.renege > 0)
        )
        self.off = won.tied & hands.rules.tied_exempt | (hands.misdeal & (hands.player >= 0))
        self.one_took = self.has_take & (
            ((hands.take == model.BY_RULE) | (hands.take > 0)).sum(0) == 1
        )


class _House:
    """What the rules of the house come to in each hand: arrays (hands,).

    ``exempts`` is True where a hand can exempt somebody from the next ante; ``terms`` are in chips.
    """

    def __init__(self, hands: Hands, kind: np.dtype[Any]) -> None:
        self.ante = hands.unit.astype(kind)
        self.rules = hands.rules
        self.exempts = self.rules.bourre_exempt | self.rules.tied_exempt
        self.some_share = any(house.rules.split == "share" for house in hands.houses)
        self.terms = _terms(hands, kind)


def _terms(hands: Hands, kind: np.dtype[Any]) -> Terms:
    """The terms of each hand: arrays (hands,)."""
    every = [terms_of(house.rules, house.ante) for house in hands.houses]
    limited = any(one.limit is not None for one in every)
    every = [one._replace(limit=min(one.limit or 0, _ENDLESS)) for one in every]
    by_house = {name: np.array([getattr(one, name) for one in every]) for name in Terms._fields}
    amounts = {name: by_house[name].astype(kind) for name in ("limit", "fee", "price")}
    terms = Terms(**{name: column[hands.house] for name, column in (by_house | amounts).items()})
    return terms if limited else terms._replace(limit=None)


def _blank(width: int, count: int, sessions: int, players: int, kind: np.dtype[Any]) -> Settlement:
    """A settlement in which nothing has moved yet."""
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {
        **dict.fromkeys(_BY_SEAT, ((width, count), kind)),
        **dict.fromkeys(_BY_HAND, ((count,), kind)),
        **dict.fromkeys((*_FLAGS, "nobody_bourre"), ((count,), np.dtype(bool))),
        **dict.fromkeys(("left", "short"), ((sessions,), kind)),
        "exempt": ((sessions, players), np.dtype(bool)),
        **dict.fromkeys(("exempt_known", "sure"), ((sessions,), np.dtype(bool))),
    }
    return Settlement(**{name: np.zeros(shape, dtype) for name, (shape, dtype) in shapes.items()})


_STATE: Final = (
    "pot",
    "verified",
    "noted",
    "unpaid",
    "exempt",
    "known_exempt",
    "thrown_in",
    "silent",
)
"""Attributes of ``_Chain``: what a hand leaves behind for the next one, and what its session began
with (``silent``)."""
_BY_SEAT: Final = (
    "ante",
    "ante_due",
    "second",
    "taken",
    "take_due",
    "matched",
    "match_due",
    "penalty",
)
_BY_HAND: Final = (
    "renege_due",
    "bourre_due",
    "opening",
    "lacking",
    "pot",
    "computed",
    "stake",
    "prize",
    "booked",
)
_FLAGS: Final = (
    "bourre_is_stake",
    "verified",
    "unverified_first",
    "doubted",
    "heard",
    "as_books",
    "antes_known",
)


def _paid(recorded: Array, lines: Array, due: Array, by_rule: Array) -> Array:
    """What was paid: as due, or as written where there are lines: ``by_rule`` for an amount left
    out, 0 for who has none.
    """
    return np.where(recorded, np.where(lines == model.BY_RULE, by_rule, np.maximum(lines, 0)), due)


class Division(NamedTuple):
    """What remains in each pot after ``end divide``, and (session, player, chips) for each share
    (5.12).
    """

    remaining: Array
    shares: list[tuple[int, int, int]]


def divided(hands: Hands, left: Array) -> Division:
    """The pots that are divided at the end of a session; ``left`` (sessions,) is what lies in each
    then.
    """
    remaining = left.copy()
    shares: list[tuple[int, int, int]] = []
    events = hands.events
    ends = np.flatnonzero((events.kind == model.END) & (events.amount & DIVIDE > 0))
    upto = np.concatenate([[0], np.cumsum(events.into_pot)])
    later = upto[np.searchsorted(events.session, events.session[ends], "right")] - upto[ends + 1]
    for session, ruled in zip(events.session[ends].tolist(), later.tolist(), strict=True):
        sharers = hands.sessions[session].shares or ()
        chips = int(left[session]) - ruled
        if chips <= 0 or not sharers:
            continue
        each, odd = divmod(chips, len(sharers))
        shares.extend(
            (session, player, each + (index < odd)) for index, player in enumerate(sharers)
        )
        remaining[session] = ruled
    return Division(remaining, shares)


# --- Rulings --------------------------------------------------------------------------------------
_CHIPS_HELD: Final = {"ante": -1, "take": 1, "match": -1, "penalty": -1}
"""The findings about chips that later lines can put right: whoever took more than was due holds
more, whoever paid more less.
"""


class Rulings(NamedTuple):
    """What later lines say about the hands that have one number in a session."""

    rows: Array  # every hand of that number: it should be one
    lines: list[int]
    """Indices of events, in order; of several waivers for one player only the first, as the others
    change nothing.
    """


def rulings(hands: Hands) -> dict[tuple[int, int], Rulings]:
    """The rulings on each hand, by session and number."""
    found: dict[tuple[int, int], Rulings] = {}
    waived = set()
    events = hands.events
    of_a_hand = (
        (events.kind == model.PENALTY)
        | (events.kind == model.TRANSFER)
        | (events.kind == model.WAIVE)
    )
    for at in np.flatnonzero(of_a_hand & (events.target >= 0)):
        hand = int(events.session[at]), int(events.target[at])
        if hand not in found:
            first, rows = hands.sessions[hand[0]].first_row, hands.sessions[hand[0]].rows
            found[hand] = Rulings(
                first + np.flatnonzero(hands.number[first : first + rows] == hand[1]), []
            )
        if events.kind[at] == model.WAIVE:
            waiver = hand, int(events.player[at])
            if waiver in waived:
                continue
            waived.add(waiver)
        found[hand].lines.append(int(at))
    return found


def _counts(hands: Hands, at: int, rows: int | Array) -> Array:
    """True if a ruling counts for a hand: a payment must come after it, a ``waive`` may come
    before.
    """
    counts: Array = np.asarray(rows < hands.events.before[at]) | (
        hands.events.kind[at] == model.WAIVE
    )
    return counts


def ruled(hands: Hands, on: dict[tuple[int, int], Rulings]) -> Array:
    """True (seats, hands) where a later ``penalty … for`` or ``waive`` names the player and the
    hand.
    """
    found = np.zeros(hands.player.shape, bool)
    for rows, lines in on.values():
        last = {
            int(hands.events.player[at]): at
            for at in lines
            if hands.events.kind[at] == model.PENALTY
        }
        waivers = [at for at in lines if hands.events.kind[at] == model.WAIVE]
        for at in (*last.values(), *waivers):
            found[:, rows] |= (hands.player[:, rows] == hands.events.player[at]) & _counts(
                hands, at, rows
            )
    return found


def waived_before(hands: Hands, on: dict[tuple[int, int], Rulings]) -> Array:
    """The row before which a ``waive`` stands for a player (seats, hands) and the hand, ABSENT
    where there is none (4.10).
    """
    if not (hands.events.kind == model.WAIVE).any():
        # of so many numbers the memory alone takes time
        return np.broadcast_to(np.int64(model.ABSENT), hands.player.shape)
    found = np.full(hands.player.shape, model.ABSENT, np.int64)
    for rows, lines in on.values():
        for at in lines:
            if hands.events.kind[at] == model.WAIVE:
                whose = hands.player[:, rows] == hands.events.player[at]
                found[:, rows] = np.where(whose, hands.events.before[at], found[:, rows])
    return found


def put_right(
    hands: Hands,
    won: Outcome,
    settled: Settlement,
    on: dict[tuple[int, int], Rulings],
    facts: Sequence[Fact],
) -> list[Fact]:
    """The facts, in the same order, with the line that put each right (``Fact.settled``),
    if any.
    """
    done = list(facts)
    waiting: dict[int, list[int]] = defaultdict(list)
    for index, fact in enumerate(facts):
        line = _settled_in_the_hand(hands, settled, fact)
        if line is not None:
            done[index] = fact._replace(settled=line)
        elif fact.seat >= 0 and (int(hands.session[fact.row]), int(hands.number[fact.row])) in on:
            waiting[fact.row].append(index)
    for row, here in waiting.items():
        corrections = _Corrections(hands, won, settled, row, [facts[index] for index in here])
        for at in on[int(hands.session[row]), int(hands.number[row])].lines:
            if _counts(hands, at, row):
                corrections.read(at)
        for index, paid, waived in zip(here, corrections.paid_off, corrections.waived, strict=True):
            done[index] = facts[index]._replace(
                settled=min((line for line in (paid, waived) if line is not None), default=None)
            )
    return done


def _holds_too_much(fact: Fact) -> int:
    """1 if a payment of unknown amount left its player with too many chips, -1 if with too few."""
    if fact.rule == "take":
        return 1 if fact.why["took"] else -1
    return -1 if fact.why["gave"] or fact.why["refuted"] else 1


def _is_renege(fact: Fact) -> bool:
    """True for a play against the rules, out of turn too (4.9), and for a pass that came too late
    (3.1).
    """
    return fact.wrong_card or fact.rule in {"turn", "late-pass"}


def _settled_in_the_hand(hands: Hands, settled: Settlement, fact: Fact) -> int | None:
    """The line of its own hand that settles a renege: the table's call, or a ``match`` line that
    pays it already (5.5, 5.15).
    """
    if not _is_renege(fact) or fact.seat < 0:
        return None
    seat, row = fact.seat, fact.row
    if hands.renege[seat, row] != model.ABSENT and fact.rule != "late-pass":
        return hands.line_of_seat(row, "renege", seat)
    rules, matched = hands.house_of(row).rules, settled.matched[seat, row]
    if fact.rule == "late-pass":
        paid = matched == settled.bourre_due[row] or not settled.verified[row]
    elif rules.renege_and_bourre == "both":
        paid = False
    elif settled.verified[row]:
        paid = matched >= settled.renege_due[row]
    else:  # the pot, whatever was in it
        paid = settled.bourre_is_stake[row] and rules.renege_factor == 1
    return _last_match(hands, row) if paid and hands.match[seat, row] != model.ABSENT else None


def _last_match(hands: Hands, row: int) -> int:
    """The last ``match`` line of a hand: with it everything that was matched is said."""
    return max(
        hands.line_of_seat(row, "match", seat)
        for seat in np.flatnonzero(hands.match[:, row] != model.ABSENT).tolist()
    )


class _Corrections:
    """What has been corrected of one hand's mistakes, line by line.

    ``paid_off`` has, for each of its facts, the line that brought all players to what was due,
    ``waived`` the line that waived it.
    """

    def __init__(
        self, hands: Hands, won: Outcome, settlement: Settlement, row: int, facts: Sequence[Fact]
    ) -> None:
        self.events, self.facts = hands.events, facts
        self.paid_off: list[int | None] = [None] * len(facts)
        self.waived: list[int | None] = [None] * len(facts)
        self.player = [int(hands.player[fact.seat, row]) for fact in facts]
        self.more: dict[int, int] = defaultdict(int)
        """How many chips more each player holds than was due."""
        self.unknown: dict[int, int] = {}
        """Players whose amount is not known, each with 1 if it was too much that they hold, -1 if
        too little.
        """
        self.moved: dict[int, int] = defaultdict(int)
        """The chips that later lines have brought each player, less those they took."""
        self.transferred: set[int] = set()
        self.any_amount: set[int] = set()
        """Players whose renege any penalty settles, for the pot cannot be checked."""
        self.paid: dict[int, int] = defaultdict(int)
        self.together: list[set[int]] = []
        """Players whom one mistake touches."""
        self.cost: dict[int, int] = {}
        """What a renege that nobody called costs beyond what was paid as bourré, and (``beyond``)
        beyond what was due as that.
        """
        self.beyond: dict[int, int] = {}
        for fact, player in zip(facts, self.player, strict=True):
            if fact.rule in _CHIPS_HELD:
                if fact.amount is None:
                    self.unknown[player] = _holds_too_much(fact)
                else:
                    self.more[player] += _CHIPS_HELD[fact.rule] * fact.amount
            elif _is_renege(fact) and not settlement.verified[row]:
                self.any_amount.add(player)
            elif fact.rule == "late-pass":
                self.cost[player] = self.beyond[player] = int(
                    settlement.bourre_due[row] - settlement.matched[fact.seat, row]
                )
            elif _is_renege(fact) and not won.called[fact.seat, row]:
                matched, bourre = (
                    settlement.matched[fact.seat, row],
                    settlement.match_due[fact.seat, row],
                )
                asked, both = settlement.renege_due[row], hands.rules.renege_and_bourre_is_both[row]
                self.cost[player] = int(renege_beyond(asked, matched, both))
                self.beyond[player] = int(renege_beyond(asked, max(matched, bourre), both))
        self._touch(
            {player for fact, player in zip(facts, self.player, strict=True) if fact.rule == "take"}
        )

    def _touch(self, players: set[int]) -> None:
        joined = players.union(*(group for group in self.together if group & players))
        self.together = [group for group in self.together if not group & players] + [joined]

    def read(self, at: int) -> None:
        events = self.events
        player, other, chips = int(events.player[at]), int(events.other[at]), int(events.amount[at])
        line = int(events.line[at])
        if events.kind[at] == model.WAIVE:
            for index, whose in enumerate(self.player):
                if whose == player and self.waived[index] is None:
                    self.waived[index] = line
        elif chips:
            self._move(player, -chips)
            if events.kind[at] == model.PENALTY:
                self.paid[player] += chips
                self._touch({player})
            else:
                self._move(other, chips)
                self._touch({player, other})
                self.transferred |= {player, other}
            self._weigh(line)

    def _move(self, player: int, chips: int) -> None:
        self.more[player] += chips
        self.moved[player] += chips

    def _weigh(self, line: int) -> None:
        """See whether the mistakes that this line touches, the last in ``together``, are corrected
        now.
        """
        touched = self.together[-1]
        right = all(map(self._at_due, touched))
        for index, (fact, player) in enumerate(zip(self.facts, self.player, strict=True)):
            if player not in touched:
                continue
            if fact.rule in _CHIPS_HELD:
                now = right
            elif _is_renege(fact):
                now = self._renege_paid(player, right=right)
            else:
                continue
            before = self.paid_off[index]
            self.paid_off[index] = None if not now else line if before is None else before

    def _at_due(self, player: int) -> bool:
        """True if a player has paid what was due, perhaps with a penalty for a renege besides."""
        if player in self.unknown:
            return self.moved[player] * self.unknown[player] < 0
        beyond = self.beyond.get(player, 0)
        return self.more[player] == 0 or (
            0 < beyond == -self.more[player] and self.paid[player] >= beyond
        )

    def _renege_paid(self, player: int, *, right: bool) -> bool:
        """True if the penalties are what a renege costs, alone or with what else the player owed
        for the hand, and no transfer has brought chips of them back.
        """
        cost, paid = self.cost.get(player, 0), self.paid[player]
        if player in self.any_amount:
            return paid > 0 > self.moved[player]
        return cost > 0 and (
            (paid == cost and player not in self.transferred)
            or (paid >= cost and right and self.more[player] == -self.beyond[player])
        )
