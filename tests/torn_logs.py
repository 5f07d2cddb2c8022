"""Hypothesis strategies: worked cases with lines taken out, doubled, moved, cut short or replaced
by another game's.
"""

from hypothesis import strategies as st
from worked_cases import LOGS

TEXTS = [path.read_text("utf-8") for path in LOGS]
ODD = [
    "zzz",
    "pot x",
    "game odd",
    "chip 1",
    "hand ? Ann 9h",
    "x-other 1",
    "# remark",
    'buyin "Big',
    "take -",
    "match Dot",
    "é\u200b \udcff",
    "end divide",
]


@st.composite
def torn_logs(draw: st.DrawFn) -> str:
    """Return the text of a log that was one of the worked cases."""
    lines = draw(st.sampled_from(TEXTS)).split("\n")
    for _ in range(draw(st.integers(0, 6))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(("drop", "double", "swap", "cut", "odd"))):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "cut":
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
            case _:
                lines.insert(at, draw(st.sampled_from(ODD)))
        lines = lines or [""]
    return "\n".join(lines)
