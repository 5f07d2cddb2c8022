"""The game: cards as masks, the rules of play, and the options that a table may choose."""
