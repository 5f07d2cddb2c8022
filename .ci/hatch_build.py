"""What a package index shows of the project: where it lives, and a README whose picture and links
lead there.

The address is that of the repository that the package is built from: $BOURRE_ADDRESS, else what the
build server or a source distribution says, else the remote ``origin`` of the checkout. Without one
no addresses are given, and the README has no link that would lead nowhere.
"""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import suppress
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface


class FrontPage(MetadataHookInterface):
    """Adds the addresses of the project and its README to what pyproject.toml says."""

    def update(self, metadata: dict[str, object]) -> None:
        """Add both in place."""
        root = Path(self.root)
        address = address_of(root)
        readme = (root / "README.md").read_text("utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": front_page(readme, address)}
        if address:
            metadata["urls"] = {
                "Source": address,
                "Documentation": f"{address}/blob/HEAD/ledger/docs/commands.md",
                "Changelog": f"{address}/blob/HEAD/ledger/docs/changelog.md",
                "Issues": f"{address}/issues",
            }


def address_of(root: Path) -> str:
    """The address of the repository as a browser takes it; empty if it is nowhere but on this
    machine.
    """
    server = os.environ.get("GITHUB_SERVER_URL", "")
    told = (
        os.environ.get("BOURRE_ADDRESS")
        or (server and f"{server}/{os.environ.get('GITHUB_REPOSITORY', '')}")
        or _of_distribution(root)
        or _of_checkout(root)
    )
    told = (
        re.sub(r"^(?:ssh://)?git@([^:/]+)[:/]", r"https://\1/", told)
        .removesuffix("/")
        .removesuffix(".git")
    )
    # an @ would publish somebody's password
    return told if told.startswith("https://") and "@" not in told else ""


def _of_distribution(root: Path) -> str:
    with suppress(OSError):
        written = re.search(
            r"^Project-URL: Source, (.+)$", (root / "PKG-INFO").read_text("utf-8"), re.MULTILINE
        )
        return written[1] if written else ""
    return ""


def _of_checkout(root: Path) -> str:
    if not (root / ".git").exists():  # git would look in the folders above
        return ""
    command = ["git", "-C", str(root), "config", "--get", "remote.origin.url"]
    with suppress(OSError):
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 - nothing is typed
    return ""


def front_page(text: str, address: str) -> str:
    """The README with absolute links; without an address only with those that lead somewhere."""
    if not address:
        return re.sub(
            r"\[([^]]+)\]\((?!https?:)[^)]+\)", r"\1", re.sub(r"<img [^>]*>\n*", "", text)
        )
    text = re.sub(r'(<img src=")(?!https?:)', rf"\1{address}/raw/HEAD/", text)
    return re.sub(r"\]\((?!https?:|#)", f"]({address}/blob/HEAD/", text)
