"""Evenings: the home page with the last one, the list of all, and one with its hands, findings and
log.
"""
