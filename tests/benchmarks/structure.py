"""How the code is built, in figures: its size, who imports whom, and how many files one hand passes
through.

Run it from a checkout, with an interpreter that has the dependencies: ``python
tests/benchmarks/structure.py [--root DIR]``. It reads the packages under the root and writes
nothing there. What each figure means:

*Size.* Lines are all lines of a file. The length of a function is from ``def`` to its last line.
What is held is in tests/test_size.py.

Tokens are those of Python without comments, docstrings, ends of lines and indentation: what a
reader has to take in, however it is laid out. A room is a folder in one of the packages.

*Imports.* Read from the source, so that those under ``TYPE_CHECKING`` and inside functions count
like all others. An import of a module does not count as one of the packages that it lies in, and
what only a running program can name (``import_module`` of a variable) is not seen. A circle is a
set of modules each of which can be reached from each other; floors are the modules, or circles, on
the longest way down: a circle is one floor, so that fewer floors are no gain where there are more
circles. An import of a package whose ``__init__`` hands on names that it does not use itself leads
on to every module that it hands on names of.

*Commands.* Each runs on a log of one hand in a process of its own. A file is entered when one of
its functions is called, be it while modules are loaded. A jump is a call (or the resumption of a
generator) into another file than that of the nearest caller that is ours; running the top level of
a module or the body of a class is neither.
"""

from __future__ import annotations

import argparse
import ast
import gc
import importlib
import inspect
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import tokenize
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Final, NamedTuple

PACKAGES: Final = ("ledger", "dashboard")
SCRIPT: Final = "bourre"
LOG_NAME: Final = "friday.bourre"
LOG: Final = """\
bourre 1
session 2026-11-20 friday-at-anns "Friday at Ann's"
rules louisiana limit=20   # a preset, then options
chip 0.25 USD
seats Ann Bea Cal Dot   # clockwise

hand 1 Dot 9h   # the dealer, and the card turned for trump
  pass Ann
  play Bea 2   # draws two
  play Cal 3
  play Dot 1
  trick Bea Ks 4s 2s   # the leader, then the cards clockwise
  trick Bea Ah 7h 9h
  trick Bea Kd Qd 3h
  trick Dot Ac 5c 6c
  trick Dot 8s 3s Ad
  take Dot 4
  match Cal 4
"""
"""The session that the examples of the page about the commands are about."""

COMMANDS: Final = {("audit", LOG_NAME): 0, ("import", LOG_NAME): 0, ("owes",): 0}
"""What is run, in this order and in one folder, and the exit status that shows that it did what it
should.
"""

INSIDE: Final = "--inside"
"""The first argument of this script when it runs one command and watches it."""

Graph = Mapping[str, set[str]]


# --- Sources --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Module:
    """One Python file of ours, read and parsed."""

    name: str
    path: Path
    source: str
    nodes: Sequence[ast.AST]

    @property
    def is_package(self) -> bool:
        """Whether the file is the ``__init__`` of a package."""
        return self.path.name == "__init__.py"

    @property
    def lines(self) -> int:
        """How many lines the file has."""
        return len(self.source.splitlines())

    def functions(self) -> Iterator[tuple[int, str]]:
        """Yield the length of each function, methods and inner ones among them, and where it is."""
        for node in self.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield (
                    (node.end_lineno or node.lineno) - node.lineno + 1,
                    f"{self.name}.{node.name}, line {node.lineno}",
                )


def modules_of(root: Path) -> dict[str, Module]:
    """Return all modules of our packages by their names."""
    modules = {}
    gc.disable()  # nothing of it is garbage, and to look for some takes longer than to read it
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        source = path.read_text(encoding="utf-8")
        modules[name] = Module(name, path, source, list(ast.walk(ast.parse(source, str(path)))))
    gc.enable()
    return modules


class Size(NamedTuple):
    """The figures of a set of files."""

    files: int
    lines: int
    longest_file: int
    file: str
    longest: int
    where: str


def size_of(modules: Iterable[Module]) -> Size:
    """Return the figures of some modules."""
    files = [(module.lines, module.name) for module in modules]
    functions = [found for module in modules for found in module.functions()]
    return Size(
        len(files),
        sum(lines for lines, _ in files),
        *max(files, default=(0, "")),
        *max(functions, default=(0, "")),
    )


