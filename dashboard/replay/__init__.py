"""A hand played again, card by card."""
