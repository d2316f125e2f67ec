"""Foreign words in our prose are marked as such, so that a page can be read aloud and searched, and explain themselves.

    mark_foreign("His plakjes", {"nl": {"plakjes": "slices"}})      # His <span lang="nl" title="slices">plakjes</span>

An edition lists its words by language ([words] of edition.toml). Japanese script needs no list.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from markupsafe import Markup, escape

Words = Mapping[str, Mapping[str, str]]

LETTER = r"[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]"
JAPANESE = rf"{LETTER}(?:(?:{LETTER}|[0-9 ])*{LETTER})?"
CODE = re.compile(r"`([^`\n]+)`")
OUTSIDE = re.compile(r"(<(code|pre|svg|style|script)\b.*?</\2>|<[^>]*>)", re.DOTALL)
"""What is passed over: code, drawings and every tag."""


def mark_foreign(text: str, words: Words) -> Markup:
    """Return text as HTML in which foreign words have their language and, where they have one, their meaning.

    Markup stays markup; any other text is escaped. Text in backticks becomes code, and code is left alone.
    """
    shown = str(text) if isinstance(text, Markup) else CODE.sub(r"<code>\1</code>", str(escape(text)))
    pieces = OUTSIDE.split(shown)
    pattern = pattern_of(words)
    plain = pieces[::3]
    for place, piece in enumerate(plain):
        plain[place] = pattern.sub(lambda match: span(match.group(), words), piece)
    return Markup("".join(piece + tag for piece, tag in zip(plain, [*pieces[1::3], ""], strict=True)))


def pattern_of(words: Words) -> re.Pattern[str]:
    """Return what finds a foreign word: longer ones first, and with a capital too; none inside &amp; or &#34;."""
    listed = sorted({str(escape(word)) for found in words.values() for word in found}, key=len, reverse=True)
    either = [
        f"(?i:{re.escape(word[0])}){re.escape(word[1:])}" if word.islower() else re.escape(word) for word in listed
    ]
    return re.compile("|".join([*(rf"(?<![\w&])(?<!&#){word}(?!\w)" for word in either), JAPANESE]))


def span(word: str, words: Words) -> str:
    """Return a word with its language and its meaning."""
    for language, found in words.items():
        for known, meaning in found.items():
            if word == str(escape(known)) or (known.islower() and word[0].lower() + word[1:] == str(escape(known))):
                title = f' title="{escape(meaning)}"' if meaning else ""
                return f'<span lang="{language}"{title}>{word}</span>'
    return f'<span lang="ja">{word}</span>'


def glossary(words: Words) -> list[tuple[str, str, str]]:
    """Return language, word and meaning of every word that is explained, in the order of the edition."""
    return [
        (language, word, meaning) for language, found in words.items() for word, meaning in found.items() if meaning
    ]
