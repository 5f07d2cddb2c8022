"""``python -m dashboard PORT [ADDRESS]``: serve the dashboard; ``bourre dashboard`` starts this and says where it is.

It ends when its standard input does, so that it never outlives the command that started it.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from threading import Thread
from typing import Final

from streamlit import net_util
from streamlit.web import cli

from dashboard.frame import theme

LOOPBACK: Final = "127.0.0.1"

_OPTIONS: Final = {
    "server.headless": "true",
    "server.fileWatcherType": "none",
    "server.runOnSave": "false",
    "server.maxUploadSize": "64",
    "server.enableAgentApi": "false",
    "server.enableStaticServing": "false",
    "server.enableCORS": "true",
    "server.enableXsrfProtection": "true",
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": "false",
    "runner.magicEnabled": "false",
    "logger.level": "warning",
}
"""Whatever a person has set for other Streamlit applications does not count here."""


def main(port: str, address: str = LOOPBACK) -> None:
    """Serve until standard input ends or somebody interrupts."""
    Thread(target=_end_with_starter, daemon=True).start()
    net_util.get_external_ip = _unknown
    options = [*_OPTIONS.items(), ("server.port", port), ("server.address", address), *theme.options()]
    if address == LOOPBACK:  # a page on the internet cannot reach this server under a name of its own
        options += [("server.allowedHosts", LOOPBACK), ("server.allowedHosts", "localhost")]
    app = Path(__file__).with_name("app.py")
    cli.main(["run", str(app), *(f"--{name}={value}" for name, value in options)], prog_name="streamlit")


def _unknown() -> None:
    """Stand in for Streamlit's question to a service on the internet, under which address it sees this machine."""


def _end_with_starter() -> None:
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main(*sys.argv[1:])
