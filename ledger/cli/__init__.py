"""The command line: one file a command, each reading arguments and printing what the
library says.
"""
