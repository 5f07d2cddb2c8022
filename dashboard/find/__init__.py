"""Finding hands, players and evenings."""
