"""Stay chart: which hands are worth staying with, by position and by how many are in."""

from dashboard.frame import page
from dashboard.insight import stay_chart

page.head("Stay chart", stay_chart.ANSWER)
stay_chart.show(stay_chart.chosen())
