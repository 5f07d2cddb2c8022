"""A hand told step by step, for `show` and the replay."""
