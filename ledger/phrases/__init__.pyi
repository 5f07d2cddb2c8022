from .understand import (
    EXAMPLES as EXAMPLES,
    Names as Names,
    Understood as Understood,
    names_of as names_of,
    understood as understood,
)
from .vocabulary import folded as folded, tokens as tokens
