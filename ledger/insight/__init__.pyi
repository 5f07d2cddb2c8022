from . import chart as chart, hand_class as hand_class, reference_tables as reference_tables
from .card_play import priced_cards as priced_cards
from .discards import priced_discards as priced_discards
from .enough import WHOLE as WHOLE
from .known_cards import KnownCards as KnownCards, known_cards as known_cards
from .looseness import looseness as looseness, looseness_of_others as looseness_of_others
from .luck import Luck as Luck, luck as luck
from .price import stay_or_pass as stay_or_pass
from .priced import Priced as Priced
from .reference_tables import reference as reference
from .results import results as results
from .stay_table import StayTable as StayTable
from .summed import Sums as Sums, summed as summed
