"""What a person at the keyboard is meant to read: an error that they can put right, the nearest
known word, what to type.
"""

import re
import shlex
import sys
from collections.abc import Callable, Iterable
from typing import Final


class UserError(Exception):
    """Something the user can put right: ``message`` says what is wrong, ``remedy`` what to do about
    it.

    The command line prints both on standard error and ends with status 2; anything else that is
    raised is a defect of ours.
    """

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def did_you_mean(word: str, known: Iterable[str], written: Callable[[str], str] = str) -> str:
    """``did you mean …?`` with the nearest of ``known``, as it is ``written``, or an empty text if
    none is near.
    """
    near = nearest(word, known)
    return f"did you mean {written(near)}?" if near else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Which of ``known`` a word is most like, capitals aside; empty if it is like none."""
    from difflib import get_close_matches  # noqa: PLC0415 - only needed when something is wrong

    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), by_lower, n=1)
    return by_lower[near[0]] if near else ""


def shell_text(words: Iterable[str]) -> str:
    """Words as they are typed into a shell; quotes stand only where it needs them, not around
    ``Renée``.
    """
    if ON_WINDOWS:  # both of its shells know double quotes; a comma parts words in one of them
        return " ".join(
            word if re.fullmatch(r"[\w+=:./\\-]+", word) else f'"{word}"' for word in words
        )
    return " ".join(word if _BARE.fullmatch(word) else shlex.quote(word) for word in words)


_BARE: Final = re.compile(r"[\w@%+=:,./-]+")
ON_WINDOWS: Final = sys.platform == "win32"
