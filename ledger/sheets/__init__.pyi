from .cells import (
    SUFFIXES as SUFFIXES,
    SheetError as SheetError,
    Table as Table,
    UnclearError as UnclearError,
    read_table as read_table,
    sheet_names as sheet_names,
)
from .nights import (
    ALL as ALL,
    Night as Night,
    Results as Results,
    log_of as log_of,
    results_in as results_in,
    results_of as results_of,
)
from .shared import Costs as Costs, costs_in as costs_in
from .values import Reading as Reading, Unit as Unit
from .versions import (
    SheetNight as SheetNight,
    Version as Version,
    another_name as another_name,
    renamed as renamed,
    sheet_night as sheet_night,
    version as version,
)
