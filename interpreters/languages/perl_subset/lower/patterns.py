"""Matching patterns, and splitting by them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.lower.context import Context
from interpreters.languages.perl_subset.lower.expressions import (
    doubled,
    list_function,
    many,
    number_of_items,
    scalar,
    scalar_function,
    spot,
    truth,
)
from interpreters.languages.perl_subset.lower.functions import arguments
from interpreters.languages.perl_subset.lower.operators import truth_value
from interpreters.languages.perl_subset.lower.targets import kept_spot
from interpreters.languages.perl_subset.matching import EMPTY_PATTERN
from interpreters.languages.perl_subset.regex import UnsupportedPattern, WrongPattern, compile_pattern
from interpreters.languages.perl_subset.runtime import layout, numbers, patterns, strings
from interpreters.languages.perl_subset.static_properties import gives_list, matches
from interpreters.languages.perl_subset.transliteration import Table
from interpreters.source.tree import Node


def numbered(c: Context, node: syntax.Pattern, empty: bool = False) -> tuple[Register, bool]:
    """Return the number of a pattern, and whether it is always the same one.

    Perl takes an empty pattern for the last one that matched, but in split; `empty` allows it.
    """
    if isinstance(node.text, syntax.String):
        return c.number(constant_pattern(c, node, node.text.value, empty)), True
    return computed(c, c.do(strings.text, scalar(c, node.text)), node, node.flags, empty), False


def number_of_value(c: Context, node: syntax.Expression) -> tuple[Register, bool]:
    """Return the number of a pattern, or of a value that is used as one."""
    if isinstance(node, syntax.Pattern):
        return numbered(c, node)
    return computed(c, c.do(strings.text, scalar(c, node)), node), False


def computed(c: Context, text: Register, node: Node, flags: str = "", empty: bool = False) -> Register:
    """Return the number of a pattern whose text is known only when it is used."""
    letters = c.build.string(flags.replace("g", ""))
    found: Register = c.host("pattern", text, letters, c.number(int(empty)), c.here(node))
    return found


def constant_pattern(c: Context, node: syntax.Pattern, text: str, empty: bool) -> int:
    """Return the number of a pattern without variables; note what is wrong with it."""
    if text == "" and not empty:
        c.names.wrong(node, EMPTY_PATTERN, "/…/")
    try:
        found = compile_pattern(text, node.flags.replace("g", ""))
    except UnsupportedPattern as missing:
        c.names.wrong(node, str(missing))
        return 0
    except WrongPattern as error:
        c.names.wrong(node, f"the pattern /{text}/ is wrong: {error}", "a regular expression")
        return 0
    return c.shared.patterns.setdefault(found, len(c.shared.patterns))


def match(c: Context, node: syntax.Expression) -> Register:
    """Lower a match in Boolean context; it is noted for $1, $2 …."""
    wanted = True
    subject: syntax.Expression = syntax.Variable("$", "_", place=node.place)
    pattern = node
    if isinstance(node, syntax.Binary):
        if isinstance(node.right, syntax.Substitute | syntax.Transliterate):
            changed_ = c.is_true(c.do(numbers.truth, change(c, node.left, node.right)))
            return changed_ if node.operator == "=~" else c.build.do(ops.BoolNot, changed_)
        subject, pattern, wanted = node.left, node.right, node.operator == "=~"
    if "g" in getattr(pattern, "flags", ""):
        message = "a match with g in scalar context is not supported"
        c.names.wrong(pattern, message, "no g, my @all = $text =~ /…/g, or while ($text =~ /…/g) { … }")
    kept = c.keep(scalar(c, subject), pattern)
    number, constant = number_of_value(c, pattern)
    string = c.do(strings.text, kept())
    found = c.do(patterns.matched if constant else patterns.match_now, number, string, c.read(c.top))
    holds = c.compare("/=", found, c.number(0))
    # only a match that succeeds sets $1 and its like (perlre)
    if c.shared.captures:
        c.choose(holds, lambda: note(c, number, string, doubled(c, c.add(found, -1))))
    return holds if wanted else c.build.do(ops.BoolNot, holds)


def note(c: Context, number: Register, subject: Register, match: Register) -> None:
    """Store the match that $1 and its like refer to (runtime/patterns.py)."""
    c.store(c.number(layout.MATCHED), doubled(c, number))
    c.store(c.number(layout.SUBJECT), subject)
    c.store(c.number(layout.POSITION), doubled(c, match))


truth.case(syntax.Bound, syntax.Pattern)(match)


@scalar.case(syntax.Pattern)
def pattern_value(c: Context, node: syntax.Pattern) -> Register:
    return truth_value(c, truth(c, node))


def captures(c: Context, subject: Register, node: syntax.Expression) -> None:
    """Lower a match in list context: the groups, or 1 where there are none; with g, all matches."""
    kept = c.keep(subject, node)
    number, _ = number_of_value(c, node)
    string = c.do(strings.text, kept())
    c.pushed(patterns.capture, number, string, c.number(int("g" in getattr(node, "flags", ""))))
    if c.shared.captures:
        last = c.load(c.number(layout.LAST_MATCH))
        c.choose(c.compare(">=", last, c.number(0)), lambda: note(c, number, string, last))


@many.case(syntax.Bound)
def bound_list(c: Context, node: syntax.Bound) -> None:
    if gives_list(node):
        captures(c, scalar(c, node.left), node.right)
    else:
        c.push(scalar(c, node))


@many.case(syntax.Pattern)
def pattern_list(c: Context, node: syntax.Pattern) -> None:
    captures(c, scalar(c, syntax.Variable("$", "_", place=node.place)), node)


def separated(c: Context, node: syntax.Function) -> tuple[Register, Register, Register, Register, bool]:
    """Compute what split is given: the pattern, the string, the limit, whether blanks at the beginning are left out.

    ' ' stands for runs of white space; the last value tells whether the pattern is always the same.
    """
    separator, *rest = arguments(c, node, 0, 3) or [syntax.String(" ", place=node.place)]
    if isinstance(separator, syntax.String) and separator.value != " ":
        separator = syntax.Pattern(syntax.String(separator.value), place=separator.place)
    constant, blank = isinstance(separator, syntax.String), c.number(0)
    if isinstance(separator, syntax.Pattern):
        # perlfunc, split: /^/ is meant as /^/m
        flags = separator.flags + ("m" if separator.text == syntax.String("^") else "")
        number, constant = numbered(c, syntax.Pattern(separator.text, flags, place=separator.place), empty=True)
    elif constant:
        number = c.number(constant_pattern(c, syntax.Pattern(syntax.String(r"\s+"), place=node.place), r"\s+", True))
        blank = c.number(1)
    else:
        by = scalar(c, separator)
        # perlfunc, split: a value that is one blank counts as ' ', too, which only the run can tell
        blank = c.do(strings.equal, by, c.constant(" "))
        text = c.value_of(c.is_true(blank), lambda: c.constant(r"\s+"), lambda: c.do(strings.text, by))
        number = computed(c, text, separator, empty=True)
    value = scalar(c, rest[0] if rest else syntax.Variable("$", "_", place=node.place))
    limit = c.do(patterns.most_fields, scalar(c, rest[1])) if len(rest) > 1 else c.number(0)
    return number, c.do(strings.text, value), limit, blank, constant


@list_function.case("split")
def split(c: Context, node: syntax.Function) -> None:
    *given, constant = separated(c, node)
    c.pushed(patterns.push_fields if constant else patterns.fields, *given)


def kept_fields(c: Context, node: syntax.Function) -> tuple[str, str]:
    """Split; return the locals with the first and end address of the fields, in the cached array if there is one."""
    number, string, limit, blank, constant = separated(c, node)
    start, end = c.fresh("field", c.read(c.top)), c.fresh("fields")

    def in_array() -> None:
        array = c.add(kept, layout.INSIDE)
        # the table of results does not keep the array alive
        c.push(kept)
        c.write(start, c.load(array, layout.FIRST))
        c.write(end, c.load(array, layout.END))

    def on_stack() -> None:
        c.pushed(patterns.split_now if constant else patterns.fields, number, string, limit, blank)
        c.write(end, c.read(c.top))

    kept = c.do(patterns.kept_fields, number, string, limit) if constant else c.number(0)
    c.choose(c.compare("/=", kept, c.number(0)), in_array, on_stack)
    return start, end


@scalar_function.case("split")
def split_count(c: Context, node: syntax.Function) -> Register:
    return number_of_items(c, node)


def change(c: Context, target: syntax.Expression, node: syntax.Substitute | syntax.Transliterate) -> Register:
    """S/// and tr///: how much was changed, or the new string with the flag r."""
    if isinstance(node, syntax.Transliterate):
        return transliterate(c, target, node)
    found = None if node.copied else spot(c, target)
    kept = kept_spot(c, found, node) if found is not None else None
    old = c.load(found.place(c)) if found is not None else scalar(c, target)
    c.push(c.do(strings.text, old))
    base = c.fresh("subject", c.add(c.read(c.top), -layout.CELL))
    number = c.fresh("pattern", numbered(c, node.pattern)[0])
    c.pushed(patterns.push_matches, c.read(number), c.load(c.read(base)), c.number(int(node.everywhere)))
    news = c.fresh("news", c.read(c.top))
    push_replacements(c, node, base, number, news)
    first = c.add(c.read(base), layout.CELL)
    made = c.do(patterns.substituted, c.load(c.read(base)), first, c.read(news))
    c.write(c.top, c.read(base))
    if kept is None:
        return made
    # perlop: the number of substitutions, or an empty string. 16 bytes a match, and a cell is twice its integer: a
    # shift by 3; a replacement may have moved the place, which is found anew.
    again = kept()
    some = c.compare("/=", c.read(news), first)
    c.choose(some, lambda: c.store(again.place(c), made))
    count = c.build.do(ops.IntShiftRight, c.build.do(ops.IntSubtract, c.read(news), first), c.number(3))
    return c.build.do(ops.Select, some, count, c.load(c.number(layout.EMPTY)))


