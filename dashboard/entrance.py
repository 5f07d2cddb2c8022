"""Where whoever is not logged in yet arrives, whatever the address."""

from dashboard.parts.login import form

form()
