"""Retells one hand, as plain data: who sat, what was dealt, drawn, played and paid, what was wrong,
what was ruled about it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Final

import numpy as np

from ledger.engine import NO_PLAY, RIGHT, UNPROVED, WRONG, Judged, evidence_of
from ledger.engine.form import counted_cards
from ledger.findings import Finding, findings_of
from ledger.game import Rules
from ledger.game.options import rules_text
from ledger.game.play import NAMES, NONE, SUITS, UNKNOWN, cards_in
from ledger.hands.model import ABSENT, BY_TRICKS, LINE_TRICK, PASSED, PENALTY, WAIVE, Array


@dataclass(slots=True)
class Seat:
    """A player in one hand; card lists, and ``draw``, are None where nothing was written.

    ``declared`` is ``plays``, ``passes``, ``drops`` (passes after the draw), or empty if it was not
    recorded (rules.md 5.16); ``won`` is None if the tricks are not known.
    """

    player: str
    declared: str
    dealt: list[int] | None
    draw: int | None
    out: list[int] | None
    drawn: list[int] | None
    won: int | None


@dataclass(slots=True)
class Play:
    """A card played; ``withdrawn`` is the card taken back for it, or NONE.

    ``verdict`` is empty if the play was not judged.
    """

    player: str
    card: int
    withdrawn: int
    verdict: str


@dataclass(slots=True)
class Trick:
    """A trick in order of play; ``winner`` is None if an unrecorded card leaves it open; ``line``
    is its line in the log.
    """

    number: int
    plays: list[Play]
    winner: str | None
    line: int


@dataclass(slots=True)
class Payment:
    """Chips into the pot (positive) or out of it, by one player."""

    what: str
    player: str
    chips: int


@dataclass(slots=True)
class Ruling:
    """A later ruling about a renege in the hand: the penalty in chips, None where the table waived
    it.
    """

    player: str
    chips: int | None
    line: int


@dataclass(slots=True)
class Retelling:
    """A hand. If it is in quarantine, only its numbered lines, ``text``, are known.

    ``number`` is None if its first line could not be read. ``pot`` is the pot before it was taken,
    ``stake`` what was at stake, ``next_pot`` what is left for the next hand before its antes,
    ``counted`` the pot as the table counted it, ``lacking`` what the books had less than nothing in
    it before (5.10); ``bourre_is_stake`` is True if a bourré matches the
    stake, False where the house asks something else (5.13); ``claimed`` are the numbers of the
    tricks that ``claim`` laid down cards for, empty if the claim does not count. ``dealer`` is None
    if nobody noted it. ``verified`` is True if the pot could be followed, ``outcome`` if it is
    known who won what, ``open`` if somebody's chips in it are not known (5.16). ``known[t]`` are
    the cards that each active player is known to hold before trick ``t`` (from 0, with a last entry
    after the last trick), whether or not the table knew them at that moment (rules.md 6.1).
    ``misdeal`` is True if the hand was thrown in: nobody plays it (5.14).
    """

    file: str
    line: int
    session: str
    date: str
    rules: str
    number: int | None
    dealer: str | None
    turned: int
    trump: int
    findings: list[Finding]
    text: list[tuple[int, str]] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)
    unfollowed: int | None = None
    claim: str | None = None
    shown: list[int] = field(default_factory=list)
    claimed: range = range(0)
    opening: int = 0
    antes: dict[str, int] = field(default_factory=dict)
    payments: list[Payment] = field(default_factory=list)
    pot: int = 0
    counted: int | None = None
    booked: int = 0
    lacking: int = 0
    stake: int = 0
    bourre_is_stake: bool = True
    next_pot: int = 0
    verified: bool = True
    outcome: bool = True
    open: bool = False
    rulings: list[Ruling] = field(default_factory=list)
    game: Rules = field(default_factory=Rules)
    known: list[dict[str, list[int]]] = field(default_factory=list)
    misdeal: bool = False


def trump_of(hand: Retelling) -> str:
    """The letter of the trump suit, empty if it is not known."""
    return SUITS[hand.trump] if hand.trump >= 0 else ""


def turned_of(hand: Retelling) -> str:
    """The card turned up for trump, as canonical text, empty if it is not known."""
    return NAMES[hand.turned] if 0 <= hand.turned < UNKNOWN else ""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the table, as canonical text. ``best``: it takes the trick as it stands.

    ``wrong``: it broke a rule of play.
    """

    player: str
    card: str
    led: bool
    best: bool
    wrong: bool


