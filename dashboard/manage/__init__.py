"""Bringing logs in, and the ways of playing."""
