"""Record: the score kept on a phone while the cards fly."""

from dashboard.frame.shown_book import the_book
from dashboard.record.routes import table

the_book()  # raises without a login
table()
