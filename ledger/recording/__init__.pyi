from . import hand_steps as hand_steps, spoken as spoken
from .blank import blank_evening as blank_evening
from .hand_now import let_off as let_off
from .prompt import completions as completions, enter_line as enter_line
from .referee import Objection as Objection, objections as objections
from .state import HandNow as HandNow, HandToCome as HandToCome, RecordingView as RecordingView
from .view import view as view
