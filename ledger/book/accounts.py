"""The accounts that are no player's, as the database has them; players are numbered from 1."""

POT_ACCOUNT, BANK_ACCOUNT, UNEXPLAINED_ACCOUNT = 0, -1, -2
