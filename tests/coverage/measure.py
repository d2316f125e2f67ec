"""What random programs reach of their languages: alternatives of the grammar, procedures, the runtime's blocks.

    reached = measure("ecol", 1000)
    reached["alternatives"].all, reached["alternatives"].missed     # 94, ["statement: SKIP", …]

What the parser, the library and the reference engine do is counted from outside: nothing in them knows of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any
from unittest.mock import patch

from getallenband.interpreters import SourceError, run
from getallenband.interpreters.machine import engine
from getallenband.interpreters.testing.cases import Case, request_of, source_of
from tests.coverage.names import FOLDED, NAMES, WORD, library_of
from tests.coverage.runtime import blocks, without_inlining
from tests.generators.samples import sample

READERS = {"algol60": "reading"}
"""The module that has the grammar, where it is not parse.py."""


@dataclass
class Part:
    """Things of one kind that programs may reach: all of them, and those that they reached."""

    all: set[str]
    reached: set[str] = field(default_factory=set)

    @property
    def missed(self) -> list[str]:
        return sorted(self.all - self.reached)


def measure(name: str, programs: int) -> dict[str, Part]:
    """Run random programs on the reference engine; return what they reached, by kind."""
    with counted_grammar(name) as grammar, counted_library(name) as library, counted_blocks(name) as runtime:
        names = Part(NAMES[name])
        for number in range(programs):
            case = sample(name, number)
            take(case)
            names.reached |= words(case) & names.all
    found = {"alternatives": grammar, "names": names, "procedures": library, "blocks": runtime}
    return {kind: part for kind, part in found.items() if part.all}


def take(case: Case) -> None:
    """Run a program; one that is refused has reached what its parser read."""
    request = request_of(case, "machine")
    try:
        run(source_of(case), case.language, request)
    except SourceError:
        return


def words(case: Case) -> set[str]:
    text = case.source.lower() if case.language in FOLDED else case.source
    return set(re.findall(WORD[case.language], text))


@contextmanager
def counted_grammar(name: str) -> Iterator[Part]:
    """Count the alternatives by which the parser reads: a rule with an option or a choice within it is several."""
    callbacks = import_module(
        f"getallenband.interpreters.languages.{name}.{READERS.get(name, 'parse')}"
    ).GRAMMAR.parser._callbacks
    before = dict(callbacks)
    part = Part({shown(rule) for rule in callbacks})

    def counting(rule: Any, callback: Any) -> Any:
        text = shown(rule)

        def called(children: list[Any]) -> Any:
            part.reached.add(text)
            return callback(children)

        return called

    callbacks.update({rule: counting(rule, callback) for rule, callback in before.items()})
    try:
        yield part
    finally:
        callbacks.update(before)


def shown(rule: Any) -> str:
    """Write an alternative: its rule, its symbols, and the name that it has in the syntax tree."""
    alias = f" -> {rule.alias}" if rule.alias else ""
    return f"{rule.origin.name}: {' '.join(symbol.name for symbol in rule.expansion)}{alias}".rstrip()


@contextmanager
def counted_library(name: str) -> Iterator[Part]:
    """Count the procedures of a language's library that are called."""
    library, field_of = library_of(name)
    before = dict(library)
    part = Part(set(library))

    def counting(key: str, perform: Any) -> Any:
        def called(*given: Any) -> Any:
            part.reached.add(key)
            return perform(*given)

        return called

    for key, function in before.items():
        library[key] = replace(function, **{field_of: counting(key, getattr(function, field_of))})
    try:
        yield part
    finally:
        library.update(before)


@contextmanager
def counted_blocks(name: str) -> Iterator[Part]:
    """Count the blocks of the runtime's routines that the reference engine enters."""
    if name != "perl_subset":
        yield Part(set())
        return
    states: list[Any] = []
    load = engine.load_program

    def loaded(*given: Any) -> Any:
        take_from(states, part)
        states.append(load(*given))
        return states[-1]

    with without_inlining(), patch.object(engine, "load_program", loaded):
        part = Part(blocks())
        yield part
        take_from(states, part)


def take_from(states: list[Any], part: Part) -> None:
    """Add what the run that has ended entered."""
    while states:
        for routine in states.pop().routines.values():
            title = routine.function.name.removeprefix("runtime.")
            part.reached |= {f"{title}/{label}" for label, code in routine.blocks.items() if code.entries} & part.all
