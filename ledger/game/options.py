"""Every option of the house rules, among the rules that all houses share: one table in the order of
a hand (rules.md 7).

First the sentences that depend on more than one option or on numbers, then the table. An ``Option``
has its name in a log, what may stand behind the ``=``, and what each value asks: a sentence with
its rule's number and its sources. Its default is that of the field of ``Rules`` of the same name.
Then follow the ``rules`` line of a log, text to ``Rules`` and back, and the rules explained, as
``bourre rules`` and the dashboard show them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from ledger.errors import UserError, did_you_mean
from ledger.game.rules import (
    MOST_SEATS,
    PRESETS,
    SUMMARIES,
    Antes,
    Choice,
    DrawCaps,
    Limit,
    Rules,
    RulesError,
    SecondAnte,
    TableSizes,
    Values,
    Whole,
    YesNo,
    join_option,
    split_option,
)

# --- Sentences ------------------------------------------------------------------------------------
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
    """What one rule asks: its number in rules.md, the words, who says so, and the option that it
    follows from, if any.
    """

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
    text = (
        f"{_NUMBERS[rules.hand_size].capitalize()} cards each, dealt one at a time from the "
        "dealer's left."
    )
    return Sentence("1.3", text, (MCLEOD,) if rules.hand_size == 4 else ALL)


def ante(rules: Rules) -> Sentence:
    """Who antes before the deal (2.1, 2.2)."""
    if rules.dealer_antes:
        return Sentence(
            "2.2", "The dealer antes one unit for every seat before the deal.", (ENCYCLOPEDIA,)
        )
    exempt = ", except players exempted below" if rules.bourre_exempt or rules.tied_exempt else ""
    return Sentence("2.1", f"Everyone at the table antes one unit before the deal{exempt}.", ALL)


def second_ante(rules: Rules) -> Sentence:
    """Whether playing costs another unit (3.7, 7.4)."""
    if rules.second_ante is None:
        return Sentence("3.7", "Playing costs no second ante.", (MCLEOD, TUTORIAL, ENCYCLOPEDIA))
    if isinstance(rules.second_ante, int):
        chips = "1 chip" if rules.second_ante == 1 else f"{rules.second_ante} chips"
        return Sentence("3.7", f"A player who plays puts in {chips} more when declaring.", (HOUSE,))
    if rules.stay_ante:
        return Sentence("7.4", "A player who plays puts in one more unit.", (MCLEOD,))
    return Sentence(
        "3.7",
        "A player who plays puts in one more unit when declaring.",
        (MCLEOD, ENCYCLOPEDIA, CARD_SITE),
    )


def draw_cap(rules: Rules) -> Sentence:
    """How many cards may be discarded (3.3)."""
    if not rules.draw_cap:
        return Sentence(
            "3.3", "Any number of cards may be discarded, even the whole hand.", (MCLEOD, TUTORIAL)
        )
    caps = dict(rules.draw_cap)
    other = caps.pop(0, None)
    parts = [f"{_most(most)} with {seats} players" for seats, most in sorted(caps.items())]
    text = (
        "Discards: "
        f"{', '.join([*parts, 'any number otherwise' if other is None else _most(other)])}."
    )
    if rules.draw_cap == ((7, 3),):
        return Sentence("3.3", text, (ENCYCLOPEDIA, CARD_SITE))
    return Sentence(
        "3.3", text, (MCLEOD,) if rules.draw_cap == ((0, 3),) and rules.hand_size == 4 else (HOUSE,)
    )


def _most(most: int) -> str:
    return f"at most {_NUMBERS[most]}" if most else "none"


def stock(rules: Rules) -> Sentence:
    """How many cards there are to draw from, and what follows when they run out (3.4)."""
    seats = min(7, rules.seats[1])
    left = (
        f"{rules.stock(seats)} cards are left to draw from with {seats} players. When they run "
        "out, "
    )
    if rules.reuse == "folded-first":
        return Sentence(
            "3.4",
            left + "the passed hands are shuffled and dealt, then the discards.",
            (ENCYCLOPEDIA,),
        )
    text = (
        "the discards and passed hands of players who have acted are shuffled and dealt, "
        "but not the discards of the player being served."
    )
    return Sentence("3.4", left + text, (MCLEOD,))


def ace_must_play(rules: Rules) -> Sentence | None:
    """What a dealer's turned ace asks (3.5); nothing where the card is not the dealer's own, or the
    dealer always plays.
    """
    if rules.trump != "dealer" or rules.dealer_plays:
        return None
    if rules.ace_must_play:
        return Sentence("3.5", "A dealer who turned up an ace must play.", (MCLEOD,))
    return Sentence(
        "3.5", "A dealer who turned up an ace may pass.", (TUTORIAL, ENCYCLOPEDIA, CARD_SITE)
    )


def must_trump(rules: Rules) -> Sentence:
    """What is asked of a player who cannot follow, and has no trump that wins (4.6)."""
    if rules.must_trump:
        return Sentence(
            "4.6",
            "If you cannot follow and none of your trumps can win, you must still play a trump.",
            (MCLEOD, TUTORIAL),
        )
    text = "If you cannot follow and none of your trumps can win, you may play any card"
    if not rules.over_trump:
        return Sentence("4.6", f"{text}; if one can win, you must trump, with any.", (DECIDED,))
    return Sentence("4.6", f"{text}.", (ENCYCLOPEDIA, CARD_SITE))


def cinch(rules: Rules) -> Sentence:
    """What is asked of a player who is certain of the pot (4.8)."""
    if rules.cinch == "no":
        return Sentence(
            "4.8", "A player who is certain of the pot has no extra duties.", (CARD_SITE,)
        )
    text = (
        f"A player certain of {_NUMBERS[rules.tricks_for_pot]} tricks has a cinch, and must lead "
        "the highest trump and play the "
    )
    if rules.cinch == "literal":
        return Sentence(
            "4.8",
            f"{text}very highest whenever a trump may be played to a trick, even last.",
            (TUTORIAL,),
        )
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
            "5.13",
            (
                f"A player who stayed in and took no trick has gone bourré and pays {chips} into "
                "the next pot."
            ),
            (HOUSE,),
        )
    return Sentence(
        "5.4",
        (
            f"A player who stayed in and took no trick has gone bourré and pays {_stake(rules)} "
            "into the next one."
        ),
        ALL,
    )


def _stake(rules: Rules, times: int = 1) -> str:
    twice = "twice " if times == 2 else ""
    if rules.limit is None:
        return f"{twice}the pot"
    capped = _limit(rules, times if rules.limit_caps == "all" else 1)
    return f"{twice}the pot, or {capped} if that is less,"


def _limit(rules: Rules, times: int = 1) -> str:
    if isinstance(rules.limit, Antes):
        return f"{times * rules.limit.number} antes"
    return f"{times * (rules.limit or 0)} chips"


def limit(rules: Rules) -> Sentence:
    """Whether there is a limit to what a hand may cost (5.9)."""
    if rules.limit is None:
        return Sentence("5.9", "There is no limit on what may be won or lost in a hand.", ALL)
    double = rules.renege_factor == 2 and rules.limit_caps == "all"
    what = "a bourré" if double else "a bourré or a renege"
    text = f"The limit is {_limit(rules)}: {what} costs no more than that."
    if isinstance(rules.limit, Antes):
        return Sentence("5.9", text, (MCLEOD, ENCYCLOPEDIA, HOUSE))
    return Sentence("5.9", text, (MCLEOD, ENCYCLOPEDIA))


def limit_caps(rules: Rules) -> Sentence | None:
    """Whether the limit holds for the winner as well (5.9); nothing where there is none."""
    if rules.limit is None:
        return None
    if rules.limit_caps == "cost":
        return Sentence(
            "5.9", "The winner takes the whole pot, whatever the limit.", (ENCYCLOPEDIA,)
        )
    return Sentence(
        "5.9",
        "The winner takes no more than the limit either; the rest stays in the pot.",
        (MCLEOD,),
    )


def bourre_exempt(rules: Rules) -> Sentence | None:
    """Whether those who paid are let off the next ante (5.6); nothing where the dealer antes for
    all.
    """
    if rules.dealer_antes:
        return None
    if rules.bourre_exempt:
        return Sentence(
            "5.6",
            "A player who paid for a bourré or a renege posts no ante for the next hand.",
            ALL,
        )
    return Sentence(
        "5.6", "A player who paid for a bourré or a renege antes like everyone else.", (MCLEOD,)
    )


def split_exempt(rules: Rules) -> Sentence | None:
    """Whether those who tied are let off the next ante (5.7); nothing where the dealer antes for
    all.
    """
    if rules.dealer_antes:
        return None
    if rules.split == "share":
        return Sentence("5.13", "Players who shared a pot ante like everyone else.", (HOUSE,))
    if rules.split_exempt:
        return Sentence(
            "5.7",
            "Players who tied for the most tricks post no ante for the next hand.",
            (MCLEOD, TUTORIAL),
        )
    sources = (
        (MCLEOD, ENCYCLOPEDIA, CARD_SITE)
        if rules.pays_to_play and not rules.bourre_exempt
        else (ENCYCLOPEDIA, CARD_SITE)
    )
    return Sentence("5.7", "Players who tied for the most tricks ante like everyone else.", sources)


def where(field: str, sentence: Sentence) -> Said:
    """The sentence where a yes-or-no field of the rules is yes, else nothing."""
    return lambda rules: sentence if getattr(rules, field) else None


# --- Options --------------------------------------------------------------------------------------
class Option(NamedTuple):
    """One house rule that a log may set: ``name=VALUE``.

    ``sentence`` is what each value asks, or a function where the words also depend on other
    options.
    """

    name: str
    values: Values
    sentence: Mapping[Any, Sentence | None] | Said

    @property
    def field(self) -> str:
        """The field of ``Rules`` that has the value."""
        return self.name.replace("-", "_")

    def text(self, rules: Rules) -> str:
        """The value as the log writes it: ``20`` or ``none``."""
        return self.values.write(getattr(rules, self.field))

    def said(self, rules: Rules) -> Sentence | None:
        """What the option asks in these rules, None if nothing."""
        told = (
            self.sentence(rules)
            if callable(self.sentence)
            else self.sentence[getattr(rules, self.field)]
        )
        return told and told._replace(option=self.name)


MOST: Final = 1_000_000_000  # the highest limit or price of a bourré that a house may have
_ALONE: Final = "A player left alone wins every trick and takes the pot without playing"
_IN_TURN = Sentence(
    "3.1",
    (
        "Starting on the dealer's left, each player in turn passes or plays. Passing costs "
        "nothing more."
    ),
    ALL,
)
_DRAW_ORDER = {
    "with-draw": Sentence(
        "3.2",
        (
            "A player who plays discards and is dealt as many at once, before the next player "
            "declares."
        ),
        (MCLEOD, TUTORIAL),
    ),
    "two-rounds": Sentence(
        "3.2",
        (
            "Everyone declares first; then the players who stay in discard and draw, in the same "
            "order."
        ),
        (ENCYCLOPEDIA, CARD_SITE, MCLEOD),
    ),
    "simultaneous": Sentence(
        "3.2",
        "Then the players who stay in discard and draw, in turn from the dealer's left.",
        (MCLEOD,),
    ),
}

GAME: Final[dict[str, tuple[Sentence | Said | Option, ...]]] = {
    "The table": (
        Sentence("1.1", "52 cards, four suits, the ace high and the two low.", ALL),
        Option("seats", TableSizes(MOST_SEATS), seats),
        Option("hand-size", Whole(4, 5, ("5", "4")), hand_size),
    ),
    "Ante, deal and trump": (
        Option("dealer-antes", YesNo(), ante),
        Option(
            "trump",
            Choice(("dealer", "separate", "dealer-may-take")),
            {
                "dealer": Sentence(
                    "2.3",
                    (
                        "The dealer's last card is turned up: its suit is trump, and it is part "
                        "of the dealer's hand."
                    ),
                    ALL,
                ),
                "separate": Sentence(
                    "2.4",
                    "One more card is turned up: its suit is trump, and nobody may play it.",
                    (MCLEOD,),
                ),
                "dealer-may-take": Sentence(
                    "2.4",
                    "One more card is turned up: its suit is trump. A dealer who plays may take "
                    "it, and then discards one more "
                    "card than they draw.",
                    (MCLEOD,),
                ),
            },
        ),
        Sentence(
            "2.5",
            (
                "The deal passes to the left. A player who has forfeited a turn to deal is "
                "skipped once."
            ),
            (MCLEOD, DECIDED),
        ),
    ),
    "Play or pass, and the draw": (
        Option(
            "declare",
            Choice(("with-draw", "two-rounds", "simultaneous")),
            {
                "with-draw": _IN_TURN,
                "two-rounds": _IN_TURN,
                "simultaneous": Sentence(
                    "3.8", "Everyone reveals at once whether they play or pass.", (MCLEOD,)
                ),
            },
        ),
        where(
            "qualify",
            Sentence(
                "7.4",
                "To play, a player must hold a trump or a club (the “dirty club”).",
                (MCLEOD,),
            ),
        ),
        Option("second-ante", SecondAnte(MOST), second_ante),
        lambda rules: _DRAW_ORDER[rules.declare]._replace(option="declare"),
        Option("draw-cap", DrawCaps(MOST_SEATS, 5), draw_cap),
        Option("reuse", Choice(("together", "folded-first")), stock),
        Option(
            "second-pass",
            Choice(("no", "yes", "stand-pat")),
            {
                "no": Sentence(
                    "3.1",
                    "A player who has declared to play stays in.",
                    (MCLEOD, TUTORIAL, ENCYCLOPEDIA),
                ),
                "yes": Sentence(
                    "7.4",
                    "A player who has declared to play may still pass after the draw.",
                    (MCLEOD,),
                ),
                "stand-pat": Sentence(
                    "3.1",
                    "A player who wants no new cards says “pass” and keeps the hand.",
                    (CARD_SITE,),
                ),
            },
        ),
        where(
            "stay_ante",
            Sentence(
                "7.4",
                "After the draw each player passes or pays one more unit to stay in.",
                (MCLEOD,),
            ),
        ),
        Option(
            "dealer-plays",
            YesNo(),
            {True: Sentence("5.13", "The dealer may never pass.", (HOUSE,)), False: None},
        ),
        Option("ace-must-play", YesNo(), ace_must_play),
        Option(
            "all-pass",
            Choice(("stays", "dealer")),
            {
                "stays": Sentence(
                    "3.6", f"{_ALONE}; if everyone passes, it stays.", (MCLEOD, DECIDED)
                ),
                "dealer": Sentence(
                    "3.6", f"{_ALONE}; if everyone passes, the dealer takes it.", (HOUSE,)
                ),
            },
        ),
        Sentence(
            "3.9",
            "Showing your intention before your turn costs you your next turn to deal.",
            (MCLEOD,),
        ),
    ),
    "The play": (
        Sentence(
            "4.1",
            (
                "The first player left of the dealer who stayed in leads; after that the winner "
                "of a trick leads."
            ),
            ALL,
        ),
        Sentence(
            "4.2",
            (
                "One card each, clockwise. The highest trump wins, else the highest card of the "
                "suit led."
            ),
            ALL,
        ),
        Sentence("4.3", "Follow suit if you can.", ALL),
        Sentence(
            "4.4", "If you cannot, play a trump if you can.", (MCLEOD, TUTORIAL, ENCYCLOPEDIA)
        ),
        Option(
            "over-trump",
            YesNo(),
            {
                True: Sentence(
                    "4.5",
                    "Within these two rules, beat the best card on the table if you can; any card "
                    "that beats it will do.",
                    ALL,
                ),
                False: Sentence(
                    "4.5",
                    "If you follow, beat the best card on the table if you can; any card that "
                    "beats it will do. If you cannot follow, any trump will do.",
                    (HOUSE,),
                ),
            },
        ),
        Option("must-trump", YesNo(), must_trump),
        Sentence("4.7", "With neither the suit led nor a trump, you may play any card.", ALL),
        Option("cinch", Choice(("yes", "literal", "no")), cinch),
        Sentence(
            "4.11",
            "A player who is certain of every remaining trick may lay down the hand and take them.",
            (ENCYCLOPEDIA,),
        ),
    ),
    "Mistakes": (
        Sentence(
            "4.9",
            "A wrong card that is not taken back before the next card is played is a renege.",
            (MCLEOD, ENCYCLOPEDIA),
        ),
        Option(
            "recall",
            Choice(("forfeit", "free", "renege")),
            {
                "forfeit": Sentence(
                    "4.10",
                    "A player who takes a wrong card back in time cannot win this pot and loses "
                    "their next turn to deal, "
                    "but pays nothing for it.",
                    (MCLEOD,),
                ),
                "free": Sentence(
                    "4.10", "A wrong card may be taken back in time at no cost.", (ENCYCLOPEDIA,)
                ),
                "renege": Sentence(
                    "4.10",
                    "A wrong card taken back in time still counts as a renege.",
                    (ENCYCLOPEDIA,),
                ),
            },
        ),
        Option("renege-factor", Whole(1, 2, ("1", "2")), renege),
        Option(
            "renege-bars",
            YesNo(),
            {
                True: Sentence(
                    "5.1",
                    "A player on whom the table called a renege cannot win this pot.",
                    (ENCYCLOPEDIA, DECIDED),
                ),
                False: Sentence(
                    "5.1",
                    "A renege that the table called costs its price, but not the pot.",
                    (HOUSE,),
                ),
            },
        ),
        Option(
            "renege-and-bourre",
            Choice(("larger", "both")),
            {
                "larger": Sentence(
                    "5.5",
                    (
                        "A player who owes for both a renege and a bourré pays the larger of the "
                        "two, once."
                    ),
                    (DECIDED,),
                ),
                "both": Sentence(
                    "5.5",
                    "A player who owes for both a renege and a bourré pays for each.",
                    (HOUSE,),
                ),
            },
        ),
    ),
    "The pot": (
        Option(
            "wins",
            Choice(("most", "majority")),
            {
                "most": Sentence(
                    "5.1", "The player who alone has the most tricks takes the pot.", ALL
                ),
                "majority": Sentence(
                    "5.1",
                    "A player with more than half of the tricks takes the pot; else nobody does.",
                    (HOUSE,),
                ),
            },
        ),
        Option(
            "split",
            Choice(("carry", "share")),
            {
                "carry": Sentence(
                    "5.2",
                    (
                        "If players tie for the most tricks, nobody takes it; it stays for the "
                        "next hand."
                    ),
                    ALL,
                ),
                "share": Sentence(
                    "5.13",
                    "If players tie for the most tricks, those of them who may win it share what "
                    "one winner would take; "
                    "odd chips stay.",
                    (HOUSE,),
                ),
            },
        ),
        Sentence(
            "5.3", "It also stays if the player with the most tricks may not win it.", (DECIDED,)
        ),
        Option("bourre", Whole(1, MOST, ("match", "2"), "match"), bourre),
        Option("limit", Limit(MOST), limit),
        Option("limit-caps", Choice(("all", "cost")), limit_caps),
        where(
            "dealer_antes",
            Sentence(
                "2.2",
                "The dealer antes for everyone, so nobody is exempt.",
                (DECIDED,),
                "dealer-antes",
            ),
        ),
        Option("bourre-exempt", YesNo(), bourre_exempt),
        Option("split-exempt", YesNo(), split_exempt),
        Sentence(
            "5.12",
            "A pot left at the end is carried to the next evening, or divided, as the log says.",
            (DECIDED,),
        ),
    ),
}
"""What a game asks, by section, in the order of a hand."""


def _in_order() -> Iterator[tuple[str, Option]]:
    found = {
        told.field: told
        for told in (one for section in GAME.values() for one in section)
        if isinstance(told, Option)
    }
    for field in fields(Rules):
        if field.name in found:
            option = found.pop(field.name)
            yield option.name, option
    assert not found, f"options without a field of Rules: {', '.join(found)}"


OPTIONS: Final = MappingProxyType(dict(_in_order()))
"""Every option by name, in the order of rules.md 7, which is that of the fields of ``Rules``."""


# --- Rules line -----------------------------------------------------------------------------------
def read_rules(text: str) -> Rules:
    """The rules that a text names: ``louisiana limit=20``.

    Raises RulesError as ``parse_rules`` does.
    """
    return parse_rules(*split_rules(text))


def split_rules(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The words of ``louisiana limit=20``, not yet understood: the preset, and a pair for each
    option.
    """
    preset, *words = text.split() or [""]
    return preset, tuple(map(split_option, words))


