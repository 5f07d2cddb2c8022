from .sessions import BATCH as BATCH, Plan as Plan, Simulated as Simulated, simulations as simulations
from .shorthand import shorten as shorten
