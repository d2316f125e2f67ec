"""Words of a translated voice, and private words where the field has a term, do not come back."""

from __future__ import annotations

import re

import pytest

from tests import ROOT
from tests.tree.tracked import tracked

WORDS = {
    r"(?<!leaves )(?<!leave )(?<!left )(?<!look-)\bbehind\b(?! (them|us|such|a translator)\b)": "after",
    r"\bstretch(es)?\b": "range, span",
    r"\bsprings? up\b": "is created (autovivification)",
    r"\b(that|which|it|this|one|name) is none\b": "is not one",
    r"\bis there twice\b": "is defined twice",
    r"\bspoken\b": "lang, language",
    r"\bsays? nothing to us\b": "is ignored",
    r"\bmeans nothing here\b": "is invalid",
    r"\bcounts? not\b": "is not counted",
    r"\bwithout an end\b": "unterminated",
    r"\bis not in this subset\b": "is not supported",
}
"""What may not stand in code, cases or the manual, with what to write instead."""

KINDS = (".py", ".case", ".md")
PLACES = ("getallenband/", "interpreters/", "modern/", "originals/", "reports/", "docs/", "README.md", "CHANGELOG.md")


def wrong_words(text: str) -> list[tuple[int, str, str]]:
    """Return line, word and what to write instead."""
    found = []
    for pattern, better in WORDS.items():
        for match in re.finditer(pattern, text):
            found.append((text.count("\n", 0, match.start()) + 1, match.group(), better))
    return found


@pytest.mark.parametrize("pattern", WORDS)
def test_every_word_can_be_found(pattern: str) -> None:
    sample = re.sub(r"\(\?<?[!=][^()]*(\([^()]*\))?[^()]*\)|\\b|\?$|\(es\)\?", "", pattern).replace("s?", "s")
    sample = re.sub(r"\((\w+)\|[^)]*\)", r"\1", sample)
    assert [word for _, word, _ in wrong_words(sample)] == [sample]


def test_the_words_do_not_come_back() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word!r}: write {better}"
        for path in tracked()
        if path.suffix in KINDS and str(path.relative_to(ROOT)).startswith(PLACES) and "published" not in path.parts
        for line, word, better in wrong_words(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


PRINTED = re.compile(
    r"exactly as printed|programs?,? (?:run |run again )?as (?:they|it) (?:was|were) printed|from the printed page"
    r"|(?:text|program|line|listing)s? as (?:it|they) (?:was|were) printed|programs as printed"
)
"""Words that claim a look at a printed page: no edition here has had one."""
SHOWN = (*KINDS, ".toml", ".cff", ".j2", ".txt", ".mjs")
TO_MEND = ("originals/kawai_hamekomi/runs.toml",)
"""Files that still claim it; the list only becomes shorter."""


def test_nothing_claims_that_a_printed_page_was_seen() -> None:
    claiming = {
        str(path.relative_to(ROOT))
        for path in tracked()
        if path.suffix in SHOWN
        and path.relative_to(ROOT).parts[0] not in ("tests", "benchmarks", "interpreters", "CHANGELOG.md")
        and "published" not in path.parts
        and PRINTED.search(" ".join(path.read_text(encoding="utf-8").split()))
    }
    assert claiming == {*TO_MEND}
