"""bourre show: a hand told again, from logs and from Parquet, and every way of asking for one that
is not there.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from audit_text import log_of
from trials import drawn
from worked_cases import LOGS

from ledger.cli.main import main
from ledger.cli.terminal import width_of
from ledger.hands.from_log import columns
from ledger.hands.parquet import write_hands
from ledger.log.reader import read

LOG = """
rules louisiana limit=3
pot 1
hand 1 Dot 9h
  dealt Ann As Kc Qd 2h ??
  pass Cal
  play Ann 1 out ?? in 3d
  play Bea 2
  play Dot 0
  trick Ann As 2c 3s
  trick Ann Kc 4c>5c 6c
  trick Ann Qd 6h ??
  pot 5
  take Ann
  renege Dot 3
penalty Bea 3 for 1
waive 1 Bea
hand 2 Ann 9h
  nonsense
hand 2 Ann -
  play Bea
  play Cal 5 out Ts Th Td Tc 9c in As Ah Ad Ac Ks
  pass Cal
  trick Bea Kd
  trick Cal 2d 3d
hand 4 Bea h
  play Ann 0
  play Bea 0
  trick Bea Ks Qs
  claim Bea As ?? ?? ??
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friday.bourre").write_text(log_of(LOG), "utf-8")
    return tmp_path


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What one command line prints, or complains of."""
    status = main(["show", *words])
    told = capsys.readouterr()
    assert bool(told.err) == (status == 2)
    return told.err or told.out


def shown_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:  # noqa: ANN401 - whatever it says
    return json.loads(shown(capsys, "friday.bourre", *words, "--format", "json"))


def test_a_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        shown(capsys, "friday.bourre", "1")
        == """\
Hand 1  friday.bourre:6  evening friday, 2026-11-20
rules louisiana limit=3
Dot deals and turns 9♥: hearts are trumps

Seat     Dealt           Declares
Ann      A♠ K♣ Q♦ 2♥ ??  plays, draws 1
Bea                      plays, draws 2
Cal                      passes
Dot (D)                  plays, draws none

Draw  Discards  Receives
Ann   ??        3♦

Trick  Ann   Bea     Dot
    1  →A♠*   2♣!     3♠
    2  →K♣*?  4♣>5♣?  6♣?
    3  →Q♦?   6♥?     ???

       → led   * won the trick   ! against the rules   ? cannot be proved
       9♥>4♥ taken back
       trick 1, Bea: 6♥ was right

Chips
   1  lay in the pot
  +4  antes: Ann 1, Bea 1, Cal 1, Dot 1
   5  pot; the stake is 3, the limit
  -3  Ann takes
  +3  Dot pays for a renege
   5  stay for the next hand
The tricks are not recorded.
What else was paid, and by whom, is not known: the hand is open (rule 5.16).

Ruled later
  Bea: a penalty of 3 (line 18)
  Bea: let stand (line 19)

error, settled: trick 1, Bea [must-trump], line 12
    Ann led A♠ and Bea played 2♣: if not following, must trump (rule 4.4);
    hearts are trumps. Held 6♥: played it in trick 3. That was the card to play,
    of those that are known. Settled by line 18.
warning, settled: trick 2, Bea [recall], line 13
    Bea took back 4♣ and played 5♣ instead (rule 4.10): the table waived it, so
    that has no consequence. Settled by line 19.
"""
    )


def test_a_hand_in_quarantine(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        shown(capsys, "friday.bourre", "2#1")
        == """\
Hand 2  friday.bourre:20  evening friday, 2026-11-20
rules louisiana limit=3
In quarantine: a line cannot be read, so nothing is judged or booked.

    20  hand 2 Ann 9h
    21    nonsense

error: [syntax], line 21
    A line cannot begin with nonsense. Put a # before a comment.
"""
    )


def test_a_hand_of_which_little_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        shown(capsys, "friday.bourre", "2#2")
        == """\
Hand 2  friday.bourre:22  evening friday, 2026-11-20
rules louisiana limit=3
Ann deals; the trump suit was not recorded

Seat     Declares
Bea      plays
Cal      plays, draws 5, then passes
Dot      passes
Ann (D)  passes

Draw  Discards            Receives
Cal   10♠ 10♥ 10♦ 10♣ 9♣  A♠ A♥ A♦ A♣ K♠

Trick  Bea
    1  →K♦*

       → led   * won the trick

Trick 2 and everything after it were not replayed: see below.

Chips
   8  lay in the pot
  +4  antes: Bea 1, Cal 1, Dot 1, Ann 1
  12  pot; the stake is 3, the limit
  12  stay for the next hand
Who won is not recorded.
What else was paid, and by whom, is not known: the hand is open (rule 5.16).
The pot of this hand cannot be checked: not all that went into it is recorded.

warning: [unverified-pot], line 22
    The pot cannot be followed to this hand: hand 2 has a line that cannot be
    read. From here until a counted pot is recorded, amounts are not checked
    (rule 5.10).
