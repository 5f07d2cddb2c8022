"""The state of a recording, entirely as the engine judges it.

First the state as plain data for a page or a prompt; then the log, the open hand and the hand to
come, judged as one log; from that the open hand, the cards that the player on turn may play as far
as the table knows (cards that would prove a renege are left out), what has been recorded in a few
words, and last the whole state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, reduce
from typing import Final

from ledger.engine import Judged, judge_on
from ledger.engine.form import cards_served, stock
from ledger.findings import Finding, findings_of
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.game import Rules
from ledger.game.play import (
    DECK,
    NAMES,
    NONE,
    SUITS,
    UNKNOWN,
    best_of,
    cards_in,
    legal_plays,
    legal_whatever_lies,
    mask_of_card,
    mask_of_suit,
    player_at,
    suit_of,
)
from ledger.hands import columns
from ledger.hands.model import PASSED, PLAYED, Hands, House
from ledger.log.between_hands import End
from ledger.log.hand_statements import Claim, Match, Pass, Play, Plays, Stay, Take, Trick, Tricks
from ledger.log.records import Comment, Hand, Session
from ledger.log.words import quote
from ledger.recording.preview import Paid, preview
from ledger.recording.recording import Recording, reading
from ledger.story import Retelling, Trick as TrickRetold, retell
from ledger.wording import count, listing

# --- State ----------------------------------------------------------------------------------------
HAND: Final = "hand"  # ``RecordingView.awaits``: a new hand, or a statement between hands
DECLARE: Final = "declare"  # who plays and who passes; players who are not named pass
PLAY: Final = "play"  # the tricks of each player, or the first card
# a card; or the tricks of each player, if the hand is no longer followed card by card
CARD: Final = "card"
# the tricks of each player: the cards do not show them, or the numbers do not add up
TRICKS: Final = "tricks"
CONFIRM: Final = "confirm"  # only confirmation: it is known who won
END: Final = "end"  # only settlements: the session has ended


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card on the table, as canonical text; ``withdrawn`` is the card taken back for it, else
    empty.
    """

    player: str
    card: str
    withdrawn: str = ""


@dataclass(frozen=True, slots=True)
class TrickPlayed:
    """A trick in order of play; ``winner`` is None while it is open, or if an unseen card leaves
    that open.
    """

    number: int
    plays: tuple[CardPlayed, ...]
    winner: str | None


@dataclass(frozen=True, slots=True)
class Settling:
    """The settlement of the open hand if it is confirmed as it stands, in chips.

    ``takes``, ``matches`` and ``penalties`` are by player; ``known`` is False if the tricks do not
    show who won. ``tied`` are those who split. ``next_pot`` is what is left for the next hand
    before its antes.
    """

    known: bool
    pot: int
    stake: int
    takes: Mapping[str, int]
    matches: Mapping[str, int]
    penalties: Mapping[str, int]
    tied: tuple[str, ...]
    next_pot: int


