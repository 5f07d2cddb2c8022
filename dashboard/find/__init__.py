"""Hands, players and evenings that somebody looks for."""
