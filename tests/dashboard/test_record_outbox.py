"""No tap is lost: cut networks, killed servers, closed tabs, two phones, full storage, wrong
clocks, hasty fingers.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import eventually, looking
from playwright.sync_api import APIResponse, Browser, CDPSession, Page, Route
from record_phone import Phone, Place, Server, served, touch
from trials import FULL, drawn, luck

from ledger.book import Book, Recorder
from ledger.book.files.settings import Role
from ledger.book.sessions.importing import ImportOptions, import_files

SEATS = ("Ann", "Bea", "Cal", "Dot")
LAST_WEEK = """bourre 1
session 2025-11-14 last-week
rules louisiana
seats Ann Bea Cal Dot

hand 1 Dot -
  tricks Ann 3 Bea 2
"""
LONG_AGO = """bourre 1
session 2024-11-15 long-ago
rules louisiana
seats Eve Fay Gus Hal Ida Jo Kit Lou Max Nan

hand 1 Nan -
  tricks Eve 3 Fay 2
"""
PACE = 0.05
"""Seconds from one tap to the next."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Server]:  # noqa: ARG001 - nothing without one
    """Return the server of all tests here."""
    here = tmp_path_factory.mktemp("outbox")
    (here / "last.bourre").write_text(LAST_WEEK)
    (here / "first.bourre").write_text(LONG_AGO)
    import_files(here / "book", [here / "first.bourre", here / "last.bourre"], ImportOptions())
    with served(here / "book") as one:
        yield one


@pytest.fixture(scope="module")
def pocket(house: Server, chromium: Browser) -> Iterator[Phone]:
    """Return the phone of all tests here."""
    with looking(chromium, house.address, width=390) as page:
        yield Phone(page, house.address)


_FAILED: dict[Server | Phone, int] = {}
"""How many tests had failed when a server, or a phone, was used for the last time."""


def usable(shared: Server | Phone, request: pytest.FixtureRequest) -> None:
    """Put something that tests share right, if one has failed since: what it leaves behind is to
    cost nobody else.
    """
    failed = request.session.testsfailed
    if _FAILED.setdefault(shared, failed) != failed:
        shared.recover()
        _FAILED[shared] = failed


@pytest.fixture
def server(house: Server, request: pytest.FixtureRequest) -> Server:
    """Return a server that a test may kill; each begins an evening of its own."""
    usable(house, request)
    return house


@pytest.fixture
def phone(pocket: Phone, server: Server, request: pytest.FixtureRequest) -> Iterator[Phone]:  # noqa: ARG001 - it must be there
    """Return a phone on which an evening has just begun; Dot deals."""
    usable(pocket, request)
    pocket.begin(*SEATS)
    pocket.cards(wanted=False)
    pocket.tap("dealer 1 Dot")
    pocket.saved()
    yield pocket
    pocket.page.context.set_offline(False)


def log(server: Server) -> Path:
    """Return the log that was begun last."""
    return max(
        (server.folder / "sessions").glob("*.bourre"), key=lambda path: path.stat().st_ctime_ns
    )


def hands(path: Path) -> str:
    """Return what a log says below its header."""
    return path.read_text().partition("\n\n")[2]


def draft(server: Server) -> str:
    """Return the lines of the newest draft."""
    newest = max(
        (server.folder / "recording").glob("*.draft"), key=lambda path: path.stat().st_mtime_ns
    )
    return "\n".join(json.loads(newest.read_text())["drafts"][-1]["lines"])


def test_of_more_than_twelve_players_one_is_searched_and_then_the_next(phone: Phone) -> None:
    phone.tap("more")
    phone.tap("more away")
    search, seats = (
        phone.page.get_by_placeholder("Search"),
        phone.page.locator("[data-tap^='seat ']"),
    )
    search.wait_for()
    assert seats.count() == 12
    for name in ("Nan", "Bea"):
        search.fill(name.lower())
        phone.tap_when_read(f"seat {name}")  # who is found stands where the one before was tapped
        assert search.input_value() == ""
    assert phone.page.inner_text("[data-tap=begin]") == "Begin with 2 players"
    phone.page.get_by_label("Somebody new").fill("àNN")
    phone.tap("add")
    phone.page.get_by_text("Is that Ann, who is in the book?").wait_for()
    assert phone.page.locator("[data-tap='seat Ann']").get_attribute("aria-pressed") == "false"
    phone.tap_when_read("add")
    phone.page.locator("[data-tap='seat àNN'][aria-pressed=true]").wait_for()
    phone.tap("clear")


