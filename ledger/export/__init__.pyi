from .answers import to_csv as to_csv, to_json as to_json
from .cells import csv_text as csv_text, figure as figure
from .formats import (
    FORMATS as FORMATS,
    Counts as Counts,
    Export as Export,
    Format as Format,
    file_names as file_names,
    put_files as put_files,
    require_free_file as require_free_file,
    require_free_folder as require_free_folder,
    whole_folder as whole_folder,
)
from .statement_page import statement_page as statement_page
