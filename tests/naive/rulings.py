"""Which findings later lines have settled, straight from rules.md 4.10 and 5.15."""

from __future__ import annotations

from ledger.log import between_hands, hand_records
from ledger.log.records import Session

from .referee import PLAY_RULES

GAINED = {"take": 1, "ante": -1, "match": -1, "penalty": -1}
"""Whether a player has too much, or too little, by what a finding says is recorded beyond what was due."""


def settled_later(findings: list[dict], session: Session, renege_costs: dict[tuple[int, str], int | None]) -> None:
    """Note in each finding the line that settled it; ``renege_costs`` are by place of the hand and player."""
    for found in findings:
        if found["hand"] is None or found["player"] is None:
            continue
        lines = [waived(found, session), called(found, session), ruled(found, session, renege_costs)]
        if found["rule"] in GAINED and found["amount"] is not None:
            lines.append(corrected(found, findings, session, renege_costs))
        found["settled"] = min((line for line in lines if line is not None), default=None)


def rulings(found: dict, session: Session) -> list:
    """Return the later lines that move chips for the hand of a finding."""
    later = session.body[found["place"] + 1 :]
    kinds = between_hands.Penalty | between_hands.Transfer
    return [line for line in later if isinstance(line, kinds) and line.hand == found["hand"]]


def waived(found: dict, session: Session) -> int | None:
    for line in session.body:
        if isinstance(line, between_hands.Waive) and (line.hand, line.player) == (found["hand"], found["player"]):
            return line.line
    return None


def called(found: dict, session: Session) -> int | None:
    """Return the line in which the table called a proved renege."""
    if found["rule"] not in PLAY_RULES:
        return None
    lines = session.body[found["place"]].statements
    return next((at.line for at in lines if isinstance(at, hand_records.Renege) and at.player == found["player"]), None)


def ruled(found: dict, session: Session, renege_costs: dict[tuple[int, str], int | None]) -> int | None:
    """Return the line with which what a proved renege costs was paid after all."""
    due = renege_costs.get((found["place"], found["player"]))
    if found["rule"] not in PLAY_RULES or not due:
        return None
    paid, since = 0, None
    for line in rulings(found, session):
        if isinstance(line, between_hands.Penalty) and line.player == found["player"] and line.chips:
            paid += line.chips
            since = line.line if paid == due else None
    return since


def corrected(found: dict, findings: list[dict], session: Session, renege_costs: dict[tuple[int, str], int | None]) -> int | None:
    """Return the line with which everybody whom the mistake touched has what was due."""
    same_hand = [other for other in findings if other["place"] == found["place"] and other["rule"] in GAINED]
    too_much: dict[str, int] = {}
    for other in same_hand:
        gained = GAINED[other["rule"]] * (other["amount"] or 0)
        too_much[other["player"]] = too_much.get(other["player"], 0) + gained
    touched = {found["player"]}
    if found["rule"] == "take":  # all of a hand are one mistake
        touched |= {other["player"] for other in same_hand if other["rule"] == "take"}
    since = None
    for line in rulings(found, session):
        if not line.chips:
            continue
        if isinstance(line, between_hands.Transfer):
            too_much[line.giver] = too_much.get(line.giver, 0) - line.chips
            too_much[line.receiver] = too_much.get(line.receiver, 0) + line.chips
            if touched & {line.giver, line.receiver}:
                touched |= {line.giver, line.receiver}
        else:
            too_much[line.player] = too_much.get(line.player, 0) - line.chips
        if all(too_much.get(player, 0) in (0, -(renege_costs.get((found["place"], player)) or 0)) for player in touched):
            since = since or line.line
        else:
            since = None  # a later line has undone it
    return since
