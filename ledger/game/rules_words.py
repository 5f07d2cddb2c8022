"""The rules in words: one sentence for each rule of rules.md, made from the fields of ``Rules``, with its sources."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from ledger.game.rules import OPTIONS, PRESETS, Rules, option_text

SOURCES: Final = {
    "McLeod": "John McLeod, “Bourré (Booray)”, 2006–2010, after Roy J. Nickens, “Bouré”, 1972",
    "Tutorial": "a written companion to a video tutorial on Bourré",
    "Encyclopedia": "an encyclopedia article on Bourré in Acadiana",
    "Card site": "a card site's page on Booray",
    "house": "a custom of your table that none of these texts has",
    "decided": "no source settles it: this program's own reading",
}
"""The texts that the rules come from, by the short name used in a sentence's sources."""

SUMMARIES: Final = {
    "louisiana": "the Louisiana game as McLeod gives it (the default)",
    "double-ante": "who plays antes again, and nobody is let off an ante",
    "separate-trump": "one more card is turned for trump and is no one's",
    "dealer-takes-trump": "one more card is turned, and the dealer may take it",
    "simultaneous": "all decide at once whether to play",
    "indiana": "four cards, a trump or a club to play, reneges cost double",
    "tutorial": "the plain game of the tutorial, 3 to 8 players",
    "acadiana": "the encyclopedia's game: declare first, draw after",
    "casino": "the card site's game: a second ante and no cinch",
}
"""Each preset in a line."""

_P, _G, _W, _C, _HOUSE, _US = SOURCES
_ALL = (_P, _G, _W, _C)
_NUMBERS = ("no", "one", "two", "three", "four", "five")


class Sentence(NamedTuple):
    """What one rule asks: its number in rules.md, the words, who says so, and the option that it follows from, if any."""

    rule: str
    text: str
    sources: tuple[str, ...]
    option: str | None = None


def explain(rules: Rules) -> dict[str, list[Sentence]]:
    """Return everything that ``rules`` ask, by section, in the order of a hand."""
    return {
        "The table": list(_table(rules)),
        "Ante, deal and trump": list(_deal(rules)),
        "Play or pass, and the draw": list(_draw(rules)),
        "The play": list(_play(rules)),
        "Mistakes": list(_mistakes(rules)),
        "The pot": list(_pot(rules)),
    }


def named_sources(sentence: Sentence) -> str:
    """Return who says so, in the fewest words: ``McLeod, Tutorial`` or ``all four``."""
    return "all four" if sentence.sources == _ALL else ", ".join(sentence.sources)


def changed_options(rules: Rules) -> set[str]:
    """Return the names of the options in which ``rules`` differ from their preset."""
    return {name for name in OPTIONS if option_text(rules, name) != option_text(PRESETS[rules.preset], name)}


def summary(rules: Rules) -> str:
    """Return the preset in a line, and which options are changed."""
    changed = [name for name in OPTIONS if name in changed_options(rules)]
    return SUMMARIES[rules.preset] + (f"; changed (*): {', '.join(changed)}" if changed else "")


def _table(rules: Rules) -> Iterator[Sentence]:
    low, high = rules.seats
    by_seats = {(2, 8): (_P,), (3, 8): (_G,), (2, 7): (_W, _C)}
    yield Sentence("1.1", "52 cards, four suits, the ace high and the two low.", _ALL)
    players = f"{low} to {high} players." if low < high else f"{low} players."
    yield Sentence("1.2", players, by_seats.get(rules.seats, (_HOUSE,)), "seats")
    yield Sentence(
        "1.3",
        f"{_NUMBERS[rules.hand_size].capitalize()} cards each, dealt one at a time from the dealer's left.",
        (_P,) if rules.hand_size == 4 else _ALL,
        "hand-size",
    )


def _deal(rules: Rules) -> Iterator[Sentence]:
    if rules.dealer_antes:
        yield Sentence("2.2", "The dealer antes one unit for every seat before the deal.", (_W,), "dealer-antes")
    else:
        exempt = ", except those let off below" if rules.bourre_exempt or rules.split_exempt else ""
        yield Sentence("2.1", f"Everyone at the table antes one unit before the deal{exempt}.", _ALL, "dealer-antes")
    if rules.trump == "dealer":
        text = "The dealer's last card is turned up: its suit is trump, and it is part of the dealer's hand."
        yield Sentence("2.3", text, _ALL, "trump")
    elif rules.trump == "separate":
        text = "One more card is turned up: its suit is trump, and it is no one's to play."
        yield Sentence("2.4", text, (_P,), "trump")
    else:
        text = (
            "One more card is turned up: its suit is trump. A dealer who plays may take it, and then discards one card "
            "more than is drawn."
        )
        yield Sentence("2.4", text, (_P,), "trump")
    yield Sentence("2.5", "The deal passes to the left. Who has forfeited a turn to deal is skipped once.", (_P, _US))


