"""What an import came to, or would come to: how many evenings, who is new, what replacing changes.

What was refused is said session by session (``SessionOutcome``), with what to do about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ledger.answer import (
    Amount,
    Answer,
    Block,
    Column,
    Listed,
    NotKnown,
    Player,
    Remedy,
    Sentence,
    Table,
    Value,
    words,
)
from ledger.book.sessions.import_outcome import (
    EXISTS,
    OUTCOMES,
    REFUSED,
    REMOVED,
    REPLACED,
    STORED,
    FigureChange,
    Imported,
)
from ledger.book.sessions.import_plan import REPLACE
from ledger.log.words import visible
from ledger.money import CHIPS, standing_in_words
from ledger.wording import counted


def imported(done: Imported, *, foreseen: bool = False) -> Answer:
    """The answer of an import, or of one that is ``foreseen`` and not done yet.

    Its blocks are ``counts``, ``newcomers``, names that look alike, ``notes``, ``versions``,
    ``rulings``, and the tables ``won`` and ``balances``; those that say nothing are left out.
    """
    return Answer(tuple(_blocks(done, foreseen=foreseen)), _data(done))


# --- For people -----------------------------------------------------------------------------------
def _blocks(done: Imported, *, foreseen: bool) -> Iterator[Block]:
    yield Listed("counts", tuple(_counts(done, foreseen=foreseen)))
    if done.new_players:
        number = counted(len(done.new_players), "new player")
        first, *rest = (Player(one.name) for one in done.new_players)
        others = [part for one in rest for part in (", ", one)]
        yield words(f"{number}: ", first, others, name="newcomers")
    for new in done.new_players:
        for other in new.similar:
            yield NotKnown(
                words(Player(new.name), " is new; if this is ", Player(other)),
                Remedy(words("merge them"), ("players", "merge", other, new.name), page="players"),
            )
    if done.other_notes:
        yield Listed(
            "notes",
            tuple(words(visible(one)) for one in done.other_notes),
            more=(Remedy(words("take those of this version"), option=REPLACE),),
        )
    if done.versions:
        yield Listed("versions", tuple(words(visible(one)) for one in done.versions))
    if done.rulings:
        yield Listed("rulings", tuple(words(visible(one.told)) for one in done.rulings))
    won = [one for one in done.changes if one.session is not None]
    balances = [one for one in done.changes if one.session is None]
    if won:
        yield Table("won", _WON, tuple(map(_won, won)), "What replacing changes in evenings")
    if balances:
        rows = tuple(map(_balance, balances))
        yield Table("balances", _BALANCES, rows, "What replacing changes in balances")


def lines(answer: Answer, name: str) -> tuple[Sentence, ...]:
    """Return the sentences of the block with this name, none if it has nothing to say."""
    return tuple(
        said
        for one in answer.block(name)
        for said in (one.sentences if isinstance(one, Listed) else [one])
        if isinstance(said, Sentence)
    )


def alike(answer: Answer) -> list[tuple[Sentence, Remedy]]:
    """Return the new names that may be somebody whom the book knows, each with what to do then."""
    return [
        (one.what, one.remedy)
        for one in answer.blocks
        if isinstance(one, NotKnown) and one.remedy is not None
    ]


def changed(answer: Answer) -> list[Table]:
    """Return what replacing changes, in evenings and in balances."""
    return [one for one in answer.blocks if isinstance(one, Table)]


_DONE: Final = {
    STORED: ("evening stored", "evenings stored"),
    REPLACED: ("evening replaced", "evenings replaced"),
    REMOVED: ("evening removed", "evenings removed"),
    EXISTS: ("evening already in the book", "evenings already in the book"),
    REFUSED: ("refused", "refused"),
}
_FORESEEN: Final = _DONE | {
    STORED: ("new evening", "new evenings"),
    REPLACED: ("evening that replaces another", "evenings that replace others"),
}


def _counts(done: Imported, *, foreseen: bool) -> Iterator[Sentence]:
    """How many sessions were stored, replaced and so on. Zeros are left out, unless all are
    zero.
    """
    named = _FORESEEN if foreseen else _DONE
    found = {outcome: len(done.of(outcome)) for outcome in named}
    nothing = not any(found.values()) and not done.payments + done.payments_there
    for outcome, count in found.items():
        if count or (nothing and outcome == STORED):
            yield words(counted(count, *named[outcome]), name=outcome)
    if done.payments:
        yield words(f"{counted(done.payments, 'payment')} between evenings")
    if done.payments_there:
        yield words(f"{counted(done.payments_there, 'payment')} already in the book")


_WON: Final = (
    Column("Won in", shown=True),
    Column(shown=True),
    Column("Chips", right=True),
    Column("now", right=True),
    Column("Amount", right=True),
    Column("now", right=True),
)
_BALANCES: Final = (
    Column("Balance"),
    Column("before", right=True),
    Column("now", right=True),
    Column(shown=True),
)


def _won(one: FigureChange) -> tuple[Value, ...]:
    chips = [f"{figure:+,}".replace("-", "−") for figure in one.chips]
    amounts: list[Value] = (
        ["", ""] if one.unit == CHIPS else [Amount(each, one.unit, True) for each in one.amount]
    )
    return visible(one.session or ""), Player(one.player), *chips, *amounts


def _balance(one: FigureChange) -> tuple[Value, ...]:
    before, now = (Amount(each, one.unit, signed=True) for each in one.amount)
    return Player(one.player), before, now, standing_in_words(one.amount[1])


# --- For other programs ---------------------------------------------------------------------------
def _data(done: Imported) -> dict[str, Any]:
    return {
        **{outcome: len(done.of(outcome)) for outcome in OUTCOMES},
        "quarantined": done.quarantined,
        "not_read": done.left_out.as_dict(),
        "doubts": [one._asdict() for one in done.doubts],
        "findings": done.findings,
        "rulings": [
            {"session": one.session, "ruling": one.statement, "kept": one.kept, "told": one.told}
            for one in done.rulings
        ],
        "changes": [_changed(one) for one in done.changes],
        "payments": done.payments,
        "versions": done.versions,
        "other_notes": done.other_notes,
        "sessions": [],  # whoever shows it says what to do about each
        "new_players": [one._asdict() for one in done.new_players],
    }


def _changed(one: FigureChange) -> dict[str, Value]:
    before, now = (Amount(amount, one.unit) for amount in one.amount)
    said: dict[str, Value] = {
        "session": one.session,
        "player": one.player,
        "currency": one.unit,
        "before": before,
        "now": now,
    }
    if one.session is None:
        return said
    return said | {"chips_before": one.chips[0], "chips": one.chips[1]}