def test_an_evening_is_put_right_without_network_discarded_and_brought_back(
    phone: Phone, server: Server
) -> None:
    """A tap for an evening that somebody has discarded meanwhile is shown, and left out by whoever
    tapped it.
    """
    page, path = phone.page, log(server)
    page.context.set_offline(True)
    phone.tap("more")
    phone.tap("more began")
    page.get_by_label("Value of a chip").fill("0.50 USD")
    page.get_by_label("Name of Cal").fill("Calvin")
    page.get_by_label("Date").fill("2026-01-31")
    phone.tap("put right")
    phone.tap("score 1 Calvin 5")
    page.context.set_offline(False)
    phone.saved()
    assert path.read_text().endswith("chip 0.50 USD\nseats Ann Bea Calvin Dot\n")
    assert f"session 2026-01-31 {path.stem}\n" in path.read_text()
    phone.tap("more")
    phone.tap("more discard")
    phone.tap_when_read("discard now")
    page.locator("[data-tap^='bring back']").click()
    page.wait_for_selector(".page.score [data-tap='score 1 Calvin 5'][aria-pressed=true]")
    assert "play Calvin" in draft(server)
    book, kept = Book(server.folder, Role.SCORER), f"sessions/{path.name}"
    page.context.set_offline(True)
    phone.tap("score 1 Calvin 4")
    book.discard(
        book.load(kept), Recorder(page.evaluate("localStorage['bourre.phone']"), "another tab")
    )
    page.context.set_offline(False)
    page.get_by_role("alertdialog", name="Not recorded").get_by_text("Calvin took 4").wait_for()
    assert "This evening is gone" in page.get_by_role("alertdialog").inner_text()
    phone.tap_when_read("decide all")
    page.wait_for_selector("[data-tap=begin]")
    phone.saved()


def test_an_evening_that_somebody_else_has_discarded_leads_back_however_often_the_server_is_asked(
    phone: Phone, server: Server
) -> None:
    page, book = phone.page, Book(server.folder, Role.SCORER)
    me = Recorder(page.evaluate("localStorage['bourre.phone']"), "another tab")
    page.route("**/bourre/desk", lambda route: route.abort(), times=1)
    book.discard(book.load(f"sessions/{log(server).name}"), me)
    page.wait_for_selector("text=This page keeps trying")
    page.wait_for_selector("[data-tap=begin]")


# --- A thousand taps ------------------------------------------------------------------------------


@dataclass
class Thumbs:
    """Taps at places that were looked up once: seats never move."""

    page: Page
    taps: int = 0

    def __post_init__(self) -> None:
        rows = self.page.locator(".row")
        self.places: dict[str, Place] = {
            "confirm": self._middle(".dock .main"),
            "undo": self._middle(".dock .undo"),
        }
        for at, name in enumerate(SEATS):
            self.places[name] = self._middle(rows.nth(at).locator(".name"))
            for number in range(6):
                self.places[f"{name} {number}"] = self._middle(
                    rows.nth(at).locator(".number").nth(number)
                )
        self.next = time.monotonic()

    def _middle(self, where: object) -> tuple[float, float]:
        box = (self.page.locator(where) if isinstance(where, str) else where).bounding_box()  # type: ignore[attr-defined]
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, what: str) -> None:
        """Tap at the pace, without a look at the page."""
        time.sleep(max(0.0, self.next - time.monotonic()))
        self.next = max(self.next + PACE, time.monotonic())
        self.page.touchscreen.tap(*self.places[what])
        self.taps += 1


@dataclass
class Evening:
    """Hands by chance: what is tapped, and what the log must say."""

    rng: random.Random
    expected: str = ""
    number: int = 0
    dealer: int = 3

    def hand(self) -> list[str]:
        """Return the taps of one more hand."""
        self.number += 1
        order = [SEATS[(self.dealer + 1 + at) % 4] for at in range(4)]
        stay = [name for name in order if name in self.rng.sample(SEATS, self.rng.randint(2, 4))]
        while len(stay) < 2:
            stay = order[:2]
        took = dict.fromkeys(stay, 0)
        for _ in range(5):
            took[self.rng.choice(stay)] += 1
        won = " ".join(f"{name} {number}" for name, number in took.items() if number)
        plays = "".join(f"  play {name}\n" for name in stay)
        self.expected += f"\nhand {self.number} {SEATS[self.dealer]} -\n{plays}  tricks {won}\n"
        self.dealer = (self.dealer + 1) % 4
        return [*self._taps(stay, took), "confirm"]

    def _taps(self, stay: list[str], took: dict[str, int]) -> list[str]:
        who = self.rng.sample(stay, len(stay))
        taps = []
        if self.rng.random() < 0.7:
            taps += who
            if self.rng.random() < 0.3 and len(stay) < 4:  # somebody stays, and does not after all
                out = next(name for name in SEATS if name not in stay)
                taps += [out, self.rng.choice([out, "undo"])]
        if self.rng.random() < 0.3:  # a wrong number, taken back
            taps += [f"{who[0]} {(took[who[0]] + 1) % 6}", "undo"]
        return taps + [f"{name} {took[name]}" for name in who]


