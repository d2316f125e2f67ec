"""Pages in Markdown: what an edition, a program or a claim holds is no HTML there, and code stays as it is."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from reports.publishing.site import without_markup


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "one ` tick\n<script>\nanother ` tick",
        "text\n    <script>",
        "``` a`b\n<script>\n```",
        "<details>\n```\n<script>\n```\n</details>",
        "<!-- <script> -->",
        '<a id="x" onclick="alert(1)"></a>',
        "\\`<script>alert(1)</script>\\`",
        "a `x\n`<script>`y",
        "text\n\n```\ncode\n ```\n<script>\n```",
        "text\n\n```\ncode\n```  \n<script>\n```",
        "text\n\n~~~\n\n```\n~~~\n<script>\n```",
        "| a | b |\n| - | - |\n| `x|<script>` |",
    ],
)
def test_html_of_an_edition_is_no_html_in_markdown(text):
    allowed = re.compile(r'<(br|/?code|/?details|/?summary|a id="[\w.-]+"|/a|!--/?time--)>')
    tokens = MarkdownIt("commonmark").enable("table").parse(without_markup(f"# Title\n\n{text}\n"))
    found = [token for each in tokens for token in (each, *(each.children or ())) if token.type.startswith("html_")]
    assert "<" not in allowed.sub("", "".join(token.content for token in found))


def test_code_in_markdown_stays_as_it_is():
    page = "Say `#include <stdio.h>`.\n\n```c\n#include <stdio.h>\n```\n\n<details>\n<summary>a < b</summary>\n"
    assert without_markup(page) == page
