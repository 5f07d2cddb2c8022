"""Clean evenings with something left out of their logs, and what the full records say of chips.

Read in this order: what the lines of a hand say; what is taken at its word; clean evenings; how
much of a hand is written down; what is left out of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from tried_options import TRIED

from ledger.engine import Judged, judge
from ledger.findings import findings
from ledger.findings.kinds import ERROR
from ledger.game import PRESETS, Rules, RulesError
from ledger.game.options import read_rules
from ledger.hands import read_logs, sessions_of
from ledger.hands.model import Array
from ledger.log import write
from ledger.log.records import Log
from ledger.simulation import Mishaps, Plan, shorten, simulations
from ledger.simulation.hand import Wishes

# --- What the lines of a hand say -----------------------------------------------------------------
Lines: TypeAlias = tuple[str, ...]


class Hand(NamedTuple):
    """A hand: who sits there from the dealer's left on, and the chips that each won or lost."""

    number: int
    seats: tuple[str, ...]
    lines: Lines
    won: Mapping[str, int]


def said(lines: Lines, *keywords: str) -> list[list[str]]:
    """Return the words of the lines that begin with one of the keywords."""
    return [words for line in lines if (words := line.split())[0] in keywords]


def named_in(words: Sequence[str]) -> list[str]:
    """Return the players whom a line names."""
    cards = next((at for at, word in enumerate(words) if word in {"out", "in"}), len(words))
    return [word for word in words[1:cards] if not word.isdigit() and word not in {"-", "?"}]


class Declared(NamedTuple):
    """Who is said to play, and who of them passed later."""

    plays: set[str]
    dropped: set[str]

    @property
    def stay(self) -> set[str]:
        return self.plays - self.dropped


def declared(lines: Lines) -> Declared:
    found = Declared(set(), set())
    for words in said(lines, "play", "pass"):
        whom = set(named_in(words))
        if words[0] == "play":
            found.plays.update(whom)
        else:
            found.dropped.update(whom & found.plays)
    return found


def tricks_of(lines: Lines) -> dict[str, int | None]:
    """Return the tricks of each player by the ``tricks`` line, None for ``?``."""
    found: dict[str, int | None] = {}
    for words in said(lines, "tricks"):
        pairs = zip(words[1::2], words[2::2], strict=True)
        found |= {name: int(number) if number.isdigit() else None for name, number in pairs}
    return found


def staying_by_other_lines(lines: Lines) -> set[str]:
    """Who stayed by what other lines than ``play`` say: who leads, takes, has tricks and so on."""
    there = {words[1] for words in said(lines, "trick", "claim", "take", "match", "renege")}
    return (there - {"-"}) | {name for name, number in tricks_of(lines).items() if number != 0}


def took_back(hand: Hand) -> list[str]:
    """Who took a card back, once for each player."""
    stay = [name for name in hand.seats if name in declared(hand.lines).stay]
    found = [words[1] for words in said(hand.lines, "recall")]
    for words in said(hand.lines, "trick"):
        first = stay.index(words[1])
        in_turn = [*stay[first:], *stay[:first]]
        found += [name for name, card in zip(in_turn, words[2:], strict=True) if ">" in card]
    return list(dict.fromkeys(found))


# --- Taken at its word ----------------------------------------------------------------------------
def _some_are_gone(keyword: str) -> Callable[[Hand, Lines], bool]:
    return lambda hand, kept: 0 < len(said(kept, keyword)) < len(said(hand.lines, keyword))


def _did_not_happen(hand: Hand, kept: Lines) -> bool:
    gone = any(len(said(kept, word)) < len(said(hand.lines, word)) for word in ("early", "misdeal"))
    before, after = (sum(">" in line for line in lines) for lines in (hand.lines, kept))
    recalls = {words[1] for words in said(kept, "recall")}
    passed = {name for words in said(kept, "pass") for name in named_in(words)}
    unnoted = after < before and not set(took_back(hand)) <= recalls
    return gone or unnoted or not declared(hand.lines).dropped <= passed


def _named_nowhere(hand: Hand, kept: Lines) -> bool:
    """Somebody who played is named nowhere, and no trick shows how many did."""
    plays, several_cards = declared(kept).plays, [*filter(_has_several, said(kept, "trick"))]
    named = plays | staying_by_other_lines(kept)
    return bool(plays) and not declared(hand.lines).stay <= named and not several_cards


