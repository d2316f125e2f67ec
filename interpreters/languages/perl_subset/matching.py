"""What compiled Perl leaves to Python of matching, substitution, transliteration and splitting."""

from __future__ import annotations

from interpreters.ir.host import Host
from interpreters.languages.perl_subset.faults import Fault, Missing
from interpreters.languages.perl_subset.library import (
    cell_of,
    procedure,
    string_of,
    value_of,
)
from interpreters.languages.perl_subset.regex import UnsupportedPattern, WrongPattern
from interpreters.languages.perl_subset.values import text_of

EMPTY_PATTERN = "an empty pattern, the last one that matched, is not supported"


def pattern(host: Host, text: int, flags: int, empty: int, at: int) -> int:
    """Return the number of a pattern that is known only when it is used."""
    found, place = text_of(value_of(host, text)), host.place(at)
    if found == "" and not empty:
        raise Missing(EMPTY_PATTERN, place)
    try:
        return int(host.state.pattern(found, host.strings[flags]))
    except UnsupportedPattern as missing:
        raise Missing(str(missing), place) from None
    except WrongPattern as error:
        raise Fault(f"the pattern /{found}/ is wrong: {error}", place) from None


def code(host: Host, number: int) -> int:
    """Return the code of a pattern, or of a table of tr///."""
    found = host.state.tables if number & 1 else host.state.patterns
    return cell_of(host, found[number >> 1].code.decode("latin-1"))


def transliterated(host: Host, table: int, text: int) -> int:
    return cell_of(host, host.state.tables[table].change(string_of(host, text))[0])


def transliterations(host: Host, table: int, text: int) -> int:
    count: int = host.state.tables[table].change(string_of(host, text))[1]
    return count


procedure("pattern", 4, pattern)
procedure("code", 1, code)
procedure("transliterated", 2, transliterated)
procedure("transliterations", 2, transliterations)
