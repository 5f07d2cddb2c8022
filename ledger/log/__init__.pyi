from . import (
    between_hands as between_hands,
    context as context,
    hand_statements as hand_statements,
    header_statements as header_statements,
    parts as parts,
    payment_file as payment_file,
    payment_statements as payment_statements,
    records as records,
    statement as statement,
    values as values,
    words as words,
)
from .reader import (
    DOUBTS as DOUBTS,
    Doubt as Doubt,
    content_of as content_of,
    decoded as decoded,
    doubts as doubts,
    lines_of as lines_of,
    open_line as open_line,
    read as read,
    read_beginning as read_beginning,
    read_lines as read_lines,
    read_path as read_path,
)
from .records import (
    HelpRow as HelpRow,
    Session as Session,
    excerpt as excerpt,
    format_diagnostic as format_diagnostic,
    help_rows as help_rows,
)
from .values import currency_meant as currency_meant, other_money as other_money, statements_meant as statements_meant
from .words import Problem as Problem
from .writer import (
    Record as Record,
    format_statement as format_statement,
    with_last_end as with_last_end,
    with_payment as with_payment,
    with_statement as with_statement,
    write as write,
    write_payments as write_payments,
    write_session as write_session,
)