def _has_several(trick: list[str]) -> bool:
    _, _, *cards = trick
    return len(cards) > 1


def _passed_without_playing(hand: Hand, kept: Lines) -> bool:
    return not declared(hand.lines).dropped <= declared(kept).plays


def _not_among_the_tricks(hand: Hand, kept: Lines) -> bool:
    """Somebody who took none is named nowhere, and no trick shows how many played."""
    took, all_took = (sum(filter(None, tricks_of(lines).values())) for lines in (kept, hand.lines))
    adds_up = 0 < took == all_took
    told = declared(kept).plays | staying_by_other_lines(kept) | set(tricks_of(kept))
    return adds_up and not said(kept, "trick") and not declared(hand.lines).stay <= told


class Word(NamedTuple):
    """Something that is taken at its word, in the words of a page of the contract.

    ``another`` says whether a hand reads as another one if only some of its lines are kept; it is
    None for what is never left out here.
    """

    page: str
    sentence: str
    another: Callable[[Hand, Lines], bool] | None = None


AT_ITS_WORD: Final = (
    Word("rules", "a heading line (above the first hand) that is not there has its default"),
    Word("rules", "a statement between hands or an `end` line that is not there did not happen"),
    Word(
        "rules",
        "an `early`, a `misdeal`, a card taken back, "
        "or a pass after the draw that is not written was none",
        _did_not_happen,
    ),
    Word("rules", "one who alone is said to play was alone", _named_nowhere),
    Word("log-format", "seated players with neither `pass` nor `play` passed", _named_nowhere),
    Word(
        "log-format",
        "A player with a `pass` line passed, whatever names him.",
        _passed_without_playing,
    ),
    Word(
        "rules",
        "a `tricks` line that adds up names all who played beside those whom another line names",
        _not_among_the_tricks,
    ),
    Word(
        "rules",
        "A `match` line, `match -` too, proves who went bourré: those named and no other.",
        _some_are_gone("match"),
    ),
    Word(
        "rules",
        "A `take` by one player proves that this player won and that nobody tied.",
        _some_are_gone("take"),
    ),
    # So the last hand keeps its dealer, whose left the odd chips begin at.
    Word("log-format", "odd chips at `end divide` from the first seat on"),
    # So a trick is left out only of a hand that is over.
    Word(
        "log-format",
        "A hand that is over (`tricks`, `take`, `match` or `renege` says something of it, "
        "a later hand or an `end` line follows)",
    ),
    # Nobody can miss the last hands, the first ones, and those before or after a `result`.
    Word("rules", "Hands that are missing by their numbers"),
    Word("log-format", "any number will do for the first hand"),
    Word("log-format", "After a `result` anyone may deal, any number will do"),
    Word("log-format", "A hand runs to the next `hand` or between-hands statement"),
)


def another_hand(hand: Hand, kept: Lines) -> bool:
    """Return whether what is kept of a hand reads as another one."""
    return any(word.another is not None and word.another(hand, kept) for word in AT_ITS_WORD)


# --- Clean evenings -------------------------------------------------------------------------------
Part: TypeAlias = Hand | str  # a hand, or a line between hands
Parts: TypeAlias = tuple[Part, ...]


class Evening(NamedTuple):
    """A clean evening in full, and the chips that each player has at its end."""

    header: Lines
    parts: Parts
    chips: Mapping[str, int]


class Lively(Mishaps):
    """More is taken back, announced early and claimed than people do."""

    def wishes(self, wishes: Wishes, fault: Array) -> Wishes:
        often = np.ones(len(fault))
        claims = np.maximum(wishes.claims, 0.12)
        return replace(wishes, recalls=0.12 * often, early=0.05 * often, claims=claims)


def clean_evenings(rng: Random, preset: str, number: int) -> Iterator[Evening]:
    """Yield the clean ones of ``number`` evenings by a preset with some options."""
    rules = some_rules(rng, preset)
    low, high = rules.seats
    players = min(max(rng.choice((2, 3, 3, 4, 4, 5, 6)), low, 2), high)
    level, rare = rng.choice(("full", "full", "claim")), rng.choice((0.0, 0.15))
    plan = Plan(rules, players, (2, 4), level, rare=rare)
    (hands,) = simulations(plan, number, rng.randrange(1 << 31), Lively)
    texts = [
        write(shorten(session, 0.3)).replace('"Big Al"', "Al") for session in sessions_of(hands)
    ]
    apart = rules.declare == "two-rounds" and rng.random() < 0.5
    yield from _clean([_DECLARED.sub(_draws_apart, text) if apart else text for text in texts])


