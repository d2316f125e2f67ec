"""Every link in a Markdown file leads somewhere: to a file that is there, and to a heading that it has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests import ROOT
from tests.tree.tracked import tracked

MARKDOWN = MarkdownIt("commonmark").enable("table")
NAMED = re.compile(r"""\b(?:id|name)=["']([^"']+)""")


def inline(text: str) -> Iterator[Token]:
    """Walk through what stands inside the lines of a text."""
    for token in MARKDOWN.parse(text):
        yield from token.children or []


def links(text: str) -> list[str]:
    """Return what the links and images of a text lead to."""
    found = (token.attrs.get("href") or token.attrs.get("src") for token in inline(text))
    return [str(target) for target in found if target]


def anchors(text: str) -> set[str]:
    """Return the names by which links can lead into a text: of its headings, as GitHub makes them, and its own."""
    found: set[str] = set(NAMED.findall(text))
    tokens = MARKDOWN.parse(text)
    for opening, content in pairwise(tokens):
        if opening.type == "heading_open":
            words = "".join(token.content for token in content.children or [])
            name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
            again = sum(1 for other in found if re.fullmatch(rf"{re.escape(name)}(-\d+)?", other))
            found.add(f"{name}-{again}" if again else name)
    return found


@cache
def anchors_of(path: Path) -> set[str]:
    """Return the anchors of a file: Markdown's headings, or the identifiers of any other text."""
    text = path.read_text(encoding="utf-8")
    return anchors(text) if path.suffix == ".md" else set(NAMED.findall(text))


def broken(path: Path, text: str) -> Iterator[str]:
    """Say which relative links of a text that stands at a path lead nowhere."""
    for link in links(text):
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = path.parent / unquote(parts.path) if parts.path else path
        if not target.exists():
            yield f"{link} leads nowhere"
        elif parts.fragment and unquote(parts.fragment) not in anchors_of(target):
            yield f"{link}: there is no such heading"


PAGES = [path for path in tracked() if path.suffix == ".md"]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path):
    assert list(broken(path, path.read_text(encoding="utf-8"))) == []


def test_broken_links_are_found(tmp_path):
    (tmp_path / "other.md").write_text("# One `name`: two\n\n# One name two\n", encoding="utf-8")
    here = tmp_path / "page.md"
    here.write_text(
        "[a](other.md) [b](other.md#one-name-two) [c](other.md#one-name-two-1) [d](https://nowhere.example/x)\n"
        "[e](missing.md) [f](other.md#three) ![g](missing.svg) [h](#here) [i]\n\n[i]: gone/\n\n| [j](k.md) |\n|---|\n\n"
        "    [no](link.md)\n",
        encoding="utf-8",
    )
    assert list(broken(here, here.read_text(encoding="utf-8"))) == [
        "missing.md leads nowhere",
        "other.md#three: there is no such heading",
        "missing.svg leads nowhere",
        "#here: there is no such heading",
        "gone/ leads nowhere",
        "k.md leads nowhere",
    ]
