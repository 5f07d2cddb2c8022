"""The statements between hands, each from its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ledger.log.money import money_from, number_from
from ledger.log.problem import Problem
from ledger.log.records import (
    BuyIn,
    CashOut,
    Count,
    End,
    Leave,
    Pay,
    Penalty,
    Sit,
    TableStatement,
    Transfer,
    Waive,
)
from ledger.log.table import Table, name_from, no_more
from ledger.log.words import BLANK, shown, split


def _sit(table: Table, line: int, words: list[str], comment: str, _text: str) -> Sit:
    form = "a player and who sits on the right: sit Hal after Cal"
    _not_ended(table, words)
    player = name_from(words, 1)
    if player in table.seated:
        raise Problem(1, f"{shown(player)} is seated already", "a player who is not", "`leave` comes before sitting elsewhere")
    if words[2:3] != ["after"]:
        raise Problem(2, "`after` is missing", form, "write after and the player on the right")
    after = table.player(words, 3)
    no_more(words, 4, form)
    table.room(1)
    table.seating.sit(player, after)
    table.known.setdefault(player, player)
    return Sit(line, player, after, comment)


def _leave(table: Table, line: int, words: list[str], comment: str, _text: str) -> Leave:
    _not_ended(table, words)
    player = table.player(words, 1)
    no_more(words, 2, "one player: leave Dot")
    table.seating.leave(player)
    return Leave(line, player, comment)


def _buyin(table: Table, line: int, words: list[str], comment: str, _text: str) -> BuyIn:
    return BuyIn(line, *_bought(table, words), comment)


def _cashout(table: Table, line: int, words: list[str], comment: str, _text: str) -> CashOut:
    return CashOut(line, *_bought(table, words), comment)


def _bought(table: Table, words: list[str]) -> tuple[str, int, str | None]:
    form = f"a player, chips, and perhaps who keeps the bank: {words[0]} Ann 40 from Bea"
    player, chips = table.anyone(words, 1), number_from(words, 2)
    if len(words) < 4:
        return player, chips, None
    _joined_by(words, 3, "from", form)
    source = table.anyone(words, 4)
    no_more(words, 5, form)
    return player, chips, source


def _count(table: Table, line: int, words: list[str], comment: str, _text: str) -> Count:
    player, chips = table.anyone(words, 1), number_from(words, 2)
    no_more(words, 3, "a player and chips: count Ann 55")
    return Count(line, player, chips, comment)


def _pay(table: Table, line: int, words: list[str], comment: str, text: str) -> Pay:
    payer, payee = table.anyone(words, 1), table.anyone(words, 2)
    amount = money_from(words, 3, table.currency)
    return Pay(line, payer, payee, amount, note_from(words, 4, text), comment)


def note_from(words: list[str], index: int, text: str) -> str:
    """Return the free words of the line ``text`` from ``index`` on: as written, or what is in the quotes of a single word."""
    if len(words) <= index + 1:
        return words[index] if len(words) > index else ""
    _, columns, _, end = split(text)
    return text[columns[index] - 1 : end - 1].strip(BLANK)


def _penalty(table: Table, line: int, words: list[str], comment: str, _text: str) -> Penalty:
    player, chips = table.anyone(words, 1), number_from(words, 2)
    return Penalty(line, player, chips, _for_hand(words, 3, "a player, chips and the hand: penalty Bea 7 for 12"), comment)


def _transfer(table: Table, line: int, words: list[str], comment: str, _text: str) -> Transfer:
    giver, receiver = table.anyone(words, 1), table.anyone(words, 2)
    chips = number_from(words, 3)
    hand = _for_hand(words, 4, "who gives, who gets, chips and the hand: transfer Eve Bea 7 for 9")
    return Transfer(line, giver, receiver, chips, hand, comment)


def _for_hand(words: list[str], index: int, form: str) -> int | None:
    if len(words) <= index:
        return None
    _joined_by(words, index, "for", form)
    hand = number_from(words, index + 1, "the number of a hand")
    no_more(words, index + 2, form)
    return hand


def _waive(table: Table, line: int, words: list[str], comment: str, _text: str) -> Waive:
    hand = number_from(words, 1, "the number of a hand")
    player = table.anyone(words, 2)
    no_more(words, 3, "a hand and a player: waive 12 Bea")
    return Waive(line, hand, player, comment)


def _end(table: Table, line: int, words: list[str], comment: str, _text: str) -> End:
    form = "`end`, `end carry` or `end divide`"
    _not_ended(table, words)
    if len(words) > 1 and words[1] not in {"carry", "divide"}:
        raise Problem(1, f"the pot cannot be {shown(words[1])}", form, near=("carry", "divide"))
    no_more(words, 2, form)
    table.ended = True
    return End(line, words[1:] == ["divide"], comment)


def _joined_by(words: list[str], index: int, word: str, form: str) -> None:
    if words[index] != word:
        raise Problem(index, f"{shown(words[index])} is not `{word}`", form, "put a # before a remark", near=(word,))


def _not_ended(table: Table, words: list[str]) -> None:
    if table.ended:
        expected = "comments and settlements: buyin, cashout, count, pay, penalty, transfer, waive"
        raise Problem(0, f"`{words[0]}` after the session's `end`", expected, "move `end` to where the game ended")


TABLE_LINES: Final[dict[str, Callable[[Table, int, list[str], str, str], TableStatement]]] = {
    "sit": _sit,
    "leave": _leave,
    "buyin": _buyin,
    "cashout": _cashout,
    "count": _count,
    "pay": _pay,
    "penalty": _penalty,
    "transfer": _transfer,
    "waive": _waive,
    "end": _end,
}
"""Keyword to the function that reads its line: from the table, the line's number, its words, its comment and the line itself."""
