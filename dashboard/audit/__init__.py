"""Findings, and rulings on them."""
