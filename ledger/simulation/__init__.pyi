from . import deck as deck, faults as faults, hand as hand
from .sessions import (
    BATCH as BATCH,
    Plan as Plan,
    Simulated as Simulated,
    simulation as simulation,
    simulations as simulations,
)
from .written_down import shorten as shorten
