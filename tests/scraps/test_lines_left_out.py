"""Whatever lines a record lacks: whose balance is another for it is named, and a full record leaves
nothing unknown (5.16).

Full records of simulated evenings, from which lines of hands are left out at random. What a table
calls or allows (``renege``, ``recall``, a card taken back in a trick) is not left out, nor one of
two ``match`` lines, nor a trick beside a claim: the contract reads that as said.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from trials import FULL

from ledger.book import ask
from ledger.book.balances.unread import UnreadSession, unread
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.findings.audit import audit
from ledger.game.options import parse_rules
from ledger.game.rules import PRESETS
from ledger.hands.to_log import sessions_of
from ledger.log import read, write
from ledger.simulation.sessions import Plan, simulations

TOGETHER = ("take", "match")
"""With one of these lines those who are not in one are said to have taken, or paid, nothing."""
ALONE = ("ante", "dealt", "trick", "claim", "misdeal", "tricks", "pot")


def full_records(number: int, seed: int) -> dict[str, str]:
    """Return so many evenings by every preset, fully recorded, by id; each is a game of its own."""
    logs = {}
    for at, preset in enumerate(PRESETS):
        plan = Plan(parse_rules(preset, ()), None, (4, 8), "full", rare=0.1)
        for hands in simulations(plan, -(-number // len(PRESETS)), seed + at):
            for session in sessions_of(hands):
                name = f"{preset}-{session.id}"
                text = write(session).replace(f" {session.id}", f" {name}", 1)
                logs[name] = re.sub(r"(?m)^(game .*\n)?rules", f"game {name}\nrules", text, count=1)
    return logs


def left_out(text: str, rng: random.Random) -> str:
    """Return a log without some lines of some hands."""
    rate, hands = rng.choice((0.02, 0.1, 0.3, 0.7, 1.0)), rng.choice((0.1, 0.5, 1.0))
    blocks = []
    for block in text.split("\n\n"):
        gone, kept = {kind for kind in TOGETHER if rng.random() < rate}, []
        played, here = "claim" in block, rng.random() < hands
        for line in block.split("\n"):
            word = line.split(" ")[2] if line.startswith("  ") else ""
            alone = word in ALONE and ">" not in line and not (played and word == "trick")
            lost = word in gone or (alone and rng.random() < rate)
            kept += [] if here and lost else [line]
        blocks.append("\n".join(kept))
    return "\n\n".join(blocks)


def books_of(logs: Mapping[str, str]) -> dict[str, dict[str, int]]:
    return audit([read(text, f"{name}.bourre") for name, text in logs.items()]).books


def lists_of(logs: Mapping[str, str], folder: Path) -> dict[str, UnreadSession]:
    """Return what a book of these evenings does not know, by session."""
    folder.mkdir()
    paths = [folder / f"{name}.bourre" for name in logs]
    for path in paths:
        path.write_text(logs[path.stem], "utf-8")
    assert not import_files(folder / "book", paths, ImportOptions(keep_both=True)).refused
    return {one.session: one for one in ask(folder / "book", unread).sessions}


@pytest.mark.nightly
@pytest.mark.parametrize(("number", "seed"), [(2_000, 2) if FULL else (30, 1)])
def test_whose_balance_is_another_for_want_of_lines_is_named(
    number: int, seed: int, tmp_path: Path
) -> None:
    whole, rng = full_records(number, seed), random.Random(seed)  # noqa: S311
    parts = {name: left_out(text, rng) for name, text in whole.items()}
    true, kept, lists = books_of(whole), books_of(parts), lists_of(parts, tmp_path / "parts")
    differ = {
        (name, who)
        for name, held in true.items()
        for who in held.keys() - {"pot", "?"}
        if held[who] != kept[name].get(who)
    }
    named = {(name, who) for name, one in lists.items() for who in one.may_touch}
    assert sorted(differ - named) == []
    assert len(differ) > number / 4
    assert lists_of(whole, tmp_path / "whole") == {}
