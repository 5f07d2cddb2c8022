"""What ``ledger.audit`` takes from people who write Python, and what its results look like at a
prompt.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from audit_text import log_of

from ledger import audit, columns, judge, read
from ledger.files import LogError
from ledger.game.play import DECK, SUIT, legal_plays

LOG = log_of(
    "seats Ann Bea Cal\n\nhand 1 Cal 9h\n  play Ann 0\n  play Bea 0\n  pass Cal\n  tricks Ann 3 "
    "Bea 1\n"
)


def test_a_path_a_text_and_a_session_alone_or_in_a_list_are_one_and_the_same(
    tmp_path: Path,
) -> None:
    path = tmp_path / "friday.bourre"
    path.write_text(LOG, "utf-8")
    (found,) = audit([read(LOG, "")]).findings
    for one in (path, str(path), LOG, read(LOG, "")):
        for given in (one, [one]):
            assert [again._replace(file="") for again in audit(given).findings] == [found]


def test_what_cannot_be_audited_is_named(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="audit takes paths, texts, sessions and hands, not int"):
        audit([5])  # type: ignore[list-item]
    with pytest.raises(LogError, match="cannot be read"):
        audit(tmp_path / "nowhere.bourre")


def test_what_is_shown_at_a_prompt_is_one_line() -> None:
    session = read(LOG, "friday.bourre")
    judged = judge(columns([session]))
    assert repr(session) == "<Session 'friday' of '2026-11-20': 1 hands, 0 errors>"
    assert repr(judged) == "<Judged <Hands: 1 of 1 sessions>: 1 facts>"


@pytest.mark.parametrize(("flag", "mask"), [(True, -1), (False, 0)])
def test_a_flag_is_as_good_as_a_mask_for_must_trump(flag: bool, mask: int) -> None:
    spade, trumps = SUIT[0], SUIT[1]
    hand = 1 << 13 | 1 << 27  # the two of trumps, and a diamond; somebody has trumped higher
    assert legal_plays(hand, spade, 1 << 20, trumps, flag) == legal_plays(
        hand, spade, 1 << 20, trumps, mask
    )
    assert legal_plays(hand, spade, 1 << 20, trumps, flag) == (1 << 13 if flag else hand)
    assert hand & DECK == hand
