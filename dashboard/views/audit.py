"""Audit: what is wrong, how sure is it, and what would it cost?"""

from dashboard.audit import audit, ruling
from dashboard.frame import frame

frame.head("Audit")
frame.need_sessions()
ruling.outcome()
audit.show()
