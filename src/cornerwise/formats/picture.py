"""Drawings as PNG, for where SVG does not go. The renderer is loaded when first used."""

from __future__ import annotations

import math
import re

from cornerwise.rules.errors import CornerwiseError, quote

__all__ = ["MAX_SIDE", "PictureError", "svg_to_png"]

#: Longest side of a picture, in pixels.
MAX_SIDE = 8_192

_SIZE = re.compile(r"<svg\b[^>]*?\sviewBox\s*=\s*[\"']\s*([^\"']+)[\"']", re.DOTALL)


class PictureError(CornerwiseError):
    """A drawing that cannot be turned into a picture."""


def svg_to_png(svg: str, *, width: int | None = None, background: str | None = None) -> bytes:
    """An SVG drawing (with a `viewBox`) as the bytes of a PNG file.

    `width` is in pixels, the drawing's own unless given; the height follows. `background` is a
    CSS colour that replaces transparency. Fonts are those of the machine. Raises PictureError
    for a text that is no SVG or a picture with a side over `MAX_SIDE` pixels.
    """
    match = _SIZE.search(svg)
    if match is None:
        raise PictureError("the drawing has no viewBox")
    try:
        _x, _y, across, down = (float(part) for part in re.split(r"[\s,]+", match[1].strip()))
    except ValueError:
        raise PictureError(f"{quote(match[1])} is no viewBox") from None
    if not (0 < across < math.inf and 0 < down < math.inf):
        raise PictureError(f"{quote(match[1])} is an empty viewBox")
    if width is None:
        width = math.ceil(across)
    height = width * down / across
    if not 1 <= width <= MAX_SIDE or not height <= MAX_SIDE:
        raise PictureError(
            f"a picture of {width} × {height:.0f} pixels: sides may be from 1 to {MAX_SIDE}"
        )
    from resvg_py import svg_to_bytes

    try:
        return bytes(svg_to_bytes(svg_string=svg, width=width, background=background))
    except ValueError as error:
        raise PictureError(f"the drawing cannot be rendered: {error}") from error
