"""Runs actions on books in processes of their own that may be killed: started once, it has
everything imported and only forks.

A line of JSON on standard input starts an action: ``[name, folder, argument, fault]``; the answer
is the number of the process. An empty line waits for its end; the answer is a list of the lines it
wrote. ``fault`` is what ``fault_arm`` in faulty_disk.c is given.
"""

from __future__ import annotations

import codecs
import ctypes
import json
import os
import resource
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from book_trials import MARCH_ENDS, MEMORY, log_of, paid, parquet_of, rebuild

from ledger.book.balances.figures import owing
from ledger.book.checks.closing import Act, close, reopen
from ledger.book.derived.access import ask, held
from ledger.book.derived.database import opened
from ledger.book.derived.folder_state import folder_state
from ledger.book.derived.sync import update
from ledger.book.files.chain import read_chain
from ledger.book.files.folder import DATABASE, SESSIONS, SETTINGS
from ledger.book.files.settings_edit import change_settings, with_handle
from ledger.book.sessions.importing import ImportOptions, import_files
from ledger.cli.main import main as bourre
from ledger.errors import UserError
from ledger.files import SUFFIX

Tell = Callable[[object], None]


def take_in(folder: Path, names: list[str], tell: Tell) -> None:
    """Import files, sessions that differ too."""
    tell(len(import_files(folder, names, ImportOptions(replace=True)).sessions))


def pay(folder: Path, amount: int, tell: Tell) -> None:
    with held(folder) as book:
        paid(folder, amount)
        tell(len(book.settle(owing).balances))


def as_nobody(deed: Callable[[], object]) -> None:
    """Do something without the rights of the system's administrator, who may write everywhere."""
    codecs.lookup("utf-8-sig")  # Python itself may be where only the administrator can read it
    if not os.geteuid():
        os.setegid(65534)
        os.seteuid(65534)
    deed()


def pay_as_nobody(folder: Path, amount: int, tell: Tell) -> None:
    as_nobody(lambda: pay(folder, amount, tell))


def ask_as_nobody(folder: Path, _nothing: None, tell: Tell) -> None:
    as_nobody(lambda: tell(len(ask(folder, owing).balances)))


def take_in_little_room(folder: Path, what: tuple[int, list[str]], tell: Tell) -> None:
    """Import files where no file may be larger than so many bytes."""
    room, names = what
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
    take_in(folder, names, tell)


def pay_and_die(folder: Path, amount: int, _tell: Tell) -> None:
    """Pay, and die when the database has it but has not tidied up."""
    with held(folder):
        paid(folder, amount)
        with opened(folder / DATABASE, read_only=False) as connection:
            update(connection, folder_state(folder))
            os.kill(os.getpid(), signal.SIGKILL)


def set_handle(folder: Path, handle: str, tell: Tell) -> None:
    with held(folder) as book:
        change_settings(folder / SETTINGS, lambda text: with_handle(text, "Ann", handle))
        tell(len(book.settle(owing).balances))


def edit(folder: Path, what: list[str], tell: Tell) -> None:
    """Put another log in the place of one by hand: an editor asks nobody."""
    name, text = what
    new = folder.parent / name
    new.write_text(text, "utf-8")
    new.replace(folder / SESSIONS / name)
    tell(len(ask(folder, owing).balances))


def run(_folder: Path, words: list[str], tell: Tell) -> None:
    tell(bourre(words))


def run_and_die(_folder: Path, what: tuple[int, list[str]], tell: Tell) -> None:
    """Run a command, and die right after so many changes of files in ``sessions``: written, or
    taken away.
    """
    left, words = what

    def counted(name: str) -> AbstractContextManager[object]:
        call = getattr(os, name)

        def change(*paths: Path, **how: object) -> None:
            nonlocal left
            call(*paths, **how)
            left -= Path(paths[-1]).parent.name == SESSIONS and Path(paths[-1]).suffix == SUFFIX
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

        return patch.object(os, name, change)

    with counted("replace"), counted("unlink"):
        tell(bourre(words))


def close_march(folder: Path, _nothing: None, tell: Tell) -> None:
    tell(close(folder, MARCH_ENDS, Act("Ann"), anyway=True).closed.head)


def make_again(folder: Path, _nothing: None, _tell: Tell) -> None:
    rebuild(folder)


