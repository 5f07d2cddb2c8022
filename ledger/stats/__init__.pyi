from .beside import Beside as Beside, beside_everybody as beside_everybody
from .breakdown import (
    by_position as by_position,
    by_pot as by_pot,
    by_stayers as by_stayers,
    by_trumps as by_trumps,
)
from .called import Night as Night, names_called as names_called, nights_called as nights_called
from .chosen import EVERYTHING as EVERYTHING, Filter as Filter
from .faults import Wanted as Wanted, count_of_open as count_of_open, findings_of_book as findings_of_book
from .figures import (
    STATISTICS as STATISTICS,
    at_one_table as at_one_table,
    player_figures as player_figures,
    player_money as player_money,
    winnings_over_time as winnings_over_time,
)
from .finder import (
    BY_DATE as BY_DATE,
    BY_POT as BY_POT,
    ORDERS as ORDERS,
    Shown as Shown,
    biggest_pot as biggest_pot,
    count_of_hands as count_of_hands,
    found_hands as found_hands,
)
from .habits import PLACES as PLACES, after_bourre as after_bourre, stays as stays
from .hand_groups import BANDS as BANDS, FIELD as FIELD, MOST_TRUMPS as MOST_TRUMPS, grouped_hands as grouped_hands
from .insight import (
    ENOUGH as ENOUGH,
    EVEN_TABLE as EVEN_TABLE,
    PRICED_FROM as PRICED_FROM,
    THIS_TABLE as THIS_TABLE,
    insight_of_sums as insight_of_sums,
    nice_plays as nice_plays,
    notable_decisions as notable_decisions,
    player_insight as player_insight,
    prices_of_hand as prices_of_hand,
)
from .interval import Difference as Difference, difference as difference, wilson as wilson
from .nights import (
    chips_by_hand as chips_by_hand,
    evening as evening,
    evenings as evenings,
    hands_numbered as hands_numbered,
    hands_of as hands_of,
    last_evening as last_evening,
    pot_by_hand as pot_by_hand,
)
from .rivalry import RIVALS_DEFINITION as RIVALS_DEFINITION, head_to_head as head_to_head, rivals as rivals
from .sought import ANY_HAND as ANY_HAND, DEEDS as DEEDS, FATES as FATES, Did as Did, Sought as Sought
from .standing import books_balance as books_balance
from .streaks import streaks as streaks
