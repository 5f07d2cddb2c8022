"""Where whoever is not logged in arrives who came past the door, whatever the address."""

import streamlit as st

st.title("Bourré", anchor=False)
st.info("Nobody is logged in here. Load this page again to log in.")
