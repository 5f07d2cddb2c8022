"""What came before the open hand is read and settled once: after each tap all is as if worked out
from the whole text anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
import pytest
from planted_faults import Plan, simulations
from trials import luck

from ledger.engine import Judged, Settlement, judge, replay
from ledger.errors import UserError
from ledger.game.options import parse_rules
from ledger.game.play import NAMES
from ledger.game.rules import PRESETS
from ledger.hands import columns
from ledger.hands.to_log import sessions_of
from ledger.log import Reading, write
from ledger.log.records import Session
from ledger.recording import deals, hands_said, read_tap, set_at_start, tapped, view
from ledger.recording.recording import FILE, Recording, opened, undo_line
from ledger.recording.so_far import Standing, contents, standing

TAPS = 40
MODULES = ("recording", "so_far", "hand_steps", "put_right", "taps")
GARBAGE = (
    "trick",
    "  tricks Ann x",
    "gibberish",
    "  take",
    "ante x",
    "rules nonsense",
    "sit",
    "  misdeal x",
    "hand",
    "waive 1 Zed",
)
CHANGES = (
    *("ante 2", "ante 1", "rules limit=20", "rules casino", "rules split=share bourre=2"),
    *("rules dealer-antes=yes", "rules indiana", "# a remark", "x-other said something"),
    *("end carry", "end counted", "result Ann 4 Bea -4"),
)
LOG = """\
bourre 1
session 2026-11-20 friday
rules louisiana
seats Ann Bea Cal

hand 1 Cal 9h
  tricks Ann 3 Bea 2

hand 2 Ann 9c
  tricks Bea 2 Cal 3

hand 3 Bea 2d
  tricks Ann 4 Cal 1
