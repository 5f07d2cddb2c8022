"""Who owes what, why, and payments."""
