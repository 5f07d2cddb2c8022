"""The dashboard's entrance: who is looking, and which page at."""

import streamlit as st

from dashboard.frame import navigation, page

shown = st.navigation(navigation.pages(), position="hidden")
with page.around(shown.title, shown.url_path):
    shown.run()
