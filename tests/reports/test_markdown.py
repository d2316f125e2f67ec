"""Pages in Markdown: what an edition, a program or a claim holds is no HTML there, and code stays as it is."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from markdown_it import MarkdownIt

from getallenband.reports.publishing.addresses import as_html
from getallenband.reports.publishing.site import code, literal, pages, without_markup
from getallenband.reports.publishing.tei_prose import add_prose
from tests.reports.test_reports import DATA


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


ELSEWHERE = [
    "![i](https://evil.example/x.png)",
    "![i](<https://evil.example/x.png>)",
    "\\![i](//evil.example/x.png)",
    "\\\\![i](data:image/png;base64,AAAA)",
    "![i][r]\n\n[r]: https://evil.example/x.png",
    "![r]\n\n[r]: https://evil.example/x.png",
    "[![i](https://evil.example/x.png)](page.html)",
    "![a\\](p.svg)](https://evil.example/x.png)",
    "![a `](p.svg)`](https://evil.example/x.png)",
    "one ` tick\n\n![i](https://evil.example/x.png) another ` tick",
    "text\n\n```\ncode\n ```\n![i](https://evil.example/x.png)\n```",
    "| a | b |\n| - | - |\n| `x|![i](https://evil.example/x.png)` |",
    "[x](javascript:alert(1))",
    "[x]( javascript:alert(1))",
    "[x](\njavascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x](java&#115;cript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](JavaScript\\:alert(1))",
    "[x](data:text/html,<script>)",
    "[x]\n\n[x]: javascript:alert(1)",
    "[x]\n\n[x]:\n  vbscript:alert(1)",
    "text\n\n```\ncode\n ```\n[x](javascript:alert(1))\n```",
    "<javascript:alert(1)>",
    "[x](ms-msdt:/id)",
    "[x](view-source:x)",
    "[x](//evil.example/share)",
    "[x](<//evil.example/share>)",
]


@pytest.mark.parametrize("text", ELSEWHERE)
def test_pictures_and_links_of_an_edition_ask_for_nothing_and_run_nothing(text):
    """Neither in Markdown, whatever its reader takes for a link, nor in HTML, nor in TEI."""
    reader = MarkdownIt("commonmark").enable("table")
    reader.validateLink = lambda _: True
    tokens = [
        t for each in reader.parse(without_markup(f"# Title\n\n{text}\n")) for t in (each, *(each.children or ()))
    ]
    assert "image" not in {token.type for token in tokens}
    links = [str(token.attrs["href"]) for token in tokens if "href" in token.attrs]
    page = str(as_html(text))
    assert "<img" not in page
    division = Element("div")
    add_prose(division, text, "tei")
    targets = [each.get("target") for each in division.iter("{tei}ref")]
    for address in links + targets + re.findall(r'href="([^"]*)"', page):
        assert address.startswith("https://") or not (":" in address or address.startswith("//"))


def test_a_picture_is_a_link_and_another_link_text():
    text = "![i](https://x.example/i.png) [x](javascript:y) [z](https://z.example/a?b=c#d) ![p](x1970_y-p.svg)\n"
    assert without_markup(text) == (
        "&#33;[i](https://x.example/i.png) [x&#93;(javascript:y) [z](https://z.example/a?b=c#d) ![p](x1970_y-p.svg)\n"
    )
    assert as_html(text) == (
        '<p>!<a href="https://x.example/i.png">i</a> [x](javascript:y) <a href="https://z.example/a?b=c#d">z</a>'
        ' !<a href="x1970_y-p.svg">p</a></p>\n'
    )


def test_many_beginnings_of_pictures_take_no_time_to_speak_of():
    assert without_markup("![" * 100_000) == "&#33;[" * 100_000


def test_code_in_markdown_stays_as_it_is():
    page = "Say `#include <stdio.h>`.\n\n```c\n#include <stdio.h>\n```\n\n<details>\n<summary>a < b</summary>\n"
    assert without_markup(page) == page


def tokens_of_page(**changed):
    """Return the tokens of the sample's page with these parts of its data in place of its own."""
    return MarkdownIt("commonmark").enable("table").parse(pages([{**DATA, **changed}])["x1970_y.md"])


@pytest.mark.parametrize(
    "output",
    [
        "```\n<script>alert(1)</script>\n",
        "a\n````\n\n# Heading\n\n```\n`````",
        "   ```  \n[x](https://evil.example)\n~~~\n",
        "``\n",
        "",
    ],
)
def test_no_output_and_no_line_of_a_program_ends_the_block_of_code_in_which_it_is(output):
    (listing,), (run,) = DATA["listings"], DATA["runs"]
    rows = [{**listing["rows"][0], "text": line} for line in output.split("\n")]
    tokens = tokens_of_page(runs=[{**run, "output": output}], listings=[{**listing, "rows": rows}])
    lines, printed = (token.content for token in tokens if token.type == "fence")
    assert printed == output.removesuffix("\n") + "\n"
    assert [line.partition(" | ")[2] for line in lines.splitlines()[::2]] == [row["text"].rstrip() for row in rows]
    assert tokens[-1].content == "</details>\n"


@pytest.mark.parametrize(
    "story", ["text\n\n```\ncode\n", "~~~~ c\ncode\n~~~", "- a\n  ```\n  code\n", "```\ncode\n```\n"]
)
def test_a_block_of_code_that_a_story_leaves_open_ends_with_the_story(story):
    tokens = tokens_of_page(story=story)
    headings = [tokens[place + 1].content for place, token in enumerate(tokens) if token.type == "heading_open"]
    assert headings[1:3] == ["The story", "Bibliography"]
    assert next(token.content for token in tokens if token.type == "fence").startswith("code\n")


LITERAL = [
    "a `b` c",
    "*p = a[i](x); *q",
    "a_b_c ~~d~~",
    "$_, _a_ (_b_) _",
    "\\n\\_\\",
    "\\* \\\\ \\|",
    "&lt; && &#42;",
    "[x](https://x.example) ![i](x.svg)",
    "a|b `c|d`",
]


@pytest.mark.parametrize("text", LITERAL)
def test_what_was_printed_and_program_text_are_no_markdown_in_cells(text):
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for written in (literal(text), code(text)):
        tokens = reader.parse(without_markup(f"| a | b |\n| - | - |\n| {written} | 1 |\n"))
        cells = [token.children for token in tokens if token.type == "inline"]
        assert len(cells) == 4
        assert {token.type for token in cells[2]} <= {"text", "text_special", "html_inline"}
        assert "".join(token.content for token in cells[2] if token.type != "html_inline") == text
