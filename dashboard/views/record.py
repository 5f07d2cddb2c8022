"""Record: the score kept on a phone while the cards fly."""

from dashboard.parts import frame
from dashboard.parts.record import record

frame.head("Record")
record()
