"""Makes up sessions: how cards are dealt, how sensible people play them, what they write down, and what goes wrong."""