_LAYOUT: Final = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def tokens_of(module: Module) -> int:
    """Return how many tokens a module has, without its layout, comments and docstrings."""
    docstrings = {
        (node.lineno, node.col_offset)
        for node in module.nodes
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
    tokens = tokenize.generate_tokens(io.StringIO(module.source).readline)
    return sum(token.type not in _LAYOUT and token.start not in docstrings for token in tokens)


def tokens_by_room(modules: Mapping[str, Module]) -> dict[str, int]:
    """Return the tokens of each room, the largest first; of modules that lie in none together."""
    rooms: Counter[str] = Counter()
    for name, module in modules.items():
        package, *inside = name.split(".")
        in_a_room = len(inside) > 1 or (inside and module.is_package)
        rooms[f"{package}/{inside[0]}" if in_a_room else f"{package}, loose"] += tokens_of(module)
    return dict(rooms.most_common())


def bytes_of(root: Path, suffix: str) -> int:
    """Return the bytes of all files of our packages with a name that ends so."""
    found = (path for package in PACKAGES for path in (root / package).rglob(f"*{suffix}"))
    return sum(path.stat().st_size for path in found)


# --- Imports --------------------------------------------------------------------------------------


def imports_of(module: Module, modules: Mapping[str, Module]) -> set[str]:
    """Return the modules that a module imports, wherever in the file and on whatever condition.

    An ``__init__`` hands on what the strings of a lazy one name.
    """
    found: set[str | None] = set()
    lazy = module.is_package and any(
        isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in module.nodes
    )
    for node in module.nodes:
        if isinstance(node, ast.Import):
            found |= {_known(alias.name, modules) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            origin = _origin(node, module)
            found |= {_known(f"{origin}.{alias.name}", modules) for alias in node.names}
        elif lazy and isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(_named_home(node.value, module, modules))
    return {name for name in found if name and name != module.name}


def _origin(node: ast.ImportFrom, module: Module) -> str:
    """Return the absolute name of what an import takes names from."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".")
    up = node.level - 1 if module.is_package else node.level
    return ".".join([*parts[: len(parts) - up], *([node.module] if node.module else [])])


def _known(name: str, modules: Mapping[str, Module]) -> str | None:
    """Return the module that a dotted name belongs to: itself, or the nearest one around it; None
    if it is not ours.
    """
    while name and name not in modules:
        name = name.rpartition(".")[0]
    return name or None


def _named_home(text: str, module: Module, modules: Mapping[str, Module]) -> str | None:
    """Return the module that a string in a lazy door names: ``ledger.log.reader``,
    ``ledger.log:read`` or ``.reader``.
    """
    name = text.partition(":")[0]
    return next(
        (known for known in (name, f"{module.name}.{name.removeprefix('.')}") if known in modules),
        None,
    )


def knots(graph: Graph) -> dict[str, frozenset[str]]:
    """Return for each node the nodes that it can reach and that can reach it, itself among them."""
    reached = {node: _reached(graph, node) for node in graph}
    return {
        node: frozenset({node, *(other for other in seen if node in reached[other])})
        for node, seen in reached.items()
    }


def _reached(graph: Graph, start: str) -> set[str]:
    seen: set[str] = set()
    ahead = [start]
    while ahead:
        new = graph[ahead.pop()] - seen
        seen |= new
        ahead += new
    return seen


class Shape(NamedTuple):
    """The figures of a graph."""

    nodes: int
    edges: int
    floors: int
    circles: list[list[str]]


def shape_of(graph: Graph) -> Shape:
    """Return the figures of a graph."""
    knot = knots(graph)

    @cache
    def floor(members: frozenset[str]) -> int:
        below = {knot[target] for member in members for target in graph[member]} - {members}
        return 1 + max(map(floor, below), default=0)

    circles = [sorted(members) for members in set(knot.values()) if len(members) > 1]
    circles.sort(key=lambda names: (-len(names), names))
    return Shape(
        len(graph),
        sum(map(len, graph.values())),
        max(map(floor, knot.values()), default=0),
        circles,
    )


# --- Commands -------------------------------------------------------------------------------------


class Walk(NamedTuple):
    """What one command passed through."""

    modules: int
    files: int
    jumps: int


class Watcher:
    """Notes which of our files are entered, and how often a call goes from one to another."""

    def __init__(self, root: Path) -> None:
        self.folders = tuple(f"{root / package}{os.sep}" for package in PACKAGES)
        self.files: set[str] = set()
        self.jumps = 0

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        """Take one event of ``sys.settrace``: calls, and nothing of what is called."""
        if (
            event != "call"
            or not self.is_ours(frame.f_code)
            or not frame.f_code.co_flags & inspect.CO_OPTIMIZED
        ):
            # only code of functions is optimized: that of modules and of class bodies is not
            return
        above = [caller.f_code for caller in _callers(frame) if self.is_ours(caller.f_code)]
        if any(code.co_name == "<module>" for code in above):
            return  # a table is made while its module is loaded: no hand passes through here
        file = frame.f_code.co_filename
        self.files.add(file)
        if above and above[0].co_filename != file:
            self.jumps += 1

    def is_ours(self, code: CodeType) -> bool:
        """Return whether code stands in one of our files."""
        return code.co_filename.startswith(self.folders)


def _callers(frame: FrameType) -> Iterator[FrameType]:
    """The frames that a frame was called from, the nearest first."""
    while frame.f_back is not None:
        frame = frame.f_back
        yield frame


def run_inside(root: Path, entry: str, words: Sequence[str]) -> int:
    """Run one command in this process, print as JSON what it passed through, and return its exit
    status.
    """
    watcher = Watcher(root)
    module, _, function = entry.partition(":")
    sys.argv = [SCRIPT, *words]
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        threading.settrace(watcher)
        sys.settrace(watcher)
        try:
            status = getattr(importlib.import_module(module), function)()
        except SystemExit as done:
            status = done.code
        finally:
            sys.settrace(None)
            threading.settrace(None)
    loaded = {
        name: loaded for name, loaded in sys.modules.items() if name.partition(".")[0] in PACKAGES
    }
    for name, one in loaded.items():
        if one.__file__ and not one.__file__.startswith(watcher.folders):
            raise SystemExit(f"{name} was loaded from {one.__file__}, not from {root}")
    print(json.dumps(Walk(len(loaded), len(watcher.files), watcher.jumps)))
    return int(status or 0)


def walk_of(root: Path, entry: str, words: Sequence[str], expected: int, folder: Path) -> Walk:
    """Run one command in a process of its own, in ``folder``, and return what it passed through."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("BOURRE_", "PYTHON", "COVERAGE"))
    }
    environment |= {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}
    # -P: the folder of this script is no place to import from
    command = [
        sys.executable,
        "-P",
        str(Path(__file__).resolve()),
        INSIDE,
        str(root),
        entry,
        *words,
    ]
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode != expected:
        raise SystemExit(
            f"{SCRIPT} {' '.join(words)} ended with {done.returncode}, not {expected}:\n"
            f"{done.stderr}"
        )
    return Walk(*json.loads(done.stdout))


def walks_of(root: Path) -> dict[str, Walk]:
    """Run the commands on the log of one hand and return what each passed through.

    The function ``main`` runs a command, old or new; the installed script may end its process
    before anybody can report.
    """
    script = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "scripts"
    ][SCRIPT]
    entry = f"{script.partition(':')[0]}:main"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / LOG_NAME).write_text(LOG, encoding="utf-8")
        return {
            " ".join(words): walk_of(root, entry, words, expected, folder)
            for words, expected in COMMANDS.items()
        }


