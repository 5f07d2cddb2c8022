from . import (
    background as background,
    pricing as pricing,
)