def join_rules(preset: str, options: Iterable[tuple[str, str]]) -> str:
    """``louisiana limit=20``, from what ``split_rules`` returns."""
    return " ".join([preset, *(join_option(name, value) for name, value in options)])


def parse_rules(preset: str, options: Iterable[tuple[str, str]] = ()) -> Rules:
    """The rules of a preset with options on top of it, pairs of name and value.

    Raises RulesError (with the index of the word) for an unknown preset, option or value, and for
    an option given twice. Options that have no effect together are no error: a cap of five on hands
    of four cards, or an ace that binds a dealer who is not dealt the turned card (3.5).
    """
    if preset not in PRESETS:
        remedy = (
            f"write a preset first: louisiana {preset}"
            if "=" in preset
            else did_you_mean(preset, PRESETS)
        )
        if preset in OPTIONS:
            remedy = (
                "it is an option: write it after a preset, with its value: louisiana "
                f"{preset}=VALUE"
            )
        raise RulesError(
            f"there are no rules named {preset!r}", "one of " + ", ".join(PRESETS), remedy
        )
    return changed_rules(PRESETS[preset], options)


def changed_rules(before: Rules, options: Iterable[tuple[str, str]]) -> Rules:
    """Rules with options on top of them, pairs of name and value.

    Raises RulesError as ``parse_rules`` does.
    """
    changes: dict[str, Any] = {}
    places: dict[str, int] = {}
    for word, (name, text) in enumerate(options, 1):
        try:
            option = _option(name, places)
            changes[option.field] = option.values.read(name, text)
        except RulesError as error:
            error.word = word
            raise
        places[name] = word
    return dataclasses.replace(before, **changes)


