"""Figures come into the editions' prose by name, and pages that cannot name them have only figures of the records.

What is typed yet is listed, and the list only becomes shorter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from getallenband.originals.claims import prose_of
from getallenband.originals.edition import edition, editions
from getallenband.originals.presentation import read_presentation
from getallenband.originals.prose import number_words, typed_numbers
from tests import ROOT

LIST = Path(__file__).with_name("typed_numbers.txt")
OF_THE_DOCUMENT = ("about", "fails_if")
"""Of a claim: `about` says in English what the quotation says, `fails_if` which bound was set before looking."""
BLOCKS = re.compile(r"^(`{3,}).*?^\1$|^(?: {4}|\|)[^\n]*|(?<=\])\([^)]*\)", re.DOTALL | re.MULTILINE)
"""What is no prose in Markdown: code, which the tests run; tables; addresses."""
NAMES = re.compile(
    r"\d+ × \d+|\b\d\d? (?:January|February|September|October|November)\b|#\d+|\bproblem [A-Z]\b|\b[A-Z]+\d*=\d+"
)
"""Sizes of boards, days, what a program prints as a name."""
READMES = [f"originals/{name}/README.md" for name in editions()]
PAGES = [
    "README.md",
    *READMES,
    *(f"docs/{name}.md" for name in ("clocks", "kawai", "lesson", "statement", "tutorial-referee")),
]
"""Pages outside the report that state results of the editions."""
ALLOWED = {
    "docs/clocks.md": {"six minutes": "the article's own figure"},
    "docs/lesson.md": {
        "sixteen years": "the age of the pupils",
        "four out of five": "the command above it gives the share",
        "six minutes": "the article's own figure",
    },
}
"""Quantities in words that no run gives, with the reason."""
COUNTED = {"originals/debruijn1972_pentomino/README.md": {"304": "the numbers of the tape less those that are lost"}}
"""Numbers that no record has, with the reason."""


def typed() -> Iterator[str]:
    """Yield each place of the editions' prose that has figures typed by hand."""
    for name in editions():
        found = edition(name)
        for claim, key, text in prose_of(found.claims):
            words = number_words(text) if key not in OF_THE_DOCUMENT else []
            yield from listed(f"{name} {claim.identifier} {key}", [*typed_numbers(text), *words])
        yield from listed(f"{name} story", [*typed_numbers(found.story), *number_words(found.story)])
        shown = read_presentation(found.folder)
        captions = {each.name: each.caption for each in shown.pictures} | {f.file: f.caption for f in shown.figures}
        for of, caption in captions.items():
            yield from listed(f"{name} caption of {of}", [*typed_numbers(caption), *number_words(caption)])


def listed(place: str, figures: list[str]) -> Iterator[str]:
    if figures:
        yield f"{place}: {', '.join(figures)}"


def test_no_further_figure_is_typed_in_prose():
    assert list(typed()) == LIST.read_text(encoding="utf-8").splitlines()


def prose(page: str) -> str:
    """Return the words of a page that stand in no block of code and in no table."""
    return BLOCKS.sub("", (ROOT / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES)
def test_no_quantity_in_words_is_typed_in_a_page(page):
    found = {words.lower() for words in number_words(prose(page))}
    assert found == {*ALLOWED.get(page, {})}


@pytest.mark.parametrize("page", READMES)
def test_the_figures_of_a_page_about_an_edition_are_those_of_its_records(page):
    known = figures_of(Path(page).parent.name)
    found = [each.replace(",", "") for each in typed_numbers(NAMES.sub("", prose(page)))]
    assert {each for each in found if each not in known} == {*COUNTED.get(page, {})}


@pytest.mark.parametrize("page", sorted({*PAGES} - {*READMES}))
def test_the_large_figures_of_a_page_are_those_of_some_records(page):
    known = set().union(*map(figures_of, editions()))
    found = [each.replace(",", "") for each in typed_numbers(NAMES.sub("", prose(page)))]
    assert [each for each in found if len(each) >= 4 and each.isdigit() and each not in known] == []


def figures_of(name: str) -> set[str]:
    """Return every number in the verdicts and the counts of runs of an edition, as it was published."""
    data = json.loads((ROOT / "reports/published/data" / f"{name}.json").read_text(encoding="utf-8"))
    known = [data["verdicts"], [[run[key] for key in ("statements", "output_lines", "counts")] for run in data["runs"]]]
    return {*re.findall(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d),(?=\d{3})", "", json.dumps(known)))}