def _draw(rules: Rules) -> Iterator[Sentence]:
    if rules.declare == "simultaneous":
        yield Sentence("3.8", "All reveal at once whether they play or pass.", (_P,), "declare")
    else:
        yield Sentence(
            "3.1", "In turn from the dealer's left each player passes or plays. Passing costs nothing more.", _ALL, "declare"
        )
    if rules.qualify:
        yield Sentence("7.4", "To play, one must hold a trump or a club (the “dirty club”).", (_P,))
    yield from _second_ante(rules)
    order = {
        "with-draw": ("Who plays discards and is dealt as many at once, before the next player speaks.", (_P, _G)),
        "two-rounds": ("All declare first; then those who play discard and draw, in the same order.", (_W, _C, _P)),
        "simultaneous": ("Then those who play discard and draw, in turn from the dealer's left.", (_P,)),
    }
    yield Sentence("3.2", *order[rules.declare], "declare")
    yield _cap(rules)
    yield _stock(rules)
    if rules.stay_ante:
        yield Sentence("7.4", "After the draw each may still pass, or pays one more unit to stay.", (_P,))
    if rules.trump == "dealer":
        text = "A dealer who turned up an ace must play." if rules.ace_must_play else "A dealer who turned up an ace may pass."
        yield Sentence("3.5", text, (_P,) if rules.ace_must_play else (_G, _W, _C), "ace-must-play")
    text = "A player left alone wins every trick and takes the pot unplayed; if all pass, the pot stays."
    yield Sentence("3.6", text, (_P, _US))
    yield Sentence("3.9", "Showing one's intention before one's turn costs the next turn to deal.", (_P,))


def _second_ante(rules: Rules) -> Iterator[Sentence]:
    if not rules.second_ante:
        yield Sentence("3.7", "Playing costs no second ante.", (_P, _G, _W), "second-ante")
    elif rules.stay_ante:
        yield Sentence("7.4", "Who plays puts in one more unit.", (_P,), "second-ante")
    else:
        yield Sentence("3.7", "Who plays puts in one more unit when declaring.", (_P, _W, _C), "second-ante")


def _cap(rules: Rules) -> Sentence:
    caps = dict(rules.draw_cap)
    other = caps.pop(0, None)
    if not rules.draw_cap:
        return Sentence("3.3", "Any number of cards may be discarded, the whole hand too.", (_P, _G), "draw-cap")
    parts = [f"{_most(most)} with {seats} players" for seats, most in sorted(caps.items())]
    rest = "any number otherwise" if other is None else _most(other)
    text = f"Discards: {', '.join([*parts, rest])}."
    if rules.draw_cap == ((7, 3),):
        return Sentence("3.3", text, (_W, _C), "draw-cap")
    sources = (_P,) if rules.draw_cap == ((0, 3),) and rules.hand_size == 4 else (_HOUSE,)
    return Sentence("3.3", text, sources, "draw-cap")


def _most(most: int) -> str:
    return f"at most {_NUMBERS[most]}" if most else "none"


def _stock(rules: Rules) -> Sentence:
    seats = min(7, rules.seats[1])
    left = f"{rules.stock(seats)} cards are left to draw from with {seats} players. When they run out, "
    if rules.declare == "with-draw":
        text = (
            "the discards and passed hands of those who have acted are shuffled and dealt, "
            "but not the discards of the player being served."
        )
        return Sentence("3.4", left + text, (_P,))
    return Sentence("3.4", left + "the passed hands are shuffled and dealt, and after them the discards.", (_W, _US))


