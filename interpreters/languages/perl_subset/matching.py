"""What compiled Perl leaves to Python of matching, substitution, transliteration and splitting."""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir.host import Host
from interpreters.ir.messages import out_of_statements
from interpreters.languages.perl_subset import texts
from interpreters.languages.perl_subset.faults import Exhaustion, Fault, Missing
from interpreters.languages.perl_subset.library import (
    cell_of,
    exhausted,
    place_of,
    procedure,
    stacked,
    string_of,
    value_of,
    waiting,
)
from interpreters.languages.perl_subset.regex import Spans, UnsupportedPattern, WrongPattern, parts
from interpreters.languages.perl_subset.runtime import layout
from interpreters.languages.perl_subset.values import text_of

BLANKS = " \t\n\r\f\v"


@dataclass
class Budget:
    """What a long search is charged to: it may take as many turns as the run may take statements."""

    host: Host
    turns: int = 0

    def turn(self) -> None:
        limit = self.host.limits.statements
        self.turns += 1
        if limit is not None and self.turns > limit:
            raise Exhaustion(out_of_statements(limit))

    def charge(self, size: int) -> None:
        if size > self.host.limits.memory:
            exhausted(self.host)


EMPTY_PATTERN = "an empty pattern, the last one that matched, is not supported"


def pattern(host: Host, text: int, flags: int, empty: int, at: int) -> int:
    """Return the number of a pattern that is known only when it is used."""
    found, place = text_of(value_of(host, text)), place_of(host, at)
    if found == "" and not empty:
        raise Missing(EMPTY_PATTERN, place)
    try:
        return int(host.state.pattern(found, host.strings[flags]))
    except UnsupportedPattern as missing:
        raise Missing(str(missing), place) from None
    except WrongPattern as error:
        raise Fault(f"the pattern /{found}/ is wrong: {error}", place) from None


def match(host: Host, number: int, subject: int) -> int:
    found = host.state.patterns[number].search(string_of(host, subject), 0, 0, Budget(host))
    return 0 if found is None else int(found[0][0]) + 1


def all_spans(host: Host, number: int, subject: int, everywhere: int) -> list[Spans]:
    """Return all matches, or the first."""
    text, regex = string_of(host, subject), host.state.patterns[number]
    key = number << 1 | everywhere
    if host.state.spans[:2] != (key, text):
        if everywhere:
            found = list(regex.matches(text, Budget(host)))
        else:
            spans = regex.search(text, 0, 0, Budget(host))
            found = [] if spans is None else [spans]
        host.state.spans = key, text, found
    kept: list[Spans] = host.state.spans[2]
    return kept


def captures(host: Host, number: int, subject: int, everywhere: int) -> int:
    """Return how many items a match in list context gives."""
    text, spans = string_of(host, subject), all_spans(host, number, subject, everywhere)
    host.state.last_match = spans[-1][0][0] if spans else -1
    every = [parts(text, found) for found in spans]
    if everywhere:
        return waiting(host, [item for one in every for item in (one[1:] or one)])
    return waiting(host, list(every[0][1:]) or [1] if every else [])


def count_matches(host: Host, number: int, subject: int, everywhere: int) -> int:
    return len(all_spans(host, number, subject, everywhere))


def match_start(host: Host, number: int, subject: int, everywhere: int, index: int) -> int:
    return all_spans(host, number, subject, everywhere)[index][0][0]


def substituted(host: Host, number: int, subject: int, everywhere: int, start: int) -> int:
    """Return a string with its matches replaced by the strings that stand on the stack from `start` on."""
    text, spans = string_of(host, subject), all_spans(host, number, subject, everywhere)
    pieces, end = list[str](), 0
    for found, new in zip(spans, stacked(host, start, start + 8 * len(spans)), strict=True):
        pieces += text[end : found[0][0]], text_of(new)
        end = found[0][1]
    return cell_of(host, "".join([*pieces, text[end:]]))


def group(host: Host, number: int, subject: int, position: int, which: int) -> int:
    """Return what a group of the last match matched."""
    if number == layout.UNDEF:
        return layout.UNDEF
    text = string_of(host, subject)
    spans = host.state.patterns[number >> 1].search(text, position >> 1, 0, Budget(host))
    found = parts(text, spans) if spans else ()
    return cell_of(host, found[which] if which < len(found) else None)


def split(host: Host, number: int, subject: int, limit: int, blank: int) -> int:
    text = string_of(host, subject)
    text = text.lstrip(BLANKS) if blank else text
    return waiting(host, texts.fields(host.state.patterns[number], text, limit, Budget(host)))


def transliterated(host: Host, table: int, text: int) -> int:
    return cell_of(host, host.state.tables[table].change(string_of(host, text))[0])


def transliterations(host: Host, table: int, text: int) -> int:
    count: int = host.state.tables[table].change(string_of(host, text))[1]
    return count


procedure("pattern", 4, pattern)
procedure("match", 2, match)
procedure("captures", 3, captures)
procedure("matched_at", 0, lambda host: host.state.last_match)
procedure("count_matches", 3, count_matches)
procedure("match_start", 4, match_start)
procedure("substituted", 4, substituted)
procedure("group", 4, group)
procedure("split", 4, split)
procedure("transliterated", 2, transliterated)
procedure("transliterations", 2, transliterations)
