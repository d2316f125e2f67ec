"""At a call: descriptors of actual parameters that are called by name, and the functions (thunks) in them.

names.py says what the words of these descriptors are. A parameter that is passed on as it came keeps its descriptor, so
that a chain of calls costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.ir.types import Type
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Formal, Procedure, Variable, is_kind
from getallenband.interpreters.languages.algol60.lower.arrays import element
from getallenband.interpreters.languages.algol60.lower.context import Context, is_named
from getallenband.interpreters.languages.algol60.lower.descriptors import (
    CODE,
    LINK,
    OWN_TAG,
    TAGS,
    TARGET,
    call_code,
    describe,
    is_tag,
    word,
)  # fmt: skip
from getallenband.interpreters.languages.algol60.lower.expressions import convert, stored
from getallenband.interpreters.languages.algol60.lower.functions import code_of
from getallenband.interpreters.languages.algol60.lower.names import NO_VARIABLE, fetch, locate
from getallenband.interpreters.languages.algol60.lower.program import cell_kind, ir_type
from getallenband.interpreters.lowering import cells

UNDEFINED = "the actual parameter has no value yet"
NUMBERS = (syntax.IntegerNumber, syntax.RealNumber, syntax.LogicalValue)


def by_name(c: Context, actual: syntax.Expression, type_: str, title: str) -> Register:
    """Return the descriptor of an actual parameter for a formal one of this type."""
    c.at(actual)
    entity, zero, tag = actual.meaning, c.build.int(0), c.build.int(TAGS[type_])
    # The cheapest description that is right: an address for constants and variables, the caller's own descriptor for a
    # parameter passed on, and a function only where something must be evaluated at each use.
    if isinstance(actual, NUMBERS):
        place = c.slot(1)
        c.build.perform(ops.Store, cell_kind(type_), place, stored(c, actual, type_))
        return describe(c, tag, zero, place, c.build.int(1))
    if isinstance(entity, Formal) and is_named(entity):
        descriptor = c.word_of(entity)
        return descriptor if entity.type == type_ else adapted(c, descriptor, entity.type, type_)
    if is_kind(entity, Variable, "simple"):
        return variable(c, entity, type_)
    if isinstance(entity, Procedure) and entity.standard is None and entity.type == type_:
        code = c.build.do(ops.FunctionCode, code_of(c.program, entity))
        return describe(c, tag, code, c.link_for(entity.owner), zero)
    code = thunk(c, (id(actual), type_), f"{title} (value)", title, ir_type(type_),
                 lambda inner: stored(inner, actual, type_))  # fmt: skip
    link = c.link_for(c.procedure)
    if not isinstance(actual, syntax.Subscripted):
        return describe(c, tag, code, link, zero)
    # An element's subscripts are evaluated at each use, reading or assigning (4.7.3.2): Jensen's device relies on it.
    target = thunk(c, (id(actual), "address"), f"{title} (variable)", title, Type.INT,
                   lambda inner: cells.address(inner.build, element(inner, actual)))  # fmt: skip
    return describe(c, tag, code, link, target, c.build.int(TAGS[actual.type]))


def variable(c: Context, entity: Variable | Formal, type_: str) -> Register:
    """Describe a simple variable: by its address, and where types differ by codes that convert."""
    address = c.address(entity)
    tag, zero = c.build.int(TAGS[type_]), c.build.int(0)
    if entity.type == type_:
        return describe(c, tag, zero, address, zero)

    def read(inner: Context) -> Register:
        found = word(inner, link_of(inner), kind=cell_kind(entity.type))
        return defined(inner, found, type_)

    code = shared(c, ("reader", entity.type, type_), f"{entity.type} variable as {type_}", ir_type(type_), read)
    target = shared(c, "same address", "address of a variable", Type.INT, link_of)
    return describe(c, tag, code, address, target, c.build.int(TAGS[entity.type]))


def adapted(c: Context, descriptor: Register, type_: str, wanted: str) -> Register:
    """Describe a value of one arithmetic type as one of the other, by way of its descriptor."""
    build = c.build
    direct = is_tag(c, word(c, descriptor, CODE), 0)
    own = build.do(ops.Select, direct, build.int(TAGS[type_]), word(c, descriptor, OWN_TAG))

    def evaluate(inner: Context) -> Register:
        return defined(inner, fetch(inner, partial(word, inner, link_of(inner)), type_), wanted)

    def find(inner: Context) -> Register:
        return locate(inner, partial(word, inner, link_of(inner)), "integer", f"a parameter {NO_VARIABLE}")[0]

    through = shared(c, "through", "variable of a parameter", Type.INT, find)
    # Nothing can be assigned where word 3 is 1 beside an address, or 0 beside a code
    fixed = build.do(ops.IntCompare, "=", build.do(ops.BoolToInt, direct), word(c, descriptor, TARGET))
    target = build.do(ops.Select, fixed, build.int(0), through)
    code = shared(c, ("converter", type_, wanted), f"{type_} parameter as {wanted}", ir_type(wanted), evaluate)
    return describe(c, build.int(TAGS[wanted]), code, descriptor, target, own)


def function_value(c: Context, descriptor: Register, type_: str, wanted: str) -> Register:
    """Describe the value of a function without parameters, given its descriptor, as a value of a type."""

    def call(inner: Context) -> Register:
        found, zero = link_of(inner), inner.build.int(0)
        bits = call_code(inner, word(inner, found, CODE), word(inner, found, LINK), zero, zero)
        value = inner.build.do(ops.BitsToReal, bits) if type_ == "real" else bits
        message = "the function that is the actual parameter was given no value (Report 5.4.4)"
        return defined(inner, value, wanted, message)

    code = shared(c, ("function value", type_, wanted), f"{type_} procedure as {wanted}", ir_type(wanted), call)
    return describe(c, c.build.int(TAGS[wanted]), code, descriptor, c.build.int(0))


# --- functions ------------------------------------------------------------------------------------------------------


def thunk(c: Context, key: Any, name: str, title: str, returns: Type, body: Callable[[Context], Register]) -> Register:
    """Return the code of a function that is evaluated in this function's surroundings."""
    program, procedure, loops = c.program, c.procedure, tuple(c.loops)

    def make(name: str) -> None:
        finish(Context(program, name, title, procedure, returns=returns, loops=loops), body)

    return c.build.do(ops.FunctionCode, program.function_of(key, name, make))


def shared(c: Context, key: Any, title: str, returns: Type, body: Callable[[Context], Register]) -> Register:
    """Return the code of a helper function that all call sites share; its link is what it works on."""
    program = c.program

    def make(name: str) -> None:
        finish(Context(program, name, title, None, returns=returns), body)

    return c.build.do(ops.FunctionCode, program.function_of(key, title, make))


def finish(c: Context, body: Callable[[Context], Register]) -> None:
    found = body(c)
    if c.build.block is not None:
        c.leave(found)
    c.finish()


def link_of(c: Context) -> Register:
    return c.build.do(ops.LocalLoad, "link")


def defined(c: Context, found: Register, type_: str, message: str = UNDEFINED) -> Register:
    """Trap where there is no value; else return it as another type."""
    c.build.perform(ops.CheckDefined, found, message)
    return convert(c, found, type_)