def test_taps_in_haste_with_the_network_cut_and_the_server_killed_on_two_phones_in_turn(
    server: Server, chromium: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = luck()
    evening = Evening(rng)
    wanted, turns = (1000, 8) if FULL else (80, 2)
    done = kills = cuts = 0
    with (
        looking(chromium, server.address, width=390) as one,
        looking(chromium, server.address, width=390) as two,
    ):
        first, second = Phone(one, server.address), Phone(two, server.address)
        first.begin(*SEATS)
        first.tap("dealer 1 Dot")
        path = log(server)
        first.saved()
        for turn in range(turns):
            here = (first, second)[turn % 2]
            if turn:
                take_over(here, path)
            thumbs = Thumbs(here.page)
            offline_until = 0
            killed_at = rng.randrange(20, 20 + wanted // turns // 2)
            while thumbs.taps < wanted // turns:
                for tap in evening.hand():
                    if thumbs.taps == killed_at:
                        server.kill()
                        server.begin_again()
                        kills += 1
                    if not offline_until and rng.random() < 0.05:
                        here.page.context.set_offline(True)
                        offline_until = thumbs.taps + rng.randrange(5, 30)
                        cuts += 1
                    elif offline_until and thumbs.taps >= offline_until:
                        here.page.context.set_offline(False)
                        offline_until = 0
                    thumbs.tap(tap)
            here.page.context.set_offline(False)
            here.page.wait_for_function(
                "() => !Object.keys(localStorage).some(key => key.startsWith('bourre.tap.'))",
                timeout=60_000,
            )
            done += thumbs.taps
    with capsys.disabled():
        print(f"\n{done} taps, {kills} kills, {cuts} cuts of the network, {evening.number} hands")
    assert hands(path) == evening.expected.lstrip("\n")


def take_over(phone: Phone, path: Path) -> None:
    """Go on with a recording on this phone, from the desk or from watching."""
    if phone.page.url == "about:blank":
        phone.open()
        phone.page.locator(f'[data-tap="go on sessions/{path.name}"]').click()
    else:
        phone.page.locator('[data-tap="take over"]').click()
    phone.page.wait_for_selector(".dock .undo")
    phone.cards(False)


# --- One finger -----------------------------------------------------------------------------------


def test_wrong_tricks_of_a_hand_before_are_mended_in_five_taps_without_a_network_exactly_once(
    phone: Phone, server: Server
) -> None:
    for number in (1, 2):
        phone.tap(f"score {number} Ann 3")
        phone.tap(f"score {number} Bea 2")
        phone.tap(f"Confirm hand {number} {number}")
    phone.tap("score 3 Cal")
    phone.saved()
    phone.page.locator("[data-tap=more]").click()
    phone.tap("mend 1")
    phone.page.context.set_offline(True)
    with phone.page.expect_event("requestfailed"):
        phone.tap("mend Ann 2")
    phone.page.context.set_offline(False)  # what it changes is asked again
    # how many: with the pot of the evening before
    phone.page.get_by_text(re.compile(r"Ann: (\+\d+) → \1 \? · ")).wait_for()
    phone.page.get_by_text("The lines of the log").click()
    lines = phone.page.get_by_label("Lines")
    lines.fill(f"{lines.input_value()}\n# so it was")
    phone.tap("mend Bea 3")
    # a tap does not lose what was typed
    assert lines.input_value().endswith("\ntricks Ann 2 Bea 3\n# so it was")
    phone.tap("close mend")
    phone.page.context.set_offline(True)
    phone.taps = 0
    for meaning in ("more", "mend 1", "mend Ann 2", "mend Bea 3", "save 1"):
        phone.tap(meaning)
    assert phone.taps == 5
    assert phone.waiting() == 1
    server.kill()
    server.begin_again()
    phone.page.context.set_offline(False)
    phone.saved()
    mended, _, rest = hands(log(server)).partition("\n\n")
    *lines, note = mended.split("\n")
    assert lines == ["hand 1 Dot -", "  play Ann", "  play Bea", "  tricks Ann 2 Bea 3"]
    assert re.fullmatch(r"  # edited [-0-9]{10} [0-9:]{5} by .+: was tricks Ann 3 Bea 2", note)
    assert "tricks Bea 2 Ann 3" in rest
    assert "play Cal" in draft(server)
    phone.tap("undo")
    phone.saved()
    assert hands(log(server)).startswith(
        "hand 1 Dot -\n  play Ann\n  play Bea\n  tricks Ann 3 Bea 2\n\n"
    )


def test_on_a_phone_six_times_slower_every_tap_in_haste_counts_and_confirming_twice_is_once(
    phone: Phone, server: Server
) -> None:
    """The page before this one lost some of four taps 80 ms apart in 15 of 16 tries, on a fast phone as on a slow one.

    A double tap on *Confirm* was answered by "no hand is open: begin one: hand 1 Ann 9h" in all of them.
    """  # noqa: E501
    session = phone.page.context.new_cdp_session(phone.page)
    thumbs = Thumbs(phone.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    for what in ("Ann", "Bea", "Cal", "Cal", "Ann 3", "Bea 0", "Bea 2"):
        thumbs.tap(what)
    touch(phone.page, *[[thumbs.places["confirm"]], []] * 3)
    phone.saved()
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    assert hands(log(server)) == "hand 1 Dot -\n  play Ann\n  play Bea\n  tricks Ann 3 Bea 2\n"
    assert "Hand 2" in phone.page.inner_text("h1")
    assert "Who stays" in phone.page.inner_text(".question")
    assert not phone.page.locator("[role=alertdialog]").count()


_ONCE = """([x, y]) => {
  const under = () => {
    let found = document.elementFromPoint(x, y);
    while (found.shadowRoot?.elementFromPoint(x, y)) found = found.shadowRoot.elementFromPoint(x, y);
    return found;
  };
  const finger = { bubbles: true, composed: true, clientX: x, clientY: y, pointerId: 7, pointerType: 'touch' };
  for (const what of ['pointerdown', 'pointerup']) under().dispatchEvent(new PointerEvent(what, finger));
}"""  # noqa: E501


def test_a_tap_on_a_button_that_goes_does_not_hit_what_comes_in_its_place(
    phone: Phone, server: Server
) -> None:
    """Where the card lay that is turned up there is a number of cards to draw; a test that waited
    would be no double tap.
    """
    page = phone.page
    phone.tap("mode")
    box = page.locator('[data-tap="turned 1 Qc"]').bounding_box()
    assert box
    page.evaluate(
        f"place => [place, place].forEach({_ONCE})",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    phone.saved()
    assert "hand 1 Dot Qc" in draft(server)
    assert "play" not in draft(server)


def pressed(phone: Phone) -> list[str]:
    """Return who stays, as it is shown."""
    shown = phone.page.locator(".row .name").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-pressed'))"
    )
    return [name for name, is_in in zip(SEATS, shown, strict=True) if is_in == "true"]


@pytest.mark.glance
def test_undo_takes_back_the_last_tap_at_once_and_on_the_disk(phone: Phone, server: Server) -> None:
    """Cal stays, then Ann, whose line stands above: first Ann goes, whether the server has been
    told or not.
    """
    for name in ("Cal", "Ann", "Bea"):
        phone.tap(f"score 1 {name}")
    phone.saved()
    phone.page.context.set_offline(True)
    phone.tap("score 1 Dot 3")
    for left in (["Ann", "Bea", "Cal"], ["Ann", "Cal"], ["Cal"]):
        phone.tap("undo")
        assert pressed(phone) == left
    phone.page.context.set_offline(False)
    phone.saved()
    assert [draft(server).count(f"play {name}") for name in SEATS] == [0, 0, 1, 0]
    assert pressed(phone) == ["Cal"]
    phone.page.reload()
    phone.page.wait_for_selector(".dock .undo")
    phone.tap("undo")
    assert pressed(phone) == []


def pot(phone: Phone, number: int, took: str, bourre: str) -> None:
    """Tap who took the pot, and who went bourré."""
    phone.tap(f"pot {number}")
    phone.tap_when_read(f"took {took}")
    phone.tap_when_read(f"bourre {bourre}")
    if bourre not in {"nobody", "unknown"}:
        phone.tap_when_read("record pot")


def test_who_took_the_pot_is_tapped_offline_taken_back_corrected_and_not_lost_when_the_server_is_killed(  # noqa: E501
    phone: Phone, server: Server
) -> None:
    """As every other tap; what it leaves open is on the screen before the hand is confirmed."""
    page, path = phone.page, log(server)
    page.context.set_offline(True)
    pot(phone, 1, "Ann", "unknown")
    phone.tap("score 1 Bea")
    phone.tap("undo")
    assert page.locator("[data-tap='score 1 Bea']").get_attribute("aria-pressed") == "false"
    assert page.inner_text(".question") == "Ann took the pot"
    server.kill()
    server.begin_again()
    page.context.set_offline(False)
    page.get_by_text(
        "Who else stayed is not recorded: Bea, Cal and Dot may owe a match."
    ).wait_for()
    phone.saved()
    assert draft(server) == "hand 1 Dot -\n  take Ann"
    page.context.set_offline(True)
    pot(phone, 1, "Ann", "Bea")
    assert page.inner_text(".question") == "Ann took the pot; Bea went bourré"
    phone.tap_when_read("Confirm hand 1 1")
    pot(phone, 2, "nobody", "nobody")
    page.context.set_offline(False)
    phone.saved()
    assert hands(path) == "hand 1 Dot -\n  take Ann\n  match Bea\n"
    assert draft(server) == "hand 2 Ann -\n  take -\n  match -"
    for _ in range(3):
        phone.tap("undo")
    phone.saved()
    assert draft(server) == "hand 1 Dot -\n  take Ann"


def test_who_took_the_pot_is_seen_on_another_phone_which_takes_over_and_corrects_it(
    phone: Phone, server: Server, chromium: Browser
) -> None:
    path = log(server)
    with looking(chromium, server.address, width=390) as page:
        other = Phone(page, server.address)
        other.open()
        page.locator(f'[data-tap="watch sessions/{path.name}"]').click()
        pot(phone, 1, "Cal", "unknown")
        page.get_by_text(
            "Who else stayed is not recorded: Ann, Bea and Dot may owe a match."
        ).wait_for()
        page.reload()  # a television goes on watching
        page.get_by_text(
            "Who else stayed is not recorded: Ann, Bea and Dot may owe a match."
        ).wait_for()
        phone.saved()
        phone.page.context.set_offline(True)
        take_over(other, path)
        pot(other, 1, "Cal", "Dot")
        other.saved()
        # too late: another phone records now, and whoever tapped is asked
        pot(phone, 1, "Ann", "Dot")
        phone.page.context.set_offline(False)
        phone.page.get_by_role("alertdialog").get_by_text(
            "Ann took the pot; Dot went bourré"
        ).wait_for()
        phone.tap_when_read("decide all")
        # It is shown for seconds, which a busy machine may not look at: whatever it says is written
        # down.
        said = other.page.locator(".moment").evaluate_handle(
            "one => { const said = []; new MutationObserver(() => said.push(one.textContent))"
            ".observe(one, {childList: true, subtree: true}); return said; }"
        )
        other.tap_when_read("Confirm hand 1 1")
        # other tests made Dot go bourré this year
        shown = r"Dot: bourré, matches \d+the \d+(st|nd|rd|th) of \d{4}$"
        other.page.wait_for_function(
            "([said, shown]) => said.some(one => RegExp(shown).test(one))", arg=[said, shown]
        )
        other.saved()
    assert hands(path) == "hand 1 Dot -\n  take Cal\n  match Dot\n"


def test_what_was_folded_is_entered_offline_while_the_next_hand_is_open_and_taken_back_tap_by_tap(
    phone: Phone, server: Server
) -> None:
    """The phone shows by itself what the server will; a card that was played somewhere else says
    so, and is not entered.
    """
    page = phone.page
    for what in ("score 1 Ann 3", "score 1 Bea 2", "Confirm hand 1 1"):
        phone.tap(what)
    phone.saved()
    page.context.set_offline(True)
    phone.tap("more")
    phone.tap("more folded")
    shown = []
    for what in ("dealt 1 Cal", "deal 1 Cal 7s", "deal 1 Cal 8s", "dealt 1 Dot"):
        phone.tap_when_read(what)
        shown.append(page.inner_text(".whose") + page.inner_text(".picked"))
    page.locator('[data-tap="deal 1 Dot 8s"]').click(force=True)
    assert page.inner_text(".says") == "That card was elsewhere"
    phone.tap("close dealt")
    phone.tap("score 2 Cal")
    page.context.set_offline(False)
    phone.saved()
    played = "  play Ann\n  play Bea\n  tricks Ann 3 Bea 2\n"
    assert hands(log(server)) == f"hand 1 Dot -\n  dealt Cal 7s 8s ?? ?? ??\n{played}"
    assert "play Cal" in draft(server)
    for _ in range(2):
        phone.tap("undo")
    phone.saved()
    assert hands(log(server)) == f"hand 1 Dot -\n  dealt Cal 7s ?? ?? ?? ??\n{played}"
    assert pressed(phone) == []
    phone.tap("more")
    phone.tap("more folded")
    again = []
    for what in ("dealt 1 Cal", "deal 1 Cal 8s", "dealt 1 Dot"):
        phone.tap_when_read(what)
        phone.saved()
        page.wait_for_timeout(100)
        again.append(page.inner_text(".whose") + page.inner_text(".picked"))
    phone.tap("close dealt")
    assert again == shown[1:]


def test_two_taps_beside_each_other_are_two_taps_however_fast(phone: Phone, server: Server) -> None:
    box = phone.page.locator('[data-tap="score 1 Ann 3"]').bounding_box()
    assert box
    edge, middle = box["x"], box["y"] + box["height"] / 2
    phone.page.evaluate(
        f"places => places.forEach({_ONCE})", [[edge - 6, middle], [edge + 6, middle]]
    )
    phone.saved()
    assert "tricks Ann 3" in draft(server)


def test_a_tap_says_what_the_control_said_when_the_finger_went_down(
    phone: Phone, server: Server
) -> None:
    """Another finger changes the page before it goes up; a server's picture might.

    The control goes with its row; or it stays, and says how many tricks Bea took instead of how many cards she draws; or it
    stays, and is that of the next hand, of which nobody meant to say anything.
    """  # noqa: E501
    page = phone.page
    held(page, '[data-tap="score 1 Ann"]', ".mode")
    phone.saved()
    assert "play Ann" in draft(server)
    assert page.locator(".page.cards").count()
    held(page, '[data-tap="declare 1 Bea 2"]', ".mode")
    phone.saved()
    assert "play Bea 2" in draft(server)
    assert "tricks" not in draft(server)
    phone.tap("score 1 Ann 3")
    held(page, '[data-tap="score 1 Cal"]', '[data-tap="Confirm hand 1 1"]')
    page.wait_for_selector("text=Another hand has begun: tap again")
    assert pressed(phone) == []
    phone.saved()
    assert hands(log(server)) == "hand 1 Dot -\n  play Ann\n  play Bea 2\n  tricks Ann 3 Bea 2\n"


def held(page: Page, first: str, second: str) -> None:
    """Hold a finger on the first control while another taps the second."""
    boxes = [page.locator(control).bounding_box() for control in (first, second)]
    one, other = [(box["x"] + 20, box["y"] + 20) for box in boxes if box]
    touch(page, [one], [one, other], [other], [])


_TOLD_LATE = """async (node) => {
  const finger = { bubbles: true, composed: true, pointerId: 7, pointerType: 'touch' };
  node.dispatchEvent(new PointerEvent('pointerdown', finger));
  const up = new PointerEvent('pointerup', finger);
  while (!node.getRootNode().querySelector('.sheet')) await new Promise(requestAnimationFrame);
  node.dispatchEvent(up);
}"""


def test_a_short_tap_is_one_however_late_it_is_told_and_two_fingers_are_two_taps(
    phone: Phone, server: Server
) -> None:
    """By its own time a tap was short; what a long one opens goes again. A browser makes no click
    of a second finger.
    """
    phone.page.locator('[data-tap="score 1 Cal"]').evaluate(_TOLD_LATE)
    assert not phone.page.locator(".sheet").count()
    places = Thumbs(phone.page).places
    touch(phone.page, [places["Dot"]], [places["Dot"], places["Bea"]], [places["Dot"]], [])
    phone.saved()
    assert [name for name in SEATS if f"play {name}" in draft(server)] == ["Bea", "Cal", "Dot"]


_HELD = """([node, first, after]) => new Promise(done => {
  const finger = { bubbles: true, composed: true, pointerId: 7, pointerType: 'touch' };
  const asks = () => node.dispatchEvent(new PointerEvent('contextmenu', { ...finger, cancelable: true }));
  const root = node.getRootNode();
  let opened = 0;
  new MutationObserver(changes => {
    for (const one of changes) for (const node of one.addedNodes) opened += node.classList?.contains('over') ? 1 : 0;
  }).observe(root.querySelector('.bourre'), { childList: true });
  node.dispatchEvent(new PointerEvent('pointerdown', finger));
  setTimeout(() => first && asks(), 300);
  setTimeout(() => {
    node.dispatchEvent(new PointerEvent('pointerup', finger));
    node.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true, detail: 1 }));
    if (!first) asks();
    requestAnimationFrame(() => requestAnimationFrame(() => done([opened, root.querySelectorAll('.sheet').length])));
  }, after);
})"""  # noqa: E501


def test_a_browser_that_asks_for_a_menu_besides_makes_of_a_tap_no_more_and_no_less(
    phone: Phone, server: Server
) -> None:
    """Android asks while the finger is down, Windows once it is up; a short tap is one, and a long
    one opens a sheet.
    """
    for first in (True, False):
        seat = phone.page.locator('[data-tap="score 1 Cal"]').element_handle()
        assert phone.page.evaluate(_HELD, [seat, first, 700]) == [1, 1]
        phone.page.keyboard.press("Escape")
        phone.tap("score 1 Ann 3")
        phone.saved()
        assert ["play Ann" in draft(server), "play Cal" in draft(server)] == [True, False]
        assert phone.page.evaluate(_HELD, [seat, first, 420]) == [0, 0]
        phone.saved()
        assert "play Cal" in draft(server)
        for _ in range(2):
            phone.tap("undo")
        phone.saved()


_AT_ONCE = """(root) => {
  window.taken = 0;
  navigator.share = async () => { window.taken += 1; };
  navigator.canShare = () => true;
  const seen = new MutationObserver(() => {
    const share = root.querySelector('[data-tap=share]');
    if (!share) return;
    seen.disconnect();
    // The tap before may have been elsewhere on this screen, from where no browser sends this button a touch: say that it was
    // where the button has come, and touch it there.
    const box = share.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    Object.assign(root.bourreTouch.last, { x, y });
    const finger = { bubbles: true, composed: true, clientX: x, clientY: y, pointerId: 7, pointerType: 'touch' };
    for (const what of ['pointerdown', 'pointerup']) share.dispatchEvent(new PointerEvent(what, finger));
    window.shaken = share.getAnimations().length;
  });
  seen.observe(root, { childList: true, subtree: true });
}"""  # noqa: E501


def test_a_button_that_has_only_just_come_where_a_finger_was_says_so_and_the_next_tap_is_taken(
    phone: Phone,
) -> None:
    """What can be shared comes from the server, and its button stands where the one for the end of
    the night was tapped.
    """
    page = phone.page
    recaps: list[Route] = []
    page.route("**/bourre/recap?*", lambda route: recaps.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    phone.tap("score 1 Ann 3")
    phone.tap("score 1 Bea 2")
    phone.tap("Confirm hand 1 1")
    phone.table("end carry")
    eventually(page, lambda: recaps)
    phone.tap("undo")
    phone.saved()
    with page.expect_response("**/bourre/recap?*"):
        recaps.pop().continue_()
    # it is of an end that was taken back: after the next one it is asked for again
    page.wait_for_timeout(100)
    phone.table("end carry")
    phone.saved()
    page.locator(".bourre").evaluate(_AT_ONCE)
    eventually(page, lambda: recaps)
    page.wait_for_timeout(500)  # no double tap any more
    recaps.pop().continue_()
    page.unroute("**/bourre/recap?*")
    page.wait_for_function("() => window.shaken")
    phone.tap_when_read("share")
    page.wait_for_function("() => window.taken")
    assert page.evaluate("window.taken") == 1
    phone.tap("done")
    page.wait_for_selector("text=A new evening")


_TIMED = """([selector]) => new Promise(done => {
  const find = () => document.querySelector('[data-testid=stMain]').querySelectorAll('*');
  const root = [...find()].map(one => one.shadowRoot).find(one => one?.querySelector('.bourre'));
  const button = root.querySelector(selector);
  const before = button.getAttribute('aria-pressed');
  const start = performance.now();
  button.click();
  const changed = button.getAttribute('aria-pressed') !== before;
  requestAnimationFrame(() => requestAnimationFrame(() => done([changed, performance.now() - start])));
})"""  # noqa: E501


def test_a_tap_is_shown_in_the_next_frame(phone: Phone, capsys: pytest.CaptureFixture[str]) -> None:
    """Two frames are measured: the one that shows it, and the one after, in which it is surely on
    the screen.
    """
    session, times = phone.page.context.new_cdp_session(phone.page), []
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    phone.page.wait_for_timeout(800)  # the name of the dealer was touched just now
    before = worked(session)
    for at in range(120):
        changed, took = phone.page.evaluate(_TIMED, [f".row:nth-child({at % 4 + 1}) .name"])
        assert changed, f"tap {at} was not drawn at once: {phone.page.inner_text('.question')}"
        times.append(took)
    with capsys.disabled():
        print(
            f"\ntap to picture: median {median(times):.1f} ms, p99 "
            f"{quantiles(times, n=100)[-1]:.1f} ms of {len(times)}"
        )
        print(f"of work for the page: {(worked(session) - before) / len(times):.1f} ms a tap")
    assert worked(session) - before < 100 * len(times)


def worked(session: CDPSession) -> float:
    """Return the milliseconds for which a page has worked, without those in which a busy machine
    did other things.
    """
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(found["TaskDuration"]) * 1000


# --- The storage ----------------------------------------------------------------------------------


def stay_offline(phone: Phone) -> None:
    """Tap a whole hand without the network."""
    phone.page.context.set_offline(True)
    for name, number in (("Ann", 3), ("Bea", 2), ("Cal", 0)):
        phone.tap(f"score 1 {name} {number}")
    phone.tap("Confirm hand 1 1")
    phone.tap("score 2 Cal")
    phone.page.wait_for_selector("text=Not saved yet: 5 taps")


OFFLINE = "hand 1 Dot -\n  play Ann\n  play Bea\n  play Cal\n  tricks Ann 3 Bea 2\n"


def test_taps_that_wait_are_drawn_when_the_page_is_loaded_again(
    phone: Phone, server: Server
) -> None:
    """The server answers, but takes no taps yet: what is tapped then goes on from what was tapped
    before.
    """
    page, path = phone.page, log(server)
    page.route("**/bourre/taps", lambda route: route.abort())
    for meaning in ("score 1 Ann 3", "score 1 Bea 2", "Confirm hand 1 1", "score 2 Cal"):
        phone.tap(meaning)
    phone.open()
    page.wait_for_selector("[data-tap='score 2 Cal'][aria-pressed=true]")
    page.get_by_text("Not saved yet: 4 taps").first.wait_for()
    phone.tap("score 2 Dot")
    page.unroute_all(behavior="wait")
    phone.saved()
    assert hands(path).count("hand 1 Dot") == 1
    assert [draft(server).count(f"play {name}") for name in SEATS] == [0, 0, 1, 1]


def test_two_tabs_of_one_phone_lose_no_tap_and_double_none(phone: Phone, server: Server) -> None:
    path = log(server)
    stay_offline(phone)
    other = Phone(phone.page.context.new_page(), phone.address)
    phone.page.context.set_offline(False)
    other.open()  # it sends what the first tab has not sent yet, and so does the first
    other.page.locator(f'[data-tap="go on sessions/{path.name}"]').click()
    other.page.wait_for_selector('[data-tap="score 2 Dot"]')
    other.tap("score 2 Dot")
    other.saved()
    assert hands(path) == OFFLINE
    assert [draft(server).count(f"play {name}") for name in SEATS] == [0, 0, 1, 1]
    phone.tap("score 2 Ann")  # the other tab has sent what this one had, and is done with it
    phone.saved()
    assert [draft(server).count(f"play {name}") for name in SEATS] == [1, 0, 1, 1]
    phone.page.context.set_offline(True)
    phone.tap("score 2 Bea")
    phone.page.evaluate(_THROWN_AWAY)
    phone.page.context.set_offline(False)
    phone.saved()
    assert [draft(server).count(f"play {name}") for name in SEATS] == [1, 1, 1, 1]
    phone.page.evaluate(_THROWN_AWAY)
    phone.page.context.set_offline(True)
    phone.tap("score 2 Bea 5")
    phone.page.close()  # what it tapped is sent by the other tab
    other.page.context.set_offline(False)
    other.saved()
    assert "tricks Bea 5" in draft(server)
    phone.page = other.page


_THROWN_AWAY = (
    "for (const key of Object.keys(localStorage)) if (key.startsWith('bourre.stream.')) "
    "localStorage.removeItem(key)"
)
"""What a tab does with the streams of others that seem to be done with, as soon as there
are many.
"""


def test_another_phone_took_over_meanwhile_and_the_taps_are_told_in_words(
    phone: Phone, server: Server, chromium: Browser
) -> None:
    path = log(server)
    page = phone.page
    page.context.set_offline(True)
    phone.tap("score 1 Ann")
    with looking(chromium, server.address, width=390) as other:
        second = Phone(other, server.address)
        take_over(second, path)
        second.tap("score 1 Bea")
        second.saved()
        page.context.set_offline(False)
        page.wait_for_selector("text=Another phone is recording now")
        assert "Hand 1: Ann stays" in page.inner_text("[role=alertdialog]")
        phone.tap_when_read("decide over")
        phone.saved()
        assert [draft(server).count(f"play {name}") for name in SEATS] == [1, 1, 0, 0]
        other.wait_for_selector("text=You are watching")


def test_a_picture_that_comes_late_is_not_drawn_over_what_was_done_meanwhile(
    phone: Phone, server: Server, chromium: Browser
) -> None:
    """It was asked for while another phone recorded, and says so: taps would be those of somebody
    who watches.
    """
    page, path = phone.page, log(server)
    late: list[tuple[Route, APIResponse]] = []
    with looking(chromium, server.address, width=390) as other:
        second = Phone(other, server.address)
        take_over(second, path)
        page.wait_for_selector("text=You are watching")
        page.route("**/bourre/picture?*", lambda route: late.append((route, route.fetch())))
        second.tap("score 1 Bea")
        second.saved()
        eventually(page, lambda: any(answer.status == 200 for _, answer in late))
        phone.tap("take over")
        page.wait_for_selector(".dock .undo")
        for route, answer in late:
            route.fulfill(response=answer)
        page.wait_for_timeout(300)
        phone.tap("score 1 Ann")
        page.unroute_all(behavior="ignoreErrors")
        phone.saved()
    assert "play Ann" in draft(server)


def test_with_the_server_gone_the_page_goes_on(phone: Phone, server: Server) -> None:
    """Streamlit dims its pages then, and lays a dialog over them. What a tunnel says in its place
    is not what became of a tap.
    """
    phone.page.route(
        "**/bourre/taps", lambda route: route.fulfill(status=404, body="<h1>Tunnel not found</h1>")
    )
    phone.tap("score 1 Ann 3")
    phone.page.wait_for_selector("text=The server cannot be reached")
    phone.page.unroute_all(behavior="wait")
    server.kill()
    phone.page.wait_for_timeout(6000 if FULL else 1500)
    phone.tap("score 1 Bea 2")
    phone.page.wait_for_selector("text=Not saved yet: 2 taps")
    assert (
        phone.page.evaluate(
            "getComputedStyle(document.querySelector('[data-testid=stMain]')).opacity"
        )
        == "1"
    )
    server.begin_again()
    phone.page.wait_for_function(
        "() => !Object.keys(localStorage).some(key => key.startsWith('bourre.tap.'))",
        timeout=60_000,
    )
    phone.tap("Confirm hand 1 1")
    phone.saved()
    assert hands(log(server)) == "hand 1 Dot -\n  play Ann\n  play Bea\n  tricks Ann 3 Bea 2\n"


def test_nothing_stands_in_the_way_of_those_who_do_not_see_it(phone: Phone) -> None:
    phone.tap("mode")
    phone.tap("turned 1 9h")
    for name, draws in (("Ann", 2), ("Bea", 0), ("Dot", 1)):
        phone.tap(f"declare 1 {name} {draws}")
    phone.tap("card 1 Ks")
    for dark in drawn(("light", "dark"), 1):
        phone.page.emulate_media(color_scheme=dark)  # type: ignore[arg-type]
        for opens in ("", "more", "close more", "mode", "mode"):
            if opens:
                phone.tap(opens)
            assert serious(phone.page) == []


def serious(page: Page) -> list[str]:
    """Return what axe finds on the page that keeps people out."""
    found = (
        Axe()
        .run(
            page,
            options={
                "resultTypes": ["violations"],
                "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"],
            },
        )
        .response["violations"]
    )
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in {"serious", "critical"}
        for node in one["nodes"]
    ]
