"""The ``books`` of a report (log-format.md, "What the audit says")."""

from __future__ import annotations

from ledger.findings.audit import audit
from ledger.log import read


def books(text: str) -> dict[str, int]:
    return audit([read(text, "a log")]).books["evening"]


HEADER = "bourre 1\nsession 2026-11-20 evening\nrules louisiana\n"


def test_players_named_like_the_pot_keep_their_chips() -> None:
    text = (
        HEADER + "seats pot ?\nbuyin pot 10\nbuyin ? 20\nhand 1 pot -\n  play ? 0\n  tricks ? 5\n"
    )
    assert books(text) == {"pot (player)": 9, "? (player)": 21, "pot": 0}


def test_pots_of_any_size_are_exact_and_nothing_is_lost() -> None:
    names = [*"ABCDEFGH"]
    hands = []
    for number in range(60):
        turn = [*names[number % 8 :], *names[: number % 8]]
        plays = "".join(f"  play {name} 0\n" for name in [*turn[1:], turn[0]])
        hands.append(f"hand {number + 1} {turn[0]} Ah\n{plays}  tricks {turn[1]} 5\n")
    text = (
        HEADER.replace("louisiana", "double-ante")
        + "seats "
        + " ".join(names)
        + "\n"
        + "".join(hands)
    )
    held = books(text)
    assert held["pot"] > 1 << 64
    assert sum(held.values()) == 0


def test_a_ruling_after_the_division_stays_in_the_pot() -> None:
    text = HEADER + "pot 8\nseats Ann Bea\nbuyin Ann 10\nend divide\npenalty Ann 3\ncount Ann 11\n"
    assert books(text) == {"Ann": 11, "Bea": 4, "pot": 3}
