"""Data into core expressions: special forms are taken apart, every variable finds its frame.

    Expander(source, FORMS).program(parse(source, options)).forms     # one core expression for each form

This is the syntactic half of SICP's `analyze` (4.1.7 and 4.3.3), with definitions scanned out of bodies (4.1.6). A name
that nothing binds is left to the run, as Scheme has it: the program may never come there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn

from interpreters.languages.amb_scheme import core, syntax
from interpreters.languages.amb_scheme.library import PRIMITIVES
from interpreters.languages.amb_scheme.values import EMPTY, Character, Primitive, Symbol, Value, Vector, listed
from interpreters.source.diagnostics import Diagnostics, SourceError
from interpreters.source.position import Place, SourceText
from interpreters.source.tree import Node

PARTS = ("else", "=>", "unquote", "unquote-splicing")
"""Keywords that are a part of a form and no form of their own."""
KEPT = ("define", "lambda", "begin", "if", "quote", "quasiquote", "let", "set!", "amb", "try-again", *PARTS)
"""Keywords that no local variable may have as its name; others may, such as delay in SICP's after-delay."""
NESTING = 5000
"""How deep expressions may be nested after special forms are taken apart."""


@dataclass
class Expansion:
    """An expanded program: its forms (None for a try-again), its global variables, the places of its applications."""

    forms: list[core.Expression | None] = field(default_factory=list)
    globals: dict[str, core.Variable] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)

    def labels(self) -> list[str]:
        """Name every application: its line, or line:column where a line has several."""
        times = Counter(place.line for place in self.places)
        return [str(place.line) if times[place.line] == 1 else f"{place.line}:{place.column}" for place in self.places]


Form = Callable[["Expander", syntax.List, "core.Frame | None"], core.Expression]
"""Expands a special form that stands in a frame (None: at the top level)."""


