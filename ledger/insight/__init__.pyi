from . import reference_tables as reference_tables, stay_table as stay_table, truths as truths
from .card_play import priced_cards as priced_cards
from .declared import FEWEST as FEWEST, HowOften as HowOften, Said as Said, how_often as how_often
from .discards import priced_discards as priced_discards
from .hindsight import (
    Choice as Choice,
    Hindsight as Hindsight,
    ending_in_words as ending_in_words,
    hindsight as hindsight,
    par_in_words as par_in_words,
    roads as roads,
    would_have as would_have,
)
from .luck import (
    KnownCards as KnownCards,
    Luck as Luck,
    known_cards as known_cards,
    luck as luck,
    results as results,
)
from .practice import (
    Practice as Practice,
    Puzzle as Puzzle,
    made_up as made_up,
    puzzle_of as puzzle_of,
)
from .prices import (
    Priced as Priced,
    looseness as looseness,
    looseness_of_others as looseness_of_others,
    stay_or_pass as stay_or_pass,
)
from .reference_tables import reference as reference
from .stay_table import StayTable as StayTable
from .summed import WHOLE as WHOLE, Sums as Sums, summed as summed
