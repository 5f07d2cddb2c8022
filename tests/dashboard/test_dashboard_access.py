"""Who may look and who may change things: pages by role and address, passwords right and wrong, logins from elsewhere."""

from __future__ import annotations

import asyncio
import re
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from dashboard_app import APP, PRESENT, awaited, come_in, look_at, page, said
from streamlit.testing.v1 import AppTest

from dashboard.door import passport
from dashboard.door.attempts import LONGEST_WAIT, MEMORY, Attempts, Guard, TooSoon, neighbourhood
from dashboard.frame.navigation import PAGES, path_of
from ledger import Book, UserError
from ledger.book.importing import ImportOptions, import_files
from ledger.book.passwords import role_for, set_password
from ledger.book.paying import Wish
from ledger.book.roles import Access, Forbidden, Role
from ledger.book.rulings import Case
from ledger.book.settings import read_settings
from ledger.book.spending import Cost
from ledger.cli.demo import sample_folder

pytestmark = pytest.mark.slow

PASSWORDS = {Role.VIEWER: "three blind mice", Role.SCORER: "four calling birds", Role.BANKER: "five golden rings"}


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a book of the samples with a password for each role."""
    folder = tmp_path_factory.mktemp("locked") / "book"
    import_files(folder, [sample_folder()], ImportOptions())
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
    return AppTest.from_file(APP, default_timeout=60).run()


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


# --- Pages ----------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("role", Role)
def test_a_page_exists_for_those_who_may_see_it_and_for_nobody_else(role: Role, monkeypatch: pytest.MonkeyPatch) -> None:
    app = looking_as(role, monkeypatch)
    allowed = {one.name for one in PAGES if role >= one.needs}
    assert {name for name in PRESENT if exists(app, name)} == {name for name in PRESENT if name in allowed}


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", PRESENT)
def test_whoever_came_past_the_door_sees_nothing_at_any_address(name: str) -> None:
    app = AppTest.from_file(APP, default_timeout=60)
    app.query_params["player"] = "1"
    app.run()
    app._page_hash = next(key for key, one in app._registered_pages.items() if one["url_pathname"] in {name, ""})
    app.run()
    assert "Nobody is logged in here" in said(app)
    assert "Delphine" not in said(app)


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", [name for name in PRESENT if name not in {"rules", "import"}])  # these show nothing of a book
def test_a_page_that_is_run_past_the_entrance_shows_nothing(name: str) -> None:
    app = AppTest.from_file(path_of(name), default_timeout=60).run()
    assert "Delphine" not in said(app)
    assert app.exception


def test_on_this_machine_alone_there_is_no_login(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at(locked, monkeypatch)
    assert any(button.label == "Record it" for button in page("owes").button)


@pytest.mark.parametrize("reach", ["", "shared", "LOCAL", "1"])
def test_only_the_command_that_serves_this_machine_alone_leaves_the_login_out(
    reach: str, locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(locked, monkeypatch, reach)
    assert "Nobody is logged in here" in said(AppTest.from_file(APP, default_timeout=60).run())


@pytest.mark.usefixtures("shared")
def test_a_viewer_has_no_way_to_record_a_payment(monkeypatch: pytest.MonkeyPatch) -> None:
    app = page("owes", looking_as(Role.VIEWER, monkeypatch))
    assert "Delphine" in said(app)
    assert "Record" not in said(app)


@pytest.mark.usefixtures("shared")
def test_logging_out_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    app = looking_as(Role.BANKER, monkeypatch)
    assert app.title[0].value != "Bourré"
    app.sidebar.button[0].click().run()
    assert "Nobody is logged in here" in said(app)


@pytest.mark.parametrize("how", ["changed", "left"])
def test_what_is_tapped_with_a_login_that_holds_no_longer_writes_nothing(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The door would not let the tap through; nor does the page do anything with it."""
    folder = tmp_path / "book"
    import_files(folder, [sample_folder()], ImportOptions())
    set_password(folder, Role.BANKER, "a first password")
    look_at(folder, monkeypatch, "shared")
    mine = come_in(monkeypatch, Role.BANKER)
    app = page("owes", AppTest.from_file(APP, default_timeout=60).run())
    button = next(one for one in app.button if one.label == "Record it")
    if how == "changed":
        set_password(folder, Role.BANKER, "another password")
    else:
        passport.end(mine)
    before = files_of(folder)
    button.click().run()
    assert files_of(folder) == before
    assert "Nobody is logged in here" in said(app)


