"""``book.toml``: what it says, changes that keep what people wrote, and errors with their place
(ledger/book/files/settings.py).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from unicodedata import normalize

import pytest
import tomlkit
from hypothesis import given, strategies as st

from ledger.book.files.settings import (
    MOST_BYTES,
    House,
    Player,
    Settings,
    parse_settings,
    read_settings,
)
from ledger.book.files.settings_edit import (
    change_settings,
    enrolled,
    merged,
    new_text,
    renamed,
    separated,
    with_handle,
)
from ledger.book.members.people import similar
from ledger.errors import UserError

BOOK = """\
# The book of the Thursday game, kept by Ann.
name = "Thursday game"   # since 2019
currency = "EUR"
game = "thursday"
mascot = "raccoon"       # nobody's business

[house]
rules = "louisiana limit=20"
ante = 1
chip = "0.25"

[[players]]
id = 1
name = "Ann"  # the host
aliases = [
  "Annie",    # since 2020
  "ann b.",
]
handle = "@ann-pays"

# Bea came later
[[players]]
id = 2
name = "Bea"
colour = "green"

[pictures]
bea = "bea.png"          # not for the program to touch
"""


def players(text: str) -> list[str]:
    """Return the players of a text in short: ``1 Ann (Annie, ann b.)``."""
    return [
        f"{player.id} {player.name}" + (f" ({', '.join(player.aliases)})" if player.aliases else "")
        for player in parse_settings(text).players
    ]


def refusal(action: Callable[[], object]) -> str:
    """Return what an action is refused with, message and remedy, on one line."""
    with pytest.raises(UserError) as caught:
        action()
    return " ".join(f"{caught.value.message} -> {caught.value.remedy}".split())


# --- Reading --------------------------------------------------------------------------------------


def test_a_book_says_who_plays_and_what_goes_without_saying() -> None:
    read = parse_settings(BOOK)
    assert (read.name, read.currency, read.game) == ("Thursday game", "EUR", "thursday")
    assert read.house == House("louisiana limit=20", 1, 25)
    assert read.players == (Player(1, "Ann", ("Annie", "ann b."), "@ann-pays"), Player(2, "Bea"))
    assert read.by_name == {"Ann": 1, "Annie": 1, "ann b.": 1, "Bea": 2}


def test_a_book_without_settings_has_the_usual_ones_and_the_name_of_its_folder(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "fridays"
    folder.mkdir()
    assert read_settings(folder / "book.toml") == Settings(
        "fridays", "USD", "book", House(), (), {}
    )


def test_a_new_text_teaches_and_says_what_it_was_told() -> None:
    text = new_text('Ann\'s "big" game', "JPY")
    assert text.startswith("# ")
    assert parse_settings(text) == Settings('Ann\'s "big" game', "JPY", currency_said=True)
    assert parse_settings(new_text(), "/books/ours/book.toml").name == "ours"
    assert "usd is not a currency" in refusal(lambda: new_text("x", "usd"))


def test_names_are_compared_as_in_logs() -> None:
    decomposed, composed = normalize("NFD", "Zoé"), normalize("NFC", "Zoé")
    text = f'[[players]]\nid = 1\nname = "Ann"\naliases = ["{decomposed}"]\n'
    assert parse_settings(text).by_name == {"Ann": 1, composed: 1}
    assert enrolled(text, [decomposed, composed]) == text
    assert players(separated(text, composed)) == ["1 Ann", f"2 {composed}"]


def test_a_byte_order_mark_and_windows_lines_are_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_bytes(b"\xef\xbb\xbf" + BOOK.replace("\n", "\r\n").encode())
    assert read_settings(path) == parse_settings(BOOK)
    change_settings(path, lambda text: enrolled(text, ["Cal"]))
    assert "Cal" in read_settings(path).by_name


# --- Errors ---------------------------------------------------------------------------------------

ANN = '[[players]]\nid = 1\nname = "Ann"\n'
BAD = {
    "no value": ("name =\n", "1:7: not valid TOML: Invalid value | name = | ^"),
    "broken off": ('name = "x', "1:10: not valid TOML"),
    "key twice": (
        "game = 'a'\ngame = 'b'\n",
        "2:11: not valid TOML: Cannot overwrite a value | game = 'b' | ^",
    ),
    "small letters": (
        'currency = "usd"',
        '1:13: usd is not a currency | currency = "usd" | ^ -> did you mean USD?',
    ),
    "currency as number": (
        "currency = 3",
        "1:12: currency must be text | currency = 3 | ^ -> put it in quotes",
    ),
    "empty name": ('\nname = " "', "2:8: name is empty"),
    "long name": (
        f'name = "{"x" * 201}"',
        "1:8: name must be at most 200 plain characters on one line",
    ),
    "bell": ('game = "\\u0007"', "1:8: game must be at most 200 plain characters"),
    "house as text": ('house = "louisiana"', "1:9: this must be a table"),
    "unknown rules": ('[house]\nrules = "lousiana"', "2:10: there are no rules named 'lousiana'"),
    "unknown option": (
        '[house]\nrules = "louisiana limits=2"',
        "2:20: there is no option named 'limits'",
    ),
    "rules as list": ('[house]\nrules = ["louisiana"]', "2:9: rules must be text"),
    "chip as float": ("[house]\nante = 1\nchip = 0.25 # of a euro", "3:8: chip must be text"),
    "chip too fine": ('[house]\nchip = "0.255"', "2:9: 0.255 has too many digits after the point"),
    "chip of nothing": ('house.chip = "0"', "1:14: a chip cannot be worth nothing"),
    "ante as yes": ("[house]\nante = true", "2:8: ante must be a whole number from 0"),
    "ante below zero": ("[house]\nante = -1", "2:8: ante must be a whole number from 0"),
    "players as number": (
        "players = 3",
        "1:11: players must be a list | players = 3 | ^ -> write [[players]]",
    ),
    "player as number": ("players = [3]", "1:11: this must be a table"),
    "players as table": ("[players]\nAnn = 1", "1:1: players must be a list"),
    "no id": (
        ANN + '[[players]]\nname = "Bea"',
        "4:1: a player without id | [[players]] | ^ -> add a line id = …",
    ),
    "no name": ("[[players]]\nid = 1", "1:1: a player without name"),
    "id as yes": ('[[players]]\nid = true\nname = "Ann"', "2:6: id must be a whole number from 1"),
    "id zero": ('[[players]]\nid = 0\nname = "Ann"', "2:6: id must be a whole number from 1"),
    "id of 6,000 digits": (
        f'[[players]]\nid = 0x{"f" * 5000}\nname = "Ann"',
        "2:6: id must be a whole number from 1",
    ),
    "id twice": (
        ANN + '[[players]]\nname = "Bea"\nid = 1',
        "6:6: the id 1 is given twice | id = 1 | ^",
    ),
    "id of one merged": (
        ANN + 'was = [{ id = 2, name = "Bea" }]\n[[players]]\nid = 2\nname = "Cal"',
        "6:6: the id 2 is given twice",
    ),
    "name is a list": ('[[players]]\nid = 1\nname = ["Ann"]', "3:8: name must be text"),
    "name is a number": ('[[players]]\nid = 1\nname = "7"', "3:9: 7 is a number, not a name"),
    "name with =": (
        '[[players]]\nid = 1\nname = "a=b"',
        "3:9: a=b cannot be a name: = has a meaning",
    ),
    "name of two": (ANN + ANN.replace("1", "2"), "6:9: Ann is the name of two players"),
    "alias of two": (
        ANN + '[[players]]\nid = 2\nname = "Bea"\naliases = [\n  "B.",\n  "Ann",\n]',
        '9:4: Ann is the name of two players | "Ann", | ^ -> remove it from one of them',
    ),
    "aliases as text": (ANN + 'aliases = "Annie"', "4:11: aliases must be a list"),
    "alias as number": (ANN + "aliases = [1]", "4:11: aliases must be text"),
    "handle as number": (ANN + "handle = 1", "4:10: handle must be text"),
    "was as text": (ANN + 'was = "Bea"', "4:7: was must be a list"),
    "was without id": (ANN + 'was = [{ name = "Bea" }]', "4:7: id must be a whole number"),
    "was without name": (ANN + "was = [{ id = 4 }]", "4:7: name must be text"),
    "was of numbers": (ANN + "was = [4]", "4:7: this must be a table"),
    "an inline player": ('players = [{ id = 1, name = "" }]', "1:29: a name cannot be empty"),
    "5,000 digits": (
        "a = " + "9" * 5000,
        " something in it is too long or too deeply nested for settings",
    ),
    "5,000 brackets": (
        "a = " + "[" * 5000,
        " something in it is too long or too deeply nested for settings",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_wrong_is_told_with_its_place(kind: str, tmp_path: Path) -> None:
    text, message = BAD[kind]
    path = tmp_path / "book.toml"
    path.write_text(text, "utf-8")
    assert f"{path}:{message}" in refusal(lambda: read_settings(path))


def test_a_file_that_is_no_text_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_bytes('name = "Zoé"\ngame = "'.encode() + b'\xe9"\n')
    assert f"{path}:2:9: byte 0xe9 is not UTF-8" in refusal(lambda: read_settings(path))
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    assert "larger than 1,000,000 bytes" in refusal(lambda: read_settings(path))
    path.unlink()
    path.mkdir()
    assert f"{path}: cannot be read: Is a directory" in refusal(lambda: read_settings(path))


TABLES = ["[[players]]\n", "[players]\n", "[[players.was]]\n"]
SCRAPS = st.sampled_from([*"[]{}=.,\"'\\#\n\r\t\0é1-", *TABLES, '"""', "true", "nan", "1e9", "0x"])
VALUES: st.SearchStrategy[object] = st.recursive(
    st.booleans() | st.integers(-3, 10**20) | st.floats() | st.text(max_size=5) | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "name", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)


