"""The words that a call hands over: one for each parameter (4.7.3 of the report).

The value of a simple parameter called by value; the index of a string; else the address of a descriptor.
"""

from __future__ import annotations

from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.entities import Array, Formal, Procedure, is_kind
from getallenband.interpreters.languages.algol60.lower import arrays, designators, generic_entry, thunks
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.descriptors import PROCEDURE_TAG, STRING_TAG, TAGS, describe
from getallenband.interpreters.languages.algol60.lower.expressions import stored
from getallenband.interpreters.languages.algol60.lower.functions import wrapped


def argument(c: Context, procedure: Procedure, formal: Formal, actual: syntax.Expression) -> Register:
    """Make the word that a formal parameter of a known procedure is given."""
    title = f"parameter {formal.name} of {procedure.name}"
    if formal.kind == "simple" and formal.value:
        return stored(c, actual, formal.type)
    if formal.kind == "simple":
        return thunks.by_name(c, actual, formal.type, title)
    # 4.7.3.1: a label by value is found now, so that a later change of a switch's index does not matter; by name it is
    # found at each jump.
    if formal.kind == "label":
        return designators.label_value(c, actual, title) if formal.value else designators.label(c, actual, title)
    # An array by value is passed like one by name. The callee copies it (arrays.copy_value), onto its own part of the
    # stack, which its return releases.
    return string_index(c, actual) if formal.kind == "string" else descriptor_of(c, actual)


def natural(c: Context, actual: syntax.Expression, title: str) -> Register:
    """Describe an actual parameter by its own type, for a procedure whose formal parameters are not known here."""
    if actual.type == "string":
        return describe(c, c.build.int(STRING_TAG), c.build.int(0), string_index(c, actual))
    if actual.type == "label":
        return designators.label(c, actual, title)
    if actual.type in ("array", "procedure", "switch"):
        return descriptor_of(c, actual)
    return thunks.by_name(c, actual, actual.type, title)


def string_index(c: Context, actual: syntax.Expression) -> Register:
    """Return the index of a string, or of the one passed for a formal parameter."""
    return c.build.string(actual.text) if isinstance(actual, syntax.String) else c.word_of(actual.meaning)


def descriptor_of(c: Context, actual: syntax.Expression) -> Register:
    """Describe an array, a procedure or a switch."""
    entity, build = actual.meaning, c.build
    c.at(actual)
    if is_kind(entity, Array, "array"):
        return arrays.descriptor(c, entity)
    if isinstance(entity, Formal):
        return c.word_of(entity)
    if isinstance(entity, Procedure):
        # Calls of standard procedures are code in place. As a parameter one must have a function with a generic entry,
        # so it gets a procedure around it.
        if entity.standard is not None:
            entity = wrapped(c.program, entity, actual.place)
        code = build.do(ops.FunctionCode, generic_entry.entry(c, entity))
        tag = build.int(PROCEDURE_TAG + TAGS.get(entity.type, 0))
        return describe(c, tag, code, c.link_for(entity.owner), build.int(len(entity.formals)))
    return describe(c, *designators.switch_words(c, entity))
