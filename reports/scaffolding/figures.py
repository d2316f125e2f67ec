"""Read figures that a document gives, each with its quotation, and make claims of them that await evidence.

[[figure]]
quotation = "4 solutions were found in 894 tries"
published = "894"                       # a part of the quotation
place = "page 3"                        # optional
statement = "17"                        # optional: the statement that the figure counts
pattern = "SOLUTIONS +([0-9]+) TRIES"   # or: what the program prints of it
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from getallenband.originals.tables import Table, read_table
from getallenband.originals.variants import quoted

OBSERVERS = {
    "statement": 'observe = "count"\nwith = {{ statement = {0} }}\nwhy = "It is counted."\n',
    "pattern": 'observe = "output_lines"\nwith = {{ pattern = {0}, captured = true }}\nwhy = "It is printed."\n',
    "": 'observe = "none"   # see docs/observers.md\n'
    'why = "Awaiting evidence: what observes it? Say so in claims.toml."\n',
}
"""How a figure is observed, by the key that says so."""


@dataclass(frozen=True)
class Figure:
    """A figure of the document; `key` is one of OBSERVERS, and `value` what the key says."""

    quotation: str
    published: str
    place: str
    key: str
    value: str


def read_figures(path: Path) -> list[Figure]:
    """Read a TOML file of figures.

    Raise EditionError for a wrong key, a figure that its quotation does not have, and a pattern that captures nothing.
    """
    root = read_table(path)
    found = [read_figure(entry) for entry in root.entries("figure", "quotation")]
    root.close()
    if not found:
        raise root.error("expected at least one [[figure]]")
    return found


def read_figure(entry: Table) -> Figure:
    quotation, published = entry.string("quotation"), entry.string("published")
    observed = {key: entry.optional_string(key) for key in OBSERVERS if key}
    key = next((key for key, value in observed.items() if value is not None), "")
    figure = Figure(quotation, published, entry.string("place", "<the page>"), key, observed.get(key) or "")
    entry.close()
    if figure.key == "pattern" and not re.compile(entry.pattern("pattern")).groups:
        raise entry.error('"pattern" must have a group, in ( ), around what is published', "pattern")
    if published not in quotation:
        raise entry.error('"published" must be a part of the quotation', "published")
    return figure


def figure_claim(figure: Figure, program: str, number: int) -> str:
    """Write a claim that awaits evidence."""
    return f"""
[[claim]]
id = "{program}-figure-{number}"
quotation = {quoted(figure.quotation)}
place = {quoted(figure.place)}
about = "The document gives the figure {{this.published}}."
published = {quoted(figure.published)}
run = "{program}"
{OBSERVERS[figure.key].format(quoted(figure.value))}verdict = "awaiting-evidence"
"""
