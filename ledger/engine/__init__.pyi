from . import form as form
from .ending_kinds import (
    CLAIMED as CLAIMED,
    ENDED as ENDED,
    NOBODY_WON as NOBODY_WON,
    ONE_NAMED as ONE_NAMED,
)
from .form import Fact as Fact
from .judge import (
    Judged as Judged,
    endings as endings,
    judge as judge,
    judge_on as judge_on,
    without_collection as without_collection,
)
from .knowledge import AfterDraw as AfterDraw, after_draw as after_draw
from .replay import (
    NO_PLAY as NO_PLAY,
    RIGHT as RIGHT,
    UNPROVED as UNPROVED,
    WRONG as WRONG,
    evidence_of as evidence_of,
    replay as replay,
)
from .settle import (
    Outcome as Outcome,
    Settlement as Settlement,
    divided as divided,
    outcome as outcome,
    settle as settle,
)
