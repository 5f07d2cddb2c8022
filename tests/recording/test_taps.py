"""Taps: what a finger says becomes the log that a person would have typed, and the same thing said
twice is said once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import dedent
from typing import Any

import pytest

from ledger.errors import UserError
from ledger.recording import enter_line, objections, offers, playable, view
from ledger.recording.recording import NewSession, Recording, opened, start, undo_line
from ledger.recording.taps import read_tap, tapped

EVENING = NewSession(
    "2026-11-20", "friday", ("Ann", "Bea", "Cal", "Big Al"), chip=25, currency="USD"
)

Said = tuple[str, dict[str, Any]]


def after(*taps: Said, rules: str = "louisiana", hand: int | None = None) -> Recording:
    recording = start(replace(EVENING, rules=rules))
    for kind, values in taps:
        recording = tapped(recording, read_tap({"kind": kind, "hand": hand, **values}))
    return recording


def stays(*names: str) -> Iterator[Said]:
    yield from (("stays", {"player": name, "yes": True}) for name in names)


def took(player: str, tricks: int | None) -> Said:
    return "took", {"player": player, "tricks": tricks}


def hands(recording: Recording) -> str:
    return recording.text.partition("\n\n")[2]


DEALT: Said = ("dealer", {"player": "Big Al"})
CONFIRM: Said = ("confirm", {})


def test_a_score_hand_of_three_takes_seven_taps_at_most() -> None:
    """Three who stay in whatever order, two numbers of which the third follows, and a
    confirmation.
    """
    said = after(DEALT, *stays("Cal", "Ann", "Bea"), took("Bea", 0), took("Ann", 3), CONFIRM)
    assert hands(said) == dedent("""\
        hand 1 "Big Al" -
          play Ann
          play Bea
          play Cal
          tricks Ann 3 Cal 2
        """)


def test_a_number_that_is_said_again_is_that_number_and_none_is_a_number_too() -> None:
    told = after(DEALT, *stays("Ann", "Bea", "Cal"), took("Cal", 0), took("Cal", 0))
    assert told.draft[-1] == "  tricks Cal 0"
    told = after(DEALT, *stays("Ann", "Bea", "Cal"), took("Ann", 3), took("Bea", 2), took("Bea", 1))
    assert told.draft[-1] == "  tricks Ann 3 Bea 1 Cal 1"
    told = after(DEALT, *stays("Ann", "Bea", "Cal"), took("Ann", 3), took("Ann", None))
    assert len(told.draft) == 4


def test_who_stays_is_set_and_may_be_unsaid_or_dealt_by_another() -> None:
    said = after(
        DEALT,
        *stays("Ann", "Bea", "Ann"),
        ("stays", {"player": "Bea", "yes": False}),
        ("dealer", {"player": "Bea"}),
    )
    assert said.draft == ("hand 1 Bea -", "  play Ann")
    said = after(DEALT, *stays("Ann"), ("rest", {}), *stays("Cal"))
    assert said.draft == (
        'hand 1 "Big Al" -',
        "  play Ann",
        "  pass Bea",
        "  play Cal",
        '  pass "Big Al"',
    )


def test_whoever_was_tapped_too_late_did_not_declare_out_of_turn() -> None:
    """Cal was tapped before it was said that Ann had passed: by the audit, Ann had passed out of
    turn.
    """
    turned: Said = ("turned", {"card": "9h"})
    bea: Said = ("declares", {"player": "Bea", "draws": 2, "skips": True})
    cards: tuple[Said, ...] = tuple(
        ("card", {"player": one, "card": two}) for one, two in (("Bea", "Ks"), ("Big Al", "As"))
    )
    al: Said = ("declares", {"player": "Big Al", "draws": 1, "skips": True})
    in_turn = ("  pass Ann", "  play Bea 2", "  pass Cal", '  play "Big Al" 1')
    passes: Said = ("passes", {"player": "Cal"})
    for taps in (
        (passes, bea, al),
        (passes, al, UNDO, bea, al),
        (*stays("Big Al"), passes, bea, al),
    ):
        said = after(DEALT, turned, *taps, *cards)
        assert said.draft[1:-1] == in_turn
        assert (
            objections(
                after(DEALT, turned),
                tapped(replace(said, past=()), read_tap({"kind": "confirm", "anyway": True})),
            )
            == []
        )
    late = after(DEALT, turned, *stays("Big Al", "Bea"), ("rest", {}))
    assert late.draft[1:] == ("  pass Ann", "  play Bea", "  pass Cal", '  play "Big Al"')


def test_cards_are_those_of_whoever_is_named() -> None:
    """And of another only where nobody is known to be on turn."""
    play: tuple[Said, ...] = (
        ("dealer", {"player": "Cal"}),
        ("turned", {"card": "9h"}),
        ("passes", {"player": "Big Al"}),
        ("declares", {"player": "Ann", "draws": 2}),
        ("declares", {"player": "Bea", "draws": None}),
        ("declares", {"player": "Ann", "draws": 3}),
        ("rest", {}),
        ("card", {"player": "Ann", "card": "Ks"}),
    )
    with pytest.raises(UserError, match="it is Bea's turn to play, not Ann's"):
        after(*play, ("card", {"player": "Ann", "card": "2s"}))
    said = after(
        *play,
        ("card", {"player": "Bea", "card": "??"}),
        ("card", {"player": "Bea", "card": "Qs"}),
        ("undo", {}),
    )
    assert said.draft == (
        "hand 1 Cal 9h",
        '  pass "Big Al"',
        "  play Ann 3",
        "  play Bea",
        "  pass Cal",
        "  trick Ann Ks ??",
    )


UNDO: Said = ("undo", {})


def test_undo_takes_back_a_tap_and_not_a_line() -> None:
    """Lines stand in the order of the seats; a number may say that somebody stays; the end may say
    what was counted.
    """
    said = after(DEALT, *stays("Cal", "Ann"), UNDO)
    assert said.draft == ('hand 1 "Big Al" -', "  play Cal")
    number: Said = (
        "took",
        {"player": "Ann", "tricks": 3, "stays": True, "besides": {"Bea": None, "Cal": 1}},
    )
    before = (DEALT, *stays("Cal", "Bea"), took("Bea", 4))
    said = after(*before, number)
    assert said.draft[1:] == (
        "  play Ann",
        "  play Bea",
        "  play Cal",
        "  tricks Ann 3 Bea 1 Cal 1",
    )
    assert after(*before, number, UNDO) == after(*before)
    assert after(*before, UNDO, UNDO) == after(DEALT, *stays("Cal"))
    whole = (DEALT, *stays("Ann", "Bea", "Cal"), took("Cal", 0), took("Ann", 5))
    ended: Said = ("ends", {"how": "counted", "buyins": {"Ann": 40}, "counts": {"Ann": 38}})
    assert after(*whole, CONFIRM, ended, UNDO, UNDO) == after(*whole)
    assert after(*whole, CONFIRM, ended, UNDO, UNDO, UNDO) == after(*whole[:-1])


def test_a_tap_that_says_what_is_so_already_is_none_to_take_back() -> None:
    assert after(DEALT, *stays("Cal", "Cal"), UNDO) == after(DEALT)


def test_as_many_taps_are_taken_back_as_are_remembered_and_then_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ledger.recording.recording.TAPS_REMEMBERED", 2)
    said = after(DEALT, *stays("Cal", "Bea", "Ann"), UNDO, UNDO)
    assert len(said.past) == 0
    assert tapped(said, read_tap({"kind": "undo"})) == after(DEALT)


def test_a_tap_meant_for_another_hand_is_refused_and_a_second_confirmation_is_the_first() -> None:
    hand = (DEALT, *stays("Ann", "Bea"), took("Ann", 3), CONFIRM)
    done = after(*hand, hand=1)
    assert after(*hand, CONFIRM, hand=1) == done
    with pytest.raises(UserError, match="tapped for hand 1, but it is now hand 2"):
        after(*hand, *stays("Ann"), hand=1)


def test_the_last_card_is_awaited_though_the_pot_is_known_and_a_trick_is_never_left_short() -> None:
    """Big Al's ace of trumps cannot be beaten any more: two tricks each for Ann and Cal, whatever
    Ann still plays.
    """
    cards = (
        "Ann Ah",
        "Cal Jh",
        "Big Al 7h",
        "Ann Kh",
        "Cal 6s",
        "Big Al Th",
        "Cal 7c",
        "Big Al 2c",
        "Ann 9s",
        "Ann Kd",
        "Cal Ts",
    )
    played = [one.rpartition(" ") for one in (*cards, "Big Al Ad", "Cal Ks", "Big Al As")]
    declared = (
        ("declares", {"player": name, "draws": 2, "skips": True})
        for name in ("Ann", "Cal", "Big Al")
    )
    taps: tuple[Said, ...] = (DEALT, ("turned", {"card": "As"}), *declared)
    taps += tuple(("card", {"player": name, "card": card}) for name, _, card in played)
    seen = view(after(*taps))
    assert seen.hand is not None
    assert (seen.awaits, seen.hand.turn, seen.hand.settling.known) == ("card", "Ann", True)
    short = after(*taps, ("confirm", {"anyway": True}))
    assert short.log.endswith("  trick Cal Ks As ??\n")
    assert enter_line(after(*taps), "ok") == short
    assert objections(after(DEALT), short) == []


def test_a_hand_is_not_confirmed_while_nobody_knows_who_won() -> None:
    counted = (DEALT, *stays("Ann", "Bea", "Cal"), took("Ann", 1))
    with pytest.raises(UserError, match="not known yet who won"):
        after(*counted, CONFIRM)
    assert not after(*counted, ("confirm", {"anyway": True})).playing


def test_statements_are_put_together_from_what_is_asked_for() -> None:
    """Names and notes that need quotes get them; one of a hand begins the hand."""

    def parts(statement: str, **values: object) -> Said:
        return "say", {"statement": statement, "parts": values}

    said = after(
        DEALT,
        ("undo", {}),
        parts("sit", player="Eve Marie", after="Big Al"),
        parts("buyin", player="Big Al", chips=40),
        parts(
            "expense",
            payer="Eve Marie",
            amount="12.5",
            note="beer for us",
            sharers=["Ann", "Big Al"],
        ),
        parts("result", won={"Ann": 5, "Bea": -5, "Cal": 0}),
        parts("rules", options={"limit": "20"}),
        DEALT,
        parts("early", player="Eve Marie"),
        parts("misdeal"),
        CONFIRM,
        ("ends", {"how": "counted", "buyins": {"Ann": 40}, "counts": {"Ann": 38}}),
    )
    assert said.text.partition("seats")[2].splitlines()[1:] == [
        'sit "Eve Marie" after "Big Al"',
        'buyin "Big Al" 40',
        'expense "Eve Marie" 12.50 "beer for us" for Ann "Big Al"',
        "result Ann 5 Bea -5",
        "rules limit=20",
        "",
        'hand 1 "Big Al" -',
        '  early "Eve Marie"',
        "  misdeal",
        "buyin Ann 40",
        "count Ann 38",
        "end counted",
    ]
    with pytest.raises(UserError, match="`buyin` needs more: Chips"):
        after(parts("buyin", player="Ann"))


def test_what_was_set_at_the_start_is_put_right_and_that_can_be_undone() -> None:
    """All of it before the deal; later the seats are left alone, and a name is changed wherever it
    stands, but in remarks.
    """

    def began(**values: object) -> Said:
        return "began", values

    first = after(
        began(
            title="Fun night",
            chip="0.50",
            ante=2,
            pot=4,
            exempt=["Dot"],
            seats=["Dot", "Ann", "Cal"],
            rules="acadiana",
        )
    )
    assert first.log.splitlines()[1:] == [
        'session 2026-11-20 friday "Fun night"',
        "rules acadiana",
        "chip 0.50 USD",
        "ante 2",
        "pot 4",
        "exempt Dot",
        "seats Dot Ann Cal",
    ]
    begun = (
        DEALT,
        *stays("Ann", "Bea"),
        took("Ann", 3),
        CONFIRM,
        ("say", {"line": "buyin Ann 40"}),
        ("note", {"words": "Ann"}),
    )
    ann: Said = ("called", {"player": "Ann", "name": "Anne Marie"})
    later = after(*begun, ann, began(chip="", ante=2))
    assert later.log == after(*begun).log.replace(" Ann", ' "Anne Marie"').replace(
        '# "Anne Marie"', "# Ann"
    ).replace("chip 0.25 USD", "ante 2")
    assert view(later).chips["Anne Marie"] == view(after(*begun)).chips["Ann"] + 3
    assert after(*begun, ann, began(chip="", ante=2), UNDO, UNDO) == after(*begun)
    for wrong, why in (
        (
            began(seats=["Bea", "Ann", "Cal", "Big Al"]),
            "hands have already been dealt to these seats",
        ),
        (("called", {"player": "Ann", "name": "Bea"}), "Bea is already a player"),
        (("called", {"player": "Ann", "name": "7"}), "7 is a number"),
        (began(rules="luisiana"), "there are no rules named"),
        (began(chip="0.25 XYZQ"), "XYZQ"),
    ):
        with pytest.raises(UserError, match=why):
            after(*begun, wrong)


def test_a_wrong_name_is_put_right_in_every_statement_that_names_somebody() -> None:
    """
    bourre 1
    session 2026-11-20 friday
    rules indiana
    chip 0.25 USD
    pot 4
    exempt Anne
    seats Anne Bea Cal

    hand 1 Cal 9h
      ante Anne=3 Bea
      dealt Anne Ks Qs 7c 3c
      early Anne
      play Anne 2 Bea 1
      pass Cal
      stay Anne Bea
      trick Anne Ks 2s
      claim Anne Ah Kh
      tricks Anne 4
      take Anne 7
      match Anne 2
      renege Anne 3
    leave Anne
    sit Anne after Bea
    buyin Anne 40 from Bea
    cashout Bea 55 from Anne
    count Anne 3
    pay Anne Bea 2.50 venmo
    penalty Anne 3 for 1
    transfer Bea Anne 3
    waive 1 Anne
    expense Anne 3.00 pizza for Anne Bea
    result Anne 3 Bea -3

    hand 2 Anne -
      play Anne
    """
    before = undo_line(
        opened(
            dedent(
                test_a_wrong_name_is_put_right_in_every_statement_that_names_somebody.__doc__ or ""
            ).strip(),
            "x",
        )
    )
    said = tapped(before, read_tap({"kind": "called", "player": "Anne", "name": "Zoe"}))
    assert said.text == before.text.replace("Anne", "Zoe")
    assert len(said.draft) == len(before.draft) == 2


@pytest.mark.parametrize("rules", ["louisiana", "indiana"])
def test_whatever_is_offered_can_be_said(rules: str) -> None:
    """Before the deal, before the play, and between two hands; ``stay`` only where the house asks
    for that.
    """
    values: dict[str, Any] = {
        "name": "Ann",
        "newcomer": "Eve",
        "names": ["Ann"],
        "chips": 3,
        "hand": 1,
        "money": "2.50",
        "words": "so",
        "cards": "Ah",
    }
    values |= {"won": {"Ann": 2}, "options": {"limit": "9"}}
    dealt = (DEALT, *stays("Ann", "Bea"))
    for taps in ((), dealt, (*dealt, took("Ann", 3 if rules != "indiana" else 2), CONFIRM)):
        recording = after(*taps, rules=rules)
        found = offers(view(recording))
        assert ("stay" in {one.statement for one in found}) == (
            rules == "indiana" and recording.playing
        )
        for offer in found:
            said = {ask.field: values[ask.kind] for ask in offer.asks}
            if offer.statement in {"pay", "transfer", "buyin", "cashout"}:
                said |= {field: "Bea" for field in ("payee", "receiver", "source") if field in said}
            tap = read_tap({"kind": "say", "statement": offer.statement, "parts": said})
            assert tapped(recording, tap) != recording


def test_what_may_be_played_leaves_out_what_would_prove_a_renege() -> None:
    """Bea threw a club on Ann's spade: she has neither spades nor trumps; and a withdrawn heart is
    in Ann's hand.
    """
    play: tuple[Said, ...] = (
        DEALT,
        ("turned", {"card": "9h"}),
        *stays("Ann", "Bea"),
        *(
            ("card", {"player": name, "card": card})
            for name, card in (("Ann", "Ks"), ("Bea", "4c"), ("Ann", "Qd"))
        ),
    )
    recording = after(*play)
    seen = view(recording)
    assert seen.hand is not None
    may = playable(seen.hand, seen.rules)
    assert may is not None
    assert {card[1] for card in may} == {"d", "c"}
    assert "4c" not in may
    assert "Qd" not in may


@pytest.mark.parametrize(
    "said",
    [
        None,
        {"kind": "dance"},
        {"kind": "took", "player": "Ann", "tricks": -1},
        {"kind": "took", "player": "Ann", "tricks": True},
        {"kind": "stays", "player": ["Ann"], "yes": True},
        {"kind": "note", "words": "x" * 401},
        {"kind": "undo", "hand": "1"},
        {"kind": "say", "parts": {"a": {"b": {}}}},
    ],
)
def test_a_tap_that_is_none_is_told(said: object) -> None:
    with pytest.raises(UserError, match="this tap cannot be read"):
        read_tap(said)


# --- Who took the pot -----------------------------------------------------------------------------


def pot(takes: list[str] | None, matches: list[str] | None) -> Said:
    return "pot", {"takes": takes, "matches": matches}


@pytest.mark.parametrize(
    ("said", "lines", "open_line"),
    [
        (
            pot(["Ann"], ["Cal"]),
            "take Ann|match Cal",
            "Who else stayed is not recorded: no chips depend on it.",
        ),
        (
            pot(["Ann"], []),
            "take Ann|match -",
            "Who else stayed is not recorded: no chips depend on it.",
        ),
        (
            pot(["Ann"], None),
            "take Ann",
            "Who else stayed is not recorded: Bea, Cal and Big Al may owe a match.",
        ),
        (pot([], ["Cal"]), "take -|match Cal", "Who else stayed is not recorded."),
        (
            pot(None, ["Big Al"]),
            'match "Big Al"',
            "Who else stayed is not recorded: Ann, Bea and Cal may have taken it.",
        ),
    ],
)
def test_who_took_the_pot_is_written_as_a_person_writes_it_and_says_what_that_leaves_open(
    said: Said, lines: str, open_line: str
) -> None:
    """Rule 5.16: the hand can be confirmed, and nothing is filled in; the tap again is the same
    tap.
    """
    now = after(DEALT, said, said)
    assert [line.strip() for line in now.draft[1:]] == lines.split("|")
    seen = view(now)
    assert seen.awaits == "confirm"
    assert seen.hand is not None
    assert seen.hand.preview[-1] == open_line
    assert after(DEALT, said, said, UNDO) == after(DEALT)
    assert after(DEALT, pot(["Bea"], None), said) == after(DEALT, said)
    assert hands(after(DEALT, said, CONFIRM)) == hands(now)


def test_of_whoever_was_not_tapped_nobody_says_that_he_passed() -> None:
    """`play` lines beside `take` would: so those who stay are in a `tricks` line, and the others
    are nowhere.
    """
    stayed = (DEALT, *stays("Bea", "Ann"))
    took_it = pot(["Ann"], None)
    for taps in (
        (*stayed, took_it),
        (DEALT, took_it, *stays("Bea")),
        (*stayed, took_it, *stays("Ann")),
    ):
        now = after(*taps)
        assert now.draft[1:] == ("  tricks Ann ? Bea ?", "  take Ann")
        hand = view(now).hand
        assert hand is not None
        assert hand.preview == (
            "Ann takes 4.",
            "Bea stayed: tricks not recorded.",
            "Who else stayed is not recorded: Bea, Cal and Big Al may owe a match.",
        )
        assert hand.silent == ("Cal", "Big Al")
    assert after(*stayed, pot(["Ann"], None), UNDO) == after(*stayed)
    # Cal was a slip
    assert after(*stayed, pot(["Cal"], ["Bea"]), pot(["Ann"], None)) == after(
        *stayed, pot(["Ann"], None)
    )


def test_tricks_and_declarations_can_still_be_tapped_beside_it() -> None:
    one = (DEALT, pot(["Ann"], None), *stays("Cal"))
    assert after(*one, took("Cal", 0)).draft[1:] == ("  tricks Ann ? Cal 0", "  take Ann")
    number: Said = ("took", {"player": "Bea", "tricks": 1, "stays": True})
    some = (*one, number, took("Cal", 1))
    # Big Al may have stayed: nothing follows
    assert after(*some).draft[1:] == ("  tricks Ann ? Bea 1 Cal 1", "  take Ann")
    whole = ("  play Ann", "  play Bea", "  play Cal", "  tricks Ann 3 Bea 1 Cal 1", "  take Ann")
    assert after(*some, took("Ann", 3)).draft[1:] == whole
    assert after(*one, ("stays", {"player": "Ann", "yes": False})).draft[1:] == ("  play Cal",)
    passed = after(*one, *stays("Ann"), ("rest", {}))
    assert passed.draft[1:] == (
        "  play Ann",
        "  pass Bea",
        "  play Cal",
        '  pass "Big Al"',
        "  take Ann",
    )
    hand = view(passed).hand
    assert hand is not None
    assert hand.preview[0] == "Bea and Big Al passed."
    assert hand.preview[-1] == "Cal may owe a match."
    drew = (
        DEALT,
        ("declares", {"player": "Ann", "draws": 2, "skips": True}),
        ("rest", {}),
        pot(["Ann"], []),
    )
    assert after(*drew).draft[1:] == (
        "  play Ann 2",
        '  pass Bea Cal "Big Al"',
        "  take Ann",
        "  match -",
    )


def test_before_a_score_is_confirmed_it_says_who_passed_and_who_stayed_without_a_trick() -> None:
    """A third player who stayed and took none is the costliest slip at a table."""
    hand = view(after(DEALT, *stays("Ann", "Cal", "Bea"), took("Bea", 0), took("Ann", 3))).hand
    assert hand is not None
    assert hand.preview == (
        "Big Al passed.",
        "Ann takes 4.",
        "Bea stayed and took none: bourré, matches 4.",
    )
    hand = view(after(DEALT, ("rest", {}))).hand
    assert hand is not None
    assert hand.preview == ("Everybody passed: the pot stays.",)
    hand = view(after(DEALT)).hand
    assert hand is not None
    assert not any("passed" in sentence for sentence in hand.preview)


def test_chips_that_a_hand_not_all_recorded_may_change_are_marked_until_a_pot_line_and_nobody_else_is() -> (  # noqa: E501
    None
):
    """No figure calls itself right above an open hand; who is known to have passed is not in doubt
    for it.
    """
    settled = view(after(DEALT, pot(["Ann"], []), CONFIRM))
    assert (settled.doubt, settled.doubtful, settled.figure("Ann")) == ("", frozenset(), "+3")
    now = view(after(DEALT, ("passes", {"player": "Bea"}), pot(["Ann"], None), CONFIRM))
    assert now.unrecorded == (1,)
    assert now.doubt == "Hand 1 is not all recorded: figures with ? may change."
    assert (now.figure("Cal"), now.figure("Bea")) == ("−1 ?", "−1")
    assert not now.verified
    assert now.coming is not None
    assert not now.coming.verified
    counted = view(
        after(
            DEALT,
            pot(["Ann"], None),
            CONFIRM,
            ("say", {"line": "hand 2 Ann -"}),
            ("say", {"line": "pot 8"}),
        )
    )
    assert counted.hand is not None
    assert (counted.hand.pot, counted.unrecorded) == (8, (1,))


# --- Hands that are confirmed ---------------------------------------------------------------------

SCORE: tuple[Said, ...] = (DEALT, *stays("Ann", "Bea"), took("Ann", 3), CONFIRM)
WAS = ['hand 1 "Big Al" -', "play Ann", "play Bea", "tricks Ann 3 Bea 2"]


def mends(*lines: str, was: list[str] = WAS, of: int = 1) -> Said:
    return "mends", {
        "of": of,
        "was": was,
        "lines": list(lines),
        "when": "2026-11-20 23:05",
        "by": "Ann",
    }


def test_an_earlier_hand_is_mended_while_another_is_open_and_undo_brings_it_back() -> None:
    before = after(*SCORE, *stays("Bea"))
    said = after(*SCORE, *stays("Bea"), mends(*WAS[:3], "tricks Ann 2 Bea 3"))
    *_, tricks, note, _empty, _hand_two, _stays, _end = hands(said).split("\n")
    assert (tricks, note) == (
        "  tricks Ann 2 Bea 3",
        "  # edited 2026-11-20 23:05 by Ann: was tricks Ann 3 Bea 2",
    )
    assert said.draft == before.draft
    assert (view(before).chips["Ann"], view(said).chips["Ann"]) == (3, -1)
    assert tapped(said, read_tap({"kind": "undo"})) == before
    as_if = after(
        *(took("Ann", 2) if one == took("Ann", 3) else one for one in SCORE), *stays("Bea")
    )
    assert (view(said).chips, view(said).pot, view(said).coming) == (
        view(as_if).chips,
        view(as_if).pot,
        view(as_if).coming,
    )


@pytest.mark.parametrize(
    ("tap", "why"),
    [
        (mends(*WAS, was=WAS[:3]), "hand 1 has been changed meanwhile"),
        (mends(*WAS, of=7), "hand 7 has been changed meanwhile"),
        (mends(*WAS[:3], "tricks Ann three"), "three is not a number of tricks"),
        (mends(*WAS, "hand 2 Ann -"), "these lines are not hand 1 alone"),
        (mends(*WAS, "end carry"), "these lines are not hand 1 alone"),
        (mends("hand 3 Ann -", *WAS[1:]), "these lines are not hand 1 alone"),
        (mends(*WAS[1:]), "`play` is outside a hand"),
        (mends(), "these lines are not hand 1 alone"),
        (mends(*WAS[:3], "tricks Ann 2\nhand 9 Ann -"), "these lines are not hand 1 alone"),
    ],
)
def test_what_is_no_hand_of_that_number_or_not_there_any_more_changes_nothing(
    tap: Said, why: str
) -> None:
    with pytest.raises(UserError) as raised:
        after(*SCORE, tap)
    assert raised.value.message == why


def test_a_hand_that_is_as_it_was_says_nothing() -> None:
    assert after(*SCORE, mends(*WAS)) == after(*SCORE)


def test_a_payment_without_a_name_in_an_edited_draft_stands_in_the_way_of_nothing() -> None:
    edited = after(DEALT, *stays("Ann", "Bea"))
    edited = replace(edited, draft=(*edited.draft, "  take"))
    done = tapped(edited, read_tap({"kind": "stays", "player": "Bea", "yes": False}))
    assert done.draft[1:] == ("  play Ann", "  take")
