"""What is round every page: the menu, the login, the book, tables and colours."""
