"""What has been recorded so far, in a few words: shown before a recording is discarded."""

from __future__ import annotations

from ledger.findings import count, listing
from ledger.log.records import Comment, Hand
from ledger.recording.judging import standing
from ledger.recording.spoken import Recording


def contents(recording: Recording) -> str:
    """The number of hands, the open hand, and lines between hands (comments too), in words; empty if there is only the header."""
    body = standing(recording).before.body
    hands = [item for item in body if isinstance(item, Hand)]
    opened = hands.pop() if recording.playing else None
    lines = sum(not isinstance(item, Hand | Comment) for item in body)
    remarks = sum(isinstance(item, Comment) for item in body) + len(recording.draft) * (opened is None)
    parts = [count(len(hands), "hand")] if hands else []
    if opened is not None:
        parts.append("the hand that is open")
    parts += [count(many, what) for many, what in ((lines, "line between hands"), (remarks, "remark")) if many]
    return listing(parts)
