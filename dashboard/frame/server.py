"""The server of the dashboard: Streamlit's application with routes of ours, under uvicorn."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import streamlit as st
import uvicorn
from starlette.routing import BaseRoute
from streamlit.web import bootstrap

from dashboard.frame import theme

LOOPBACK: Final = "127.0.0.1"
SCRIPT: Final = Path(__file__).parents[1] / "app.py"
GRACE: Final = 2
"""Seconds that whoever is connected has to finish when the server is ended."""

_OPTIONS: Final = {
    "server.headless": True,
    "server.fileWatcherType": "none",
    "server.runOnSave": False,
    "server.maxUploadSize": 64,
    "server.enableAgentApi": False,
    "server.enableStaticServing": False,
    "server.enableCORS": True,
    "server.enableXsrfProtection": True,
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "runner.magicEnabled": False,
    "logger.level": "warning",
}
"""Whatever a person has set for other Streamlit applications does not count here."""


def serve(port: int, address: str, routes: Sequence[BaseRoute]) -> None:
    """Serve the dashboard until the process is told to end."""
    options: dict[str, object] = {**_OPTIONS, "server.port": port, "server.address": address, **dict(theme.options())}
    if address == LOOPBACK:  # a page on the internet cannot reach this server under a name of its own
        options["server.allowedHosts"] = [LOOPBACK, "localhost"]
    app = st.App(SCRIPT, routes=routes)
    bootstrap.load_config_options(options)  # after App, which says where Streamlit looks for a configuration
    config = uvicorn.Config(
        app,
        host=address,
        port=port,
        ws="websockets-sansio",
        log_level="warning",
        access_log=False,
        use_colors=False,
        timeout_graceful_shutdown=GRACE,
    )
    uvicorn.Server(config).run()