_DECLARED: Final = re.compile(r"(?:  (?:pass|play) .*\n)*  play .*\n")
_PLAY: Final = re.compile(r"  play (\S+)( \d(?: (?:out|in) .*)?)")  # of one player


def _draws_apart(found: re.Match[str]) -> str:
    """Write the draws on lines of their own, as a table may that declares first."""
    lines, draws = found[0].splitlines(), []
    for at, line in enumerate(lines):
        if play := _PLAY.fullmatch(line):
            lines[at] = f"  play {play[1]}"
            draws.append(f"  draw {play[1]}{play[2]}")
    return "\n".join([*lines, *draws, ""])


def some_rules(rng: Random, preset: str) -> Rules:
    """Return a preset with up to three options that make sense together."""
    while True:
        names = rng.sample(sorted(set(TRIED) - {"seats"}), rng.randrange(4))
        options = [f"{name}={rng.choice(TRIED[name])}" for name in names]
        with suppress(RulesError):
            return read_rules(" ".join([preset, *options]))


def _clean(texts: list[str]) -> Iterator[Evening]:
    logs = [Log(text.encode(), f"{at}.bourre") for at, text in enumerate(texts)]
    judged = judge(read_logs(logs).hands)
    hands, settled = judged.hands, judged.settlement
    accused = {found.session for found in findings(judged) if found.severity == ERROR}
    sure = settled.verified & ~judged.outcome.open & (settled.antes_known | hands.has_ante)
    moved = settled.moved
    for at, (text, info) in enumerate(zip(texts, hands.sessions, strict=True)):
        rows = slice(info.first_row, info.first_row + info.rows)
        if info.rows and info.id not in accused and sure[rows].all():
            yield _evening(text, judged, at, moved)


def _evening(text: str, judged: Judged, at: int, moved: Array) -> Evening:
    info, hands = judged.hands.sessions[at], judged.hands
    head, _, body = text.partition("\nseats ")
    seats, *rest = [line for line in body.split("\n") if line]
    parts: list[Part] = []
    row = info.first_row
    for line in rest:
        if line.startswith("hand "):
            there = range(int(hands.seated[row]))
            names = tuple(info.players[hands.player[seat, row]] for seat in there)
            won = {name: int(moved[seat, row]) for seat, name in enumerate(names)}
            parts.append(Hand(int(hands.number[row]), names, (line,), won))
            row += 1
        elif line.startswith(" ") and isinstance(last := parts[-1], Hand):
            parts[-1] = last._replace(lines=(*last.lines, line))
        else:
            parts.append(line)
    chips = dict(zip(info.players, map(int, judged.books.chips[at]), strict=True))
    return Evening((*head.split("\n"), f"seats {seats}"), tuple(parts), chips)


# --- How much of a hand is written down -----------------------------------------------------------
LEVELS: Final = (
    (),
    ("dealt",),
    ("dealt", "cards"),
    ("dealt", "cards", "tricks", "ante", "pot"),
    ("dealt", "cards", "trick", "claim"),
    ("dealt", "cards", "trick", "claim", "play", "draw", "pass"),
    ("dealt", "cards", "trick", "claim", "tricks"),
    ("dealt", "cards", "trick", "claim", "tricks", "play", "draw", "pass"),
)
"""Kinds of lines that nobody wrote down: from none to all but payments.

``cards`` are those thrown away and drawn.
"""
_AT_ANY_LEVEL: Final = ("ante", "pot", "take", "match", "pass", "tricks")


_ENDS: Final = {"tricks", "pot", "take", "match", "renege", "misdeal"}


def recorded(hand: Hand, level: Sequence[str], rng: Random) -> Hand:
    """Return a hand with the lines that people wrote down."""
    missing = {*level, *(kind for kind in _AT_ANY_LEVEL if rng.random() < 0.3)}
    kept = tuple(line for line in hand.lines if line.split()[0] not in missing)
    if "trick" in missing:  # which card was taken back is not noted then
        end = next((at for at, line in enumerate(kept) if line.split()[0] in _ENDS), len(kept))
        kept = (*kept[:end], *(f"  recall {name}" for name in took_back(hand)), *kept[end:])
    if "cards" in missing:
        kept = tuple(re.sub(r"(  (?:play|draw) .*?) (?:out|in) .*", r"\1", line) for line in kept)
    return hand if another_hand(hand, kept) else hand._replace(lines=_unsure(kept, rng))


