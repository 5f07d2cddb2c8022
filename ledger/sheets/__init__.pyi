from .amounts import Unit as Unit
from .cells import SUFFIXES as SUFFIXES, Table as Table, read_table as read_table, sheet_names as sheet_names
from .nights import Night as Night, Results as Results, results_of as results_of
from .problem import SheetError as SheetError, UnclearError as UnclearError
from .reading import Reading as Reading
from .session_log import log_of as log_of
