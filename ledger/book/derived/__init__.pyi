from . import (
    access as access,
    breaches as breaches,
    carried_tables as carried_tables,
    carrying as carrying,
    database as database,
    findings as findings,
    folder_state as folder_state,
    loader as loader,
    rows as rows,
    schema as schema,
    sync as sync,
    tables as tables,
)
