"""bourre completion: scripts for shells and a manual page with everything there is, and names of
the book.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from book_on_disk import Book, Told

from ledger.cli import main as cli


@pytest.fixture(scope="module")
def options() -> set[str]:
    """Return every option there is."""
    from ledger.cli.completion import actions, whole_parser  # noqa: PLC0415 - the other tests know command lines only

    return {option for action in actions(whole_parser()) for option in action.option_strings} - {
        "--help"
    }


def made(what: str, capsys: pytest.CaptureFixture[str]) -> str:
    status = cli.main(["completion", what])
    told = capsys.readouterr()
    assert (told.err, status) == ("", 0)
    return told.out


@pytest.mark.parametrize("what", ["bash", "zsh", "fish", "man"])
def test_every_command_and_option_is_in_it(
    what: str, options: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = re.sub(r"\\f.", "", made(what, capsys)).replace("\\-", "-")
    words = set(re.findall(r"[\w-]+", text))
    assert set(cli.COMMANDS) <= words
    plain = {option.lstrip("-") for option in options} if what == "fish" else options
    assert plain <= words | {word.lstrip("-") for word in words}


def test_the_manual_page_says_what_each_command_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    page = made("man", capsys)
    assert page.startswith('.TH BOURRE "1"')
    for text in cli.COMMANDS.values():
        assert text.replace("-", "\\-") in page


def test_players_and_sessions_are_those_of_the_book(book: Book) -> None:
    """
    seats Ann "Big Al" Annie
    """
    for what, names in (("players", "Ann\nAnnie\nBig Al\n"), ("sessions", "friday\n")):
        assert book.run("completion", what) == Told(0, names, "")


def test_where_there_is_no_book_nothing_is_offered_and_nothing_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["completion", "players", "--book", str(tmp_path / "none")]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Commands, options, what an option takes, topics, and the players that the program itself
    tells of.
    """
    (tmp_path / "friday.bourre").touch()
    (tmp_path / "completion.sh").write_text(made("bash", capsys), "utf-8")
    (tmp_path / "bourre").write_text(
        "#!/bin/sh\n[ \"$*\" = 'completion players' ] && printf 'Ann\\nAnnie\\nBig Al\\nCal\\n'\n",
        "utf-8",
    )
    (tmp_path / "bourre").chmod(0o755)
    asked = (
        "owe",
        "owes --pl",
        "owes --plan w",
        "help arch",
        "rules lou",
        "why An",
        "audit fri",
        "why A --brief",
    )
    script = "\n".join(
        ["source ./completion.sh"]
        + [
            f"COMP_WORDS=(bourre {line}) COMP_CWORD={len(line.split())}; _shtab_bourre bourre "
            f"{line.split()[-1]}; "
            'echo "${COMPREPLY[@]}"'
            for line in asked
        ]
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    run = subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env=environment,
    )
    assert run.stdout.splitlines() == [
        "owes",
        "--plan",
        "winners",
        "architecture",
        "louisiana",
        "Ann Annie",
        "friday.bourre",
        "--brief",
    ]
