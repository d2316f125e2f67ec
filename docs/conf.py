"""How Sphinx writes the manual: `make site`."""

import re
from typing import Any

from getallenband import __version__

project = "Getallenband"
author = "The Getallenband maintainers"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["README.md"]  # the list of pages for readers of the repository; index.md is the site's
source_suffix = {".md": "markdown"}
myst_heading_anchors = 4
suppress_warnings = [
    "misc.highlighting_failure",  # program texts in languages, and with faults, that no lexer takes
    "myst.xref_missing",  # links to files of the repository, which the site does not have
    "toc.not_included",  # each decision is linked from their list
]
html_theme = "furo"
html_title = "Getallenband: the manual"
html_copy_source = False
html_show_copyright = False
autodoc_typehints = "signature"
autodoc_member_order = "bysource"

REPORT = re.compile(r"\[([^\]]*)\]\(\.\./reports/published/([\w.-]+)\.md\)")
"""A link to a page of the report; in a site that is the HTML page in the folder above."""


def lead_to_pages(_application: Any, _page: str, source: list[str]) -> None:
    source[0] = REPORT.sub(r'<a href="../\2.html">\1</a>', source[0])


def setup(application: Any) -> None:
    """Let links to the published report lead to the pages of the site."""
    application.connect("source-read", lead_to_pages)
