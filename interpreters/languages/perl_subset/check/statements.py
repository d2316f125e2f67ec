"""Checks of statements: pragmas, subs, conditions, loops and jumps."""

from __future__ import annotations

import re

from getallenband.interpreters.languages.perl_subset import syntax
from getallenband.interpreters.languages.perl_subset.check.checker import Checker, visit, visit_all, visit_children
from getallenband.interpreters.languages.perl_subset.check.expressions import check_pattern, check_target, declare
from getallenband.interpreters.languages.perl_subset.static_properties import (
    changed,
    entries_of,
    is_arguments,
    lies_somewhere,
    modified,
    one_array,
    roots,
    searched_in,
    skipped_declaration,
    within,
)
from getallenband.interpreters.source.tree import Node

VERSION = re.compile(r"v?5(?:\.(?P<minor>\d+)(?:\.\d+)?)?")
NEWEST = 34
"""Perl 5.36 and later change what a program of that version means."""
USES = "use strict, use warnings, use utf8 or use v5.10"
OVER_MATCHES = "foreach my $match ($text =~ /…/g) { … }"
OVER_KEYS = "a loop over keys"


@visit.case(syntax.Use)
def use(c: Checker, node: syntax.Use) -> None:
    """Heed a pragma: the version of Perl, say, strict."""
    version = VERSION.fullmatch(node.name.replace("_", "")) if node.items is None else None
    minor = minor_version(node.name) if version else 0
    say = syntax.String("say")
    feature = node.name == "feature" and node.items in (say, syntax.ListOf((say,), brackets=True))
    plain = node.name in ("strict", "utf8", "warnings") and node.items is None
    if not (feature or plain or (version is not None and minor <= NEWEST)):
        what = f"use {node.name}" + ("" if node.items is None else " with a list")
        c.wrong(node, f"{what} is not supported", USES)
    # a version that is refused may have brought say: one error is reported, not two
    c.say |= feature or minor >= 10 or not (plain or version)
    c.strict |= brings_strict(node)


def brings_strict(node: syntax.Use) -> bool:
    """Tell whether names must be declared from here on."""
    return node.name == "strict" or (VERSION.fullmatch(node.name) is not None and minor_version(node.name) >= 12)


def minor_version(text: str) -> int:
    """Return the second number of a version of Perl 5: 10 of v5.10, of 5.10.1 and of 5.010."""
    parts = text.removeprefix("v").replace("_", "").split(".")
    if len(parts) == 2 and not text.startswith("v"):
        return int(parts[1].ljust(3, "0")[:3])
    return int(parts[1][:9]) if len(parts) > 1 else 0


@visit.case(syntax.Sub)
def sub(c: Checker, node: syntax.Sub) -> None:
    if c.sub:
        c.wrong(node, f"sub {node.name} inside another sub is not supported", "a sub outside it")
        return
    loops, c.loops, c.sub = c.loops, [], node.name
    with c.names.block():
        visit_children(c, node.block)
    c.loops, c.sub = loops, ""


@visit.case(syntax.Block)
def block(c: Checker, node: syntax.Block) -> None:
    """Check a block that is a statement: to next and last it is a loop that runs once."""
    with c.loop(node.label):
        body(c, node)


def body(c: Checker, node: syntax.Block) -> None:
    with c.names.block():
        visit_children(c, node)


@visit.case(syntax.Simple)
def simple(c: Checker, node: syntax.Simple) -> None:
    if skipped := skipped_declaration(node):
        message = "my that may be skipped is not supported: Perl leaves its value undefined"
        c.wrong(skipped, message, "the declaration as a statement of its own, before this one")
    condition, searched = node.condition, searched_in(node.condition) if node.modifier == "while" else None
    if searched is not None:
        over_matches(c, *searched, node.expression)
        condition = None
    visit_all(c, condition)
    if isinstance(node.expression, syntax.Do):
        body(c, node.expression.block)
    elif node.modifier == "foreach":
        assert condition is not None
        check_items(c, condition, node.expression)
        with c.loop(""):
            visit(c, node.expression)
    else:
        visit_dropped(c, node.expression)


def visit_dropped(c: Checker, node: syntax.Expression) -> None:
    """Check an expression whose value is dropped."""
    if isinstance(node, syntax.Call) and asks_for_context(c, node.name):
        message = f"the call of {node.name}, which asks for wantarray, as a statement is not supported"
        c.wrong(node, message, f"my $value = {node.name}(…)")
    visit(c, node)


def asks_for_context(c: Checker, name: str) -> bool:
    """Tell whether a sub asks for wantarray: it is lowered for a value and for a list, and not for nothing."""
    asked = within(c.subs[name]) if name in c.subs else ()
    return any(isinstance(node, syntax.Function) and node.name == "wantarray" for node in asked)


