"""Money: settlement in; postings, winnings, debts and payments out, in whole numbers."""
