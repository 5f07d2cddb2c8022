from . import (
    corrections as corrections,
    edits as edits,
    import_outcome as import_outcome,
    importing as importing,
    new_session as new_session,
    recordings as recordings,
    session_files as session_files,
    session_text as session_text,
    stored_recording as stored_recording,
)
