from . import deck as deck, declarations as declarations, faults as faults, hand as hand, strategy as strategy, tricks as tricks
from .sessions import (
    BATCH as BATCH,
    Plan as Plan,
    Simulated as Simulated,
    simulation as simulation,
    simulations as simulations,
)
from .shorthand import shorten as shorten
