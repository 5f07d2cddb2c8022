"""Makes findings of the facts about judged hands, and of the lines that could not be read."""

from __future__ import annotations

from ledger.engine import Fact, Judged
from ledger.findings.finding import REMARK, WARNING, Finding
from ledger.findings.kinds import KINDS_OF_FINDING, SYNTAX
from ledger.findings.words.hand_in_words import HandInWords
from ledger.game.play import NAMES, UNKNOWN, cards_in
from ledger.hands.model import TRICKS
from ledger.log.records import Diagnostic


def findings(judged: Judged) -> list[Finding]:
    """Put every fact into words, and every line that could not be read."""
    found = [_finding(judged, fact) for fact in judged.facts]
    ids = {info.file: info.id for info in judged.hands.sessions}
    found.extend(unreadable_line(error, ids.get(error.file)) for error in judged.hands.errors)
    return found


def findings_of(judged: Judged, row: int) -> list[Finding]:
    """What was found in one hand, in the order of its lines."""
    hands = judged.hands
    info = hands.sessions[int(hands.session[row])]
    lines = {line for line, _ in hands.text.get(row, ())}
    found = [_finding(judged, fact) for fact in judged.facts if fact.row == row]
    found += [unreadable_line(error, info.id) for error in hands.errors if error.file == info.file and error.line in lines]
    return sorted(found, key=place)


def unreadable_line(error: Diagnostic, session: str | None) -> Finding:
    """The finding for a line that cannot be read (syntax)."""
    said = [f"column {error.column}: {error.message}", error.expected and f"expected {error.expected}", error.remedy]
    return Finding(
        file=error.file,
        line=error.line,
        session=session,
        hand=error.hand,
        trick=None,
        player=None,
        rule=SYNTAX,
        severity=KINDS_OF_FINDING[SYNTAX].severity,
        card=None,
        required=None,
        amount=None,
        settled=None,
        message="; ".join(filter(None, said)),
    )


def _finding(judged: Judged, fact: Fact) -> Finding:
    hands = judged.hands
    session = hands.sessions[int(hands.session[fact.row]) if fact.row >= 0 else fact.session]
    kind = KINDS_OF_FINDING[fact.rule]
    assert kind.sentence is not None  # of a line that cannot be read and of a pot not carried the engine has no fact
    player = None
    if fact.row >= 0 and fact.seat >= 0:
        player = hands.name(fact.row, fact.seat)
    elif fact.player >= 0:
        player = session.players[fact.player]
    said = kind.sentence(HandInWords(judged, fact), fact)
    return Finding(
        file=session.file,
        line=fact.line,
        session=session.id,
        hand=int(hands.number[fact.row]) if fact.row >= 0 else None,
        trick=fact.trick or None,
        player=player,
        rule=fact.rule,
        severity=WARNING if fact.unproved else REMARK if fact.remark else kind.severity,
        card=NAMES[fact.card] if fact.card < UNKNOWN else None,
        required=tuple(NAMES[card] for card in cards_in(fact.required)) if fact.required is not None else None,
        amount=fact.amount,
        settled=fact.settled,
        message=said if fact.settled is None else f"{said} Settled by line {fact.settled}.",
    )


def place(found: Finding) -> tuple[str, int, int, str, str, str]:
    """Sort key, by place in the log; of one line, what its cards show comes before what follows for the whole hand."""
    return found.file, found.line, found.trick or TRICKS + 2, found.rule, found.player or "", found.card or ""
