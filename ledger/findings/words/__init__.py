"""Findings in words: a sentence that a card player understands, with the number of the rule and the evidence."""
