"""The nine presets of rules.md 7, every option on top of each, and what makes no sense."""

import dataclasses

import pytest
from hypothesis import given, strategies as st

from ledger.game.options import OPTIONS, changed_options, parse_rules, read_rules, rules_text
from ledger.game.rules import PRESETS, Antes, Rules, RulesError

# The table of rules.md 7, by hand. Columns as there, then Indiana's two customs (7.4): a trump or a
# club to play, a unit to stay.
NO_CAP: tuple[tuple[int, int], ...] = ()
SEVENS = ((7, 3),)
TABLE = """
louisiana          | 2-8 | dealer          | 5 | -   | with-draw    | no  | yes | yes | yes | yes | yes | 1 | no  | no
double-ante        | 2-8 | dealer          | 5 | -   | with-draw    | yes | no  | no  | yes | yes | yes | 1 | no  | no
separate-trump     | 2-8 | separate        | 5 | -   | with-draw    | no  | yes | yes | no  | yes | yes | 1 | no  | no
dealer-takes-trump | 2-8 | dealer-may-take | 5 | -   | with-draw    | no  | yes | yes | no  | yes | yes | 1 | no  | no
simultaneous       | 2-8 | dealer          | 5 | -   | simultaneous | no  | yes | yes | yes | yes | yes | 1 | no  | no
indiana            | 2-8 | separate        | 4 | 3   | two-rounds   | yes | yes | yes | no  | yes | yes | 2 | yes | yes
tutorial           | 3-8 | dealer          | 5 | -   | with-draw    | no  | yes | yes | no  | yes | yes | 1 | no  | no
acadiana           | 2-7 | dealer          | 5 | 7:3 | two-rounds   | no  | yes | no  | no  | no  | yes | 1 | no  | no
casino             | 2-7 | dealer          | 5 | 7:3 | two-rounds   | yes | yes | no  | no  | no  | no  | 1 | no  | no
"""  # noqa: E501
CAPS = {"-": NO_CAP, "3": ((0, 3),), "7:3": SEVENS}
YES = {"yes": True, "no": False}
ROWS = {
    row[0]: row
    for row in ([cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines())
}


@pytest.mark.parametrize("name", ROWS)
def test_7_preset(name: str) -> None:
    (
        _,
        seats,
        trump,
        hand,
        cap,
        declare,
        second,
        bourre,
        split,
        ace,
        must,
        cinch,
        renege,
        qualify,
        stay,
    ) = ROWS[name]
    low, high = seats.split("-")
    assert PRESETS[name] == Rules(
        preset=name,
        seats=(int(low), int(high)),
        trump=trump,
        hand_size=int(hand),
        draw_cap=CAPS[cap],
        declare=declare,
        second_ante=Antes(1) if YES[second] else None,
        dealer_antes=False,
        bourre_exempt=YES[bourre],
        split_exempt=YES[split],
        ace_must_play=YES[ace],
        must_trump=YES[must],
        cinch=cinch,
        renege_factor=int(renege),
        recall="free" if name == "acadiana" else "forfeit",
        renege_bars=True,
        renege_and_bourre="larger",
        wins="most",
        second_pass={"indiana": "yes", "casino": "stand-pat"}.get(name, "no"),
        limit=None,
        limit_caps="cost" if name == "acadiana" else "all",
        reuse="folded-first" if name == "acadiana" else "together",
        split="carry",
        bourre=None,
        dealer_plays=False,
        all_pass="stays",  # noqa: S106 - to pass, in cards
        over_trump=True,
        qualify=YES[qualify],
        stay_ante=YES[stay],
    )


def test_7_there_are_nine_presets_and_louisiana_is_the_default() -> None:
    assert list(PRESETS) == list(ROWS)
    assert PRESETS["louisiana"] == Rules()


def test_7_every_field_is_an_option_but_those_of_indiana() -> None:
    fields = {field.name.replace("_", "-") for field in dataclasses.fields(Rules)}
    assert fields - set(OPTIONS) == {"preset", "qualify", "stay-ante"}


def test_rules_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().must_trump = False  # type: ignore[misc]


SWITCHES = (
    "dealer-plays",
    "dealer-antes",
    "bourre-exempt",
    "split-exempt",
    "must-trump",
    "over-trump",
    "ace-must-play",
)
SETTINGS: list[tuple[str, str, object]] = [
    ("limit", "20", 20),
    ("limit", "1", 1),
    ("limit", "20x", Antes(20)),
    ("limit", "none", None),
    ("limit-caps", "all", "all"),
    ("limit-caps", "cost", "cost"),
    ("split", "carry", "carry"),
    ("split", "share", "share"),
    ("bourre", "match", None),
    ("bourre", "2", 2),
    ("all-pass", "stays", "stays"),
    ("all-pass", "dealer", "dealer"),
    ("recall", "forfeit", "forfeit"),
    ("recall", "free", "free"),
    ("recall", "renege", "renege"),
    ("reuse", "together", "together"),
    ("reuse", "folded-first", "folded-first"),
    ("cinch", "yes", "yes"),
    ("cinch", "literal", "literal"),
    ("cinch", "no", "no"),
    ("renege-factor", "1", 1),
    ("renege-factor", "2", 2),
    ("draw-cap", "7:3,6:4", ((6, 4), (7, 3))),
    ("draw-cap", "3", ((0, 3),)),
    ("draw-cap", "0", ((0, 0),)),
    ("draw-cap", "none", ()),
    ("declare", "with-draw", "with-draw"),
    ("declare", "two-rounds", "two-rounds"),
    ("declare", "simultaneous", "simultaneous"),
    ("trump", "dealer", "dealer"),
    ("trump", "separate", "separate"),
    ("trump", "dealer-may-take", "dealer-may-take"),
    ("hand-size", "5", 5),
    ("hand-size", "4", 4),
    ("seats", "2-8", (2, 8)),
    ("seats", "3-6", (3, 6)),
    ("seats", "5", (5, 5)),
    ("second-ante", "yes", Antes(1)),
    ("second-ante", "no", None),
    ("second-ante", "3", 3),
    ("renege-bars", "no", False),
    ("renege-and-bourre", "both", "both"),
    ("wins", "majority", "majority"),
    ("second-pass", "yes", "yes"),
    ("second-pass", "stand-pat", "stand-pat"),
    *[(name, word, value) for name in SWITCHES for word, value in YES.items()],
]


def test_every_option_is_in_the_settings_tried() -> None:
    assert {name for name, _, _ in SETTINGS} == set(OPTIONS)


@pytest.mark.parametrize("preset", PRESETS)
def test_7_every_option_on_every_preset(preset: str) -> None:
    for name, text, value in SETTINGS:
        rules = parse_rules(preset, [(name, text)])
        field = name.replace("-", "_")
        assert rules == dataclasses.replace(PRESETS[preset], **{field: value}), (
            f"{preset} {name}={text}"
        )
        written = (
            "5-5" if (name, text) == ("seats", "5") else "6:4,7:3" if text == "7:3,6:4" else text
        )
        assert OPTIONS[name].text(rules) == written, f"{preset} {name}={text}"


@pytest.mark.parametrize(
    ("text", "seats", "cap"),
    [
        ("none", 7, None),
        ("3", 2, 3),
        ("3", 8, 3),
        ("7:3,6:4", 7, 3),
        ("7:3,6:4", 6, 4),
        ("7:3,6:4", 5, None),
        ("7:0", 7, 0),
    ],
)
def test_3_3_the_cap_is_by_table_size(text: str, seats: int, cap: int | None) -> None:
    assert parse_rules("louisiana", [("draw-cap", text)]).cap(seats) == cap


@pytest.mark.parametrize(
    ("preset", "seats", "stock"),
    [("louisiana", 7, 17), ("louisiana", 2, 42), ("separate-trump", 7, 16), ("indiana", 8, 19)],
)
def test_3_4_stock(preset: str, seats: int, stock: int) -> None:
    assert PRESETS[preset].stock(seats) == stock


def test_4_8_more_than_half_the_hand_is_certain_of_the_pot() -> None:
    assert PRESETS["louisiana"].tricks_for_pot == 3
    assert PRESETS["indiana"].tricks_for_pot == 3


@pytest.mark.parametrize(
    ("line", "word", "message", "help_"),
    [
        ("luisiana", 0, "no rules named 'luisiana'", "did you mean louisiana?"),
        ("Casino", 0, "no rules named 'Casino'", "did you mean casino?"),
        ("poker", 0, "no rules named 'poker'", "one of louisiana, double-ante"),
        ("louisiana limt=20", 1, "no option named 'limt'", "did you mean limit?"),
        (
            "louisiana limit=20 must_trump=no",
            2,
            "no option named 'must_trump'",
            "did you mean must-trump?",
        ),
        ("louisiana qualify=yes", 1, "no option named 'qualify'", "one of limit"),
        ("louisiana limit=0", 1, "limit cannot be '0'", "from 1 to"),
        ("louisiana limit=-5", 1, "limit cannot be '-5'", "write limit=20"),
        ("louisiana limit=20.5", 1, "limit cannot be '20.5'", "whole number"),
        ("louisiana limit=²", 1, "limit cannot be '²'", "whole number"),
        ("louisiana limit=9999999999999", 1, "limit cannot be", "whole number"),
        pytest.param(
            f"louisiana limit={'9' * 5000}",
            1,
            "limit cannot be",
            "whole number",
            id="more digits than Python reads",
        ),
        ("louisiana limit=", 1, "limit cannot be ''", "limit=none"),
        ("louisiana limit=x", 1, "limit cannot be 'x'", "write limit=20, limit=20x or limit=none"),
        ("louisiana limit=0x", 1, "limit cannot be '0'", "from 1 to"),
        ("louisiana limit=20X", 1, "limit cannot be '20X'", "limit=20x"),
        ("louisiana bourre=none", 1, "bourre cannot be 'none'", "write bourre=match or bourre=2"),
        ("louisiana bourre=0", 1, "bourre cannot be '0'", "from 1 to"),
        ("louisiana split=shared", 1, "split cannot be 'shared'", "did you mean share?"),
        ("louisiana recall=fre", 1, "recall cannot be 'fre'", "did you mean free?"),
        ("louisiana cinch=true", 1, "cinch cannot be 'true'", "yes or literal or no"),
        ("louisiana cinch=Yes", 1, "cinch cannot be 'Yes'", "did you mean yes?"),
        ("louisiana renege-factor=3", 1, "renege-factor cannot be '3'", "from 1 to 2"),
        ("louisiana hand-size=6", 1, "hand-size cannot be '6'", "from 4 to 5"),
        (
            "louisiana declare=two-round",
            1,
            "declare cannot be 'two-round'",
            "did you mean two-rounds?",
        ),
        ("louisiana trump=seperate", 1, "trump cannot be 'seperate'", "did you mean separate?"),
        ("louisiana seats=1-8", 1, "seats cannot be '1'", "from 2 to 10"),
        ("louisiana seats=2-11", 1, "seats cannot be '11'", "from 2 to 10"),
        ("louisiana seats=8-2", 1, "runs backwards", "write seats=2-8"),
        ("louisiana seats=2-", 1, "seats cannot be ''", "write seats=2-8"),
        ("louisiana draw-cap=nought", 1, "draw-cap cannot be 'nought'", "write draw-cap=7:3"),
        ("louisiana draw-cap=6", 1, "draw-cap cannot be '6'", "from 0 to 5"),
        ("louisiana draw-cap=7:6", 1, "draw-cap cannot be '6'", "from 0 to 5"),
        ("louisiana draw-cap=1:3", 1, "draw-cap cannot be '1'", "from 2 to 10"),
        ("louisiana draw-cap=7:3,4", 1, "draw-cap has '4'", "7:3,6:4"),
        ("louisiana draw-cap=7:3,7:4", 1, "7 seats twice", "leave one of them out"),
        ("louisiana limit=5 cinch=no limit=6", 3, "limit is given twice", "leave one of them out"),
    ],
)
def test_nonsense_is_rejected_at_its_word(line: str, word: int, message: str, help_: str) -> None:
    with pytest.raises(RulesError) as caught:
        read_rules(line)
    assert message in str(caught.value)
    assert caught.value.word == word
    assert help_ in f"{caught.value.expected} {caught.value.remedy}"


def test_the_advice_on_nonsense_is_the_remedy_if_there_is_one_else_what_was_expected() -> None:
    with pytest.raises(RulesError) as near:
        read_rules("luisiana")
    assert near.value.advice == "did you mean louisiana?"
    with pytest.raises(RulesError) as far:
        read_rules("louisiana cinch=true")
    assert far.value.advice == "expected yes or literal or no"


@pytest.mark.parametrize("trump", ["dealer", "separate", "dealer-may-take"])
def test_ten_players_can_still_be_dealt_five_cards(trump: str) -> None:
    assert parse_rules("louisiana", [("seats", "2-10"), ("trump", trump)]).stock(10) >= 0


@st.composite
def option_lines(draw: st.DrawFn) -> tuple[str, list[tuple[str, str]]]:
    preset = draw(st.sampled_from(list(PRESETS)))
    names = draw(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True))
    options = [
        (name, draw(st.sampled_from([text for option, text, _ in SETTINGS if option == name])))
        for name in names
    ]
    return preset, options


@given(option_lines())
def test_rules_text_reads_back_as_the_same_rules(line: tuple[str, list[tuple[str, str]]]) -> None:
    try:
        rules = parse_rules(*line)
    except RulesError:
        return  # a combination that makes no sense
    again = read_rules(rules_text(rules))
    assert again == rules
    assert rules_text(again) == rules_text(rules)
    assert len(changed_options(rules)) <= len(line[1])