def evenings(folder: Path, seed: str, tell: Tell) -> None:
    """Do one thing after the other to a book: say what is begun, and what is done."""
    rng = Random(seed)  # noqa: S311 - to be repeated, not to be secret
    away = folder.parent / "away"
    away.mkdir(exist_ok=True)
    version = int(seed.rsplit(maxsplit=1)[-1]) * 100
    while True:
        version += 1
        match rng.choice(("log", "log", "logs", "parquet", "edit", "pay", "rebuild")):
            case "log" | "logs" as what:
                names = rng.sample([f"s{number}" for number in range(8)], 1 if what == "log" else 3)
                for name in names:
                    (away / f"{name}.bourre").write_text(log_of(name, version), "utf-8")
                tell(dict.fromkeys(names, version))
                # made-up nights of one day may have the same hands
                options = ImportOptions(replace=True, keep_both=True)
                assert not import_files(
                    folder, [away / f"{name}.bourre" for name in names], options
                ).refused
            case "parquet":
                name = f"p{rng.randrange(5)}"
                parquet_of(away / f"{name}.parquet", [f"{name}a", f"{name}b"])
                tell({f"{name}a": 0, f"{name}b": 0})
                import_files(folder, [away / f"{name}.parquet"], ImportOptions(keep_both=True))
            case "edit":
                homes = sorted(path.stem for path in (folder / SESSIONS).glob("s*.bourre"))
                if homes:
                    name = rng.choice(homes)
                    tell({name: version})
                    new = away / "new"
                    new.write_text(log_of(name, version), "utf-8")
                    new.replace(folder / SESSIONS / f"{name}.bourre")
            case "pay":
                tell({"paid": version})
                pay(folder, version, lambda _balances: None)
            case _:
                rebuild(folder)
        tell("done")


def closings(folder: Path, _nothing: None, tell: Tell) -> None:
    """Close a book and open it again, over and over: say what is begun, and what is done."""
    while True:
        chain = read_chain(folder)
        tell(len(chain.entries) + 1)
        if chain.closings:
            reopen(folder, Act("Ann", "a mistake"))
        else:
            close(folder, MARCH_ENDS, Act("Ann"), anyway=True)
        tell("done")


ACTIONS: dict[str, Callable[[Path, Any, Tell], None]] = {
    "take in": take_in,
    "pay": pay,
    "pay and die": pay_and_die,
    "pay as a nobody": pay_as_nobody,
    "ask as a nobody": ask_as_nobody,
    "take in where there is little room": take_in_little_room,
    "set handle": set_handle,
    "close": close_march,
    "closings": closings,
    "edit": edit,
    "run": run,
    "run and die": run_and_die,
    "make again": make_again,
    "evenings": evenings,
}


def act(out: int, words: tuple[str, str, Any, list[int] | None]) -> None:
    """Do one action and write what comes of it to ``out``."""
    name, folder, argument, fault = words

    def tell(what: object) -> None:
        os.write(out, (json.dumps(what) + "\n").encode())

    disk = ctypes.CDLL(None) if fault else None
    if disk:
        disk.fault_below(folder.encode())
        disk.fault_arm(*(fault or ()))
    try:
        ACTIONS[name](Path(folder), argument, tell)
        ended = "done"
    except UserError as error:
        ended = f"UserError: {error.message}"
    except OSError as error:
        ended = f"OSError: {error}"
    except BaseException as error:  # noqa: BLE001 - whatever it is, the test must know
        ended = f"defect: {type(error).__name__}: {error}"
    calls = disk.fault_count() if disk else 0
    if disk:
        disk.fault_arm(0, 0, 0)
    tell([ended, calls])


def warm_up() -> None:
    """Do everything once here, so that children find loaded what is loaded when it is first
    used.
    """
    with TemporaryDirectory(dir=MEMORY) as temporary:
        away = Path(temporary)
        (away / "s1.bourre").write_text(log_of("s1"), "utf-8")
        parquet_of(away / "p.parquet", ["pa"])
        take_in(away / "book", [str(away)], lambda _said: None)
        pay(away / "book", 1, lambda _said: None)
        set_handle(away / "book", "@ann", lambda _said: None)


def serve() -> None:
    warm_up()
    for line in sys.stdin:
        end, out = os.pipe()
        child = os.fork()
        if not child:
            os.close(end)
            silence = os.open(os.devnull, os.O_RDWR)
            os.dup2(silence, 1)
            if not os.environ.get("BOURRE_TRIALS_LOUD"):
                os.dup2(silence, 2)
            act(out, json.loads(line))
            os._exit(0)
        os.close(out)
        print(child, flush=True)
        sys.stdin.readline()
        with open(end, encoding="utf-8") as said:  # noqa: PTH123 - a pipe
            lines = [json.loads(one) for one in said if one.endswith("\n")]
        os.waitpid(child, 0)
        print(json.dumps(lines), flush=True)


if __name__ == "__main__":
    serve()