def push_replacements(c: Context, node: syntax.Substitute, base: str, number: str, news: str) -> None:
    """Push what each match is replaced by."""
    match = c.fresh("match", c.add(c.read(base), layout.CELL))

    def replacement() -> None:
        c.charge()
        if c.shared.captures:
            found = c.build.do(ops.IntShiftRight, c.load(c.read(match)), c.number(1))
            note(c, c.read(number), c.load(c.read(base)), found)
        c.push(scalar(c, node.replacement))
        c.write(match, c.add(c.read(match), layout.PAIR))

    c.loop([lambda: c.compare("<", c.read(match), c.read(news))], replacement)


def transliterate(c: Context, target: syntax.Expression, node: syntax.Transliterate) -> Register:
    table = Table(node.searched, node.replaced, node.flags)
    number = c.number(c.shared.tables.setdefault(table, len(c.shared.tables)))
    if "r" in node.flags:
        return c.do(patterns.transliterated, number, c.do(strings.text, scalar(c, target)), c.read(c.top))
    # before a place is asked for: it counts in what cannot be assigned to, and makes no element
    if table.only_counts:
        return doubled(c, c.do(patterns.transliterations, number, c.do(strings.text, scalar(c, target))))
    place = spot(c, target).place(c)
    string = c.do(strings.text, c.load(place))
    count = c.do(patterns.transliterations, number, string)

    def change_it() -> None:
        c.store(place, c.do(patterns.transliterated, number, string, c.read(c.top)))

    c.choose(c.compare("/=", count, c.number(0)), change_it)
    return doubled(c, count)


@scalar.case(syntax.Bound)
def bound(c: Context, node: syntax.Bound) -> Register:
    if node.operator == "=~" and isinstance(node.right, syntax.Substitute | syntax.Transliterate):
        return change(c, node.left, node.right)
    return truth_value(c, truth(c, node))


@contextmanager
def forgetting(c: Context, inside: object) -> Iterator[None]:
    """Restore $1 and its like to the earlier match after a block that matches a pattern."""
    if not (c.shared.captures and matches(inside)):
        yield
        return
    words = (layout.MATCHED, layout.SUBJECT, layout.POSITION)
    # in the frame, not in locals: the collector must find the subject there
    before = [c.names.new("$", c.scope.frame) for _ in words]
    for kept, word in zip(before, words, strict=True):
        c.store(c.location(kept), c.load(c.number(word)))

    def restore() -> None:
        for kept, word in zip(before, words, strict=True):
            c.store(c.number(word), c.load(c.location(kept)))

    with c.cleaning(restore):
        yield
