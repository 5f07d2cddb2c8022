"""Where the sample sessions are."""

from pathlib import Path


def sample_folder() -> Path:
    """Return the folder of sample logs: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parent
    installed = package / "_sample_data"
    return installed if installed.is_dir() else package.parent / "sample_data"
