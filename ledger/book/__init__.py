"""The book of a group of players: their logs, and a database made from them."""
