"""The open hand, as the engine judges it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ledger.engine.form import cards_served, stock
from ledger.findings import findings_of
from ledger.findings.kinds import KINDS_OF_FINDING
from ledger.game.cards import NAMES, NONE, SUITS, UNKNOWN, mask_of_card, mask_of_suit
from ledger.game.play import best_of, player_at
from ledger.log.hand_statements import Pass, Play, Plays, Stay, Tricks
from ledger.log.records import Hand
from ledger.recording.judging import Standing
from ledger.recording.state import CardPlayed, HandNow, HandToCome, Settling, TrickPlayed
from ledger.story import Retelling, Trick, retell


def hand_now(now: Standing) -> HandNow:
    """The open hand."""
    row, said = now.here, now.hand
    assert row is not None
    assert said is not None
    told = retell(now.judged, row)
    active = tuple(seat.player for seat in told.seats if seat.declared == "plays")
    last = told.tricks[-1].number if told.tricks else 0
    tricks = tuple(_trick(trick, now.open_trick if trick.number == last else 0) for trick in told.tricks)
    declared = _declared(said, told)
    turn = _turn(now, told, active, tricks)
    table = tricks[-1].plays if tricks and now.open_trick else ()
    waiting = (name for name in said.seats if not declared[name])
    complete = len(tricks) + len(told.claimed) - bool(table)
    won = {name: sum(trick.winner == name for trick in tricks) + len(told.claimed) * (name == told.claim) for name in active}
    counted = now.open_trick or any(isinstance(statement, Tricks) for statement in said.statements)
    left = told.game.hand_size - complete if told.claimed and not counted else 0
    stayed = {name for statement in said.statements if isinstance(statement, Stay) for name in statement.players}
    return HandNow(
        number=told.number or 0,
        dealer=said.seats[-1] if said.first and said.seats else "",
        turned=NAMES[told.turned] if told.turned < UNKNOWN else "",
        trump=SUITS[told.trump] if told.trump >= 0 else "",
        seats=said.seats,
        antes=told.antes,
        exempt=exempt(now, row),
        declared=declared,
        declaring=None if told.misdeal or told.game.declare == "simultaneous" else next(waiting, None),
        active=active,
        tricks=tricks,
        open_trick=now.open_trick,
        won=won,
        turn=turn,
        led=_suit_led(table),
        best=_best(table, told.trump),
        seen=_seen(now, told, turn, complete),
        holds=_names(told.known[complete].get(turn, ())) if turn is not None else (),
        pot=told.pot,
        settling=_settling(now, row),
        findings=tuple(found for found in findings_of(now.judged, row) if KINDS_OF_FINDING[found.rule].final_before_the_end),
        misdeal=told.misdeal,
        unsaid=left if not all(won.values()) else 0,
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
        return {hands.name(row, seat): "the hand is dealt again" for seat in range(int(hands.seated[row]))}
    reasons = {}
    for seat in range(int(hands.seated[row])):
        if settled.ante_due[seat, row]:
            continue
        if first:
            reasons[hands.name(row, seat)] = "excused when the session began"
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
    """Who is exempt from the ante of a hand, as pairs of names and a reason; no names means everybody."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in hand.exempt.items():
        by_reason.setdefault(reason, []).append(name)
    everybody = len(by_reason) == 1 and not any(hand.antes.values())
    return [([] if everybody else names, reason) for reason, names in by_reason.items()]


def _declared(said: Hand, told: Retelling) -> dict[str, str]:
    """What each player has declared so far, empty for those without a word yet."""
    spoken = {statement.player for statement in said.statements if isinstance(statement, Play)}
    spoken |= {name for statement in said.statements if isinstance(statement, Plays) for name, _ in statement.draws}
    spoken |= {name for statement in said.statements if isinstance(statement, Pass) for name in statement.players}
    declared = dict.fromkeys(said.seats, "")
    return declared | {seat.player: seat.declared for seat in told.seats if seat.player in spoken}


