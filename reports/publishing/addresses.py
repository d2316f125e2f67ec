"""Which links of an edition's prose are links, on pages and in TEI: addresses of the web, of mail, and of pages here.

as_html("[page](other.html), [not](file:///etc)")       # the second is text
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markupsafe import Markup

HARMLESS = r"(?:https?://|mailto:|(?!//)[\w./#-]*(?=[\s)]|$))"
"""How the address of a link begins that runs nothing; //host would be another host, or a share of one."""


def harmless(address: str) -> bool:
    return re.match(HARMLESS, address) is not None


class PlainReader(MarkdownIt):
    """Reads Markdown; a picture is a link, HTML is text, and so is a link that is not harmless."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False})
        self.disable("image")

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return harmless(url)


def as_html(markdown: str) -> Markup:
    """Return Markdown as HTML."""
    return Markup(PlainReader().render(markdown))
