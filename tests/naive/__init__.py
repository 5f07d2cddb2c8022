"""A second, deliberately naive reading of the rules: sets, strings and loops, sharing nothing with
the engine under test.
"""