def _option(name: str, given: Mapping[str, int]) -> Option:
    if name not in OPTIONS:
        raise RulesError(
            f"there is no option named {name!r}",
            "one of " + ", ".join(OPTIONS),
            did_you_mean(name, OPTIONS),
        )
    if name in given:
        raise RulesError(f"{name} is given twice", "each option once", "leave one of them out")
    return OPTIONS[name]


@lru_cache(maxsize=1000)  # an archive has few rules and many sessions
def rules_text(rules: Rules) -> str:
    """The shortest text that ``read_rules`` reads back as these rules: ``louisiana limit=20``."""
    return join_rules(
        rules.preset, ((name, OPTIONS[name].text(rules)) for name in changed_options(rules))
    )


def changed_options(rules: Rules) -> list[str]:
    """The names of the options in which ``rules`` differ from their preset, in the order of the
    table.
    """
    preset = PRESETS[rules.preset]
    return [
        name
        for name, option in OPTIONS.items()
        if getattr(rules, option.field) != getattr(preset, option.field)
    ]


def option_texts(rules: Rules) -> dict[str, str]:
    """Every option with its value as the log writes it."""
    return {name: option.text(rules) for name, option in OPTIONS.items()}


def typed_rules(words: Sequence[str]) -> Rules:
    """The rules that somebody typed, word by word: a preset, then options as ``NAME=VALUE``.

    Raises UserError for rules that do not exist or make no sense.
    """
    if not words:
        raise UserError("no rules are named", f"write one of {', '.join(PRESETS)}")
    pairs = typed_options(words[1:])
    try:
        return parse_rules(words[0], pairs)
    except RulesError as error:
        near = error.remedy.startswith("did you mean")
        raise UserError(
            str(error),
            error.remedy
            if near
            else "; ".join(filter(None, (f"expected {error.expected}", error.remedy))),
        ) from None


