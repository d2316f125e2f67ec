"""Markdown as elements of TEI: paragraphs, lists, emphasis, code and links.

add_prose(division, "*So* he says.")            # <p><emph>So</emph> he says.</p>
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from markdown_it.token import Token

from getallenband.reports.publishing.addresses import PlainReader

ELEMENTS = {
    "paragraph": "p",
    "heading": "ab",
    "blockquote": "quote",
    "bullet_list": "list",
    "ordered_list": "list",
    "list_item": "item",
    "em": "emph",
    "strong": "hi",
    "link": "ref",
}


def add_prose(parent: Element, markdown: str, namespace: str) -> None:
    """Append Markdown; its links are those of the pages."""
    tokens = PlainReader().parse(markdown)
    add_tokens(parent, tokens, namespace)


def add_tokens(parent: Element, tokens: list[Token], namespace: str) -> None:
    """Append what the tokens stand for; those of a kind that TEI has no element for here are left out."""
    path = [parent]
    for token in tokens:
        kind = token.type.removesuffix("_open").removesuffix("_close")
        if token.nesting == 1:
            path.append(SubElement(path[-1], f"{{{namespace}}}{ELEMENTS[kind]}"))
            if kind == "link":
                path[-1].set("target", str(token.attrs["href"]))
        elif token.nesting == -1:
            path.pop()
        elif token.type == "inline":
            add_tokens(path[-1], token.children or [], namespace)
        elif token.type in ("code_inline", "fence", "code_block"):
            add_text(
                SubElement(path[-1], f"{{{namespace}}}{'code' if token.type == 'code_inline' else 'ab'}"), token.content
            )
        else:
            add_text(path[-1], "\n" if token.type in ("softbreak", "hardbreak") else token.content)


def add_text(element: Element, text: str) -> None:
    """Append text to mixed content."""
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text
