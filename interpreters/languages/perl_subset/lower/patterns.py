"""Matching, substitution, transliteration and splitting.

A pattern of one class of characters, and a constant string to split by, are routines of the IR (runtime/patterns.py);
all other patterns are Python's (matching.py). The last match, for $1 and its like, is an array of $& and the groups.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.lower.context import Context
from getallenband.interpreters.languages.perl_subset.lower.expressions import (
    doubled,
    list_function,
    lvalue,
    many,
    note,
    number_of_items,
    scalar,
    scalar_function,
    truth,
)
from getallenband.interpreters.languages.perl_subset.lower.lists import push_results
from getallenband.interpreters.languages.perl_subset.lower.lvalues import kept_lvalue
from getallenband.interpreters.languages.perl_subset.lower.operators import truth_value
from getallenband.interpreters.languages.perl_subset.regex import compiled
from getallenband.interpreters.languages.perl_subset.runtime import joining, layout, numbers, patterns, strings
from getallenband.interpreters.languages.perl_subset.static_properties import gives_list, items_of
from getallenband.interpreters.languages.perl_subset.transliteration import Table
from getallenband.interpreters.source.tree import Node

CLASS = re.compile(r"(?P<begin>\^?)(?:(?P<one>\w)|\[(?P<ranges>(?:\w-\w|\w)+)\])(?P<end>\+\$)?", re.ASCII)
"""A pattern that asks for a character of a class, or with ^ and +$ for nothing else."""
RANGE = re.compile(r"(\w)(?:-(\w))?", re.ASCII)
PLAIN_SEPARATOR = re.compile(r"[\w:;,/ -]*", re.ASCII)
"""What split looks for as it stands: nothing in it means anything else in a pattern."""
WITHOUT_PLACE = "no g, my @all = $text =~ /…/g, or while ($text =~ /…/g) { … }"
CHANGED = "the text that a loop over its matches goes through was changed in the loop, and Perl would begin anew"


# --- patterns --------------------------------------------------------------------------------------------------------


def number_of(c: Context, node: syntax.Expression, empty: bool = False) -> Register:
    """Return the number of a pattern, or of a value that is used as one.

    Perl takes an empty pattern for the last one that matched, but in split; `empty` allows it.
    """
    if not isinstance(node, syntax.Pattern):
        return computed(c, c.do(strings.text, scalar(c, node)), node)
    if isinstance(node.text, syntax.String):
        pattern = compiled(node.text.value, node.flags.replace("g", ""))
        return c.number(c.shared.patterns.setdefault(pattern, len(c.shared.patterns)))
    return computed(c, c.do(strings.text, scalar(c, node.text)), node, node.flags, empty)


def computed(c: Context, text: Register, node: Node, flags: str = "", empty: bool = False) -> Register:
    """Return the number of a pattern whose text is known only when it is used."""
    letters = c.build.string(flags.replace("g", ""))
    number: Register = c.host("pattern", text, letters, c.number(int(empty)), c.here(node))
    return number


def class_of(node: syntax.Expression) -> tuple[str, bool] | None:
    """Return the class that a pattern asks for, as its 256 bytes, and whether nothing else may be in the text."""
    match node:
        case syntax.Pattern(syntax.String(text), ""):
            found = CLASS.fullmatch(text)
            if found is not None and bool(found["begin"]) == bool(found["end"]):
                members = {
                    code
                    for first, last in RANGE.findall(found["one"] or found["ranges"])
                    for code in range(ord(first), ord(last or first) + 1)
                }
                return "".join("\1" if code in members else "\0" for code in range(256)), bool(found["begin"])
    return None


# --- matching --------------------------------------------------------------------------------------------------------


def match(c: Context, node: syntax.Expression) -> Register:
    """Lower a match in Boolean context; it is noted for $1, $2 …."""
    wanted = True
    subject: syntax.Expression = syntax.Variable("$", "_", place=node.place)
    pattern = node
    if isinstance(node, syntax.Binary):
        if isinstance(node.right, syntax.Substitute | syntax.Transliterate):
            changed = c.is_true(c.do(numbers.truth, change(c, node.left, node.right)))
            return changed if node.operator == "=~" else c.build.do(ops.BoolNot, changed)
        subject, pattern, wanted = node.left, node.right, node.operator == "=~"
    if "g" in getattr(pattern, "flags", ""):
        c.missing(pattern, f"a match with g in scalar context is not supported: write {WITHOUT_PLACE}")
    kept = c.keep(scalar(c, subject), pattern)
    found = matched(c, kept, pattern)
    return found if wanted else c.build.do(ops.BoolNot, found)


def matched(c: Context, subject: Callable[[], Register], pattern: syntax.Expression) -> Register:
    """Tell whether a pattern matches; only a match that succeeds sets $1 and its like (perlre)."""
    asked = None if c.shared.captures else class_of(pattern)
    if asked is not None:
        members, alone = asked
        routine = patterns.has_only_members if alone else patterns.has_member
        return c.is_true(c.do(routine, c.do(strings.text, subject()), c.constant(members)))
    number = number_of(c, pattern)
    holds = c.is_true(c.host("match", number, c.do(strings.text, subject())))
    if c.shared.captures:
        c.choose(holds, lambda: note(c, last_match(c)))
    return holds


def last_match(c: Context) -> Register:
    """Return the groups of the last match that the library has found; undef where it has found none."""
    return c.do(patterns.groups_of, c.host("groups"))


truth.case(syntax.Bound, syntax.Pattern)(match)


@scalar.case(syntax.Pattern)
def pattern_value(c: Context, node: syntax.Pattern) -> Register:
    return truth_value(c, truth(c, node))


def captures(c: Context, subject: Register, node: syntax.Expression) -> None:
    """Lower a match in list context: the groups, or 1 where there are none; with g, all matches."""
    kept = c.keep(subject, node)
    number = number_of(c, node)
    everywhere = c.number(int("g" in getattr(node, "flags", "")))
    push_results(c, c.host("captures", number, c.do(strings.text, kept()), everywhere))
    if c.shared.captures:
        last = last_match(c)
        c.choose(c.compare("/=", last, c.undef()), lambda: note(c, last))


@many.case(syntax.Bound)
def bound_list(c: Context, node: syntax.Bound) -> None:
    if gives_list(node):
        captures(c, scalar(c, node.left), node.right)
    else:
        c.push(scalar(c, node))


@many.case(syntax.Pattern)
def pattern_list(c: Context, node: syntax.Pattern) -> None:
    captures(c, scalar(c, syntax.Variable("$", "_", place=node.place)), node)


@scalar.case(syntax.Bound)
def bound(c: Context, node: syntax.Bound) -> Register:
    if node.operator == "=~" and isinstance(node.right, syntax.Substitute | syntax.Transliterate):
        return change(c, node.left, node.right)
    return truth_value(c, truth(c, node))


# --- one match after another -----------------------------------------------------------------------------------------


def one_more_match(c: Context, text: syntax.Variable, pattern: syntax.Pattern) -> Callable[[], Register]:
    """Begin a loop over matches, all of which are on the stack; return what goes on to the next one.

    Perl keeps with the variable how far its matches came; here the loop does, so that it has to go to its end.
    """
    subject = c.do(strings.text, scalar(c, text))
    c.push(subject)
    first = c.fresh("text", c.add(c.read(c.top), -layout.CELL))
    at = c.fresh("match", c.read(c.top))
    c.pushed(patterns.push_matches, c.host("occurrences", number_of(c, pattern), subject, c.number(1)))
    # the text after all matches is not asked for
    end = c.fresh("end", c.add(c.read(c.top), -layout.CELL))

    def look() -> Register:
        same = c.is_true(c.do(strings.equal, c.load(c.read(first)), c.do(strings.text, scalar(c, text))))
        c.choose(same, lambda: None, lambda: c.missing(pattern, CHANGED))
        more = c.compare("<", c.read(at), c.read(end))
        c.choose(more, go_on)
        return more

    def go_on() -> None:
        note(c, c.load(c.read(at), layout.CELL))
        c.write(at, c.add(c.read(at), layout.PAIR))

    return look


# --- substitution and transliteration --------------------------------------------------------------------------------


def change(c: Context, target: syntax.Expression, node: syntax.Substitute | syntax.Transliterate) -> Register:
    """S/// and tr///: how much was changed, or the new string with the flag r."""
    if isinstance(node, syntax.Transliterate):
        return transliterate(c, target, node)
    found = None if node.copied else lvalue(c, target)
    kept = kept_lvalue(c, found, node) if found is not None else None
    old = c.load(found.address(c)) if found is not None else scalar(c, target)
    c.push(old)
    number = number_of(c, node.pattern)
    subject = c.do(strings.text, c.load(c.read(c.top), -layout.CELL))
    count = c.fresh("count", c.host("occurrences", number, subject, c.number(int(node.everywhere))))
    base = c.fresh("pieces", c.read(c.top))
    c.pushed(patterns.push_matches, c.read(count))
    put_replacements(c, node, base)
    made = c.do(joining.joined, c.load(c.number(layout.EMPTY)), c.read(base), c.read(c.top))
    c.write(c.top, c.read(base))
    old = c.pop()
    some = c.compare("/=", c.read(count), c.number(0))
    if kept is None:
        return c.value_of(some, lambda: made, lambda: old)
    # a replacement may have moved the lvalue, whose address is computed anew
    again = kept()
    c.choose(some, lambda: c.store(again.address(c), made))
    # perlop: the number of substitutions, or an empty string
    return c.build.do(ops.Select, some, doubled(c, c.read(count)), c.load(c.number(layout.EMPTY)))