def _play(rules: Rules) -> Iterator[Sentence]:
    yield Sentence(
        "4.1", "The first player left of the dealer who stayed in leads; after that the winner of a trick leads.", _ALL
    )
    yield Sentence("4.2", "One card each, clockwise. The highest trump wins, else the highest card of the suit led.", _ALL)
    yield Sentence("4.3", "Follow suit if you can.", _ALL)
    yield Sentence("4.4", "If you cannot, play a trump if you can.", (_P, _G, _W))
    text = "Within these two, beat the best card on the table if you can; any card that beats it will do."
    yield Sentence("4.5", text, _ALL)
    if rules.must_trump:
        text = "If you cannot follow and no trump of yours can win, a trump must still be played."
        yield Sentence("4.6", text, (_P, _G), "must-trump")
    else:
        text = "If you cannot follow and no trump of yours can win, any card may be played."
        yield Sentence("4.6", text, (_W, _C), "must-trump")
    yield Sentence("4.7", "With neither the suit led nor a trump, any card may be played.", _ALL)
    yield from _cinch(rules)


def _cinch(rules: Rules) -> Iterator[Sentence]:
    needed = _NUMBERS[rules.tricks_for_pot]
    if rules.cinch:
        text = (
            f"Who is certain of {needed} tricks has a cinch, and must lead the highest trump, and play the highest trump "
            "when following unless last; a neighbouring trump is as good."
        )
        yield Sentence("4.8", text, (_P, _G, _W), "cinch")
    else:
        yield Sentence("4.8", "A player who is certain of the pot has no duties beyond these.", (_C,), "cinch")
    yield Sentence("4.11", "A player to whom every trick left is certain may lay down the hand and take them.", (_W,))


def _mistakes(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("4.9", "A wrong card that still lies there when the next is played is a renege.", (_P, _W))
    recalls = {
        "forfeit": (
            "Who takes a wrong card back in time cannot win this pot and loses the next turn to deal, but pays nothing for it.",
            (_P,),
        ),
        "free": ("A wrong card may be taken back in time at no cost.", (_W,)),
        "renege": ("A wrong card taken back in time still counts as a renege.", (_W,)),
    }
    yield Sentence("4.10", *recalls[rules.recall], "recall")
    text = f"A renege pays {_stake(rules, rules.renege_factor)} into the next pot."
    yield Sentence("5.5", text, (_P, _W) if rules.renege_factor == 1 else (_P,), "renege-factor")
    text = "Who owes for a renege and for a bourré pays the larger of the two, once."
    yield Sentence("5.5", text, (_US,))


def _pot(rules: Rules) -> Iterator[Sentence]:
    yield Sentence("5.1", "Whoever alone has the most tricks takes the pot.", _ALL)
    yield Sentence("5.2", "After a tie for the most tricks nobody takes it; it stays for the next hand.", _ALL)
    yield Sentence("5.3", "It stays too if the one with the most tricks may not win it.", (_US,))
    text = f"Who played and took no trick has gone bourré and pays {_stake(rules)} into the next one."
    yield Sentence("5.4", text, _ALL)
    if rules.limit is None:
        yield Sentence("5.9", "There is no limit to what may be won or lost in a hand.", _ALL, "limit")
    else:
        text = f"The limit is {rules.limit} chips: the winner takes no more than that, and the rest stays in the pot."
        yield Sentence("5.9", text, (_P, _W), "limit")
    yield from _exempt(rules)
    yield Sentence("5.12", "A pot left at the end is carried to the next session, or divided, as the log says.", (_US,))


def _stake(rules: Rules, times: int = 1) -> str:
    twice = "twice " if times == 2 else ""
    return f"{twice}the pot" if rules.limit is None else f"{twice}the pot, or {times * rules.limit} chips if that is less,"


def _exempt(rules: Rules) -> Iterator[Sentence]:
    if rules.dealer_antes:
        yield Sentence("2.2", "As the dealer antes for all, nobody is let off an ante.", (_US,), "dealer-antes")
        return
    if rules.bourre_exempt:
        text = "Who paid for a bourré or a renege puts in no ante for the next hand."
        yield Sentence("5.6", text, _ALL, "bourre-exempt")
    else:
        yield Sentence("5.6", "Who paid for a bourré or a renege antes like everyone else.", (_P,), "bourre-exempt")
    if rules.split_exempt:
        yield Sentence("5.7", "Those who tied for the most tricks put in no ante for the next hand.", (_P, _G), "split-exempt")
    else:
        sources = (_P, _W, _C) if rules.second_ante and not rules.bourre_exempt else (_W, _C)
        yield Sentence("5.7", "Those who tied for the most tricks ante like everyone else.", sources, "split-exempt")
