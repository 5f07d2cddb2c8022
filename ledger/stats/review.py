"""Review of an evening: the hands that stand out, each in a sentence, and how much of what
everybody won was luck.

A mark stands only on what is known. What is missing for one, because nobody wrote it down or
nothing is priced yet, is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from duckdb import DuckDBPyConnection

from ledger.stats.chosen import Filter
from ledger.stats.frames import frame
from ledger.stats.insight import is_priced, notable_decisions, player_insight
from ledger.stats.nights import chips_by_hand, pot_by_hand
from ledger.wording import cards, counted, listing

Row = Mapping[str, Any]
TURN, POT, BOURRE, DRAW, DECISION = "turn", "pot", "bourre", "draw", "decision"
MARKS: Final = {
    TURN: "Turning point",
    POT: "Biggest pot",
    BOURRE: "Worst bourré",
    DRAW: "Luckiest draw",
    DECISION: "Costliest decision",
}
"""The kinds of marks, and how people call them."""
PRICED: Final = (DRAW, DECISION)
"""Marks that show what somebody could have held or done: not for those who may still be playing."""
_NOT_ALL: Final = (
    "Who led after which hand is not known: not everything of this evening is recorded."
)
_LEAST: Final = 0.5  # chips that a draw must be worth: less is rounded to nothing


class Mark(NamedTuple):
    """A hand that stands out: its place in the evening from 1, and its number as written (None: it
    could not be read).

    ``text`` is a sentence with ``{0}``, ``{1}`` … for the ``names``. ``step`` is where in the hand
    it happened, as the kind of decision, the trick and the seat; None: the hand as a whole.
    """

    kind: str
    hand: int
    number: int | None
    names: tuple[str, ...]
    text: str
    step: tuple[str, int | None, int] | None = None

    def said(self, name: Callable[[str], str] = str) -> str:
        """The sentence, with every name made safe by ``name``."""
        return self.text.format(*map(name, self.names))


class Share(NamedTuple):
    """What a player won in an evening (chips): ``won`` is the sum of ``luck``, ``play``, and
    ``rest``.

    The first two are estimates, rounded, of the hands with every card written down, as in
    ``player_insight``. The rest is what lies in the pot, and what was won in other hands and
    between hands.
    """

    player: int
    name: str
    won: int
    luck: int
    play: int
    rest: int


class Review(NamedTuple):
    """The marks in the order of play, the shares (none where luck is not known), and sentences on
    what is missing.

    ``known`` is in how many ``hands`` luck is known. ``waits`` is True while nobody has worked out
    luck and prices.
    """

    marks: list[Mark]
    shares: list[Share]
    missing: list[str]
    known: int
    hands: int
    waits: bool

    def while_played(self) -> Review:
        """The same without what cards and prices say: whoever asks may be playing."""
        marks, missing = (
            [one for one in self.marks if one.kind not in PRICED],
            [one for one in self.missing if one == _NOT_ALL],
        )
        return self._replace(marks=marks, shares=[], missing=missing, waits=False)

    def in_part(self) -> Review:
        """The same where not all is in hands that can be read (``unlogged``,
        ``ledger.book.balances.unread``): who led is not known.
        """
        return self._replace(
            marks=[one for one in self.marks if one.kind != TURN],
            missing=list(dict.fromkeys([_NOT_ALL, *self.missing])),
        )


def review_of(connection: DuckDBPyConnection, session: str) -> Review | None:
    """Return the review of the evening with this id as its hands have it (``Review.in_part``); None
    if it has no hands.
    """
    hands = pot_by_hand(connection, session).to_dicts()
    if not hands:
        return None
    ways = chips_by_hand(connection, session)
    called: dict[int, str] = dict(ways.select("player", "name").iter_rows())
    standings = [
        dict(rows.select("player", "chips").iter_rows())
        for _, rows in ways.group_by("hand", maintain_order=True)
    ]
    missing = []
    marks: list[Mark | None] = [biggest_pot_of(hands, called), worst_bourre(hands, called)]
    if all(map(_certain, hands)):
        marks.append(turning_point(standings, hands, called))
    else:
        missing.append(_NOT_ALL)
    priced = is_priced(connection, session)
    shares, known = _shares(connection, session, standings[-1]) if priced else ([], 0)
    if priced:
        marks += [
            _luckiest_draw(connection, session, hands, called),
            _costliest_decision(connection, session, hands, called),
        ]
        missing += _without_cards(hands, marks, known)
    found = sorted(
        (one for one in marks if one), key=lambda one: (one.hand, list(MARKS).index(one.kind))
    )
    return Review(found, shares, missing, known, len(hands), waits=not priced)


def _certain(hand: Row) -> bool:
    """True if the record says what everybody won and lost in a hand (rules.md 5.16)."""
    unsure = hand["open"] or hand["quarantined"] or any(one["unsure"] for one in hand["people"])
    return bool(hand["verified"]) and not unsure


# --- Marks that need no card ----------------------------------------------------------------------
def turning_point(
    standings: Sequence[Mapping[int, int]], hands: Sequence[Row], called: Mapping[int, str]
) -> Mark | None:
    """The hand after which the winner of the evening led alone, and did so after every later hand.

    ``standings`` are everybody's chips at the start and after each hand. None if several share the
    first place at the end, or nobody is above zero: then nobody took the lead for good. The first
    hand of several is one who led from the first to the last.
    """
    end = standings[-1]
    first = [player for player, chips in end.items() if chips == max(end.values())]
    if len(first) != 1 or len(hands) < 2 or end[first[0]] <= 0:
        return None
    winner, at = first[0], len(hands)
    while at > 1 and _leads(winner, standings[at - 1]):
        at -= 1
    if at == 1:
        return _mark(
            TURN, hands[0], [called[winner]], "{0} led after the first hand, and to the last."
        )
    before, won = standings[at - 1], standings[at][winner] - standings[at - 1][winner]
    ahead = [
        player
        for player, chips in before.items()
        if chips == max(before.values()) and player != winner
    ]
    names = [called[winner], *(called[player] for player in ahead[:1])]
    text = f"{{0}} took the lead{' from {1}' if len(ahead) == 1 else ''} for good"
    return _mark(
        TURN,
        hands[at - 1],
        names,
        f"{text}, with {counted(won, 'chip')} won." if won > 0 else f"{text}.",
    )


def _leads(player: int, chips: Mapping[int, int]) -> bool:
    return all(chips[player] > others for other, others in chips.items() if other != player)


def biggest_pot_of(hands: Sequence[Row], called: Mapping[int, str]) -> Mark | None:
    """The hand with the most chips in the pot when it ended, before it was taken: of equals the
    first.

    A pot that cannot be followed, or of a hand thrown in or in quarantine, is none; the sentence
    says if there are such. None if fewer than two pots are known, or all are alike.
    """
    sure = [
        one for one in hands if one["pot"] is not None and one["verified"] and not one["misdeal"]
    ]
    pots = [one["pot"] for one in sure]
    if len(sure) < 2 or max(pots) == min(pots):
        return None
    hand = max(sure, key=lambda one: one["pot"])  # the first of equals
    taken = [(called[one["player"]], one["taken"]) for one in hand["people"] if one["taken"]]
    names, chips = [name for name, _ in taken], counted(hand["pot"], "chip")
    if len(taken) == 1:
        text = (
            f"{{0}} took {chips if taken[0][1] == hand['pot'] else f'{taken[0][1]:,} of {chips}'}"
        )
    elif taken:
        text = f"{listing([f'{{{at}}}' for at in range(len(taken))])} shared {chips}"
    elif hand["open"] or not hand["known"]:
        text = f"{chips}; who took them is not recorded"
    else:
        text = f"{chips} stayed there{' after a tie' if hand['split'] else ''}"
    unsure = any(one["pot"] is None or not one["verified"] for one in hands)
    return _mark(POT, hand, names, f"{text}{', as far as is known' if unsure else ''}.")


def worst_bourre(hands: Sequence[Row], called: Mapping[int, str]) -> Mark | None:
    """The hand in which somebody who went bourré matched the most: of equals the first hand, and
    all of them in it.

    Nobody who went bourré without a payment is one, nor what was paid by somebody of whom no bourré
    is known.
    """
    paid = [
        (one["matched"], hand)
        for hand in hands
        if not hand["quarantined"]
        for one in hand["people"]
        if one["bourre"]
    ]
    most = max((chips for chips, _ in paid), default=0)
    if not most:
        return None
    hand = next(hand for chips, hand in paid if chips == most)
    names = [
        called[one["player"]] for one in hand["people"] if one["bourre"] and one["matched"] == most
    ]
    who = listing([f"{{{at}}}" for at in range(len(names))])
    text = f"{who} matched {counted(most, 'chip')}{' each' if names[1:] else ''}"
    return _mark(
        BOURRE,
        hand,
        names,
        f"{text}, the most of {len(paid):,} bourrés." if len(paid) > len(names) else f"{text}.",
    )


def _mark(
    kind: str,
    hand: Row,
    names: Sequence[str],
    text: str,
    step: tuple[str, int | None, int] | None = None,
) -> Mark:
    return Mark(kind, hand["hand"], hand["number"], tuple(names), text, step)


# --- Luck and prices ------------------------------------------------------------------------------
def _luckiest_draw(
    connection: DuckDBPyConnection, session: str, hands: Sequence[Row], called: Mapping[int, str]
) -> Mark | None:
    """The draw that was worth most above the mean of all that might have come, to the player who
    drew: of equals the first.

    Only where all cards dealt, thrown away and drawn are known, and the pot is; None if none is
    worth half a chip.
    """
    found = frame(connection, _DRAWS, {"session": session}).to_dicts()
    if not found or found[0]["chips"] < _LEAST:
        return None
    (best,) = found
    drew = (
        cards(best["drawn"])
        if best["drawn"].bit_count() == best["draw"]
        else counted(best["draw"], "card")
    )
    text = (
        f"{{0}} drew {drew}: worth about {counted(round(best['chips']), 'chip')} more than draws "
        "are on average."
    )
    return _mark(
        DRAW,
        hands[best["hand"] - 1],
        [called[best["player"]]],
        text,
        ("discard", None, best["seat"]),
    )


_DRAWS: Final = """
    SELECT hand, player, seat, draw, xor(held, held & dealt) AS drawn, draw_luck * stake AS chips
    FROM luck JOIN seats USING (session, hand, player) JOIN hands USING (session, hand)
        JOIN sessions USING (session)
    WHERE id = $session AND draw > 0 AND draw_luck IS NOT NULL AND verified
        AND NOT hands.quarantined AND NOT misdeal
    ORDER BY chips DESC, hand, seat LIMIT 1"""


def _costliest_decision(
    connection: DuckDBPyConnection, session: str, hands: Sequence[Row], called: Mapping[int, str]
) -> Mark | None:
    """The decision that certainly cost the most: by the lower end of what it cost
    (``notable_decisions``).

    None if no decision has a price whose whole interval is above zero, in a hand whose pot is
    known.
    """
    for row in notable_decisions(connection, None, Filter(sessions=(session,))).to_dicts():
        hand = hands[row["hand"] - 1]
        if hand["verified"]:
            name = called[hand["people"][row["seat"]]["player"]]
            cost = f"{row['chips']:.1f} chips more ({row['low']:.1f} to {row['high']:.1f})"
            return _mark(
                DECISION,
                hand,
                [name],
                f"{{0}} {_did(row)} was worth {cost}.",
                (row["kind"], row["trick"], row["seat"]),
            )
    return None


def _did(row: Row) -> str:
    """What somebody did, and what would have been better."""
    if row["kind"] == "stay":
        others = f"with {row['before'] or 'nobody'} in"
        return f"stayed {others}: passing" if row["chosen"] else f"passed {others}: staying"
    if row["kind"] == "discard":
        return f"threw away {cards(row['chosen']) or 'nothing'}: {cards(row['best']) or 'nothing'}"
    return f"played {cards(row['chosen'])} in trick {row['trick']}: {cards(row['best'])}"


def _shares(
    connection: DuckDBPyConnection, session: str, end: Mapping[int, int]
) -> tuple[list[Share], int]:
    """Everybody's share, the winner first, and in how many hands luck is known: none where an
    evening has too few of them.
    """
    told = []
    for row in player_insight(connection, Filter(sessions=(session,))).to_dicts():
        if row["hands"]:
            won, luck, rest = (
                end[row["player"]],
                round(row["luck"]),
                round(end[row["player"]] - row["luck"] - row["skill"]),
            )
            told.append(Share(row["player"], row["name"], won, luck, won - luck - rest, rest))
    (known,) = connection.execute(_KNOWN, {"session": session}).fetchone() or (0,)
    return sorted(told, key=lambda one: (-one.won, one.name)), int(known) if told else 0


_KNOWN: Final = """
    SELECT count(DISTINCT hand) FROM luck JOIN sessions USING (session)
    WHERE id = $session AND deal_luck + draw_luck + result IS NOT NULL"""


def _without_cards(hands: Sequence[Row], marks: Sequence[Mark | None], known: int) -> Iterator[str]:
    kinds, dealt = {one.kind for one in marks if one}, sum(not one["misdeal"] for one in hands)
    if not known:
        yield (
            "How much was luck is not known: that needs every card dealt, thrown away and drawn "
            "in nine hands of ten."
        )
    elif known < dealt:
        yield f"Luck is known in {known:,} of {counted(dealt, 'hand')}."
    if known and DECISION not in kinds:
        yield "No decision that has a price certainly cost anything."
