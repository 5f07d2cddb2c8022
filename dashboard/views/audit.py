"""Audit: what is wrong, how sure is it, and what would it cost?"""

from dashboard.parts import audit, frame, ruling

frame.head("Audit")
frame.need_sessions()
ruling.outcome()
audit.show()
