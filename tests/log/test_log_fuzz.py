"""Logs that were damaged on the way, others in each run: reading never fails, and what is read can be written and read again."""

import random
from pathlib import Path

import pytest
from trials import FULL, luck

from ledger.log import format_diagnostic, read, write

NUMBER = 10_000 if FULL else 1_500
CASES = sorted((Path(__file__).parents[1] / "cases").glob("*/*.bourre"))


def damage(content: bytes, other: bytes, rng: random.Random) -> bytes:
    """Return ``content`` after one accident."""
    place = rng.randrange(len(content) + 1)
    kind = rng.randrange(8)
    if kind == 0:
        return content[:place]
    if kind == 1:
        return content[:place] + rng.randbytes(rng.randrange(1, 4)) + content[place + rng.randrange(3) :]
    if kind == 2:
        start = rng.randrange(len(other) + 1)
        return content[:place] + other[start : start + rng.randrange(200)] + content[place:]
    if kind == 3:
        return content[:place] + content[place + rng.randrange(60) :]
    if kind == 4:
        return (
            content[:place] + rng.choice([b'"', b"#", b"\\", b"\r", b"\t", b"\0", b"\n", b"=", b">", b"\xff"]) + content[place:]
        )
    if kind == 5:
        return bytes(byte ^ (1 << rng.randrange(8)) if rng.random() < 0.002 else byte for byte in content)
    lines = content.split(b"\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    if kind == 6:
        lines[one], lines[two] = lines[two], lines[one]
    else:
        words, others = lines[one].split(b" "), other.split()
        words[rng.randrange(len(words))] = rng.choice(others) if others else b""
        lines[one] = b" ".join(words)
    return b"\n".join(lines)


@pytest.mark.slow
def test_a_damaged_log_is_read_without_failing() -> None:
    rng = luck()
    cases = [case.read_bytes() for case in CASES]
    for number in range(NUMBER):
        content = rng.choice(cases)
        content = content[: rng.choice([600, 1500, len(content)])]
        for _ in range(rng.randrange(1, 5)):
            content = damage(content, rng.choice(cases), rng)
        session = read(content, "x")
        assert session.readable or session.errors
        for error in session.errors[:3]:
            assert format_diagnostic(error).isprintable() is False  # several lines, none of which a terminal would obey
        if session.readable and number % 5 == 0:
            text = write(session)
            assert write(read(text.encode("utf-8", "surrogateescape"), "x")) == text
