"""Eight truths of the game: what reference players find out over millions of hands, with standard
errors (rules.md 3 to 5).

``bourre truths --compute FILE`` works them out anew; what it wrote is shipped, so that nobody has
to wait for it. Everybody decides by the stay chart, shifted by a looseness where it says so, and by
the default rules. Each figure is the mean of several batches of hands, and its standard error comes
from how far they lie apart.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from statistics import fmean
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from ledger.engine import judge
from ledger.engine.form import bits
from ledger.game import Rules
from ledger.game.options import parse_rules
from ledger.hands.model import Array
from ledger.insight import rollout
from ledger.insight.paired import paired
from ledger.insight.reference_tables import FOLDER, reference
from ledger.simulation import Mishaps, Plan, simulations
from ledger.simulation.deck import Dice, Stock, deal
from ledger.simulation.hand import Deal, Declarations, Turn, Wishes

SHIPPED: Final = FOLDER / "truths.json"
SEED: Final = 36
BATCHES: Final = 10
HANDS: Final = 20_000  # hands of each batch, for each table
SEATS: Final = 5
SIZES: Final = range(3, 9)
TIGHT_TO_LOOSE: Final = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3, 0.5)
"""How loose the players at a table are, in stakes: of five, from 31% to all of their hands."""
FEW: Final = (-0.3, 0.0, 0.1, 0.2)
"""The tables whose evenings are played, and at which one player does as the chart says, or not."""
EVENING: Final = 50
LIMIT: Final = 20  # antes
QUANTILES: Final = {"half": 0.5, "nine in ten": 0.9, "99 in 100": 0.99}
WAYS: Final = ("chart", "never", "always", "random")


class Figure(NamedTuple):
    """A mean, and its standard error."""

    value: float
    error: float


class Table(NamedTuple):
    """What is worked out together: what each row is about, and its figures; rates are from
    0 to 1.
    """

    labels: tuple[str, ...]
    figures: tuple[str, ...]


TABLES: Final = {
    "pot": Table(("seats", "loose"), ("in", "grows")),
    "reply": Table(("loose",), ("others", "you", "gains")),
    "drawn": Table(("cards",), ("often", "takes", "bourre", "worth")),
    "place": Table(("seats", "place"), ("stays", "takes", "worth")),
    "split": Table(("in",), ("nobody", "bourres")),
    "purse": Table(("limit", "loose"), tuple(QUANTILES)),
    "way": Table(("way", "loose"), ("worth", "than chart")),
}
"""``pot``: players who stay, and by what the pot is multiplied before the antes.

