from . import kinds as kinds
from .audit import (
    Finding as Finding,
    Report as Report,
    add as add,
    audit as audit,
    expected_at as expected_at,
    findings as findings,
    findings_of as findings_of,
    finish as finish,
    merge as merge,
    of_a_line as of_a_line,
    unreadable_line as unreadable_line,
)
from .play_words import TO_END_IT as TO_END_IT, without_an_end as without_an_end
