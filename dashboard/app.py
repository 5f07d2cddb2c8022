"""The dashboard's entrance: who is looking, and which page at."""

import streamlit as st

from dashboard.frame import frame, login, pages

login.enter()
page = st.navigation(pages.menu(), expanded=True)
with frame.around(pages.title_of(page)):
    page.run()
