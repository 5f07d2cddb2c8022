"""The engine: columns in, facts and arrays out; it knows no words and no books."""
