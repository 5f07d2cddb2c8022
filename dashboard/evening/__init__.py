"""One evening and the list of them."""
