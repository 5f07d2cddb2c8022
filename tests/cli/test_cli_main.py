"""The bourre command: help, complaints, exit status, and nothing heavy before it is needed."""

import importlib
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from audit_text import log_of

import ledger
from ledger.cli import main as cli, simulate
from ledger.cli.terminal import width_of
from ledger.errors import UserError
from ledger.simulation.plan import MIXED
from ledger.simulation.written_down import LEVELS

COMMANDS_PAGE = Path(ledger.__file__).parent / "docs" / "commands.md"
HEAVY = (
    "numpy",
    "polars",
    "duckdb",
    "streamlit",
    "pandas",
    "pyarrow",
    "plotly",
    "tqdm",
    "prompt_toolkit",
    "watchfiles",
    "distributed",
    "fsspec",
)

PAID = "12.50, 12.50 EUR, or 10 EUR for 11.20 USD; a remark: --note"
TABLES = (
    "pandas",
    "polars",
    "plotly",
    "streamlit",
    "pyarrow.acero",
    "pyarrow.compute",
    "pyarrow.dataset",
    "pyarrow.parquet",
)
"""Of those what a command on a book without Parquet files has no use for."""


def options_of(name: str) -> set[str]:
    return {
        option
        for action in cli.parser_of(name)[1]._actions
        for option in action.option_strings
        if option.startswith("--")
    }


def loaded_by(folder: Path, *lines: str) -> dict[str, set[str]]:
    """Run command lines in a folder, one after the other in a process of their own; return the
    modules that are there after each.

    They must succeed, but for what is no command.
    """
    program = (
        "import json, sys\nfrom ledger.cli.main import main\n"
        f"for line in {lines!r}:\n"
        # a command line of a process of its own, as main takes it
        "    sys.argv[1:] = line.split()\n"
        "    status = main()\n"
        "    print(json.dumps([line, status, *sys.modules]), file=sys.stderr)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    said = [json.loads(line) for line in run.stderr.splitlines() if line.startswith("[")]
    assert [status for _, status, *_ in said] == [2 if line == "audt" else 0 for line in lines], (
        run.stderr
    )
    return {line: set(modules) for line, _, *modules in said}


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], int]], None]:
    """Make ``bourre rules`` do what the test says."""

    def install(work: Callable[[], int]) -> None:
        monkeypatch.setattr("ledger.cli.rules.run", lambda _args: work())

    return install


