"""Which expressions never choose: those are compiled to plain calls, all others to steps.

    Analysis(expansion).depth(expression)            # how deep Python's stack gets, or None where it may choose

An expression is direct when it holds no amb or if-fail, and applies nothing but primitive procedures that the program
does not rebind, and procedures of its own that are known by name, do not call themselves, and are direct. `set!` is
direct too, since it leaves a trail.
"""

from __future__ import annotations

from collections.abc import Iterable

from getallenband.interpreters.languages.amb_scheme import core
from getallenband.interpreters.languages.amb_scheme.values import Primitive, Value

DEEPEST = 150
"""How many plain calls may be nested; deeper expressions are compiled to steps, to spare Python's own stack."""


class Analysis:
    """Depths of expressions, cached for lambdas; `library` holds all values of the library.

    A name of the library that the program uses and defines further down has two values, so its lambda is not known.
    In a traced run no procedure of the program counts as known, so that all applications go through the one place
    that writes the trace.
    """

    def __init__(self, library: dict[str, Value], traced: bool) -> None:
        self.library, self.traced = library, traced
        self.lambdas: dict[core.Lambda, int | None] = {}
        self.level = 0

    def primitive(self, operator: core.Expression, given: int) -> Primitive | None:
        """Return the primitive procedure that an operator always is, if it accepts `given` arguments."""
        found = None
        if isinstance(operator, core.Constant) and isinstance(operator.value, Primitive):
            found = operator.value
        elif isinstance(operator, core.GlobalRead):
            variable = operator.variable
            if variable.definitions == 0 and not variable.assigned:
                found = self.library.get(variable.name)
        if not isinstance(found, Primitive) or given < found.least or (found.most is not None and given > found.most):
            return None
        return found

    def known(self, operator: core.Expression, given: int) -> core.Lambda | None:
        """Return the lambda that an operator always is, if it takes exactly `given` arguments."""
        if self.traced or not isinstance(operator, core.LocalRead | core.GlobalRead):
            return None
        variable = operator.variable
        if variable.frame is None and variable.early and variable.name in self.library:
            return None
        found = variable.known()
        return found if found is not None and not found.rest and found.required == given else None

    def depth(self, expression: core.Expression) -> int | None:
        """Return how many plain calls an expression nests; None where it may choose or would nest too many."""
        # `level` limits this recursion itself: a program nested deeper than that is not plain anyway.
        if self.level > DEEPEST:
            return None
        self.level += 1
        try:
            inner = self.inside(expression)
        finally:
            self.level -= 1
        return None if inner is None or inner >= DEEPEST else inner + 1

    def inside(self, expression: core.Expression) -> int | None:
        """Return the greatest depth of an expression's parts."""
        match expression:
            case core.Constant() | core.LocalRead() | core.GlobalRead() | core.Lambda():
                return 0
            case core.Assign():
                return self.depth(expression.value)
            case core.Let():
                return self.greatest((*expression.values, expression.body))
            case core.If():
                parts = [part for clause in expression.clauses for part in clause]
                return self.greatest((*parts, expression.otherwise))
            case core.AndOr() | core.Begin():
                return self.greatest(expression.items)
            case core.Call():
                return self.call(expression)
        return None

    def call(self, call: core.Call) -> int | None:
        """Return the depth of an application."""
        operands = self.greatest(call.operands)
        if operands is None or self.primitive(call.operator, len(call.operands)) is not None:
            return operands
        procedure = self.known(call.operator, len(call.operands))
        body = None if procedure is None else self.body(procedure)
        return None if body is None else max(operands, body)

    def body(self, procedure: core.Lambda) -> int | None:
        """Return the depth of a procedure's body; None for a recursive one."""
        if procedure not in self.lambdas:
            # While the body is analysed the entry is None, so a call of itself, direct or through others, is not plain:
            # nothing bounds the depth of a recursion.
            self.lambdas[procedure] = None
            self.lambdas[procedure] = self.depth(procedure.body)
        return self.lambdas[procedure]

    def greatest(self, expressions: Iterable[core.Expression]) -> int | None:
        """Return the greatest of several depths."""
        most = 0
        for expression in expressions:
            depth = self.depth(expression)
            if depth is None:
                return None
            most = max(most, depth)
        return most
