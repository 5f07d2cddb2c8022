"""The program ``bourre``: finds the command, runs it, and turns errors into messages and an exit
status.

From the top: the table of commands; running one; the parser of a command line, whose errors say
what to type instead; the standard streams, open however the program was started; and the settings
of a process that runs one command and ends, which save a third of the time of a short one.
"""

from __future__ import annotations

import argparse
import atexit
import codecs
import errno
import gc
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import takewhile
from keyword import iskeyword
from typing import Any, Final, NamedTuple, NoReturn

from ledger import __version__
from ledger.errors import UserError, did_you_mean, shell_text
from ledger.workers import AT_START

GROUPS: Final = {
    "Start here": {
        "demo": "make a book of the sample evenings, and look at it",
        "help": "what a command does; the rules, the log format, and other pages",
        "completion": "completion for your shell, and a manual page",
    },
    "Keep the book": {
        "import": "bring logs into the book, each evening once",
        "night": "who won an evening, its best hand, who owes what of it",
        "standings": "the table of a season: who is ahead, evening by evening",
        "owes": "where everybody stands, and who pays whom",
        "why": "where a player's figure comes from, to the log line",
        "statement": "everything that moved for a player, with a running balance",
        "pay": "note that one player paid another",
        "settle": "note that everybody paid what owes suggests",
        "expense": "note what one player paid for several",
        "players": "who plays, and which names are one person",
        "edit": "put a hand of a stored evening right, or dispute it",
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
        "record": "write down an evening while it is played",
        "watch": "audit a log again whenever an editor saves it",
    },
    "Look at it": {"dashboard": "look at the book in a browser"},
    "Check what happened": {
        "audit": "replay every hand and say what was wrong, with the proof",
        "show": "one hand as it was played, trick by trick",
    },
    "Know the rules": {
        "rules": "the nine ways of playing and their options, in words",
        "chart": "which hands are worth staying with, by position",
        "insight": "how well everybody plays, apart from luck",
        "truths": "eight truths of the game, with their errors",
    },
    "Write and exchange logs": {
        "fmt": "write logs in their canonical form",
        "convert": "logs to Parquet and back",
        "simulate": "make up evenings",
    },
}
"""Every command with its one-line help, grouped by purpose.

Each has a module of its own, apart from those in ``BESIDE``.
"""

BESIDE: Final = {
    "waive": "uphold",
    "reopen": "close",
    "pay": "settle",
    "expense": "settle",
    "rebuild": "check",
}
"""Commands that stand in the file of another; what theirs is called there has their name in it
(``run_waive``).
"""

COMMANDS: Final = {name: text for group in GROUPS.values() for name, text in group.items()}

EXAMPLES: Final = (
    ("bourre demo", "see a book, its findings and who owes what"),
    ("bourre audit friday.bourre", "check one evening"),
    ("bourre audit games/ --format json", "check a folder, for another program"),
    ("bourre show friday.bourre 12", "look at hand 12"),
    ("bourre rules louisiana limit=20", "read the rules of your table"),
)

EXIT_STATUS: Final = (
    ("0", "nothing wrong"),
    ("1", "something is wrong: an error, an evening refused, a file to rewrite"),
    ("2", "a file or a command line that could not be read"),
    ("130", "interrupted"),
)

INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141
_UNHEARD: Final = (
    "free some space there, or print elsewhere; a book may already have been changed: check "
    "before you try again"
)


class Command(NamedTuple):
    """A command: what its help begins and ends with, and what it does.

    ``run`` returns the exit status, and raises UserError for what the user can correct.
    """

    description: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    epilog: str | None = None


def help_text() -> str:
    """What ``bourre --help`` says; no command is imported for it."""
    lines = [
        "bourre replays the log of an evening of Bourré and says what was wrong, and why.",
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
    return f"ledger.cli.{name}_" if iskeyword(name) else f"ledger.cli.{BESIDE.get(name, name)}"


def command_of(name: str) -> Command:
    """A command, with nothing imported but its module."""
    module = import_module(module_of(name))
    if name in BESIDE:
        description, arguments, run = (
            f"{name.upper()}_DESCRIPTION",
            f"add_{name}_arguments",
            f"run_{name}",
        )
        return Command(
            getattr(module, description), getattr(module, arguments), getattr(module, run)
        )
    return Command(
        module.DESCRIPTION, module.add_arguments, module.run, getattr(module, "EPILOG", None)
    )


def parser_of(name: str) -> tuple[Command, CommandParser]:
    """A command, and the parser of its arguments."""
    command = command_of(name)
    parser = CommandParser(
        prog=f"bourre {name}", description=command.description, epilog=command.epilog
    )
    command.add_arguments(parser)
    return command, parser


def run_command(words: Sequence[str]) -> int:
    """Run one command line and return its exit status.

    Raises UserError for one that makes no sense.
    """
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
            f"there is no {what} {name}",
            did_you_mean(name, [*COMMANDS, "--help", "--version"]) or "see bourre --help",
        )
    command, parser = parser_of(name)
    return command.run(parser.read(words[1:]))


