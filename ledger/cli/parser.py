"""The parser of command lines; its errors say what to type instead."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any, Final, NoReturn

from ledger.errors import UserError, did_you_mean, shell_text


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """Fills the paragraphs of a description and leaves its lists (indented lines, or lines in two columns) as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        import textwrap

        lines = []
        width += 2  # argparse keeps two columns free
        for line in re.sub(r"(?<=\S)\n(?=\S)(?!.*\S {2,}\S)", " ", text).splitlines():
            hanging = re.match(r" *(?:\S+ {2,})?", line)
            below = " " * hanging.end() if hanging else ""
            lines.append(textwrap.fill(line, width, initial_indent=indent, subsequent_indent=indent + below))
        return "\n".join(lines)


class CommandParser(argparse.ArgumentParser):
    """An argument parser that keeps line breaks, takes no abbreviations, and reports errors like the rest of the program."""

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
            value = next((one.metavar for one in self._actions if match[1].split("/")[0] in one.option_strings), None)
            raise UserError(f"{match[1]} needs a value", f"{match[1]} {value}; {remedy}" if value else remedy)
        if match := _NO_NUMBER.fullmatch(message):
            raise UserError(f"{match[1]} cannot be {match[2]}", f"give a number; {remedy}")
        raise UserError(message.removeprefix("argument "), remedy)

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401 - as argparse has it
        """Raise UserError for a word that is not one of the argument's choices."""
        if action.choices is None or value in action.choices:
            return
        named = action.option_strings[0] if action.option_strings else str(action.metavar or action.dest)
        raise UserError(f"{named} cannot be {value}", f"choose one of {', '.join(map(str, action.choices))}")

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
            return did_you_mean(first.partition("=")[0], re.findall(r"--[a-z-]+", text)) or f"see {self.prog} --help"
        before = takewhile(lambda word: word != first, words)
        option = next((word for word in reversed(list(before)) if word.startswith("--")), "")
        if option and f"{option} NAMES" in text:
            names = takewhile(lambda word: not word.startswith("--"), words[words.index(option) + 1 :])
            return f"put commas between names: {shell_text([option, ','.join(name.strip(',') for name in names)])}"
        if "--note TEXT" in text:
            from ledger.log import currency_meant

            if code := currency_meant(first):
                return f"for a currency: --currency {code}"
            if first[0].isdigit():
                return "write the amount in one word, such as 1250.50"
            return f"for a remark: {shell_text(['--note', ' '.join(unknown)])}"
        return f"see {self.prog} --help"


_MISSING: Final = re.compile(r"the following arguments are required: ([^,]*).*")
_NO_VALUE: Final = re.compile(r"argument (\S+): expected (?:one|at least one) argument")
_NO_NUMBER: Final = re.compile(r"argument (\S+): invalid (?:int|float) value: '(.*)'")
