"""Windows as far as it can be had here: no POSIX, CRLF in every file, a code page, drives and
spaces in paths, no colours.

The same commands are run as usual and so, and print the same.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from hashlib import sha256
from http.client import HTTPConnection
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Final

import pytest
from book_on_disk import Typing
from browser import cookie_for, serving
from pages import ROOT

from ledger import errors, files, workers
from ledger.book.files.folder import name_for
from ledger.cli import new, terminal
from ledger.cli.demo import sample_folder
from ledger.cli.main import main, open_streams
from ledger.hands import parquet

WINDOWS: Final = ROOT / "tests" / "windows"
PLAIN: Final = str.maketrans(
    {
        "−": "-",
        "→": "->",
        "♠": "s",
        "♥": "h",
        "♦": "d",
        "♣": "c",
        "≥": ">=",
        "✓": "+",
        "✗": "x",
        "▲": "^",
        "▼": "v",
    }
)
TEXT: Final = {
    ".py",
    ".pyi",
    ".sql",
    ".md",
    ".bourre",
    ".csv",
    ".json",
    ".toml",
    ".js",
    ".ts",
    ".css",
    ".html",
    ".txt",
}
FRIDAY: Final = """\
bourre 1
session 2026-11-20 friday
rules louisiana
chip 0.25 USD
seats Ann, Renée, Cal, Dot
hand 1 Dot 9h
trick Ann Ks 4s 2s 3s
tricks Ann 2, Renée 1, Cal 1, Dot 1
hand 2 Ann -
tricks Dot 3, Cal 1, Renée 1
end divide
"""
COMMANDS: Final = """
import --book none none.bourre
demo samples
import friday.bourre
import --replace --yes friday.bourre
owes
pay Cal Dot 0.50 --date 2026-11-21
why Cal
night friday
standings
statement Cal
audit friday.bourre
show friday.bourre 1
rules louisiana
help rules
check
players
settle --yes --date 2026-11-22
fmt friday.bourre
export hledger -
export beancount out.beancount
export csv tables
export parquet columns
convert friday.bourre hands.parquet
audit --jobs 2 hands.parquet
convert hands.parquet again.bourre
rebuild
simulate --hands 12 --seed 1 -o made
import made
insight
close 2026-11-23 --by Ann
check
"""


def as_on_windows(checkout: Path) -> Path:
    """Copy the program as Git checks it out on Windows: every line of a text ends in CRLF."""
    for name in ("ledger", "dashboard", "sample_data"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in checkout.rglob("*"):
        if path.suffix in TEXT:
            path.write_bytes(path.read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    return checkout


RUN: Final = """
import shlex, sys
from ledger.cli.main import main
for line in sys.stdin.read().split("\\n"):
    print("$", line, flush=True)
    print("=", main(shlex.split(line)), flush=True)
