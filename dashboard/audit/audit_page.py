"""Audit: what is wrong, how sure is it, and what would it cost?"""

from dashboard.audit import disputes, mending, ruling, selection, several
from dashboard.frame import page

page.head("Audit")
page.need_sessions()
ruling.outcome()
several.outcome()
mending.outcome()
disputes.show()
selection.show()
