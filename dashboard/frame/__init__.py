"""What every page shares: the menu, the login, the book, tables and colours."""
