from . import finding as finding, kinds as kinds
from .audit import (
    Report as Report,
    add as add,
    audit as audit,
    finish as finish,
    merge as merge,
)
from .finding import Finding as Finding
from .from_facts import findings as findings, findings_of as findings_of, unreadable_line as unreadable_line
from .words.endings import to_end_it as to_end_it, without_an_end as without_an_end
from .words.phrases import SUIT_NAMES as SUIT_NAMES, count as count, listing as listing
