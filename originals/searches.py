"""Where the editor looked for what is unknown of the document: [[search]] of edition.toml, and the bibliography.

    [[search]]
    where = "https://repository.kulib.kyoto-u.ac.jp/"      # an address that a reader can go to
    when = "2026-11-28"
    words = ["川合慧 はめこみパズル"]
    result = "…"                                            # what was seen there, and how much of it

    bibliography = ["A. Author: A title.", { entry = "B. Author: Another.", read = "its first page" }]

"unknown" means something only beside a search: where was looked, when, and with which words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from getallenband.durable.names import shown
from getallenband.originals.tables import Table
from getallenband.originals.witnesses import UNKNOWN, Witness

ADDRESS = re.compile(r"https?://[^\s/]+(?:/\S*)?", re.ASCII)
DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
OF_THE_DOCUMENT = ("title", "author", "year", "source", "machine", "rights")
OF_A_WITNESS = ("origin", "scan", "reader", "pages")
"""What may be unknown."""


@dataclass(frozen=True, slots=True)
class Search:
    """One search for the document, or for what is unknown of it.

    where   the address of what was searched
    when    the day, as YYYY-MM-DD
    words   what was asked for
    result  what was seen, and how much of it
    """

    where: str
    when: str
    words: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry of the bibliography; `read` says how much of it was read, "" if nothing is said."""

    entry: str
    read: str = ""


def read_searches(root: Table) -> tuple[Search, ...]:
    """Return the searches in the order of the file."""
    return tuple(read_search(entry) for entry in root.entries("search", "where"))


def read_search(entry: Table) -> Search:
    search = entry.record(Search)
    if not ADDRESS.fullmatch(search.where):
        raise entry.error(
            f'"where" must be an address, such as https://example.org/, not {shown(search.where)}', "where"
        )
    if not is_day(search.when):
        raise entry.error(f'"when" must be a day, such as "2026-11-28", not {shown(search.when)}', "when")
    for number, word in enumerate(search.words):
        if not word.strip():
            raise entry.error('"words" must not be blank', "words", number)
    if not search.words:
        raise entry.error('"words" must list at least one thing that was asked for', *named(entry, "words"))
    if not search.result.strip():
        raise entry.error('"result" must say what was seen, or that nothing was', "result")
    return search


def named(entry: Table, key: str) -> tuple[str, ...]:
    """Return the key to point at, or none if it is not there."""
    return (key,) if key in entry.content else ()


def is_day(text: str) -> bool:
    """Tell whether a text is a day of the calendar, as YYYY-MM-DD."""
    try:
        return bool(DAY.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def read_bibliography(entry: Table) -> tuple[Reference, ...]:
    """Return the entries of the key "bibliography": strings, or tables that also say how much was read."""
    listed = entry.value("bibliography", list, "a list of strings and tables", [])
    return tuple(read_reference(entry, number, item) for number, item in enumerate(listed))


def read_reference(entry: Table, number: int, item: object) -> Reference:
    if isinstance(item, str):
        return Reference(item)
    if not isinstance(item, dict):
        wanted = 'a string, or a table such as { entry = "…", read = "its first page" }'
        raise entry.error(f'"bibliography" must list {wanted}, not {shown(item)}', "bibliography", number)
    table = Table(item, entry.file, "bibliography", (*entry.path, "bibliography", number))
    return table.record(Reference, read=table.string("read"))


def unknown_facts(document: Mapping[str, object], witnesses: Iterable[Witness]) -> Iterator[str]:
    """Yield what is said to be unknown: keys of the document, then "origin of witness copy"."""
    yield from (key for key in OF_THE_DOCUMENT if is_unknown(document.get(key)))
    for witness in witnesses:
        yield from (f"{key} of witness {witness.sigil}" for key in OF_A_WITNESS if is_unknown(getattr(witness, key)))


def is_unknown(value: object) -> bool:
    """Tell whether a value is "unknown", whatever it adds: "unknown: the text names no journal"."""
    return isinstance(value, str) and re.match(rf"{UNKNOWN}\b", value, re.IGNORECASE) is not None


def known(value: str, otherwise: str) -> str:
    """Return a value for readers: `otherwise` stands for "unknown", and what follows that stays.

    >>> known("unknown: the text names no journal", "The source is unknown")
    'The source is unknown: the text names no journal'
    """
    return re.sub(rf"^{UNKNOWN}(?=$|[:;,])", lambda _: otherwise, value, flags=re.IGNORECASE)
