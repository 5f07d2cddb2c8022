"""Rooms and doors (ledger/docs/architecture.md): a room is entered by its face, and the walls that
CI checks do hold.
"""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = sorted(stub.parent.name for stub in (ROOT / "ledger").glob("*/__init__.pyi"))
LINT = Path(sys.executable).with_name("lint-imports")

PLANTED = {
    "ledger/money/plan.py": "ledger.cli.terminal",
    "ledger/book/derived/sync.py": "ledger.cli.terminal",
    "ledger/export/transactions.py": "ledger.cli.terminal",
    "ledger/stats/chosen.py": "ledger.recording",
    "ledger/engine/settle.py": "ledger.findings",
}
"""For a module, a room that it must not know."""

CIRCLE = ("ledger/log/words.py", "ledger.log.values")
"""A module, and one of the same room that stands on it."""


def offered(stub: Path) -> tuple[set[str], set[str]]:
    """The names and the modules that the face of a room hands out."""
    names: set[str] = set()
    modules: set[str] = set()
    for node in ast.parse(stub.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            told = {alias.name for alias in node.names}
            if node.module is None:
                modules |= told
            elif (stub.parent / node.module).is_dir():  # a room inside: its modules
                modules |= {f"{node.module}.{name}" for name in told}
                names |= told
            else:
                names |= told
    return names, modules


OFFERED = {room: offered(ROOT / "ledger" / room / "__init__.pyi") for room in ROOMS}


def room_of(path: Path) -> str | None:
    """The room of the library that a file stands in, None for the dashboard and what stands in no
    room.
    """
    parts = path.relative_to(ROOT).parts
    return parts[1] if parts[0] == "ledger" and parts[1] in ROOMS else None


def imports(path: Path) -> Iterator[tuple[int, str, str]]:
    """Line, module and name of whatever a file imports from the library, inside functions and for
    type checking too.
    """
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.split(".")[0] == "ledger"
        ):
            for alias in node.names:
                yield node.lineno, node.module, alias.name
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "ledger":
                    yield node.lineno, alias.name, ""


def past_the_door(path: Path) -> Iterator[str]:
    """The imports of a file that reach into another room past its face."""
    for line, module, name in imports(path):
        _, _, inside = module.partition(".")
        room, _, within = inside.partition(".")
        if room not in ROOMS or room == room_of(path):
            continue
        names, modules = OFFERED[room]
        if not (within in modules if within else name in names | modules):
            yield f"{path.relative_to(ROOT)}:{line}: {module} {name}".rstrip()


def test_a_room_is_entered_by_its_face() -> None:
    sources = [
        path
        for package in ("ledger", "dashboard")
        for path in sorted((ROOT / package).rglob("*.py"))
    ]
    assert [found for path in sources for found in past_the_door(path)] == []


def test_a_step_past_the_door_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "ledger" / "cli" / "guest.py"
    path.parent.mkdir(parents=True)
    path.write_text(
        "def run():\n    from ledger.engine.settle import settle\n    from ledger.engine import "
        "judge\n"
    )
    assert list(past_the_door(path)) == ["ledger/cli/guest.py:2: ledger.engine.settle settle"]


def test_the_log_knows_cards_and_no_rule_of_the_game() -> None:
    """Cards stand in one file with the rules of play, so that no contract can tell them apart."""
    known = {
        name
        for path in (ROOT / "ledger" / "log").glob("*.py")
        for _, module, name in imports(path)
        if "game" in module
    }
    assert known <= {"NAMES", "NONE", "RANKS", "SUITS", "SYMBOLS", "UNKNOWN"}


def test_every_room_has_a_face() -> None:
    """But for the commands, which nobody enters."""
    folders = {path.parent.name for path in (ROOT / "ledger").glob("*/*.py")}
    assert folders - {"cli"} == set(ROOMS)


@pytest.mark.slow
def test_what_a_face_offers_is_there() -> None:
    offers = {
        room: sorted({name.rpartition(".")[2] for name in names | modules})
        for room, (names, modules) in OFFERED.items()
    }
    program = f"""
from importlib import import_module
for room, names in {offers}.items():
    face = import_module("ledger." + room)
    print(*(f"{{room}}.{{name}}" for name in names if getattr(face, name, None) is None))
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert run.stdout.split() == []


@pytest.mark.slow
def test_bad_imports_break_the_walls(tmp_path: Path) -> None:
    """Planted in a copy of the program, each import that a room must not make is told by
    ``lint-imports``.
    """
    for name in ("ledger", "dashboard"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.png")
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file, target in {**PLANTED, CIRCLE[0]: CIRCLE[1]}.items():
        path = tmp_path / file
        path.write_text(
            (
                f"{path.read_text('utf-8')}\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n"
                f"    import {target}\n"
            ),
            "utf-8",
        )
    run = subprocess.run(
        [LINT, "--no-logo", "--no-cache"], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert run.returncode == 1
    told = re.sub(r"\s+", " ", run.stdout)
    for file, target in PLANTED.items():
        assert f"{file.removesuffix('.py').replace('/', '.')} -> {target} (l." in told, file
    assert "- .words -> .values (1 import)" in told