def typed_options(words: Iterable[str]) -> list[tuple[str, str]]:
    """The pairs of options that somebody typed; raises UserError for a word without a value."""
    pairs = []
    for word in words:
        if "=" not in word:
            raise UserError(f"{word} has no value", "write options as NAME=VALUE, such as limit=20")
        pairs.append(split_option(word))
    return pairs


# --- Explanation ----------------------------------------------------------------------------------
COMPARED_NOTE: Final = (
    "Each line is an option for a log's `rules` line; a draw-cap of 7:3 is for seven players. "
    "Indiana's two other customs "
    "are not options: a player needs a trump or a club to play, and after the draw passes or pays "
    "one more unit."
)
"""What is to be known beside ``compared_rules``."""


class Explanation(NamedTuple):
    """Some rules in words.

    ``line`` is the shortest way to write them, ``summary`` a line about them; ``sections`` have
    their sentences in the order of a hand. ``changed`` are the options in which they differ from
    their preset, ``options`` all with their values, and ``sources`` the texts that the sentences
    name, in full.
    """

    line: str
    summary: str
    sections: dict[str, list[Sentence]]
    changed: list[str]
    options: dict[str, str]
    sources: dict[str, str]

    @property
    def preset(self) -> str:
        """The name of the preset that the rules are, or differ from."""
        return self.line.split()[0]


