"""rules.md 6: what a record can prove, and what it must never be used for."""

import pytest
from audit_text import found_in, report_of


def test_6_6_no_accusation_without_proof() -> None:
    """Each of these looks like a renege; none of them is proved."""
    innocent = {
        "she may have had no heart": "play Ann\nplay Bea\ntrick Ann Kh 9c\n",
        "nobody knows what was led": "play Ann\nplay Bea\ntrick Ann ?? 9c\ntrick Ann 5d 3h\n",
        "the heart was discarded": (
            "dealt Bea 3h 9c ?? ?? ??\nplay Ann\nplay Bea 1 out 3h\ntrick Ann Kh 9c\n"
        ),
        "the heart may have been discarded": (
            "dealt Bea 3h 9c ?? ?? ??\nplay Ann\nplay Bea 1\ntrick Ann Kh 9c\n"
        ),
        "the draw was not recorded": (
            "dealt Bea 3h 9c ?? ?? ??\nplay Ann\nplay Bea\ntrick Ann Kh 9c\n"
        ),
        "an unknown card may have beaten it": (
            "play Ann\nplay Bea\nplay Cal\ntrick Ann Qh ?? 3h\ntrick Ann 5d 6d Kh\n"
        ),
        "the record contradicts itself": (
            "play Ann\nplay Bea\ntrick Ann Kh 9c\ntrick Ann 3d 3h\ntrick Ann 5d 3h\n"
        ),
    }
    for reason, hand in innocent.items():
        found = [line.split()[0] for line in found_in("hand 1 Dot 2s\n" + hand)]
        assert not {"follow-suit", "must-trump", "must-beat", "cinch"} & set(found), reason


@pytest.mark.parametrize("hidden", ["Qh", "3h", "4d", "Kh"])
def test_6_6_hiding_a_card_never_accuses_another(hidden: str) -> None:
    hand = (
        "hand 1 Dot 2s\nplay Ann 0\nplay Bea 0\ntrick Ann Qh Kh\ntrick Bea 4d 5d\ntrick Ann 6c 3h\n"
    )
    assert found_in(hand) == []
    report = report_of(hand.replace(hidden, "??"))
    assert report.wrong == 0