def put_replacements(c: Context, node: syntax.Substitute, base: str) -> None:
    """Put in the place of each match, which lies after the text before it, what replaces it."""
    at = c.fresh("match", c.read(base))
    end = c.fresh("end", c.add(c.read(c.top), -layout.CELL))

    def replacement() -> None:
        c.charge()
        note(c, c.load(c.read(at), layout.CELL))
        c.store(c.read(at), c.do(strings.text, scalar(c, node.replacement)), layout.CELL)
        c.write(at, c.add(c.read(at), layout.PAIR))

    c.loop([lambda: c.compare("<", c.read(at), c.read(end))], replacement)


def transliterate(c: Context, target: syntax.Expression, node: syntax.Transliterate) -> Register:
    table = Table(node.searched, node.replaced, node.flags)
    number = c.number(c.shared.tables.setdefault(table, len(c.shared.tables)))
    if "r" in node.flags:
        return c.made("transliterated", number, c.do(strings.text, scalar(c, target)))
    # before an lvalue is asked for: it counts in what cannot be assigned to, and makes no element
    if table.only_counts:
        return doubled(c, c.host("transliterations", number, c.do(strings.text, scalar(c, target))))
    address = lvalue(c, target).address(c)
    string = c.do(strings.text, c.load(address))
    count: Register = c.host("transliterations", number, string)
    c.choose(c.compare("/=", count, c.number(0)), lambda: c.store(address, c.made("transliterated", number, string)))
    return doubled(c, count)


