"""The nearest known word to one that is not known."""

from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ``did you mean …?`` for the nearest of ``known``, or an empty text if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only needed when something is wrong

    by_lower = {name.lower(): name for name in known}
    near = get_close_matches(word.lower(), by_lower, n=1)
    return f"did you mean {by_lower[near[0]]}?" if near else ""