@dataclass(frozen=True, slots=True)
class HandNow:
    """The open hand.

    ``seats`` go clockwise from the dealer's left, the dealer last. ``antes`` are chips by player,
    ``exempt`` has the reason for each player who antes nothing. ``declared`` is ``plays``,
    ``passes``, ``drops`` (after the draw) or empty, ``declaring`` whose turn it is to declare (None
    if all declare at once, or the hand was thrown in). ``active`` are those who play, ``won`` their
    tricks so far. ``turn`` is who plays the next card, None if that is not known or no card is to
    come; ``led`` the suit of the open trick as a letter and ``best`` the card that takes it as it
    stands. ``seen`` are cards that ``turn`` cannot play: played, discarded, or known to be in
    another hand. ``holds`` are cards that ``turn`` is known to hold. ``unsaid`` is how many tricks
    a claim leaves of which nobody has said who took them, while that may make somebody bourré.
    """

    number: int
    dealer: str
    turned: str
    trump: str
    seats: tuple[str, ...]
    antes: Mapping[str, int]
    exempt: Mapping[str, str]
    declared: Mapping[str, str]
    declaring: str | None
    active: tuple[str, ...]
    tricks: tuple[TrickPlayed, ...]
    open_trick: int
    won: Mapping[str, int]
    turn: str | None
    led: str
    best: CardPlayed | None
    seen: tuple[str, ...]
    holds: tuple[str, ...]
    pot: int
    settling: Settling
    findings: tuple[Finding, ...]  # what is proved about this hand already
    misdeal: bool = False
    unsaid: int = 0
    # what the hand comes to if it is confirmed as it stands (``ledger.recording.preview``)
    preview: tuple[str, ...] = ()
    # of whom it would then not be recorded whether they stayed (rules.md 5.16)
    silent: tuple[str, ...] = ()
    takes: tuple[str, ...] | None = None
    """Who took the pot by the table's word; nobody if empty, None if that has not been said."""
    matches: tuple[str, ...] | None = None  # who matched it, likewise
    draws: Mapping[str, int | None] = field(default_factory=dict)
    """How many cards each player has drawn, None if it was not noted."""
    # who stays in after the draw according to ``stay`` lines, in the order of the seats
    stayed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HandToCome:
    """The next hand by the rules.

    ``dealer`` is None if anybody may deal; ``sure`` is False if the exemptions are not known.
    ``antes`` are chips by player (nobody's where the dealer antes for all, and anybody may deal),
    ``exempt`` says of each player who is let off why, ``pot`` is what lies there with the antes,
    and ``verified`` False if that cannot be trusted.
    """

    number: int
    dealer: str | None
    antes: Mapping[str, int]
    exempt: Mapping[str, str]
    sure: bool
    pot: int
    verified: bool


@dataclass(frozen=True, slots=True)
class RecordingView:
    """The state of a recording.

    ``pot`` and ``chips`` (by player, all who ever sat) exclude the open hand.

    ``verified`` is False if the pot cannot be trusted. ``unrecorded`` are the hands before the open
    one in which somebody's chips are not known (rules.md 5.16), ``doubtful`` the players whose
    chips may differ for that. ``hands`` counts those confirmed. ``coming`` is None after ``end`` or
    with nobody seated; while a hand is open it is the one that follows if that is confirmed as it
    stands.
    """

    session: str
    date: str
    title: str | None
    game: str | None
    rules: Rules
    ante: int
    chip: int | None
    currency: str | None
    hands: int
    seats: tuple[str, ...]
    players: tuple[str, ...]
    chips: Mapping[str, int]
    pot: int
    verified: bool
    awaits: str
    hand: HandNow | None
    coming: HandToCome | None
    unrecorded: tuple[int, ...] = ()
    doubtful: frozenset[str] = frozenset()

    @property
    def doubt(self) -> str:
        """A sentence on figures that may be others, which have a ``?``; empty if there are none."""
        numbers = listing([str(number) for number in self.unrecorded])
        many = len(self.unrecorded) > 1
        return (
            (
                f"Hand{'s' * many} {numbers} {'are' if many else 'is'} not all recorded: figures "
                "with ? may change."
            )
            if numbers
            else ""
        )

    def figure(self, player: str) -> str:
        """A player's chips, signed, with a ``?`` if they may be others."""
        chips = self.chips[player]
        return (f"{chips:+}".replace("-", "−") if chips else "0") + " ?" * (player in self.doubtful)