# --- splitting -------------------------------------------------------------------------------------------------------


def separated(c: Context, node: syntax.Function) -> tuple[syntax.Expression, Callable[[], tuple[Register, Register]]]:
    """Return what split separates by, and what computes the string and the limit."""
    separator, *rest = items_of(node.arguments) or [syntax.String(" ", place=node.place)]

    def others() -> tuple[Register, Register]:
        value = scalar(c, rest[0] if rest else syntax.Variable("$", "_", place=node.place))
        limit = c.do(patterns.most_fields, scalar(c, rest[1])) if len(rest) > 1 else c.number(0)
        return c.do(strings.text, value), limit

    return separator, others


def plain_separator(node: syntax.Expression) -> str | None:
    """Return the string that split looks for as it stands; None for other patterns, and for white space."""
    match node:
        case syntax.Pattern(syntax.String(text), "") if PLAIN_SEPARATOR.fullmatch(text):
            return text
        case syntax.String(text) if PLAIN_SEPARATOR.fullmatch(text) and text != " ":
            return text
    return None


@list_function.case("split")
def split(c: Context, node: syntax.Function) -> None:
    separator, others = separated(c, node)
    plain = plain_separator(separator)
    if plain is not None:
        c.pushed(patterns.push_fields, c.constant(plain), *others())
        return
    blank, number = by_pattern(c, separator)
    subject, limit = others()
    push_results(c, c.host("fields", number, subject, limit, blank))


def by_pattern(c: Context, separator: syntax.Expression) -> tuple[Register, Register]:
    """Return whether white space at the beginning is left out, and the number of the pattern.

    ' ' stands for runs of white space (perlfunc, split); a value that is one blank counts as ' ', too.
    """
    if isinstance(separator, syntax.Pattern):
        # /^/ is meant as /^/m
        flags = separator.flags + ("m" if separator.text == syntax.String("^") else "")
        pattern = syntax.Pattern(separator.text, flags, place=separator.place)
        return c.number(0), number_of(c, pattern, empty=True)
    value = scalar(c, separator)
    blank = c.do(strings.equal, value, c.constant(" "))
    text = c.value_of(c.is_true(blank), lambda: c.constant(r"\s+"), lambda: c.do(strings.text, value))
    return blank, computed(c, text, separator, empty=True)


@scalar_function.case("split")
def split_count(c: Context, node: syntax.Function) -> Register:
    return number_of_items(c, node)
