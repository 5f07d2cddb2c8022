"""The dashboard: the book seen in a browser."""