def only_user_errors(text: str) -> None:
    """Read and change a text: whatever it is, it is understood or refused in words, and what was
    not meant is not changed.
    """
    try:
        parse_settings(text)
    except UserError:
        assert refusal(lambda: parse_settings(text)).startswith("book.toml:")
        return
    before = tomllib.loads(text, parse_float=str)
    try:
        after = tomllib.loads(enrolled(text, ["Somebody new"]), parse_float=str)
    except UserError:
        return
    assert after.pop("players")[:-1] == before.pop("players", [])
    assert after == before


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.integers(0, len(BOOK)), st.integers(0, 12), SCRAPS | st.just("")),
        min_size=1,
        max_size=4,
    )
)
def test_damaged_settings_are_read_or_refused_in_words(damages: list[tuple[int, int, str]]) -> None:
    text = BOOK
    for place, length, scrap in damages:
        text = text[:place] + scrap + text[place + length :]
    only_user_errors(text)


KEYS = ["name", "currency", "game", "house", "players", "other"]
PLAYER_KEYS = ["id", "name", "aliases", "handle", "was", "other"]


@pytest.mark.slow
@given(
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4),
    st.dictionaries(st.sampled_from(["rules", "ante", "chip"]), VALUES, max_size=2),
    st.dictionaries(st.sampled_from(PLAYER_KEYS), VALUES, max_size=2),
)
def test_values_of_any_kind_are_read_or_refused_in_words(
    top: dict[str, object], house: dict[str, object], player: dict[str, object]
) -> None:
    ann = {"id": 1, "name": "Ann", **player}
    only_user_errors(
        tomlkit.dumps({"house": house, "players": [{"id": 2, "name": "Bea"}, ann], **top})
    )


