"""Players and their figures."""