# --- The tricks -----------------------------------------------------------------------------------------------------------


def _trick(trick: Trick, cards: int) -> TrickPlayed:
    """A trick, reduced to its first ``cards`` cards: an open one is filled up."""
    plays = trick.plays[:cards] if cards else trick.plays
    laid = tuple(
        CardPlayed(play.player, NAMES[play.card], "" if play.withdrawn == NONE else NAMES[play.withdrawn]) for play in plays
    )
    return TrickPlayed(trick.number, laid, None if cards else trick.winner)


def _turn(now: Standing, told: Retelling, active: Sequence[str], tricks: Sequence[TrickPlayed]) -> str | None:
    """Who plays the next card (rules.md 4.1, 4.2); None if that is not known or no card is to come."""
    assert now.hand is not None
    if len(active) < 2 or told.unfollowed is not None or any(isinstance(said, Tricks) for said in now.hand.statements):
        return None
    if now.open_trick:
        leader = active.index(tricks[-1].plays[0].player)
        return active[player_at(leader, now.open_trick, len(active))]
    if len(tricks) + len(told.claimed) >= told.game.hand_size:
        return None
    if told.claimed and (not tricks or tricks[-1].number < told.claimed.start):
        return told.claim
    return tricks[-1].winner if tricks else active[0]


def _suit_led(table: Sequence[CardPlayed]) -> str:
    return table[0].card[-1] if table and table[0].card != NAMES[UNKNOWN] else ""


def _best(table: Sequence[CardPlayed], trump: int) -> CardPlayed | None:
    """The card that takes a trick as it stands; None if an unseen card or an unknown trump leaves that open."""
    cards = [mask_of_card(NAMES.index(laid.card)) for laid in table]
    best = best_of(cards, mask_of_suit(trump)) if cards else 0
    return table[cards.index(best)] if best else None


def _seen(now: Standing, told: Retelling, turn: str | None, complete: int) -> tuple[str, ...]:
    """The cards that ``turn`` cannot play next: played, in another hand, or discarded for good (rules.md 3.4)."""
    hands, form = now.hands, now.judged.replay.form
    seen = {play.card for trick in told.tricks for play in trick.plays}
    if told.seats:
        seen |= {card for name, cards in told.known[complete].items() if name != turn for card in cards}
    if told.game.trump == "separate" or (told.game.trump == "dealer-may-take" and turn != told.dealer):
        seen.add(told.turned)
    if cards_served(hands, form)[:, now.here].sum() <= stock(hands, form)[now.here]:
        for seat in told.seats:
            seen |= set(seat.out or ()) | (set(seat.dealt or ()) if seat.player != turn else set())
        if turn != told.dealer:
            seen.add(told.turned)
    return _names(seen)


def _names(cards: Iterable[int]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in sorted(cards) if card < UNKNOWN)


# --- The money ------------------------------------------------------------------------------------------------------------


def _settling(now: Standing, row: int) -> Settling:
    hands, settled, won = now.hands, now.judged.settlement, now.judged.outcome
    names = [hands.name(row, seat) for seat in range(int(hands.seated[row]))] if not hands.quarantined[row] else []

    def by_name(column: object) -> dict[str, int]:
        return {name: int(column[seat, row]) for seat, name in enumerate(names) if column[seat, row]}  # type: ignore[index]

    takes, matches, penalties = (by_name(column) for column in (settled.taken, settled.matched, settled.penalty))
    pot = int(settled.pot[row])
    return Settling(
        known=bool(won.known[row]),
        pot=pot,
        stake=int(settled.stake[row]),
        takes=takes,
        matches=matches,
        penalties=penalties,
        tied=tuple(name for seat, name in enumerate(names) if won.tied[seat, row] and not won.sharing[:, row].any()),
        next_pot=pot - sum(takes.values()) + sum(matches.values()) + sum(penalties.values()),
    )
