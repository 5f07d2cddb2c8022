from .tokens import folded as folded
from .understand import (
    EXAMPLES as EXAMPLES,
    Names as Names,
    Understood as Understood,
    names_of as names_of,
    understood as understood,
)