def _unsure(lines: Lines, rng: Random) -> Lines:
    """Leave out words in some of the lines: who dealt, a card, a number, an amount."""
    if rng.random() < 0.5:
        return lines

    def rarely(line: str, pattern: str, instead: str, often: float) -> str:
        return re.sub(pattern, lambda found: instead if rng.random() < often else found[0], line)

    first = rarely(lines[0], r"(?<=\d )\S+(?= )", "-", 0.1)
    first = rarely(first, r"[2-9TJQKA](?=[shdc]$)", "", 0.1)
    found = [rarely(first, r"[shdc]$", "-", 0.1) if first[-2] == " " else first]
    for line in lines[1:]:
        keyword = line.split()[0]
        pattern, instead, often = _WORDS.get(keyword, ("$", "", 0.0))
        found.append(rarely(line, pattern, instead, often))
    return tuple(found)


_CARD: Final = r"(?<= )[2-9TJQKA][shdc]\b(?!>)"  # one that was taken back is not left out (4.10)
_WORDS: Final = {
    "play": (r" \d\b", "", 0.2),
    "tricks": (r"(?<= )\d", "?", 0.1),
    **dict.fromkeys(("dealt", "trick"), (_CARD, "??", 0.1)),
    **dict.fromkeys(("take", "match", "renege"), (r" \d+$", "", 0.3)),
}
"""By the keyword of a line what may be left out of it, what stands there then, and how often."""


# --- What is left out -----------------------------------------------------------------------------
class Partial(NamedTuple):
    """An evening of which something is left out, ``what`` says what: header and parts by file."""

    what: str
    evening: Evening
    files: tuple[tuple[Lines, Parts], ...]

    def logs(self, name: str) -> list[Log]:
        """Return the logs, of sessions ``name-0``, ``name-1``… of a game of their own."""
        texts = [self._text(name, at) for at in range(len(self.files))]
        return [Log(text.encode(), f"{name}-{at}.bourre") for at, text in enumerate(texts)]

    def _text(self, name: str, at: int) -> str:
        header, parts = self.files[at]
        titles = {"session": f"session 2024-01-{at + 1:02} {name}-{at}", "game": f"game {name}"}
        head = [titles.get(line.split()[0], line) for line in header]
        body = ["\n".join(["", *part.lines]) if isinstance(part, Hand) else part for part in parts]
        return "\n".join([*head, *body, ""])


Place: TypeAlias = tuple[int, int]  # a part of an evening, and a line of it


