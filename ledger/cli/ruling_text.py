"""What ``bourre uphold`` and ``bourre waive`` say when a ruling is in the log."""

from __future__ import annotations

from ledger.book.rulings import Case, Ruled
from ledger.cli.audit_text import wrapped
from ledger.cli.standing import change_table, standing
from ledger.money.amounts import CHIPS, amount_text


def as_text(case: Case, ruled: Ruled) -> str:
    """Return the ruling, the line that was written, what moved, what remains, and how to undo it."""
    lines = [wrapped(_sentence(case, ruled), ""), f"{ruled.path}:{ruled.line}: {ruled.statement}", ""]
    if ruled.chips:
        before, now = (amount_text(chips, CHIPS) for chips in ruled.pot)
        lines += [change_table([(ruled.player, ruled.unit, *ruled.position)]), f"In the pot: {before} before, {now} now.", ""]
    lines.append(f"{ruled.player} {standing(ruled.position[1], ruled.unit)} in all. Who pays whom now: bourre owes")
    if ruled.still:
        lines.append("The audit goes on reporting this renege: see bourre audit.")
    lines += [wrapped(message, "") for message in ruled.carried]
    lines.append(f"To undo it, delete line {ruled.line} of {ruled.path}: the log is what counts.")
    return "\n".join(lines)


def _sentence(case: Case, ruled: Ruled) -> str:
    where = f"hand {case.hand} of {case.session}"
    if not ruled.chips:
        return f"Waived: {ruled.player}'s renege in {where} stands unpunished (rule 5.5)."
    worth = "" if ruled.unit == CHIPS else f", {amount_text(ruled.amount, ruled.unit)},"
    return (
        f"Upheld: {ruled.player} pays {amount_text(ruled.chips, CHIPS)}{worth} into the pot for a renege in {where} (rule 5.5)."
    )
