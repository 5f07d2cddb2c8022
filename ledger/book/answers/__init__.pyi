from . import evening as evening, owes as owes, standings as standings, statement as statement
