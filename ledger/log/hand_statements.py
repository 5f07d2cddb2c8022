"""The statements of a hand (log-format.md, "A hand").

Their records are in ``hand_records``, what reads and writes them where that does not follow from their parts in ``hand_lines``.
"""

from __future__ import annotations

from typing import Final

from ledger.log import hand_lines as lines
from ledger.log.hand_records import (
    Ante,
    Claim,
    Dealt,
    Early,
    HandLine,
    InHand,
    Match,
    Misdeal,
    Pass,
    Play,
    Pot,
    Renege,
    Stay,
    Take,
    Trick,
    Tricks,
)
from ledger.log.parts import ALL_SEATED, ANY_CARDS, CARDS, CHIPS, SEATED, Part, name_text, number_text, own
from ledger.log.statement import Statement, by_keyword

_PLAYER: Final = Part("player", SEATED, "Who")
_SOMEBODY: Final = Part("player", own("PLAYER|-", name_text, names=True, absent="-"))
_AMOUNT: Final = Part("chips", own("[CHIPS]", lines.amount_text, name="chips"), "Chips, if not what the rules say")

HAND: Final = Statement(
    "hand",
    HandLine,
    (Part("number", own("NUMBER")), Part("dealer", SEATED), Part("turned", own("CARD|SUIT|-", cards=True))),
    example="hand 12 Gus 9h",
    help="Begins a hand: its number, the dealer and the turned card; - where nobody knows it.",
    own_reader=lines.read_hand,
    own_writer=lines.hand_text,
)

HAND_STATEMENTS: Final[dict[str, Statement[InHand]]] = by_keyword(
    Statement(
        "ante",
        Ante,
        (Part("amounts", own("PLAYER[=CHIPS] …", lines.antes_text, names=True)),),
        example="ante Ann Bea Gus=5",
        help="Who put in an ante; without this line, everyone who had to by the rules.",
        own_reader=lines.read_ante,
    ),
    Statement(
        "dealt",
        Dealt,
        (_PLAYER, Part("cards", CARDS)),
        example="dealt Bea Ks Qs 7c 3c 2h",
        help="The cards that a player was dealt; ?? for one that nobody knows.",
        own_reader=lines.read_dealt,
    ),
    Statement(
        "early",
        Early,
        (_PLAYER,),
        example="early Ann",
        help="Announced before the turn.",
        button="Announced early",
        own_reader=lines.read_early,
    ),
    Statement(
        "pass",
        Pass,
        (Part("players", ALL_SEATED),),
        example="pass Ann Cal",
        help="The players who pass, in the order they said so; after the draw, who drop out.",
        own_reader=lines.read_pass,
    ),
    Statement(
        "play",
        Play,
        (
            _PLAYER,
            Part("draw", own("[NUMBER]", number_text)),
            Part("out", CARDS, after="out"),
            Part("drawn", CARDS, after="in"),
        ),
        example="play Cal 3 out 7d 6d 2c in Ah ?? ??",
        help="Plays, and draws that many cards: the discards and the replacements, if known. Several: PLAYER [NUMBER] ….",
        own_reader=lines.read_play,
    ),
    Statement(
        "stay",
        Stay,
        (Part("players", ALL_SEATED, "Who stays in"),),
        example="stay Bea Cal",
        button="Stay in after the draw",
        help="Stays in after the draw, where the house rules ask for that.",
    ),
    Statement(
        "trick",
        Trick,
        (Part("leader", SEATED), Part("cards", own("CARD[>CARD] …", cards=True))),
        example="trick Eve Ah 9h>4h 7h Th",
        help="The leader, then a card from each player in turn; 9h>4h: the nine was taken back.",
        own_reader=lines.read_trick,
        own_writer=lines.trick_text,
    ),
    Statement(
        "claim",
        Claim,
        (_PLAYER, Part("cards", ANY_CARDS, "Which cards (none: takes the rest)")),
        example="claim Eve Kh Qh",
        button="Lays down",
        help="Lays down winning cards, one trick each; without cards: takes the rest.",
        own_reader=lines.read_claim,
    ),
    Statement(
        "misdeal",
        Misdeal,
        example="misdeal",
        button="Misdeal: thrown in",
        help="The hand was thrown in; this is its last line.",
        own_reader=lines.read_misdeal,
    ),
    Statement(
        "tricks",
        Tricks,
        (Part("won", own("PLAYER NUMBER …", lines.counts_text, names=True)),),
        example="tricks Bea 1 Eve 3 Gus 1",
        help="The tricks each player won; players not named won none. Without `play` and `pass`: who played.",
        own_reader=lines.read_tricks,
    ),
    Statement(
        "pot",
        Pot,
        (Part("chips", CHIPS, "Chips in the pot"),),
        example="pot 7",
        button="Pot counted",
        help="The pot as it was counted, before it was taken.",
        own_reader=lines.read_pot,
    ),
    Statement(
        "take",
        Take,
        (_SOMEBODY, _AMOUNT),
        example="take Eve 7",
        help="Who took what from the pot; - for nobody; without chips, what the rules say.",
        own_reader=lines.read_take,
    ),
    Statement(
        "match",
        Match,
        (_SOMEBODY, _AMOUNT),
        example="match Cal 7",
        help="Who went bourré, and paid what into the next pot; - for nobody.",
        own_reader=lines.read_match,
    ),
    Statement(
        "renege",
        Renege,
        (_PLAYER, _AMOUNT),
        example="renege Bea 7",
        button="Renege called",
        help="The table called a renege on somebody; without chips it costs what the rules say.",
        own_reader=lines.read_renege,
    ),
)
"""Each by its keyword, in the order in which they are written."""
