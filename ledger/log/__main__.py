"""``python -m ledger.log``: writes the table of the statements in the page about the log anew."""

from ledger.log.writer import BEGIN, END, PAGE, help_table

before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
PAGE.write_text(before + help_table() + rest.partition(END)[2], "utf-8")
