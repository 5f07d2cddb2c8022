from .book import Book as Book, owing as owing
from .engine import Judged as Judged, judge as judge
from .errors import UserError as UserError
from .findings import Finding as Finding, Report as Report, audit as audit
from .game import (
    PRESETS as PRESETS,
    Card as Card,
    Hand as Hand,
    IllegalPlayError as IllegalPlayError,
    Position as Position,
    Rules as Rules,
    parse_rules as parse_rules,
)
from .hands import (
    Hands as Hands,
    columns as columns,
    read_hands as read_hands,
    sessions_of as sessions_of,
    write_hands as write_hands,
)
from .log import Session as Session, read as read, read_path as read_path, write as write
from .story import Retelling as Retelling, retell as retell

__version__: str
