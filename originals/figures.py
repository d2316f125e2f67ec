"""An editor's figure is SVG that a page can hold as it is: shapes and words, and nothing that runs, loads or refers.

    check_figure('<svg xmlns="http://www.w3.org/2000/svg">…</svg>', "mine/figures/flow.svg")

What is not listed here is refused. Comments, CDATA and declarations are refused too: in HTML they may end elsewhere
than in XML, and what follows would be read as HTML.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat

from getallenband.originals.errors import EditionError

SVG = "http://www.w3.org/2000/svg"
WORDS = ("title", "desc")
"""What they hold is HTML to a browser."""
ELEMENTS = frozenset({
    "svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text",
    "tspan", "marker", "linearGradient", "radialGradient", "stop", "clipPath",
})  # fmt: skip
ATTRIBUTES = frozenset({
    "id", "role", "aria-label", "version", "viewBox", "preserveAspectRatio", "x", "y", "dx", "dy", "x1", "y1", "x2",
    "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "d", "points", "width", "height", "transform", "rotate",
    "textLength", "lengthAdjust", "pathLength", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width",
    "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-dashoffset",
    "stroke-miterlimit", "opacity", "color", "display", "visibility", "font-family", "font-size", "font-style",
    "font-weight", "font-variant", "text-anchor", "text-decoration", "dominant-baseline", "alignment-baseline",
    "baseline-shift", "letter-spacing", "word-spacing", "writing-mode", "paint-order", "marker-start", "marker-mid",
    "marker-end", "markerWidth", "markerHeight", "markerUnits", "refX", "refY", "orient", "clip-path", "clip-rule",
    "clipPathUnits", "gradientUnits", "gradientTransform", "spreadMethod", "offset", "stop-color", "stop-opacity",
    "vector-effect", "shape-rendering", "text-rendering",
})  # fmt: skip
EXPECTED = "expected an SVG of shapes and words (see the manual on reports)"
FUNCTION = re.compile(
    r"\b(?:(?:matrix|translate|scale|rotate|skewX|skewY|rgba?|hsla?)\([^\\()]*\)|url\(#[A-Za-z][\w.-]*\))"
)


def check_figure(svg: str, file: str) -> None:
    """Raise EditionError, naming the line, for anything that a figure may not have."""
    parser = expat.ParserCreate("utf-8")
    open_elements: list[str] = []

    def refuse(what: str) -> None:
        raise EditionError(f"{file}:{parser.CurrentLineNumber}: {what}; {EXPECTED}")

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if not open_elements and (name != "svg" or attributes.get("xmlns") != SVG):
            refuse(f'begins with <{name}>, not with <svg xmlns="{SVG}">')
        if name not in ELEMENTS or (open_elements and (name == "svg" or open_elements[-1] in WORDS)):
            refuse(f"the element <{name}> cannot stand here")
        for key, value in attributes.items():
            if key not in ATTRIBUTES and (key != "xmlns" or open_elements):
                refuse(f"the attribute {key} cannot stand here")
            if re.search(r"[\\()]", FUNCTION.sub("", value)):
                refuse(f"the attribute {key} cannot be {value!r}")
        open_elements.append(name)

    def other(text: str) -> None:
        if text.strip():
            refuse("a declaration, comment, entity or other instruction")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.CharacterDataHandler = lambda _: None
    parser.DefaultHandler = other
    try:
        parser.Parse(svg.encode(), True)
    except expat.ExpatError as error:
        raise EditionError(f"{file}:{error.lineno}: is not XML: {expat.ErrorString(error.code)}; {EXPECTED}") from None
