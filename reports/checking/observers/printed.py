"""What runs printed, and what the document prints."""

from __future__ import annotations

import re
from decimal import Context as Digits
from decimal import Decimal
from itertools import zip_longest
from typing import Any, Literal

from pydantic import PositiveInt

from getallenband.durable.names import shown
from getallenband.interpreters import SourceError, SourceText, lower, read
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.values import DIGITS
from getallenband.reports.checking.observed import Context, Observed
from getallenband.reports.runs.by_folder import observer
from getallenband.reports.runs.job import find_language

Spacing = Literal["exact", "ignored", "removed"]
Compared = Literal["text", "words", "numbers"]
UNITS: dict[Compared, str] = {"text": "line", "words": "word", "numbers": "number"}
PRINTED_NUMBER = re.compile(r"(?:(?<![\w.)\]])[+−-])?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d{1,3})?", re.ASCII)
"""A number, wherever digits are; a sign belongs to it unless something stands before it: 5-8 is a 5 and an 8."""


@observer
def output(
    context: Context,
    *,
    compare: Compared = "text",
    spacing: Spacing = "exact",
    first: PositiveInt | None = None,
    run: str = "",
) -> Observed:
    """Compare what a run printed with what the document prints, line by line; or only the words or numbers, in order.

    observe = "output"
    with = { spacing = "ignored" }

    Return the line printed, or the list of several. The first difference from what is published is the reason.

    With spacing "ignored" only the words of each line count, and empty lines do not; with "removed" words are not told
    apart either: "1 12" is "11 2". With compare "words" it does not count either how words are divided into lines; with
    "numbers" only the values of the numbers count: "+1 +05" is "1 5.0". The reason then says whether the layout
    differs. `first` compares only so many of the lines printed.
    """
    spacing = spacing if compare == "text" else "ignored"
    published = lines(str(context.expected), spacing)
    printed = lines(context.record(run)["output"], spacing)[:first]
    layout = "; the layout differs" if published != printed else ""
    hint = cure(published, printed) if compare == "text" else ""
    if compare != "text":
        published, printed = (in_order(each, compare) for each in (published, printed))
    difference = first_difference(published, printed)
    if difference is None:
        why = f"{len(printed)} {UNITS[compare]}s, all as published{layout}" if len(printed) > 1 or layout else ""
    else:
        pair = [table[difference] if difference < len(table) else None for table in (published, printed)]
        why = f"{UNITS[compare]} {difference + 1}: published {quoted(pair[0])}, printed {quoted(pair[1])}{hint}"
    return Observed(alone(printed), why, expected=alone(published))


def in_order(lines: list[str], compare: Compared) -> list[str]:
    """Return the words or the values of the numbers of several lines."""
    text = "\n".join(lines)
    return [value(number) for number in PRINTED_NUMBER.findall(text)] if compare == "numbers" else text.split()


def value(number: str) -> str:
    """Return a number as it is shown whatever its sign, zeros and exponent: 5 for +05, 5.0 and .5E1."""
    exact = Decimal(number.upper().replace("D", "E").replace("−", "-")).normalize(Digits(prec=len(number)))
    return f"{exact or abs(exact):{'f' if abs(exact.adjusted()) <= DIGITS else ''}}"


def quoted(line: str | None) -> str:
    """Quote a line with its blanks made visible."""
    return "nothing" if line is None else repr(line).replace(" ", "·")


def cure(published: list[str], printed: list[str]) -> str:
    """Say that two texts differ in their layout only, and how it would not count; "" where they differ in more."""
    if in_order(published, "words") == in_order(printed, "words"):
        return '; the words are the same, in the same order: with compare = "words" the layout does not count'
    bare = ["".join("".join(each).split()) for each in (published, printed)]
    if bare[0] == bare[1]:
        return '; they differ in blanks only: with spacing = "removed" no blank counts'
    rest = ["".join(PRINTED_NUMBER.sub("", "\n".join(each)).split()) for each in (published, printed)]
    if rest[0] == rest[1] and in_order(published, "numbers") == in_order(printed, "numbers"):
        return '; the numbers are the same, in the same order: with compare = "numbers" the layout does not count'
    return ""


def alone(lines: list[str]) -> str | list[str]:
    """Return the line itself, if there is only one."""
    return lines[0] if len(lines) == 1 else lines


def lines(text: str, spacing: Spacing) -> list[str]:
    """Return the lines to be compared."""
    if spacing == "exact":
        return text.splitlines()
    between = " " if spacing == "ignored" else ""
    return [between.join(words) for line in text.splitlines() if (words := line.split())]