# --- The table ------------------------------------------------------------------------------------


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return rows in columns: the first to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    pad = [str.ljust, *[str.rjust] * (len(widths) - 1)]
    return "\n".join(
        "  ".join(fill(cell, width) for fill, cell, width in zip(pad, row, widths, strict=True))
        for row in rows
    )


def size_text(modules: Iterable[Module]) -> str:
    """Return the sizes of some modules."""
    size = size_of(modules)
    rows = [["Size", ""], ["Python files", f"{size.files:,}"], ["lines", f"{size.lines:,}"]]
    rows += [
        ["longest file, lines", f"{size.longest_file:,}"],
        ["longest function, lines", f"{size.longest:,}"],
    ]
    return "\n".join([table(rows), f"longest: file {size.file}, function {size.where}"])


def imports_text(modules: Mapping[str, Module]) -> str:
    """Return the figures of the graph of modules, and its circles."""
    shape = shape_of({name: imports_of(module, modules) for name, module in modules.items()})
    rows = [["Imports", "nodes", "edges", "floors", "circles"]]
    rows.append(["modules", *(f"{count:,}" for count in (*shape[:3], len(shape.circles)))])
    return "\n".join(
        [
            table(rows),
            *(f"circle of {len(circle)}: {', '.join(circle)}" for circle in shape.circles),
        ]
    )


