from . import cards as cards, explanation as explanation, option_values as option_values, play as play, rules_line as rules_line
from .option_values import RulesError as RulesError
from .options import OPTIONS as OPTIONS
from .rules import MOST_SEATS as MOST_SEATS, PRESETS as PRESETS, SUMMARIES as SUMMARIES, Rules as Rules, stock_left as stock_left
from .rules_line import parse_rules as parse_rules
from .sentences import SOURCES as SOURCES
