"""Where a player's figures come from, for people: the answer, the sessions, and each session hand by hand."""

from __future__ import annotations

from collections.abc import Iterable

from ledger.book.posting_words import bare, in_the_log, what
from ledger.book.trail import Account, Item, Night, Trail
from ledger.cli.standing import standing
from ledger.cli.terminal import paint, table
from ledger.log.words import visible
from ledger.money.amounts import CHIPS, amount_text


def as_text(trail: Trail, session: str | None, *, brief: bool) -> str:
    """Return everything that ``bourre why`` says on a terminal; ``session`` is the one that was asked for."""
    blocks = [_answer(trail, session)]
    for account in trail.accounts:
        if session is None:
            blocks.append(_sessions(account))
        if not brief:
            blocks += [_night(night, account.unit) for night in account.nights]
            if account.payments:
                blocks.append(_payments(account))
    return "\n\n".join(blocks)


def _answer(trail: Trail, session: str | None) -> str:
    if not trail.accounts:
        where = "the book" if session is None else f"session {visible(session)}"
        return f"Nothing ever moved for {trail.player} in {where}."
    if session is None:
        return f"{trail.player} " + " and ".join(standing(account.amount, account.unit) for account in trail.accounts) + "."
    return "\n".join(
        f"{trail.player} in {visible(night.session)}: {amount_text(night.amount, account.unit, signed=True)}"
        for account in trail.accounts
        for night in account.nights
    )


def _sessions(account: Account) -> str:
    """Return a line a session, payments between them, and the sum."""
    unit = account.unit
    rows = [
        [night.date.isoformat(), visible(night.session), *_figures(night.chips, night.amount, unit)] for night in account.nights
    ]
    if account.payments:
        paid = sum(item.amount for item in account.payments)
        rows.append(["", "payments between sessions", *_figures(None, paid, unit)])
    rows.append(["", "in all", *_figures(None, account.amount, unit)])
    return table(["Date", "Session", *_headings(unit)], rows, right=_headings(unit))


def _night(night: Night, unit: str) -> str:
    """Return a session hand by hand; the lines that are not indented add up to the last one."""
    rows = []
    for part in night.hands:
        rows += [_sum(f"hand {part.hand}", part.chips, part.amount, unit), *_items(part.items)]
    if night.between:
        moved = (sum(item.chips for item in night.between), sum(item.amount for item in night.between))
        rows += [_sum("between hands", *moved, unit), *_items(night.between)]
    if night.bank:
        rows += [_sum("chips bought and cashed", None, sum(item.amount for item in night.bank), unit), *_items(night.bank)]
    rows.append(_sum("in all", night.chips, night.amount, unit))
    title = [paint(f"{night.date} {visible(night.session)}", "bold")]
    title += [visible(night.title)] if night.title else []
    worth = "" if unit == CHIPS else f"   (a chip is worth {amount_text(night.chip, unit)})"
    lines = table(["", "Rule", *_headings(unit), "Line", "In the log"], rows, right=_headings(unit))
    return f"{'  '.join(title)}\n{visible(night.file)}{worth}\n{lines}"


def _sum(words: str, chips: int | None, amount: int, unit: str) -> list[str]:
    return [words, "", *_figures(chips, amount, unit), "", ""]


def _payments(account: Account) -> str:
    rows = [
        [item.date.isoformat(), what(item, note=True), bare(item.amount, account.unit), f"{visible(item.file)}:{item.line}"]
        for item in account.payments
    ]
    rows.append(["", "in all", bare(sum(item.amount for item in account.payments), account.unit), ""])
    return table(["Date", "Payments between sessions", "Amount", "In the log"], rows, right=("Amount",))


def _items(items: Iterable[Item]) -> list[list[str]]:
    rows = []
    for item in items:
        figures = _figures(item.chips or None, item.amount, item.unit)
        rows.append([f"  {what(item)}", item.rule or "", *figures, str(item.line), in_the_log(item)])
    return rows


def _headings(unit: str) -> list[str]:
    """Return the columns of figures: one for chips without a value, since the amount is the chips."""
    return ["Chips"] if unit == CHIPS else ["Chips", "Amount"]


def _figures(chips: int | None, amount: int, unit: str) -> list[str]:
    if unit == CHIPS:
        return [bare(amount, unit)]
    return ["" if chips is None else bare(chips, CHIPS), bare(amount, unit)]