class Expander:
    """Walks the data.

    `depth` guards against nesting beyond what the evaluator bears; `begun` are the globals whose definition is reached.
    """

    def __init__(self, source: SourceText, forms: Mapping[str, Form]) -> None:
        self.diagnostics, self.forms = Diagnostics(source), forms
        self.result = Expansion()
        self.begun: set[str] = set()
        self.depth = 0

    def program(self, program: syntax.Program) -> Expansion:
        """Expand the forms; names that the program defines are known before."""
        for form in flattened(program.forms):
            name = defined_name(form)
            if name is not None:
                self.global_variable(name).definitions += 1
        for form in program.forms:
            try_again = isinstance(form, syntax.Symbol) and form.name == "try-again"
            with suppress(SourceError):
                self.depth = 0
                self.result.forms.append(None if try_again else self.problem(form))
        self.diagnostics.check()
        return self.result

    def problem(self, form: Node) -> core.Expression:
        """Expand a form of the program; a begin may define several names, and is one problem."""
        parts = [
            self.definition(part, None)
            if is_form(part, "define") and isinstance(part, syntax.List)
            else self.expression(part, None)
            for part in flattened([form])
        ]
        return parts[0] if len(parts) == 1 else core.Begin(form.place, tuple(parts))

    def fail(self, place: Place, message: str, expected: str = "") -> NoReturn:
        """Refuse the form at hand; the other forms of the program are still looked at."""
        self.diagnostics.fail(place, message, expected)

    def global_variable(self, name: str) -> core.Variable:
        """Return the global variable of a name."""
        return self.result.globals.setdefault(name, core.Variable(name, None, 0))

    def labelled(self, place: Place) -> int:
        """Give an application or a choice its place in the counts."""
        self.result.places.append(place)
        return len(self.result.places) - 1

    def call(
        self,
        place: Place,
        operator: core.Expression,
        operands: tuple[core.Expression, ...],
        frame: core.Frame | None,
    ) -> core.Call:
        """Make an application."""
        return core.Call(place, operator, operands, self.labelled(place), frame)

    def expression(self, datum: Node, frame: core.Frame | None) -> core.Expression:
        """Expand one expression."""
        self.deeper(datum.place)
        try:
            return self.taken_apart(datum, frame)
        finally:
            self.depth -= 1

    def deeper(self, place: Place) -> None:
        """Go one level down; who calls this goes up again."""
        self.depth += 1
        if self.depth > NESTING:
            self.fail(place, f"expressions are nested more than {NESTING} deep")

    def taken_apart(self, datum: Node, frame: core.Frame | None) -> core.Expression:
        """Tell a name, a constant, a special form and an application apart."""
        place = datum.place
        if isinstance(datum, syntax.Symbol):
            return self.name(datum, frame)
        if not isinstance(datum, syntax.List):
            return core.Constant(place, quoted(datum))
        if datum.tail is not None:
            self.fail(place, "a dotted list is not an expression", "a quotation '(… . …)")
        if not datum.items:
            self.fail(place, "() is not an expression", "'()")
        head = datum.items[0]
        if isinstance(head, syntax.Symbol):
            if head.name in self.forms and not self.is_shadowed(head.name, frame):
                return self.forms[head.name](self, datum, frame)
            if head.name in PARTS:
                self.fail(place, f"{head.name} outside the form it belongs to")
        operator = self.expression(head, frame)
        operands = tuple(self.expression(item, frame) for item in datum.items[1:])
        return self.call(place, operator, operands, frame)

    def name(self, datum: syntax.Symbol, frame: core.Frame | None) -> core.Expression:
        """Expand a variable."""
        if datum.name in (*self.forms, *PARTS) and not self.is_shadowed(datum.name, frame):
            self.fail(datum.place, f"{datum.name} is a keyword, not a variable")
        variable, depth = self.resolved(datum.name, frame)
        if variable.frame is None:
            return core.GlobalRead(datum.place, variable)
        return core.LocalRead(datum.place, variable, depth)

    def is_shadowed(self, name: str, frame: core.Frame | None) -> bool:
        """Tell whether a keyword is a local variable's name here."""
        while frame is not None and name not in frame.variables:
            frame = frame.outer
        return frame is not None

    def resolved(self, name: str, frame: core.Frame | None) -> tuple[core.Variable, int]:
        """Find the frame of a name, and how many frames out it is."""
        depth = 0
        while frame is not None:
            if name in frame.variables:
                return frame.variables[name], depth
            frame, depth = frame.outer, depth + 1
        variable = self.global_variable(name)
        if name not in self.begun:
            variable.early = True
        return variable, 0

    def primitive(self, name: str) -> Primitive:
        """Return a procedure of the library, whatever the program calls by its name."""
        return PRIMITIVES[name]

    # frames and bodies

    def binding(self, datum: Node, frame: core.Frame, what: str) -> core.Variable:
        """Put a name into a frame."""
        if not isinstance(datum, syntax.Symbol):
            self.fail(datum.place, f"{what} must be a name", "a name")
        if datum.name in KEPT:
            self.bindable(datum)
        if datum.name in frame.variables:
            self.fail(datum.place, f"{datum.name} is bound twice")
        variable = core.Variable(datum.name, frame, len(frame.variables) + 1)
        frame.variables[datum.name] = variable
        return variable

    def bindable(self, datum: syntax.Symbol) -> None:
        """Refuse to bind a keyword."""
        if datum.name in (*self.forms, *PARTS, "try-again"):
            self.fail(datum.place, f"{datum.name} is a keyword and cannot be rebound")

    def body(self, forms: Sequence[Node], frame: core.Frame, whole: Node) -> core.Expression:
        """Expand a body: what it defines belongs to its frame."""
        if not forms:
            self.fail(whole.place, "the body is empty", "an expression")
        flat = flattened(forms)
        for form in flat:
            if is_form(form, "define"):
                assert isinstance(form, syntax.List)
                heading = self.heading(form)
                if heading.name not in frame.variables:
                    self.binding(heading, frame, "the defined variable")
                    frame.variables[heading.name].defined = True
                frame.variables[heading.name].definitions += 1
        items = [
            self.definition(form, frame)
            if is_form(form, "define") and isinstance(form, syntax.List)
            else self.expression(form, frame)
            for form in flat
        ]
        return items[0] if len(items) == 1 else core.Begin(whole.place, tuple(items))

    def heading(self, form: syntax.List) -> syntax.Symbol:
        """Return the name that a define defines."""
        heading = form.items[1] if len(form.items) > 1 else form
        while isinstance(heading, syntax.List) and heading.items and heading is not form:
            heading = heading.items[0]
        if not isinstance(heading, syntax.Symbol):
            self.fail(form.place, "define does not say what it defines", "(define name value)")
        self.bindable(heading)
        return heading

    def definition(self, form: syntax.List, frame: core.Frame | None) -> core.Expression:
        """Expand a define at the top level or in a body."""
        heading = self.heading(form)
        variable = frame.variables[heading.name] if frame else self.global_variable(heading.name)
        if frame is None:
            self.begun.add(heading.name)
        value = self.defined_value(form, form.items[1], list(form.items[2:]), frame)
        if isinstance(value, core.Lambda):
            value.name = variable.name
            variable.procedure = value
        return core.Assign(form.place, variable, 0, value, "define")

    def defined_value(
        self, form: syntax.List, heading: Node, rest: list[Node], frame: core.Frame | None
    ) -> core.Expression:
        """Expand what a define gives its name; (define ((f a) b) …) gives a procedure that gives procedures."""
        if isinstance(heading, syntax.Symbol):
            if len(rest) != 1:
                self.fail(form.place, f"define gives {heading.name} {len(rest)} values", "one value")
            return self.expression(rest[0], frame)
        assert isinstance(heading, syntax.List)
        parameters = syntax.List(heading.items[1:], heading.tail, place=heading.place)
        if isinstance(heading.items[0], syntax.Symbol):
            return self.procedure(form, parameters, rest, frame)
        inner = syntax.List((syntax.Symbol("lambda"), parameters, *rest), place=form.place)
        return self.defined_value(form, heading.items[0], [inner], frame)

    def procedure(self, form: Node, parameters: Node, body: Sequence[Node], outer: core.Frame | None) -> core.Lambda:
        """Expand a lambda."""
        frame = core.Frame(outer)
        names: tuple[Node, ...] = ()
        rest: Node | None = parameters
        if isinstance(parameters, syntax.List):
            names, rest = parameters.items, parameters.tail
        for name in names:
            self.binding(name, frame, "a parameter").definitions = 1
        if rest is not None:
            self.binding(rest, frame, "a parameter").definitions = 1
        frame.parameters = len(frame.variables)
        return core.Lambda(form.place, "", frame, len(names), rest is not None, self.body(body, frame, form))

    # special forms

    def shape(self, form: syntax.List, least: int, most: int | None, expected: str) -> list[Node]:
        """Return the parts after the word, if there are as many as there should be."""
        parts = list(form.items[1:])
        if len(parts) < least or (most is not None and len(parts) > most):
            word = form.items[0]
            assert isinstance(word, syntax.Symbol)
            amount = "1 part" if len(parts) == 1 else f"{len(parts)} parts"
            self.fail(form.place, f"{word.name} has {amount}", expected)
        return parts

    def bindings(self, datum: Node) -> list[tuple[Node, Node]]:
        """Return names and values of a let's list."""
        if not isinstance(datum, syntax.List) or datum.tail is not None:
            self.fail(datum.place, "the bindings must be a list", "((name value) …)")
        for item in datum.items:
            if not isinstance(item, syntax.List) or len(item.items) != 2 or item.tail is not None:
                self.fail(item.place, "a binding must be a name and a value", "(name value)")
        return [(item.items[0], item.items[1]) for item in datum.items if isinstance(item, syntax.List)]

    def begin(self, items: Sequence[Node], frame: core.Frame | None, place: Place) -> core.Expression:
        """Expand expressions in a row."""
        expanded = tuple(self.expression(item, frame) for item in items)
        return expanded[0] if len(expanded) == 1 else core.Begin(place, expanded)

    def let_frame(
        self, names: Sequence[tuple[Node, core.Expression]], outer: core.Frame | None
    ) -> tuple[core.Frame, tuple[core.Expression, ...]]:
        """Make the frame of a let; its values are expanded already."""
        frame = core.Frame(outer)
        for name, value in names:
            variable = self.binding(name, frame, "a bound variable")
            variable.definitions = 1
            if isinstance(value, core.Lambda):
                value.name = variable.name
                variable.procedure = value
        frame.parameters = len(frame.variables)
        return frame, tuple(value for _, value in names)


