"""What is wrong with one line, before its file and place are known."""

from collections.abc import Iterable


class Problem(Exception):  # noqa: N818 - it never leaves the reader, where it becomes a Diagnostic
    """A line that cannot be read.

    ``word`` is the index of the word to point at (one past the last if something is missing); ``column`` (from
    1) points at a character instead. ``near`` are the words among which a misspelt one may be found.
    """

    def __init__(  # noqa: PLR0913 - so many parts has a message
        self,
        word: int,
        message: str,
        expected: str,
        remedy: str = "",
        *,
        near: Iterable[str] = (),
        column: int = 0,
    ) -> None:
        super().__init__(message)
        self.word = word
        self.message = message
        self.expected = expected
        self.remedy = remedy
        self.near = near
        self.column = column