# --- Changing -------------------------------------------------------------------------------------


def test_new_names_become_players_in_their_order() -> None:
    text = enrolled(BOOK, ["Dot", "Annie", "Cal", "Dot"])
    assert players(text) == ["1 Ann (Annie, ann b.)", "2 Bea", "3 Dot", "4 Cal"]
    assert text == BOOK.replace(
        "[pictures]",
        '[[players]]\nid = 3\nname = "Dot"\n\n[[players]]\nid = 4\nname = "Cal"\n\n[pictures]',
    )
    assert enrolled(text, ["Cal", "Bea"]) == text
    assert players(enrolled("", ["Cal"])) == ["1 Cal"]


def test_a_renamed_player_is_still_meant_by_old_logs() -> None:
    text = renamed(BOOK, "Bea", "Beatrice")
    assert text == BOOK.replace(
        '"Bea"\ncolour = "green"\n', '"Beatrice"\ncolour = "green"\naliases = ["Bea"]\n'
    )
    assert players(renamed(text, "2", "Bea")) == ["1 Ann (Annie, ann b.)", "2 Bea (Beatrice)"]
    assert players(renamed(text, "Bea", "Beatrice")) == players(text)


def test_a_name_of_somebody_else_is_refused() -> None:
    assert refusal(lambda: renamed(BOOK, "Bea", "Annie")) == (
        "Annie is another player -> if they are the same person: bourre players merge Bea Ann"
    )


