from .retelling import (
    Moment as Moment,
    Play as Play,
    Retelling as Retelling,
    Seat as Seat,
    Trick as Trick,
    as_dict as as_dict,
    retell as retell,
    trump_of as trump_of,
    turned_of as turned_of,
)
from .sentences import (
    claims as claims,
    hand_names as hand_names,
    match_verb as match_verb,
    not_known as not_known,
    parse_hand_name as parse_hand_name,
    settlement as settlement,
    tricks_named as tricks_named,
)
from .step_by_step import moments as moments
