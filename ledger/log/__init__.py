"""The session log: reader, canonical writer, diagnostics. No rule of the game is in here."""
