"""Which findings later lines have settled, straight from rules.md 4.10 and 5.15."""

from __future__ import annotations

from collections.abc import Iterator

from ledger.log import between_hands, hand_statements
from ledger.log.records import Session

from .referee import PLAY_RULES

GAINED = {"take": 1, "ante": -1, "match": -1, "penalty": -1}
"""Whether a player has too much, or too little, by what a finding says is recorded beyond what was
due.
"""


RENEGES = (*PLAY_RULES, "turn", "late-pass")
"""Plays against the rules, out of turn too (4.9), and a pass that came too late (3.1)."""


def settled_later(
    findings: list[dict],
    session: Session,
    renege_costs: dict[tuple[int, str], int | None],
    beyond: dict[tuple[int, str], int],
    paid_by_match: set[tuple[int, str, str]],
) -> None:
    """Note in each finding the line that settled it; ``renege_costs`` and what is ``beyond`` are by
    place and player.
    """
    for found in findings:
        if found["hand"] is None or found["player"] is None:
            continue
        in_hand = called(found, session) or matched(found, session, paid_by_match)
        lines = [waived(found, session)] if not in_hand else []
        lines += [
            in_hand,
            ruled(found, findings, session, renege_costs, beyond) if not in_hand else None,
        ]
        if found["rule"] in GAINED:
            lines.append(corrected(found, findings, session, beyond))
        # The first of them; a waiver from before the hand only where nothing in it or after it
        # settles the finding.
        begun = session.body[found["place"]].line
        settling = sorted((line < begun, line) for line in lines if line is not None)
        found["settled"] = settling[0][1] if settling else None


def rulings(found: dict, session: Session) -> list:
    """Return the later lines that move chips for the hand of a finding."""
    later = session.body[found["place"] + 1 :]
    kinds = between_hands.Penalty | between_hands.Transfer
    return [
        line
        for line in later
        if isinstance(line, kinds) and line.hand == found["hand"] and line.chips
    ]


def waived(found: dict, session: Session) -> int | None:
    for line in session.body:
        if isinstance(line, between_hands.Waive) and (line.hand, line.player) == (
            found["hand"],
            found["player"],
        ):
            return line.line
    return None


def called(found: dict, session: Session) -> int | None:
    """Return the line in which the table called a proved renege."""
    if found["rule"] not in (*PLAY_RULES, "turn"):
        return None
    lines = session.body[found["place"]].statements
    return next(
        (
            at.line
            for at in lines
            if isinstance(at, hand_statements.Renege) and at.player == found["player"]
        ),
        None,
    )


def matched(found: dict, session: Session, paid_by_match: set[tuple[int, str, str]]) -> int | None:
    """Return the last ``match`` line of the hand, if what was matched pays a renege as well
    (5.5).
    """
    kind = "late-pass" if found["rule"] == "late-pass" else "renege"
    if found["rule"] not in RENEGES or (found["place"], found["player"], kind) not in paid_by_match:
        return None
    lines = session.body[found["place"]].statements
    return max(at.line for at in lines if isinstance(at, hand_statements.Match))


def ruled(
    found: dict,
    findings: list[dict],
    session: Session,
    costs: dict[tuple[int, str], int | None],
    beyond: dict[tuple[int, str], int],
) -> int | None:
    """Return the line with which what a proved renege costs was paid after all, a later line not
    undoing it.
    """
    key = (found["place"], found["player"])
    if found["rule"] not in RENEGES or key not in costs:
        return None
    player, due = found["player"], costs[key]
    if due is None:  # nobody can tell what it costs: any penalty for it will do
        due = 0
    elif not due:
        return None
    too_much = balances(found, findings).get(player, 0)
    others = dict(standings(found, findings, session, beyond))
    paid, given, since, transferred = 0, 0, None, False
    for line in rulings(found, session):
        given += moved(line).get(player, 0)
        if isinstance(line, between_hands.Penalty):
            paid += line.chips if line.player == player else 0
        else:
            transferred |= player in {line.giver, line.receiver}
        # Of what was due for it, or for it and everything else of that hand; what a transfer
        # touches must come out for all whom it touches.
        if not due:
            right = paid > 0 > given
        elif paid == due and not transferred:
            right = True
        else:
            right = (
                paid >= due
                and too_much + given == -beyond.get(key, 0)
                and others.get(line.line, since is not None)
            )
        since = (since or line.line) if right else None
    return since


def corrected(
    found: dict, findings: list[dict], session: Session, costs: dict[tuple[int, str], int]
) -> int | None:
    """Return the line with which everybody whom the mistake touched has what was due, a later line
    not undoing it.
    """
    since = None
    for line, right in standings(found, findings, session, costs):
        since = (since or line) if right else None
    return since


def standings(
    found: dict, findings: list[dict], session: Session, costs: dict[tuple[int, str], int]
) -> Iterator[tuple[int, bool]]:
    """Yield each line that touches the mistake, and whether everybody whom it touched then has what
    was due.

    Who reneged may have paid for that as well: ``costs`` says by place and player how much that is.
    """
    too_much = balances(found, findings)
    touched = {found["player"]}
    if found["rule"] == "take":  # all of a hand are one mistake
        touched |= {
            other["player"]
            for other in findings
            if other["place"] == found["place"] and other["rule"] == "take"
        }
    paid: dict[str, int] = {}
    # Of an amount that nobody can tell, a line in the right direction is enough.
    here = [
        other for other in findings if other["place"] == found["place"] and other["rule"] in GAINED
    ]
    unknown = {other["player"]: other["too_much"] for other in here if other["amount"] is None}
    given: dict[str, int] = {}
    for line in rulings(found, session):
        for player, chips in moved(line).items():
            too_much[player] = too_much.get(player, 0) + chips
            given[player] = given.get(player, 0) + chips
        named = (
            {line.player}
            if isinstance(line, between_hands.Penalty)
            else {line.giver, line.receiver}
        )
        if isinstance(line, between_hands.Penalty):
            paid[line.player] = paid.get(line.player, 0) + line.chips
        if not touched & named:
            continue  # a line about others brings nobody here to what was due
        touched |= named
        right = True
        for player in touched:
            if player in unknown:
                net = given.get(player, 0)
                right &= net < 0 if unknown[player] else net > 0
                continue
            cost = costs.get((found["place"], player), 0)
            right &= too_much.get(player, 0) in (
                (0, -cost) if paid.get(player, 0) >= cost else (0,)
            )
        yield line.line, right


def balances(found: dict, findings: list[dict]) -> dict[str, int]:
    """Return what each player has too much (or too little) in the hand of a finding, by all that
    was found there.
    """
    too_much: dict[str, int] = {}
    for other in findings:
        if other["place"] == found["place"] and other["rule"] in GAINED:
            gained = GAINED[other["rule"]] * (other["amount"] or 0)
            too_much[other["player"]] = too_much.get(other["player"], 0) + gained
    return too_much


def moved(line: between_hands.Penalty | between_hands.Transfer) -> dict[str, int]:
    """Return what a ruling gives and takes."""
    if isinstance(line, between_hands.Penalty):
        return {line.player: -line.chips}
    return (
        {} if line.giver == line.receiver else {line.giver: -line.chips, line.receiver: line.chips}
    )
