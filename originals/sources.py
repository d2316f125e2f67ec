"""What a run counted, as report.toml asks for it: one of a few forms, each read strictly.

original = { probe = "attempts" }                     # level by level; less those of another: minus = "…"
original = { probe_total = "attempts" }
original = { count = ["65", "68"] }                   # a statement, or the sum of several
original = { lines = "^[0-9]+:" }                     # printed lines in which the pattern is found
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from getallenband.durable.names import shown
from getallenband.originals.tables import Table

Source = Mapping[str, Any]
"""A table of one of these forms."""
FORMS = ({"probe"}, {"probe", "minus"}, {"probe_total"}, {"count"}, {"lines"})
EXPECTED = (
    "{ probe = NAME }, { probe = NAME, minus = NAME }, { probe_total = NAME }, { count = STATEMENT }, "
    "{ count = [STATEMENT, …] } or { lines = PATTERN }"
)


def read_source(entry: Table, key: str) -> Source:
    """Read what is counted; raise EditionError for anything but one of the forms."""
    entry.value(key, dict, EXPECTED)
    source = entry.table(key)
    if set(source.content) not in FORMS:
        raise entry.error(f'"{key}" must be {EXPECTED}, not {shown(source.content)}', key)
    for each in source.content:
        if each == "count":
            check_statements(source)
        elif each == "lines":
            source.pattern(each)
        else:
            source.string(each)
    return source.content


def optional_source(entry: Table, key: str) -> Source:
    """Read what is counted; {} where nothing is said."""
    return read_source(entry, key) if key in entry.content else entry.table(key).content


def check_statements(source: Table) -> None:
    """Raise EditionError for what is neither a statement nor a list of different ones."""
    given = source.content["count"]
    labels = [given] if isinstance(given, str) else given
    if not isinstance(labels, list) or not labels or not all(isinstance(label, str) for label in labels):
        raise source.error(f'"count" must be a statement or a list of statements, not {shown(given)}', "count")
    for number, label in enumerate(labels):
        if label in labels[:number]:
            raise source.error(f'"count" names the statement {shown(label)} twice', "count", number)
