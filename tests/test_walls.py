"""The walls of the house (ledger/docs/architecture.md) hold: what a room must not know, it cannot import unnoticed."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINT = Path(sys.executable).with_name("lint-imports")

PLANTED = {
    "ledger/money/debts.py": "ledger.cli.terminal",
    "ledger/book/sync.py": "ledger.cli.terminal",
    "ledger/export/account_names.py": "ledger.cli.terminal",
    "ledger/stats/interval.py": "ledger.recording",
    "ledger/engine/settle.py": "ledger.findings",
}
"""For a module, a room that it must not know."""


def test_bad_imports_break_the_walls(tmp_path: Path) -> None:
    """Planted in a copy of the program, each import that a room must not make is told by ``lint-imports``."""
    for name in ("ledger", "dashboard"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.png"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file, target in PLANTED.items():
        path = tmp_path / file
        path.write_text(
            f"{path.read_text('utf-8')}\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import {target}\n", "utf-8"
        )
    run = subprocess.run([LINT, "--no-logo", "--no-cache"], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 1
    told = re.sub(r"\s+", " ", run.stdout)
    for file, target in PLANTED.items():
        assert f"{file.removesuffix('.py').replace('/', '.')} -> {target} (l." in told, file
