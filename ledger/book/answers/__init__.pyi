from .owing import (
    Standing as Standing,
    standing as standing,
    verdict as verdict,
    who_owes as who_owes,
)
