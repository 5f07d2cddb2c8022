"""When players stay in (``stays``, ``after_bourre``): only what the record can tell without favour
to those who stayed.
"""

from __future__ import annotations

from collections import defaultdict

from book_on_disk import Book
from naive.recount import Deed
from stats_trials import Trial, by_name

from ledger.book.derived.access import ask
from ledger.stats import FIELD, MOST_TRUMPS, PLACES, Filter, beside_everybody


def found(book: Book, player: int) -> dict[tuple[int, str], tuple[int, int, int, int]]:
    """Return the cells that have hands: stayed and dealt, by the player and by everybody else."""
    rows = ask(
        book.folder, lambda connection: beside_everybody(connection, player).stays
    ).to_dicts()
    assert [(row["trumps"], row["place"]) for row in rows] == [
        (n, place) for n in range(MOST_TRUMPS + 1) for place in PLACES
    ]
    columns = ("stayed", "stayed_of", f"{FIELD}stayed", f"{FIELD}stayed_of")
    return {
        (row["trumps"], row["place"]): tuple(row[name] for name in columns)
        for row in rows
        if row["stayed_of"] or row[f"{FIELD}stayed_of"]
    }


def test_who_stayed_by_trumps_dealt_and_place(book: Book) -> None:
    """
    seats Ann Bea Cal Dot
    hand 1 Dot 9h
      dealt Ann 2h 3h 4c 5c 6c
      dealt Bea 2c 3c 7c 8c 9c
      dealt Cal 4h 2s 3s 4s 5s
      dealt Dot 9h Th Jh Qh Kh
      play Ann
      pass Bea
      pass Cal
      play Dot
      tricks Ann 0 Dot 5
    """
    names = {
        name: player
        for player, name in ask(
            book.folder, lambda c: c.execute("SELECT player, name FROM players").fetchall()
        )
    }
    assert found(book, names["Ann"]) == {
        (2, "first"): (1, 1, 0, 0),
        (0, "middle"): (0, 0, 0, 1),
        (1, "before"): (0, 0, 0, 1),
        (4, "dealer"): (0, 0, 1, 1),  # five are "four or more"
    }


def test_hands_of_which_a_deal_is_missing_are_left_out(book: Book) -> None:
    """
    seats Ann Bea Cal
    hand 1 Cal 9h
      dealt Ann 2h 3h 4c 5c 6c
      dealt Cal 9h Th Jh Qh Kh
      play Ann
      pass Bea
      play Cal
      tricks Ann 0 Cal 5
    hand 2 Ann 9h
      dealt Bea 2h 3h 4c 5c 6c
      dealt Cal 2c 3c 7c 8c 9c
      dealt Ann 9h Th Jh Qh Kh
      pass Bea
      play Cal
      play Ann
      tricks Cal 1 Ann 4
    """
    assert sum(of + others_of for _, of, _, others_of in found(book, 1).values()) == 3


def test_an_evening_in_which_only_those_show_their_cards_who_stay_tells_nothing(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea 9h
      dealt Ann 2h 3h 4c 5c 6c
      dealt Bea 9h Th Jh Qh Kh
      play Ann
      play Bea
      tricks Ann 0 Bea 5
    hand 2 Ann 9h
      dealt Ann 9h Th Jh Qh Kh
      pass Bea
      play Ann
    """
    assert found(book, 1) == {}


def test_the_hand_after_a_bourre(one: Trial) -> None:
    ids = one.ids()
    after: dict[tuple[str, bool | None], list[Deed]] = defaultdict(list)
    unread = set(
        one.rows(
            """\
SELECT id, hand, name FROM seats JOIN hands USING (session, hand) JOIN sessions USING (session)
               JOIN players USING (player) WHERE hands.quarantined"""
        )
    )
    for name, mine in by_name(one.deeds).items():
        last: tuple[str, int, bool | None] = ("", 0, False)
        for deed in sorted(mine, key=lambda deed: (deed.session, deed.hand)):
            if deed.misdeal:
                continue
            before = last if last[0] == deed.session else (deed.session, 0, False)
            unsure = any(
                (deed.session, hand, name) in unread for hand in range(before[1] + 1, deed.hand)
            )
            after[name, None if unsure else before[2]].append(deed)
            last = (
                deed.session,
                deed.hand,
                deed.bourre if deed.known or deed.bourre or not deed.stayed else None,
            )
    assert any(which for _, which in after)
    for name in list(by_name(one.deeds))[:8]:
        usual, then = one.ask(beside_everybody, ids[name]).after_bourre.to_dicts()
        assert (usual["after"], then["after"]) == (False, True)
        for row in (usual, then):
            there = {
                (deed.session, deed.hand)
                for which in (False, True, None)
                for deed in after[name, which]
            }
            mine = [deed.stayed for deed in after[name, row["after"]] if deed.told]
            others = [
                deed.stayed
                for (who, which), some in after.items()
                if who != name and which == row["after"]
                for deed in some
                if deed.told and (deed.session, deed.hand) in there
            ]
            assert (row["stayed"], row["stayed_of"]) == (sum(mine), len(mine))
            assert (row[f"{FIELD}stayed"], row[f"{FIELD}stayed_of"]) == (sum(others), len(others))


def test_the_hand_before_is_looked_at_wherever_it_was_played(book: Book) -> None:
    """
    seats Ann Bea
    hand 1 Bea h
      tricks Ann 0 Bea 5
    sit Cal after Bea
    hand 2 Ann h
      tricks Bea 5 Ann 0
    hand 3 Bea h
      nonsense
    hand 4 Cal h
      tricks Ann 5 Bea 0
    """
    # At the table of three hand 2 is after a bourré, and of hand 3, before hand 4, nothing is
    # known.
    rows = ask(
        book.folder,
        lambda connection: beside_everybody(connection, 1, Filter(seated=(3,))).after_bourre,
    ).to_dicts()
    assert [(row["after"], row["stayed"], row["hands"]) for row in rows] == [
        (False, 0, 0),
        (True, 1, 1),
    ]
