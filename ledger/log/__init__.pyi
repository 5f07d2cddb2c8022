from . import (
    between_hands as between_hands,
    grammar as grammar,
    hand_statements as hand_statements,
    payments as payments,
    records as records,
    spellings as spellings,
    values as values,
    words as words,
)
from .mend import as_suggested as as_suggested, mended as mended
from .reader import (
    Reading as Reading,
    content_of as content_of,
    decoded as decoded,
    is_payments as is_payments,
    lines_of as lines_of,
    read as read,
    read_beginning as read_beginning,
    read_left_out as read_left_out,
    read_lines as read_lines,
    read_path as read_path,
)
from .records import (
    DOUBTS as DOUBTS,
    Doubt as Doubt,
    Session as Session,
    doubts as doubts,
    excerpt as excerpt,
    format_diagnostic as format_diagnostic,
    open_line as open_line,
)
from .spellings import (
    currency_meant as currency_meant,
    other_money as other_money,
    statements_meant as statements_meant,
)
from .words import Problem as Problem
from .writer import (
    HelpRow as HelpRow,
    Record as Record,
    format_statement as format_statement,
    help_rows as help_rows,
    with_last_end as with_last_end,
    with_payments as with_payments,
    with_statement as with_statement,
    write as write,
    write_payments as write_payments,
    write_session as write_session,
)
