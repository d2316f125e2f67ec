"""Parameters called by name (4.7.3.2): descriptors, thunks, reading and assigning through them.

A descriptor has five words:

    0  tag of the value's type (integer 1, real 2, Boolean 3)
    1  code that gives the value, called with word 2; 0: the value stands at the address in word 2
    2  link for the codes, or the address
    3  code that gives the variable's address, called with word 2; 0: nothing can be assigned
       (where word 1 is 0 it is 0 for a variable and 1 for a constant)
    4  tag of the variable's own type, which may differ from the parameter's: then the value is converted

A parameter that is passed on as it came keeps its descriptor, so that a chain of calls costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Formal, Procedure, Variable
from interpreters.languages.algol60.check.parameters import is_designational
from interpreters.languages.algol60.lower import arrays, calls, expressions, jumps
from interpreters.languages.algol60.lower.context import (
    STRING_TAG,
    TAGS,
    WORD,
    Context,
    cell,
    ir_type,
    is_formal_by_name,
)

CODE, LINK, TARGET, OWN_TAG = WORD, 2 * WORD, 3 * WORD, 4 * WORD
TYPES = {tag: type_ for type_, tag in TAGS.items()}


# --- inside the procedure -------------------------------------------------------------------------------------------


def read(c: Context, formal: Formal) -> Register:
    """Read a parameter called by name, as it is stored."""
    found = fetch(c, c.load(formal, "integer", None), formal.type)
    c.build.perform(ops.CheckDefined, found, f"parameter {formal.name} has no value ({formal.declared})")
    return found


def fetch(c: Context, descriptor: Register, type_: str) -> Register:
    """Read what a descriptor of a value of this type describes."""
    build = c.build
    code = build.do(ops.Load, "i64", descriptor, CODE)
    link = build.do(ops.Load, "i64", descriptor, LINK)
    result = build.local("named", ir_type(type_))
    direct, thunk, done = build.label("direct"), build.label("thunk"), build.label("named")
    build.end(ops.Branch, build.do(ops.IntCompare, "=", code, build.int(0)), direct, thunk)
    build.begin(direct)
    build.perform(ops.LocalStore, result, build.do(ops.Load, cell(type_), link))
    build.end(ops.Jump, done)
    build.begin(thunk)
    value = build.call_indirect(code, (link,), (Type.INT,), ir_type(type_))
    assert value is not None
    build.perform(ops.LocalStore, result, value)
    build.end(ops.Jump, done)
    build.begin(done)
    return build.do(ops.LocalLoad, result)


@dataclass(slots=True)
class NamedVariable:
    """The variable behind a parameter called by name: its address, and its own type's tag."""

    c: Context
    formal: Formal
    address: Register
    tag: Register

    def check(self) -> None:
        """Do nothing: the address is known."""

    def store(self, value: Register) -> None:
        """Assign a stored value of the parameter's type, converted where the variable's type differs."""
        c, build, type_ = self.c, self.c.build, self.formal.type
        if type_ == "Boolean":
            build.perform(ops.Store, "i64", self.address, value)
            return
        other = "integer" if type_ == "real" else "real"
        same, differs, done = build.label("same"), build.label("differs"), build.label("assigned")
        build.end(ops.Branch, build.do(ops.IntCompare, "=", self.tag, build.int(TAGS[type_])), same, differs)
        build.begin(same)
        build.perform(ops.Store, cell(type_), self.address, value)
        build.end(ops.Jump, done)
        build.begin(differs)
        build.perform(ops.Store, cell(other), self.address, expressions.convert(c, value, type_, other))
        build.end(ops.Jump, done)
        build.begin(done)


def variable(c: Context, formal: Formal) -> NamedVariable:
    """Find the variable behind a parameter that is assigned to."""
    descriptor = c.load(formal, "integer", None)
    address, tag = locate(
        c,
        descriptor,
        formal.type,
        f"parameter {formal.name} is assigned to, but the actual one is no variable (4.7.5.2)",
    )
    return NamedVariable(c, formal, address, tag)


def locate(c: Context, descriptor: Register, type_: str, message: str) -> tuple[Register, Register]:
    """Return address and type tag of the variable that a descriptor describes."""
    build = c.build
    code = build.do(ops.Load, "i64", descriptor, CODE)
    link = build.do(ops.Load, "i64", descriptor, LINK)
    target = build.do(ops.Load, "i64", descriptor, TARGET)
    address, tag = build.local("address", Type.INT), build.local("tag", Type.INT)
    direct, thunk, done = build.label("direct"), build.label("thunk"), build.label("located")
    zero = build.int(0)
    build.end(ops.Branch, build.do(ops.IntCompare, "=", code, zero), direct, thunk)
    build.begin(direct)
    build.perform(ops.Check, build.do(ops.IntCompare, "=", target, zero), message)
    build.perform(ops.LocalStore, address, link)
    build.perform(ops.LocalStore, tag, build.int(TAGS[type_]))
    build.end(ops.Jump, done)
    build.begin(thunk)
    build.perform(ops.Check, build.do(ops.IntCompare, "/=", target, zero), message)
    found = build.call_indirect(target, (link,), (Type.INT,), Type.INT)
    assert found is not None
    build.perform(ops.LocalStore, address, found)
    build.perform(ops.LocalStore, tag, build.do(ops.Load, "i64", descriptor, OWN_TAG))
    build.end(ops.Jump, done)
    build.begin(done)
    return build.do(ops.LocalLoad, address), build.do(ops.LocalLoad, tag)


