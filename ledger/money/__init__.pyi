from .amounts import (
    CHIPS as CHIPS,
    amount_text as amount_text,
    decimal_text as decimal_text,
    digits_of as digits_of,
    money_as_dict as money_as_dict,
    standing as standing,
    standing_in_words as standing_in_words,
    standings as standings,
)
from .attribution import won_from as won_from
from .journal import (
    BANK as BANK,
    POT as POT,
    UNEXPLAINED as UNEXPLAINED,
    Journal as Journal,
    journal as journal,
    largest as largest,
    won as won,
    won_and_there as won_and_there,
)
from .plan import (
    EXACT as EXACT,
    FEWEST as FEWEST,
    PLANS as PLANS,
    WINNERS as WINNERS,
    Debts as Debts,
    Moved as Moved,
    Transfer as Transfer,
    plan as plan,
    transfers as transfers,
)
from .posting_kinds import (
    NOT_WON as NOT_WON,
    POSTING_KINDS as POSTING_KINDS,
    WON_BETWEEN as WON_BETWEEN,
)