class LeavingOut:
    """Leaves something out of an evening that is recorded as people do it.

    ``hands`` are the places of its hands among its ``parts``, ``lines`` those of their lines.
    """

    def __init__(self, evening: Evening, rng: Random) -> None:
        self.evening, self.rng = evening, rng
        levels = rng.choices(LEVELS, k=rng.choice((1, 2)))
        hands = self.hands_of(evening.parts)
        noted = {at: recorded(hand, rng.choice(levels), rng) for at, hand in hands.items()}
        last = max(hands)
        noted[last] = noted[last]._replace(lines=(hands[last].lines[0], *noted[last].lines[1:]))
        self.hands, self.lines = noted, list[Place]()
        for at, hand in noted.items():
            self.lines += [(at, line) for line in range(1, len(hand.lines))]
        self.parts = tuple(noted.get(at, part) for at, part in enumerate(evening.parts))

    @staticmethod
    def hands_of(parts: Sequence[Part]) -> dict[int, Hand]:
        return {at: part for at, part in enumerate(parts) if isinstance(part, Hand)}

    def partials(self, pairs: int) -> Iterator[Partial]:
        """Yield the evening without each line, pairs of lines, hands; in another order, or cut."""
        every_pair = list(combinations(self.lines, 2))
        some_pairs = self.rng.sample(every_pair, min(len(every_pair), pairs))
        for places in [(), *((line,) for line in self.lines), *some_pairs]:
            kept = self.without(*places)
            if kept is not None:
                yield self.partial(self.called(*places) or "what nobody wrote down", kept)
        yield from self.without_hands()
        yield from self.in_another_order()
        yield from self.in_two_files()

    def partial(self, what: str, parts: Parts) -> Partial:
        return Partial(what, self.evening, ((self.evening.header, parts),))

    def called(self, *places: Place) -> str:
        return " and ".join(self.hands[at].lines[line].strip() for at, line in places)

    def without(self, *places: Place) -> Parts | None:
        """Return the parts without some lines, None if what is left reads as another evening."""
        parts, full = list(self.parts), self.hands_of(self.evening.parts)
        for at in {at for at, _ in places}:
            hand = self.hands[at]
            gone = {line for part, line in places if part == at}
            kept = tuple(text for line, text in enumerate(hand.lines) if line not in gone)
            if another_hand(full[at], kept) or self.goes_on(at, hand, kept):
                return None
            parts[at] = hand._replace(lines=kept)
        return tuple(parts)

    def goes_on(self, at: int, hand: Hand, kept: Lines) -> bool:
        """True if nothing says that a hand without some of its tricks is over."""
        over = said(kept, *_ENDS - {"pot"}) or self.said_between(at, len(self.parts)) & {"end"}
        last = at == max(self.hands)
        return last and not over and len(said(kept, "trick")) < len(said(hand.lines, "trick"))

    def some_line(self, *, but_of: Sequence[int] = ()) -> list[Place]:
        """Return one of the lines, or none."""
        places = [place for place in self.lines if place[0] not in but_of]
        return self.rng.sample(places, min(len(places), self.rng.randrange(2)))

    def said_between(self, first: int, last: int) -> set[str]:
        """Return what is said between two of the parts, by keyword."""
        return {part.split()[0] for part in self.parts[first:last] if isinstance(part, str)}

    def without_hands(self) -> Iterator[Partial]:
        """Yield the evening without a hand that is missed, and without all of these."""
        places = list(self.hands)
        missed = [
            at
            for before, at, after in zip(places, places[1:], places[2:], strict=False)
            if "result" not in self.said_between(before, after)
        ]
        several = [missed] if len(missed) > 1 else []
        for gone in [*([at] for at in missed), *several]:
            line = self.some_line(but_of=gone)
            kept = self.without(*line)
            if kept is not None:
                what = self.called(*((at, 0) for at in gone), *line)
                yield self.partial(what, tuple(p for at, p in enumerate(kept) if at not in gone))

    def in_another_order(self) -> Iterator[Partial]:
        """Yield the evening with its hands in another order, if nothing is said between them."""
        places = list(self.hands)
        order = self.rng.sample(places, len(places))
        if order == places or self.said_between(places[0], places[-1]):
            return
        parts = list(self.parts)
        for at, source in zip(places, order, strict=True):
            parts[at] = self.parts[source]
        numbers = " ".join(str(self.hands[at].number) for at in order)
        yield self.partial(f"order: hands {numbers}", tuple(parts))

    def in_two_files(self) -> Iterator[Partial]:
        """Yield the evening in two files of one game, perhaps without a line."""
        places, line = list(self.hands), self.some_line()
        kept, said_here = self.without(*line), self.said_between(0, len(self.parts))
        whole = said_here & _OF_THE_EVENING or "end counted" in self.parts
        if len(places) < 2 or whole or kept is None:
            return
        before = self.rng.randrange(len(places) - 1)
        first, second = places[before : before + 2]
        if said(self.hands[first].lines, "misdeal"):
            return
        header = self.evening.header
        antes = [one for one in (*header, *kept[:second]) if str(one).startswith("ante ")]
        same = [one for one in header if one.split()[0] not in {"pot", "exempt", "ante", "seats"}]
        again = (*same, *map(str, antes[-1:]), " ".join(["seats", *self.hands[second].seats]))
        bought = [one for one in kept[first + 1 : second] if str(one).startswith("buyin ")]
        files = (header, (*kept[: first + 1], "end carry")), (again, (*bought, *kept[second:]))
        what = f"one file: {self.called((second, 0), *line)}"
        yield Partial(what, self.evening, files)


_OF_THE_EVENING: Final = {"count", "cashout", "result", "penalty", "transfer", "waive", "rules"}
"""What is said between hands of a whole evening, or of a hand that would be in the other file."""


def partial_records(rng: Random) -> Iterator[Partial]:
    """Yield partial records of some evenings by every preset."""
    for preset in PRESETS:
        for evening in clean_evenings(rng, preset, 3):
            yield from LeavingOut(evening, rng).partials(pairs=8)
