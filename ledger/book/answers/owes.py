"""Who owes what: whether everybody is square, balances, pots, who pays whom, and what nobody can
explain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from duckdb import DuckDBPyConnection

from ledger.answer import (
    Amount,
    Answer,
    Block,
    Column,
    Evening,
    Listed,
    Player,
    Remedy,
    Section,
    Sentence,
    Strong,
    Table,
    Value,
    words,
)
from ledger.book.balances import figures
from ledger.book.balances.figures import Balance, Owing, Pot, SuggestedTransfer, Without
from ledger.book.balances.transfer_words import (
    link_of,
    no_link,
    payment_lines,
    unexplained_sentence,
    without_handle,
)
from ledger.book.balances.unread import unread
from ledger.book.files.closed import Closed, closed_in
from ledger.book.files.settings import Settings
from ledger.log.words import visible
from ledger.money import CHIPS, FEWEST, WINNERS, amount_text, standing_in_words
from ledger.stats import EVERYTHING, Filter
from ledger.wording import counted

if TYPE_CHECKING:
    from ledger.book.balances.payment_lines import LeftOut


class Standing(NamedTuple):
    """What the answer is made of: who owes what by the plan ``how``, payment handles by account,
    and how many sessions the book has.

    ``part`` is the part of the book it covers, and ``without`` what that leaves out. ``left_out``
    are lines of the plan of one session that are not payments, or may have been paid, each with the
    reason. ``told`` are the kinds of finding that there are, and ``all_read`` is False if something
    is not in these figures.
    """

    owing: Owing
    how: str
    handles: Mapping[int, str]
    sessions: int
    part: Filter
    without: Without
    left_out: Sequence[LeftOut]
    told: Collection[str]
    closed: Closed | None
    all_read: bool


def standing(
    connection: DuckDBPyConnection, how: str = FEWEST, part: Filter = EVERYTHING
) -> Standing:
    """What the answer is made of."""
    owed = figures.owing(connection, how, part)
    left_out: Sequence[LeftOut] = ()
    if part.sessions:  # payments made for it since then are struck
        from ledger.book.balances.payment_lines import settlement  # noqa: PLC0415 - most questions need no payments file

        settled = settlement(connection, session=part.sessions[0])
        owed, left_out = owed._replace(transfers=settled.payments), settled.left_out
    return Standing(
        owed,
        how,
        figures.handles(connection),
        figures.session_count(connection),
        part,
        figures.without(connection, part),
        left_out,
        figures.kinds_found(connection),
        closed_in(connection),
        not unread(connection),
    )


def who_owes(stands: Standing, settings: Settings, viewer: int | None = None) -> Answer:
    """Who owes what, in words and in tables; the ``viewer``, by account, is “you”."""

    def said(some: Iterable[SuggestedTransfer]) -> tuple[Sentence, ...]:
        return tuple(payment_lines(settings, stands.handles, some, viewer))

    return Answer(
        tuple(_blocks(stands, settings, said)),
        _data(stands, settings),
        HEADINGS,
        _rows(stands, settings),
    )


# --- For people -----------------------------------------------------------------------------------
_Said: TypeAlias = Callable[[Iterable[SuggestedTransfer]], tuple[Sentence, ...]]
"""Transfers in words."""


def _blocks(stands: Standing, settings: Settings, said: _Said) -> Iterator[Block]:
    owing = stands.owing
    if not stands.sessions and not owing.balances:
        yield words("Nobody owes anybody anything: the book has no evenings yet.")
        yield Remedy(words("import some"), ("import", "PATH…"), page="import")
        return
    if stands.part == EVERYTHING:
        yield verdict(stands)
    else:
        yield words(figures.part_sentence(stands.part, stands.without), name="part")
    units = sorted({one.unit for one in owing.balances} | {pot.unit for pot in owing.pots})
    for unit in units:
        heading = "Chips without a value" if unit == CHIPS else unit
        blocks = tuple(_of_unit(stands, unit, said))
        yield Section("unit", heading if len(units) > 1 else "", blocks)
    if stands.left_out:
        from ledger.book.balances.one_session import open_lines  # noqa: PLC0415 - as above

        yield Listed("left out", tuple(open_lines(stands.left_out)))
    elif stands.part != EVERYTHING and not owing.transfers:
        yield words("Nobody owes anybody anything.")
    if names := without_handle(settings, owing.payments):
        yield no_link(names)
    if stands.closed is not None:
        yield stands.closed.said


def verdict(stands: Standing) -> Sentence:
    """Whether everybody is square, and how many payments it takes.

    Where something is not in the figures, nobody is called square.
    """
    owing, all_read = stands.owing, stands.all_read
    so_far = "" if all_read else ", as far as the record goes"
    if not owing.transfers:  # an unexplained amount leaves somebody's balance open
        return (
            words(Strong("Everybody is square."), " Nobody owes anybody anything.", name="verdict")
            if all_read
            else words(Strong("There is nothing to pay"), f"{so_far}.", name="verdict")
        )
    number = len(owing.between_players)
    rest = ["what is left stays in the pot for the next evening"] if owing.of_pots else []
    rest += ["what is unexplained stays open"] if owing.open else []
    more = f"; {', and '.join(rest)}" if rest else ""
    if not number:
        return words(Strong("There is nothing to pay"), f"{so_far}{more}.", name="verdict")
    kind = _KINDS[stands.how] if owing.is_fewest or stands.how != FEWEST else _FEW
    kind += so_far
    payments = counted(number, "payment")
    if more or so_far:
        return words(Strong(f"{payments} to make"), f", {kind}{more}.", name="verdict")
    makes = f"{payments} {'makes' if number == 1 else 'make'} everybody square"
    return words(Strong(makes), f", {kind}.", name="verdict")


_KINDS: Final = {
    FEWEST: "the fewest possible",
    WINNERS: "each to somebody whom the payer lost to",
}
_FEW: Final = "few for so many people, if not the fewest possible"


def _of_unit(stands: Standing, unit: str, said: _Said) -> Iterator[Block]:
    owing = stands.owing
    people = [one for one in owing.balances if one.unit == unit and one.account > 0]
    people.sort(key=lambda one: (-one.amount, one.name))
    if people:
        yield _balances(people, f"Where everybody stands, in {unit}")
    pots = [pot for pot in owing.pots if pot.unit == unit]
    if pots:
        yield _in_pots(stands, pots)
    payments = [one for one in owing.between_players if one.unit == unit]
    if payments:
        yield Listed("payments", said(payments))
    of_pots = [one for one in owing.of_pots if one.unit == unit]
    if of_pots:
        yield Listed("of pots", said(of_pots))
    if unit in {one.unit for one in owing.unexplained} | {one.unit for one in owing.open}:
        yield _unexplained(stands, unit, said)


_FEW_POTS: Final = 5  # more are summed up


def _in_pots(stands: Standing, pots: Sequence[Pot]) -> Listed:
    """What lies in the pots for the next evening, or of one evening what went into them."""
    every = stands.owing.pots
    if stands.part.sessions:  # what lay there before belongs to another session
        return Listed("pots", tuple(_moved(pot, figures.pot_name(pot.game, every)) for pot in pots))
    if len(pots) <= _FEW_POTS:
        return Listed(
            "pots",
            tuple(
                words(
                    Strong(f"In the {visible(figures.pot_name(pot.game, every))}:"),
                    f" {_worth(pot.chips, pot.amount, pot.unit)}, for whoever wins it next time.",
                )
                for pot in pots
            ),
        )
    all_of_it = _worth(
        sum(pot.chips for pot in pots), sum(pot.amount for pot in pots), pots[0].unit
    )
    return Listed(
        "pots",
        tuple(
            words(Strong(f"{visible(pot.game)}:"), f" {_worth(pot.chips, pot.amount, pot.unit)}")
            for pot in pots
        ),
        f"In {len(pots):,} pots: {all_of_it}, for whoever wins them next time.",
    )


def _worth(chips: int, amount: int, unit: str) -> str:
    return amount_text(chips, CHIPS) + (
        "" if unit == CHIPS else f", worth {amount_text(amount, unit)}"
    )


def _moved(pot: Pot, name: str) -> Sentence:
    way = "went into" if pot.chips > 0 else "came out of"
    comma = "" if pot.unit == CHIPS else ","
    worth = _worth(abs(pot.chips), abs(pot.amount), pot.unit)
    return words(f"{worth}{comma} {way} the {visible(name)}.")


def _unexplained(stands: Standing, unit: str, said: _Said) -> Listed:
    """The amounts without a known source, each with its line of the log, and whose balance stays
    open because of it.
    """
    some = [one for one in stands.owing.unexplained if one.unit == unit]
    told = [unexplained_sentence(one) for one in some]
    told += said(one for one in stands.owing.open if one.unit == unit)
    kinds = (kind for one in some for kind in _TOLD_BY.get(one.kind, ("count",)))
    rules = list(dict.fromkeys(kind for kind in kinds if kind in stands.told))
    more = []
    if rules:
        command = ("audit", *(word for rule in rules for word in ("--rule", rule)))
        more.append(Remedy(words("see more"), command, page="audit", query={"kind": rules[0]}))
    nights = {one.session: Evening(one.session, one.date) for one in some}
    more += [
        Remedy(words("see ", night), page="session", query={"session": night.session})
        for night in nights.values()
    ]
    return Listed("unexplained", tuple(told), "Unexplained:", tuple(more))


_TOLD_BY: Final = {"opening": ("carried-pot",), "pot count": ("pot", "unverified-pot")}
"""The kinds of finding that say more about an unexplained amount, by its source; ``count`` for all
others.
"""


# --- Tables, and what other programs get ----------------------------------------------------------
HEADINGS: Final = ("kind", "from", "to", "game", "chips", "currency", "amount")
_MONEY: Final = (Column(key="currency", field="currency"), Column(key="amount", field="amount"))
_BALANCES: Final = (
    Column("Player", "player", "from"),
    Column(shown=True),
    Column(key="currency", field="currency"),
    Column("Balance", "amount", "amount", right=True),
)
_TRANSFERS: Final = (
    Column(key="from", field="from"),
    Column(key="to", field="to"),
    *_MONEY,
    Column(key="link"),
)
_LEFT_OUT: Final = (*_TRANSFERS[:-1], Column(key="reason"))
_POTS: Final = (
    Column(key="game", field="game"),
    Column(key="chips", field="chips"),
    *_MONEY,
)
_UNEXPLAINED: Final = (
    Column(key="session"),
    Column(key="file"),
    Column(key="line"),
    *_MONEY,
)


def _balances(some: Sequence[Balance], title: str = "") -> Table:
    rows = tuple(
        (
            Player(one.name, one.account),
            standing_in_words(one.amount),
            one.unit,
            Amount(one.amount, one.unit, signed=True),
        )
        for one in some
    )
    return Table("balances", _BALANCES, rows, title, kind="balance")


def transfers(some: Sequence[SuggestedTransfer], settings: Settings) -> Table:
    """Suggested transfers for other programs, each with the link to pay it by, null where there is
    none.
    """
    rows = tuple(
        (one.payer, one.payee, one.unit, Amount(one.amount, one.unit), link_of(settings, one))
        for one in some
    )
    return Table("transfers", _TRANSFERS, rows, kind="transfer")


def left_out(some: Sequence[LeftOut]) -> Table:
    """Lines of the plan of one session that are not payments, or may have been paid, with the
    reason.
    """
    rows = tuple(
        (one.payer, one.payee, one.unit, Amount(one.amount, one.unit), why) for one, why in some
    )
    return Table("left_out", _LEFT_OUT, rows)


def _pots(some: Sequence[Pot]) -> Table:
    rows = tuple((pot.game, pot.chips, pot.unit, Amount(pot.amount, pot.unit)) for pot in some)
    return Table("pots", _POTS, rows, kind="pot")


def _data(stands: Standing, settings: Settings) -> dict[str, Value]:
    owing = stands.owing
    unexplained = tuple(
        (one.session, one.file, one.line, one.unit, Amount(one.amount, one.unit))
        for one in owing.unexplained
    )
    owed: dict[str, Value] = {
        "unexplained": Table("unexplained", _UNEXPLAINED, unexplained),
        "balances": _balances(owing.balances),
        "transfers": transfers(owing.transfers, settings),
        "pots": _pots(owing.pots),
    }
    if stands.part == EVERYTHING:
        return owed
    part = {"part": stands.part.as_dict(), "not_in_part": stands.without._asdict()}
    return {**part, **owed, "left_out": left_out(stands.left_out)}


def _rows(stands: Standing, settings: Settings) -> tuple[Table, ...]:
    owing = stands.owing
    return _balances(owing.balances), transfers(owing.transfers, settings), _pots(owing.pots)
