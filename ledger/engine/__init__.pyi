from . import form as form
from .ending_kinds import CLAIMED as CLAIMED, ENDED as ENDED, NOBODY_WON as NOBODY_WON, ONE_NAMED as ONE_NAMED
from .endings import endings as endings
from .facts import Fact as Fact
from .judge import Judged as Judged, judge as judge, without_collection as without_collection
from .knowledge import AfterDraw as AfterDraw, after_draw as after_draw
from .outcome import Outcome as Outcome, outcome as outcome
from .replay import evidence_of as evidence_of, replay as replay
from .settle import Settlement as Settlement, divided as divided, settle as settle
from .verdicts import NO_PLAY as NO_PLAY, RIGHT as RIGHT, UNPROVED as UNPROVED, WRONG as WRONG
