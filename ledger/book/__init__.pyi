from . import (
    answers as answers,
    breaches as breaches,
    chain as chain,
    closing as closing,
    corrections as corrections,
    currencies as currencies,
    database as database,
    disputes as disputes,
    edits as edits,
    figures as figures,
    folder as folder,
    import_outcome as import_outcome,
    importing as importing,
    input_values as input_values,
    logins as logins,
    new_session as new_session,
    one_session as one_session,
    payment_lines as payment_lines,
    people as people,
    portraits as portraits,
    recordings as recordings,
    schema as schema,
    settings as settings,
    trail as trail,
    transfer_words as transfer_words,
    unread as unread,
)
from .access import READ_ONLY as READ_ONLY, Connection as Connection, ask as ask, held as held
from .background import begin_pricing as begin_pricing, only_when_asked as only_when_asked
from .book import Book as Book
from .carrying import session_in_book as session_in_book
from .check import (
    Check as Check,
    check_book as check_book,
    check_head as check_head,
    checks_of_database as checks_of_database,
)
from .figures import owing as owing
from .findings import audited as audited, counted as counted
from .importing import (
    ImportOptions as ImportOptions,
    MadeLog as MadeLog,
    import_files as import_files,
)
from .logins import role_for as role_for, set_password as set_password
from .payment_lines import (
    TAKEN_BACK as TAKEN_BACK,
    Cost as Cost,
    LargerDebtError as LargerDebtError,
    Paid as Paid,
    Spent as Spent,
    Wish as Wish,
    makes_larger as makes_larger,
    pay as pay,
    pay_words as pay_words,
    said_otherwise as said_otherwise,
    spend as spend,
    undoing as undoing,
)
from .pricing import (
    CARDS as CARDS,
    DISCARDS as DISCARDS,
    EVEN as EVEN,
    TABLE as TABLE,
    ask_priced as ask_priced,
    unpriced as unpriced,
)
from .recordings import Numbered as Numbered, Refused as Refused, Tapped as Tapped
from .session_text import (
    LogLine as LogLine,
    LogText as LogText,
    Told as Told,
    log_text as log_text,
    told_hand as told_hand,
    told_hands as told_hands,
    told_in_hindsight as told_in_hindsight,
)
from .settings import Settings as Settings, read_settings as read_settings
from .settings_edit import keep_copy as keep_copy, new_text as new_text
from .stored_recording import (
    GoneError as GoneError,
    Recorder as Recorder,
    StoredRecording as StoredRecording,
    told_aside as told_aside,
)
