"""The plans of payments that one may choose from."""

from typing import Final

FEWEST, WINNERS = "fewest", "winners"
PLANS: Final = {FEWEST: "Fewest payments", WINNERS: "Pay whom you lost to"}
"""What to call each."""
