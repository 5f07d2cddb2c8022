"""The whole program as one parser, from which shell completion and the manual page are made."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import TYPE_CHECKING, Final, cast

from ledger import __version__
from ledger.cli.help import PAGES
from ledger.cli.main import COMMANDS, EXAMPLES, EXIT_STATUS, Command, module_of
from ledger.cli.parser import CommandParser
from ledger.game import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable

SUMMARY: Final = "replays the log of a Bourré session and says what was wrong, and why"
WORDS: Final = {("help", "topic"): tuple(dict.fromkeys((*COMMANDS, *PAGES))), ("rules", "preset"): tuple(PRESETS)}
"""The values of arguments that have no ``choices``, because the command itself explains a wrong one."""


def whole_parser() -> CommandParser:
    """A parser with every command as a subparser; imports all of their modules."""
    whole = CommandParser(prog="bourre", description=f"bourre {SUMMARY}.", epilog=_lists())
    whole.add_argument("-V", "--version", action="version", version=__version__, help="say which version this is")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in COMMANDS.items():
        command = cast("Command", import_module(module_of(name)))
        parser = commands.add_parser(name, help=text, description=command.DESCRIPTION, epilog=getattr(command, "EPILOG", None))
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
