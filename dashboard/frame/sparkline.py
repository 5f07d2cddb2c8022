"""A small line of how something went, without axes: the words beside it say where it went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import streamlit as st

from dashboard.frame import theme

_WIDTH, _HEIGHT, _EDGE = 320, 56, 5
_SHAPE: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    '<path d="M0 {zero}H{width}" stroke="{line}" stroke-width="1.5"/>'
    '<path d="M{points}" stroke="{ink}" stroke-width="2" stroke-linejoin="round" fill="none"/>'
    '<circle cx="{x}" cy="{y}" r="3.5" fill="{ink}"/></svg>'
)


def show(values: Sequence[int], said: str) -> None:
    """Draw at least two values from left to right over a line at zero; ``said`` is its description for screen readers."""
    low, high = min(0, *values), max(0, *values)
    room = (_HEIGHT - 2 * _EDGE) / ((high - low) or 1)

    def down(value: int) -> float:
        return round(_EDGE + (high - value) * room, 1)

    step = (_WIDTH - 2 * _EDGE) / (len(values) - 1)
    points = [(round(_EDGE + place * step, 1), down(value)) for place, value in enumerate(values)]
    here = theme.tokens()
    drawn = _SHAPE.format(
        width=_WIDTH,
        height=_HEIGHT,
        zero=down(0),
        line=here.line,
        ink=here.ink,
        points="L".join(f"{x} {y}" for x, y in points),
        x=points[-1][0],
        y=points[-1][1],
    )
    st.image(drawn, width=_WIDTH, alt=said)
