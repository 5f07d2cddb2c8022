"""What is said of a session that does not begin with what the one before it left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from ledger.book.carrying import Mismatch, sitting_again
from ledger.findings.kinds import CARRIED_POT, KINDS_OF_FINDING, Finding
from ledger.money import CHIPS, amount_text


def finding_of(found: Mismatch, names: Mapping[int, str]) -> Finding:
    """Return the finding that reports a mismatch; ``names`` are the players'."""
    evening = found.evening
    return Finding(
        file=evening.file,
        line=evening.line,
        session=evening.id,
        hand=None,
        trick=None,
        player=None,
        rule=CARRIED_POT,
        severity=KINDS_OF_FINDING[CARRIED_POT].severity,
        card=None,
        required=None,
        amount=found.amount,
        settled=None,
        message=_SENTENCES[found.what](found, names),
    )


def _other_pot(found: Mismatch, _names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    left = str(before.closing)
    if (before.unit, before.chip) != (evening.unit, evening.chip) and before.unit != CHIPS:
        left += f" chips worth {amount_text(before.left, before.unit)}"
    by = "" if found.amount is None else f" ({found.amount:+})"
    odd = "" if found.amount is not None else ", which is not a whole number of this session's chips"
    return (
        f"The session starts with {evening.opening} in the pot; the session before it, {before.id} of {before.date}, "
        f"left {left}{odd}{by}. A pot carries over to the next session of its game (rule 5.12)."
    )


def _other_exemptions(found: Mismatch, names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    here, there = (_listed(people, names) for people in (evening.exempt_said or (), sitting_again(before, evening)))
    return (
        f"The session exempts {here} from the ante of its first hand; after the session before it, {before.id} of {before.date}, "
        f"it should be {there}. Exemptions carry over with the pot (rule 5.6)."
    )


def _other_currency(found: Mismatch, _names: Mapping[int, str]) -> str:
    evening, before = found.evening, found.before
    return (
        f"The session is played in {evening.unit}, but the session before it, {before.id} of {before.date}, left "
        f"{amount_text(before.left, before.unit)} in the pot: a pot cannot change its currency (rule 5.12). "
        "Write `end divide` at the end of that session, or name another `game` in this one."
    )


_SENTENCES: Final = {"pot": _other_pot, "exempt": _other_exemptions, "currency": _other_currency}


def _listed(people: Iterable[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[one] for one in people) or "nobody"
