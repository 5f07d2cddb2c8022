"""Import: what would these logs bring, and is it what was played?"""

from dashboard.frame import page
from dashboard.manage import upload

page.head(
    "Import",
    "Bring in evenings that are over: logs, old results in a spreadsheet, or costs from "
    "Splitwise, Tricount or Spliit. "
    "You see what is in them before anything is stored.",
)
upload.upload()
