"""Names that may mean one person, so that somebody can say whether they do."""

from __future__ import annotations

from typing import Final

from ledger.book.settings import Settings

_PREFIX: Final = 3
"""Letters that a short form must have: Bea for Beatrice, but not Al for Alice."""
_LETTERS: Final = 4
"""Letters that a misspelt name must have: Ann and Dan are two people."""


def similar(settings: Settings, name: str) -> list[str]:
    """Return the players whom a name may mean, by another spelling, a short form or a letter more, less or wrong.

    Case, blanks and punctuation do not count, and digits must be the same. A player who has the very name is not among them.
    """
    word = _bare(name)
    return [
        player.name
        for player in settings.players
        if name not in (known := (player.name, *player.aliases)) and any(_alike(word, _bare(one)) for one in known)
    ]


def _bare(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def _alike(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    if not shorter or _digits(one) != _digits(other):
        return False
    return (
        one == other
        or (len(shorter) >= _PREFIX and longer.startswith(shorter))
        or (len(shorter) >= _LETTERS and _is_one_slip(shorter, longer))
    )


def _digits(name: str) -> str:
    return "".join(filter(str.isdigit, name))


def _is_one_slip(shorter: str, longer: str) -> bool:
    """Tell whether two words differ by one letter that is wrong, missing or has changed places with its neighbour."""
    same = next((place for place, letter in enumerate(shorter) if letter != longer[place]), len(shorter))
    one, other = shorter[same:], longer[same:]
    if len(one) < len(other):
        return one == other[1:]
    return one[1:] == other[1:] or (one[:2] == other[1::-1] and one[2:] == other[2:])
