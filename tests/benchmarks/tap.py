"""What one tap at the table costs, early and late: ``python tests/benchmarks/tap.py [--root DIR]``.

Run it from a checkout, with an interpreter that has the dependencies. An evening of six players is
recorded by taps as a phone sends them, answers included, once as scores and once card by card, and
the taps of hand 5 and of hand 60 are measured. It writes books in temporary folders, and nothing
else. Of each tap, on average:

*CPU* is that of this process, the least of several evenings. *Files* and *jumps* are counted as
``structure.py`` counts them. *Read whole* is how often the log was read from its beginning, *hands
read* how many hands were read, each as often as it was. *Judged* is how often the evening was
judged, *hands settled* how many hands were settled, each as often as it was.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, Final

from structure import Watcher

HERE: Final = Path(__file__).parents[2]
PLAYERS: Final = 6
LATE: Final = (5, 60)
EVENINGS: Final = 3
PHONE: Final = {"phone": "phone-1", "name": "a phone", "stream": "tab"}
COUNTED: Final = {
    "reader.py:_read": "read whole",
    "reader.py:Body.begin": "hands read",
    "settle.py:outcome": "judged",
    "settle.py:_Chain.pay": "hands settled",
}
Said = Mapping[str, Any]
Answer = Mapping[str, Any]


def evening(level: str, hands: int, name: str) -> str:
    """The log of the first hands of an evening that was made up."""
    from ledger.game.rules import PRESETS  # noqa: PLC0415 - of the checkout that is measured
    from ledger.hands.to_log import sessions_of  # noqa: PLC0415
    from ledger.log import write  # noqa: PLC0415
    from ledger.simulation.sessions import Plan, simulations  # noqa: PLC0415

    plan = Plan(PRESETS["louisiana"], PLAYERS, (hands, hands), level)
    (session,) = (
        session for made in simulations(plan, 1, 20261128) for session in sessions_of(made)
    )
    session.header[1] = session.header[1]._replace(id=name)
    session.body = session.body[
        : 1 + max(at for at, item in enumerate(session.body) if hasattr(item, "statements"))
    ]
    return write(session)


class Table:
    """An evening of which all but the last hands lie in the log."""

    def __init__(self, level: str, hands: int, name: str) -> None:
        from dashboard.record import answers  # noqa: PLC0415 - of the checkout that is measured

        self.place = tempfile.TemporaryDirectory()
        folder = Path(self.place.name) / "book"
        self.book, self.answers = answers.Book(folder, answers.Role.BANKER), answers
        begun = answers.begin(self.book, PHONE | {"seats": ["Ann", "Bea"], "chip": ""})
        self.log, self.number = begun["log"], 0
        (folder / self.log).write_text(evening(level, hands, name), "utf-8")
        self.picture: Answer = {}
        self.tap({"kind": "nothing"})

    def tap(self, said: Said) -> None:
        """Send one tap and take its answer."""
        self.number += 1
        event = {"n": self.number, "hand": None, **said}
        done = self.answers.taps(self.book, PHONE | {"log": self.log, "events": [event]})
        assert done["refused"] is None, done["refused"]
        self.picture = done["picture"]


def scores(table: Table) -> Iterator[Said]:
    """Yield the taps of a hand that is recorded as a score."""
    names = table.picture["players"]
    yield from ({"kind": "stays", "player": name, "yes": True} for name in names[:3])
    yield {"kind": "took", "player": names[0], "tricks": 3}
    yield {"kind": "took", "player": names[1], "tricks": 1}
    yield {"kind": "confirm"}


def cards(table: Table) -> Iterator[Said]:
    """Yield the taps of a hand that is recorded card by card."""
    yield {"kind": "turned", "card": "9h"}
    for name in table.picture["hand"]["order"][:3]:
        yield {"kind": "declares", "player": name, "draws": 2, "skips": True}
    yield {"kind": "rest"}
    while table.picture["awaits"] in {"play", "card"}:
        hand = table.picture["hand"]
        yield {"kind": "card", "player": hand["turn"], "card": hand["legal"][-1]}
    yield {"kind": "confirm"}


class Counting(Watcher):
    """A watcher that also notes what was read and judged."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.counted: Counter[str] = Counter()

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Take one event, as ``Watcher`` does."""
        super().__call__(frame, event, argument)
        if event == "call" and self.is_ours(frame.f_code):
            name = f"{Path(frame.f_code.co_filename).name}:{frame.f_code.co_qualname}"
            self.counted[COUNTED.get(name, "")] += 1


def measure(
    root: Path, what: str, taps: Callable[[Table], Iterator[Said]], level: str, hand: int
) -> None:
    """Print what a tap in one hand of an evening costs."""
    best: list[float] = []
    for turn in range(EVENINGS):
        table = Table(level, hand - 2, f"{what}-{hand}-{turn}")
        for said in taps(table):  # a hand that is not measured: the program has just begun
            table.tap(said)
        times = []
        for said in taps(table):
            began = time.process_time()
            table.tap(said)
            times.append(time.process_time() - began)
        best = list(map(min, best or times, times))
    table = Table(level, hand - 2, f"{what}-{hand}-watched")
    for said in taps(table):
        table.tap(said)
    many = jumps = 0
    files: Counter[str] = Counter()
    counted: Counter[str] = Counter()
    for said in taps(table):
        watcher = Counting(root)
        threading.settrace(watcher)
        sys.settrace(watcher)
        try:
            table.tap(said)
        finally:
            sys.settrace(None)
            threading.settrace(None)  # type: ignore[arg-type]
        many, jumps = many + 1, jumps + watcher.jumps
        files.update(watcher.files)
        counted += watcher.counted
    told = ", ".join(f"{name} {counted[name] / many:.1f}" for name in COUNTED.values())
    print(
        f"{what}, hand {hand}: CPU {sum(best) / len(best) * 1000:.1f} ms, "
        f"files {files.total() / many:.0f}, jumps {jumps / many:,.0f}, {told}",
        flush=True,
    )


def main() -> None:
    """Measure evenings of scores and of cards."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument(
        "--root", type=Path, default=HERE, help="the checkout to measure (default: this one)"
    )
    root = parser.parse_args().root.resolve()
    sys.path.insert(0, str(root))
    for what, taps, level in (("scores", scores, "score"), ("cards", cards, "plays")):
        for hand in LATE:
            measure(root, what, taps, level, hand)


if __name__ == "__main__":
    main()