def first_difference(published: list[str], printed: list[str]) -> int | None:
    """Return the index of the first line that differs, or None."""
    pairs = enumerate(zip_longest(published, printed))
    return next((index for index, (left, right) in pairs if left != right), None)


@observer
def output_lines(
    context: Context,
    *,
    pattern: re.Pattern[str],
    captured: bool = False,
    of_text: PositiveInt | None = None,
    run: str = "",
) -> Observed:
    """Count the printed lines that match a pattern, or list what it captures.

    observe = "output_lines"
    with = { pattern = "^ *[0-9]+:" }

    Return the number of lines in which the pattern is found.

    With `captured`, return its first groups, the blanks in each being one: a number where a group is all digits, a list
    where there are several. With `of_text` they are compared with what the pattern captures in so many lines of the
    published text.
    """
    if (captured or of_text) and not pattern.groups:
        raise UserError(f"the pattern {pattern.pattern!r} has no group to capture")
    output = context.record(run)["output"]
    if of_text:
        published = groups(str(context.expected), pattern)
        if isinstance(published, list) and len(published) != of_text:
            raise UserError(f"the pattern {pattern.pattern!r} finds {len(published)} lines in the text, not {of_text}")
        return Observed(groups(output, pattern), expected=published)
    return Observed(groups(output, pattern) if captured else sum(map(bool, map(pattern.search, output.splitlines()))))


def groups(text: str, pattern: re.Pattern[str]) -> Any:
    """Return what the first group captures, line by line; the only one, if alone. Numbers of many digits stay texts."""
    found = [match[1] for line in text.splitlines() if (match := pattern.search(line))]
    values = [int(group) if group.isdecimal() and len(group) <= DIGITS else " ".join(group.split()) for group in found]
    return values[0] if len(values) == 1 else values


@observer
def same_lines(context: Context, *, other: str, pattern: re.Pattern[str]) -> Observed:
    """Count the matching lines that two runs print alike, up to the first difference.

    observe = "same_lines"
    with = { other = "full", pattern = "^ *[0-9]+:" }

    Return how many lines there are, if both runs print the same; else, in words, where the first difference is.

    Only what the pattern matches is compared, or its first group if it has one.
    """
    mine, theirs = (matching(context.record(run)["output"], pattern) for run in ("", other))
    difference = first_difference(theirs, mine)
    if difference is None:
        return Observed(len(mine))
    pair = [repr(lines[difference]) if difference < len(lines) else "nothing" for lines in (theirs, mine)]
    return Observed(f"line {difference + 1} differs", f"{other} printed {pair[0]}, this run {pair[1]}")


def matching(output: str, pattern: re.Pattern[str]) -> list[str]:
    """Return the first group (or all) of the pattern's match in every line that has one."""
    found = (pattern.search(line) for line in output.splitlines())
    return [match[match.re.groups and 1] for match in found if match]


@observer
def text_matches(
    context: Context, *, file: str, pattern: re.Pattern[str], aspect: Literal["all", "different"] = "all"
) -> Observed:
    r"""List the numbers that a pattern finds in a text of the document, in order; or count the different ones.

    observe = "text_matches"
    with = { file = "ecol.transcription", pattern = '(\d+) RIJ' }

    Return what the pattern's group captures, line by line, each a number.

    different   instead, how many different numbers there are
    """
    if pattern.groups != 1:
        raise UserError(f"the pattern {pattern.pattern!r} has {pattern.groups} groups; expected one")
    captured = [match[1] for line in context.text(file).splitlines() for match in pattern.finditer(line)]
    wrong = [word for word in captured if not (word or "").isdecimal() or len(word) > DIGITS]
    if wrong:
        raise UserError(f"the pattern {pattern.pattern!r} captures {shown(wrong[0])}, which is not a number")
    found = [int(word) for word in captured]
    return Observed(len(set(found)) if aspect == "different" else found)


@observer
def refusal(context: Context, *, file: str, language: str, emended: bool = False) -> Observed:
    """Report the first error that a language finds in a text, as received or as emended.

    observe = "refusal"
    with = { file = "remainder.transcription", language = "amb_scheme" }
    expected = "nothing"                                # else "line 5: unexpected )"

    Return the first thing that is wrong with a text of the edition, with its line; "nothing" where it is read. What the
    editor supplied is in neither text.
    """
    try:
        text = SourceText(file, context.emended(file.partition(".")[0])) if emended else context.program(file)
        found = find_language(language)
        (lower if found.lower else read)(text, found.name)
    except SourceError as error:
        first = error.diagnostics[0]
        return Observed(f"line {first.place.line}: {first.message}")
    return Observed("nothing")
