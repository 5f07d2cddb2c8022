from .months import (
    MONTH_BY_NAME as MONTH_BY_NAME,
    MONTHS as MONTHS,
    STILL_YESTERDAY as STILL_YESTERDAY,
    day_in_words as day_in_words,
    which_of_day as which_of_day,
)
from .sentences import (
    SUIT_NAMES as SUIT_NAMES,
    cards as cards,
    count as count,
    counted as counted,
    listing as listing,
    off as off,
    ordered as ordered,
)