# --- at the call ----------------------------------------------------------------------------------------------------


def describe(c: Context, *words: Register) -> Register:
    """Write a descriptor into this function's frame; return its address."""
    at = c.slot(5)
    for number, word in enumerate(words):
        c.build.perform(ops.Store, "i64", at, word, WORD * number)
    return at


def by_name(c: Context, actual: syntax.Expression, type_: str, title: str) -> Register:
    """Return the descriptor of an actual parameter for a formal one of this type."""
    build = c.build
    c.at(actual.place)
    tag = build.int(TAGS[type_])
    if isinstance(actual, syntax.IntegerNumber | syntax.RealNumber | syntax.LogicalValue):
        return constant(c, actual, type_)
    if isinstance(actual, syntax.Name):
        entity = actual.meaning
        if is_formal_by_name(entity):
            descriptor = c.load(entity, "integer", None)
            return descriptor if entity.type == type_ else adapted(c, descriptor, entity.type, type_)
        if isinstance(entity, Variable) or (isinstance(entity, Formal) and entity.kind == "simple"):
            return variable_by_name(c, entity, type_)
        if isinstance(entity, Procedure) and entity.standard is None and entity.type == type_:
            code = build.do(ops.FunctionCode, calls.code_of(c, entity))
            return describe(c, tag, code, c.link_for(entity.owner), build.int(0))
    value = thunk(c, actual, type_, title)
    link = c.link_for(c.procedure)
    code = build.do(ops.FunctionCode, value)
    if isinstance(actual, syntax.Subscripted):
        target = build.do(ops.FunctionCode, address_thunk(c, actual, title))
        return describe(c, tag, code, link, target, build.int(TAGS[actual.type]))
    return describe(c, tag, code, link, build.int(0))


def constant(
    c: Context, actual: syntax.IntegerNumber | syntax.RealNumber | syntax.LogicalValue, type_: str
) -> Register:
    """Describe a constant: it stands in memory, and nothing can be assigned to it."""
    build = c.build
    if isinstance(actual, syntax.IntegerNumber) and actual.value > c.lowering.numbers.greatest:
        expressions.integer_number(c, actual)
    place = c.slot(1)
    value = expressions.stored(c, expressions.converted(c, actual, type_), type_)
    build.perform(ops.Store, cell(type_), place, value)
    return describe(c, build.int(TAGS[type_]), build.int(0), place, build.int(1))


def variable_by_name(c: Context, entity: Variable | Formal, type_: str) -> Register:
    """Describe a simple variable: by its address, and where types differ by codes that convert."""
    build = c.build
    address = c.address(entity)
    tag, zero = build.int(TAGS[type_]), build.int(0)
    if entity.type == type_:
        return describe(c, tag, zero, address, zero)
    code = build.do(ops.FunctionCode, reader(c, entity.type, type_))
    target = build.do(ops.FunctionCode, same_address(c))
    return describe(c, tag, code, address, target, build.int(TAGS[entity.type]))


def adapted(c: Context, descriptor: Register, type_: str, wanted: str) -> Register:
    """Describe a value of one arithmetic type as one of the other, by way of its descriptor."""
    build = c.build
    code = build.do(ops.Load, "i64", descriptor, CODE)
    direct = build.do(ops.IntCompare, "=", code, build.int(0))
    target = build.do(ops.Load, "i64", descriptor, TARGET)
    own = build.do(ops.Select, direct, build.int(TAGS[type_]), build.do(ops.Load, "i64", descriptor, OWN_TAG))
    zero, through = build.int(0), build.do(ops.FunctionCode, through_descriptor(c))
    fixed = build.do(ops.IntCompare, "=", direct_number(c, direct), target)
    new_target = build.do(ops.Select, fixed, zero, through)
    codes = build.do(ops.FunctionCode, converter(c, type_, wanted))
    return describe(c, build.int(TAGS[wanted]), codes, descriptor, new_target, own)


def direct_number(c: Context, direct: Register) -> Register:
    """Return what word 3 is where nothing can be assigned: 1 with an address, 0 with a code."""
    return c.build.do(ops.BoolToInt, direct)


def thunk(c: Context, actual: syntax.Expression, type_: str, title: str) -> str:
    """Make the function that evaluates an actual parameter."""
    lowering, procedure, loops = c.lowering, c.procedure, tuple(c.loops)

    def make(name: str) -> None:
        inner = Context(
            lowering, name, title, procedure, parameters={"link": Type.INT}, returns=ir_type(type_), loops=loops
        )
        value = expressions.stored(inner, expressions.converted(inner, actual, type_), type_)
        inner.leave(value)
        inner.finish()

    return lowering.function_of((id(actual), type_, "value"), f"{title} (value)", make)


