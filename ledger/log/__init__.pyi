from . import (
    between_hands as between_hands,
    cardtext as cardtext,
    context as context,
    hand_records as hand_records,
    hand_statements as hand_statements,
    header_statements as header_statements,
    letters as letters,
    limits as limits,
    money as money,
    parts as parts,
    payment_file as payment_file,
    payment_statements as payment_statements,
    plain_lines as plain_lines,
    records as records,
    statement as statement,
    words as words,
)
from .append import with_last_end as with_last_end, with_payment as with_payment, with_statement as with_statement
from .diagnostics import excerpt as excerpt, format_diagnostic as format_diagnostic
from .doubts import DOUBTS as DOUBTS, Doubt as Doubt, doubts as doubts, open_line as open_line
from .meant import currency_meant as currency_meant, other_money as other_money, statements_meant as statements_meant
from .problem import Problem as Problem
from .reader import (
    content_of as content_of,
    decoded as decoded,
    lines_of as lines_of,
    read as read,
    read_beginning as read_beginning,
    read_lines as read_lines,
    read_path as read_path,
)
from .records import Session as Session
from .statements import HelpRow as HelpRow, help_rows as help_rows
from .writer import (
    Record as Record,
    format_statement as format_statement,
    write as write,
    write_payments as write_payments,
    write_session as write_session,
)