def main(argv: Sequence[str] | None = None) -> int:
    """Run ``bourre`` with ``argv`` (the command line) and return the exit status: 0, 1, 2, or 130
    when interrupted.
    """
    open_streams()
    if argv is None:  # a process of our own
        prepare_process()
    try:
        status = run_command(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except UserError as error:
        return _complain(error.message, error.remedy)
    except OSError as error:
        return _failed(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except RuntimeError as error:  # what DuckDB makes of it
        if str(error) != "Query interrupted":
            raise
        return INTERRUPTED
    except SystemExit as done:  # argparse has printed a command's help
        return done.code if isinstance(done.code, int) else 0
    return status


def _failed(error: OSError) -> int:
    """Report an error of the system, unless whatever read our output has closed it; return the exit
    status.
    """
    if isinstance(error, BrokenPipeError):
        fall_silent()
        return BROKEN_PIPE
    if is_of_printing(error):
        fall_silent()
        return _complain(f"the output is incomplete: {error.strerror}", _UNHEARD)
    where = f"{error.filename}: " if error.filename else ""
    return _complain(f"{where}{error.strerror or error}", "check the path and its permissions")


def _complain(message: str, remedy: str) -> int:
    from ledger.cli.terminal import complaint

    try:
        sys.stdout.flush()
    except OSError:
        fall_silent()
    with suppress(OSError):  # standard error is gone: nobody can be told
        print(complaint(message, remedy), file=sys.stderr)
    return 2


def program() -> NoReturn:
    """Run ``bourre`` with the command line of this process, and end the process with the exit
    status.
    """
    leave(main())


# --- The command line -----------------------------------------------------------------------------
class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Fills the paragraphs of a description and leaves its lists (indented lines, or lines in two
    columns) as they are.
    """

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap

        lines = []
        width += 2  # argparse keeps two columns free
        for line in re.sub(r"(?<=\S)\n(?=\S)(?!.*\S {2,}\S)", " ", text).splitlines():
            hanging = re.match(r" *(?:\S+ {2,})?", line)
            below = " " * hanging.end() if hanging else ""
            lines.append(
                textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent + below)
            )
        return "\n".join(lines)


class CommandParser(argparse.ArgumentParser):
    """An argument parser that keeps line breaks, takes no abbreviations, and reports errors like
    the rest of the program.
    """

    def __init__(self, **settings: object) -> None:
        settings.setdefault("formatter_class", HelpFormatter)
        super().__init__(allow_abbrev=False, **settings)  # type: ignore[arg-type]

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the words after the command's name. Raises UserError for those it cannot use."""
        args, unknown = self.parse_known_args(words)
        if unknown:
            raise UserError(f"{self.prog} cannot use {unknown[0]}", self._instead(words, unknown))
        return args

    def error(self, message: str) -> NoReturn:
        """Raise UserError instead of exiting, in our own words where we have some."""
        remedy = f"see {self.prog} --help"
        if match := _MISSING.fullmatch(message):
            raise UserError(f"{match[1]} is missing", f"{' '.join(self._needed())}; {remedy}")
        if match := _NO_VALUE.fullmatch(message):
            value = next(
                (
                    one.metavar
                    for one in self._actions
                    if match[1].split("/")[0] in one.option_strings
                ),
                None,
            )
            raise UserError(
                f"{match[1]} needs a value", f"{match[1]} {value}; {remedy}" if value else remedy
            )
        if match := _NO_NUMBER.fullmatch(message):
            raise UserError(f"{match[1]} cannot be {match[2]}", f"give a number; {remedy}")
        raise UserError(message.removeprefix("argument "), remedy)

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401 - as argparse has it
        """Raise UserError for a word that is not one of the argument's choices."""
        if action.choices is None or value in action.choices:
            return
        named = (
            action.option_strings[0]
            if action.option_strings
            else str(action.metavar or action.dest)
        )
        raise UserError(
            f"{named} cannot be {value}", f"choose one of {', '.join(map(str, action.choices))}"
        )

    def _needed(self) -> Iterator[str]:
        """Yield the words of a minimal command line: all required arguments and options."""
        yield self.prog
        for action in self._actions:
            if action.required:
                yield from action.option_strings[:1]
                yield str(action.metavar or action.dest)

    def _instead(self, words: Sequence[str], unknown: Sequence[str]) -> str:
        """What to type instead of words that the command cannot use."""
        text, first = self.format_help(), unknown[0]
        if first.startswith("-"):
            return (
                did_you_mean(first.partition("=")[0], re.findall(r"--[a-z-]+", text))
                or f"see {self.prog} --help"
            )
        before = takewhile(lambda word: word != first, words)
        option = next((word for word in reversed(list(before)) if word.startswith("--")), "")
        if option and f"{option} NAMES" in text:
            names = takewhile(
                lambda word: not word.startswith("--"), words[words.index(option) + 1 :]
            )
            return (
                "put commas between names: "
                f"{shell_text([option, ','.join(name.strip(',') for name in names)])}"
            )
        return f"see {self.prog} --help"


_MISSING: Final = re.compile(r"the following arguments are required: ([^,]*).*")
_NO_VALUE: Final = re.compile(r"argument (\S+): expected (?:one|at least one) argument")
_NO_NUMBER: Final = re.compile(r"argument (\S+): invalid (?:int|float) value: '(.*)'")


# --- The standard streams -------------------------------------------------------------------------
# the errors of a disk that is full or fails
_NO_ROOM: Final = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO})
_LAST: Final = 2  # the file descriptor of standard error


