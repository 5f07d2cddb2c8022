"""Who may look and who may change things: pages by role and address, passwords right and wrong,
logins from elsewhere.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from threading import Event
from types import FunctionType
from typing import Any

import pytest
from argon2 import PasswordHasher
from dashboard_app import APP, PATIENCE, PRESENT, awaited, come_in, look_at, page, said
from streamlit.testing.v1 import AppTest
from trials import drawn

from dashboard.door import passport
from dashboard.door.login_form import (
    AT_ONCE,
    LONGEST_WAIT,
    LOOKS,
    MEMORY,
    Attempts,
    Guard,
    TooSoon,
    neighbourhood,
)
from dashboard.frame import shown_book
from dashboard.frame.me import who_may_what
from dashboard.frame.navigation import PAGES, path_of
from ledger import Book, UserError, owing
from ledger.book import logins
from ledger.book.files.disputes import PAID
from ledger.book.files.settings import Access, Forbidden, Role, parse_settings, read_settings
from ledger.book.members.logins import role_for, set_password
from ledger.book.sessions.edits import Edit, lines_to_edit

pytestmark = pytest.mark.slow

PASSWORDS = {
    Role.VIEWER: "three blind mice",
    Role.SCORER: "four calling birds",
    Role.BANKER: "five golden rings",
}


@pytest.fixture(scope="module")
def locked(sample_book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of the samples with a password for each role."""
    folder = Path(shutil.copytree(sample_book, tmp_path_factory.mktemp("locked") / "book"))
    for role, password in PASSWORDS.items():
        set_password(folder, role, password)
    return folder


