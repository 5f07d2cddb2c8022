from .parts import (
    AUDIT as AUDIT,
    INSIGHT as INSIGHT,
    Figures as Figures,
    Part as Part,
    Piece as Piece,
    Summary as Summary,
    parts_beside as parts_beside,
    pieces_of as pieces_of,
    work_out as work_out,
)
from .places import local_copy as local_copy
from .simulated import Made as Made, Making as Making, made_up as made_up, make_up as make_up
