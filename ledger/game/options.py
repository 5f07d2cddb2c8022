"""Every option of the house rules, among the rules that all houses share: one table in the order of a hand (rules.md 7).

An ``Option`` has its name in a log, what may stand behind the ``=``, and what each value asks, in a sentence with its rule's
number and its sources. The default is that of the field of ``Rules`` of the same name. Logs, Parquet files, books, commands
and pages read and write options by this table, and ``bourre rules`` tells it from top to bottom.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ledger.game import sentences
from ledger.game.option_values import Choice, DrawCaps, Limit, TableSizes, Values, Whole, YesNo
from ledger.game.rules import MOST_SEATS, Rules
from ledger.game.sentences import ALL, CARD_SITE, DECIDED, ENCYCLOPEDIA, HOUSE, MCLEOD, TUTORIAL, Said, Sentence


class Option(NamedTuple):
    """One house rule that a log may set: ``name=VALUE``.

    ``sentence`` is what each value asks, or a function sentences.where the words follow from other options too.
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
        told = self.sentence(rules) if callable(self.sentence) else self.sentence[getattr(rules, self.field)]
        return told and told._replace(option=self.name)


MOST: Final = 1_000_000_000
"""The highest limit or price of a bourré that a house may have."""

_IN_TURN = Sentence("3.1", "Starting on the dealer's left, each player in turn passes or plays. Passing costs nothing more.", ALL)
_DRAW_ORDER = {
    "with-draw": Sentence(
        "3.2", "A player who plays discards and is dealt as many at once, before the next player declares.", (MCLEOD, TUTORIAL)
    ),
    "two-rounds": Sentence(
        "3.2",
        "Everyone declares first; then the players who stay in discard and draw, in the same order.",
        (ENCYCLOPEDIA, CARD_SITE, MCLEOD),
    ),
    "simultaneous": Sentence("3.2", "Then the players who stay in discard and draw, in turn from the dealer's left.", (MCLEOD,)),
}

