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

from getallenband.interpreters.languages.amb_scheme import core, syntax
from getallenband.interpreters.languages.amb_scheme.library import PRIMITIVES
from getallenband.interpreters.languages.amb_scheme.macros import ELLIPSIS, Macro, Rewriting, syntax_rules
from getallenband.interpreters.languages.amb_scheme.values import (
    EMPTY,
    OK,
    Character,
    Primitive,
    Symbol,
    Value,
    Vector,
    listed,
    short,
    shortened,
)
from getallenband.interpreters.source.diagnostics import Diagnostics, SourceError
from getallenband.interpreters.source.position import Place, SourceText
from getallenband.interpreters.source.tree import Node, children

PARTS = ("else", "=>", "unquote", "unquote-splicing", ELLIPSIS.name)
"""Keywords that are a part of a form and no form of their own."""
KEPT = ("define", "lambda", "begin", "if", "quote", "quasiquote", "let", "set!", "amb", "try-again", *PARTS)
"""Keywords that no local variable may have as its name; others may, such as delay in SICP's after-delay."""
PLAIN = frozenset((*KEPT, "define-syntax", "syntax-rules"))
"""Words that a template brings as they are: nothing gives them another meaning, but for a macro outside everything."""
MADE = 1_000_000
"""How many names and lists all macros of a program may make, and how many one use may give."""
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
    `aliases` are the names that templates brought: what each is an alias of, and the frame where that is looked up.
    `bound` are the names that any frame binds: others need not be looked up in all frames of a deep program.
    """

    def __init__(self, source: SourceText, forms: Mapping[str, Form]) -> None:
        self.diagnostics, self.forms = Diagnostics(source), forms
        self.result = Expansion()
        self.begun: set[str] = set()
        self.bound: set[str] = set()
        self.macros: dict[str, Macro] = {}
        self.aliases: dict[str, tuple[str, core.Frame | None]] = {}
        self.sizes: dict[int, tuple[Node, int]] = {}
        self.depth = self.made = 0

    def program(self, program: syntax.Program) -> Expansion:
        """Expand the forms."""
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
            for part in self.flattened([form], None)
        ] or [core.Constant(form.place, OK)]
        return parts[0] if len(parts) == 1 else core.Begin(form.place, tuple(parts))

    def fail(self, place: Place, message: str, expected: str = "") -> NoReturn:
        """Refuse the form at hand; the other forms of the program are still looked at."""
        self.diagnostics.fail(place, message, expected)

    def global_variable(self, name: str) -> core.Variable:
        """Return the global variable of a name."""
        return self.result.globals.setdefault(name, core.Variable(name, None, 0))

    def new_label(self, place: Place) -> int:
        """Assign an application or a choice its index in the counts."""
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
        return core.Call(place, operator, operands, self.new_label(place), frame)

    def expression(self, datum: Node, frame: core.Frame | None) -> core.Expression:
        """Expand one expression."""
        self.deeper(datum.place)
        try:
            return self.taken_apart(datum, frame)
        finally:
            self.depth -= 1

    def deeper(self, place: Place) -> None:
        """Go one level down; the caller goes up again."""
        self.depth += 1
        if self.depth > NESTING:
            self.fail(place, f"expressions are nested more than {NESTING} deep")

    def taken_apart(self, datum: Node, frame: core.Frame | None) -> core.Expression:
        """Expand by kind: a name, a constant, a special form or an application."""
        place = datum.place
        if isinstance(datum, syntax.Symbol):
            return self.name(datum, frame)
        if not isinstance(datum, syntax.List):
            return core.Constant(place, quoted(datum))
        if (unfolded := self.unfolded(datum, frame)) is not datum:
            return self.expression(unfolded, frame)
        if datum.tail is not None:
            self.fail(place, "a dotted list is not an expression", "a quotation '(… . …)")
        if not datum.items:
            self.fail(place, "() is not an expression", "'()")
        head = datum.items[0]
        if isinstance(head, syntax.Symbol):
            name, found = self.meaning(head.name, frame)
            if found is None and name in self.forms:
                word = syntax.Symbol(name, place=head.place)
                return self.forms[name](self, syntax.List((word, *datum.items[1:]), place=place), frame)
            if head.name in PARTS:
                form = "(cond … (else …)) or (case … (else …)); if has none" if head.name == "else" else ""
                self.fail(place, f"{head.name} outside the form it belongs to", form)
        operator = self.expression(head, frame)
        operands = tuple(self.expression(item, frame) for item in datum.items[1:])
        return self.call(place, operator, operands, frame)

    def name(self, datum: syntax.Symbol, frame: core.Frame | None) -> core.Expression:
        """Expand a variable."""
        name, found = self.meaning(datum.name, frame)
        if self.macro(name, found) or (found is None and name in (*self.forms, *PARTS)):
            self.fail(datum.place, f"{root(name)} is a keyword, not a variable")
        variable, depth = self.resolved(datum.name, frame)
        if variable.frame is None:
            return core.GlobalRead(datum.place, variable)
        return core.LocalRead(datum.place, variable, depth)

    def meaning(self, name: str, frame: core.Frame | None) -> tuple[str, core.Frame | None]:
        """Return the name by which something is bound, and the frame that binds it; None: the top level."""
        while True:
            at = frame if name in self.bound else None
            while at is not None and name not in at.variables and name not in at.macros:
                at = at.outer
            if at is not None or name not in self.aliases:
                return name, at
            name, frame = self.aliases[name]

    def macro(self, name: str, frame: core.Frame | None) -> Macro | None:
        """Return the macro that a frame, or the top level, binds to a name."""
        return (self.macros if frame is None else frame.macros).get(name)

    def resolved(self, name: str, frame: core.Frame | None) -> tuple[core.Variable, int]:
        """Find the variable of a name, and how many frames out it is."""
        depth = 0
        name, found = self.meaning(name, frame)
        if found is not None:
            while frame is not found:
                assert frame is not None
                frame, depth = frame.outer, depth + 1
            return found.variables[name], depth
        variable = self.global_variable(name)
        if name not in self.begun:
            variable.early = True
        return variable, 0

    def primitive(self, name: str) -> Primitive:
        """Return a procedure of the library, whatever the program calls by its name."""
        return PRIMITIVES[name]

    # frames and bodies

    def binding(self, datum: Node, frame: core.Frame, what: str) -> core.Variable:
        """Add a name to a frame."""
        if not isinstance(datum, syntax.Symbol):
            self.fail(datum.place, f"{what} must be a name", "a name")
        if datum.name in KEPT:
            self.bindable(datum)
        if datum.name in frame.variables:
            self.fail(datum.place, f"{root(datum.name)} is bound twice")
        variable = core.Variable(root(datum.name), frame, len(frame.variables) + 1)
        frame.variables[datum.name] = variable
        self.bound.add(datum.name)
        return variable

    def bindable(self, datum: syntax.Symbol) -> None:
        """Refuse to bind a keyword."""
        if root(datum.name) in (*self.forms, *PARTS, "try-again"):
            self.fail(datum.place, f"{root(datum.name)} is a keyword and cannot be rebound")

    def body(self, forms: Sequence[Node], frame: core.Frame, whole: Node) -> core.Expression:
        """Expand a body: what it defines belongs to its frame."""
        if not forms:
            self.fail(whole.place, "the body is empty", "an expression")
        flat = self.flattened(forms, frame)
        if not flat:
            self.fail(whole.place, "the body has no expression", "an expression")
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
        name = heading.name if frame else root(heading.name)
        variable = frame.variables[name] if frame else self.global_variable(name)
        if frame is None:
            self.begun.add(name)
            self.macros.pop(name, None)
            variable.definitions += 1
        value = self.defined_value(form, form.items[1], list(form.items[2:]), frame)
        if isinstance(value, core.Lambda):
            value.name = variable.name
            variable.procedure = value
        return core.Assign(form.place, variable, 0, value, "define")

    def defined_value(
        self, form: syntax.List, heading: Node, rest: list[Node], frame: core.Frame | None
    ) -> core.Expression:
        """Expand the value of a define; (define ((f a) b) …) defines a procedure that returns procedures."""
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

    # macros

    def flattened(self, forms: Sequence[Node], frame: core.Frame | None) -> list[Node]:
        """Splice begins that contain definitions, and expand macros that may produce some; define local macros."""
        flat: list[Node] = []
        for form in forms:
            unfolded = self.unfolded(form, frame)
            if is_form(unfolded, "define-syntax"):
                self.define_syntax(unfolded, frame)
            elif is_form(unfolded, "begin") and isinstance(unfolded, syntax.List) and len(unfolded.items) > 1:
                inner = self.flattened(unfolded.items[1:], frame)
                defines = len(inner) < len(unfolded.items) - 1 or any(is_form(part, "define") for part in inner)
                flat += inner if defines else [syntax.List((unfolded.items[0], *inner), place=unfolded.place)]
            else:
                if frame is not None and is_form(unfolded, "define") and isinstance(unfolded, syntax.List):
                    self.declare_in_body(self.heading(unfolded), frame)
                flat.append(unfolded)
        return flat

    def declare_in_body(self, heading: syntax.Symbol, frame: core.Frame) -> None:
        """Add a name that a body defines to its frame, where it is visible from then on."""
        if heading.name not in frame.variables:
            self.binding(heading, frame, "the defined variable")
            frame.variables[heading.name].defined = True
        frame.variables[heading.name].definitions += 1

    def define_syntax(self, form: Node, frame: core.Frame | None) -> None:
        """(define-syntax name (syntax-rules …)): at the top level or in a body."""
        match form:
            case syntax.List((_, syntax.Symbol(name) as word, rules), None):
                if name in KEPT and name != "amb":
                    self.fail(word.place, f"{name} is a keyword and cannot be rebound")
                macros = self.macros if frame is None else frame.macros
                macros[root(name) if frame is None else name] = syntax_rules(rules, frame, self.fail)
                self.bound.add(name)
            case _:
                self.fail(form.place, "define-syntax needs a name and rules", "(define-syntax name (syntax-rules …))")

    def unfolded(self, form: Node, frame: core.Frame | None) -> Node:
        """Rewrite a use of a macro until another form is left."""
        while isinstance(form, syntax.List) and form.items and isinstance(head := form.items[0], syntax.Symbol):
            name, found = self.meaning(head.name, frame)
            macro = self.macro(name, found)
            if macro is None:
                break
            form = self.rewritten(macro, form, frame)
        return form

    def rewritten(self, macro: Macro, form: syntax.List, frame: core.Frame | None) -> Node:
        """Expand one use of a macro; names that its template inserts are aliases of their meaning at its definition."""
        names: dict[str, syntax.Symbol] = {}

        def renamed(name: str) -> syntax.Symbol:
            if name not in names:
                # One alias for each name of a use: the binding and its references, both inserted, must agree.
                alias = name if name in PLAIN else f"{root(name)} ({len(self.aliases)})"
                if alias != name:
                    self.aliases[alias] = name, macro.frame
                names[name] = syntax.Symbol(alias, place=form.place)
            return names[name]

        def same(literal: str, name: str) -> bool:
            return self.meaning(literal, macro.frame) == self.meaning(name, frame)

        rewriting = Rewriting(macro, same, renamed, self.fail)
        result = rewriting.rewritten(form)
        self.made += rewriting.made
        if result is None:
            patterns = " or ".join(shortened(quoted(pattern), True, 60) for pattern, _ in macro.rules)
            self.fail(form.place, f"no rule of the macro fits {short(quoted(form))}", patterns)
        if max(self.made, self.size(result)) > MADE:
            self.fail(form.place, f"the program's macros make more than {MADE} parts", "macros that come to an end")
        return result

    def size(self, datum: Node) -> int:
        """Return how many names and lists a datum has, those that it has twice counted twice."""
        if id(datum) not in self.sizes:
            self.sizes[id(datum)] = datum, 1 + sum(map(self.size, children(datum)))
        return self.sizes[id(datum)][1]

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
                self.fail(item.place, "a binding must be a name and a value", "(name value) in a list: ((x 1) (y 2))")
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


def is_form(datum: Node, word: str) -> bool:
    """Return whether a datum is the special form with that keyword."""
    return isinstance(datum, syntax.List) and bool(datum.items) and datum.items[0] == syntax.Symbol(word)


def root(name: str) -> str:
    """Return the name as it is written in the text, given it or an alias of it."""
    return name.partition(" (")[0]


def quoted(datum: Node) -> Value:
    """Return the value of a quoted datum."""
    match datum:
        case syntax.Number(value) | syntax.String(value) | syntax.Boolean(value):
            return value
        case syntax.Symbol(name):
            return Symbol(root(name))
        case syntax.Character(text):
            return Character(text)
        case syntax.Vector(items):
            return Vector([quoted(item) for item in items])
        case syntax.List(items, tail):
            return listed([quoted(item) for item in items], EMPTY if tail is None else quoted(tail))
    raise TypeError(datum)