def commands_text(walks: Mapping[str, Walk]) -> str:
    """Return what each command passes through."""
    rows = [["One hand", "modules loaded", "files entered", "jumps"]]
    rows += [
        [f"{SCRIPT} {words}", *(f"{figure:,}" for figure in walk)] for words, walk in walks.items()
    ]
    return table(rows)


# --- Beside the last release ----------------------------------------------------------------------
RELEASED: Final = Path(__file__).with_name("structure.json")
"""The figures of the last release; whoever makes the next one writes them with ``--keep``."""


def figures_of(
    root: Path, modules: Mapping[str, Module], walks: Mapping[str, Walk]
) -> dict[str, int]:
    """Return what is compared from release to release, by what it is called."""
    rooms = tokens_by_room(modules)
    return {
        **{f"files entered by {words.split()[0]}": walk.files for words, walk in walks.items()},
        "tokens": sum(rooms.values()),
        **{f"tokens of {room}": count for room, count in rooms.items()},
        "bytes of JavaScript": bytes_of(root, ".js"),
        "bytes of CSS": bytes_of(root, ".css"),
    }


def released_text(figures: Mapping[str, int]) -> str:
    """Return figures beside those of the last release; what is new or gone has none in one."""
    known = json.loads(RELEASED.read_text(encoding="utf-8"))
    before: Mapping[str, int] = known["figures"]
    rows = [["Beside the last release", known["release"], "now", ""]]
    for name in dict.fromkeys([*figures, *before]):
        was, now = before.get(name), figures.get(name)
        change = f"{now / was - 1:+.1%}" if was and now is not None and now != was else ""
        rows.append([name, *("-" if one is None else f"{one:,}" for one in (was, now)), change])
    return table(rows)


def keep(root: Path, figures: Mapping[str, int]) -> None:
    """Keep figures as those of the release that the checkout is."""
    source = (root / PACKAGES[0] / "__init__.py").read_text(encoding="utf-8")
    (version,) = (
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Assign | ast.AnnAssign)
        and isinstance(node.value, ast.Constant)
        and "__version__" in ast.unparse(node)
    )
    text = json.dumps({"release": version, "figures": figures}, indent=2)
    RELEASED.write_text(text + "\n", encoding="utf-8")


def main() -> int:
    """Print the figures of a checkout."""
    if sys.argv[1:2] == [INSIDE]:
        root, entry, *words = sys.argv[2:]
        return run_inside(Path(root), entry, words)
    parser = argparse.ArgumentParser(description="The structure of the code, in figures.")
    parser.add_argument(
        "--root", type=Path, default=Path.cwd(), metavar="DIR", help="the checkout (default: here)"
    )
    parser.add_argument(
        "--keep", action="store_true", help="keep the figures as those of the release made here"
    )
    args = parser.parse_args()
    root = args.root.resolve()
    modules = modules_of(root)
    if PACKAGES[0] not in modules:
        parser.error(f"{root} is no checkout: there is no package {PACKAGES[0]} in it")
    walks = walks_of(root)
    figures = figures_of(root, modules, walks)
    parts = [size_text(modules.values()), imports_text(modules), commands_text(walks)]
    print("\n\n".join([*parts, released_text(figures)]))
    if args.keep:
        keep(root, figures)
    return 0


if __name__ == "__main__":
    sys.exit(main())