@dataclass(frozen=True, slots=True)
class Place:
    """The state of one player at a moment; places are clockwise from the dealer's left.

    ``cards`` are those known to be in the hand, as canonical text, ``hidden`` is how many more it
    has. ``state`` is ``plays``, ``passed``, or empty before the declaration. ``chips`` were paid
    (negative) or taken since the hand began.
    """

    player: str
    cards: tuple[str, ...]
    hidden: int
    state: str
    tricks: int
    chips: int


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a hand.

    ``kind`` is ``antes``, ``deal``, ``declares``, ``draws``, ``drops``, ``card``, ``trick``,
    ``claim``, ``unfollowed`` or ``settled``. ``said`` says what happens; ``reason`` in a few words
    why a card is wrong, and ``right`` are the cards of that hand that would have been right.
    ``trick`` counts from 1, and is None outside tricks. ``turned`` is a turned card that lies on
    the table and belongs to nobody, else empty. ``findings`` are those that belong here; the
    moments of a hand have each finding once.
    """

    kind: str
    said: str
    places: tuple[Place, ...]
    pot: int
    trick: int | None = None
    player: str | None = None
    turn: str | None = None
    laid: tuple[Laid, ...] = ()
    verdict: str = ""
    reason: str = ""
    right: tuple[str, ...] = ()
    turned: str = ""
    findings: tuple[Finding, ...] = ()


# --- Retelling ------------------------------------------------------------------------------------
VERDICTS: Final = {NO_PLAY: "", RIGHT: "right", UNPROVED: "not provable", WRONG: "wrong"}


def retell(judged: Judged, row: int) -> Retelling:
    """Retell the hand in ``row``."""
    hands = judged.hands
    info = hands.sessions[int(hands.session[row])]
    rules, _ = hands.house_of(row)
    number = int(hands.number[row])
    quarantined = bool(hands.quarantined[row])
    told = Retelling(
        file=info.file,
        line=int(hands.line[row]),
        session=info.id,
        date=info.date,
        rules=rules_text(rules),
        number=number if number >= 0 else None,
        dealer=None
        if quarantined or hands.no_dealer[row]
        else hands.name(row, int(hands.seated[row]) - 1),
        turned=int(hands.turned[row]),
        trump=int(hands.trump[row]),
        findings=findings_of(judged, row),
        text=hands.text.get(row, []),
        game=rules,
        misdeal=bool(hands.misdeal[row]),
    )
    if not quarantined:
        told.seats = [_seat(judged, row, seat) for seat in range(int(hands.seated[row]))]
        told.tricks = _tricks(judged, row)
        if judged.replay.form.broken[row] >= 0:
            told.unfollowed = int(judged.replay.form.broken[row]) + 1
        if hands.claim[row] >= 0 and not told.misdeal:
            told.claim = hands.name(row, int(hands.claim[row]))
            told.shown = [int(card) for card in hands.shown[:, row] if card != NONE]
            told.claimed = range(
                int(hands.claim_after[row]) + 1,
                int(hands.claim_after[row] + judged.replay.form.laid[row]) + 1,
            )
        _money(judged, row, told)
        told.open = bool(judged.outcome.open[row])
        told.known = _known(judged, row)
    told.rulings = _rulings(judged, row)
    return told


def _seat(judged: Judged, row: int, seat: int) -> Seat:
    hands = judged.hands
    form = judged.replay.form
    unsaid = not hands.stayers_said[row] or (
        hands.score[row] == BY_TRICKS and not judged.outcome.scored[row]
    )
    silent = "" if hands.misdeal[row] or unsaid else "passes"
    declared = "passes" if hands.declared[seat, row] == PASSED else silent
    if form.playing[seat, row]:
        declared = "plays" if form.active[seat, row] else "drops"
    draw = int(judged.replay.form.draws[seat, row])
    return Seat(
        player=hands.name(row, seat),
        declared=declared,
        dealt=_cards(hands.dealt, hands.dealt_count, seat, row),
        draw=draw if draw >= 0 else None,
        out=_cards(hands.out, hands.out_count, seat, row),
        drawn=_cards(hands.drawn, hands.drawn_count, seat, row),
        won=int(judged.outcome.won[seat, row])
        if judged.replay.form.active[seat, row] and judged.outcome.scored[row]
        else None,
    )


def _cards(lists: Array, counts: Array, seat: int, row: int) -> list[int] | None:
    """The cards as written, None if no list was written."""
    if counts[seat, row] == ABSENT:
        return None
    return [int(card) for card in lists[:, seat, row] if card != NONE]


def _tricks(judged: Judged, row: int) -> list[Trick]:
    """The tricks that count and were played, in order; their numbers skip tricks that cards were
    laid down for (4.11).
    """
    hands, replay = judged.hands, judged.replay
    form = replay.form
    players = int(form.players[row])
    names = [hands.name(row, int(seat)) for seat in form.seat_of[:players, row]]
    tricks = []
    for trick in range(int(form.tricks[row])):
        if form.laid_down(trick)[row]:
            continue
        written = form.trick_line(trick, row)
        plays = [
            Play(
                names[form.player_at(trick, turn, row)],
                int(hands.cards[written, turn, row]),
                int(hands.withdrawn[written, turn, row]),
                VERDICTS[int(replay.verdict[trick, turn, row])],
            )
            for turn in range(players)
        ]
        winner = int(replay.winner[trick, row])
        line = hands.line_of(row, LINE_TRICK + written)
        tricks.append(Trick(trick + 1, plays, names[winner] if winner >= 0 else None, line))
    return tricks


def _known(judged: Judged, row: int) -> list[dict[str, list[int]]]:
    """The cards each active player is known to hold before each trick; the last entry, after the
    last trick, is empty.
    """
    rows = np.array([row])
    players = int(judged.replay.form.players[row])
    hands, form = judged.hands.chosen(rows), judged.replay.form.chosen(rows, max(players, 1))
    written = (
        (getattr(judged.hands, name)[..., rows], laid)
        for name, laid in (("cards", UNKNOWN), ("withdrawn", NONE))
    )
    played, taken_back = (
        counted_cards(cards, form, laid)[:, : max(players, 1)] for cards, laid in written
    )
    known = evidence_of(hands, form, played, taken_back).known.known
    names = [judged.hands.name(row, int(seat)) for seat in form.seat_of[:players, 0]]
    size = int(form.hand_size[0])
    before = [
        {name: cards_in(int(known[trick, at, 0])) for at, name in enumerate(names)}
        for trick in range(size)
    ]
    return [*before, {name: [] for name in names}]


def _money(judged: Judged, row: int, told: Retelling) -> None:
    hands, settled = judged.hands, judged.settlement
    names = [hands.name(row, seat) for seat in range(int(hands.seated[row]))]
    told.opening, told.lacking = int(settled.opening[row]), int(settled.lacking[row])
    told.antes = {name: int(settled.ante[seat, row]) for seat, name in enumerate(names)}
    for what, column, sign in (
        ("plays", settled.second, 1),
        ("takes", settled.taken, -1),
        ("matches", settled.matched, 1),
        ("pays for a renege", settled.penalty, 1),
    ):
        told.payments += [
            Payment(what, name, sign * int(column[seat, row]))
            for seat, name in enumerate(names)
            if column[seat, row]
        ]
    told.pot, told.stake, told.booked = (
        int(settled.pot[row]),
        int(settled.stake[row]),
        int(settled.booked[row]),
    )
    told.bourre_is_stake = bool(settled.bourre_is_stake[row])
    told.counted = None if hands.pot[row] == ABSENT else int(hands.pot[row])
    told.verified, told.outcome = bool(settled.verified[row]), bool(judged.outcome.known[row])
    told.next_pot = told.pot + sum(
        payment.chips for payment in told.payments if payment.what != "plays"
    )


def _rulings(judged: Judged, row: int) -> list[Ruling]:
    """The later penalties and waivers that name the hand."""
    hands, events = judged.hands, judged.hands.events
    session, number = int(hands.session[row]), int(hands.number[row])
    players = hands.sessions[session].players
    return [
        Ruling(
            players[int(events.player[at])],
            int(events.amount[at]) if events.kind[at] == PENALTY else None,
            int(events.line[at]),
        )
        for at in range(len(events))
        if events.session[at] == session
        and events.target[at] == number
        and events.kind[at] in {PENALTY, WAIVE}
        and events.before[at] > row
    ]


def as_dict(told: Retelling) -> dict[str, object]:
    """A hand as in the JSON of ``bourre show``: cards as canonical text, null where nothing was
    written.
    """
    return {
        "file": told.file,
        "line": told.line,
        "session": told.session,
        "rules": told.rules,
        "hand": told.number,
        "misdeal": told.misdeal,
        "open": told.open,
        "dealer": told.dealer,
        "turned": _name(told.turned),
        "trump": trump_of(told) or None,
        "quarantined": bool(told.text),
        "lines": [{"line": line, "text": text} for line, text in told.text],
        "seats": [_seat_as_dict(seat) for seat in told.seats],
        "tricks": [
            {
                "trick": trick.number,
                "winner": trick.winner,
                "plays": [_play_as_dict(play) for play in trick.plays],
            }
            for trick in told.tricks
        ],
        "claim": told.claim
        and {"player": told.claim, "cards": _names(told.shown), "tricks": list(told.claimed)},
        "chips": _chips_as_dict(told) if told.seats else None,
        "rulings": [asdict(ruling) for ruling in told.rulings],
        "findings": [found.as_dict() for found in told.findings],
    }


def _seat_as_dict(seat: Seat) -> dict[str, object]:
    return {
        "player": seat.player,
        "declared": seat.declared,
        "dealt": _names(seat.dealt),
        "draw": seat.draw,
        "out": _names(seat.out),
        "in": _names(seat.drawn),
        "tricks": seat.won,
    }


def _play_as_dict(play: Play) -> dict[str, object]:
    return {
        "player": play.player,
        "card": NAMES[play.card],
        "withdrawn": _name(play.withdrawn),
        "verdict": play.verdict or None,
    }


def _chips_as_dict(told: Retelling) -> dict[str, object]:
    return {
        "opening": told.opening,
        "antes": told.antes,
        "payments": [asdict(payment) for payment in told.payments],
        "pot": told.pot,
        "counted": told.counted,
        "unexplained": told.booked + told.lacking,
        "stake": told.stake,
        "next": told.next_pot,
        "verified": told.verified,
    }


def _name(card: int) -> str | None:
    return None if card == NONE else NAMES[card]


def _names(cards: list[int] | None) -> list[str] | None:
    return None if cards is None else [NAMES[card] for card in cards]
