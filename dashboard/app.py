"""The dashboard's entrance: who is looking, and which page at."""

import streamlit as st

from dashboard.frame import navigation, page

shown = st.navigation(navigation.menu(), expanded=True)
with page.around(navigation.title_of(shown)):
    shown.run()
