"""``bourre completion``: what a shell needs to complete commands, and the manual page, from the
whole program as one parser.
"""

from __future__ import annotations

import argparse
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ledger import __version__, book
from ledger.cli.book_options import folder_of
from ledger.cli.help import PAGES
from ledger.cli.main import COMMANDS, EXAMPLES, EXIT_STATUS, CommandParser, command_of
from ledger.cli.terminal import add_book_option
from ledger.errors import UserError
from ledger.game import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable


DESCRIPTION: Final = """\
Print what a shell needs to complete bourre's commands and options, files, and the
players and evenings of the book at hand; or the manual page.

examples:
  eval "$(bourre completion bash)"                                   in ~/.bashrc
  bourre completion zsh > "${fpath[1]}/_bourre"
  bourre completion fish > ~/.config/fish/completions/bourre.fish
  bourre completion man > ~/.local/share/man/man1/bourre.1
  bourre completion players                  the names that are offered

exit status: 0 it was printed
"""

SHELLS: Final = ("bash", "zsh", "fish")
OF_BOOK: Final = ("players", "sessions")
PLAYERS, SESSIONS, FILES, FOLDERS = "players", "sessions", "files", "folders"
OFFERED: Final = {
    "PATH": FILES,
    "FILE": FILES,
    "IN": FILES,
    "OUT": FILES,
    "DIR": FOLDERS,
    "FOLDER": FOLDERS,
    "PLAYER": PLAYERS,
    "KEPT": PLAYERS,
    "OTHER": PLAYERS,
    "OLD": PLAYERS,
    "WHO": PLAYERS,
    "FROM": PLAYERS,
    "TO": PLAYERS,
    "SESSION": SESSIONS,
    "ID": SESSIONS,
}
"""What is offered for an argument, by its name in the help."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments and options."""
    choices = (*SHELLS, "man", *OF_BOOK)
    parser.add_argument(
        "what", choices=choices, metavar="WHAT", help=f"one of {', '.join(choices)}"
    )
    add_book_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the completion script or the manual page."""
    if args.what in SHELLS:
        print(script(args.what))
    elif args.what == "man":
        print(manual())
    else:
        for name in _names(args):
            print(name)
    return 0


def script(shell: str) -> str:
    """The completion script for a shell, as shtab writes it."""
    import shtab

    offers: dict[str, Any] = {FILES: shtab.FILE, FOLDERS: shtab.DIRECTORY}
    # bash and zsh split what is offered at spaces: a name with a space is left out there, rather
    # than cut in two
    offers |= {
        what: shtab.cmd(f"bourre completion {what} 2>/dev/null | grep -v ' '") for what in OF_BOOK
    }
    if shell == "fish":
        offers |= {what: shtab.cmd(f"bourre completion {what} 2>/dev/null") for what in OF_BOOK}
    parser = whole_parser()
    for action in actions(parser):
        offered = OFFERED.get(str(action.metavar))
        if offered is not None and action.choices is None:
            action.complete = offers[offered]  # type: ignore[attr-defined]
    return shtab.complete(parser, shell)


def manual() -> str:
    """The manual page, for ``man``."""
    from argparse_manpage.manpage import Manpage

    from ledger import __version__

    about = {"description": SUMMARY, "version": __version__, "manual_title": "User Commands"}
    return str(Manpage(whole_parser(), about))


def _names(args: argparse.Namespace) -> list[str]:
    """The players or sessions of the book; none if there is no readable book, since a shell may ask
    anywhere.
    """
    with suppress(UserError):
        return book.ask(folder_of(args), lambda connection: _asked(connection, args.what))
    return []


def _asked(connection: book.Connection, what: str) -> list[str]:
    known = book.new_session.next_session(connection)
    return list(known.players) if what == PLAYERS else sorted(known.ids)


# --- The whole program as one parser --------------------------------------------------------------
SUMMARY: Final = "replays the log of an evening of Bourré and says what was wrong, and why"
WORDS: Final = {
    ("help", "topic"): tuple(dict.fromkeys((*COMMANDS, *PAGES))),
    ("rules", "preset"): tuple(PRESETS),
}
"""The values of arguments that have no ``choices``, because the command itself explains a wrong
one.
"""


def whole_parser() -> CommandParser:
    """A parser with every command as a subparser; imports all of their modules."""
    whole = CommandParser(prog="bourre", description=f"bourre {SUMMARY}.", epilog=_lists())
    whole.add_argument(
        "-V", "--version", action="version", version=__version__, help="say which version this is"
    )
    commands = whole.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = command_of(name)
        parser = commands.add_parser(
            name, help=text, description=command.description, epilog=command.epilog
        )
        command.add_arguments(parser)
        for action in actions(parser):
            action.choices = WORDS.get((name, action.dest), action.choices)
    return whole


def actions(parser: argparse.ArgumentParser) -> Iterable[argparse.Action]:
    """All arguments and options of a parser and its subparsers."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            for below in dict.fromkeys(action.choices.values()):
                yield from actions(below)
        yield action


def _lists() -> str:
    examples = "\n".join(f"  {command:<36}{text}" for command, text in EXAMPLES)
    statuses = "\n".join(f"  {status:<10}{text}" for status, text in EXIT_STATUS)
    return f"examples:\n{examples}\n\nexit status:\n{statuses}"
