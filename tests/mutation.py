"""Plants changes in the code, one at a time, and counts how many of them the tests find.

Run it from a checkout: ``python tests/mutation.py [--number 40] [--only play] [--processes 2]``. A
change is one that a slip could make: ``<`` for ``<=``, ``&`` for ``|``, one more or less, a
condition that is left out. Which of all that could be planted are tried is drawn from a seed, which
is printed.

The tests are collected once. For each change a process is forked, in which the function that has it
gets other code; there the tests that have anything to do with that function are run, until one
fails. First come those that are quick, then those of the README's command, then the nightly ones:
so it is known which of the three finds what. Tests that look through a browser, kill processes or
read what others made are left out: they have the program in other processes, without the change.

That a test has to do with a function is found out once, by running every test with a probe in every
function.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import json
import os
import shutil
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, islice, zip_longest
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
from trials import RUN

ROOT: Final = Path(__file__).resolve().parent.parent
SUBJECTS: Final = {
    "play": ("ledger/game/play.py", "ledger/game/position.py", "ledger/engine/replay.py"),
    "settlement": ("ledger/game/costs.py", "ledger/engine/settle*.py"),
    "debts": ("ledger/money/*.py",),
}
"""Where changes are planted, as patterns of paths."""
ENOUGH: Final = 0.95
"""The share of changes that the tests have to find, in every subject."""
STAGES: Final = ("quick", "the README's command", "nightly")
SAME: Final = {
    ("_settled", "left < 0 -> left <= 0"): "it is not zero there",
    ("_zero_sums", "1 << 62 -> 1 >> 62"): "Python's own numbers do the same, and take longer",
}
"""Changes that change nothing but the time something takes, by function and text, with the reason.

They are not planted. Whoever adds one has read the code around it.
"""
PATIENCE: Final = 30.0
"""A test that takes so many seconds more than ten times its usual ones has found a change."""


Tell: TypeAlias = Callable[[object], object]


# --- What can be planted --------------------------------------------------------------------------
class Change(NamedTuple):
    """One slip: in the function ``name``, the ``place``-th node becomes its ``kind``-th other."""

    subject: str
    path: str
    name: str
    place: int
    kind: int
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} in {self.name}: {self.text}"


_COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_WORKED_OUT: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_CALLED: Final = {
    "maximum": "minimum",
    "minimum": "maximum",
    "any": "all",
    "all": "any",
    "min": "max",
    "max": "min",
}
_AXES: Final = {
    "any",
    "all",
    "sum",
    "max",
    "min",
    "cumsum",
    "argmax",
    "argmin",
    "take",
    "reshape",
    "delete",
    "zeros",
}
"""What takes an axis or a shape: with another one it fails at once, which shows nothing."""


def others_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a slip could make of one node."""
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            other = copy.deepcopy(node)
            other.ops[at] = _COMPARED[type(op)]()
            yield other
    elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in _WORKED_OUT:
        other = copy.deepcopy(node)
        other.op = _WORKED_OUT[type(node.op)]()
        yield other
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            yield from (node.left, node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for at in range(len(node.values)):
            left = [value for place, value in enumerate(node.values) if place != at]
            yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant) and type(node.value) in {int, bool}:
        yield ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
        yield from _other_calls(node)
    elif isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(
        node.test, ast.Compare | ast.UnaryOp
    ):
        other = copy.deepcopy(node)
        other.test = ast.UnaryOp(ast.Not(), node.test)
        yield other


def _other_calls(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id  # type: ignore[attr-defined]
    if name in _CALLED:
        other = copy.deepcopy(node)
        if isinstance(other.func, ast.Attribute):
            other.func.attr = _CALLED[name]
        else:
            other.func = ast.Name(_CALLED[name], ast.Load())
        yield other


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the functions of a module and the methods of its classes, each with its name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", inner


def places_in(function: ast.FunctionDef) -> list[tuple[ast.AST, str, int | None, ast.AST]]:
    """Return each node in the body of a function: its parent, its field and index there, itself."""
    found: list[tuple[ast.AST, str, int | None, ast.AST]] = []
    todo: list[ast.AST] = list(reversed(function.body))
    for at, statement in enumerate(function.body):
        found.append((function, "body", at, statement))
    while todo:
        node = todo.pop()
        skipped = _skipped(node)
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "args"} and not isinstance(
                node, ast.Call
            ):
                continue
            many = value if isinstance(value, list) else [value]
            for at, one in enumerate(many):
                if isinstance(one, ast.AST) and one not in skipped:
                    found.append((node, name, at if isinstance(value, list) else None, one))
                    todo.append(one)
    return found


