from . import evening as evening, owes as owes, statement as statement
