"""Stakes and house rules that change during a night, and what a session begins with and leaves
(rules.md 5.6, log-format.md).
"""

from collections import Counter

import pytest
from audit_text import found_in, log_of

from ledger.engine.judge import Judged, judge
from ledger.findings.audit import Report, findings as findings_in
from ledger.hands.from_log import columns
from ledger.hands.model import SessionInfo
from ledger.log.reader import read


def judged(text: str, **begins: object) -> Judged:
    """Judge one log; ``begins`` are fields of its SessionInfo that say what it begins with."""
    hands = columns([read(log_of(text), "log.bourre")])
    hands.sessions = [
        SessionInfo(**{**{name: getattr(info, name) for name in info.__slots__}, **begins})
        for info in hands.sessions
    ]
    return judge(hands)


def rules_found(said: Judged) -> list[str]:
    return sorted(found.rule for found in findings_in(said))


# --- The ante and the rules of the house change ---------------------------------------------------


def test_a_hand_that_cannot_be_read_costs_no_exemption_where_nobody_is_ever_exempt() -> None:
    log = (
        "{}hand 1 Dot 9h\n  nonsense\n{}hand 2 Ann 9h\n  pot 9\n  play Ann 0\nhand 3 Bea 9h\n  "
        "ante Ann Bea Cal\n  play Ann 0\n"
    )
    assert found_in(log.format("rules double-ante\n", "")) == [
        "ante 3 Dot -1",
        "syntax 1",
        "unverified-pot 2",
    ]
    one_hand = "{}hand 1 Dot 9h\n  nonsense\n{}hand 2 Ann 9h\n  ante Ann Bea Cal\n  play Ann 0\n"
    assert found_in(one_hand.format("rules double-ante\n", "rules louisiana\n")) == [
        "ante 2 Dot -1",
        "syntax 1",
        "unverified-pot 2",
    ]
    assert found_in(one_hand.format("", "rules bourre-exempt=no split-exempt=no\n")) == [
        "syntax 1",
        "unverified-pot 2",
    ]


# --- What a session begins with -------------------------------------------------------------------


FIRST_ANTE = "hand 1 Dot 9h\n  ante Ann Bea=2\n  play Ann 0\n"


@pytest.mark.parametrize(
    ("begins", "found"),
    [
        # Cal and Dot may have matched the last pot of the evening before
        ("pot 4\n", ["ante 1 Bea +1"]),
        ("pot 4\nexempt -\n", ["ante 1 Bea +1", "ante 1 Cal -1", "ante 1 Dot -1"]),
        ("pot 4\nexempt Cal\n", ["ante 1 Bea +1", "ante 1 Dot -1"]),
        ("", ["ante 1 Bea +1", "ante 1 Cal -1", "ante 1 Dot -1"]),
        ("pot 0\n", ["ante 1 Bea +1", "ante 1 Cal -1", "ante 1 Dot -1"]),
        (
            "rules louisiana dealer-antes=yes\npot 4\n",
            ["ante 1 Ann +1", "ante 1 Bea +2", "ante 1 Dot -4"],
        ),
    ],
)
def test_an_ante_line_by_which_somebody_put_in_nothing_after_an_evening_that_is_not_known(
    begins: str, found: list[str]
) -> None:
    assert found_in(begins + FIRST_ANTE) == found


# --- What a session leaves for the next -----------------------------------------------------------

MATCHED = "hand 1 Dot 9h\n  play Ann 0\n  play Bea 0\n  tricks Ann 5\n"


@pytest.mark.parametrize(
    ("log", "exempt", "sure"),
    [
        (MATCHED, ["Bea"], True),
        (MATCHED.replace("Ann 5", "Ann 2 Bea 2"), None, False),  # they do not add up
        (MATCHED + "penalty Ann 4 for 1\n", ["Bea"], True),  # a ruling made later exempts nobody
        (MATCHED + "hand 2 Ann 9h\n  misdeal\n", ["Ann", "Bea", "Cal", "Dot"], True),
        (MATCHED + "hand 2 Ann 9h\n  nonsense\n", None, False),
        (MATCHED + "result Ann 3 Bea -3\n", None, True),
        (MATCHED + "count Ann 30\nend counted\n", None, True),  # other hands were played
        (MATCHED + "count Ann 3\nend counted\n", ["Bea"], True),  # nothing else was
        ("rules double-ante\n" + MATCHED, [], True),
        ("exempt Cal\n", ["Cal"], True),
    ],
)
def test_5_6_who_is_exempt_next_is_told(log: str, exempt: list[str] | None, sure: bool) -> None:
    settled = judged(log).settlement
    names = ("Ann", "Bea", "Cal", "Dot")
    told = (
        [name for name, free in zip(names, settled.exempt[0], strict=True) if free]
        if settled.exempt_known[0]
        else None
    )
    assert (told, bool(settled.sure[0])) == (exempt, sure)


def test_5_6_exemptions_go_on_into_the_next_session() -> None:
    last = judged(MATCHED).settlement
    exempt = tuple(map(int, last.exempt[0].nonzero()[0]))
    next_week = "hand 1 Ann 9h\n  ante Ann Cal Dot\n  play Ann 0\n"
    assert rules_found(judged(next_week, pot=int(last.left[0]), exempt=exempt)) == []
    assert rules_found(judged(next_week, pot=int(last.left[0]), exempt=())) == ["ante"]
    assert rules_found(
        judged(next_week.replace("Ann Cal", "Ann Bea Cal"), pot=4, exempt=exempt)
    ) == ["ante"]


