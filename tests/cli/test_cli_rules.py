"""bourre rules: every sentence with its number and sources, and nothing wider than a terminal."""

import json

import pytest

from ledger.cli.main import main
from ledger.cli.terminal import width_of
from ledger.game.options import OPTIONS
from ledger.game.rules import PRESETS


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "louisiana",
            (
                "2.1 Everyone at the table antes one unit before the deal, except players "
                "exempted below."
            ),
        ),
        ("louisiana", "5.5 A renege pays the pot into the next pot."),
        (
            "louisiana limit=20",
            (
                "5.4 A player who stayed in and took no trick has gone bourré and pays the pot, "
                "or 20 chips if that is less, into"
            ),
        ),
        (
            "indiana limit=20",
            "5.5 A renege pays twice the pot, or 40 chips if that is less, into the next pot.",
        ),
        ("acadiana", "3.3 Discards: at most three with 7 players, any number otherwise."),
        ("acadiana draw-cap=6:0", "3.3 Discards: none with 6 players, any number otherwise."),
        ("acadiana seats=2-5", "3.4 27 cards are left to draw from with 5 players."),
        ("acadiana seats=6", "1.2 6 players."),
        (
            "acadiana",
            "4.6 If you cannot follow and none of your trumps can win, you may play any card.",
        ),
        ("casino", "4.8 A player who is certain of the pot has no extra duties."),
        ("double-ante", "2.1 Everyone at the table antes one unit before the deal."),
        ("louisiana dealer-antes=yes", "2.2 The dealer antes for everyone, so nobody is exempt."),
        ("tutorial", "3.5 A dealer who turned up an ace may pass."),
        ("indiana", "7.4 To play, a player must hold a trump or a club (the “dirty club”)."),
    ],
)
def test_the_words(line: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *line.split()]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert sentence in printed


def test_what_differs_from_the_preset_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "louisiana", "limit=20", "second-ante=no"]) == 0
    printed = capsys.readouterr().out
    assert "; changed (*): limit\n" in printed
    assert [line[:7] for line in printed.splitlines() if line.startswith("*")] == ["* 5.9  "]


def test_the_sources_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rules", "louisiana"])
    printed = capsys.readouterr().out
    assert "McLeod        John McLeod" in printed
    assert "[all four]" in printed
    assert "a custom of your table" not in printed


@pytest.mark.parametrize(
    "words_",
    [
        [],
        ["--compare"],
        *([name] for name in PRESETS),
        ["casino", "draw-cap=2:1,3:1,4:1,5:1,6:1,7:1"],
    ],
)
def test_nothing_is_wider_than_80_columns(
    words_: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *words_]) == 0
    assert max(width_of(line) for line in capsys.readouterr().out.splitlines()) <= 80


def test_the_list_has_every_preset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in printed[:9]] == list(PRESETS)


def test_compare_has_every_preset_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--compare"]) == 0
    first, second, _ = capsys.readouterr().out.split("\n\n")
    assert [*first.splitlines()[0].split(), *second.splitlines()[0].split()] == list(PRESETS)
    for block in (first, second):
        assert [line.split()[0] for line in block.splitlines()[1:]] == list(OPTIONS)
    assert ["draw-cap", "none", "3", "none", "7:3", "7:3"] in [
        line.split() for line in second.splitlines()
    ]


def test_json_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "louisiana", "limit=20", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"] == "louisiana limit=20"
    assert told["options"]["limit"] == "20"
    assert list(told["options"]) == list(OPTIONS)
    changed = [sentence for sentence in told["sentences"] if sentence["changed"]]
    assert [(sentence["rule"], sentence["option"]) for sentence in changed] == [("5.9", "limit")]
    assert changed[0]["sources"] == ["McLeod", "Encyclopedia"]


def test_json_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == list(PRESETS)
    assert told["indiana"]["options"]["hand-size"] == "4"


@pytest.mark.parametrize(
    ("words_", "message", "remedy"),
    [
        (["luisiana"], "there are no rules named 'luisiana'", "did you mean louisiana?"),
        (["poker"], "there are no rules named 'poker'", "expected one of louisiana,"),
        (["casino", "cinh=yes"], "there is no option named 'cinh'", "did you mean cinch?"),
        (["casino", "limit=x"], "limit cannot be 'x'", "write limit=20, limit=20x or limit=none"),
        (["casino", "cinch"], "cinch has no value", "NAME=VALUE"),
        (["casino", "--compare"], "--compare shows all nine presets", "leave out the preset"),
    ],
)
def test_nonsense(
    words_: list[str], message: str, remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *words_]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"bourre: {message}\n  ")
    assert remedy in " ".join(told.err.split())
