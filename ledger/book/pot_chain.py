"""In which order the sessions of one day were played, as far as their pots tell: a pot that is left lies there next (5.12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class Link(NamedTuple):
    """The pot with which a session begins and the one that it leaves; None fits anything: it is not recorded, or not certain."""

    session: int
    begins: int | None
    leaves: int | None

    def fits(self, left: int | None) -> bool:
        """True if the session may begin after ``left``."""
        return left is None or self.begins is None or self.begins == left


def chained(left: int | None, links: Sequence[Link]) -> list[Link]:
    """Return sessions in the given order, or in another in which fewer begin with a pot that was not left.

    ``left`` is the pot before the first. If every pot is certain, no order does better. This is Euler's walk over bridges: a
    pot is a place, and a session is a bridge from one to another. Where the bridges make no single walk, missing ones are
    added, and dropped again at the end.
    """
    rest = list(links)
    missing = Counter(link.begins for link in rest) - Counter((left, *(link.leaves for link in rest)))
    del missing[None]
    found = _walk(left, rest, missing)
    while rest:  # they lead round by themselves
        walk = _walk(rest[0].begins, rest, missing)
        at = min(range(len(found), -1, -1), key=lambda place: misfits(left, [*found[:place], *walk, *found[place:]]))
        found[at:at] = walk
    return found if misfits(left, found) < misfits(left, links) else list(links)


def misfits(left: int | None, links: Iterable[Link]) -> int:
    """How many sessions begin with another pot than the one before them left."""
    return sum(not after.fits(before.leaves) for before, after in pairwise([Link(0, None, left), *links]))


def _walk(left: int | None, rest: list[Link], missing: Counter[int | None]) -> list[Link]:
    """Return the sessions that can be reached from the pot ``left``, in order, and take them out of ``rest``.

    At a dead end the walk returns to a place from which another session leads on, and inserts the detour from there.
    """
    places: list[tuple[int | None, Link | None]] = [(left, None)]  # and how each was reached, None: by what is missing
    walk: list[Link] = []
    while places:
        here = places[-1][0]
        fitting = next((link for link in rest if link.fits(here)), None)
        lost = _lost(rest, missing) if fitting is None or here is None else None
        if lost is not None:
            missing[lost.begins] -= 1
            rest.remove(lost)
            places += [(lost.begins, None), (lost.leaves, lost)]
        elif fitting is not None:
            rest.remove(fitting)
            places.append((fitting.leaves, fitting))
        else:
            _, reached = places.pop()
            walk += [] if reached is None else [reached]
    return walk[::-1]


def _lost(rest: list[Link], missing: Counter[int | None]) -> Link | None:
    """Return a session that begins with a pot that no session left over can leave; preferably one after which anything fits."""
    return min((link for link in rest if missing[link.begins]), key=lambda link: link.leaves is not None, default=None)