error: Cal [late-pass], line 24
    Cal declared to play and passed later: who has declared to play stays in
    (rule 3.1). It asks what a bourré costs (rule 5.4); how much that was cannot
    be checked here.
error: trick 2, Cal [turn], line 27
    Cal led trick 2, but was not in the hand (rule 4.1). The hand is not
    followed from there on.
"""
    )


def test_a_night_without_hands_tells_what_everybody_won(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = (
        "chip 0.25 USD\nbuyin Ann 40 from Bea\nbuyin Bea 40\ncount Ann 55\ncashout Bea 25\npay "
        "Bea Ann 1\n"
    )
    (folder / "chips.bourre").write_text(log_of(log), "utf-8")
    assert shown(capsys, "chips.bourre").splitlines() == [
        "Evening friday, 2026-11-20: no hand was recorded. Results from counts and other",
        "statements:",
        "",
        "Player  Chips",
        "Ann       +15",
        "Cal         0",
        "Dot         0",
        "Bea       −15",
    ]
    assert "the file has no hands" in shown(capsys, "chips.bourre", "1")


def test_a_claim_and_a_trump_suit_without_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "friday.bourre", "4")
    assert "Bea deals; hearts ♥ are trumps" in text
    assert "Bea claims the rest, tricks 2 to 5, with A♠ and three not recorded." in text
    assert "[claim], line" in text


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        shown(capsys, "friday.bourre")
        == """\
Hand  Dealer  Turned         Play  Pot  Takes  Findings
   1  Dot     9♥                3    5  Ann 3         2
   2          in quarantine                           1
   2  Ann     -                 1   12                3
   4  Bea     ♥                 2   16  Bea 3         3
