"""What a game asks in sentences, each with the number of its rule and the sources that say so (rules.md).

Here are those whose words follow from more than one option, or from numbers; the others stand in ``ledger.game.options``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

from ledger.game.option_values import Antes
from ledger.game.rules import Rules

SOURCES: Final = {
    "McLeod": "John McLeod, “Bourré (Booray)”, 2006–2010, after Roy J. Nickens, “Bouré”, 1972",
    "Tutorial": "a written companion to a video tutorial on Bourré",
    "Encyclopedia": "an encyclopedia article on Bourré in Acadiana",
    "Card site": "a card site's page on Booray",
    "house": "a custom of your table that none of these texts mentions",
    "decided": "no source settles it: this program's own reading",
}
"""The texts that the rules come from, by the short name used in a sentence's sources."""

MCLEOD, TUTORIAL, ENCYCLOPEDIA, CARD_SITE, HOUSE, DECIDED = SOURCES
ALL = (MCLEOD, TUTORIAL, ENCYCLOPEDIA, CARD_SITE)
_NUMBERS = ("no", "one", "two", "three", "four", "five")


class Sentence(NamedTuple):
    """What one rule asks: its number in rules.md, the words, who says so, and the option that it follows from, if any."""

    rule: str
    text: str
    sources: tuple[str, ...]
    option: str | None = None

    @property
    def said_by(self) -> str:
        """Who says so, in the fewest words: ``McLeod, Tutorial`` or ``all four``."""
        return "all four" if self.sources == ALL else ", ".join(self.sources)


Said: TypeAlias = Callable[[Rules], Sentence | None]
"""A sentence that depends on the rules; None where they leave nothing to say."""


def seats(rules: Rules) -> Sentence:
    """How many may sit down (1.2)."""
    low, high = rules.seats
    by_seats = {(2, 8): (MCLEOD,), (3, 8): (TUTORIAL,), (2, 7): (ENCYCLOPEDIA, CARD_SITE)}
    players = f"{low} to {high} players." if low < high else f"{low} players."
    return Sentence("1.2", players, by_seats.get(rules.seats, (HOUSE,)))


def hand_size(rules: Rules) -> Sentence:
    """How many cards each is dealt (1.3)."""
    text = f"{_NUMBERS[rules.hand_size].capitalize()} cards each, dealt one at a time from the dealer's left."
    return Sentence("1.3", text, (MCLEOD,) if rules.hand_size == 4 else ALL)


def ante(rules: Rules) -> Sentence:
    """Who antes before the deal (2.1, 2.2)."""
    if rules.dealer_antes:
        return Sentence("2.2", "The dealer antes one unit for every seat before the deal.", (ENCYCLOPEDIA,))
    exempt = ", except players exempted below" if rules.bourre_exempt or rules.tied_exempt else ""
    return Sentence("2.1", f"Everyone at the table antes one unit before the deal{exempt}.", ALL)


def second_ante(rules: Rules) -> Sentence:
    """Whether playing costs another unit (3.7, 7.4)."""
    if not rules.second_ante:
        return Sentence("3.7", "Playing costs no second ante.", (MCLEOD, TUTORIAL, ENCYCLOPEDIA))
    if rules.stay_ante:
        return Sentence("7.4", "A player who plays puts in one more unit.", (MCLEOD,))
    return Sentence("3.7", "A player who plays puts in one more unit when declaring.", (MCLEOD, ENCYCLOPEDIA, CARD_SITE))


def draw_cap(rules: Rules) -> Sentence:
    """How many cards may be discarded (3.3)."""
    if not rules.draw_cap:
        return Sentence("3.3", "Any number of cards may be discarded, even the whole hand.", (MCLEOD, TUTORIAL))
    caps = dict(rules.draw_cap)
    other = caps.pop(0, None)
    parts = [f"{_most(most)} with {seats} players" for seats, most in sorted(caps.items())]
    text = f"Discards: {', '.join([*parts, 'any number otherwise' if other is None else _most(other)])}."
    if rules.draw_cap == ((7, 3),):
        return Sentence("3.3", text, (ENCYCLOPEDIA, CARD_SITE))
    return Sentence("3.3", text, (MCLEOD,) if rules.draw_cap == ((0, 3),) and rules.hand_size == 4 else (HOUSE,))


def _most(most: int) -> str:
    return f"at most {_NUMBERS[most]}" if most else "none"


def stock(rules: Rules) -> Sentence:
    """How many cards there are to draw from, and what follows when they run out (3.4)."""
    seats = min(7, rules.seats[1])
    left = f"{rules.stock(seats)} cards are left to draw from with {seats} players. When they run out, "
    if rules.reuse == "folded-first":
        return Sentence("3.4", left + "the passed hands are shuffled and dealt, then the discards.", (ENCYCLOPEDIA,))
    text = (
        "the discards and passed hands of players who have acted are shuffled and dealt, "
        "but not the discards of the player being served."
    )
    return Sentence("3.4", left + text, (MCLEOD,))


