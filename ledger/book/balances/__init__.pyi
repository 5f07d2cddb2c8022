from . import (
    costs as costs,
    currencies as currencies,
    figures as figures,
    one_session as one_session,
    payment_lines as payment_lines,
    trail as trail,
    transfer_words as transfer_words,
    unread as unread,
)
