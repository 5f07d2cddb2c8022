"""Questions asked of a book, in SQL, answered with Polars frames: ask them through ``ledger.book.access.ask``.

Each takes a connection to the book's database, and most a ``Filter``. Rows are always in the same order, and an empty book
gives frames without rows, of the same columns and types.
"""

from ledger.stats.breakdown import BANDS, by_position, by_pot, by_trumps
from ledger.stats.chosen import Filter
from ledger.stats.faults import Wanted, findings_of_book
from ledger.stats.figures import player_figures, player_money, winnings_over_time
from ledger.stats.interval import wilson
from ledger.stats.nights import chips_by_hand, evening, evenings, hands_of, last_evening, pot_by_hand
from ledger.stats.rivalry import RIVALS_DEFINITION, head_to_head, rivals
from ledger.stats.standing import books_balance

__all__ = [
    "BANDS",
    "RIVALS_DEFINITION",
    "Filter",
    "Wanted",
    "books_balance",
    "by_position",
    "by_pot",
    "by_trumps",
    "chips_by_hand",
    "evening",
    "evenings",
    "findings_of_book",
    "hands_of",
    "head_to_head",
    "last_evening",
    "player_figures",
    "player_money",
    "pot_by_hand",
    "rivals",
    "wilson",
    "winnings_over_time",
]
