from . import evening as evening, owes as owes
