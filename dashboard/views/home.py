"""Home: are we square, and how was the last night?"""

import streamlit as st

st.title("Home")
