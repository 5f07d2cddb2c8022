"""What a step proves: a card that shows an earlier play to be wrong, or a card that the known hand forbids.

Nothing is ever blocked: an objection is a message, with the lines that would settle it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ledger.findings import findings
from ledger.findings.finding import Finding
from ledger.findings.kinds import KINDS_OF_FINDING, RULES_OF_PLAY, UNPAID_RENEGE
from ledger.game.cards import NAMES
from ledger.log import format_statement
from ledger.log.hand_statements import Renege
from ledger.recording.hand_steps import recalled
from ledger.recording.history import alike
from ledger.recording.judging import Standing, standing
from ledger.recording.spoken import INDENT, Recording, last_line


@dataclass(frozen=True, slots=True)
class Objection:
    """One thing that is wrong; ``finding.message`` says what, with the rule and the evidence.

    ``recalls`` are the ways to take the card back while it is the last one on the table: pairs of the card played
    instead (for ``take_back``) and the line that the trick then has. Empty if it is too late, or no play is at fault. It
    stands if nothing is said; ``call`` is the line by which the table calls the renege, empty where there is none to
    call. ``cost`` is what the renege comes to under the rules in chips, None if that is not known. ``earlier`` is True if it is
    of a hand before the one that is open, ``dealt`` if it came out by cards that were said to have been dealt.
    """

    finding: Finding
    recalls: tuple[tuple[str, str], ...] = ()
    call: str = ""
    cost: int | None = None
    earlier: bool = False
    dealt: bool = False

    @property
    def words(self) -> str:
        """What is wrong and what can be done about it, as plain text."""
        found = self.finding
        who = "" if found.message.startswith(f"{found.player} ") else found.player
        hand = f"hand {found.hand}" if self.earlier else ""
        where = ", ".join(filter(None, (hand, f"trick {found.trick}" if found.trick else "", who)))
        said = f"{where}: {found.message}" if where else found.message
        if self.dealt:
            return f"according to the cards dealt that have been entered: {said} If one of them is wrong, take it back."
        if found.rule not in RULES_OF_PLAY or found.settled is not None:
            return said
        cost = f" ({self.cost} into the next pot)" if self.cost else ""
        if self.recalls:
            return f"{said} It can still be taken back; or it stands, and the table may call the renege{cost}."
        return f"{said} The next card has been played, so it stands: the table may call the renege{cost}, or let it be."


def objections(before: Recording, after: Recording) -> list[Objection]:
    """What is proved wrong in ``after`` and was not in ``before``, in the order of the lines.

    For the open hand only what no later line can make right; the rest follows when it is confirmed.
    """
    old, new = before.text.split("\n"), after.text.split("\n")
    dealt = any(line.startswith(f"{INDENT}dealt ") for line in set(old) ^ set(new))
    moved = _moved(old, new)
    known = {_key(found, moved(found.line)) for found in _told(standing(before))}
    now = standing(after)
    said = _told(now)
    costs = {(found.hand, found.player): found.amount for found in _all(now) if found.rule == UNPAID_RENEGE}
    fresh = [found for found in said if _key(found, found.line) not in known]
    return [replace(_objection(now, after, found, costs.get((found.hand, found.player))), dealt=dealt) for found in fresh]


def _told(now: Standing) -> list[Finding]:
    """The findings to report: for the open hand only those that are certain already."""
    if now.hand is None:
        return _all(now)
    spoken = {found for found in _all(now) if found.line < now.hand.line or KINDS_OF_FINDING[found.rule].final_before_the_end}
    return [found for found in _all(now) if found in spoken]


def _all(now: Standing) -> list[Finding]:
    """Every finding except those of the hand to come."""
    judged = now.judged
    facts = [fact for fact in judged.facts if fact.row < 0 or fact.row != now.coming]
    found = findings(replace(judged, facts=facts))
    return sorted(found, key=lambda one: (one.line, one.trick or 99, one.rule, one.player or ""))


def _key(found: Finding, line: int) -> tuple[object, ...]:
    return found.rule, line, found.hand, found.trick, found.player, found.card


def _moved(before: Sequence[str], after: Sequence[str]) -> Callable[[int], int]:
    """A function from line numbers of ``before`` to those in ``after``: lines below an inserted one have moved."""
    same = alike(before, after)
    below = alike(before[same:][::-1], after[same:][::-1])
    return lambda line: line + len(after) - len(before) if line > len(before) - below else line


def _objection(now: Standing, after: Recording, found: Finding, cost: int | None) -> Objection:
    earlier = now.hand is not None and found.line < now.hand.line
    if found.rule not in RULES_OF_PLAY or found.player is None:
        return Objection(found, earlier=earlier)
    call = format_statement(Renege(0, found.player)) if now.hand is not None and not earlier else ""
    return Objection(found, _recalls(after, found), call, cost, earlier)


def _recalls(after: Recording, found: Finding) -> tuple[tuple[str, str], ...]:
    """Each card that would have been right, with the line of the trick after it replaces the last card."""
    last = last_line(after)
    if last is None or last[1].line != found.line:
        return ()
    trick, index = last[1], len(last[1].cards) - 1
    if NAMES[trick.cards[index]] != found.card or any(at == index for at, _ in trick.withdrawn):
        return ()
    return tuple(
        (card, format_statement(recalled(trick, index, NAMES.index(card))._replace(comment=""))) for card in found.required or ()
    )
