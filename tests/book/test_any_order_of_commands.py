"""Commands in any order: each moves the money it says and no other, and the book stays what its
logs say.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Container
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from book_on_disk import Book, Told
from book_trials import check_whole
from planted_faults import Plan, simulations
from trials import FULL

from ledger.book import owing
from ledger.book.derived.access import ask
from ledger.book.files.folder import SESSIONS
from ledger.book.files.input_values import tonight
from ledger.game.rules import PRESETS
from ledger.hands.to_log import sessions_of
from ledger.log import write
from ledger.simulation.plan import MIXED

WALKS: Final = 200
STEPS: Final = 14 if FULL else 6
CENTS: Final = 25
"""What a chip is worth in these logs."""

YESTERDAY: Final = str(date.fromisoformat(tonight()) - timedelta(days=1))

Sums = Counter[str]
"""Cents by name; pots are called ``pot NAME``."""


@pytest.mark.nightly
@pytest.mark.drawn(1)
@pytest.mark.parametrize("seed", range(WALKS))
def test_each_command_moves_the_money_it_says_and_no_other(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walk = Walk(Book(tmp_path / "book", capsys), Random(f"any order {seed}"))  # noqa: S311 - made-up games
    for _ in range(STEPS):
        walk.step()
    check_whole(walk.folder)


class Walk:
    """A book, the logs that are not in it yet, and steps that each check what they did to it."""

    def __init__(self, book: Book, rng: Random) -> None:
        self.rng, self.book, self.folder = rng, book, book.folder
        rules = PRESETS[rng.choice(sorted(PRESETS))]
        plan = Plan(rules, 4, hands=(2, 7), level=MIXED, faults=0.2, mistakes=0.1)
        texts = {
            session.id: re.sub(
                r"(?m)^chip .*$", "chip 0.25 USD", self.other_names(write(session), session.id)
            )
            for simulated in simulations(plan, 5, rng.randrange(10**6))
            for session in sessions_of(simulated.hands)
        }
        self.waiting = list(texts.items())
        self.names: dict[str, set[str]] = {}
        self.tables: list[set[str]] = []
        self.closed = False
        self.did: list[str] = []
        self.bring_in()

    def step(self) -> None:
        """Do something or other."""
        ways: list[Callable[[], None]] = [
            self.bring_in,
            self.pay,
            self.expense,
            self.merge,
            self.rename,
            self.rule,
            self.rule,
            self.replace,
            self.settle,
            self.close,
        ]
        self.rng.choice(ways)()

    def run(self, *words: str, ends: Container[int] = (0,)) -> Told:
        """Run a command on the book; it must end with one of these statuses."""
        self.did.append(" ".join(words))
        told = self.book.run(*words)
        assert told.status in ends, (self.did, told)
        return told

    def sums(self) -> Sums:
        """Where everybody stands, and what is in the pots."""
        owed = ask(self.folder, owing)
        amounts = [(one.name, one.amount) for one in owed.balances] + [
            (f"pot {one.game}", one.amount) for one in owed.pots
        ]
        assert len(dict(amounts)) == len(amounts)
        return Counter(dict(amounts))

    def moved(self, *words: str, ends: Container[int] = (0,)) -> Sums:
        """What a command moved, by name."""
        before = self.sums()
        self.run(*words, ends=ends)
        after = self.sums()
        return Counter(
            {
                name: after[name] - before[name]
                for name in {*before, *after}
                if after[name] != before[name]
            }
        )

    def other_names(self, text: str, session: str) -> str:
        """A log in which some players are called something else than in other logs, so that they
        may be joined.
        """
        for name in sorted(set(re.findall(r"(?m)^seats (.*)$", text)[0].split())):
            if self.rng.random() < 0.5:
                text = re.sub(rf"\b{name}\b", f"{name}-{session[-1]}", text)
        return text

    def people(self, number: int) -> list[str]:
        """Some players by any of their names, each another person."""
        return [
            self.rng.choice(sorted(self.names[person]))
            for person in self.rng.sample(sorted(self.names), number)
        ]

    def person(self, name: str) -> str:
        """Who is called that."""
        return next(person for person, names in self.names.items() if name in names)

    # Each of these is a step.

    def bring_in(self) -> None:
        """A log more, of an evening that is in no closing; nobody who is not in it stands otherwise
        than before.
        """
        if not self.waiting:
            return
        name, text = self.waiting.pop()
        path = self.book.put(text, f"{name}.bourre")
        if self.closed:
            self.run("import", path, ends=(1,))
            self.waiting.append((name, text))
            return
        before = self.sums() if self.names else Counter()
        # some logs have a line that cannot be read
        assert "1 evening stored" in self.run("import", path, ends=(0, 1)).out
        seats = {
            word for line in re.findall(r"(?m)^(?:seats|sit) (.*)$", text) for word in line.split()
        }
        after = self.sums()
        assert all(
            after[person] == before[person]
            for person, names in self.names.items()
            if not names & seats
        )
        self.tables.append(seats)
        for player in sorted(seats - set().union(*self.names.values())):
            self.names[player] = {player}

    def pay(self) -> None:
        """A payment moves its amount from the one to the other."""
        payer, payee = self.people(2)
        amount = self.rng.randrange(1, 3_000)
        moved = self.moved("pay", payer, payee, f"{amount / 100:.2f}", "--anyway")
        assert moved == {self.person(payer): amount, self.person(payee): -amount}

    def expense(self) -> None:
        """A cost moves to the payer what the others owe, in shares that differ by a cent at
        most.
        """
        payer, *others = self.people(3)
        among = [payer, *others] if self.rng.random() < 0.5 else others
        amount = self.rng.randrange(1, 3_000)
        moved = self.moved(
            "expense", payer, f"{amount / 100:.2f}", "pizza", "--for", ",".join(among)
        )
        shares = [
            amount // len(among) + (place < amount % len(among)) for place in range(len(among))
        ]
        expected: Sums = Counter({self.person(payer): amount})
        expected.subtract(
            {self.person(one): share for one, share in zip(among, shares, strict=True)}
        )
        assert moved == {name: cents for name, cents in expected.items() if cents}

    def merge(self) -> None:
        """Two who never met become one person, who stands where both stood; or a name becomes a
        person of its own again.
        """
        before = self.sums()
        kept, gone = self.rng.sample(sorted(self.names), 2)
        aliases = sorted(self.names[kept] - {kept})
        alias = self.rng.choice(aliases) if aliases else ""
        # otherwise nobody of that name would be left
        if alias and (self.names[kept] - {alias}) & set().union(*self.tables):
            if self.changed_people("separate", alias):
                self.names[kept].remove(alias)
                self.names[alias] = {alias}
                after = self.sums()
                assert after[kept] + after[alias] == before[kept]
                before[kept], before[alias] = after[kept], after[alias]
        elif any(self.names[kept] & table and self.names[gone] & table for table in self.tables):
            self.run("players", "merge", kept, gone, ends=(2,))
        elif self.changed_people("merge", kept, gone):
            self.names[kept] |= self.names.pop(gone)
            before[kept] += before.pop(gone)
        assert self.sums() == before

    def changed_people(self, *words: str) -> bool:
        """Say who is who; what is closed may forbid it."""
        told = self.run("players", *words, ends=(0, 2) if self.closed else (0,))
        assert not told.status or "closed" in told.err, (self.did, told)
        return not told.status

    def rename(self) -> None:
        """Another name, and no cent moves."""
        before = self.sums()
        person = self.rng.choice(sorted(self.names))
        name = f"{person} {len(self.did)}"
        if self.changed_people("rename", person, name):
            self.names[name] = self.names.pop(person) | {name}
            before[name] = before.pop(person)
        assert self.sums() == before

    def rule(self) -> None:
        """Whoever must pay for a renege after all is poorer by it, the pot richer; a waiver moves
        nothing. Then it is settled.
        """
        found = self.reneges()
        if not found:
            return
        one = self.rng.choice(found)
        where = (one["session"], str(one["hand"]), one["player"])
        if self.closed:
            self.run(self.rng.choice(["uphold", "waive"]), *where, ends=(2,))
            assert self.reneges() == found
            return
        if self.rng.random() < 0.5:
            assert not self.moved("waive", *where)
        else:
            moved = self.moved("uphold", *where)
            assert moved.pop(self.person(one["player"])) == -CENTS * one["amount"]
            assert not moved.keys() & self.names.keys()
        left = [(other["session"], other["hand"], other["player"]) for other in self.reneges()]
        assert (one["session"], one["hand"], one["player"]) not in left

    def reneges(self) -> list[dict[str, Any]]:
        """What the audit says of reneges for which nobody paid."""
        told = self.run("audit", "--rule", "unpaid-renege", "--format", "json", ends=(0, 1))
        return [one for one in json.loads(told.out)["findings"] if one["settled"] is None]

    def replace(self) -> None:
        """A log in the place of another: one of before, with a payment more, and with the rulings
        that were made in the book.
        """
        path = self.rng.choice(sorted((self.folder / SESSIONS).glob("*.bourre")))
        ruled = [line for line in path.read_text("utf-8").splitlines() if "# ruled" in line]
        lines = [line for line in path.read_text("utf-8").splitlines() if "# ruled" not in line]
        payer, payee = re.findall(r"(?m)^seats (\S+) (\S+)", "\n".join(lines))[0]
        amount = self.rng.randrange(1, 3_000)
        end = lines.index("end") if "end" in lines else len(lines)
        lines.insert(end, f"pay {payer} {payee} {amount / 100:.2f} USD")
        other = self.book.put("\n".join([*lines, ""]), path.name)
        if self.closed:
            before = self.sums()
            self.run("import", other, "--replace", "--yes", ends=(1,))
            assert self.sums() == before
            return
        moved = self.moved("import", other, "--replace", "--yes", ends=(0, 1))
        expected: Sums = Counter({self.person(payer): amount})
        expected.subtract({self.person(payee): amount})
        assert moved == {name: cents for name, cents in expected.items() if cents}
        assert [line for line in path.read_text("utf-8").splitlines() if "# ruled" in line] == ruled

    def settle(self) -> None:
        """After all have paid nobody owes another player anything."""
        self.run("settle", "--yes")
        assert not ask(self.folder, owing).between_players

    def close(self) -> None:
        """A closing moves nothing; nothing it holds can be changed until it is opened again."""
        before = self.sums()
        if self.closed:
            self.run("reopen", "--why", "a mistake")
        else:
            self.run("close", YESTERDAY, "--anyway")
        self.closed = not self.closed
        assert self.sums() == before