@pytest.mark.parametrize("words", [[], ["--help"], ["-h"]])
def test_help_teaches(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 0
    printed = capsys.readouterr().out
    for part in ("Start here", "Examples", "Exit status", *cli.COMMANDS):
        assert part in printed
    assert max(width_of(line) for line in printed.splitlines()) <= 80


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_version(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([option]) == 0
    assert capsys.readouterr().out == f"bourre {ledger.__version__}\n"


def test_it_is_a_module_too() -> None:
    """As ``python -m ledger``, and ``python -m bourre`` where it is installed: the wheel has the
    same file under that name.
    """
    run = subprocess.run(
        [sys.executable, "-m", "ledger", "-V"], capture_output=True, text=True, check=True
    )
    assert run.stdout == f"bourre {ledger.__version__}\n"
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    forced = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert forced["ledger/__main__.py"] == "bourre/__main__.py"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_that_fits(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert cli.main([name, "--help"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"usage: bourre {name} ")
    assert max(width_of(line) for line in printed.splitlines()) <= 80
    # names of options, of a command, of an argument
    said = re.sub(r"--sessions?|bourre night|players, sessions", "", printed)
    assert not re.search(r"(?i)\b(sessions?|nights?)\b", said), "people call it an evening"


def test_every_file_in_cli_is_a_command() -> None:
    files = {path.stem for path in Path(cli.__file__).parent.glob("*.py")}
    commands = {cli.module_of(name).rpartition(".")[2] for name in cli.COMMANDS}
    assert commands <= files
    for name in files - commands:
        assert not hasattr(importlib.import_module(f"ledger.cli.{name}"), "add_arguments")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_the_page_of_the_commands_has_every_command_and_option(name: str) -> None:
    text = COMMANDS_PAGE.read_text("utf-8")
    assert f"bourre {name}" in text
    missing = {
        option
        for option in options_of(name) - {"--help"}
        if not re.search(rf"{option}(?![\w-])", text)
    }
    assert not missing


def test_the_levels_of_a_record_are_those_that_the_simulator_knows() -> None:
    assert (*LEVELS, MIXED) == simulate.LEVELS
    for level in simulate.LEVELS:
        assert f"\n  {level:<9}" in simulate.EPILOG


def test_the_page_of_the_commands_has_every_exit_status() -> None:
    text = COMMANDS_PAGE.read_text("utf-8")
    for status, _ in cli.EXIT_STATUS:
        assert f"| {status} |" in text


@pytest.mark.parametrize(
    ("words", "message", "remedy"),
    [
        (["audt", "x"], "there is no command audt", "did you mean audit?"),
        (["frobnicate"], "there is no command frobnicate", "see bourre --help"),
        (["--versoin"], "there is no option --versoin", "did you mean --version?"),
        (["rules", "--comapre"], "bourre rules cannot use --comapre", "did you mean --compare?"),
        (["rules", "--comp"], "bourre rules cannot use --comp", "did you mean --compare?"),
        (["rules", "--xyz=3"], "bourre rules cannot use --xyz=3", "see bourre rules --help"),
        (["rules", "--format", "xml"], "--format cannot be xml", "choose one of text, json"),
        (
            ["pay", "Ann", "Bea", "5", "--note"],
            "--note needs a value",
            "--note TEXT; see bourre pay --help",
        ),
        (
            ["simulate", "-o", "x", "--seed", "x"],
            "--seed cannot be x",
            "give a number; see bourre simulate --help",
        ),
        (
            ["pay", "Ann"],
            "TO is missing",
            "bourre pay FROM TO AMOUNT CUR for AMOUNT CUR; see bourre pay --help",
        ),
        (
            ["pay", "Ann", "Bea", "5", "by", "venmo"],
            "5 by venmo is not an amount",
            f"such as: {PAID}",
        ),
        (["pay", "Ann", "Bea", "1", "250"], "1 250 is not an amount", f"such as: {PAID}"),
        (["reopen"], "--why is missing", "bourre reopen --why TEXT; see bourre reopen --help"),
        (
            ["rules", "louisiana", "foo"],
            "foo has no value",
            "write options as NAME=VALUE, such as limit=20",
        ),
    ],
)
def test_a_senseless_command_line(
    words: list[str], message: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"bourre: {message}")
    assert told.err.splitlines()[1].strip() == remedy


def fail_with(error: BaseException) -> Callable[[], int]:
    def work() -> int:
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "printed"),
    [
        (
            UserError("no such hand", "the hands are 1 to 9"),
            "bourre: no such hand\n  the hands are 1 to 9\n",
        ),
        (UserError("no such hand"), "bourre: no such hand\n"),
        (
            FileNotFoundError(2, "No such file or directory", "x.bourre"),
            "bourre: x.bourre: No such file or directory\n  check the path",
        ),
        (PermissionError(13, "Permission denied"), "bourre: Permission denied\n"),
        (OSError("odd"), "bourre: odd\n"),
    ],
)
def test_what_the_user_can_put_right(
    error: Exception, printed: str, command: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    command(fail_with(error))
    assert cli.main(["rules"]) == 2
    assert capsys.readouterr().err.startswith(printed)


def test_our_own_defects_are_not_hidden(command: Callable[..., None]) -> None:
    command(fail_with(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        cli.main(["rules"])


def test_interrupted(command: Callable[..., None]) -> None:
    command(fail_with(KeyboardInterrupt()))
    assert cli.main(["rules"]) == 130


@pytest.mark.parametrize("status", [0, 1, 2])
def test_the_exit_status_is_the_commands(status: int, command: Callable[..., None]) -> None:
    command(lambda: status)
    assert cli.main(["rules"]) == status


@pytest.mark.skipif(os.name != "posix", reason="pipes are closed otherwise elsewhere")
def test_a_reader_that_stops_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)  # before there is anything to read, however busy we are
    program = [sys.executable, "-m", "ledger.cli.main", "rules", "--format", "json"]
    with os.fdopen(writer) as out:
        run = subprocess.run(program, stdout=out, stderr=subprocess.PIPE, check=False)
    assert (run.returncode, run.stderr) == (141, b"")


FULL_DISK = Path("/dev/full")


@pytest.mark.skipif(not FULL_DISK.exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_cannot_be_printed_is_said_in_words(unbuffered: str) -> None:
    with FULL_DISK.open("wb") as out:
        run = subprocess.run(
            [sys.executable, "-m", "ledger.cli.main", "rules"],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr.startswith(b"bourre: the output is incomplete: No space left on device\n")
    assert b"Traceback" not in run.stderr


@pytest.mark.skipif(not FULL_DISK.exists(), reason="there is no disk that is always full")
def test_a_complaint_is_told_though_what_was_printed_before_it_was_not() -> None:
    program = (
        "import sys\nfrom ledger.cli import main as cli\nknown = cli.run_command\n"
        "cli.run_command = lambda words: print('before') or known(words)\n"
        "sys.exit(cli.main(['audt']))"
    )
    with FULL_DISK.open("wb") as out:
        run = subprocess.run(
            [sys.executable, "-c", program],
            stdout=out,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": ""},
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr.startswith(b"bourre: there is no command audt\n")
    assert b"Traceback" not in run.stderr


@pytest.mark.skipif(not FULL_DISK.exists(), reason="there is no disk that is always full")
def test_who_cannot_be_told_hears_it_by_the_status() -> None:
    with FULL_DISK.open("wb") as err:
        assert (
            subprocess.run(
                [sys.executable, "-m", "ledger.cli.main", "audt"], stderr=err, check=False
            ).returncode
            == 2
        )


@pytest.mark.skipif(os.name != "posix", reason="streams are closed otherwise elsewhere")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_no_file_takes_the_place_of_a_stream_that_is_closed(closed: str, tmp_path: Path) -> None:
    """A file that is opened while 1 is free becomes 1, and whatever is printed goes into it."""
    program = (
        "import sys; from ledger.cli.main import main; sys.argv[1:] = ['rules']; status = main();"
        f"file = open({str(tmp_path / 'file')!r}, 'w'); file.write(str(file.fileno())); "
        "sys.exit(status)"
    )
    words = shlex.join([sys.executable, "-c", program])
    run = subprocess.run(f"{words} {closed}", shell=True, capture_output=True, check=False)  # noqa: S602 - ours
    assert (run.returncode, run.stderr) == (0, b"")
    assert int((tmp_path / "file").read_text()) > 2


def test_suits_on_a_terminal_without_them() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "ledger.cli.main", "rules", "louisiana"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert run.returncode == 0
    assert b"gone bourr?" in run.stdout


def test_nothing_heavy_is_imported_for_rules_or_any_help(tmp_path: Path) -> None:
    lines = ("", "--help", "--version", "audt", "rules", "rules casino", "rules --compare")
    for line, modules in loaded_by(
        tmp_path, *lines, *(f"{name} --help" for name in cli.COMMANDS)
    ).items():
        assert not modules & set(HEAVY), line


@pytest.mark.slow
def test_a_command_that_works_with_arrow_does_not_import_pandas(tmp_path: Path) -> None:
    games, book = str(tmp_path / "games.parquet"), str(tmp_path / "book")
    assert cli.main(["simulate", "--hands", "2", "-o", games]) == 0
    program = (
        "import sys\nfrom ledger.cli.main import main\nstatus = main()\nprint('pandas' in "
        "sys.modules, status)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, "import", games, "--book", book],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.endswith("False 0\n"), run.stdout + run.stderr


NOTE: Final = (
    "# what is wider than the column is cut there, and nothing in it is wide or combined – ♠"
)
LOG: Final = f"""\
chip 0.25 USD
seats Ann Bea Cal
buyin Ann 40 {NOTE}
hand 1 Cal 9h
  play Ann 0
  play Bea 0
  pass Cal
  tricks Ann 5
end divide
"""


@pytest.mark.slow
def test_commands_on_a_book_of_logs_load_no_tables_and_questions_and_payments_no_arrays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "friday.bourre").write_text(log_of(LOG), "utf-8")
    monkeypatch.setenv("BOURRE_BOOK", str(tmp_path / "book"))
    first = ("audit friday.bourre", "import friday.bourre")
    asked = ("owes", "why Ann")
    noted = ("pay Bea Ann 0.10", "expense Ann 3 --for Ann,Bea", "settle --yes")
    for line, modules in loaded_by(tmp_path, *first, *asked, *noted, "check", "rebuild").items():
        assert not modules & set(TABLES), line
    for line, modules in loaded_by(tmp_path, *asked).items():
        assert "duckdb" in modules
        assert not modules & {
            "numpy",
            "pyarrow",
            "wcwidth",
            "ledger.log.payments",
            "ledger.book.files.chain",
        }, line
    for line, modules in loaded_by(tmp_path, *noted).items():
        assert "ledger.book.derived.sync" in modules
        assert not modules & {"numpy", "pyarrow", "ledger.engine.judge"}, line


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="where the threads of a process can be counted"
)
def test_a_command_starts_no_threads_for_products_of_matrices() -> None:
    program = (
        "import os\nfrom ledger.cli.main import main\nmain()\nimport numpy\n"
        "print(len(os.listdir('/proc/self/task')))"
    )
    environment = {
        name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"
    }
    words = [sys.executable, "-c", program, "--version"]
    run = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    assert run.stdout.splitlines()[1:] == ["1"]


LEAVE = (
    "import atexit, sys, threading\nfrom ledger.cli.main import leave\natexit.register(print, "
    "'called at the end')\n"
)


def test_a_process_ends_with_its_status_and_everything_printed_and_called() -> None:
    program = f"{LEAVE}print('x' * 300_000)\nprint('why', end='', file=sys.stderr)\nleave(3)"
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stderr) == (3, "why")
    assert run.stdout == "x" * 300_000 + "\ncalled at the end\n"


def test_a_process_ends_once_its_threads_have() -> None:
    program = (
        f"{LEAVE}threading.Thread(target=lambda: print('heard', sys.stdin.read())).start()\n"
        "leave(1)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, input="it"
    )
    assert (run.returncode, run.stdout) == (1, "heard it\ncalled at the end\n")


def test_only_the_command_asked_for_is_imported(tmp_path: Path) -> None:
    modules = loaded_by(tmp_path, "rules")["rules"]
    ours = {module for module in modules if module.startswith("ledger.cli.")}
    assert ours <= {"ledger.cli.main", "ledger.cli.rules", "ledger.cli.terminal"}


def test_importing_the_library_costs_nothing() -> None:
    run = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import ledger"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.findall(r"ledger\.\w+", run.stderr) == []


def test_the_public_names_are_there_and_no_module_hides_them() -> None:
    assert ledger.__all__
    for name in ledger.__all__:
        assert getattr(ledger, name) is not None, name
        assert name in dir(ledger), name
        assert not (Path(ledger.__file__).parent / f"{name}.py").exists(), name


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        ledger.nonsense  # noqa: B018


def test_ctrl_c_while_the_database_works_is_an_interruption_and_no_defect(
    command: Callable[[Callable[[], int]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> int:
        raise RuntimeError("Query interrupted")  # which DuckDB makes of a Ctrl-C

    command(interrupted)
    assert cli.main(["rules"]) == cli.INTERRUPTED
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name != "posix", reason="elsewhere names are text")
def test_a_book_whose_path_is_no_text_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """DuckDB raised std::bad_cast."""
    folder = tmp_path / os.fsdecode(b"b\xffk") / "book"
    folder.mkdir(parents=True)
    for words in (["owes"], ["record"], ["dashboard"], ["import", str(tmp_path)]):
        assert cli.main([*words, "--book", str(folder)]) == 2
        assert (
            "b\\xffk/book: the path of a book must be UTF-8\n  rename that folder"
            in capsys.readouterr().err
        )