"""


@pytest.mark.drawn(1)
@pytest.mark.parametrize("preset", PRESETS)
def test_after_each_tap_all_is_as_if_worked_out_anew(preset: str) -> None:
    rng = luck()
    now = evening(preset, rng)
    done = 0
    for _ in range(TAPS):
        step = some_step(rng, now)
        after = step_or_refused(step, now)
        with nothing_kept():
            assert step_or_refused(step, now) == after, (step, now.text)
        if isinstance(after, Recording):
            done += after != now
            now = after
            same(now)
    assert done > TAPS // 4


@pytest.mark.parametrize("taps", [[], [{"kind": "stays", "player": "Ann", "yes": True}]])
def test_a_hand_that_was_mended_is_read_and_judged_again(taps: list[dict[str, Any]]) -> None:
    """Bea took no trick in the first hand: she matched its pot, and Cal won that next."""
    now = opened(LOG, "x")
    for tap in taps:
        now = tapped(now, read_tap({"hand": None, **tap}))
    assert view(now).chips == {"Ann": 3, "Bea": -3, "Cal": 0}
    was = ["hand 1 Cal 9h", "tricks Ann 3 Bea 2"]
    lines = ["hand 1 Cal 9h", "tricks Ann 5 Bea 0"]
    mend = {
        "kind": "mends",
        "hand": None,
        "of": 1,
        "was": was,
        "lines": lines,
        "when": "2026-11-27 04:31",
        "by": "Ann",
    }
    now = tapped(now, read_tap(mend))
    assert view(now).chips == {"Ann": 3, "Bea": -5, "Cal": 2}
    same(now)


def evening(preset: str, rng: Random) -> Recording:
    """The first hands of an evening that was made up, some lines of it garbage."""
    plan = Plan(parse_rules(preset, []), rng.choice((None, 4)), (4, 7), "mixed", faults=0.4)
    (session,) = (
        one
        for made in simulations(plan, 1, rng.randrange(10**6))
        for one in sessions_of(made.hands)
    )
    lines = write(session).splitlines()
    last = max(at for at, line in enumerate(lines) if line.startswith("hand "))
    lines = lines[:last] if rng.random() < 0.8 else lines
    if rng.random() < 0.3:
        lines.insert(rng.randrange(len(session.header) + 1, len(lines)), rng.choice(GARBAGE))
    return opened("\n".join([*lines, ""]), "x")


def judged_anew(session: Session, *, to_come: bool = False) -> Judged:
    hands = columns([session])
    return judge(hands, replay(hands, to_come=to_come))


# --- What is the same -----------------------------------------------------------------------------
@contextmanager
def nothing_kept() -> Iterator[None]:
    """Let every text be read from its beginning, and every evening be judged as a whole."""
    module = import_module("ledger.recording.so_far")
    fresh = {
        "reading": lambda text: Reading(text, FILE),
        "_judged": judged_anew,
        **{
            function.__name__: function.__wrapped__
            for function in (standing, view, hands_said, module._with_next)
        },
    }
    with pytest.MonkeyPatch.context() as patch:
        for module in map(import_module, (f"ledger.recording.{name}" for name in MODULES)):
            for name in fresh.keys() & vars(module).keys():
                patch.setattr(module, name, fresh[name])
        yield


def same(now: Recording) -> None:
    """Fail if anything of a recording is not as worked out from its whole text."""
    kept = (
        view(now),
        contents(now),
        deals(now),
        set_at_start(now),
        hands_said(now.log),
        standing(now),
    )
    with nothing_kept():
        fresh = import_module("ledger.recording.so_far")
        anew = (
            fresh.view(now),
            contents(now),
            deals(now),
            set_at_start(now),
            hands_said.__wrapped__(now.log),
            fresh.standing(now),
        )
    assert kept[:-1] == anew[:-1], now.text
    judged_the_same(kept[-1], anew[-1])


def judged_the_same(kept: Standing, anew: Standing) -> None:
    assert kept.before == anew.before
    one, other = kept.judged, anew.judged
    assert one.facts == other.facts
    assert (one.turns, one.hands.sessions, one.hands.errors) == (
        other.turns,
        other.hands.sessions,
        other.hands.errors,
    )
    assert (one.books.chips, one.books.pot, one.books.unexplained) == (
        other.books.chips,
        other.books.pot,
        other.books.unexplained,
    )
    for name in (field.name for field in fields(Settlement) if field.name != "course"):
        assert np.array_equal(getattr(one.settlement, name), getattr(other.settlement, name)), name


# --- What happens ---------------------------------------------------------------------------------
Step = Callable[[Recording], Recording]


def some_step(rng: Random, now: Recording) -> Step:
    """One tap, or what an editor did to the open hand."""
    if now.draft and rng.random() < 0.05:
        at, line = rng.randrange(1, len(now.draft) + 1), rng.choice(GARBAGE[:4])
        return lambda now: replace(now, draft=(*now.draft[:at], line, *now.draft[at:]))
    if rng.random() < 0.03:
        return undo_line
    tap = read_tap({"hand": None, **some_tap(rng, now)})
    return lambda now: tapped(now, tap)


def step_or_refused(step: Step, now: Recording) -> Recording | str:
    """What a step leads to, or why it is refused."""
    try:
        return step(now)
    except UserError as error:
        return f"{error.message}; {error.remedy}"


def some_tap(rng: Random, now: Recording) -> dict[str, Any]:
    seen = view(now)
    name = rng.choice(seen.seats or seen.players)
    if rng.random() < 0.1:
        return {"kind": "undo"}
    if rng.random() < 0.12:
        return mending(rng, now)
    if rng.random() < 0.05:
        return {
            "kind": "began",
            **rng.choice(
                [{"ante": rng.randrange(4)}, {"pot": rng.randrange(9)}, {"exempt": [name]}]
            ),
        }
    if seen.hand is None:
        number = rng.randrange(1, seen.hands + 2)
        said = [
            *CHANGES,
            *(f"{word} {name} 5" for word in ("buyin", "count", "cashout")),
            *(f"leave {name}", f"sit Zed after {name}", f"penalty {name} 2 for {number}"),
            *(f"waive {number} {name}", f"waive {number} Zed"),
            f"transfer {name} {seen.players[0]} 3 for {number}",
        ]
        if rng.random() < 0.4:
            return {"kind": "say", "line": rng.choice(said)}
        return rng.choice(
            [{"kind": "turned", "card": rng.choice(NAMES[:52])}, {"kind": "dealer", "player": name}]
        )
    return in_hand(rng, now, name)


def in_hand(rng: Random, now: Recording, name: str) -> dict[str, Any]:
    hand = view(now).hand
    assert hand is not None
    turn = hand.turn or name
    taps: list[tuple[int, dict[str, Any]]] = [
        (4, {"kind": "confirm", "anyway": True}),
        (3, {"kind": "stays", "player": name, "yes": rng.random() < 0.8}),
        (
            3,
            {
                "kind": "declares",
                "player": name,
                "draws": rng.randrange(4),
                "skips": rng.random() < 0.5,
            },
        ),
        (1, {"kind": "passes", "player": name}),
        (1, {"kind": "rest"}),
        (6, {"kind": "card", "player": turn, "card": rng.choice(NAMES[:52])}),
        (1, {"kind": "recall", "card": rng.choice(NAMES[:52])}),
        (
            3,
            {
                "kind": "took",
                "player": name,
                "tricks": rng.randrange(4),
                "stays": rng.random() < 0.5,
            },
        ),
        (1, {"kind": "pot", "takes": [name], "matches": []}),
        (1, {"kind": "dealt", "of": hand.number, "player": name, "cards": rng.choice(NAMES[:52])}),
        (
            2,
            {
                "kind": "say",
                "line": rng.choice(
                    ["misdeal", f"renege {name}", f"early {name}", f"claim {name}", "pot 9"]
                ),
            },
        ),
        (1, {"kind": "say", "line": f"ante {name}"}),
        (1, {"kind": "note", "words": "a remark"}),
    ]
    return rng.choices([tap for _, tap in taps], [often for often, _ in taps])[0]


def mending(rng: Random, now: Recording) -> dict[str, Any]:
    """A tap that mends a hand of those that are over."""
    hands = hands_said(now.log)
    if not hands:
        return {"kind": "nothing"}
    hand = rng.choice(hands)
    lines = list(hand.lines)
    if len(lines) > 1 and rng.random() < 0.5:
        del lines[rng.randrange(1, len(lines))]
    else:
        lines.append(rng.choice(["pot 30", "misdeal", "take -", "match -"]))
    when = "2026-11-27 04:31"
    return {
        "kind": "mends",
        "of": hand.number,
        "was": list(hand.lines),
        "lines": lines,
        "when": when,
        "by": "Ann",
    }
