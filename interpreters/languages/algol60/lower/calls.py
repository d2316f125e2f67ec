"""Calls and identifiers into the IR: variables, function designators and procedure statements (3.1, 3.2 and 4.7).

A formal procedure does not say what its parameters are: it is called with a link, their number, and a vector of
descriptors, through its generic entry, which checks and converts them.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Formal, Procedure, is_kind
from getallenband.interpreters.languages.algol60.lower import names, standard
from getallenband.interpreters.languages.algol60.lower.context import Context, is_named
from getallenband.interpreters.languages.algol60.lower.descriptors import (
    PROCEDURE_TAG,
    TAGS,
    call_described,
    is_tag,
    word,
)
from getallenband.interpreters.languages.algol60.lower.expressions import convert, loaded, value
from getallenband.interpreters.languages.algol60.lower.functions import code_of
from getallenband.interpreters.languages.algol60.lower.parameters import argument, natural
from getallenband.interpreters.languages.algol60.lower.program import WORD, ir_type

Actuals = tuple[syntax.Expression, ...]


@value.case(syntax.Name)
def name(c: Context, node: syntax.Name) -> Register:
    """Evaluate an identifier without subscripts or arguments: a variable, parameter, or parameterless function."""
    entity = node.meaning
    c.at(node)
    if is_kind(entity, Procedure, "procedure"):
        return function(c, node, (), node.type)
    return loaded(c, names.read(c, entity) if is_named(entity) else c.value_of(entity), entity.type)


@value.case(syntax.FunctionDesignator)
def function_designator(c: Context, node: syntax.FunctionDesignator) -> Register:
    return function(c, node.name, node.actuals, node.type)


def function(c: Context, name: syntax.Name, actuals: Actuals, type_: str) -> Register:
    """Call for a value."""
    entity = name.meaning
    message = f"{entity.described} was given no value ({entity.declared})"
    if isinstance(entity, Formal):
        return value_of_bits(c, *formal_call(c, name, entity, actuals), entity.type, message)
    found = call(c, name, entity, actuals)
    assert found is not None
    # A declared function may return without a value, which only its use as an operand forbids (5.4.4): so the check is
    # here, not at its return. Standard functions always give one.
    if entity.standard is None:
        c.build.perform(ops.CheckDefined, found, message)
    return loaded(c, found, type_)


def procedure_statement(c: Context, node: syntax.ProcedureStatement) -> None:
    """Call as a statement; a value is discarded (5.4.4)."""
    entity = node.name.meaning
    if isinstance(entity, Formal):
        formal_call(c, node.name, entity, node.actuals)
    else:
        call(c, node.name, entity, node.actuals)


def call(c: Context, name: syntax.Name, procedure: Procedure, actuals: Actuals) -> Register | None:
    """Call a declared or a standard procedure; return its value, as it is stored, if it has one."""
    c.at(name)
    if procedure.standard is not None:
        return standard.call(c, name, actuals)
    arguments = [c.link_for(procedure.owner)]
    for formal, actual in zip(procedure.formals, actuals, strict=True):
        arguments.append(argument(c, procedure, formal, actual))
    c.at(name)
    returns = ir_type(procedure.type) if procedure.type else None
    return c.build.call(code_of(c.program, procedure), tuple(arguments), returns)


def formal_call(c: Context, name: syntax.Name, formal: Formal, actuals: Actuals) -> tuple[Register, Register]:
    """Call a formal procedure; return the bits of its value and its tag."""
    build = c.build
    # One word even without parameters: where a function needs no room at all, `Context.finish` makes no frame, and the
    # vector would have no address.
    vector = c.slot(max(1, len(actuals)))
    for number, actual in enumerate(actuals):
        title = f"parameter {number + 1} of {name.name}"
        build.perform(ops.Store, "i64", vector, natural(c, actual, title), WORD * number)
    c.at(name)
    descriptor = c.word_of(formal)
    tag = word(c, descriptor)
    return call_described(c, descriptor, build.int(len(actuals)), vector), tag


def value_of_bits(c: Context, bits: Register, tag: Register, type_: str, message: str) -> Register:
    """Convert the bits that a generic entry returned to a value of a type, by the tag of the procedure called."""
    build = c.build

    def checked(found: Register) -> Register:
        build.perform(ops.CheckDefined, found, message)
        return convert(c, found, type_)

    # No tag to ask: to a Boolean formal procedure only a Boolean one can be passed (generic_entry.fitting_tags).
    if type_ == "Boolean":
        return build.do(ops.IntToBool, checked(bits))
    # The formal procedure's type says nothing about the bits: an integer procedure fits a real one. They are checked
    # after they have their type, since "no value" is another pattern for each type.
    real = is_tag(c, tag, PROCEDURE_TAG + TAGS["real"])
    return c.chosen(ir_type(type_), real, lambda: checked(build.do(ops.BitsToReal, bits)), lambda: checked(bits))
