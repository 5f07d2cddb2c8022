"""Sessions: the home page with the last of them, the list of all, and one with its hands, findings and log."""
