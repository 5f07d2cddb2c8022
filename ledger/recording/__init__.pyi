from . import hand_steps as hand_steps, history as history, spoken as spoken
from .blank import blank_evening as blank_evening
from .contents import contents as contents
from .deals import HandDealt as HandDealt, SeatDealt as SeatDealt, deals as deals
from .hand_now import let_off as let_off
from .offers import Ask as Ask, Offer as Offer, offers as offers
from .playable import playable as playable
from .prompt import completions as completions, enter_line as enter_line
from .put_right import (
    put_right as put_right,
    rename_player as rename_player,
    session_line as session_line,
    set_at_start as set_at_start,
    with_header_line as with_header_line,
)
from .referee import Objection as Objection, objections as objections
from .state import CardPlayed as CardPlayed, HandNow as HandNow, HandToCome as HandToCome, RecordingView as RecordingView
from .taps import TAPS as TAPS, Tap as Tap, read_tap as read_tap, tapped as tapped, tricks_said as tricks_said
from .view import view as view
