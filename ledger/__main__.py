"""``python -m ledger``, and ``python -m bourre`` where it is installed: the program ``bourre``."""

from ledger.cli.main import program

if __name__ == "__main__":
    program()
