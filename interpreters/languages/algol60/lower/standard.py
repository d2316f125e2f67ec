"""The standard procedures: their headings, and the code that a call of each becomes.

    standard_procedures("modified")["sqrt"]     # real procedure sqrt (E); value E; real E

They surround the program: a declaration of the same name hides one (3.2.4, appendix 2). Parameters are called by value,
except those marked `name`, which are assigned to.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from interpreters.arithmetic.el_x8 import EL_X8
from interpreters.arithmetic.ieee754 import IEEE754
from interpreters.arithmetic.number_system import NumberSystem
from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Entity, Formal, Procedure
from interpreters.languages.algol60.lower.context import Context
from interpreters.languages.algol60.lower.expressions import convert, converted, value
from interpreters.languages.algol60.lower.names import NO_VARIABLE, assign, check, destination, is_variable
from interpreters.languages.algol60.lower.parameters import string_index
from interpreters.lowering import arithmetic
from interpreters.source.position import Place

NUMBERS: dict[str, NumberSystem] = {"ieee754": IEEE754, "el_x8": EL_X8}
HEADING = re.compile(r"(?:(?P<type>integer|real) )?(?P<name>\w+)(?: \((?P<parameters>.*)\))?")
PARAMETER = re.compile(r"(?P<mode>name )?(?P<type>integer|real|string) (?P<name>\w+)")
Actuals = tuple[syntax.Expression, ...]
Code = Callable[[Context, syntax.Name, Actuals], Register | None]
"""Makes the code of a call; the name is the one that is called."""


def standard_procedures(library: str) -> dict[str, Entity]:
    """Return the standard procedures of a library: modified, el_x8, or both."""
    groups = [FUNCTIONS]
    if library != "el_x8":
        groups.append(MODIFIED)
    if library != "modified":
        groups.append(EL_X8_SYSTEM)
    procedures = [procedure(heading, code) for group in groups for heading, code in group.items()]
    return {found.name: found for found in procedures}


def procedure(heading: str, code: Code) -> Procedure:
    """Declare a standard procedure."""
    place, found = Place(1, 1), HEADING.fullmatch(heading)
    assert found is not None
    made = Procedure(name=found["name"], place=place, type=found["type"] or "", standard=code, assigned=True)
    for position, parameter in enumerate(PARAMETER.finditer(found["parameters"] or ""), 1):
        string = parameter["type"] == "string"
        made.formals.append(
            Formal(
                name=parameter["name"], place=place, owner=made, position=position,
                kind="string" if string else "simple", type="" if string else parameter["type"],
                value=not parameter["mode"],
            )
        )  # fmt: skip
    return made


def arguments(c: Context, name: syntax.Name, actuals: Actuals) -> list[Register]:
    """Evaluate the parameters called by value; what follows is at the call."""
    found = []
    for formal, actual in zip(name.meaning.formals, actuals, strict=True):
        if formal.value:
            found.append(string_index(c, actual) if formal.kind == "string" else converted(c, actual, formal.type))
    c.at(name)
    return found


# --- functions ------------------------------------------------------------------------------------------------------


def sized(c: Context, name: syntax.Name, actuals: Actuals) -> Register:
    """Lower abs and iabs."""
    return arithmetic.absolute(c.build, *arguments(c, name, actuals))


def sign(c: Context, name: syntax.Name, actuals: Actuals) -> Register:
    build, found = c.build, value(c, actuals[0])
    c.at(name)
    zero = build.int(0) if actuals[0].type == "integer" else build.real(0.0)
    positive, negative = (arithmetic.compare(build, relation, found, zero) for relation in (">", "<"))
    return build.do(ops.IntSubtract, build.do(ops.BoolToInt, positive), build.do(ops.BoolToInt, negative))


def entier(c: Context, name: syntax.Name, actuals: Actuals) -> Register:
    """Lower the largest integer that is not greater."""
    found = value(c, actuals[0])
    c.at(name)
    return arithmetic.to_integer(c.build, c.program.numbers, found, "floor")


def mathematical(c: Context, name: syntax.Name, actuals: Actuals) -> Register:
    """Lower a function that the IR has under the same name."""
    (found,) = arguments(c, name, actuals)
    return arithmetic.real_function(c.build, name.meaning.name, name.meaning.name, found)


def enquiry(c: Context, name: syntax.Name, actuals: Actuals) -> Register:
    """Lower an environmental enquiry for a real number."""
    numbers = c.program.numbers
    values = {"maxreal": numbers.real_greatest, "minreal": numbers.real_least, "epsilon": numbers.real_epsilon}
    return c.build.real(values[name.meaning.name])


def greatest_integer(c: Context, name: syntax.Name, actuals: Actuals) -> Register:
    return c.build.int(c.program.numbers.greatest)


# --- input and output -----------------------------------------------------------------------------------------------


def printing(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    """Call a procedure that prints and never fails: it may be done later."""
    c.build.defer(name.meaning.name.lower(), *arguments(c, name, actuals))


def calling(c: Context, name: syntax.Name, actuals: Actuals) -> Register | None:
    """Call a procedure that is done now; it may fail, or give a value."""
    return c.build.host(name.meaning.name.lower(), *arguments(c, name, actuals))


def reading(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    """Read a value and assign it to the last parameter."""
    given, called, variable = arguments(c, name, actuals), name.meaning.name, actuals[-1]
    if called == "ininteger":
        given.append(c.build.int(c.program.numbers.greatest))
    if not is_variable(variable):
        c.trap(f"parameter {name.meaning.formals[-1].name} of {called} {NO_VARIABLE}")
        return
    target = destination(c, variable)
    check(c, target)
    c.at(name)
    found = c.build.host(called, *given)
    assert found is not None
    assign(c, target, convert(c, found, variable.type))


def stop(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    c.at(name)
    c.build.end(ops.Halt)
    c.build.begin(c.build.label("unreached"))


def print_number(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    """Lower print (x), by the type of x."""
    found = value(c, actuals[0])
    c.at(name)
    c.build.defer("print_integer" if actuals[0].type == "integer" else "print_real", found)


FUNCTIONS: dict[str, Code] = {
    "real abs (real E)": sized,
    "integer iabs (integer E)": sized,
    "integer sign (real E)": sign,
    "integer entier (real E)": entier,
    "real sqrt (real E)": mathematical,
    "real sin (real E)": mathematical,
    "real cos (real E)": mathematical,
    "real arctan (real E)": mathematical,
    "real ln (real E)": mathematical,
    "real exp (real E)": mathematical,
    "stop": stop,
}
MODIFIED: dict[str, Code] = {
    "fault (string str, real r)": calling,
    "inchar (integer channel, string str, name integer int)": reading,
    "insymbol (integer channel, string str, name integer int)": reading,
    "outchar (integer channel, string str, integer int)": calling,
    "outsymbol (integer channel, string str, integer int)": calling,
    "integer length (string str)": calling,
    "outstring (integer channel, string str)": printing,
    "outterminator (integer channel)": printing,
    "ininteger (integer channel, name integer int)": reading,
    "outinteger (integer channel, integer int)": printing,
    "inreal (integer channel, name real re)": reading,
    "outreal (integer channel, real re)": printing,
    "real maxreal": enquiry,
    "real minreal": enquiry,
    "integer maxint": greatest_integer,
    "real epsilon": enquiry,
}
EL_X8_SYSTEM: dict[str, Code] = {
    "real read": calling,
    "print (real x)": print_number,
    "FIXT (integer n, integer m, real x)": printing,
    "ABSFIXT (integer n, integer m, real x)": printing,
    "FLOT (integer n, integer m, real x)": printing,
    "NLCR": printing,
    "SPACE (integer n)": printing,
    "TAB": printing,
    "CARRIAGE (integer n)": printing,
    "NEWPAGE": printing,
    "PRINTTEXT (string s)": printing,
    "integer LINENUMBER": calling,
}