def _skipped(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node in which nothing is planted: errors, types and axes."""
    if isinstance(node, ast.Raise):
        return list(ast.iter_child_nodes(node))
    if isinstance(node, ast.Call):
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name == "isinstance":
            return node.args[1:]
        if name in _AXES:
            given = [*node.args, *(word.value for word in node.keywords)]
            return [one for one in given if isinstance(one, ast.Constant | ast.UnaryOp)]
    return []


def changes_in(subject: str, path: Path) -> Iterator[Change]:
    """Yield every change that can be planted in a file."""
    for name, function in functions_of(ast.parse(path.read_text("utf-8"))):
        for place, (_, _, _, node) in enumerate(places_in(function)):
            for kind, other in enumerate(others_of(node)):
                line = getattr(node, "lineno", function.lineno)
                was, now = (ast.unparse(one).partition("\n")[0] for one in (node, other))
                text = f"{was[:60]} -> {now[:60]}"
                yield Change(
                    subject, path.relative_to(ROOT).as_posix(), name, place, kind, line, text
                )


# --- Planting it ----------------------------------------------------------------------------------
def live(path: str, name: str) -> FunctionType | None:
    """Return the function of that name as the program has it; None for one that is made over."""
    found: Any = importlib.import_module(
        path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    )
    for part in name.split("."):
        found = vars(found).get(part)
    for wrapper in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, wrapper, found)
    return found if isinstance(found, FunctionType) else None


def replace_code(path: str, tree: ast.Module, names: Iterable[str]) -> None:
    """Give the functions of these names the code that they have in ``tree``."""
    module = compile(ast.fix_missing_locations(tree), str(ROOT / path), "exec", dont_inherit=True)
    made = {code.co_qualname: code for code in _codes(module)}
    for name in names:
        function = live(path, name)
        if function is not None:
            function.__code__ = made[name]


def _codes(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from _codes(one)


def plant(change: Change) -> None:
    """Plant a change in this process."""
    tree = ast.parse((ROOT / change.path).read_text("utf-8"))
    function = dict(functions_of(tree))[change.name]
    parent, name, at, node = places_in(function)[change.place]
    other = list(others_of(node))[change.kind]
    if at is None:
        setattr(parent, name, other)
    else:
        getattr(parent, name)[at] = other
    replace_code(change.path, tree, [change.name])


def probe(path: str, met: Callable[[str], object]) -> None:
    """Have every function of a file say its name to ``met`` when it is called."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    names = []
    for name, function in functions_of(tree):
        said = ast.Constant(f"{path} {name}")
        call = ast.Expr(ast.Call(ast.Name("__met__", ast.Load()), [said], []))
        function.body.insert(1 if ast.get_docstring(function) else 0, call)
        names.append(name)
        made = live(path, name)
        if made is not None:
            made.__globals__["__met__"] = met
    replace_code(path, tree, names)


# --- Running the tests ----------------------------------------------------------------------------
def stage_of(item: pytest.Item) -> int:
    """Return which of ``STAGES`` a test belongs to."""
    if item.get_closest_marker("nightly"):
        return 2
    return 1 if item.get_closest_marker("slow") else 0


@dataclass
class Known:
    """What the run without a change says of the tests, each by its place among them all."""

    took: dict[int, float] = field(default_factory=dict)
    meets: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    failed: set[int] = field(default_factory=set)


class Trial:
    """Takes the place of pytest's loop over the tests: runs them anew for each change, forked."""

    def __init__(self, changes: Sequence[Change], processes: int) -> None:
        self.changes, self.processes = changes, processes
        self.found: dict[Change, tuple[int, str] | None] = {}
        self.known = Known()
        self._killers: Counter[int] = Counter()
        self._failing = ""
        self._met: set[str] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out what sees nothing of a change in one process."""
        apart = ("browser", "crash", "hostile")
        items[:] = [item for item in items if not any(map(item.get_closest_marker, apart))]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the test that failed."""
        if report.failed:
            self._failing = report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run every test once, then those that a change concerns for each change."""
        if session.testsfailed:
            raise session.Interrupted("the tests cannot be collected")
        say(f"{len(session.items):,} tests, {len(self.changes)} changes to plant")
        say("first, every test without a change")
        self._look_around(session)
        if self.known.failed:
            names = "\n".join(session.items[at].nodeid for at in sorted(self.known.failed))
            say(f"these fail without any change, and are left out:\n{names}")
        todo = [(change, partial(self._try, session, change)) for change in self.changes]
        for change, took, lines in _beside(session, todo, self.processes):
            self._told(session, change, took, lines)
        return True

    def _told(self, session: pytest.Session, change: Change, took: float, lines: list[Any]) -> None:
        """Take in what became of a change: said last is the test that found it, or None."""
        word = lines[-1]
        self.found[change] = None if word is None else (word[0], word[1])
        at = next(
            (at for at, item in enumerate(session.items) if word and item.nodeid == word[1]), None
        )
        if at is not None:
            self._killers[at] += 1
        how = f"found by {STAGES[word[0]]}: {word[1]}" if word else "NOT FOUND"
        say(f"[{len(self.found)}/{len(self.changes)}] {took:5.1f} s  {change}\n    {how}")

    def _look_around(self, session: pytest.Session) -> None:
        """Run every test with probes, in as many processes as may run, and read what they say."""
        parts = [
            range(first, len(session.items), self.processes) for first in range(self.processes)
        ]
        todo = [(places, partial(self._probe, session, places)) for places in parts]
        shared: dict[str, set[str]] = defaultdict(set)
        own: dict[int, list[str]] = {}
        for places, took, lines in _beside(session, todo, self.processes):
            for kind, at, *rest in lines:
                if kind == "fixture":
                    shared[at].update(rest[0])
                else:
                    own[at], self.known.took[at] = rest[0], rest[1]
                    if rest[2]:
                        self.known.failed.add(at)
            if lines[-1][:2] != ["test", places[-1]]:
                raise RuntimeError(f"without any change a process ended after {lines[-1][1]}")
            say(f"{len(places):,} tests in {took:.0f} s")
        # What one test worked out others of its file may find kept.
        by_file: dict[Path, set[str]] = defaultdict(set)
        for at, item in enumerate(session.items):
            by_file[item.path].update(own[at])
        for at, item in enumerate(session.items):
            names = by_file[item.path].union(
                *(shared[name] for name in getattr(item, "fixturenames", ()))
            )
            for name in names:
                self.known.meets[name].add(at)

    def _probe(self, session: pytest.Session, places: Iterable[int], tell: Tell) -> None:
        for path in {change.path for change in self.changes}:
            probe(path, self._met.add)
        items = [(at, session.items[at]) for at in places]

        class Fixtures:
            @pytest.hookimpl(wrapper=True)
            def pytest_fixture_setup(_, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:  # noqa: N805
                before = set(self._met)
                self._met.clear()
                made = yield
                if fixturedef.scope != "function":
                    tell(["fixture", fixturedef.argname, sorted(self._met)])
                self._met |= before
                return made

        session.config.pluginmanager.register(Fixtures())
        for (at, item), following in zip_longest(items, [item for _, item in items[1:]]):
            self._met.clear()
            self._failing = ""
            start = time.monotonic()
            _run(item, following)
            tell(["test", at, sorted(self._met), time.monotonic() - start, self._failing])

    def _try(self, session: pytest.Session, change: Change, tell: Tell) -> None:
        """Run the tests that a change concerns, and say which of them found it; None for none."""
        plant(change)
        met = self.known.meets[f"{change.path} {change.name}"] - self.known.failed
        stages = {at: stage_of(session.items[at]) for at in met}
        order = sorted(met, key=lambda at: (stages[at], -self._killers[at], self.known.took[at]))
        for at, following in zip_longest(order, order[1:]):
            # Said before it runs: it may end the process, or never come to an end.
            tell([stages[at], session.items[at].nodeid])
            signal.setitimer(signal.ITIMER_REAL, PATIENCE + 10 * self.known.took[at])
            _run(session.items[at], None if following is None else session.items[following])
            if self._failing:
                tell([stages[at], self._failing])
                return
        tell(None)


def _run(item: pytest.Item, following: pytest.Item | None) -> None:
    item.ihook.pytest_runtest_protocol(item=item, nextitem=following)


def _beside(
    session: pytest.Session, todo: Iterable[tuple[Any, Callable[[Tell], None]]], processes: int
) -> Iterator[tuple[Any, float, list[Any]]]:
    """Do things in processes of their own, so many at once.

    Yields each as it ends: its name, its seconds, and what it told.
    """
    todo = iter(todo)
    running: dict[int, tuple[Any, float, Path]] = {}
    while True:
        for name, work in islice(todo, processes - len(running)):
            folder = Path(mkdtemp(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")))
            running[_forked(session, work, folder)] = name, time.monotonic(), folder
        if not running:
            return
        ended, _ = os.wait()
        if ended in running:
            name, since, folder = running.pop(ended)
            told = (folder / "told").read_text("utf-8").splitlines()
            shutil.rmtree(folder, ignore_errors=True)
            lines = [json.loads(line) for line in told]
            if not lines or isinstance(lines[-1], dict):
                raise RuntimeError(f"{name}: {lines[-1]['broken'] if lines else 'no word'}")
            yield name, time.monotonic() - since, lines


def _forked(session: pytest.Session, work: Callable[[Tell], None], folder: Path) -> int:
    """Begin ``work`` in a process of its own and return its number.

    What it tells, and what tests write, goes into ``folder``.
    """
    told = (folder / "told").open("w", encoding="utf-8", buffering=1)
    process = os.fork()
    if process:
        told.close()
        return process
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        (folder / "tests").mkdir()
        session.config._tmp_path_factory._basetemp = folder / "tests"  # type: ignore[attr-defined]
        work(lambda what: told.write(json.dumps(what) + "\n"))
    except BaseException:  # noqa: BLE001 - whatever it is, it is no test that failed
        told.write(json.dumps({"broken": traceback.format_exc()}) + "\n")
    finally:
        told.close()
        os._exit(0)


def say(text: str) -> None:
    """Print at once."""
    print(text, flush=True)


# --- The table ------------------------------------------------------------------------------------
def drawn_changes(subject: str, number: int, rng: Random) -> list[Change]:
    """Return some of the changes that can be planted in a subject."""
    paths = sorted(path for pattern in SUBJECTS[subject] for path in ROOT.glob(pattern))
    every = [change for path in paths for change in changes_in(subject, path)]
    every = [one for one in every if live(one.path, one.name) and (one.name, one.text) not in SAME]
    return rng.sample(every, min(number, len(every)))


def summary(found: dict[Change, tuple[int, str] | None]) -> list[str]:
    """Return for each subject, and in all, how many changes were found, and up to which tests."""
    lines = [f"{'':12}{'planted':>8}" + "".join(f"{name:>22}" for name in STAGES)]
    for subject in (*SUBJECTS, "all"):
        words = [word for change, word in found.items() if subject in {change.subject, "all"}]
        if words:
            by = Counter(word[0] for word in words if word)
            upto = accumulate(by[stage] / len(words) for stage in range(len(STAGES)))
            lines.append(f"{subject:12}{len(words):8}" + "".join(f"{one:22.1%}" for one in upto))
    return lines


def main() -> int:
    """Plant changes, print what became of each, and return 1 if too many were not found."""
    parser = argparse.ArgumentParser(
        description="Plants changes in the code and counts how many the tests find."
    )
    parser.add_argument(
        "--number", type=int, default=40, help="changes in each subject (default: 40)"
    )
    parser.add_argument(
        "--only", choices=SUBJECTS, action="append", help="this subject; may be said again"
    )
    parser.add_argument(
        "--processes", type=int, default=os.cpu_count() or 1, help="so many at once"
    )
    parser.add_argument("tests", nargs="*", help="only with these tests (default: all)")
    args = parser.parse_args()
    print(f"BOURRE_SEED={RUN}")
    rng = Random(RUN)  # noqa: S311 - to be repeated, not to be secret
    subjects = args.only or list(SUBJECTS)
    changes = [
        change for subject in subjects for change in drawn_changes(subject, args.number, rng)
    ]
    trial = Trial(changes, args.processes)
    words = ["-q", "-s", "-m", "", "-p", "no:cacheprovider", *args.tests]
    status = pytest.main(words, plugins=[trial])
    if status != pytest.ExitCode.OK:
        return int(status)
    say("\n".join(summary(trial.found)))
    missed = Counter(change.subject for change, word in trial.found.items() if word is None)
    planted = Counter(change.subject for change in trial.found)
    return int(any(missed[subject] > (1 - ENOUGH) * planted[subject] for subject in subjects))


if __name__ == "__main__":
    sys.exit(main())
