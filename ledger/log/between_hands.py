"""The statements between hands: seats, chips, money and rulings, each with its record (log-format.md, "Between hands").

A new one is a record, a place in ``BetweenHands`` and an entry in ``BETWEEN_HANDS``; what follows from it in the settlement
of hands, if anything does, is the engine's.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from ledger.log.context import Context
from ledger.log.parts import CHIPS, HAND, KNOWN, MONEY, NEWCOMER, NOTE, SEATED, Part, choice
from ledger.log.statement import Booked, Statement, by_keyword

# --- Records --------------------------------------------------------------------------------------------------------------


class Sit(NamedTuple):
    """``sit Hal after Cal``."""

    line: int
    player: str
    after: str
    comment: str = ""


class Leave(NamedTuple):
    """``leave Dot``."""

    line: int
    player: str
    comment: str = ""


class BuyIn(NamedTuple):
    """``buyin Ann 40 from Bea``."""

    line: int
    player: str
    chips: int
    source: str | None
    comment: str = ""


class CashOut(NamedTuple):
    """``cashout Ann 55 from Bea``."""

    line: int
    player: str
    chips: int
    source: str | None
    comment: str = ""


class Count(NamedTuple):
    """``count Ann 55``."""

    line: int
    player: str
    chips: int
    comment: str = ""


class Pay(NamedTuple):
    """``pay Bea Ann 12.50 venmo``: ``amount`` in minor units, ``note`` the free words (one pair of quotes taken off)."""

    line: int
    payer: str
    payee: str
    amount: int
    note: str
    comment: str = ""


class Penalty(NamedTuple):
    """``penalty Bea 7 for 12``; ``hand`` is None without ``for``."""

    line: int
    player: str
    chips: int
    hand: int | None
    comment: str = ""


class Transfer(NamedTuple):
    """``transfer Eve Bea 7 for 9``: from Eve to Bea."""

    line: int
    giver: str
    receiver: str
    chips: int
    hand: int | None
    comment: str = ""


class Waive(NamedTuple):
    """``waive 12 Bea``."""

    line: int
    hand: int
    player: str
    comment: str = ""


class End(NamedTuple):
    """``end carry`` or ``end divide``."""

    line: int
    divide: bool
    comment: str = ""


BetweenHands: TypeAlias = Sit | Leave | BuyIn | CashOut | Count | Pay | Penalty | Transfer | Waive | End


# --- What they do to the lines after them ---------------------------------------------------------------------------------


def _sit(context: Context, said: Sit) -> None:
    context.room(1)
    context.seating.sit(said.player, said.after)
    context.known.setdefault(said.player, said.player)


def _leave(context: Context, said: Leave) -> None:
    context.seating.leave(said.player)


def _end(context: Context, _said: End) -> None:
    context.ended = True


# --- Statements -----------------------------------------------------------------------------------------------------------

_WHO: Final = Part("player", KNOWN, "Who")
_CHIPS: Final = Part("chips", CHIPS, "Chips")
_FOR_HAND: Final = Part("hand", HAND, "For hand", after="for")

BETWEEN_HANDS: Final[dict[str, Statement[BetweenHands]]] = by_keyword(
    Statement(
        "sit",
        Sit,
        (
            Part("player", NEWCOMER, "Who comes"),
            Part("after", SEATED, "Sits on the left of", after="after", needed="write after and the player on the right"),
        ),
        says="a player and who sits on the right",
        example="sit Hal after Cal",
        help="Joins the table, on the left of somebody.",
        button="Joins",
        after_end=False,
        then=_sit,
    ),
    Statement(
        "leave",
        Leave,
        (Part("player", SEATED, "Who goes"),),
        says="one player",
        example="leave Dot",
        help="Leaves the table; chips stay on the books until they are cashed.",
        button="Leaves",
        after_end=False,
        then=_leave,
    ),
    Statement(
        "buyin",
        BuyIn,
        (_WHO, _CHIPS, Part("source", KNOWN, "Paid in cash to (else on credit)", after="from")),
        says="a player, chips, and perhaps who keeps the bank",
        example="buyin Ann 40 from Bea",
        help="Chips bought: on credit, unless paid in cash to somebody.",
        books=Booked("buy-in", "bank", "player", "price of chips bought", "chips bought"),
        button="Buy-in",
    ),
    Statement(
        "cashout",
        CashOut,
        (_WHO, _CHIPS, Part("source", KNOWN, "Paid in cash by (else on the books)", after="from")),
        says="a player, chips, and perhaps who keeps the bank",
        example="cashout Ann 40 from Bea",
        help="Chips counted and handed in when leaving.",
        books=Booked("cash-out", "player", "bank", "chips cashed", "price of chips cashed"),
        button="Cash-out",
    ),
    Statement(
        "count",
        Count,
        (_WHO, _CHIPS),
        says="a player and chips",
        example="count Ann 55",
        help="Chips counted now. It moves nothing, and is compared with the books.",
        button="Count",
    ),
    Statement(
        "pay",
        Pay,
        (
            Part("payer", KNOWN, "Who pays"),
            Part("payee", KNOWN, "Who gets it"),
            Part("amount", MONEY, "How much"),
            Part("note", NOTE, "Note"),
        ),
        says="who paid, who got it, and how much",
        example="pay Bea Ann 12.50 venmo",
        help="Money from hand to hand, outside the game.",
        books=Booked("payment", "other", "player", "paid by {other}", "paid {other}"),
        button="Payment",
    ),
    Statement(
        "penalty",
        Penalty,
        (_WHO, _CHIPS, _FOR_HAND),
        says="a player, chips and the hand",
        example="penalty Bea 7 for 12",
        help="Chips into the pot, ruled for a hand that is over.",
        books=Booked("penalty", "player", "pot", "penalty for a renege", "penalty for a renege", "5.5"),
        button="Penalty",
    ),
    Statement(
        "transfer",
        Transfer,
        (Part("giver", KNOWN), Part("receiver", KNOWN), Part("chips", CHIPS), _FOR_HAND),
        says="who gives, who gets, chips and the hand",
        example="transfer Eve Bea 7 for 9",
        help="Chips from one player to another, to put a hand right.",
        books=Booked("transfer", "player", "other", "transfer to {other}", "transfer from {other}"),
    ),
    Statement(
        "waive",
        Waive,
        (Part("hand", HAND), Part("player", KNOWN)),
        says="a hand and a player",
        example="waive 12 Bea",
        help="Lets a player's reneges in a hand stand unpunished.",
    ),
    Statement(
        "end",
        End,
        (Part("divide", choice({"carry": False, "divide": True}, absent=False, wrong="the pot cannot be")),),
        says="`end`, `end carry` or `end divide`",
        help="The game is over: the pot is carried to the next session, or divided.",
        after_end=False,
        then=_end,
    ),
)
"""Each by its keyword, in the order in which messages name them."""
