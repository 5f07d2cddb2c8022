"""What is installed and what an index shows: tested releases, no pictures in the wheel, and no link
that leads nowhere.
"""

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest
from hatchling.builders.wheel import WheelBuilder
from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[1]
README: Final = (ROOT / "README.md").read_text("utf-8")
ADDRESS: Final = "https://example.org/them/bourre"


def declared() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    return [
        Requirement(line) for line in (*project["dependencies"], *extras["dev"], *extras["peers"])
    ]


def versions_in(file: str) -> dict[str, list[str]]:
    """The releases in a file of constraints by name: one, or one for older and one for newer
    Pythons.
    """
    found: dict[str, list[str]] = {}
    for name, version in re.findall(
        r"^([\w.-]+)==(\S+)", (ROOT / ".ci" / file).read_text("utf-8"), re.MULTILINE
    ):
        found.setdefault(name, []).append(version)
    return found


@pytest.mark.parametrize("file", ["constraints.txt", "lowest.txt"])
def test_every_dependency_is_constrained_to_a_release_that_it_admits(file: str) -> None:
    """If this fails: .ci/renew"""
    versions = versions_in(file)
    for requirement in declared():
        name = requirement.name.replace("_", "-").lower()
        assert versions.get(name), name
        assert all(version in requirement.specifier for version in versions[name]), name


def test_the_oldest_releases_that_are_tried_are_the_bounds() -> None:
    """If this fails: .ci/renew"""
    versions = versions_in("lowest.txt")
    for requirement in declared():
        (bound,) = (one.version for one in requirement.specifier if one.operator == ">=")
        (lowest,) = versions[requirement.name.replace("_", "-").lower()]
        assert re.fullmatch(rf"{re.escape(bound)}(\.\d+)*", lowest), requirement.name


def test_the_wheel_has_the_pages_and_the_samples_and_no_pictures() -> None:
    files = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert {"ledger/docs/commands.md", "ledger/_sample_data/README.md", "dashboard/app.py"} <= files
    assert not [file for file in files if file.endswith((".png", ".jpg"))]
    assert {file.split("/")[0] for file in files} == {"bourre", "ledger", "dashboard"}


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    for name in ("BOURRE_ADDRESS", "GITHUB_SERVER_URL", "GITHUB_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)
    spec = spec_from_file_location("hatch_build", ROOT / ".ci" / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_on_an_index_every_link_is_absolute(hook: ModuleType) -> None:
    shown = hook.front_page(README, ADDRESS)
    assert f'<img src="{ADDRESS}/raw/HEAD/.github/pictures/replay.png"' in shown
    assert f"[The commands]({ADDRESS}/blob/HEAD/ledger/docs/commands.md)" in shown
    assert not re.findall(r"\]\((?!https://)|src=\"(?!https://)", shown)


def test_without_an_address_no_link_leads_nowhere(hook: ModuleType) -> None:
    shown = hook.front_page(README, "")
    assert "| The commands | what each does and prints | `commands` |" in shown
    assert not re.findall(r"\]\((?!https://)|<img", shown)


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ({"BOURRE_ADDRESS": f"{ADDRESS}/"}, ADDRESS),
        ({"GITHUB_SERVER_URL": "https://example.org", "GITHUB_REPOSITORY": "them/bourre"}, ADDRESS),
        ({"BOURRE_ADDRESS": "git@example.org:them/bourre.git"}, ADDRESS),
        ({"BOURRE_ADDRESS": "https://ann:secret@example.org/them/bourre"}, ""),
        ({"BOURRE_ADDRESS": "/home/ann/bourre"}, ""),
        ({}, ADDRESS),  # as the source distribution says
    ],
)
def test_the_address_is_that_of_the_repository(
    told: dict[str, str],
    address: str,
    hook: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "PKG-INFO").write_text(f"Name: bourre\nProject-URL: Source, {ADDRESS}\n")
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    assert hook.address_of(tmp_path) == address
