from . import (
    logins as logins,
    people as people,
)
