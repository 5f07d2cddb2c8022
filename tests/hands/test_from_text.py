"""Plain hands are read many at once: what they say is what the reader of lines says, in logs of
every kind of damage.
"""

import random
import re

from damaged_logs import damage, misspell
from hands_alike import differences
from trials import FULL, luck
from worked_cases import LOGS

from ledger.cli.demo import sample_folder
from ledger.game import PRESETS
from ledger.hands import columns, sessions_of
from ledger.hands.from_log import Logs, read_logs
from ledger.log import read, write
from ledger.log.records import Hand, Log
from ledger.simulation.sessions import LEVELS, MIXED, Plan, simulations

READ = ("file", "id", "readable", "players", "errors")
SLIPS = 1_000_000 if FULL else 180
"""As many lines are damaged or misspelt, at least."""
AT_ONCE = 40 if FULL else 4
"""Logs that are read together."""
NAMES = ('"Big Al"', "Élodie", "Christopher", "Christophe", '"Maximilian the 2nd"', "out", "trick")


def logs_of(*contents: bytes) -> list[Log]:
    return [Log(content, f"log {number}") for number, content in enumerate(contents)]


def wrong(logs: list[Log], found: Logs) -> list[str]:
    """Return what is not as the reader of lines has it."""
    sessions = [read(log.content, log.file) for log in logs]
    lines = columns(sessions)
    odd = differences(lines, [found.hands])
    for one, other in zip(sessions, found.sessions, strict=True):
        odd += [name for name in READ if getattr(one, name) != getattr(other, name)]
    return odd + [str(found.hands.errors)] * (lines.errors != found.hands.errors)


def plain(found: Logs) -> int:
    return sum(
        item.plain >= 0
        for session in found.sessions
        for item in session.body
        if isinstance(item, Hand)
    )


def simulated(rng: random.Random, number: int) -> list[bytes]:
    """Return simulated logs, some with names in quotes, with accents, and too long to be told by
    their first letters.
    """
    plan = Plan(
        PRESETS[rng.choice(list(PRESETS))],
        None,
        (4, 10),
        rng.choice([*LEVELS, MIXED, "full"]),
        rare=0.3,
    )
    logs = []
    for hands in simulations(plan, number, rng.randrange(10**6)):
        for session in sessions_of(hands):
            text = write(session)
            if rng.random() < 0.4:
                for name in session.players[:3]:
                    text = re.sub(rf"(?<= ){name}\b", rng.choice(NAMES), text)
            logs.append(text.encode())
    return logs


def test_the_samples_are_read_as_line_by_line_and_nearly_all_at_once() -> None:
    logs = logs_of(*(path.read_bytes() for path in sorted(sample_folder().rglob("*.bourre"))))
    found = read_logs(logs)
    assert wrong(logs, found) == []
    assert plain(found) > 0.5 * len(found.hands)


def test_the_worked_cases_are_read_as_line_by_line() -> None:
    logs = logs_of(*(path.read_bytes() for path in LOGS))
    assert wrong(logs, read_logs(logs)) == []


def spoiled(content: bytes, others: list[bytes], rng: random.Random) -> tuple[bytes, int]:
    """Return a log with slips, most of them a writer's, and how many; the header of one with many
    mostly stays readable.
    """
    many = rng.random() < 0.5
    slips = rng.randrange(content.count(b"hand ") + 4 if many else 4)
    body = content.find(b"\nhand ") + 1 if many and rng.random() < 0.9 else 0
    head, content = content[:body], content[body:]
    for _ in range(slips):
        content = (
            misspell(content, rng)
            if rng.random() < 0.8
            else damage(content, rng.choice(others), rng)
        )
    return head + content, slips


def test_damaged_and_misspelt_logs_are_read_as_line_by_line() -> None:
    """Some logs have a slip or two, so that the rest is read at once; in others every hand may have
    one.
    """
    rng = luck()
    cases = [path.read_bytes() for path in LOGS]
    made: list[bytes] = []
    done = trial = 0
    while done < SLIPS:
        if trial % 25 == 0:
            made = simulated(rng, 20)
        trial += 1
        contents = []
        for _ in range(AT_ONCE):
            content, slips = spoiled(rng.choice(made if rng.random() < 0.7 else cases), cases, rng)
            contents.append(content)
            done += slips
        logs = logs_of(*contents)
        assert wrong(logs, read_logs(logs)) == [], contents
