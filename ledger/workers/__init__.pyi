from .spread import (
    ALONE as ALONE,
    AT_START as AT_START,
    WORTH_IT as WORTH_IT,
    Crew as Crew,
    R as R,
    T as T,
    at_hand as at_hand,
    crew as crew,
    guarded as guarded,
    limit as limit,
    processors as processors,
    spread as spread,
)