def test_2_5_open_forfeits_are_told_and_go_on_into_the_next_session() -> None:
    hands = "hand 1 Dot 9h\n  early Bea\n  early Dot\n  play Ann 0\nhand 2 Ann 9h\n  play Ann 0\n"
    turns = judged(hands).turns[0]
    assert (turns.certain, turns.possible) == (Counter({1: 1, 3: 1}), Counter())
    assert judged(MATCHED).turns == {}
    skipped = (
        "hand 1 Ann 9h\n  play Ann 0\nhand 2 Cal 9h\n  play Ann 0\nhand 3 Ann 9h\n  play Ann 0\n"
    )
    assert rules_found(judged(skipped, forfeits=tuple(turns.certain.items()))) == []
    assert rules_found(judged(skipped)) == ["dealer", "dealer"]


def test_2_5_a_hand_that_cannot_be_read_leaves_turns_that_may_be_forfeited() -> None:
    turns = judged("hand 1 Dot 9h\n  early Bea\n  play Ann 0\nhand 2 Ann 9h\n  nonsense\n").turns[0]
    assert (turns.certain, turns.possible) == (Counter(), Counter({1: 2, 0: 1, 2: 1, 3: 1}))


@pytest.mark.parametrize("unwritten", ["result Ann 3 Bea -3\n", "count Ann 30\nend counted\n"])
def test_2_5_a_turn_that_is_forfeited_may_be_used_up_in_hands_that_nobody_wrote_down(
    unwritten: str,
) -> None:
    turns = judged("hand 1 Dot 9h\n  early Bea\n  play Ann 0\n" + unwritten).turns[0]
    assert (turns.certain, turns.possible) == (Counter(), Counter({1: 1}))


# --- Hands that nobody wrote down -----------------------------------------------------------------


def test_after_a_result_the_pot_is_unverified_without_an_ante_line(audited: Report) -> None:
    """
    hand 1 Dot 9h
      play Ann 0
    result Ann 3 Bea -3
    hand 5 Cal 9h
      play Ann 0
    """
    (found,) = audited.findings
    assert found.message.startswith(
        "The pot cannot be followed to this hand: hands were played before it that nobody wrote "
        "down."
    )


# --- Scores ---------------------------------------------------------------------------------------


def test_5_13_a_dealer_whom_a_score_does_not_name_is_not_said_to_have_passed() -> None:
    log = "rules louisiana dealer-plays=yes\nhand 1 Dot Ah\n"
    for score in ("tricks Bea 3 Cal 2", "take Bea 4\nmatch Cal 4", "take -"):
        assert "dealer-must-play 1 Dot" not in found_in(log + score)
    assert "dealer-must-play 1 Dot" not in found_in(log + "pass Ann\ntake Bea")
    for said in ("play Ann 0\ntake Ann", "pass Ann Bea Cal Dot"):
        assert "dealer-must-play 1 Dot" in found_in(log + said)


def test_3_7_the_others_paid_a_second_ante_too(audited: Report) -> None:
    """
    rules double-ante
    hand 1 Dot 9h
      take Bea 7
      match -
    hand 2 Ann 9h
      play Ann 0
    """
    # Bea's second ante is one of three; who else played is not written down.
    (found,) = audited.findings
    assert found.message.startswith(
        "The pot cannot be followed to this hand: who else paid to play in hand 1 is not known."
    )


@pytest.mark.parametrize(
    ("score", "found"),
    [
        ("pass Ann Bea Cal Dot\ntake -", ["all-passed 1"]),
        ("take -", ["unverified-pot 2"]),
        ("take -\nmatch -", ["unverified-pot 2"]),
    ],
)
def test_3_7_nobody_who_passed_paid_a_second_ante(score: str, found: list[str]) -> None:
    assert (
        found_in(f"rules double-ante\nhand 1 Dot 9h\n{score}\nhand 2 Ann 9h\nplay Ann 0\n") == found
    )


@pytest.mark.parametrize(
    ("score", "found"),
    [
        ("pass Ann Bea Cal Dot", ["all-passed 1"]),
        ("take -", []),
        ("take -\nmatch -", []),
        ("match -", []),
        ("pass Ann Bea", []),
    ],
)
def test_5_16_whoever_is_not_said_to_have_passed_has_not_passed(
    score: str, found: list[str]
) -> None:
    assert found_in(f"hand 1 Dot 9h\n{score}\n") == found


def test_3_1_in_a_score_the_order_is_only_that_of_writing() -> None:
    hand = "hand 1 Dot 9h\n  play Bea\n  pass Ann\n  play Cal{}\n  tricks Bea 3 Cal 2\n"
    assert found_in(hand.format("")) == []
    assert found_in(hand.format("\n  dealt Ann ?? ?? ?? ?? ??")) == []
    for recorded in (
        " 0",
        " 1",
        " out 2s",
        " in ??",
        "\n  early Dot",
        "\n  dealt Ann 2s ?? ?? ?? ??",
        "\n  trick Cal 2s ??",
    ):
        assert found_in(hand.format(recorded))[:1] == ["declare-order 1"]