def flattened(forms: Sequence[Node]) -> list[Node]:
    """Take begins that hold definitions apart: their parts stand where the begin stands."""
    flat: list[Node] = []
    for form in forms:
        if is_form(form, "begin") and isinstance(form, syntax.List) and has_definitions(form):
            flat.extend(flattened(form.items[1:]))
        else:
            flat.append(form)
    return flat


def has_definitions(form: syntax.List) -> bool:
    """Tell whether a begin defines something."""
    return any(
        is_form(item, "define") or (is_form(item, "begin") and isinstance(item, syntax.List) and has_definitions(item))
        for item in form.items[1:]
    )


def is_form(datum: Node, word: str) -> bool:
    """Tell whether a datum is a special form of that word."""
    return isinstance(datum, syntax.List) and bool(datum.items) and datum.items[0] == syntax.Symbol(word)


def defined_name(datum: Node) -> str | None:
    """Return the name that a well-formed top-level define defines."""
    if not is_form(datum, "define"):
        return None
    assert isinstance(datum, syntax.List)
    heading: Node | None = datum.items[1] if len(datum.items) > 1 else None
    while isinstance(heading, syntax.List) and heading.items:
        heading = heading.items[0]
    return heading.name if isinstance(heading, syntax.Symbol) else ""


def quoted(datum: Node) -> Value:
    """Return the value of a quoted datum."""
    match datum:
        case syntax.Number(value) | syntax.String(value) | syntax.Boolean(value):
            return value
        case syntax.Symbol(name):
            return Symbol(name)
        case syntax.Character(text):
            return Character(text)
        case syntax.Vector(items):
            return Vector([quoted(item) for item in items])
        case syntax.List(items, tail):
            return listed([quoted(item) for item in items], EMPTY if tail is None else quoted(tail))
    raise TypeError(datum)