"""


def printed(here: Path, checkout: Path, *words: str, **environment: str) -> list[str]:
    """What the commands print, one after the other, in the folder ``here``, which is made."""
    here.mkdir(parents=True)
    (here / "friday.bourre").write_text(FRIDAY, "utf-8")
    (here / "none.bourre").write_text("nothing", "utf-8")
    paths = [*filter(None, [environment.pop("FIRST", "")]), str(checkout)]
    done = subprocess.run(
        [sys.executable, *words, "-c", RUN],
        cwd=here,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "BOURRE_BOOK": str(here / "book"),
            **environment,
        },
        input=COMMANDS.strip(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"),
        check=False,
    )
    assert done.returncode == 0, done.stdout
    said = re.sub(
        r"\b[0-9a-f]{4}(-[0-9a-f]{4}){3}\b", "HEAD", done.stdout.replace(str(here), "HERE")
    )
    said = re.sub(r"in \d+\.\d seconds", "in no time", said)
    return re.split(r"^(?=\$)", said, flags=re.MULTILINE)


def without(monkeypatch: pytest.MonkeyPatch, *modules: str) -> None:
    for module in modules:
        monkeypatch.setitem(sys.modules, module, None)


def test_a_module_of_posix_is_only_looked_for_where_it_may_be_missing() -> None:
    posix = {
        "resource",
        "fcntl",
        "pwd",
        "grp",
        "termios",
        "tty",
        "pty",
        "curses",
        "readline",
        "syslog",
        "posix",
    }
    found = {}
    for path in (one for place in ("ledger", "dashboard") for one in (ROOT / place).rglob("*.py")):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source if posix & set(re.findall(r"\w+", source)) else "")):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {alias.name for alias in node.names} | {getattr(node, "module", None)}
                if names & posix:
                    found[path.relative_to(ROOT).as_posix()] = names & posix
    assert found == {"ledger/workers/spread.py": {"resource"}}


def test_without_limits_of_the_system_a_parquet_file_is_still_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, "resource")
    workers.limit(1, parquet.MEMORY)
    code = (
        "import sys; sys.modules['resource'] = None\nfrom ledger.hands.parquet import main\n"
        "sys.exit(main(sys.argv[1]))"
    )
    (tmp_path / "x.parquet").write_bytes(bytes(20))
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "x.parquet")],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout.partition(":")[0]) == (
        1,
        "it is no Parquet file, or a damaged one",
    )


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_no_code_page_takes_the_minus_off_a_debt(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = TextIOWrapper(BytesIO(), encoding)
    monkeypatch.setattr("sys.stdout", screen)
    monkeypatch.setattr("sys.stderr", TextIOWrapper(BytesIO(), encoding))
    open_streams()
    print("Ann owes −$0.50: 10♠, A♦ → K♥ ☃", end="", flush=True)
    assert screen.detach().getvalue() == b"Ann owes -$0.50: 10s, Ad -> Kh ?"  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("environment", "known"), [({}, False), ({"WT_SESSION": "1"}, True), ({"TERM": "dumb"}, False)]
)
def test_an_old_console_of_windows_is_shown_no_escapes(
    environment: dict[str, str], known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "ON_WINDOWS", True)
    monkeypatch.setattr(os, "environ", environment)
    screen = Typing()
    assert terminal.knows_escapes(screen) == known
    assert (terminal.paint("error", "red", screen) != "error") == known


def test_a_command_to_copy_is_quoted_for_the_shells_of_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(errors, "ON_WINDOWS", True)
    words = [
        "bourre",
        "new",
        "--seats",
        "Ann,Bea",
        "-o",
        r"C:\Users\Ann B\x.bourre",
        r"D:\x.bourre",
    ]
    assert (
        errors.shell_text(words)
        == r'bourre new --seats "Ann,Bea" -o "C:\Users\Ann B\x.bourre" D:\x.bourre'
    )


def test_a_file_that_another_program_has_open_is_replaced_once_it_lets_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a virus scanner or a sync has one for a moment; one that is open for good is told, and
    stays.
    """
    path = tmp_path / "payments.bourre"
    path.write_text("old")
    held = [True, True]
    replace = Path.replace

    def replaced(new: Path, target: Path) -> Path:
        if held and held.pop():
            raise PermissionError(13, "Permission denied", str(new))
        return replace(new, target)

    monkeypatch.setattr(files, "ON_WINDOWS", True)
    monkeypatch.setattr(files, "_WAITS", (0, 0, 0))
    monkeypatch.setattr(Path, "replace", replaced)
    files.write_atomically(path, "new")
    assert path.read_text() == "new"
    held[:] = [True] * 9
    with pytest.raises(files.LogError) as told:
        files.write_atomically(path, "newer")
    assert "close it in other programs" in told.value.remedy
    assert [one.name for one in tmp_path.iterdir()] == ["payments.bourre"]
    assert path.read_text() == "new"


def test_what_windows_would_lose_in_a_device_gets_another_name() -> None:
    ids = ["nul", "Con", "aux.2026", "com1", "lpt9 ", "console", "nul-2026"]
    assert [name_for(one).removeprefix("sessions/") for one in ids] == [
        *("%6Eul.bourre", "%43on.bourre", "%61ux.2026.bourre", "%63om1.bourre"),
        f"%6Cpt9-{sha256(b'lpt9 ').hexdigest()[:16]}.bourre",
        *("console.bourre", "nul-2026.bourre"),
    ]


def test_stubs_are_ascii() -> None:
    """What reads them to find a name reads them in the code page of the system."""
    assert [
        path for path in (ROOT / "ledger").rglob("*.pyi") if not path.read_bytes().isascii()
    ] == []


def test_an_editor_is_found_at_a_path_with_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "Program Files" / "edit"
    editor.parent.mkdir()
    editor.write_text("#!/bin/sh\n")
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    assert new.editor("bourre new --edit") == [str(editor)]


@pytest.mark.nightly
def test_windows_prints_what_other_systems_print(tmp_path: Path) -> None:
    usual = printed(tmp_path / "usual", ROOT)
    windows_folder = tmp_path / "C:" / "Ann B's cards"
    windows = printed(
        windows_folder,
        as_on_windows(tmp_path / "checkout"),
        *("-X", "warn_default_encoding"),
        FIRST=str(WINDOWS),
        PYTHONIOENCODING="cp1252",
        PYTHONUTF8="0",
        USERNAME="Ann",
    )
    assert [one for one in windows if "Traceback" in one] == []
    told = [one.translate(PLAIN).encode("cp1252", "replace").decode("cp1252") for one in usual]
    assert [one for one in windows if one not in told] == [
        one for one in windows if one.startswith("$ export hledger -")
    ]
    assert not (windows_folder / "none").exists()
    for name in (
        "out.beancount",
        "again.bourre/friday.bourre",
        "tables/hands.csv",
        "book/payments.bourre",
    ):
        assert (windows_folder / name).read_bytes() == (tmp_path / "usual" / name).read_bytes()


@pytest.mark.nightly
def test_the_dashboard_starts_without_posix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(WINDOWS), str(ROOT)]))
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    folder = tmp_path / "C:" / "Ann B's cards"
    main(["import", str(sample_folder()), "--book", str(folder)])
    with serving(folder) as address:
        connection = HTTPConnection(address.removeprefix("http://"), timeout=60)
        for page in ("/_stcore/health", "/owes"):
            connection.request("GET", page, headers={"Cookie": "=".join(cookie_for(address))})
            answer = connection.getresponse()
            assert answer.status == 200
            answer.read()
        connection.close()
