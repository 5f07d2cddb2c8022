"""Stay or pass? and the puzzle of the day: hands to practise on."""
