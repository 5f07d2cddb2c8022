from . import model as model
from .from_log import Logs as Logs, columns as columns, in_chips as in_chips, read_logs as read_logs
from .model import Hands as Hands, joined as joined
from .parquet import (
    check_size as check_size,
    count_sessions as count_sessions,
    read_hands as read_hands,
    read_session as read_session,
    row_groups as row_groups,
    session_ids as session_ids,
    session_players as session_players,
    write_hands as write_hands,
    write_hands_into as write_hands_into,
)
from .to_log import sessions_of as sessions_of