@visit.case(syntax.If)
def if_(c: Checker, node: syntax.If) -> None:
    """Check if, elsif and else; what the condition declares is known in all blocks, and not after them."""
    with c.names.block():
        visit(c, node.condition)
        body(c, node.block)
        if isinstance(node.otherwise, syntax.If):
            visit(c, node.otherwise)
        elif node.otherwise is not None:
            body(c, node.otherwise)


def check_items(c: Checker, items: syntax.Expression, inside: object, name: str = "_", own: bool = False) -> None:
    """Refuse a loop that changes its items where they are: what is there for one array, of other lists are copies.

    `own`: no sub that a turn calls sees the variable of the loop.
    """
    array = one_array(items)
    changes = {name, ""} if name == "_" else {name}
    parts = set(roots(items)) if array is None else set[str]()
    if changes.isdisjoint(c.modified) and parts.isdisjoint(c.changed):
        return  # at once: to look into each of nested loops takes the square of their number
    nodes = list(within(inside))
    if not own and any(isinstance(node, syntax.Call) for node in nodes):
        nodes += within(*c.subs.values())
    if not changes.isdisjoint(changed for node in nodes for changed in modified(node)):
        if is_arguments(array):
            c.wrong(items, "changing the elements of @_, which are copies here, is not supported", "my @copies = @_;")
        elif array is None and lies_somewhere(items):
            c.wrong(items, "a loop that changes the items of other than one array is not supported", "my @list = (…);")
    elif not parts.isdisjoint(root for node in nodes for root in changed(node)):
        c.wrong(items, "a loop over several variables that changes one of them is not supported", "my @list = (…);")


@visit.case(syntax.Foreach)
def foreach(c: Checker, node: syntax.Foreach) -> None:
    visit(c, node.items)
    name = node.variable.name
    check_items(c, node.items, node.block, name, node.my or c.names.find(f"${name}") is not None)
    with c.names.block(), c.loop(node.label):
        if node.my:
            declare(c, node.variable, loop=True)
        else:
            visit(c, node.variable)
        body(c, node.block)


@visit.case(syntax.For)
def for_(c: Checker, node: syntax.For) -> None:
    with c.names.block():
        visit_all(c, node.first, node.condition)
        with c.loop(node.label):
            body(c, node.block)
        visit_all(c, node.after)


@visit.case(syntax.While)
def while_(c: Checker, node: syntax.While) -> None:
    entries = None if node.negated else entries_of(node.condition)
    searched = None if node.negated else searched_in(node.condition)
    instead = OVER_KEYS if entries else OVER_MATCHES if searched else ""
    with c.names.block():
        if entries is not None:
            target, of = entries
            visit(c, of)
            check_target(c, target)
        elif searched is not None:
            over_matches(c, *searched, node.block)
        else:
            visit(c, node.condition)
        with c.loop(node.label, instead):
            body(c, node.block)


def over_matches(c: Checker, text: syntax.Variable, pattern: syntax.Pattern, inside: Node) -> None:
    """Check a loop over matches: no turn, and no sub that it calls, searches in a variable of this name with g."""
    visit_all(c, text, pattern.text)
    check_pattern(c, pattern)
    nodes: list[Node] = [inside]
    own = c.sub != "" and c.names.find(f"${text.name}") == c.sub
    if not own and any(isinstance(inner, syntax.Call) for inner in within(inside, pattern)):
        nodes += c.subs.values()
    if any(one is not None and one[0].name == text.name for one in map(searched_in, within(*nodes))):
        message = f"a second match with g in ${text.name}, in a loop over its matches, is not supported"
        c.wrong(pattern, message, OVER_MATCHES)


@visit.case(syntax.Jump)
def jump(c: Checker, node: syntax.Jump) -> None:
    """Next and last: there must be such a loop around it in its sub."""
    inner = [loop for loop in c.loops if not node.label or loop.label == node.label]
    if inner:
        # next goes on with the loop that it names, last leaves that one, too
        at = len(c.loops) - 1 - c.loops[::-1].index(inner[-1])
        c.stays_in_loops(node, c.loops[at + (node.word == "next") :])
    elif not c.loops and c.sub:
        message = f"{node.word} for a loop outside of its sub is not supported"
        c.wrong(node, message, "a loop around it in the sub")
    elif not c.loops:
        c.wrong(node, f"{node.word} outside of a loop", "a loop or a block around it")
    else:
        known = {loop.label for loop in c.loops if loop.label}
        near = max(known, key=len) if len(known) == 1 else ""
        c.wrong(node, f"no loop around this has the label {node.label}", "a label of a loop around it", near)
