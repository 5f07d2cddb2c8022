"""Import: what would these logs bring, and is it what was played?"""

from dashboard.frame import page
from dashboard.manage import upload

page.head("Import", "Choose the logs of game nights: you see what is in them before anything is stored.")
upload.upload()