def test_merged_players_are_one_and_an_id_is_never_given_again() -> None:
    text = merged(enrolled(BOOK, ["Beatrice"]), "Bea", "Beatrice")
    assert players(text) == ["1 Ann (Annie, ann b.)", "2 Bea (Beatrice)"]
    assert players(enrolled(text, ["Cal"]))[-1] == "4 Cal"
    assert players(merged(text, "Ann", "2")) == ["1 Ann (Annie, ann b., Bea, Beatrice)"]
    assert players(enrolled(merged(text, "Ann", "2"), ["Cal"]))[-1] == "4 Cal"


def test_merging_keeps_the_place_to_send_money_to() -> None:
    assert parse_settings(merged(BOOK, "Bea", "Ann")).players[0].handle == "@ann-pays"
    both = with_handle(BOOK, "Bea", "@bea")
    assert parse_settings(merged(both, "Bea", "Ann")).players[0].handle == "@bea"


def test_who_was_merged_by_mistake_comes_back_with_the_old_id() -> None:
    text = enrolled(BOOK, ["Cal", "Dot"])
    together = merged(merged(text, "Cal", "Dot"), "Bea", "Cal")
    assert players(together) == ["1 Ann (Annie, ann b.)", "2 Bea (Cal, Dot)"]
    apart = separated(separated(together, "Dot"), "Cal")
    assert sorted(players(apart)) == sorted(players(text))
    assert "was" not in apart
    assert players(separated(BOOK, "Annie")) == ["1 Ann (ann b.)", "2 Bea", "3 Annie"]


def test_what_makes_no_sense_is_refused() -> None:
    assert refusal(lambda: merged(BOOK, "Ann", "Annie")).startswith(
        "Ann and Annie are already the same player"
    )
    assert refusal(lambda: separated(BOOK, "Ann")).startswith("Ann is no alias")
    assert (
        refusal(lambda: merged(BOOK, "Ann", "Beo")) == "there is no player Beo -> did you mean Bea?"
    )
    assert refusal(lambda: with_handle(BOOK, "7", "@x")).startswith("there is no player 7")
    assert (
        refusal(lambda: renamed(BOOK, "Ann", "12"))
        == "12 is a number, not a name -> add a letter, such as P12"
    )
    assert (
        refusal(lambda: enrolled(BOOK, ["a>b"]))
        == "a>b cannot be a name: > has a meaning -> leave out the >"
    )
    assert "handle is empty" in refusal(lambda: with_handle(BOOK, "Ann", ""))


def test_a_handle_is_set_and_taken_out() -> None:
    text = with_handle(BOOK, "Annie", 'paypal.me/"ann"')
    assert text == BOOK.replace('"@ann-pays"', '"paypal.me/\\"ann\\""')
    assert with_handle(text, "1", None) == BOOK.replace('handle = "@ann-pays"\n', "")


