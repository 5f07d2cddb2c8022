from . import (
    evening as evening,
    imported as imported,
    owes as owes,
    standings as standings,
    statement as statement,
)
