"""Who owes what: where everybody stands, the fewest payments, and why."""

from dashboard.parts import frame, words
from dashboard.parts.book import asked
from dashboard.parts.table import Cell, Column, download, table
from ledger import figure, owing

frame.head("Who owes what")
frame.need_sessions()
standing = asked(owing)
people = sorted((one for one in standing.balances if one.account > 0), key=lambda one: -one.amount)
table(
    "Where everybody stands",
    [Column("Player"), Column("Stands"), Column("Balance", right=True)],
    [
        [
            Cell(one.name, page="owes", query={"player": one.account}),
            Cell(words.stands(one.amount), "quiet"),
            Cell(words.signed(one.amount, one.unit), words.tone(one.amount)),
        ]
        for one in people
    ],
)
download(
    "balances", ["player", "currency", "amount"], lambda: [(one.name, one.unit, figure(one.amount, one.unit)) for one in people]
)