@pytest.fixture
def shared(locked: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have pages show that book as others see it."""
    look_at(locked, monkeypatch, "shared")
    return locked


def looking_as(role: Role | None, patch: pytest.MonkeyPatch) -> AppTest:
    """Return the dashboard as somebody sees it who was let in with the password of a role."""
    come_in(patch, role)
    return AppTest.from_file(APP, default_timeout=PATIENCE).run()


class Clock:
    """A clock that a test moves."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def exists(app: AppTest, name: str) -> bool:
    """Tell whether a page can be reached by its address, for whoever is looking."""
    try:
        page(name, app)
    except ValueError:  # no such page: the browser would show the home page, and say so
        return False
    assert not app.exception
    return True


# --- Pages ----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("role", Role)
def test_a_page_exists_for_those_who_may_see_it_and_for_nobody_else(
    role: Role, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = looking_as(role, monkeypatch)
    allowed = {one.name for one in PAGES if role >= one.needs} & set(PRESENT)
    registered = {one["url_pathname"] or "home" for one in app._registered_pages.values()}
    assert registered & set(PRESENT) == allowed
    assert [name for name in PRESENT if name not in allowed and exists(app, name)] == []
    assert [name for name in drawn(sorted(allowed), 3) if not exists(app, name)] == []


@pytest.mark.drawn(4)
@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", PRESENT)
def test_whoever_came_past_the_door_sees_nothing_at_any_address(name: str) -> None:
    app = AppTest.from_file(APP, default_timeout=PATIENCE)
    app.query_params["player"] = "1"
    app.run()
    app._page_hash = next(
        key for key, one in app._registered_pages.items() if one["url_pathname"] in {name, ""}
    )
    app.run()
    assert "Nobody is logged in here" in said(app)
    assert "Delphine" not in said(app)


@pytest.mark.usefixtures("shared")
# these show nothing of a book
@pytest.mark.parametrize("name", [name for name in PRESENT if name not in {"rules", "import"}])
def test_a_page_that_is_run_past_the_entrance_shows_nothing(name: str) -> None:
    app = AppTest.from_file(path_of(name), default_timeout=PATIENCE).run()
    assert "Delphine" not in said(app)
    assert app.exception


def first_line(folder: Path) -> str:
    """Return the key of the first line of the plan, which unfolds to the button that records it."""
    one = Book(folder, Role.VIEWER).ask(owing).between_players[0]
    return f"paid {one.payer_account} {one.payee_account} USD"


def test_on_this_machine_alone_there_is_no_login(
    locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(locked, monkeypatch)
    assert any(
        button.label == "Record it" for button in page("owes", unfolded=[first_line(locked)]).button
    )


@pytest.mark.parametrize("reach", ["", "shared", "LOCAL", "1"])
def test_only_the_command_that_serves_this_machine_alone_leaves_the_login_out(
    reach: str, locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(locked, monkeypatch, reach)
    assert "Nobody is logged in here" in said(
        AppTest.from_file(APP, default_timeout=PATIENCE).run()
    )


@pytest.mark.usefixtures("shared")
def test_a_viewer_has_no_way_to_record_a_payment(monkeypatch: pytest.MonkeyPatch) -> None:
    app = page("owes", looking_as(Role.VIEWER, monkeypatch))
    assert "Delphine" in said(app)
    assert "Record" not in said(app)


@pytest.mark.usefixtures("shared")
def test_the_same_password_set_again_ends_its_logins_and_no_others(
    locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so; with the salt of the other roles the hash, and with it the logins, stayed as they
    were.
    """
    for role in (Role.VIEWER, Role.SCORER):
        come_in(monkeypatch, role)
        held = passport.read(shown_book._token())
        for again in (1, 2):
            set_password(locked, Role.SCORER, PASSWORDS[Role.SCORER])
            assert held is not None
            assert passport.holds(held, read_settings(locked / "book.toml").access) == (
                role is Role.VIEWER
            ), again
            come_in(monkeypatch, role)
            held = passport.read(shown_book._token())


@pytest.mark.usefixtures("shared")
def test_logging_out_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = looking_as(Role.BANKER, monkeypatch)
    assert app.title[0].value != "Bourré"
    app.sidebar.button[0].click().run()
    assert "Nobody is logged in here" in said(app)


@pytest.mark.parametrize("how", ["changed", "left"])
def test_what_is_tapped_with_a_login_that_holds_no_longer_writes_nothing(
    how: str, samples: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The door would not let the tap through; nor does the page do anything with it."""
    set_password(samples, Role.BANKER, "a first password")
    look_at(samples, monkeypatch, "shared")
    mine = come_in(monkeypatch, Role.BANKER)
    app = page("owes", AppTest.from_file(APP, default_timeout=PATIENCE).run())
    app.session_state[first_line(samples)] = True
    app.run()
    button = next(one for one in app.button if one.label == "Record it")
    if how == "changed":
        set_password(samples, Role.BANKER, "another password")
    else:
        passport.end(mine)
    before = files_of(samples)
    button.click().run()
    assert files_of(samples) == before
    assert "Nobody is logged in here" in said(app)


def test_without_settings_that_can_be_read_nobody_gets_in(
    locked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(locked, tmp_path / "book"))
    look_at(folder, monkeypatch, "shared")
    app = looking_as(Role.BANKER, monkeypatch)
    (folder / "book.toml").write_text('[access]\nbanker = "my secret in clear"\n', "utf-8")
    app.run()
    assert not app.exception
    assert "Nobody is logged in here" in said(app)
    assert "my secret" not in said(app)


# --- Passwords ------------------------------------------------------------------------------------


def test_the_wait_doubles_up_to_a_minute_and_is_forgotten() -> None:
    clock = Clock()
    guard = Guard(clock)
    waits = []
    for _ in range(9):
        assert guard.wait("a") == 0
        guard.failed("a")
        waits.append(guard.wait("a"))
        clock.now += waits[-1]
    assert waits == [1, 2, 4, 8, 16, 32, LONGEST_WAIT, LONGEST_WAIT, LONGEST_WAIT]
    assert guard.times("a") == 9
    clock.now += MEMORY
    assert guard.times("a") == 0
    guard.failed("a")
    assert guard.wait("a") == 1


def test_nobody_is_kept_waiting_by_others() -> None:
    clock = Clock()
    guard = Guard(clock)
    for number in range(1000):
        guard.failed(f"address {number}")
    assert guard.wait("a friend") == 0


def looked_at(
    tries: list[tuple[str, str]], wrong_before: Iterable[str] = ()
) -> tuple[list[str], list[str | TooSoon | None]]:
    """Return which passwords are looked at, in what order, and the answers; a look takes half a
    second, and `right` opens.

    Tries are made in their order, and before them as many others as are looked at at once.
    """
    guard, order = Guard(clock := Clock()), []
    for address in wrong_before:
        guard.failed(address)
    clock.now += LONGEST_WAIT

    def check(password: str) -> str | None:
        if password:
            order.append(password)
        clock.now += 0.5
        return "in" if password in {"", "right"} else None

    async def in_turn(look: Callable[[], str | None]) -> str | None:
        """Look in the order in which looks are begun: threads come as the system likes."""
        await may_go.wait()
        return look()

    async def evening() -> list[str | TooSoon | None]:
        attempts = Attempts(guard)
        first = [(f"192.0.2.{number}", "") for number in range(LOOKS)]
        made = [
            asyncio.ensure_future(attempts.attempt(at, partial(check, password)))
            for at, password in (*first, *tries)
        ]
        await asyncio.sleep(0)
        may_go.set()
        return (await asyncio.gather(*made))[LOOKS:]

    may_go = asyncio.Event()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio, "to_thread", in_turn)
        return order, awaited(evening())


@pytest.mark.parametrize("number", [8, 50])
def test_a_right_password_stands_behind_one_guess_of_each_address_that_was_never_wrong(
    number: int,
) -> None:
    attackers = [f"198.51.100.{one}" for one in range(number)]
    order, answers = looked_at(
        [*((one, f"guess of {one}") for one in attackers * AT_ONCE), ("203.0.113.1", "right")]
    )
    assert answers[-1] == "in"
    assert order.index("right") <= number + LOOKS
    assert len(set(order[: number - 1])) == number - 1


@pytest.mark.parametrize("number", [8, 50, 250])
def test_a_right_password_stands_behind_no_address_that_was_wrong(number: int) -> None:
    attackers = [f"198.51.100.{one}" for one in range(number)]
    tries = [*((one, "guess") for one in attackers * AT_ONCE), ("203.0.113.1", "right")]
    order, answers = looked_at(tries, wrong_before=attackers)
    assert answers[-1] == "in"
    assert order.index("right") < LOOKS


def test_one_address_has_a_guess_looked_at_and_waits_with_the_others() -> None:
    order, answers = looked_at([("198.51.100.1", f"guess {one}") for one in range(AT_ONCE + 3)])
    assert order == ["guess 0"]
    assert answers[0] is None
    assert all(isinstance(one, TooSoon) and one.seconds >= 1 for one in answers[1:])


def test_whoever_goes_away_gives_up_the_place_in_the_queue() -> None:
    async def evening() -> list[object]:
        attempts, may_go = Attempts(), Event()
        busy = [
            asyncio.ensure_future(attempts.attempt(f"192.0.2.{n}", lambda: may_go.wait(10)))
            for n in range(LOOKS)
        ]
        gone = [
            asyncio.ensure_future(attempts.attempt("198.51.100.1", lambda: "gone"))
            for _ in range(AT_ONCE)
        ]
        await asyncio.sleep(0)
        for one in gone:
            one.cancel()
        await asyncio.wait(gone)
        back = [
            asyncio.ensure_future(attempts.attempt("198.51.100.1", lambda: "back"))
            for _ in range(AT_ONCE)
        ]
        await asyncio.sleep(0)
        may_go.set()
        await asyncio.gather(*busy)
        return list(await asyncio.gather(*back))

    assert awaited(evening()) == ["back"] * AT_ONCE


def test_an_address_is_what_somebody_cannot_choose_freely() -> None:
    assert (
        neighbourhood("2001:db8::1")
        == neighbourhood("2001:db8::ffff:1")
        != neighbourhood("2001:db8:0:1::1")
    )
    assert neighbourhood("::ffff:198.51.100.1") == neighbourhood("198.51.100.1")
    assert neighbourhood("no address") == ""


def test_a_right_password_opens_the_role_it_is_for(locked: Path) -> None:
    access = read_settings(locked / "book.toml").access
    assert {role: role_for(access, password) for role, password in PASSWORDS.items()} == {
        role: role for role in Role
    }
    assert role_for(access, "") is None
    assert role_for(Access(), "three blind mice") is None


def test_a_guess_is_one_computation_whatever_the_number_of_roles(
    locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is what holds up whoever comes next: nobody else is looked at meanwhile, and the machine
    has other things to do.
    """
    computed: list[object] = []
    compute = logins.PasswordHasher.hash

    def counted(hasher: PasswordHasher, *args: Any, **how: Any) -> str:  # noqa: ANN401 - as the hasher takes them
        computed.append(hasher.memory_cost)
        return compute(hasher, *args, **how)

    monkeypatch.setattr(logins.PasswordHasher, "hash", counted)
    access = read_settings(locked / "book.toml").access
    assert role_for(access, "a guess") is None
    assert computed == [19 * 1024]


def test_passwords_of_an_older_book_open_it_each_with_its_own_salt() -> None:
    older = {
        role: PasswordHasher(time_cost=1, memory_cost=64).hash(password)
        for role, password in PASSWORDS.items()
    }
    assert {
        role: role_for(Access(passwords=older), password) for role, password in PASSWORDS.items()
    } == {r: r for r in Role}
    assert (
        role_for(
            Access(passwords={Role.VIEWER: "$argon2id$v=19$m=1,t=1,p=9$c29tZXNhbHQ$" + "A" * 22}),
            "a guess",
        )
        is None
    )


def test_hashes_are_salted_and_passwords_are_nowhere(locked: Path, tmp_path: Path) -> None:
    for book in ("one", "other"):
        set_password(tmp_path / book, Role.VIEWER, "the same for both")
    hashes = {
        read_settings(tmp_path / book / "book.toml").access.passwords[Role.VIEWER]
        for book in ("one", "other")
    }
    assert len(hashes) == 2
    assert all(hashed.startswith("$argon2id$") for hashed in hashes)
    assert not any(
        password in (locked / "book.toml").read_text("utf-8") for password in PASSWORDS.values()
    )


def test_two_roles_have_two_passwords(tmp_path: Path) -> None:
    """Whoever had the lower one would have the higher one, without knowing."""
    set_password(tmp_path / "book", Role.BANKER, "five golden rings")
    before = (tmp_path / "book" / "book.toml").read_bytes()
    with pytest.raises(UserError, match="this is already the password of the banker"):
        set_password(tmp_path / "book", Role.VIEWER, "five golden rings")
    assert (tmp_path / "book" / "book.toml").read_bytes() == before


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_has_a_length(password: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="8 to 200 characters"):
        set_password(tmp_path / "book", Role.VIEWER, password)
    assert not (tmp_path / "book").exists()


# --- Logins from elsewhere ------------------------------------------------------------------------

OIDC = (
    '[access]\noidc = true\nviewer = ["Ann@Example.org"]\nbanker = ["bea@example.org", '
    '"ann@elsewhere.example"]\n'
)


def known_as(folder: Path, patch: pytest.MonkeyPatch, **user: object) -> AppTest:
    (folder / "sessions").mkdir(parents=True)
    (folder / "book.toml").write_text(OIDC, "utf-8")
    look_at(folder, patch, "shared")
    app = AppTest.from_file(APP, default_timeout=PATIENCE)
    app.user = user
    return app.run()


@pytest.mark.parametrize(
    ("user", "role"),
    [
        ({"is_logged_in": True, "email": "ann@example.org"}, Role.VIEWER),
        ({"is_logged_in": True, "email": "BEA@example.org", "email_verified": True}, Role.BANKER),
        ({"is_logged_in": True, "email": "bea@example.org", "email_verified": False}, None),
        ({"is_logged_in": True, "email": "cal@example.org"}, None),
        ({"is_logged_in": True}, None),
        ({"is_logged_in": False, "email": "bea@example.org"}, None),
        ({}, None),
    ],
)
def test_whoever_logs_in_elsewhere_has_the_role_of_the_address(
    user: dict[str, object], role: Role | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = known_as(tmp_path / "book", monkeypatch, **user)
    assert not app.exception
    assert ("Nobody is logged in here" in said(app)) == (role is None)
    assert role is None or f"You are here as {role.word}" in said(app)


# --- What a role may do, whatever a page says -----------------------------------------------------

S, B = Role.SCORER, Role.BANKER
MAY = {
    **dict.fromkeys(("preview", "store", "picture"), S),
    **dict.fromkeys(
        ("rename_evening", "begin", "take_over", "save", "tap", "close", "discard", "bring_back"), S
    ),
    **dict.fromkeys(
        (
            "pay",
            "settle",
            "settle_then",
            "settle_line",
            "take_back_one",
            "take_all_back",
            "spend",
            "take_back",
        ),
        B,
    ),
    **dict.fromkeys(("merge", "rename", "uphold", "waive"), B),
    **dict.fromkeys(("edit", "preview_edit"), "edit"),
    "dispute": "dispute",
    "answer": "answer",
}
"""Every action of the book, with the role that it takes, or the right that a book gives to
a role.
"""
WITH: dict[str, tuple[object, ...]] = {
    "preview": ({},),
    "store": ({},),
    "edit": (Edit("no evening", "", 1, 0, ()),),
}
"""With what some are tried; the others with nothing, which nobody who may do it can do."""
OTHERWISE = '[access]\nedit = "banker"\ndispute = "scorer"\nanswer = "viewer"\n'


def files_of(folder: Path) -> dict[str, bytes]:
    files = [
        path
        for path in folder.rglob("*")
        if path.suffix in {".bourre", ".toml"} and path.name[0] != "."
    ]
    return {str(path): path.read_bytes() for path in files}


def is_refused(book: Book, name: str) -> bool:
    try:
        getattr(book, name)(*WITH.get(name, ()))
    except Forbidden:
        return True
    except (TypeError, UserError):
        pass  # there was nothing to act on
    return False


@pytest.mark.parametrize("rights", ["", OTHERWISE])
def test_an_action_is_refused_to_those_below_the_role_it_takes(rights: str, samples: Path) -> None:
    with (samples / "book.toml").open("a", encoding="utf-8") as file:
        file.write(rights)
    before, given = files_of(samples), read_settings(samples / "book.toml").access.rights
    assert set(MAY) == {
        name
        for name, one in vars(Book).items()
        if isinstance(one, FunctionType) and name != "require" and name[0] != "_"
        if hasattr(one, "__wrapped__") or "require" in one.__code__.co_names
    }
    for name, needed in MAY.items():
        least = needed if isinstance(needed, Role) else given[needed]
        refused = {role: is_refused(Book(samples, role), name) for role in Role}
        assert refused == {role: role < least for role in Role}, name
    assert files_of(samples) == before


def test_lines_of_the_payments_file_are_edited_by_those_who_may_pay(samples: Path) -> None:
    there = lines_to_edit(samples, PAID)
    wanted = Edit(PAID, there.digest, 1, len(there.texts), (*there.texts, "# looked at"))
    with pytest.raises(Forbidden, match="a scorer may not record payments"):
        Book(samples, Role.SCORER).edit(wanted)
    assert Book(samples, Role.BANKER).edit(wanted).come == ("# looked at",)


@pytest.mark.parametrize(
    ("rights", "role", "edits", "disputes"),
    [
        ("", Role.VIEWER, False, True),
        ("", Role.SCORER, True, True),
        (OTHERWISE, Role.VIEWER, False, False),
    ],
)
def test_a_page_offers_what_the_book_lets_a_role_do(
    rights: str,
    role: Role,
    edits: bool,
    disputes: bool,
    samples: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with (samples / "book.toml").open("a", encoding="utf-8") as file:
        file.write(rights)
    look_at(samples, monkeypatch)
    monkeypatch.setattr(shown_book, "role", lambda: role)
    app = page("session", session="camp-2026-03", view="log", line="30")
    labels = [one.label for one in app.expander]
    assert ("Edit this hand" in labels, "Something is wrong with this hand" in labels) == (
        edits,
        disputes,
    )


def test_letting_others_in_says_who_may_what() -> None:
    """In the menu, beside the code that they scan."""
    usual, other = who_may_what(Access()), who_may_what(parse_settings(OTHERWISE).access)
    assert (
        usual[0] == "A **viewer** may look at everything and say that a hand or a payment is wrong."
    )
    scorer = "import and record evenings, choose pictures of players, edit evenings and answer that"
    assert usual[1] == f"A **scorer** may also {scorer}."
    assert other[2].endswith("rule on reneges, put players together and edit evenings.")


def test_pages_and_routes_reach_the_book_by_three_doors_that_ask_who_is_there() -> None:
    """Whatever writes goes through one of them, so that a login that holds no longer writes
    nothing.
    """
    house = APP.parent
    found = {
        str(path.relative_to(house))
        for path in house.rglob("*.py")
        if re.search(r"\bBook\(", path.read_text("utf-8"))
    }
    assert found == {"frame/shown_book.py", "record/routes.py", "find/search.py"}
