from . import hand_steps as hand_steps, recording as recording
from .hand_steps import (
    HandDealt as HandDealt,
    Objection as Objection,
    SeatDealt as SeatDealt,
    deals as deals,
    objections as objections,
)
from .offers import Ask as Ask, Offer as Offer, offers as offers
from .prompt import completions as completions, enter_line as enter_line
from .put_right import (
    EDITED as EDITED,
    MOST_WORDS as MOST_WORDS,
    differing as differing,
    hands_said as hands_said,
    put_right as put_right,
    remark as remark,
    rename_player as rename_player,
    session_line as session_line,
    set_at_start as set_at_start,
    what_was as what_was,
    with_header_line as with_header_line,
)
from .recording import blank_evening as blank_evening
from .so_far import (
    END as END,
    CardPlayed as CardPlayed,
    HandNow as HandNow,
    HandToCome as HandToCome,
    RecordingView as RecordingView,
    contents as contents,
    let_off as let_off,
    playable as playable,
    view as view,
)
from .taps import (
    TAPS as TAPS,
    Tap as Tap,
    read_tap as read_tap,
    tapped as tapped,
    tricks_said as tricks_said,
)