GAME: Final[dict[str, tuple[Sentence | Said | Option, ...]]] = {
    "The table": (
        Sentence("1.1", "52 cards, four suits, the ace high and the two low.", ALL),
        Option("seats", TableSizes(MOST_SEATS), sentences.seats),
        Option("hand-size", Whole(4, 5, ("5", "4")), sentences.hand_size),
    ),
    "Ante, deal and trump": (
        Option("dealer-antes", YesNo(), sentences.ante),
        Option(
            "trump",
            Choice(("dealer", "separate", "dealer-may-take")),
            {
                "dealer": Sentence(
                    "2.3",
                    "The dealer's last card is turned up: its suit is trump, and it is part of the dealer's hand.",
                    ALL,
                ),
                "separate": Sentence("2.4", "One more card is turned up: its suit is trump, and nobody may play it.", (MCLEOD,)),
                "dealer-may-take": Sentence(
                    "2.4",
                    "One more card is turned up: its suit is trump. A dealer who plays may take it, and then discards one more "
                    "card than they draw.",
                    (MCLEOD,),
                ),
            },
        ),
        Sentence(
            "2.5", "The deal passes to the left. A player who has forfeited a turn to deal is skipped once.", (MCLEOD, DECIDED)
        ),
    ),
    "Play or pass, and the draw": (
        Option(
            "declare",
            Choice(("with-draw", "two-rounds", "simultaneous")),
            {
                "with-draw": _IN_TURN,
                "two-rounds": _IN_TURN,
                "simultaneous": Sentence("3.8", "Everyone reveals at once whether they play or pass.", (MCLEOD,)),
            },
        ),
        sentences.where(
            "qualify", Sentence("7.4", "To play, a player must hold a trump or a club (the “dirty club”).", (MCLEOD,))
        ),
        Option("second-ante", YesNo(), sentences.second_ante),
        lambda rules: _DRAW_ORDER[rules.declare]._replace(option="declare"),
        Option("draw-cap", DrawCaps(MOST_SEATS, 5), sentences.draw_cap),
        Option("reuse", Choice(("together", "folded-first")), sentences.stock),
        sentences.where(
            "stay_ante",
            Sentence("7.4", "After the draw each player passes or pays one more unit to stay in.", (MCLEOD,)),
        ),
        Option("dealer-plays", YesNo(), {True: Sentence("5.13", "The dealer may never pass.", (HOUSE,)), False: None}),
        Option("ace-must-play", YesNo(), sentences.ace_must_play),
        Sentence(
            "3.6",
            "A player left alone wins every trick and takes the pot without playing; if everyone passes, it stays.",
            (MCLEOD, DECIDED),
        ),
        Sentence("3.9", "Showing your intention before your turn costs you your next turn to deal.", (MCLEOD,)),
    ),
    "The play": (
        Sentence("4.1", "The first player left of the dealer who stayed in leads; after that the winner of a trick leads.", ALL),
        Sentence("4.2", "One card each, clockwise. The highest trump wins, else the highest card of the suit led.", ALL),
        Sentence("4.3", "Follow suit if you can.", ALL),
        Sentence("4.4", "If you cannot, play a trump if you can.", (MCLEOD, TUTORIAL, ENCYCLOPEDIA)),
        Sentence(
            "4.5", "Within these two rules, beat the best card on the table if you can; any card that beats it will do.", ALL
        ),
        Option(
            "must-trump",
            YesNo(),
            {
                True: Sentence(
                    "4.6",
                    "If you cannot follow and none of your trumps can win, you must still play a trump.",
                    (MCLEOD, TUTORIAL),
                ),
                False: Sentence(
                    "4.6",
                    "If you cannot follow and none of your trumps can win, you may play any card.",
                    (ENCYCLOPEDIA, CARD_SITE),
                ),
            },
        ),
        Sentence("4.7", "With neither the suit led nor a trump, you may play any card.", ALL),
        Option("cinch", Choice(("yes", "literal", "no")), sentences.cinch),
        Sentence(
            "4.11", "A player who is certain of every remaining trick may lay down the hand and take them.", (ENCYCLOPEDIA,)
        ),
    ),
    "Mistakes": (
        Sentence(
            "4.9", "A wrong card that is not taken back before the next card is played is a renege.", (MCLEOD, ENCYCLOPEDIA)
        ),
        Option(
            "recall",
            Choice(("forfeit", "free", "renege")),
            {
                "forfeit": Sentence(
                    "4.10",
                    "A player who takes a wrong card back in time cannot win this pot and loses their next turn to deal, "
                    "but pays nothing for it.",
                    (MCLEOD,),
                ),
                "free": Sentence("4.10", "A wrong card may be taken back in time at no cost.", (ENCYCLOPEDIA,)),
                "renege": Sentence("4.10", "A wrong card taken back in time still counts as a renege.", (ENCYCLOPEDIA,)),
            },
        ),
        Option("renege-factor", Whole(1, 2, ("1", "2")), sentences.renege),
        Sentence("5.5", "A player who owes for both a renege and a bourré pays the larger of the two, once.", (DECIDED,)),
    ),
    "The pot": (
        Sentence("5.1", "The player who alone has the most tricks takes the pot.", ALL),
        Option(
            "split",
            Choice(("carry", "share")),
            {
                "carry": Sentence("5.2", "If players tie for the most tricks, nobody takes it; it stays for the next hand.", ALL),
                "share": Sentence(
                    "5.13",
                    "If players tie for the most tricks, those of them who may win it share what one winner would take; "
                    "odd chips stay.",
                    (HOUSE,),
                ),
            },
        ),
        Sentence("5.3", "It also stays if the player with the most tricks may not win it.", (DECIDED,)),
        Option("bourre", Whole(1, MOST, ("match", "2"), "match"), sentences.bourre),
        Option("limit", Limit(MOST), sentences.limit),
        Option("limit-caps", Choice(("all", "cost")), sentences.limit_caps),
        sentences.where(
            "dealer_antes",
            Sentence("2.2", "The dealer antes for everyone, so nobody is exempt.", (DECIDED,), "dealer-antes"),
        ),
        Option("bourre-exempt", YesNo(), sentences.bourre_exempt),
        Option("split-exempt", YesNo(), sentences.split_exempt),
        Sentence("5.12", "A pot left at the end is carried to the next session, or divided, as the log says.", (DECIDED,)),
    ),
}
"""What a game asks, by section, in the order of a hand."""


def _in_order() -> Iterator[tuple[str, Option]]:
    found = {told.field: told for told in (one for section in GAME.values() for one in section) if isinstance(told, Option)}
    for field in fields(Rules):
        if field.name in found:
            option = found.pop(field.name)
            yield option.name, option
    assert not found, f"options without a field of Rules: {', '.join(found)}"


OPTIONS: Final = MappingProxyType(dict(_in_order()))
"""Every option by name, in the order of rules.md 7, which is that of the fields of ``Rules``."""
