"""Record: the score kept on a phone while the cards fly."""

from dashboard.frame import page
from dashboard.frame.shown_book import the_book
from dashboard.record.screen import record

page.head("Record")
the_book()  # nobody gets past this who is not logged in: what comes next has words of its own for mistakes
record()
