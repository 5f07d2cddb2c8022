"""One page a file: which there are, and who may see them, is in ``dashboard/frame/pages.py``.

A folder called ``pages`` beside app.py would make Streamlit serve what is in it without app.py, and so without a login.
"""