# --- Judging --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A judged recording. Rows are indices of hands in ``judged``, or None.

    ``here`` is the open hand, ``coming`` a hand after it of which only the dealer is given: by it
    the engine says whose deal it is and who antes. ``open_trick`` is how many cards an incomplete
    trick has: the rest are judged as unseen cards, so that nobody is blamed for anything that is
    not proved. ``dealer`` is None if anybody may deal. ``before`` is the session as recorded,
    ``seats`` who is seated now, clockwise.
    """

    judged: Judged
    before: Session
    seats: tuple[str, ...]
    here: int | None
    coming: int | None
    dealer: str | None
    open_trick: int

    @property
    def hands(self) -> Hands:
        """The hands that were judged, as columns."""
        return self.judged.hands

    @lru_cache(maxsize=32)  # noqa: B019 - for those that ``standing`` remembers
    def told(self, row: int) -> Retelling:
        """One hand, told step by step."""
        return retell(self.judged, row)

    @property
    def house(self) -> House:
        """The rules and the ante of the open hand, else of the hand to come, else of the
        last one.
        """
        row = self.coming if self.here is None else self.here
        if row is None and not len(self.hands):
            return self.hands.sessions[0].house
        return self.hands.houses[int(self.hands.house[-1 if row is None else row])]

    @property
    def hand(self) -> Hand | None:
        """The statements of the open hand; None if none is open."""
        said = self.before.body[-1] if self.here is not None else None
        return said if isinstance(said, Hand) else None


@lru_cache(maxsize=16)
def standing(recording: Recording) -> Standing:
    """Judge a recording. The last few results are cached."""
    said, playing = reading(recording.text), recording.playing
    before, seats = said.session, said.seats
    filled, open_trick = _filled(recording.text, before) if playing else (recording.text, 0)
    ended = said.over or any(isinstance(item, End) for item in before.body)
    if ended or not seats:
        judged = _judged(before)
        return Standing(
            judged,
            before,
            seats,
            len(judged.hands) - 1 if playing else None,
            None,
            None,
            open_trick,
        )
    judged, dealer = _with_next(filled)
    coming = len(judged.hands) - 1
    return Standing(
        judged, before, seats, coming - 1 if playing else None, coming, dealer, open_trick
    )


@lru_cache(maxsize=16)  # a hand that is confirmed as it stood is judged already
def _with_next(text: str) -> tuple[Judged, str | None]:
    """Judge a log with a hand to come added. Also returns who deals it."""
    said = reading(text)
    before, due = said.session, said.due  # without forfeits
    judged = _judged(said.on(_next_hand(before, due or said.seats[0])).session, to_come=True)
    row = len(judged.hands) - 1
    wrong = [fact for fact in judged.facts if fact.row == row and fact.rule == "dealer"]
    if not wrong:
        return judged, due
    dealer = judged.hands.name(row, wrong[0].why["expected"])
    if judged.hands.houses[int(judged.hands.house[row])].rules.dealer_antes:
        judged = _judged(said.on(_next_hand(before, dealer)).session, to_come=True)
    return judged, dealer


def _next_hand(before: Session, dealer: str) -> str:
    last = next(
        (item for item in reversed(before.body) if isinstance(item, Hand) and item.first), None
    )
    number = 1 if last is None or last.first is None else last.first.number + (not last.misdeal)
    return f"hand {number} {quote(dealer)} -\n"


_LATELY: Final[dict[str, Judged]] = {}
"""How each evening was judged last, by its id: only a saving, the result is the same without it."""
_MOST_EVENINGS: Final = 16


def _judged(session: Session, *, to_come: bool = False) -> Judged:
    """Judge an evening, perhaps with a hand to come; hands that are as they were last time are not
    settled again.
    """
    judged = judge_on(columns([session]), _LATELY.pop(session.id, None), to_come=to_come)
    _LATELY[session.id] = judged
    for name in list(_LATELY)[:-_MOST_EVENINGS]:
        _LATELY.pop(name, None)
    return judged


def _filled(text: str, session: Session) -> tuple[str, int]:
    """The log with its last trick filled up with ``??``, and how many cards that trick
    really has.
    """
    hand = session.body[-1]
    assert isinstance(hand, Hand)
    said = [statement for statement in hand.statements if not isinstance(statement, Comment)]
    if not said or not isinstance(said[-1], Trick):
        return text, 0
    row = columns([replace(session, body=[hand], errors=[])])
    active = int((row.declared[:, -1] == PLAYED).sum())
    missing = active - len(said[-1].cards)
    if missing <= 0:
        return text, 0
    lines = text.split("\n")
    at = said[-1].line - 1
    words, mark, comment = lines[at].partition("   #")
    lines[at] = words + f" {NAMES[UNKNOWN]}" * missing + mark + comment
    return "\n".join(lines), len(said[-1].cards)


# --- Hand now -------------------------------------------------------------------------------------
def hand_now(now: Standing) -> HandNow:
    """The open hand."""
    row, said = now.here, now.hand
    assert row is not None
    assert said is not None
    told = now.told(row)
    active = tuple(seat.player for seat in told.seats if seat.declared == "plays")
    last = told.tricks[-1].number if told.tricks else 0
    tricks = tuple(
        _trick(trick, now.open_trick if trick.number == last else 0) for trick in told.tricks
    )
    declared = _declared(said, told)
    turn = _turn(now, told, active, tricks)
    table = tricks[-1].plays if tricks and now.open_trick else ()
    waiting = (name for name in said.seats if not declared[name])
    complete = len(tricks) + len(told.claimed) - bool(table)
    won = {
        name: sum(trick.winner == name for trick in tricks)
        + len(told.claimed) * (name == told.claim)
        for name in active
    }
    counted = now.open_trick or any(isinstance(statement, Tricks) for statement in said.statements)
    left = told.game.hand_size - complete if told.claimed and not counted else 0
    stayed = {
        name
        for statement in said.statements
        if isinstance(statement, Stay)
        for name in statement.players
    }
    unsaid = left if not all(won.values()) else 0
    takes, matches = (_paid_by(said, kind) for kind in (Take, Match))
    settled = _settling(now, row)
    paid = Paid(
        settled.takes,
        settled.matches,
        settled.penalties,
        settled.tied,
        takes is not None,
        matches is not None,
    )
    return HandNow(
        number=told.number or 0,
        dealer=said.seats[-1] if said.first and said.seats else "",
        turned=NAMES[told.turned] if told.turned < UNKNOWN else "",
        trump=SUITS[told.trump] if told.trump >= 0 else "",
        seats=said.seats,
        antes=told.antes,
        exempt=exempt(now, row),
        declared=declared,
        declaring=None
        if told.misdeal or told.game.declare == "simultaneous"
        else next(waiting, None),
        active=active,
        tricks=tricks,
        open_trick=now.open_trick,
        won=won,
        turn=turn,
        led=table[0].card[-1] if table and table[0].card != NAMES[UNKNOWN] else "",
        best=_best(table, told.trump),
        seen=_seen(now, told, turn, complete),
        holds=_names(told.known[complete].get(turn, ())) if turn is not None else (),
        pot=told.pot,
        settling=settled,
        findings=tuple(
            found
            for found in findings_of(now.judged, row)
            if KINDS_OF_FINDING[found.rule].final_before_the_end
        ),
        misdeal=told.misdeal,
        unsaid=unsaid,
        preview=tuple(preview(told, paid, unsaid)),
        silent=tuple(seat.player for seat in told.seats if not seat.declared),
        takes=takes,
        matches=matches,
        draws={seat.player: seat.draw for seat in told.seats},
        stayed=tuple(name for name in active if name in stayed),
    )


def exempt(now: Standing, row: int) -> dict[str, str]:
    """Who is exempt from the ante of a hand (rules.md 5.6, 5.7): the reason in words, by player."""
    hands, settled, won = now.hands, now.judged.settlement, now.judged.outcome
    rules, ante = hands.house_of(row)
    if rules.dealer_antes or not settled.antes_known[row] or not ante or hands.quarantined[row]:
        return {}
    first = row == hands.sessions[0].first_row
    if not first and hands.misdeal[row - 1]:
        return {
            hands.name(row, seat): "the hand is dealt again"
            for seat in range(int(hands.seated[row]))
        }
    reasons = {}
    for seat in range(int(hands.seated[row])):
        if settled.ante_due[seat, row]:
            continue
        if first:
            reasons[hands.name(row, seat)] = "excused when the evening began"
            continue
        before = row - 1
        there = hands.player[:, before].tolist().index(hands.player[seat, row])
        if settled.matched[there, before]:
            reason = "matched the pot"
        elif won.tied[there, before]:
            reason = "split the pot"
        else:
            reason = "paid for a renege"
        reasons[hands.name(row, seat)] = reason
    return reasons


def let_off(hand: HandNow | HandToCome) -> list[tuple[list[str], str]]:
    """Who is exempt from the ante of a hand, as pairs of names and a reason; no names means
    everybody.
    """
    by_reason: dict[str, list[str]] = {}
    for name, reason in hand.exempt.items():
        by_reason.setdefault(reason, []).append(name)
    everybody = len(by_reason) == 1 and not any(hand.antes.values())
    return [([] if everybody else names, reason) for reason, names in by_reason.items()]


def _declared(said: Hand, told: Retelling) -> dict[str, str]:
    """What each player has declared so far, empty for those without a word yet."""
    spoken = {statement.player for statement in said.statements if isinstance(statement, Play)}
    spoken |= {
        name
        for statement in said.statements
        if isinstance(statement, Plays)
        for name, _ in statement.draws
    }
    spoken |= {
        name
        for statement in said.statements
        if isinstance(statement, Pass)
        for name in statement.players
    }
    declared = dict.fromkeys(said.seats, "")
    return declared | {
        seat.player: seat.declared
        for seat in told.seats
        if seat.player in spoken or seat.declared == "plays"
    }


def _paid_by(said: Hand, kind: type[Take | Match]) -> tuple[str, ...] | None:
    """Who took the pot, or matched it, by lines of the hand; None if there are none."""
    lines = [statement for statement in said.statements if isinstance(statement, kind)]
    return tuple(line.player for line in lines if line.player is not None) if lines else None


# --- The tricks -----------------------------------------------------------------------------------
def _trick(trick: TrickRetold, cards: int) -> TrickPlayed:
    """A trick, reduced to its first ``cards`` cards: an open one is filled up."""
    plays = trick.plays[:cards] if cards else trick.plays
    laid = tuple(
        CardPlayed(
            play.player, NAMES[play.card], "" if play.withdrawn == NONE else NAMES[play.withdrawn]
        )
        for play in plays
    )
    return TrickPlayed(trick.number, laid, None if cards else trick.winner)


def _turn(
    now: Standing, told: Retelling, active: Sequence[str], tricks: Sequence[TrickPlayed]
) -> str | None:
    """Who plays the next card (rules.md 4.1, 4.2); None if that is not known or no card is
    to come.
    """
    assert now.hand is not None
    over = any(isinstance(said, Tricks | Take | Match) for said in now.hand.statements)
    if len(active) < 2 or told.unfollowed is not None or over:
        return None
    if now.open_trick:
        leader = active.index(tricks[-1].plays[0].player)
        return active[player_at(leader, now.open_trick, len(active))]
    if len(tricks) + len(told.claimed) >= told.game.hand_size:
        return None
    if told.claimed and (not tricks or tricks[-1].number < told.claimed.start):
        return told.claim
    return tricks[-1].winner if tricks else active[0]


def _best(table: Sequence[CardPlayed], trump: int) -> CardPlayed | None:
    """The card that takes a trick as it stands; None if an unseen card or an unknown trump leaves
    that open.
    """
    cards = [mask_of_card(NAMES.index(laid.card)) for laid in table]
    best = best_of(cards, mask_of_suit(trump)) if cards else 0
    return table[cards.index(best)] if best else None


def _seen(now: Standing, told: Retelling, turn: str | None, complete: int) -> tuple[str, ...]:
    """The cards that ``turn`` cannot play next: played, in another hand, or discarded for good
    (rules.md 3.4).
    """
    hands, form = now.hands, now.judged.replay.form
    seen = {play.card for trick in told.tricks for play in trick.plays}
    if told.seats:
        seen |= {
            card for name, cards in told.known[complete].items() if name != turn for card in cards
        }
    if told.game.trump == "separate" or (
        told.game.trump == "dealer-may-take" and turn != told.dealer
    ):
        seen.add(told.turned)
    if cards_served(hands, form)[:, now.here].sum() <= stock(hands, form)[now.here]:
        for seat in told.seats:
            seen |= set(seat.out or ()) | (set(seat.dealt or ()) if seat.player != turn else set())
        if turn != told.dealer:
            seen.add(told.turned)
    return _names(seen)


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in sorted(cards) if card < UNKNOWN)


# --- The money ------------------------------------------------------------------------------------
def _settling(now: Standing, row: int) -> Settling:
    hands, settled, won = now.hands, now.judged.settlement, now.judged.outcome
    names = (
        [hands.name(row, seat) for seat in range(int(hands.seated[row]))]
        if not hands.quarantined[row]
        else []
    )

    def by_name(column: object) -> dict[str, int]:
        return {
            name: int(column[seat, row])  # type: ignore[index]
            for seat, name in enumerate(names)
            if column[seat, row]  # type: ignore[index]
        }

    takes, matches, penalties = (
        by_name(column) for column in (settled.taken, settled.matched, settled.penalty)
    )
    pot = int(settled.pot[row])
    return Settling(
        known=bool(won.known[row]),
        pot=pot,
        stake=int(settled.stake[row]),
        takes=takes,
        matches=matches,
        penalties=penalties,
        tied=tuple(
            name
            for seat, name in enumerate(names)
            if won.tied[seat, row] and not won.sharing[:, row].any()
        ),
        next_pot=pot - sum(takes.values()) + sum(matches.values()) + sum(penalties.values()),
    )


# --- View -----------------------------------------------------------------------------------------
@lru_cache(maxsize=16)
def view(recording: Recording) -> RecordingView:
    """The state of a recording.

    The last few are cached: a tap asks several times, also for the state before it.
    """
    now = standing(recording)
    info = now.hands.sessions[0]
    hand = hand_now(now) if now.here is not None else None
    chips, pot, verified = _chips(now)
    unrecorded, doubtful = _doubts(now)
    return RecordingView(
        session=info.id,
        date=info.date,
        title=info.title,
        game=info.game,
        rules=now.house.rules,
        ante=now.house.ante,
        chip=info.chip,
        currency=info.currency,
        hands=sum(isinstance(item, Hand) for item in now.before.body) - (hand is not None),
        seats=now.seats,
        players=info.players,
        chips=chips,
        pot=pot,
        verified=verified,
        awaits=_awaits(now, hand),
        hand=hand,
        coming=None if now.coming is None else _to_come(now, now.coming),
        unrecorded=unrecorded,
        doubtful=doubtful,
    )


# --- What is awaited ------------------------------------------------------------------------------
def _awaits(now: Standing, hand: HandNow | None) -> str:
    said = now.hand
    if hand is None or said is None:
        return HAND if now.coming is not None or not now.seats else END
    kinds: set[type] = {type(statement) for statement in said.statements}
    if said.misdeal or (kinds & {Take, Match} and not hand.open_trick):
        return CONFIRM
    begun = bool(kinds & {Trick, Tricks, Claim})
    if not begun and not all(hand.declared.values()):
        return DECLARE
    # while a trick is open its cards are awaited, even if the pot is decided
    if hand.settling.known and not hand.open_trick:
        return CONFIRM
    complete = len(hand.tricks) >= now.house.rules.hand_size and not hand.open_trick
    broken = now.judged.replay.form.broken[now.here] >= 0
    if Tricks in kinds or (Claim in kinds and not hand.open_trick) or complete or broken:
        return TRICKS
    return CARD if Trick in kinds else PLAY


# --- The table ------------------------------------------------------------------------------------
def _to_come(now: Standing, row: int) -> HandToCome:
    settled, hands = now.judged.settlement, now.hands
    by_dealer = hands.houses[int(hands.house[row])].rules.dealer_antes
    anyone = now.dealer is None and by_dealer  # then it is not known who antes either
    names = [] if anyone else [hands.name(row, seat) for seat in range(int(hands.seated[row]))]
    return HandToCome(
        number=int(hands.number[row]),
        dealer=now.dealer,
        antes={name: int(settled.ante_due[seat, row]) for seat, name in enumerate(names)},
        exempt=exempt(now, row),
        sure=bool(settled.antes_known[row]),
        pot=int(settled.pot[row]),
        verified=bool(settled.verified[row]),
    )


def _doubts(now: Standing) -> tuple[tuple[int, ...], frozenset[str]]:
    """The hands before the open one in which somebody's chips are not known, and whose chips may
    differ for that.
    """
    hands, verified = now.hands, now.judged.settlement.verified
    over = [row for row in range(len(hands)) if row not in {now.here, now.coming}]
    missing = [row for row in over if hands.quarantined[row] or now.judged.outcome.open[row]]
    touched = {
        hands.name(row, seat)
        for row in over
        if row in missing or not verified[row]
        for seat in range(int(hands.seated[row]))
        if hands.declared[seat, row] != PASSED or row not in missing
    }
    return tuple(int(hands.number[row]) for row in missing), frozenset(touched)


def _chips(now: Standing) -> tuple[dict[str, int], int, bool]:
    """Everybody's chips and the pot, both without the open hand, and True if the pot can be
    trusted.
    """
    settled, hands, info = now.judged.settlement, now.hands, now.hands.sessions[0]
    chips = dict(zip(info.players, now.judged.books.chips[0], strict=True))
    for row in (row for row in (now.here, now.coming) if row is not None):
        for seat in range(int(hands.seated[row])):
            chips[hands.name(row, seat)] -= int(settled.moved[seat, row])
    first = now.here if now.here is not None else now.coming
    if first is None:
        return chips, now.judged.books.pot[0], True
    return chips, int(settled.opening[first]), bool(settled.verified[first])


# --- Playable -------------------------------------------------------------------------------------
def playable(hand: HandNow, rules: Rules) -> tuple[str, ...] | None:
    """The cards that ``turn`` may play as far as is known; None if it is not known whose turn it
    is.

    Left out are cards seen elsewhere, cards that 4.3 to 4.7 forbid given a card known to be in that
    hand, and cards that would prove an earlier play of that player wrong. Cinches (4.8) are
    ignored. Nothing is blocked by this.
    """
    if hand.turn is None:
        return None
    trumps = mask_of_suit(SUITS.index(hand.trump) if hand.trump else -1)
    must_trump = -1 if rules.must_trump else 0
    held = _mask(hand.holds)
    before = [(led, best, card) for led, best, card in _plays(hand, trumps) if led]
    now = (
        [mask_of_card(NAMES.index(laid.card)) for laid in hand.tricks[-1].plays]
        if hand.open_trick
        else []
    )

    def right(card: int, beside: int, led: int, best: int) -> bool:
        if not best:
            return bool(card & legal_whatever_lies(card | beside, led, trumps, must_trump))
        return bool(
            card & legal_plays(card | beside, led, best, trumps, must_trump, rules.over_trump)
        )

    def may(card: int) -> bool:
        fits = not now or not now[0] or right(card, held, suit_of(now[0]), best_of(now, trumps))
        return fits and all(right(played, card, led, best) for led, best, played in before)

    left = DECK & ~_mask(hand.seen) | held
    return tuple(NAMES[card] for card in cards_in(left) if may(1 << card))


def _mask(names: tuple[str, ...]) -> int:
    return reduce(lambda mask, name: mask | mask_of_card(NAMES.index(name)), names, 0)


def _plays(hand: HandNow, trumps: int) -> Iterator[tuple[int, int, int]]:
    """Yield for each card that ``turn`` has played: the suit led, the best card before it (0: not
    known), and the card.
    """
    complete = hand.tricks[:-1] if hand.open_trick else hand.tricks
    for trick in complete:
        laid = [mask_of_card(NAMES.index(play.card)) for play in trick.plays]
        at = next((at for at, play in enumerate(trick.plays) if play.player == hand.turn), 0)
        if at and laid[at]:
            yield suit_of(laid[0]), best_of(laid[:at], trumps), laid[at]


# --- Contents -------------------------------------------------------------------------------------
def contents(recording: Recording) -> str:
    """The number of hands, the open hand, and lines between hands (comments too), in words; empty
    if there is only the header.
    """
    body = standing(recording).before.body
    hands = [item for item in body if isinstance(item, Hand)]
    opened = hands.pop() if recording.playing else None
    lines = sum(not isinstance(item, Hand | Comment) for item in body)
    remarks = sum(isinstance(item, Comment) for item in body) + len(recording.draft) * (
        opened is None
    )
    parts = [count(len(hands), "hand")] if hands else []
    if opened is not None:
        parts.append("the hand that is open")
    parts += [
        count(many, what)
        for many, what in ((lines, "line between hands"), (remarks, "remark"))
        if many
    ]
    return listing(parts)
