"""The dashboard: a Streamlit application over a book; ``bourre dashboard`` starts it."""
