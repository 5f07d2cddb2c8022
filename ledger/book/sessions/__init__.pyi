from . import (
    corrections as corrections,
    edits as edits,
    import_act as import_act,
    import_outcome as import_outcome,
    import_plan as import_plan,
    importing as importing,
    new_session as new_session,
    recordings as recordings,
    same_sessions as same_sessions,
    session_text as session_text,
    stored_recording as stored_recording,
)