def ace_must_play(rules: Rules) -> Sentence | None:
    """What a dealer's turned ace asks (3.5); nothing where the card is not the dealer's own, or the dealer always plays."""
    if rules.trump != "dealer" or rules.dealer_plays:
        return None
    if rules.ace_must_play:
        return Sentence("3.5", "A dealer who turned up an ace must play.", (MCLEOD,))
    return Sentence("3.5", "A dealer who turned up an ace may pass.", (TUTORIAL, ENCYCLOPEDIA, CARD_SITE))


def cinch(rules: Rules) -> Sentence:
    """What is asked of a player who is certain of the pot (4.8)."""
    if rules.cinch == "no":
        return Sentence("4.8", "A player who is certain of the pot has no extra duties.", (CARD_SITE,))
    text = (
        f"A player certain of {_NUMBERS[rules.tricks_for_pot]} tricks has a cinch, and must lead the highest trump and play the "
    )
    if rules.cinch == "literal":
        return Sentence("4.8", f"{text}very highest whenever a trump may be played to a trick, even last.", (TUTORIAL,))
    text += "highest trump when following unless last; an adjacent trump is as good."
    return Sentence("4.8", text, (MCLEOD, TUTORIAL, ENCYCLOPEDIA))


def renege(rules: Rules) -> Sentence:
    """What a renege pays (5.5)."""
    text = f"A renege pays {_stake(rules, rules.renege_factor)} into the next pot."
    return Sentence("5.5", text, (MCLEOD, ENCYCLOPEDIA) if rules.renege_factor == 1 else (MCLEOD,))


def bourre(rules: Rules) -> Sentence:
    """What one pays who took no trick (5.4)."""
    if rules.bourre is not None:
        chips = "1 chip" if rules.bourre == 1 else f"{rules.bourre} chips"
        return Sentence(
            "5.13", f"A player who stayed in and took no trick has gone bourré and pays {chips} into the next pot.", (HOUSE,)
        )
    return Sentence(
        "5.4", f"A player who stayed in and took no trick has gone bourré and pays {_stake(rules)} into the next one.", ALL
    )


def _stake(rules: Rules, times: int = 1) -> str:
    twice = "twice " if times == 2 else ""
    return f"{twice}the pot" if rules.limit is None else f"{twice}the pot, or {_limit(rules, times)} if that is less,"


def _limit(rules: Rules, times: int = 1) -> str:
    if isinstance(rules.limit, Antes):
        return f"{times * rules.limit.number} antes"
    return f"{times * (rules.limit or 0)} chips"


def limit(rules: Rules) -> Sentence:
    """Whether there is a limit to what a hand may cost (5.9)."""
    if rules.limit is None:
        return Sentence("5.9", "There is no limit on what may be won or lost in a hand.", ALL)
    text = f"The limit is {_limit(rules)}: a bourré{'' if rules.renege_factor == 2 else ' or a renege'} costs no more than that."
    if isinstance(rules.limit, Antes):
        return Sentence("5.9", text, (MCLEOD, ENCYCLOPEDIA, HOUSE))
    return Sentence("5.9", text, (MCLEOD, ENCYCLOPEDIA))


def limit_caps(rules: Rules) -> Sentence | None:
    """Whether the limit holds for the winner as well (5.9); nothing where there is none."""
    if rules.limit is None:
        return None
    if rules.limit_caps == "cost":
        return Sentence("5.9", "The winner takes the whole pot, whatever the limit.", (ENCYCLOPEDIA,))
    return Sentence("5.9", "The winner takes no more than the limit either; the rest stays in the pot.", (MCLEOD,))


def bourre_exempt(rules: Rules) -> Sentence | None:
    """Whether those who paid are let off the next ante (5.6); nothing where the dealer antes for all."""
    if rules.dealer_antes:
        return None
    if rules.bourre_exempt:
        return Sentence("5.6", "A player who paid for a bourré or a renege posts no ante for the next hand.", ALL)
    return Sentence("5.6", "A player who paid for a bourré or a renege antes like everyone else.", (MCLEOD,))


def split_exempt(rules: Rules) -> Sentence | None:
    """Whether those who tied are let off the next ante (5.7); nothing where the dealer antes for all."""
    if rules.dealer_antes:
        return None
    if rules.split == "share":
        return Sentence("5.13", "Players who shared a pot ante like everyone else.", (HOUSE,))
    if rules.split_exempt:
        return Sentence("5.7", "Players who tied for the most tricks post no ante for the next hand.", (MCLEOD, TUTORIAL))
    sources = (MCLEOD, ENCYCLOPEDIA, CARD_SITE) if rules.second_ante and not rules.bourre_exempt else (ENCYCLOPEDIA, CARD_SITE)
    return Sentence("5.7", "Players who tied for the most tricks ante like everyone else.", sources)


def where(field: str, sentence: Sentence) -> Said:
    """The sentence where a yes-or-no field of the rules is yes, else nothing."""
    return lambda rules: sentence if getattr(rules, field) else None
