"""How far two colours lie apart for human eyes, those of colour-blind people too: what the tests of
our palette compute by.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

EYES: Final = {
    "common": np.eye(3),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
"""What eyes make of linear light in red, green and blue: Machado, Oliveira and Fernandes (2009),
severity 1.
"""
_XYZ: Final = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def light(colour: str) -> Array:
    """Linear light of a colour as CSS writes it: red, green and blue from 0 to 1."""
    coded = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """How well a colour is seen on another, from 1 to 21, as WCAG 2 has it."""
    dark, bright = sorted(float(light(colour) @ _XYZ[1]) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def seen(colour: str, eyes: str = "common") -> Array:
    """A colour as these eyes see it, in CIE L*a*b* with white at D65."""
    share = _XYZ @ np.clip(EYES[eyes] @ light(colour), 0, 1) / (_XYZ @ np.ones(3))
    x, y, z = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(one: Array, other: Array) -> float:
    """How far two colours in L*a*b* lie apart: CIEDE2000, in which 1 is about what can just be
    seen.
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    grey = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(grey**7 / (grey**7 + 25.0**7))
    a1, a2 = a1 * stretch, a2 * stretch
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    middle = (h1 + turn / 2) % 360 if c1 * c2 else h1 + h2
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    t = 1 + sum(share * np.cos(np.radians(times * middle + start)) for share, times, start in waves)
    of_lightness = (l2 - l1) / (
        1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2)
    )
    of_chroma, of_hue = (c2 - c1) / (1 + 0.045 * chroma), hue / (1 + 0.015 * chroma * t)
    blue = 60 * np.exp(-(((middle - 275) / 25) ** 2))
    rotation = -2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(np.radians(blue))
    return float(
        np.sqrt(of_lightness**2 + of_chroma**2 + of_hue**2 + rotation * of_chroma * of_hue)
    )
