"""The page shown at any address to a viewer without a login who got past the door."""

import streamlit as st

st.title("Bourré", anchor=False)
st.info("Nobody is logged in here. Load this page again to log in.")
