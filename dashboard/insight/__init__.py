"""How well people play, apart from their cards: the stay chart."""