def address_thunk(c: Context, actual: syntax.Subscripted, title: str) -> str:
    """Make the function that finds the address of a subscripted variable."""
    lowering, procedure, loops = c.lowering, c.procedure, tuple(c.loops)

    def make(name: str) -> None:
        inner = Context(lowering, name, title, procedure, parameters={"link": Type.INT}, returns=Type.INT, loops=loops)
        inner.leave(arrays.element(inner, actual).address())
        inner.finish()

    return lowering.function_of((id(actual), "address"), f"{title} (variable)", make)


def label_thunk(c: Context, actual: syntax.Expression, title: str) -> str:
    """Make the function that goes to a designational expression's label."""
    lowering, procedure, loops = c.lowering, c.procedure, tuple(c.loops)

    def make(name: str) -> None:
        inner = Context(lowering, name, title, procedure, parameters={"link": Type.INT}, returns=Type.INT, loops=loops)
        jumps.go_to(inner, actual)
        if inner.build.block is not None:
            inner.leave(inner.build.int(0))
        inner.finish()

    return lowering.function_of((id(actual), "label"), f"{title} (label)", make)


# --- functions that descriptors share -------------------------------------------------------------------------------


def reader(c: Context, type_: str, wanted: str) -> str:
    """Return the function that reads a variable of one type as a value of another, given its address."""

    def make(name: str) -> None:
        inner = shared_function(c, name, ir_type(wanted))
        found = inner.build.do(ops.Load, cell(type_), inner.build.do(ops.LocalLoad, "link"))
        inner.build.perform(ops.CheckDefined, found, "the actual parameter has no value yet")
        inner.leave(expressions.convert(inner, found, type_, wanted))
        inner.finish()

    return c.lowering.function_of(("reader", type_, wanted), f"{type_} variable as {wanted}", make)


def same_address(c: Context) -> str:
    """Return the function that gives back the address that it is given."""

    def make(name: str) -> None:
        inner = shared_function(c, name, Type.INT)
        inner.leave(inner.build.do(ops.LocalLoad, "link"))
        inner.finish()

    return c.lowering.function_of("same address", "address of a variable", make)


def converter(c: Context, type_: str, wanted: str) -> str:
    """Return the function that evaluates a descriptor of one type as a value of another."""

    def make(name: str) -> None:
        inner = shared_function(c, name, ir_type(wanted))
        found = fetch(inner, inner.build.do(ops.LocalLoad, "link"), type_)
        inner.build.perform(ops.CheckDefined, found, "the actual parameter has no value yet")
        inner.leave(expressions.convert(inner, found, type_, wanted))
        inner.finish()

    return c.lowering.function_of(("converter", type_, wanted), f"{type_} parameter as {wanted}", make)


def through_descriptor(c: Context) -> str:
    """Return the function that finds the variable behind a descriptor."""

    def make(name: str) -> None:
        inner = shared_function(c, name, Type.INT)
        descriptor = inner.build.do(ops.LocalLoad, "link")
        message = "a parameter is assigned to, but the actual one is no variable (4.7.5.2)"
        address, _ = locate(inner, descriptor, "integer", message)
        inner.leave(address)
        inner.finish()

    return c.lowering.function_of("through", "variable of a parameter", make)


def procedure_value(c: Context, type_: str, wanted: str) -> str:
    """Return the function that calls a parameterless procedure, given its descriptor, for a value of a type."""

    def make(name: str) -> None:
        inner = shared_function(c, name, ir_type(wanted))
        build = inner.build
        descriptor = build.do(ops.LocalLoad, "link")
        code, link = build.do(ops.Load, "i64", descriptor, CODE), build.do(ops.Load, "i64", descriptor, LINK)
        bits = build.call_indirect(code, (link, build.int(0), build.int(0)), (Type.INT,) * 3, Type.INT)
        assert bits is not None
        found = build.do(ops.BitsToReal, bits) if type_ == "real" else bits
        build.perform(ops.CheckDefined, found, "the procedure that is the actual parameter was given no value (5.4.4)")
        inner.leave(expressions.convert(inner, found, type_, wanted))
        inner.finish()

    return c.lowering.function_of(("procedure value", type_, wanted), f"{type_} procedure as {wanted}", make)


def shared_function(c: Context, name: str, returns: Type) -> Context:
    """Begin a function that belongs to no place of the program."""
    return Context(c.lowering, name, name, None, parameters={"link": Type.INT}, returns=returns)


# --- actual parameters of formal procedures -------------------------------------------------------------------------


def natural(c: Context, actual: syntax.Expression, title: str) -> Register:
    """Describe an actual parameter as what it is, for a procedure whose own parameters are not known here."""
    if isinstance(actual, syntax.String) or actual.type == "string":
        return describe(c, c.build.int(STRING_TAG), c.build.int(0), calls.text_of(c, actual))
    if is_designational(actual) or actual.type == "label":
        return calls.label_descriptor(c, actual, title)
    if isinstance(actual, syntax.Name) and actual.type in ("array", "procedure", "switch"):
        return calls.descriptor_of(c, actual)
    return by_name(c, actual, actual.type, title)
