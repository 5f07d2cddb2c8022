from . import owes as owes
