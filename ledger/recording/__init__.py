"""A session written down while it is played: said line by line, judged at once, and kept safe."""