``reply``: how often the others stay, the best reply to them does, and what that gains over the
chart, in stakes in 100 hands. ``drawn``, ``place``: how often it happens, the pot is taken or a
bourré comes, and what the hand is worth, in stakes. ``split``: how often nobody takes the pot, and
bourrés. ``purse``: the antes that do for an evening, by the share of players for whom they do
(QUANTILES); limit 0 is none. ``way``: what it wins in 100 hands, and how much more than the chart,
in stakes.
"""

Found: TypeAlias = dict[str, dict[tuple[Any, ...], dict[str, Figure]]]
"""The tables: figures by name, by what the labels say."""
Rows: TypeAlias = list[dict[str, Figure]]
Line: TypeAlias = tuple[str, list[float], list[float]]
"""A name, which stands at the end, and the points: those along and those up."""
_Played: TypeAlias = Iterator[tuple[str, tuple[Any, ...], tuple[float, ...]]]
Parts: TypeAlias = tuple[Callable[[Dice, int], _Played], ...]


def compute(
    hands: int = HANDS,
    seed: int = SEED,
    progress: Callable[[int], None] = lambda _: None,
    parts: Parts | None = None,
) -> Found:
    """All tables, or those of some of PARTS, from batches of so many hands; ``progress`` is told of
    each part of a batch.

    The same seed gives the same figures.
    """
    seen: dict[tuple[str, tuple[Any, ...]], list[tuple[float, ...]]] = defaultdict(list)
    for batch in range(BATCHES):
        for number, part in enumerate(PARTS if parts is None else parts):
            for name, row, figures in part(Dice(seed, batch, number), hands):
                seen[name, row].append(figures)
            progress(1)
    found: Found = {name: {} for name in TABLES}
    for (name, row), lines in seen.items():
        mean, error = np.mean(lines, 0), np.std(lines, 0, ddof=1) / len(lines) ** 0.5
        told = [
            Figure(round(float(one), 5), round(float(off), 6))
            for one, off in zip(mean, error, strict=True)
        ]
        found[name][row] = dict(zip(TABLES[name].figures, told, strict=True))
    return found


def as_rows(found: Found) -> dict[str, list[dict[str, Any]]]:
    """The tables as they are stored: a figure is a list of its value and its standard error."""
    return {
        name: [
            dict(zip(TABLES[name].labels, row, strict=True)) | figures
            for row, figures in rows.items()
        ]
        for name, rows in found.items()
    }


@cache
def shipped() -> Found:
    """The tables that come with the program."""
    stored: Mapping[str, list[dict[str, Any]]] = json.loads(SHIPPED.read_text(encoding="utf-8"))
    return {
        name: {
            tuple(row[label] for label in labels): {one: Figure(*row[one]) for one in figures}
            for row in stored[name]
        }
        for name, (labels, figures) in TABLES.items()
    }


# --- In words -------------------------------------------------------------------------------------
class Column(NamedTuple):
    """A figure for each row, None where there is none; ``unit`` is ``%``, ``+`` for one with its
    sign, or nothing.
    """

    heading: str
    figures: tuple[Figure | None, ...]
    digits: int = 1
    unit: str = "%"

    @property
    def drawn(self) -> list[Figure]:
        """The figures that there are, as they are drawn: a hundred times as large in ``%``."""
        times = 100 if self.unit == "%" else 1
        return [Figure(times * one.value, times * one.error) for one in self.figures if one]

    @property
    def cells(self) -> list[str]:
        """Each figure with its standard error: ``3.41 ± 0.02``, ``never`` for none."""
        drawn, plus = iter(self.drawn), "+" if self.unit == "+" else ""
        return [self._said(next(drawn), plus) if one else "never" for one in self.figures]

    def _said(self, one: Figure, plus: str) -> str:
        value = round(one.value, self.digits) + 0.0  # never minus nothing
        return (
            f"{value:{plus},.{self.digits}f}{self.unit.strip('+')} ± {one.error:,.{self.digits}f}"
        ).replace("-", "−")


class Truth(NamedTuple):
    """``title`` says it, ``text`` how it comes, and ``columns`` have the figures of ``rows``, which
    are called ``about``.

    The picture, with these ``axes``, is of the ``lines``, the last of which is a yardstick, else of
    the first columns as bars, ``drawn`` of them.
    """

    title: str
    text: str
    about: str
    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    axes: tuple[str, str]
    drawn: int = 1
    lines: tuple[Line, ...] = ()

    @property
    def table(self) -> tuple[list[str], list[tuple[str, ...]]]:
        """Headings and rows, in words."""
        cells = zip(self.rows, *(column.cells for column in self.columns), strict=True)
        return [self.about, *(column.heading for column in self.columns)], list(cells)


def truths(found: Found) -> tuple[Truth, ...]:
    """The eight, as the figures have them."""
    told = (_snowball, _tighter, _drawing, _dealer, _splits, _bankroll, _never_or_always, _random)
    return tuple(one(found) for one in told)


def snowballs_from(found: Found, seats: int) -> Figure | None:
    """With how many in on average a pot grows from hand to hand at a table of that size; None where
    it never does.
    """
    rows = [found["pot"][seats, loose] for loose in TIGHT_TO_LOOSE]
    for one, more in pairwise(rows):
        if one["grows"].value < 1 <= more["grows"].value:
            rise = (more["grows"].value - one["grows"].value) / (more["in"].value - one["in"].value)
            off = max(one["grows"].error, more["grows"].error) / rise
            return Figure(one["in"].value + (1 - one["grows"].value) / rise, off)
    return None


def _snowball(found: Found) -> Truth:
    known = [snowballs_from(found, seats) for seats in SIZES]
    of_size = {seats: [found["pot"][seats, loose] for loose in TIGHT_TO_LOOSE] for seats in SIZES}
    return Truth(
        f"The pot snowballs once about {fmean(one.value for one in known if one):.1f} players stay",
        (
            "Then bourrés bring more into the pot than is taken, and it grows from hand to hand, "
            "whatever the size of the table."
        ),
        "At the table",
        tuple(map(str, SIZES)),
        (Column("Snowballs from", tuple(known), 3, ""),),
        ("Players who stay", "Pot of the next hand, times this one"),
        lines=(
            *(
                (f"of {seats}", _values(rows, "in"), _values(rows, "grows"))
                for seats, rows in of_size.items()
            ),
            ("the same", [1, SIZES[-1]], [1, 1]),
        ),
    )


def _tighter(found: Found) -> Truth:
    rows = list(found["reply"].values())
    they, you = ([100 * one for one in _values(rows, name)] for name in ("others", "you"))
    return Truth(
        "The looser the others, the tighter you must be",
        f"How often it is best to stay at a table of {SEATS}, and how many stakes in 100 hands "
        "that wins more than the chart for "
        "an even table.",
        "They stay",
        tuple(f"{one:.0f}%" for one in they),
        (
            Column("You stay", _figures(rows, "you")),
            Column("More than the chart", _figures(rows, "gains"), 2, "+"),
        ),
        ("They stay, in %", "You stay, in %"),
        lines=(("you", they, you), ("as they do", they, they)),
    )


def _drawing(found: Found) -> Truth:
    rows = list(found["drawn"].values())
    kinds = {"Takes the pot": "takes", "Bourré": "bourre"}
    often = max(found["drawn"], key=lambda row: found["drawn"][row]["often"].value)[0]
    return Truth(
        "The fewer you draw, the more you win",
        (
            f"Those who stay at an even table of {SEATS}, by how many cards they draw, most often "
            f"{often}; worth: stakes a hand."
        ),
        "Cards drawn",
        tuple(str(cards) for (cards,) in found["drawn"]),
        (
            *(Column(one, _figures(rows, name)) for one, name in kinds.items()),
            Column("Worth", _figures(rows, "worth"), 3, "+"),
        ),
        ("Cards drawn", "Of those who stay, in %"),
        drawn=2,
    )


def _dealer(found: Found) -> Truth:
    first = [found["place"][seats, 0] for seats in SIZES]
    last = [found["place"][seats, seats - 1] for seats in SIZES]
    return Truth(
        "The dealer's seat is the best",
        (
            "The dealer speaks last and always holds a trump, the card turned: stakes a hand at "
            "an even table."
        ),
        "At the table",
        tuple(map(str, SIZES)),
        (
            Column("Dealer", _figures(last, "worth"), 3, "+"),
            Column("First to speak", _figures(first, "worth"), 3, "+"),
        ),
        ("Players at the table", "Stakes a hand"),
        drawn=2,
    )


def _splits(found: Found) -> Truth:
    rows = list(found["split"].values())
    return Truth(
        "With three or more in, one pot in three stays",
        (
            "Two or more win as many tricks, and nobody takes the pot. With two in somebody "
            "always does."
        ),
        "Players in",
        tuple(str(many) for (many,) in found["split"]),
        (
            Column("Nobody takes it", _figures(rows, "nobody")),
            Column("Bourrés", _figures(rows, "bourres"), 3, ""),
        ),
        ("Players in", "Nobody takes the pot, in %"),
    )


def _bankroll(found: Found) -> Truth:
    limits = {"No limit": 0, f"Limit of {LIMIT}": LIMIT}
    columns = [
        Column(one, tuple(found["purse"][limit, loose]["nine in ten"] for loose in FEW), 1, "")
        for one, limit in limits.items()
    ]
    title = (
        f"Bring {found['purse'][0, 0.0]['nine in ten'].value:.0f} antes, and to a loose table a "
        "limit"
    )
    text = (
        f"So many antes nine players in ten are never down by more than in {EVENING} hands at a "
        f"table of {SEATS}."
    )
    return _at_few(found, title, text, columns, "Antes that do for nine in ten")


def _never_or_always(found: Found) -> Truth:
    columns = [
        Column(way.capitalize(), _of_way(found, way, "worth"), 2, "+")
        for way in ("never", "always", "chart")
    ]
    title = "Never staying costs more than always staying, until the others stay too often"
    text = (
        f"One of {SEATS} at the table does so, or follows the chart for an even table: stakes in "
        "100 hands."
    )
    return _at_few(found, title, text, columns)


def _random(found: Found) -> Truth:
    lost = _of_way(found, "random", "than chart")
    title = f"Cards at random cost {-lost[FEW.index(0.0)].value:.0f} stakes in 100 hands"
    text = (
        f"One of {SEATS} stays by the chart, and then plays any card that the rules leave: how "
        "much less that wins."
    )
    return _at_few(found, title, text, [Column("Than sensible cards", lost, 2, "+")])


def _at_few(
    found: Found, title: str, text: str, columns: list[Column], unit: str = "Stakes in 100 hands"
) -> Truth:
    often = tuple(f"{found['reply'][loose,]['others'].value:.0%}" for loose in FEW)
    return Truth(
        title, text, "They stay", often, tuple(columns), ("The others stay", unit), len(columns)
    )


def _of_way(found: Found, way: str, name: str) -> tuple[Figure, ...]:
    return _figures([found["way"][way, loose] for loose in FEW], name)


def _figures(rows: Rows, name: str) -> tuple[Figure, ...]:
    return tuple(row[name] for row in rows)


def _values(rows: Rows, name: str) -> list[float]:
    return [row[name].value for row in rows]


# --- The hands ------------------------------------------------------------------------------------
def _tables(dice: Dice, hands: int) -> _Played:
    """Tables of all sizes, from tight to loose, a quarter of the hands each: the pot, the places,
    and by how many are in.
    """
    by_in: dict[int, list[Array]] = defaultdict(list)
    for seats in SIZES:
        table = reference(Rules(), seats)
        for loose in TIGHT_TO_LOOSE:
            ended = rollout.roll_out(
                rollout.ReferenceTable(table, loose), dice.shuffled(hands // 4), dice
            )
            taken, bourres, number = ended.taken.sum(0), ended.paid.sum(0), ended.entered.sum(0)
            yield "pot", (seats, loose), (number.mean(), (1 - taken + bourres).mean())
            for many in SIZES:
                by_in[many - 1].append(np.stack([taken == 0, bourres])[:, number == many - 1])
            if not loose:
                value = rollout.value_of(ended, table)
                for place in range(seats):
                    took = (ended.taken[place] > 0).mean()
                    yield (
                        "place",
                        (seats, place),
                        (ended.entered[place].mean(), took, value[place].mean()),
                    )
    for many, parts in by_in.items():
        yield "split", (many,), tuple(np.concatenate(parts, 1).mean(1))


def _replies(dice: Dice, hands: int) -> _Played:
    """Five at the table, one of whom decides both ways in each hand, the others from tight to
    loose.
    """
    table = reference(Rules(), SEATS)
    for loose in TIGHT_TO_LOOSE:
        tried = paired(rollout.ReferenceTable(table, loose), dice, hands)
        you, chart = table.reply_to(loose)[tried.cells] > 0, table.margin[tried.cells] > 0
        gains = 100 * (tried.difference * (you.astype(float) - chart)).sum() / hands
        yield "reply", (loose,), (tried.ended.entered.mean(), you.mean(), gains)


def _draws(dice: Dice, hands: int) -> _Played:
    """Five at an even table: how those who stayed fare, by how many cards they drew."""
    table = reference(Rules(), SEATS)
    said = _declared(table.rules, rollout.ReferenceTable(table), dice.shuffled(hands), dice)
    ended = rollout.played_out(table, said, said.in_before)
    value = rollout.value_of(ended, table)
    for cards in range(table.rules.hand_size):
        here = ended.stayed & (said.draw == cards)
        often = here.sum() / ended.stayed.sum()
        yield (
            "drawn",
            (cards,),
            (
                often,
                (ended.taken[here] > 0).mean(),
                (ended.won[here] == 0).mean(),
                value[here].mean(),
            ),
        )


def _declared(
    rules: Rules,
    players: rollout.ReferenceTable,
    decks: Array,
    dice: Dice,
    forced: rollout.Forced | None = None,
) -> rollout.ReferenceDeclarations:
    seated = np.full(len(decks), players.table.seats)
    dealt, turned, top = deal(rules, decks, seated, players.table.seats)
    return rollout.said_on(
        players, Deal(seated, dealt, turned), Stock(dice, decks, top), dice, forced
    )


class _AtRandom(rollout.SensibleTricks):
    """Tricks in which whoever sits in one place plays any card that the rules leave."""

    def __init__(self, whose: int, *args: Any) -> None:  # noqa: ANN401 - those of the tricks
        super().__init__(*args)
        self.whose = whose

    def chosen(self, now: Turn, card: Array) -> Array:
        """The cards played."""
        number = np.maximum(np.bitwise_count(now.legal), 1).astype(np.int64)
        one = bits(
            rollout.codes_of(now.legal, self.rules.hand_size)[
                self.dice.below(number, self.count), self.rows
            ]
        )
        return np.where(now.here & (self.place_of[now.player, self.rows] == self.whose), one, card)


def _ways(dice: Dice, hands: int) -> _Played:
    """Five at the table, half the hands: one of them by the chart, or not, the others from tight to
    loose, in the same deals.
    """
    table = reference(Rules(), SEATS)
    for loose in FEW:
        worth: dict[str, list[float]] = defaultdict(list)
        decks, again = dice.shuffled(hands // 2), int(dice.bits(1)[0])
        for place in range(SEATS):
            others = np.where(np.arange(SEATS)[:, None] == place, 0.0, loose)
            for way in WAYS:
                stays = np.full((SEATS, len(decks)), rollout.FREE)
                stays[place] = {"never": 0, "always": 1}.get(way, rollout.FREE)
                play = partial(_AtRandom, place) if way == "random" else rollout.SensibleTricks
                said = _declared(
                    table.rules,
                    rollout.ReferenceTable(table, others),
                    decks,
                    Dice(again),
                    rollout.Forced(stays),
                )
                ended: rollout.RolledOut = rollout.played_out(
                    table, said, said.in_before, kind=play
                )
                worth[way].append(100 * rollout.value_of(ended, table)[place].mean())
        for way, values in worth.items():
            yield (
                "way",
                (way, loose),
                (float(np.mean(values)), float(np.mean(values) - np.mean(worth["chart"]))),
            )


@dataclass(slots=True)
class _ByChart(Wishes):
    """Nothing rare happens, and everybody declares by the chart, shifted by ``loose``."""

    loose: float = 0.0

    def declarations(self, rules: Rules, dice: Dice, deal: Deal, stock: Stock) -> Declarations:
        """The declarations and draws of the hands."""
        return rollout.ReferenceDeclarations(
            rollout.ReferenceTable(reference(rules, SEATS), self.loose), dice, deal, stock
        )


class _AsLoose(Mishaps):
    """Evenings of players as loose as that."""

    def __init__(self, loose: float) -> None:
        self.loose = loose

    def wishes(self, wishes: Wishes, fault: Array) -> Wishes:
        """What is to happen in hands: nothing else, and nothing goes wrong in any."""
        never = np.where(fault < 0, 0.0, wishes.recalls)
        return _ByChart(never, never, never, never, self.loose)


def _evenings(dice: Dice, hands: int) -> _Played:
    """Evenings of five, half the hands, with pots as the engine settles them: how far down each
    player was at most, in antes.
    """
    many = hands // (2 * EVENING)
    for limit in (0, LIMIT):
        rules = parse_rules(
            "louisiana",
            [("seats", f"{SEATS}-{SEATS}"), *([("limit", str(limit))] if limit else [])],
        )
        for loose in FEW:
            seed = int(dice.bits(1)[0])
            evenings = simulations(
                Plan(rules, SEATS, (EVENING, EVENING)), many, seed, partial(_AsLoose, loose)
            )
            down = np.concatenate(
                [_lowest(judge(one).settlement.moved, one.player) for one in evenings]
            )
            yield "purse", (limit, loose), tuple(np.quantile(down, list(QUANTILES.values())))


def _lowest(moved: Array, player: Array) -> Array:
    """How many chips each player of each evening was down at most, from those of each hand (places,
    hands).
    """
    own = np.zeros((SEATS, moved.shape[1]), np.int64)
    np.put_along_axis(own, player[:SEATS].astype(np.intp), moved[:SEATS], 0)
    return np.asarray(-np.minimum(own.reshape(SEATS, -1, EVENING).cumsum(-1).min(-1), 0)).ravel()


PARTS: Final[Parts] = (_tables, _replies, _draws, _ways, _evenings)
