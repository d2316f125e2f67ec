r"""What `use` asks for, applied to the tree: integer arithmetic, say, and which words are known.

    use integer; print 7 / 2;       becomes     print 7 i/ 2
    use v5.10; say 'on';            becomes     print 'on', "\n"

A pragma holds to the end of its block, and say as long as no older version is asked for. Only `use strict` stays in the
tree, and the end of what a version brought of it.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from interpreters.languages.perl_subset import syntax
from interpreters.languages.perl_subset.static_properties import within
from interpreters.source.diagnostics import Diagnostics
from interpreters.source.tree import Node

INTEGER = frozenset(("+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "<=>", "&", "|", "^", "<<", ">>", "~"))
"""The operators that use integer changes; ** stays as it is."""
VERSION = re.compile(r"v?5(?:\.\d+){0,2}")
NEWEST = 34
"""Perl 5.36 and later change what a program of that version means."""
EXPECTED = "use strict, use warnings, use utf8, use integer or use v5.10"


def apply_pragmas(tree: syntax.Script, diagnostics: Diagnostics) -> syntax.Script:
    """Return the program with its pragmas applied; raise SourceError where one is not supported."""
    subs = frozenset(node.name for node in within(tree) if isinstance(node, syntax.Sub))
    applied: syntax.Script = Pragmas(subs, diagnostics).rewrite(tree)
    diagnostics.check()
    return applied


class Pragmas:
    """The pragmas in force at a place of the text."""

    def __init__(self, subs: frozenset[str], diagnostics: Diagnostics) -> None:
        self.subs, self.diagnostics = subs, diagnostics
        self.integer = self.say = False
        self.strict = ""

    def rewrite(self, node: Any) -> Any:
        """Return a node with its pragmas applied, itself where nothing changes."""
        if isinstance(node, syntax.Block | syntax.Script):
            before = self.integer, self.say, self.strict
            found = self.statements(node)
            self.integer, self.say, self.strict = before
            return found
        found = self.inside(node)
        if isinstance(found, syntax.Function) and found.name == "say":
            if not self.say and "say" in self.subs:
                return syntax.Call("say", found.arguments, place=found.place)
            return self.print(found)
        if self.integer and isinstance(found, syntax.Binary | syntax.Unary | syntax.Assign):
            operator = found.operator.removesuffix("=") if isinstance(found, syntax.Assign) else found.operator
            if operator in INTEGER:
                return replace(found, operator=f"i{found.operator}")
        return found

    def statements(self, node: Any) -> Any:
        """Return a block with its pragmas applied, each from its own place on."""
        found: list[Any] = []
        for statement in node.statements:
            if isinstance(statement, syntax.Use):
                found += self.use(statement)
            else:
                found.append(self.rewrite(statement))
        return replace(node, statements=tuple(found))

    def inside(self, node: Any) -> Any:
        """Return a node with the pragmas applied to what it holds."""
        changed: dict[str, Any] = {}
        for one in fields(node):
            value = getattr(node, one.name)
            if isinstance(value, Node) and (new := self.rewrite(value)) is not value:
                changed[one.name] = new
            elif isinstance(value, tuple) and any(isinstance(item, Node) for item in value):
                rewritten = [self.rewrite(item) for item in value]  # not map: a deep program takes no C stack
                changed[one.name] = tuple(rewritten)
        return replace(node, **changed) if changed else node

    def print(self, node: syntax.Function) -> syntax.Function:
        """Return say as a print that ends the line."""
        if not self.say:
            self.diagnostics.error(node.place, "say is known only after use v5.10", 'print … "\\n"')
        given = node.arguments if node.arguments is not None else syntax.Variable("$", "_", place=node.place)
        end = syntax.String("\n", place=node.place)
        return replace(node, name="print", arguments=syntax.ListOf((given, end), place=node.place))

    def use(self, node: syntax.Use) -> tuple[syntax.Use, ...]:
        """Heed a pragma; return what is left of it."""
        version = VERSION.fullmatch(node.name.replace("_", ""))
        feature = node.name == "feature" and node.items == syntax.String("say")
        if version is not None and node.items is None and (minor := minor_version(node.name)) <= NEWEST:
            self.say = minor >= 10
            if minor >= 12 or self.strict != "by version":
                return self.be_strict(node, "by version") if minor >= 12 else ()
            self.strict = ""
            return (syntax.Use("no strict", place=node.place),)
        if feature or (node.name in ("integer", "strict", "utf8", "warnings") and node.items is None):
            self.say |= feature
            self.integer |= node.name == "integer"
            return self.be_strict(node, "by name") if node.name == "strict" else ()
        what = f"use {node.name}" + ("" if node.items is None else " with a list")
        self.diagnostics.error(node.place, f"{what} is not supported", EXPECTED)
        self.say = True  # it may have brought say: one error is reported, not two
        return ()

    def be_strict(self, node: syntax.Use, how: str) -> tuple[syntax.Use, ...]:
        """Note that strict holds; an older version takes back only what a newer one brought."""
        self.strict = self.strict if self.strict == "by name" else how
        return (replace(node, name="strict"),)


def minor_version(text: str) -> int:
    """Return the second number of a version of Perl 5: 10 of v5.10, of 5.10.1 and of 5.010."""
    parts = text.removeprefix("v").split(".")
    if len(parts) == 2 and not text.startswith("v"):
        return int(parts[1].replace("_", "").ljust(3, "0")[:3])
    return int(parts[1][:9]) if len(parts) > 1 else 0