def test_without_settings_that_can_be_read_nobody_gets_in(locked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(shutil.copytree(locked, tmp_path / "book"))
    look_at(folder, monkeypatch, "shared")
    app = looking_as(Role.BANKER, monkeypatch)
    (folder / "book.toml").write_text('[access]\nbanker = "my secret in clear"\n', "utf-8")
    app.run()
    assert not app.exception
    assert "Nobody is logged in here" in said(app)
    assert "my secret" not in said(app)


# --- Passwords ------------------------------------------------------------------------------------------------------------


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


def test_whoever_was_never_wrong_comes_first_and_one_address_does_not_fill_the_queue() -> None:
    looked_at: list[str] = []

    async def evening() -> list[str | TooSoon | None]:
        attempts = Attempts(guard := Guard(Clock()))
        guard.failed("198.51.100.1")
        guard._clock.now += 60  # type: ignore[attr-defined]

        def check(who: str) -> str | None:
            looked_at.append(who)
            return who if who == "friend" else None

        tries = [("198.51.100.9", "first"), *(("198.51.100.1", f"guess {n}") for n in range(6)), ("198.51.100.2", "friend")]
        return await asyncio.gather(*(attempts.attempt(address, partial(check, who)) for address, who in tries))

    answers = awaited(evening())
    assert looked_at == ["first", "friend", "guess 0"]
    assert answers[0] is None
    assert answers[-1] == "friend"
    assert [isinstance(one, TooSoon) for one in answers[1:-1]] == [False, True, True, True, True, True]


def test_an_address_is_what_somebody_cannot_choose_freely() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:198.51.100.1") == neighbourhood("198.51.100.1")
    assert neighbourhood("no address") == ""


def test_a_right_password_opens_the_role_it_is_for(locked: Path) -> None:
    access = read_settings(locked / "book.toml").access
    assert {role: role_for(access, password) for role, password in PASSWORDS.items()} == {role: role for role in Role}
    assert role_for(access, "") is None
    assert role_for(Access(), "three blind mice") is None


def test_hashes_are_salted_and_passwords_are_nowhere(locked: Path, tmp_path: Path) -> None:
    for role in (Role.VIEWER, Role.SCORER):
        set_password(tmp_path / "book", role, "the same for both")
    passwords = read_settings(tmp_path / "book" / "book.toml").access.passwords
    assert len(set(passwords.values())) == 2
    assert all(hashed.startswith("$argon2id$") for hashed in passwords.values())
    assert not any(password in (locked / "book.toml").read_text("utf-8") for password in PASSWORDS.values())


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_has_a_length(password: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="8 to 200 characters"):
        set_password(tmp_path / "book", Role.VIEWER, password)
    assert not (tmp_path / "book").exists()


# --- Logins from elsewhere ------------------------------------------------------------------------------------------------

OIDC = '[access]\noidc = true\nviewer = ["Ann@Example.org"]\nbanker = ["bea@example.org", "ann@elsewhere.example"]\n'


def known_as(folder: Path, patch: pytest.MonkeyPatch, **user: object) -> AppTest:
    (folder / "sessions").mkdir(parents=True)
    (folder / "book.toml").write_text(OIDC, "utf-8")
    look_at(folder, patch, "shared")
    app = AppTest.from_file(APP, default_timeout=60)
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


# --- What a role may do, whatever a page says -------------------------------------------------------------------------------

LOG = b"bourre 1\nsession 2026-12-01 new\nrules louisiana\nseats Ann Bea\nhand 1 Ann 9h\n  pass Ann Bea\n"
ACTIONS: dict[str, tuple[Role, Callable[[Book], object]]] = {
    "preview": (Role.SCORER, lambda book: book.preview({"new.bourre": LOG})),
    "store": (Role.SCORER, lambda book: book.store({"new.bourre": LOG})),
    "pay": (Role.BANKER, lambda book: book.pay(Wish("Gus", "Faye", "1"))),
    "spend": (Role.BANKER, lambda book: book.spend(Cost("Gus", "3", "pizza", ("Faye", "Gus")))),
    "uphold": (Role.BANKER, lambda book: book.uphold(Case("no such session", 1, "Gus"))),
    "waive": (Role.BANKER, lambda book: book.waive(Case("no such session", 1, "Gus"))),
    "merge": (Role.BANKER, lambda book: book.merge("Gus", "nobody")),
    "rename": (Role.BANKER, lambda book: book.rename("nobody", "somebody")),
}


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.suffix in {".bourre", ".toml"}}


@pytest.mark.drawn(12)
@pytest.mark.parametrize("name", ACTIONS)
@pytest.mark.parametrize("role", Role)
def test_an_action_is_refused_to_those_below_the_role_it_takes(name: str, role: Role, tmp_path: Path) -> None:
    import_files(tmp_path / "book", [sample_folder()], ImportOptions())
    book = Book(tmp_path / "book", role)
    needed, action = ACTIONS[name]
    before = files_of(book.folder)
    if role < needed:
        with pytest.raises(Forbidden, match=f"a {role.word} may not"):
            action(book)
        assert files_of(book.folder) == before
    else:
        try:
            action(book)
        except Forbidden:
            raise
        except UserError:
            assert name in {"uphold", "waive", "merge", "rename"}  # there was nothing to act on


def test_pages_and_routes_reach_the_book_by_two_doors_that_ask_who_is_there() -> None:
    """Whatever writes goes through one of them, so that a login that holds no longer writes nothing."""
    house = APP.parent
    found = {str(path.relative_to(house)) for path in house.rglob("*.py") if re.search(r"\bBook\(", path.read_text("utf-8"))}
    assert found == {"frame/shown_book.py", "record/routes.py"}
