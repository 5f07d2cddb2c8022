"""Where whoever is not logged in yet arrives, whatever the address."""

from dashboard.frame.login import form

form()
