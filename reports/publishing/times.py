"""Times are the one part of a report that differs from machine to machine: they are marked, and can be taken out.

markdown_time("0.35 s")       # "<!--time-->0.35 s<!--/time-->"
without_times(page)           # the same page with an ellipsis for every time
"""

from __future__ import annotations

import re

from markupsafe import Markup

MARKED = re.compile(r"(<!--time-->|<span class=\"time\">).*?(<!--/time-->|</span>)", re.DOTALL)


def markdown_time(text: str) -> str:
    """Mark a time in Markdown."""
    return f"<!--time-->{text}<!--/time-->"


def html_time(text: str) -> Markup:
    """Mark a time in HTML."""
    return Markup('<span class="time">{}</span>').format(text)


def without_times(page: str) -> str:
    """Return a page with every marked time replaced."""
    return MARKED.sub(r"\1…\2", page)
