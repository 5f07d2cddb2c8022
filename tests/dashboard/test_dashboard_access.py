"""Who may look and who may change things: pages by role and address, passwords right and wrong, logins from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from dashboard_app import APP, PRESENT, look_at, page, said
from streamlit.testing.v1 import AppTest

from dashboard.frame import login
from dashboard.frame.login import EVERYBODYS_WAIT, LONGEST_WAIT, MEMORY, Guard, TooSoon
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
    """Have pages show that book as others see it, with nobody having tried a password yet."""
    look_at(locked, monkeypatch, "shared")
    monkeypatch.setattr(login, "_GUARD", Guard())
    monkeypatch.setattr(login, "_address", lambda: "192.168.1.5")
    return locked


def entered(password: str) -> AppTest:
    """Return the dashboard after somebody has typed a password into its form."""
    app = AppTest.from_file(APP, default_timeout=60).run()
    app.text_input[0].set_value(password)
    return app.button[0].click().run()


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
def test_a_page_exists_for_those_who_may_see_it_and_for_nobody_else(role: Role) -> None:
    app = entered(PASSWORDS[role])
    allowed = {one.name for one in PAGES if role >= one.needs}
    assert {name for name in PRESENT if exists(app, name)} == {name for name in PRESENT if name in allowed}


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", PRESENT)
def test_whoever_is_not_logged_in_meets_the_form_at_every_address(name: str) -> None:
    app = AppTest.from_file(APP, default_timeout=60)
    app.query_params["player"] = "1"
    app.run()
    app._page_hash = next(key for key, one in app._registered_pages.items() if one["url_pathname"] in {name, ""})
    app.run()
    assert [one.label for one in app.text_input] == ["Password"]
    assert "Delphine" not in said(app)


@pytest.mark.usefixtures("shared")
@pytest.mark.parametrize("name", [name for name in PRESENT if name not in {"rules", "import"}])  # these show nothing of a book
def test_a_page_that_is_run_past_the_entrance_shows_nothing(name: str) -> None:
    app = AppTest.from_file(path_of(name), default_timeout=60).run()
    assert "Delphine" not in said(app)
    assert app.exception


def test_on_this_machine_alone_there_is_no_login(locked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at(locked, monkeypatch)
    app = page("owes")
    assert not app.text_input or app.text_input[0].label != "Password"
    assert any(button.label == "Record it" for button in app.button)


@pytest.mark.parametrize("reach", ["", "shared", "LOCAL", "1"])
def test_only_the_command_that_serves_this_machine_alone_leaves_the_login_out(
    reach: str, locked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_at(locked, monkeypatch, reach)
    app = AppTest.from_file(APP, default_timeout=60).run()
    assert [one.label for one in app.text_input] == ["Password"]


@pytest.mark.usefixtures("shared")
def test_a_viewer_has_no_way_to_record_a_payment() -> None:
    app = page("owes", entered(PASSWORDS[Role.VIEWER]))
    assert "Record" not in said(app)


@pytest.mark.usefixtures("shared")
def test_logging_out_ends_it() -> None:
    app = entered(PASSWORDS[Role.BANKER])
    assert app.title[0].value != "Bourré"
    app.sidebar.button[0].click().run()
    assert [one.label for one in app.text_input] == ["Password"]


def test_a_password_that_was_changed_opens_nothing_to_those_inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "book"
    set_password(folder, Role.BANKER, "a first password")
    look_at(folder, monkeypatch, "shared")
    app = entered("a first password")
    assert not app.text_input
    set_password(folder, Role.BANKER, "another password")
    assert [one.label for one in app.run().text_input] == ["Password"]


def test_without_a_password_nobody_gets_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    look_at(tmp_path / "book", monkeypatch, "shared")
    app = AppTest.from_file(APP, default_timeout=60).run()
    assert not app.text_input
    assert "bourre dashboard password viewer" in said(app)


def test_settings_that_cannot_be_read_let_nobody_in_and_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "book"
    set_password(folder, Role.VIEWER, "a good password")
    (folder / "book.toml").write_text('[access]\nviewer = "my secret in clear"\n', "utf-8")
    look_at(folder, monkeypatch, "shared")
    app = AppTest.from_file(APP, default_timeout=60).run()
    assert not app.exception
    assert not app.text_input
    assert "my secret" not in said(app)


# --- Passwords ------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("shared")
def test_a_wrong_password_opens_nothing() -> None:
    app = entered("five golden things")
    assert "not a password of this book" in app.error[0].value
    assert [one.label for one in app.text_input] == ["Password"]


@pytest.mark.usefixtures("shared")
def test_a_wrong_password_over_and_over_has_to_wait_in_every_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login, "_GUARD", Guard(Clock()))
    entered("guess")
    app = entered(PASSWORDS[Role.BANKER])  # right, but from the same address and too soon
    assert "Try again in 1 second" in app.error[0].value
    assert [one.label for one in app.text_input] == ["Password"]


def test_the_wait_doubles_up_to_a_minute_and_is_forgotten() -> None:
    clock = Clock()
    guard = Guard(clock)
    waits = []
    for _ in range(9):
        assert guard.attempt("a", lambda: None) is None
        told = guard.attempt("a", lambda: "right")
        assert isinstance(told, TooSoon)
        waits.append(told.seconds)
        clock.now += told.seconds
    assert waits == [1, 2, 4, 8, 16, 32, LONGEST_WAIT, LONGEST_WAIT, LONGEST_WAIT]
    assert guard.attempt("a", lambda: "right") == "right"
    assert guard.attempt("a", lambda: None) is None
    assert guard.attempt("a", lambda: "right") == TooSoon(LONGEST_WAIT)  # a right one forgets nothing
    clock.now += MEMORY
    assert guard.attempt("a", lambda: None) is None
    assert guard.attempt("a", lambda: "right") == TooSoon(1)


def test_nobody_is_locked_out_for_long_by_others() -> None:
    clock = Clock()
    guard = Guard(clock)
    for number in range(1000):
        guard.attempt(f"address {number}", lambda: None)
        clock.now += EVERYBODYS_WAIT
    guard.attempt("one more", lambda: None)
    told = guard.attempt("a friend", lambda: "right")
    assert told == TooSoon(EVERYBODYS_WAIT)
    clock.now += EVERYBODYS_WAIT
    assert guard.attempt("a friend", lambda: "right") == "right"


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
    assert app.session_state["bourre role"] == role
    assert bool(app.button and app.button[0].label.startswith("Log in")) == (role is None)


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