def explain_rules(text: str) -> Explanation:
    """Explain what a preset with options asks, written as in a log: ``louisiana limit=20``.

    Raises UserError for rules that do not exist or make no sense.
    """
    return explanation(typed_rules(text.split()))


def explanation(rules: Rules) -> Explanation:
    """Explain everything that ``rules`` ask."""
    sections = {
        title: [said for one in section if (said := _said(one, rules))]
        for title, section in GAME.items()
    }
    used = {
        name
        for sentences in sections.values()
        for sentence in sentences
        for name in sentence.sources
    }
    changed = changed_options(rules)
    return Explanation(
        rules_text(rules),
        SUMMARIES[rules.preset] + (f"; changed (*): {', '.join(changed)}" if changed else ""),
        sections,
        changed,
        option_texts(rules),
        {name: source for name, source in SOURCES.items() if name in used},
    )


def _said(one: Sentence | Said | Option, rules: Rules) -> Sentence | None:
    if isinstance(one, Option):
        return one.said(rules)
    return one if isinstance(one, Sentence) else one(rules)


class OptionValue(NamedTuple):
    """A value of an option as a log writes it, what it asks (None: nothing), and the presets that
    have it.
    """

    text: str
    sentence: Sentence | None
    presets: list[str]


def explained_options(base: str) -> dict[str, list[OptionValue]]:
    """Every option with the values that presets give it and a few others, each told as in the first
    preset that has it.

    A value that none has is told as in a house that else plays by ``base``, or by a preset that
    could have it.
    """
    compared = compared_rules()
    found: dict[str, list[OptionValue]] = {}
    for name, option in OPTIONS.items():
        texts = dict.fromkeys(
            [*(options[name] for options in compared.values()), *option.values.examples]
        )
        found[name] = []
        for text in texts:
            presets = [preset for preset, options in compared.items() if options[name] == text]
            sentence = next(
                option.said(rules)
                for rules in _houses(f"{name}={text}", (*presets, base, *PRESETS))
            )
            found[name].append(OptionValue(text, sentence, presets))
    return found


def _houses(setting: str, bases: Iterable[str]) -> Iterator[Rules]:
    """Yield the rules of some houses with one option set, if they may have it so."""
    name = setting.partition("=")[0]
    for base in bases:
        try:
            yield typed_rules(
                [*(word for word in base.split() if not word.startswith(f"{name}=")), setting]
            )
        except UserError:
            continue


def compared_rules() -> dict[str, dict[str, str]]:
    """Every preset with the values of all its options, as a log writes them."""
    return {preset: option_texts(rules) for preset, rules in PRESETS.items()}
