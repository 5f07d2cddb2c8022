from . import imported as imported, owes as owes
