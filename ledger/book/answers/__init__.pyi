from . import (
    evening as evening,
    imported as imported,
    owes as owes,
    statement as statement,
)
