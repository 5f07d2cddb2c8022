"""One hand with all cards open, told afterwards: what best play by all comes to, and what each
legal card leads to.

It is hindsight. Nobody saw the others' cards, so no card is called a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from ledger.engine import Judged
from ledger.game.play import cards_in, pretty
from ledger.hands.model import PLAYED, SILENT, Array
from ledger.insight.card_play import HandsPlayed, hands_played, in_order
from ledger.insight.luck import KnownCards, at_real_ante, known_cards, tables_of
from ledger.insight.open_cards import SAME, best_play
from ledger.insight.rollout import Held, RolledOut, value_of
from ledger.insight.stay_table import StayTable
from ledger.simulation.hand import Deal
from ledger.wording import listing


class Ending(NamedTuple):
    """How a hand ends: who takes the pot, several if they share it, who tie so that it stays, and
    who goes bourré.

    ``worth`` is what that is worth to each player, in stakes.
    """

    takes: tuple[str, ...]
    tied: tuple[str, ...]
    bourre: tuple[str, ...]
    worth: dict[str, float]

    @property
    def told(self) -> tuple[tuple[str, ...], ...]:
        """What is said of it."""
        return self[:3]


class Choice(NamedTuple):
    """A card that was a choice: in which trick (from 1), by whom, and what each legal card leads
    to, by its code.
    """

    trick: int
    player: str
    chosen: int
    leads_to: dict[int, Ending]


class Hindsight(NamedTuple):
    """A hand with open cards.

    Without a ``par``, the ending of best play by all, ``needed`` says in a sentence what is
    missing.

    It is empty where nobody played a card, or the hand cannot be read. ``happened`` is how the hand
    really ended. ``choices`` are in order of play, and none where a card was taken back or played
    out of turn.
    """

    needed: str
    par: Ending | None = None
    happened: Ending | None = None
    choices: tuple[Choice, ...] = ()


def hindsight(judged: Judged, row: int, known: KnownCards | None = None) -> Hindsight:
    """Look back at the hand in ``row`` with all cards open."""
    known, rows = known or known_cards(judged), np.array([row])
    hands = judged.hands
    declared = hands.declared[: int(hands.seated[row]), row]
    if (
        hands.quarantined[row]
        or hands.misdeal[row]
        or ((declared != SILENT).all() and (declared == PLAYED).sum() < 2)
    ):
        return Hindsight("")
    tables = tables_of(judged, rows)
    missing = _missing(judged, known, row) or ("" if tables else "a table of at most eight")
    if missing:
        return Hindsight(f"What open cards would have given needs {missing}.")
    table = at_real_ante(judged, tables[0][1], rows)
    played = hands_played(judged, known, rows, table)
    names = [judged.hands.name(row, seat) for seat in range(table.seats)]
    turns = list(_choices(played)) if in_order(judged)[row] else []
    lines = [
        (trick, turn, card)
        for trick, turn in turns
        for card in cards_in(int(played.legal[trick, turn, 0]))
    ]
    step = np.arange(played.cards[..., 0].size).reshape(*played.cards.shape[:2], 1)
    before = np.array([0, *(trick * table.seats + turn for trick, turn, _ in lines)])
    told = np.where(step < before, played.cards, 0)
    for column, (trick, turn, card) in enumerate(lines, 1):
        told[trick, turn, column] = 1 << card
    par, *ends = _endings(table, played, told, names)
    after = dict(zip(lines, ends, strict=True))
    found = []
    for trick, turn in turns:
        leads_to = {card: end for (*at, card), end in after.items() if at == [trick, turn]}
        chosen = int(played.cards[trick, turn, 0]).bit_length() - 1
        found.append(Choice(trick + 1, names[int(played.place[trick, turn, 0])], chosen, leads_to))
    return Hindsight("", par, _happened(judged, row, names), tuple(found))


def _missing(judged: Judged, known: KnownCards, row: int) -> str:
    """What the record of a hand lacks, in words; empty if nothing."""
    hands, form = judged.hands, judged.replay.form
    declared = hands.declared[: int(hands.seated[row]), row]
    stays = declared == PLAYED
    stood = known.after_known & (form.draws == 0) & (hands.out_count <= 0)
    hidden = ~(known.after_known & (known.out_known | stood))[: len(stays), row] & stays
    silent = _names_at(judged, row, declared == SILENT)
    unseen = _names_at(judged, row, hidden)
    lacks = (
        (silent, f"a note of whether {silent} stayed"),
        (unseen, f"the cards dealt to {unseen}, and those thrown away and drawn"),
        (
            not known.sound[row],
            "the dealer, the card turned up, and a record that does not contradict itself",
        ),
        (judged.outcome.open[row], "a note of who took the pot and who went bourré"),
    )
    return next((words for lacking, words in lacks if lacking), "")


def _names_at(judged: Judged, row: int, seats: Array) -> str:
    return listing([judged.hands.name(row, seat) for seat in np.flatnonzero(seats).tolist()])


def _choices(played: HandsPlayed) -> Iterator[tuple[int, int]]:
    """Yield the trick and the turn (from 0) of each card that was a choice, up to the first that is
    not known or not legal.
    """
    for trick, turn in np.ndindex(played.cards.shape[:2]):
        card, legal = int(played.cards[trick, turn, 0]), int(played.legal[trick, turn, 0])
        if played.place[trick, turn, 0] >= 0 and not card & legal:
            return
        if legal & (legal - 1) and card:
            yield trick, turn


def _endings(table: StayTable, played: HandsPlayed, told: Array, names: list[str]) -> list[Ending]:
    """How a hand ends after the cards ``told`` (tricks, turns, ways), one of them in each way."""
    which = np.zeros(told.shape[-1], np.int64)
    deal = Deal(played.deal.seated[which], played.deal.dealt[..., which], played.deal.turned[which])
    now = Held(
        *(each[:, which] for each in (played.declared, played.held, played.own_out, played.draw))
    )
    table = table.of_hands(which)
    ended = best_play(table, deal, now, told)
    return [
        _ending(ended, np.round(value_of(ended, table), SAME), way, names)
        for way in range(len(which))
    ]


def _ending(ended: RolledOut, value: Array, way: int, names: list[str]) -> Ending:
    won, takes = ended.won[:, way], ended.taken[:, way] > 0
    tied = (won == won.max()) & ~takes
    bourre = ended.stayed[:, way] & (won == 0)
    worth = dict(zip(names, value[:, way].tolist(), strict=True))
    return Ending(_named(names, takes), _named(names, tied), _named(names, bourre), worth)


def _named(names: list[str], those: Array) -> tuple[str, ...]:
    return tuple(name for name, one in zip(names, those.tolist(), strict=False) if one)


def _happened(judged: Judged, row: int, names: list[str]) -> Ending | None:
    won = judged.outcome
    if not won.known[row]:
        return None
    takes = won.sharing[:, row] | (np.arange(len(won.sharing)) == won.winner[row])
    tied = won.tied[:, row] & ~takes
    return Ending(_named(names, takes), _named(names, tied), _named(names, won.bourre[:, row]), {})


# --- In words -------------------------------------------------------------------------------------
_NOW: Final = {"took": "takes", "shared": "share", "tied": "tie", "stayed": "stays", "went": "goes"}
"""Verbs in the present tense, for outcomes that did not happen."""


def ending_in_words(ending: Ending, *, happened: bool = False) -> str:
    """``Ann takes the pot, and Gus goes bourré``; ``Ann and Bob tie, and nobody goes bourré``."""

    def did(word: str) -> str:
        return word if happened else _NOW[word]

    if ending.takes:
        pot = (
            f"{listing(ending.takes)} {did('took' if len(ending.takes) == 1 else 'shared')} the pot"
        )
    else:
        pot = (
            f"{listing(ending.tied)} {did('tied')}"
            if len(ending.tied) > 1
            else f"the pot {did('stayed')}"
        )
    goes = "go" if len(ending.bourre) > 1 and not happened else did("went")
    return f"{pot}, and {listing(ending.bourre) or 'nobody'} {goes} bourré"


def par_in_words(seen: Hindsight) -> str:
    """What best play by all comes to, and what happened; or what that needs."""
    if seen.par is None:
        return seen.needed
    said = f"With all cards open and everybody playing for the most, {ending_in_words(seen.par)}."
    if seen.happened is None:
        return said
    same = seen.happened.told == seen.par.told
    return (
        f"{said} "
        f"{'So it went.' if same else f'In fact {ending_in_words(seen.happened, happened=True)}.'}"
    )


def would_have(choice: Choice) -> str:
    """What another card would have done for whoever played, in a sentence; empty if none would have
    done more.
    """
    player, mine = choice.player, choice.leads_to[choice.chosen]
    best = max(choice.leads_to.values(), key=lambda ending: ending.worth[player])
    if best.worth[player] <= mine.worth[player]:
        return ""
    cards = [
        pretty(card)
        for card, ending in choice.leads_to.items()
        if ending.worth[player] == best.worth[player]
    ]
    did = []
    if player in mine.bourre and player not in best.bourre:
        did.append(f"spared {player} the bourré")
    if player in best.takes and player not in mine.takes:
        did.append(f"won {player} {'the pot' if len(best.takes) == 1 else 'a share of the pot'}")
    if not did and mine.takes and not best.takes:
        did.append(f"kept the pot from {listing(mine.takes)}")
    more = [name for name in best.bourre if name not in mine.bourre]
    if not did and more:
        did.append(f"made {listing(more)} go bourré")
    return (
        f"With all cards open, {listing(cards, 'or')} would have "
        f"{listing(did) or f'led to this: {ending_in_words(best)}'}."
    )


def roads(choice: Choice) -> list[tuple[str, str, bool]]:
    """What the legal cards of a choice lead to: cards, the ending in words, and whether the card
    played is one of them.
    """
    found: dict[tuple[tuple[str, ...], ...], list[int]] = {}
    for card, ending in choice.leads_to.items():
        found.setdefault(ending.told, []).append(card)
    return [
        (
            listing([pretty(card) for card in cards], "or"),
            ending_in_words(choice.leads_to[cards[0]]),
            choice.chosen in cards,
        )
        for cards in found.values()
    ]
