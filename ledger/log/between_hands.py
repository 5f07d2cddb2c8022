"""The statements between hands: seats, chips, money and rulings, each with its record
(log-format.md, "Between hands").

A new one is a record, a place in ``BetweenHands`` and an entry in ``BETWEEN_HANDS``; what follows
from it in the settlement of hands, if anything does, is the engine's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from ledger.errors import UserError
from ledger.log.grammar import (
    CHIPS,
    FUTURE,
    HAND,
    KNOWN,
    MONEY,
    NEWCOMER,
    NOTE,
    OTHER,
    PLAYER,
    SEATED,
    Booked,
    Part,
    Statement,
    by_keyword,
    choice,
    free_words,
    note_text,
    options_from,
    own,
    rules_text,
)
from ledger.log.values import Context, minor_digits, money_from, money_text, number_from
from ledger.log.words import KEYWORDS, Problem, is_number, quote, quoted, shown, split


# --- Records --------------------------------------------------------------------------------------
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
    """``pay Bea Ann 12.50 venmo``: ``amount`` in minor units, ``note`` the free words (one pair of
    quotes taken off).
    """

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


class AnteChange(NamedTuple):
    """``ante 2``: chips in one ante, from the next hand on."""

    line: int
    chips: int
    comment: str = ""


class RulesChange(NamedTuple):
    """``rules limit=40``: options that change from the next hand on; with a ``preset`` all of them
    do.

    The words are as written, not yet understood. ``columns`` has one entry a word (from 1).
    """

    line: int
    preset: str | None
    options: tuple[tuple[str, str], ...]
    columns: tuple[int, ...]
    comment: str = ""


class Portion(NamedTuple):
    """What somebody has of a cost: an amount in minor units, a part of all in hundredths of a
    percent, a weight in the rest.
    """

    weight: int = 1
    amount: int = 0
    part: int = 0


class Expense(NamedTuple):
    """``expense Bea 40 pizza for Ann=2 Bea Cal=12.50``: ``amount`` in minor units, ``sharers``
    those it was for.

    ``everyone`` is True if the line has no ``for``: the sharers are then all who were seated,
    clockwise. ``portions`` are those of the sharers, empty for equal shares.
    """

    line: int
    payer: str
    amount: int
    note: str
    sharers: tuple[str, ...]
    everyone: bool = False
    portions: tuple[Portion, ...] = ()
    comment: str = ""


class Result(NamedTuple):
    """``result Ann 12 Bea -7``: what each won or lost, in chips, in hands that nobody wrote
    down.
    """

    line: int
    won: tuple[tuple[str, int], ...]
    comment: str = ""


DIVIDE, COUNTED = 1, 2  # bits of ``End.how``: the pot is divided; the chips counted are the truth


class End(NamedTuple):
    """``end carry``, ``end divide``, ``end counted`` or ``end counted divide``."""

    line: int
    how: int
    comment: str = ""

    @property
    def divide(self) -> bool:
        """True if the pot is divided."""
        return bool(self.how & DIVIDE)

    @property
    def counted(self) -> bool:
        """True if the chips counted are the truth."""
        return bool(self.how & COUNTED)


BetweenHands: TypeAlias = (
    Sit | Leave | BuyIn | CashOut | Count | Pay | Penalty | Transfer | Waive
    | AnteChange | RulesChange | Expense | Result | End
)  # fmt: skip


# --- What they do to the lines after them ---------------------------------------------------------
def _sit(context: Context, said: Sit) -> None:
    context.room(1)
    context.seating.sit(said.player, said.after)
    context.meet(said.player)


def _leave(context: Context, said: Leave) -> None:
    context.seating.leave(said.player)
    context.meant.clear()


def _end(context: Context, _said: End) -> None:
    context.ended = True


# --- Statements that are more than their words ----------------------------------------------------
_RULES_FORM: Final = "options that change, perhaps a preset before them: rules limit=40"


def _rules(_context: Context, line: int, words: list[str], comment: str, text: str) -> RulesChange:
    if len(words) < 2:
        raise Problem(1, "what changes is missing", _RULES_FORM, "write an option, = and its value")
    preset = None if "=" in words[1] else words[1]
    options = options_from(words, 1 if preset is None else 2, _RULES_FORM)
    return RulesChange(line, preset, options, tuple(split(text).columns[1:]), comment)


_EXPENSE_FORM: Final = (
    "who paid, how much, for what and for whom: expense Bea 40 pizza for Ann Bea Cal"
)


def _expense(context: Context, line: int, words: list[str], comment: str, text: str) -> Expense:
    payer = context.anyone(words, 1)
    amount = money_from(words, 2, context.currency)
    start = sharers_from(words, text, context.knows)
    note = free_words(words, text, 3, start)
    if start == len(words):
        everyone = context.seating.clockwise()
        if not everyone:
            raise Problem(
                0,
                "nobody is seated to share it",
                _EXPENSE_FORM,
                "write for and the names of the people it was for",
            )
        return Expense(line, payer, amount, note, everyone, everyone=True, comment=comment)
    sharers, portions = portions_from(words, start, amount, context.currency, context.anyone)
    return Expense(line, payer, amount, note, sharers, False, portions, comment)


def sharers_from(words: list[str], text: str, known: Callable[[str], bool]) -> int:
    """The index of the ``for`` behind which an expense names those it was for; the number of words
    if there is none.

    What it was for may have the word in it too: it is the first that only names follow, else the
    last.
    """
    columns = split(text).columns
    found = [
        at for at in range(3, len(words)) if words[at] == "for" and text[columns[at] - 1] != '"'
    ]
    followed = (
        at
        for at in found
        if at + 1 < len(words) and all(known(name_in(word)) for word in words[at + 1 :])
    )
    return next(followed, found[-1] if found else len(words))


def each_once(players: Sequence[str], index: int) -> tuple[str, ...]:
    """The players that begin at an index of the line. Raises Problem for one who is named twice."""
    met: set[str] = set()
    for at, player in enumerate(players):
        if player in met:
            raise Problem(
                index + at,
                f"{shown(player)} is named twice",
                "each player once",
                "leave one of them out",
            )
        met.add(player)
    return tuple(players)


def purpose_text(note: str) -> str:
    """What an expense was for, in quotes where a word of it would begin the names."""
    return quoted(note) if "for" in note.split() else note_text(note)


def expense_text(said: Any, currency: str | None) -> str:  # noqa: ANN401 - of a log, or of a payments file
    """An expense; ``sharers`` of an ``Expense`` are left out where they are all who were seated."""
    names = (
        []
        if isinstance(said, Expense) and said.everyone
        else ["for", *_sharer_words(said, currency)]
    )
    words = [
        "expense",
        quote(said.payer),
        money_text(said.amount, currency),
        purpose_text(said.note),
        *names,
    ]
    return " ".join(filter(None, words))


def shares_of(
    amount: int, sharers: Sequence[object], portions: Sequence[Portion] = ()
) -> list[int]:
    """What each owes of an amount, which these are all of; equal shares without ``portions``.

    The odd cents are the first's of those whose share is not whole. Raises ValueError if the
    portions are more or less.
    """
    portions = portions or [Portion()] * len(sharers)
    weights = sum(one.weight for one in portions)
    rest = amount * _WHOLE - sum(one.amount * _WHOLE + one.part * amount for one in portions)
    if rest < 0 or (not weights and rest) or (weights and not rest and amount):
        raise ValueError(rest)
    unit = _WHOLE * max(weights, 1)
    exact = [
        (one.amount * _WHOLE + one.part * amount) * max(weights, 1) + one.weight * rest
        for one in portions
    ]
    odd = amount - sum(one // unit for one in exact)
    shares = []
    for one in exact:
        extra = bool(one % unit) and odd > 0
        odd -= extra
        shares.append(one // unit + extra)
    return shares


def portions_from(
    words: list[str],
    start: int,
    amount: int,
    currency: str | None,
    name: Callable[[list[str], int], str],
) -> tuple[tuple[str, ...], tuple[Portion, ...]]:
    """Those who are named from index ``start`` + 1 on, and their portions of an amount; none for
    equal shares.

    ``name`` reads a name at an index. Raises Problem for a portion that cannot be read, and for
    more or less than the amount.
    """
    bare = [*words[: start + 1], *map(name_in, words[start + 1 :])]
    sharers = each_once(
        [name(bare, index) for index in range(start + 1, max(len(words), start + 2))], start + 1
    )
    portions = tuple(_portion(words, index, currency) for index in range(start + 1, len(words)))
    if set(portions) == {Portion()}:
        portions = ()
    try:
        shares_of(amount, sharers, portions)
    except ValueError as error:
        (rest,) = error.args
        said, whole = money_text(abs(rest) // _WHOLE, currency), money_text(amount, currency)
        message = f"these shares are {said} {'more' if rest < 0 else 'less'} than {whole}"
        if not rest:
            message = f"these shares are {whole} already, and nothing is left for the others"
        raise Problem(
            start + 1,
            message,
            _SHARE_FORM,
            "name who has the rest without a share, or put the shares right",
        ) from None
    return sharers, portions


def name_in(word: str) -> str:
    """The name in ``Ann=2``."""
    return word.rpartition("=")[0] or word


def _portion(words: list[str], index: int, currency: str | None) -> Portion:
    name, equals, said = words[index].rpartition("=")
    if not equals or not name:
        return Portion()
    if said.isascii() and said.isdigit():
        return Portion(number_from([said], 0))
    try:
        if percent := _PERCENT.fullmatch(said):
            return Portion(0, 0, int(percent[1]) * 100 + int((percent[2] or "").ljust(2, "0")))
        if amount := money_from([said.removesuffix(".")], 0, currency):
            return Portion(0, amount)
    except Problem as problem:
        raise Problem(index, problem.message, _SHARE_FORM, problem.remedy) from None
    raise Problem(index, f"{shown(said)} is no share", _SHARE_FORM, "leave out who has no share")


def _sharer_words(said: Any, currency: str | None) -> list[str]:  # noqa: ANN401 - of a log, or of a payments file
    return [
        quote(name + share_text(portion, currency))
        for name, portion in zip(
            said.sharers, said.portions or [Portion()] * len(said.sharers), strict=True
        )
    ]


def share_text(portion: Portion, currency: str | None) -> str:
    """What stands behind the name of a sharer: ``=2``, ``=12.50``, ``=25%``; nothing for a simple
    share.
    """
    if portion.part:
        whole, part = divmod(portion.part, 100)
        return f"={whole}.{part:02}".rstrip("0").rstrip(".") + "%" if part else f"={whole}%"
    if portion.amount:
        text, digits = money_text(portion.amount, currency), minor_digits(currency)
        return f"={text}" if "." in text else f"={text}.{'0' * digits}"
    return f"={portion.weight}" if portion.weight != 1 else ""


_WHOLE: Final = 10_000  # hundredths of a percent in all
_PERCENT: Final = re.compile(r"([0-9]{1,3})(?:\.([0-9]{1,2}))?%")
_SHARE_FORM: Final = (
    "names, and who has no simple share with it: Ann=2 (counts twice), Cal=12.50 (an amount), "
    "Dot=25%"
)


def check_two(record: object) -> None:
    """Raise UserError for a new line by which somebody pays themselves: it moves nothing, and was
    hardly meant.
    """
    statement = next(one for one in BETWEEN_HANDS.values() if one.record is type(record))
    columns = statement.columns
    if statement.books and OTHER in columns:
        one, other = (getattr(record, columns[column].field) for column in (PLAYER, OTHER))
        if one == other:
            message = (
                f"`{statement.keyword}` is between two players, and {shown(one)} is named as both"
            )
            raise UserError(message, f"such as: {statement.example}")


def _result(context: Context, line: int, words: list[str], comment: str, _text: str) -> Result:
    won: dict[str, int] = {}
    for index in range(1, max(len(words), 2), 2):
        player = context.anyone(words, index)
        if player in won:
            raise Problem(
                index,
                f"{shown(player)} is named twice",
                "each player once",
                "leave one of them out",
            )
        won[player] = number_from(words, index + 1, negative=True)
    return Result(line, tuple(won.items()), comment)


# --- Statements -----------------------------------------------------------------------------------
_WHO: Final = Part("player", KNOWN, "Who")
_CHIPS: Final = Part("chips", CHIPS, "Chips")
_FOR_HAND: Final = Part("hand", HAND, "For hand", after="for")
_ENDINGS: Final = {
    "carry": 0,
    "divide": DIVIDE,
    "counted": COUNTED,
    "counted divide": COUNTED | DIVIDE,
}

BETWEEN_HANDS: Final[dict[str, Statement[BetweenHands]]] = by_keyword(
    Statement(
        "sit",
        Sit,
        (
            Part("player", NEWCOMER, "Who comes"),
            Part(
                "after",
                SEATED,
                "Sits on the left of",
                after="after",
                needed="write after and the player on the right",
            ),
        ),
        says="a player and who sits on the right",
        example="sit Hal after Cal",
        help="Joins the table, on another player's left.",
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
        help="Leaves the table; chips stay on the books until they are cashed out.",
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
        help="Chips counted now. Moves nothing; compared with the books.",
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
        books=Booked(
            "penalty", "player", "pot", "penalty, ruled later", "penalty, ruled later", "5.5"
        ),
        button="Penalty",
    ),
    Statement(
        "transfer",
        Transfer,
        (Part("giver", KNOWN, "Who gives"), Part("receiver", KNOWN, "Who gets"), _CHIPS, _FOR_HAND),
        says="who gives, who gets, chips and the hand",
        example="transfer Eve Bea 7 for 9",
        help="Chips from one player to another, to correct a hand.",
        books=Booked("transfer", "player", "other", "transfer to {other}", "transfer from {other}"),
        button="Chips put right",
    ),
    Statement(
        "waive",
        Waive,
        (Part("hand", HAND), Part("player", FUTURE)),
        says="a hand and a player",
        example="waive 12 Bea",
        help="Lets a player's reneges in a hand stand unpunished.",
    ),
    Statement(
        "ante",
        AnteChange,
        (Part("chips", CHIPS, "Chips"),),
        says="chips in one ante",
        example="ante 2",
        help="The chips in one ante, from the next hand on.",
        button="Another ante",
        after_end=False,
    ),
    Statement(
        "rules",
        RulesChange,
        (
            Part("preset", own("[PRESET]")),
            Part("options", own("[OPTION=VALUE …]", name="options"), "What changes"),
        ),
        example="rules limit=40",
        help=(
            "Rules of the house that change from the next hand on: options, or a preset and "
            "options."
        ),
        button="Other rules",
        after_end=False,
        own_reader=_rules,
        own_writer=rules_text,
    ),
    Statement(
        "expense",
        Expense,
        (
            Part("payer", KNOWN, "Who paid"),
            Part("amount", MONEY, "Amount"),
            Part("note", own("[WORDS]", name="note"), "What for"),
            Part(
                "sharers",
                own("PLAYER[=SHARE] …", names=True, name="several"),
                "For whom (nobody: for all)",
                after="for",
            ),
            Part("everyone", own("")),
            Part("portions", own("")),
        ),
        example="expense Bea 40 pizza for Ann Bea Cal",
        help=(
            "Money spent for several players, in equal shares or as said (Ann=2, Cal=12.50, "
            "Dot=25%); without names, for all."
        ),
        books=Booked(
            "expense", "other", "player", "share of what {other} paid", "paid for {other}"
        ),
        button="Expense",
        own_reader=_expense,
        own_writer=expense_text,
    ),
    Statement(
        "result",
        Result,
        (
            Part(
                "won",
                own("PLAYER CHIPS …", names=True, chips=True, name="won"),
                "What each won, or lost",
            ),
        ),
        example="result Ann 12 Bea -7 Cal -5",
        help="What each won or lost in hands that nobody wrote down; the pot has the rest.",
        books=Booked("result", "pot", "player", "lost, as told", "won, as told"),
        button="Result of hands not written down",
        own_reader=_result,
        own_writer=lambda said, _: " ".join(
            ["result", *(f"{quote(name)} {chips}" for name, chips in said.won)]
        ),
    ),
    Statement(
        "end",
        End,
        (Part("how", choice(_ENDINGS, absent=0, wrong="an evening cannot end")),),
        says="`end`, `end carry`, `end divide`, `end counted` or `end counted divide`",
        help=(
            "The game is over: the pot is carried to the next evening, or divided; counted: the "
            "chips counted are the truth."
        ),
        after_end=False,
        then=_end,
    ),
)
"""Each by its keyword, in the order in which messages name them."""

KEYWORDS.update(BETWEEN_HANDS)

EITHER: Final = frozenset(("ante",))
"""Keywords of a statement of a hand and of one between hands: the words behind them say which it
is.
"""


def is_between_hands(words: Sequence[str]) -> bool:
    """True if a line with these words is a statement between hands, readable or not: ``ante 2`` is
    one, ``ante Ann`` is not.
    """
    keyword = words[0] if words else ""
    return keyword in BETWEEN_HANDS and (
        keyword not in EITHER or (len(words) == 2 and is_number(words[1]))
    )