def test_players_on_one_line_are_changed_there() -> None:
    text = 'players = [{ id = 1, name = "Ann" }, { id = 2, name = "Bea" }] # two\n'
    assert players(merged(enrolled(text, ["Cal"]), "Ann", "Bea")) == ["1 Ann (Bea)", "3 Cal"]
    assert "# two" in enrolled(text, ["Cal"])


def test_a_layout_that_would_be_spoiled_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    commas_first = (
        'players = [ # all of us\n  { id = 1, name = "Ann" } # the host\n  , { id = 2, name = '
        '"Bea" } # new\n  ]\n'
    )
    assert "is written in a way that bourre cannot edit" in refusal(
        lambda: enrolled(commas_first, ["Cal"])
    )

    def unknown(_text: str) -> None:
        raise tomlkit.exceptions.ParseError(1, 1, "new in TOML 2")

    monkeypatch.setattr(tomlkit, "parse", unknown)
    assert "is written in a way that bourre cannot edit" in refusal(lambda: enrolled(BOOK, ["Cal"]))


def test_a_file_is_changed_in_one_step_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    assert change_settings(path, lambda text: enrolled(text, ["Ann"])).by_name == {"Ann": 1}
    before = path.read_bytes()
    refusal(lambda: change_settings(path, lambda text: merged(text, "Ann", "Bea")))
    assert path.read_bytes() == before
    path.write_text("name = 3", "utf-8")
    assert refusal(lambda: change_settings(path, lambda text: enrolled(text, ["Ann"]))).startswith(
        f"{path}:1:8: name must be text"
    )


NAMES = st.sampled_from(
    ["Ann", "Bea", "Cal", "Dot", "Annie", "Zoé", 'Big "Al"', "# no remark", "[[players]]"]
)


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.sampled_from([enrolled, renamed, merged, separated]), NAMES, NAMES),
        max_size=12,
    )
)
def test_no_name_is_ever_lost_and_no_id_means_somebody_else(
    steps: list[tuple[Callable[..., str], str, str]],
) -> None:
    text, owners = BOOK, dict[int, set[str]]()
    for change, one, other in steps:
        before = parse_settings(text)
        try:
            text = (
                change(text, [one, other])
                if change is enrolled
                else change(text, one, *[other][: change is not separated])
            )
        except UserError:
            continue
        after = parse_settings(text)
        assert before.by_name.keys() <= after.by_name.keys()
        for player in after.players:
            called = {player.name, *player.aliases}
            assert called & owners.setdefault(player.id, called)
            owners[player.id] |= called
        if change is enrolled:
            assert [one for one in after.by_name.items() if one in before.by_name.items()] == list(
                before.by_name.items()
            )
    assert set(re.findall("#.*", BOOK)) - {"# Bea came later", "# the host", "# since 2020"} <= set(
        re.findall("#.*", text)
    )


# --- Names alike ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("Beatrice", ["Bea"]),
        ("bea", ["Bea"]),
        ("ANN-B", ["Ann"]),
        ("Ánn b.", ["Ann"]),
        ("Catherin", ["Catherine"]),
        ("Cathrine", ["Catherine"]),
        ("Cahterine", ["Catherine"]),
        ("Kathrine", []),
        ("Al", []),
        ("Alf", []),
        ("Guest 2", []),
        ("Guest-1", ["Guest 1"]),
        ("Bea", []),
        ("🙂", []),
    ],
)
def test_a_new_name_reminds_of_players_it_may_mean(name: str, known: list[str]) -> None:
    text = enrolled(BOOK, ["Catherine", "Alice", "Guest 1", "🎲"])
    assert similar(parse_settings(text), name) == known


def test_a_book_says_from_which_version_on_it_can_be_read_and_a_newer_one_is_refused() -> None:
    """An older program left out what it did not know, in silence."""
    assert parse_settings("format = 1\n") == parse_settings("")
    told = refusal(lambda: parse_settings("# ours\nformat = 2\n", "book.toml"))
    assert "book.toml:2:10: " in told
    assert "this book needs a newer bourre: it is of version 2, and this program knows 1" in told
    assert "install the latest bourre" in told
    assert "format must be a whole number" in refusal(lambda: parse_settings('format = "new"\n'))
