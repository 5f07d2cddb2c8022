from . import costs as costs, options as options, play as play, rules as rules
from .options import OPTIONS as OPTIONS, SOURCES as SOURCES, parse_rules as parse_rules
from .position import (
    Card as Card,
    Hand as Hand,
    IllegalPlayError as IllegalPlayError,
    Position as Position,
)
from .rules import (
    MOST_SEATS as MOST_SEATS,
    PRESETS as PRESETS,
    SUMMARIES as SUMMARIES,
    Rules as Rules,
    RulesError as RulesError,
    stock_left as stock_left,
)
