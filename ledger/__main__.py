"""``python -m ledger``, and ``python -m bourre`` where it is installed: the program ``bourre``."""

import sys

from ledger.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
