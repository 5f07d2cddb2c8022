"""Findings: facts in, sentences with the rule and the evidence out."""
