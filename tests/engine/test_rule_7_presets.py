"""rules.md 7: each of the nine named systems in a clean game, and in one with something wrong that
is wrong only there.
"""

from audit_text import found_in


def test_7_4_indiana_the_opening_ante_is_as_usual() -> None:
    hands = (
        "hand 1 Dot 9h\nplay Ann 0\nplay Bea 0\ntricks Ann 4\nhand 2 Ann 9h\nante {}\nplay Cal 0\n"
    )
    assert found_in("rules indiana\n" + hands.format("Ann Cal Dot")) == []
    assert found_in("rules indiana\n" + hands.format("Ann Bea Cal Dot")) == ["ante 2 Bea +1"]
