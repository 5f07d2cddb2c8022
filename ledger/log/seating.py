"""The circle of chairs: who sits where, and whose turn it is to deal."""

from __future__ import annotations

from collections.abc import Iterable


class Seating:
    """The chairs, clockwise. A chair that a player left stays in the circle, empty; a player who comes back gets a new one.

    ``by_name`` maps the name of each seated player to itself: one look-up checks and interns a name. The last deal was
    by ``_dealer``, or by a player who has left the chair ``_dealt_from``; both are None if that is not known.
    """

    __slots__ = ("_dealer", "_dealt_from", "_last_chair", "_owners", "_seen", "by_name")

    def __init__(self, players: Iterable[str] = ()) -> None:
        self.by_name: dict[str, str] = {name: name for name in players}
        self._owners: list[tuple[int, str | None]] = list(enumerate(self.by_name))
        self._last_chair = len(self._owners)
        self._dealer: str | None = None
        self._dealt_from: int | None = None
        self._seen: dict[str, tuple[str, ...]] = {}

    def sit(self, player: str, after: str) -> None:
        """Add a chair for ``player`` directly to the left of ``after``, who must be seated."""
        self._last_chair += 1
        self._owners.insert(self._place(after) + 1, (self._last_chair, player))
        self.by_name[player] = player
        self._seen.clear()

    def leave(self, player: str) -> None:
        """Empty the chair of ``player``, who must be seated."""
        place = self._place(player)
        chair = self._owners[place][0]
        del self.by_name[player]
        if player == self._dealer:
            self._dealer, self._dealt_from = None, chair
        self._owners[place] = (chair, None)
        self._seen.clear()
        self._clear_away()

    def deal(self, dealer: str | None) -> None:
        """Note that ``dealer``, who must be seated, deals a hand; None if the dealer is not known."""
        self._dealer, self._dealt_from = dealer, None
        if len(self._owners) > len(self.by_name):
            self._clear_away()

    def round_to(self, dealer: str) -> tuple[str, ...]:
        """The seated players clockwise from the dealer's left, the dealer last."""
        seats = self._seen.get(dealer)
        if seats is None:
            seats = self._seen[dealer] = self._after(self._place(dealer))
        return seats

    def clockwise(self) -> tuple[str, ...]:
        """The seated players clockwise from the first chair."""
        return tuple(name for _, name in self._owners if name is not None)

    def due(self, *, again: bool = False) -> str | None:
        """The first seated player to the left of the chair that dealt last; None if that is not known.

        With ``again``, the player in that chair itself, if there is one.
        """
        if self._dealer is not None:
            return self._dealer if again else self.round_to(self._dealer)[0]
        if self._dealt_from is None or not self.by_name:
            return None
        place = next(index for index, (chair, _) in enumerate(self._owners) if chair == self._dealt_from)
        return self._after(place)[0]

    def _after(self, place: int) -> tuple[str, ...]:
        return tuple(name for _, name in self._owners[place + 1 :] + self._owners[: place + 1] if name is not None)

    def _place(self, player: str) -> int:
        return next(index for index, (_, name) in enumerate(self._owners) if name == player)

    def _clear_away(self) -> None:
        """Remove empty chairs, except the one that dealt last: nothing depends on the others."""
        self._owners = [owner for owner in self._owners if owner[1] is not None or owner[0] == self._dealt_from]
