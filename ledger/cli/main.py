"""The program ``bourre``: finds the command, runs it, and turns errors into messages and an exit status."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from keyword import iskeyword
from typing import Final, NoReturn, Protocol, cast

from ledger import __version__
from ledger.cli import own_process, streams
from ledger.cli.parser import CommandParser
from ledger.errors import UserError, did_you_mean

GROUPS: Final = {
    "Start here": {
        "demo": "make a book of the sample sessions, and look at it",
        "help": "what a command does; the rules, the log format, and other pages",
        "completion": "completion for your shell, and a manual page",
    },
    "Keep the book": {
        "import": "bring logs into the book, each session once",
        "night": "who won an evening, its best hand, who owes what of it",
        "standings": "the table of a season: who is ahead, evening by evening",
        "owes": "where everybody stands, and who pays whom",
        "why": "where a player's figure comes from, to the log line",
        "statement": "everything that moved for a player, with a running balance",
        "pay": "note that one player paid another",
        "settle": "note that everybody paid what owes suggests",
        "expense": "note what one player paid for several",
        "players": "who plays, and which names are one person",
        "uphold": "make a player pay for a renege that was found",
        "waive": "let a renege that was found stand unpunished",
        "close": "seal the past, so that any change to it shows",
        "reopen": "reopen what was closed, on the record",
        "export": "write the books for other programs",
        "check": "check everything that must hold in the book",
        "rebuild": "make the book's database again from its logs",
    },
    "At the table": {
        "new": "an empty evening to type into, in an editor",
        "record": "write down a session while it is played",
        "watch": "audit a log again whenever an editor saves it",
    },
    "Look at it": {
        "dashboard": "look at the book in a browser",
    },
    "Check what happened": {
        "audit": "replay every hand and say what was wrong, with the proof",
        "show": "one hand as it was played, trick by trick",
    },
    "Know the rules": {
        "rules": "the nine ways of playing and their options, in words",
        "chart": "which hands are worth staying with, by position",
        "insight": "how well everybody plays, apart from luck",
    },
    "Write and exchange logs": {
        "fmt": "write logs in their canonical form",
        "convert": "logs to Parquet and back",
        "simulate": "make up sessions, with or without mistakes",
    },
}
"""Every command with its one-line help, grouped by purpose. Its module (``module_of``) is a ``Command``."""

COMMANDS: Final = {name: text for group in GROUPS.values() for name, text in group.items()}

EXAMPLES: Final = (
    ("bourre demo", "see a book, its findings and who owes what"),
    ("bourre audit friday.bourre", "check one session"),
    ("bourre audit games/ --format json", "check a folder, for another program"),
    ("bourre show friday.bourre 12", "look at hand 12"),
    ("bourre rules louisiana limit=20", "read the rules of your table"),
)

EXIT_STATUS: Final = (
    ("0", "nothing wrong"),
    ("1", "something is wrong: an error, a session refused, a file to rewrite"),
    ("2", "a file or a command line that could not be read"),
    ("130", "interrupted"),
)

INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

_UNHEARD: Final = "free some space there, or print elsewhere; a book may already have been changed: check before you try again"


class Command(Protocol):
    """What the module of a command provides; an optional ``EPILOG`` ends its help."""

    DESCRIPTION: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments and options."""
        ...  # pragma: no cover

    def run(self, args: argparse.Namespace) -> int:
        """Run the command and return the exit status. Raises UserError for what the user can correct."""
        ...  # pragma: no cover


def help_text() -> str:
    """What ``bourre --help`` says; no command is imported for it."""
    lines = [
        "bourre replays the log of a Bourré session and says what was wrong, and why.",
        "",
        "usage: bourre COMMAND ...          bourre COMMAND --help",
        "       bourre help COMMAND | bourre --help | bourre --version (-V)",
    ]
    for group, commands in GROUPS.items():
        lines += ["", group, *(f"  {name:<11} {text}" for name, text in commands.items())]
    lines += ["", "Examples", *(f"  {command:<36}{text}" for command, text in EXAMPLES)]
    lines += ["", "Exit status", *(f"  {status:<10}{text}" for status, text in EXIT_STATUS)]
    return "\n".join(lines)


def module_of(name: str) -> str:
    """The module of a command; that of ``import`` is ``import_``."""
    return f"ledger.cli.{name}_" if iskeyword(name) else f"ledger.cli.{name}"


def parser_of(name: str) -> tuple[Command, CommandParser]:
    """The module of a command and the parser of its arguments; no other command is imported."""
    command = cast("Command", import_module(module_of(name)))
    parser = CommandParser(prog=f"bourre {name}", description=command.DESCRIPTION, epilog=getattr(command, "EPILOG", None))
    command.add_arguments(parser)
    return command, parser


def run_command(words: Sequence[str]) -> int:
    """Run one command line and return its exit status. Raises UserError for one that makes no sense."""
    name = words[0] if words else "--help"
    if name in {"--help", "-h"}:
        print(help_text())
        return 0
    if name in {"--version", "-V"}:
        print(f"bourre {__version__}")
        return 0
    if name not in COMMANDS:
        what = "option" if name.startswith("-") else "command"
        raise UserError(
            f"there is no {what} {name}", did_you_mean(name, [*COMMANDS, "--help", "--version"]) or "see bourre --help"
        )
    command, parser = parser_of(name)
    return command.run(parser.read(words[1:]))


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``bourre`` with ``argv`` (the command line) and return the exit status: 0, 1, 2, or 130 when interrupted."""
    streams.prepare()
    if argv is None:  # a process of our own
        own_process.prepare()
    try:
        status = run_command(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except UserError as error:
        return _complain(error.message, error.remedy)
    except OSError as error:
        return _failed(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as done:  # argparse has printed a command's help
        return done.code if isinstance(done.code, int) else 0
    return status


def _failed(error: OSError) -> int:
    """Report an error of the system, unless whatever read our output has closed it; return the exit status."""
    if isinstance(error, BrokenPipeError):
        streams.fall_silent()
        return BROKEN_PIPE
    if streams.is_of_printing(error):
        streams.fall_silent()
        return _complain(f"the output is incomplete: {error.strerror}", _UNHEARD)
    where = f"{error.filename}: " if error.filename else ""
    return _complain(f"{where}{error.strerror or error}", "check the path and its permissions")


def _complain(message: str, remedy: str) -> int:
    from ledger.cli.terminal import complaint

    try:
        sys.stdout.flush()
    except OSError:
        streams.fall_silent()
    with suppress(OSError):  # standard error is gone: nobody can be told
        print(complaint(message, remedy), file=sys.stderr)
    return 2


def program() -> NoReturn:
    """Run ``bourre`` with the command line of this process, and end the process with the exit status."""
    own_process.leave(main())


if __name__ == "__main__":
    program()