"""
    )


@pytest.mark.parametrize("place", [":6", ":10", ":17"])
def test_the_hand_of_a_line(place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "friday.bourre", place).startswith("Hand 1  friday.bourre:6")


@pytest.mark.parametrize(
    ("hand", "complaint"),
    [
        ("3", "bourre: there is no hand 3\n  the hands are 1 to 2, 2, 4\n"),
        (
            "2",
            (
                "bourre: 2 hands have the number 2\n  write one of\n  2#1 at friday.bourre:20\n  "
                "2#2 at friday.bourre:22\n"
            ),
        ),
        ("2#3", "bourre: there is no hand 2#3\n  2 hands have that number: write #1 to #2\n"),
        ("2#0", "bourre: there is no hand 2#0\n  2 hands have that number: write #1 to #2\n"),
        (":3", "bourre: line 3 is not in any hand\n  the hands are 1 to 2, 2, 4\n"),
        (":19", "bourre: line 19 is not in any hand\n  the hands are 1 to 2, 2, 4\n"),
        (
            "x",
            (
                "bourre: x is not a hand\n  write its number, such as 12, or 12#2 for the second "
                "one with that number\n"
            ),
        ),
    ],
)
def test_a_hand_that_is_not_there(
    hand: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown(capsys, "friday.bourre", hand) == complaint


@pytest.mark.parametrize(
    "hand", ["", "-1", "1.5", "٣", "1#", "#1", "::1", "1" * 30, "all", "1 2", "\0"]
)
def test_nonsense(hand: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, "friday.bourre", "--", hand).startswith("bourre: ")


@pytest.mark.parametrize(
    "text",
    ["", "\0\1\2", "hello\nworld\n", "bourre 1\nsession 2026-01-01 x\nrules nonsense\nseats A B\n"],
)
def test_what_is_no_log(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.bourre").write_text(text, "utf-8")
    assert shown(capsys, "odd.bourre", "1").startswith("bourre: odd.bourre:")


@pytest.mark.parametrize("path", ["nowhere.bourre", "."])
def test_what_cannot_be_opened(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, path, "1").startswith(f"bourre: {path}: cannot be read: ")


def test_a_session_without_hands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "none.bourre").write_text(log_of("buyin Ann 40"), "utf-8")
    assert shown(capsys, "none.bourre") == "no hands\n"
    assert (
        shown(capsys, "none.bourre", "1") == "bourre: there is no hand 1\n  the file has no hands\n"
    )


def test_a_hand_whose_first_line_cannot_be_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "odd.bourre").write_text(
        log_of("hand 1 Dot 9h\nhand two\n  play Ann 2\nhand 3 Bea 9h"), "utf-8"
    )
    assert ":6    " in shown(capsys, "odd.bourre")
    text = shown(capsys, "odd.bourre", ":7")
    assert text.startswith("A hand without a number  odd.bourre:6")
    assert "\n     6  hand two\n     7    play Ann 2\n" in text
    assert "[syntax], line 6" in text


def test_more_gaps_than_anyone_reads(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "gaps.bourre").write_text(
        log_of("\n".join(f"hand {2 * at} Dot 9h" for at in range(20))), "utf-8"
    )
    assert shown(capsys, "gaps.bourre", "1").endswith(
        "the hands are 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, …\n"
    )


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    hand = shown_json(capsys, "1")
    assert (hand["hand"], hand["dealer"], hand["turned"], hand["trump"], hand["quarantined"]) == (
        1,
        "Dot",
        "9h",
        "h",
        False,
    )
    assert hand["seats"][0] == {
        "player": "Ann",
        "declared": "plays",
        "dealt": ["As", "Kc", "Qd", "2h", "??"],
        "draw": 1,
        "out": ["??"],
        "in": ["3d"],
        "tricks": None,
    }
    assert hand["tricks"][1]["plays"][1] == {
        "player": "Bea",
        "card": "5c",
        "withdrawn": "4c",
        "verdict": "not provable",
    }
    assert hand["chips"]["payments"] == [
        {"what": "takes", "player": "Ann", "chips": -3},
        {"what": "pays for a renege", "player": "Dot", "chips": 3},
    ]
    assert hand["rulings"] == [
        {"player": "Bea", "chips": 3, "line": 18},
        {"player": "Bea", "chips": None, "line": 19},
    ]
    assert {found["hand"] for found in hand["findings"]} == {1}
    every = shown_json(capsys)
    assert [hand["hand"] for hand in every] == [1, 2, 2, 4]
    assert every[0] == hand
    assert every[1]["lines"][1] == {"line": 21, "text": "  nonsense"}
    assert every[1]["chips"] is None


def test_one_session_of_a_parquet_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    later = log_of(LOG).replace("friday", "saturday")
    write_hands(
        folder / "both.parquet", [columns([read(log_of(LOG), "a.bourre"), read(later, "b.bourre")])]
    )
    every = shown(capsys, "both.parquet").splitlines()
    assert every[0].split() == [
        "Evening",
        "Hand",
        "Dealer",
        "Turned",
        "Play",
        "Pot",
        "Takes",
        "Findings",
    ]
    assert [line.split()[0] for line in every[1:]] == ["friday"] * 4 + ["saturday"] * 4
    assert shown(capsys, "both.parquet", "1").startswith("bourre: 2 hands have the number 1\n")
    assert shown(capsys, "both.parquet", "1", "--session", "saturday").startswith(
        "Hand 1  b.bourre:6  evening saturday"
    )
    assert (
        shown(capsys, "both.parquet", "1", "--session", "friday")[len("Hand 1  a.bourre") :]
        == (shown(capsys, "friday.bourre", "1")[len("Hand 1  friday.bourre") :])
    )
    assert shown(capsys, "both.parquet", "--session", "sunday") == (
        "bourre: the file has no evening sunday\n  bourre show both.parquet lists the evenings\n"
    )


@pytest.mark.slow
def test_every_hand_of_the_worked_cases_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    paths = drawn(LOGS, len(LOGS) // 40)
    capsys.readouterr()
    for path in paths:
        hands = json.loads(shown(capsys, str(path), "--format", "json"))
        assert max(map(width_of, shown(capsys, str(path)).splitlines())) <= 80
        for hand in hands:
            lines = shown(capsys, str(path), f":{hand['line']}").splitlines()[1:]
            if not hand["quarantined"]:
                assert max(map(width_of, lines)) <= 80
            if hand["chips"]:
                payments = sum(payment["chips"] for payment in hand["chips"]["payments"])
                chips = hand["chips"]["opening"] + sum(hand["chips"]["antes"].values()) + payments
                assert chips + hand["chips"]["unexplained"] == hand["chips"]["next"]


def test_long_names_are_cut_and_cards_are_not(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [f"Bartholomew-the-{at}th" for at in range(8)]
    plays = "\n".join(f"  play {name} 0" for name in names)
    cards = "Th>9h Td Ts Tc>9c 8h 8d>7d 8s 8c"
    (folder / "long.bourre").write_text(
        log_of(
            f"seats {' '.join(names)}\nhand 1 {names[7]} 9h\n{plays}\n  trick {names[0]} {cards}"
        ),
        "utf-8",
    )
    grid = next(
        part for part in shown(capsys, "long.bourre", "1").split("\n\n") if part.startswith("Trick")
    )
    assert (
        grid
        == """\
Trick  Bartholom… Bartho… Bartho… Bartholo… Bart… Barthol… Bart… Bart…
    1  →10♥>9♥?    10♦?    10♠?    10♣>9♣?   8♥?   8♦>7♦?   8♠?   8♣?"""
    )


def test_colour_only_where_it_can_be_seen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = shown(capsys, "friday.bourre", "1")
    assert "\x1b" not in plain
    monkeypatch.setattr("ledger.cli.terminal.has_colour", lambda _stream=None: True)
    coloured = shown(capsys, "friday.bourre", "1")
    assert "\x1b[31m" in coloured
    assert "\x1b[32m" in coloured
