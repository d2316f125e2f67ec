"""Calls into the IR: function designators and procedure statements (3.2 and 4.7 of the report).

A declared procedure is called with one word for each parameter: the value of a simple parameter called by value; the
index of a string; else the address of a descriptor. A formal procedure does not say what its parameters are: it is
called with a link, their number, and a vector of descriptors, through a second entry (generic_entry.py) that checks
and converts.
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.ir.types import Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Array, Formal, Procedure, Switch
from interpreters.languages.algol60.lower import arrays, expressions, generic_entry, jumps, names, procedures
from interpreters.languages.algol60.lower.context import (
    LABEL_TAG,
    PROCEDURE_TAG,
    SWITCH_TAG,
    TAGS,
    WORD,
    Context,
    ir_type,
)


def function(c: Context, name: syntax.Name, actuals: tuple[syntax.Expression, ...], type_: str) -> Register:
    """Call for a value."""
    entity = name.meaning
    if isinstance(entity, Formal):
        return formal_value(c, name, entity, actuals)
    found = call(c, name, entity, actuals)
    assert found is not None
    if entity.standard is None:
        message = f"{entity.described} was given no value in its body ({entity.declared})"
        c.build.perform(ops.CheckDefined, found, message)
    return expressions.loaded(c, found, type_)


def statement(c: Context, node: syntax.ProcedureStatement) -> None:
    """Call as a statement; a value is discarded (5.4.4)."""
    entity = node.name.meaning
    if isinstance(entity, Formal):
        formal_call(c, node.name, entity, node.actuals)
    else:
        call(c, node.name, entity, node.actuals)


def call(
    c: Context, name: syntax.Name, procedure: Procedure, actuals: tuple[syntax.Expression, ...]
) -> Register | None:
    """Call a declared or a standard procedure; return its value, as it is stored, if it has one."""
    c.at(name.place)
    if procedure.standard is not None:
        found: Register | None = procedure.standard(c, actuals, name.place)
        return found
    arguments = [c.link_for(procedure.owner)]
    for formal, actual in zip(procedure.formals, actuals, strict=True):
        arguments.append(argument(c, procedure, formal, actual))
    c.at(name.place)
    returns = ir_type(procedure.type) if procedure.type else None
    return c.build.call(code_of(c, procedure), tuple(arguments), returns)


def argument(c: Context, procedure: Procedure, formal: Formal, actual: syntax.Expression) -> Register:
    """Make the word that a formal parameter is given."""
    title = f"parameter {formal.name} of {procedure.name}"
    match formal.kind:
        case "simple" if formal.value:
            return expressions.stored(c, expressions.converted(c, actual, formal.type), formal.type)
        case "simple":
            return names.by_name(c, actual, formal.type, title)
        case "label":
            return label_descriptor(c, actual, title)
        case "string":
            return text_of(c, actual)
        case _:
            assert isinstance(actual, syntax.Name)
            return descriptor_of(c, actual)


def code_of(c: Context, procedure: Procedure) -> str:
    """Return the name of a procedure's function."""
    lowering = c.lowering
    if procedure.standard is not None:
        procedure = procedures.wrapped(c.lowering, procedure)
    return lowering.function_of(procedure, procedure.name, lambda name: procedures.build(lowering, procedure, name))


def text_of(c: Context, actual: syntax.Expression) -> Register:
    """Return the index of a string, or of the one that a formal parameter stands for."""
    if isinstance(actual, syntax.String):
        return c.build.string(actual.text)
    assert isinstance(actual, syntax.Name)
    return c.load(actual.meaning, "integer", None)


def label_descriptor(c: Context, actual: syntax.Expression, title: str) -> Register:
    """Describe a designational expression by the code that goes to its label."""
    if isinstance(actual, syntax.IntegerNumber):
        actual = syntax.Name(str(actual.value), notes=actual.notes, place=actual.place)
    if isinstance(actual, syntax.Name) and isinstance(actual.meaning, Formal):
        return c.load(actual.meaning, "integer", None)
    code = c.build.do(ops.FunctionCode, names.label_thunk(c, actual, title))
    return names.describe(c, c.build.int(LABEL_TAG), code, c.link_for(c.procedure))


def descriptor_of(c: Context, actual: syntax.Name) -> Register:
    """Describe an array, a procedure or a switch."""
    entity, build = actual.meaning, c.build
    c.at(actual.place)
    match entity:
        case Array() | Formal(kind="array"):
            return arrays.descriptor(c, entity)
        case Formal():
            return c.load(entity, "integer", None)
        case Procedure():
            code = build.do(ops.FunctionCode, generic_entry.entry(c, entity))
            tag = build.int(PROCEDURE_TAG + TAGS.get(entity.type, 0))
            return names.describe(c, tag, code, c.link_for(entity.owner), build.int(len(entity.formals)))
        case Switch():
            code = build.do(ops.FunctionCode, jumps.switch_function(c, entity))
            return names.describe(c, build.int(SWITCH_TAG), code, c.link_for(entity.owner))
    raise TypeError(type(entity))


def formal_call(
    c: Context, name: syntax.Name, formal: Formal, actuals: tuple[syntax.Expression, ...]
) -> tuple[Register, Register]:
    """Call a formal procedure; return the bits of its value and its tag."""
    build = c.build
    vector = c.slot(max(1, len(actuals)))
    for number, actual in enumerate(actuals):
        title = f"parameter {number + 1} of {name.name}"
        build.perform(ops.Store, "i64", vector, names.natural(c, actual, title), WORD * number)
    c.at(name.place)
    descriptor = c.load(formal, "integer", None)
    tag = build.do(ops.Load, "i64", descriptor)
    code = build.do(ops.Load, "i64", descriptor, names.CODE)
    link = build.do(ops.Load, "i64", descriptor, names.LINK)
    bits = build.call_indirect(code, (link, build.int(len(actuals)), vector), (Type.INT,) * 3, Type.INT)
    assert bits is not None
    return bits, tag


def formal_value(c: Context, name: syntax.Name, formal: Formal, actuals: tuple[syntax.Expression, ...]) -> Register:
    """Call a formal procedure for its value; an arithmetic one may be of the other type."""
    bits, tag = formal_call(c, name, formal, actuals)
    return value_of_bits(c, bits, tag, formal.type, f"{formal.described} was given no value ({formal.declared})")


def value_of_bits(c: Context, bits: Register, tag: Register, type_: str, message: str) -> Register:
    """Turn the result of a second entry into a value of a type, by the tag of what was called."""
    build = c.build
    if type_ == "Boolean":
        build.perform(ops.CheckDefined, bits, message)
        return build.do(ops.IntToBool, bits)
    result = build.local("given", ir_type(type_))
    real, whole, done = build.label("real"), build.label("whole"), build.label("given")
    is_real = build.do(ops.IntCompare, "=", tag, build.int(PROCEDURE_TAG + TAGS["real"]))
    build.end(ops.Branch, is_real, real, whole)
    for label, kind in ((real, "real"), (whole, "integer")):
        build.begin(label)
        found = build.do(ops.BitsToReal, bits) if kind == "real" else bits
        build.perform(ops.CheckDefined, found, message)
        build.perform(ops.LocalStore, result, expressions.convert(c, found, kind, type_))
        build.end(ops.Jump, done)
    build.begin(done)
    return build.do(ops.LocalLoad, result)
