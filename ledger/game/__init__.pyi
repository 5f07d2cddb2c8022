from . import cards as cards, option_values as option_values, options as options, play as play
from .option_values import RulesError as RulesError
from .options import OPTIONS as OPTIONS, SOURCES as SOURCES, parse_rules as parse_rules
from .rules import MOST_SEATS as MOST_SEATS, PRESETS as PRESETS, SUMMARIES as SUMMARIES, Rules as Rules, stock_left as stock_left
