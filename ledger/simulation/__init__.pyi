from . import deck as deck, hand as hand
from .evenings import Mishaps as Mishaps
from .sessions import (
    BATCH as BATCH,
    Plan as Plan,
    simulation as simulation,
    simulations as simulations,
)
from .written_down import shorten as shorten