def open_streams() -> None:
    """Open closed streams to the null device, and print in letters what a terminal cannot show, or
    ``?``.
    """
    if not (sys.stdin and sys.stdout and sys.stderr):
        # Files opened later would get the free descriptors: a database in the place of standard
        # output would receive whatever a library prints.
        number = os.open(os.devnull, os.O_RDWR)
        while number <= _LAST:
            number = os.open(os.devnull, os.O_RDWR)
        os.close(number)
        sys.stdin = sys.stdin or os.fdopen(0)
        sys.stdout = sys.stdout or os.fdopen(1, "w")
        sys.stderr = sys.stderr or os.fdopen(2, "w")
    for stream in (sys.stdout, sys.stderr):
        # card suits on a terminal that has none must not end in a traceback
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="in-letters")


_IN_LETTERS: Final = str.maketrans(
    dict(zip("−–─└·▲▼▶✓✗♠♥♦♣\xa0", "---`.^v>+xshdc ", strict=True))
    | {"→": "->", "…": "...", "≥": ">=", "≤": "<="}
)
"""What stands for our own signs where there are none: a debt must not lose its minus."""


def _in_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return error.object[error.start : error.end].translate(_IN_LETTERS).encode(
        "ascii", "replace"
    ).decode(), error.end


codecs.register_error("in-letters", _in_letters)


def is_of_printing(error: OSError) -> bool:
    """True for an error of printing, rather than of a named file."""
    return error.filename is None and error.errno in _NO_ROOM


def fall_silent() -> None:
    """Discard what is still to be printed: Python would flush it when it exits, and fail again."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# --- A process that ends soon ---------------------------------------------------------------------
class WithoutPandas:
    """Lets pandas count as not installed: Arrow imports it to ask whether values are of its types,
    which ours never are.

    It is there for the dashboard, whose server is another process, and would cost a command a
    quarter of a second.
    """

    def find_spec(self, name: str, *_: object) -> None:
        """Raise ModuleNotFoundError for pandas; other modules are not our business."""
        if name == "pandas":
            raise ModuleNotFoundError("a command needs no pandas", name=name)


def do_without_pandas() -> None:
    """From now on this process imports no pandas."""
    sys.meta_path.insert(0, WithoutPandas())


OBJECTS: Final = 200_000
"""New objects before Python collects garbage.

By default it does so some hundred times in the second that the modules of a command take to load,
and finds nothing.
"""


def prepare_process() -> None:
    """Prepare this process to run one command and end."""
    do_without_pandas()
    AT_START.append(do_without_pandas)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy starts a thread for each core
    gc.set_threshold(OBJECTS, *gc.get_threshold()[1:])


def leave(status: int) -> NoReturn:
    """End this process with an exit status, and leave it to the system to free the memory.

    Python would free each object by itself, which takes a tenth of a short command. Whatever asked
    to be called at the end is called, and what was printed is written; if a thread is still at work
    the process ends as usual, once it is done.
    """
    if threading.active_count() > 1:
        sys.exit(status)
    atexit._run_exitfuncs()  # noqa: SLF001 - nothing public does this
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # then it was told already, or nobody can be told
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    program()
