from . import (
    balances as balances,
    breaches as breaches,
    chain as chain,
    closed as closed,
    closing as closing,
    database as database,
    discarded as discarded,
    evening as evening,
    figures as figures,
    folder as folder,
    foot as foot,
    import_outcome as import_outcome,
    input_values as input_values,
    logins as logins,
    night_words as night_words,
    old_results as old_results,
    one_night as one_night,
    part as part,
    pay_links as pay_links,
    payments_made as payments_made,
    people as people,
    person_changes as person_changes,
    posting_words as posting_words,
    recordings as recordings,
    rename_evening as rename_evening,
    roles as roles,
    rulings as rulings,
    settling as settling,
    standings as standings,
    trail as trail,
    unread as unread,
)
from .access import Connection as Connection, ask as ask, held as held
from .audited import audited as audited, counted as counted
from .book import Book as Book
from .check import Check as Check, check_book as check_book, check_head as check_head
from .draft_file import Recorder as Recorder
from .figures import owing as owing
from .importing import ImportOptions as ImportOptions, MadeLog as MadeLog, import_files as import_files
from .log_text import LogLine as LogLine, LogText as LogText, log_text as log_text
from .one_hand import Told as Told, told_hand as told_hand
from .passwords import role_for as role_for, set_password as set_password
from .paying import (
    LargerDebtError as LargerDebtError,
    Paid as Paid,
    Wish as Wish,
    makes_larger as makes_larger,
    pay as pay,
    pay_words as pay_words,
    said_otherwise as said_otherwise,
    undoing as undoing,
)
from .payments_made import TAKEN_BACK as TAKEN_BACK
from .pricing import (
    CARDS as CARDS,
    DISCARDS as DISCARDS,
    EVEN as EVEN,
    TABLE as TABLE,
    ask_priced as ask_priced,
    unpriced as unpriced,
)
from .session_reader import session_in_book as session_in_book
from .settings import Settings as Settings, read_settings as read_settings
from .settings_edit import new_text as new_text
from .spending import Cost as Cost, Spent as Spent, spend as spend
from .stored_recording import GoneError as GoneError, StoredRecording as StoredRecording
from .tapping import Numbered as Numbered, Refused as Refused, Tapped as Tapped
