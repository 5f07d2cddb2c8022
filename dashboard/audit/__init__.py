"""What was found, and the rulings on it."""
