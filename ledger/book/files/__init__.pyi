from . import (
    chain as chain,
    closed as closed,
    disputes as disputes,
    folder as folder,
    input_values as input_values,
    portraits as portraits,
    settings as settings,
    settings_edit as settings_edit,
)
