from .answers import (
    evening as evening,
    imported as imported,
    owes as owes,
    standings as standings,
    statement as statement,
)
from .balances import (
    currencies as currencies,
    figures as figures,
    one_session as one_session,
    payment_lines as payment_lines,
    trail as trail,
    transfer_words as transfer_words,
    unread as unread,
)
from .balances.figures import owing as owing
from .balances.payment_lines import (
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
from .book import Book as Book
from .checks import (
    closing as closing,
)
from .checks.check import (
    Check as Check,
    check_book as check_book,
    check_head as check_head,
    checks_of_database as checks_of_database,
)
from .derived import (
    breaches as breaches,
    database as database,
    schema as schema,
)
from .derived.access import (
    READ_ONLY as READ_ONLY,
    Connection as Connection,
    ask as ask,
    held as held,
)
from .derived.carrying import session_in_book as session_in_book
from .derived.findings import audited as audited, counted as counted
from .files import (
    chain as chain,
    disputes as disputes,
    folder as folder,
    input_values as input_values,
    portraits as portraits,
    settings as settings,
)
from .files.settings import Settings as Settings, read_settings as read_settings
from .files.settings_edit import keep_copy as keep_copy, new_text as new_text
from .members import (
    logins as logins,
    people as people,
)
from .members.logins import role_for as role_for, set_password as set_password
from .prices.background import begin_pricing as begin_pricing, only_when_asked as only_when_asked
from .prices.pricing import (
    CARDS as CARDS,
    DISCARDS as DISCARDS,
    EVEN as EVEN,
    TABLE as TABLE,
    ask_priced as ask_priced,
    unpriced as unpriced,
)
from .sessions import (
    corrections as corrections,
    edits as edits,
    import_outcome as import_outcome,
    import_plan as import_plan,
    importing as importing,
    new_session as new_session,
    recordings as recordings,
)
from .sessions.importing import (
    ImportOptions as ImportOptions,
    MadeLog as MadeLog,
    import_files as import_files,
)
from .sessions.recordings import Numbered as Numbered, Refused as Refused, Tapped as Tapped
from .sessions.session_text import (
    LogLine as LogLine,
    LogText as LogText,
    Told as Told,
    log_text as log_text,
    told_hand as told_hand,
    told_hands as told_hands,
    told_in_hindsight as told_in_hindsight,
)
from .sessions.stored_recording import (
    GoneError as GoneError,
    Recorder as Recorder,
    StoredRecording as StoredRecording,
    told_aside as told_aside,
)
