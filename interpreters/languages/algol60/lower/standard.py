"""The code that a call of a standard procedure becomes, by the word that its table in systems/ has for it.

Parameters are called by value, except those that are assigned to, and arrays.
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.arithmetic.el_x8 import EL_X8
from getallenband.interpreters.arithmetic.ieee754 import IEEE754
from getallenband.interpreters.arithmetic.number_system import NumberSystem
from getallenband.interpreters.ir import ops
from getallenband.interpreters.ir.ops import Register
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.lower.context import Context
from getallenband.interpreters.languages.algol60.lower.expressions import convert, converted, stored, value
from getallenband.interpreters.languages.algol60.lower.names import NO_VARIABLE, assign, check, destination, is_variable
from getallenband.interpreters.languages.algol60.lower.parameters import descriptor_of, string_index
from getallenband.interpreters.lowering import arithmetic

NUMBERS: dict[str, NumberSystem] = {"ieee754": IEEE754, "el_x8": EL_X8}
Actuals = tuple[syntax.Expression, ...]
Code = Callable[[Context, syntax.Name, Actuals], Register | None]
"""Makes the code of a call; the name is the one that is called."""


def arguments(c: Context, name: syntax.Name, actuals: Actuals) -> list[Register]:
    """Evaluate the parameters called by value, and locate the arrays, before the call."""
    found = []
    for formal, actual in zip(name.meaning.formals, actuals, strict=True):
        if formal.kind == "array":
            found.append(descriptor_of(c, actual))
        elif formal.value:
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
    c.build.defer(name.meaning.standard.host, *arguments(c, name, actuals))


def calling(c: Context, name: syntax.Name, actuals: Actuals) -> Register | None:
    """Call a host procedure at once, not deferred: it may trap, or return a value."""
    return c.build.host(name.meaning.standard.host, *arguments(c, name, actuals))


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
    found = c.build.host(name.meaning.standard.host, *given)
    assert found is not None
    assign(c, target, convert(c, found, variable.type))


def stop(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    c.at(name)
    c.build.end(ops.Halt)
    c.build.begin(c.build.label("unreached"))


def vprint(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    """Print every parameter by its type, and a new line."""
    for actual in actuals:
        print_by_type(c, actual, "vprint")
    c.at(name)
    c.build.defer("write", c.build.string("\n"))


def print_by_type(c: Context, actual: syntax.Expression, how: str) -> None:
    """Print a value by the procedure of the host that is named after its type; a string as it is."""
    if actual.type == "string":
        c.build.defer("write", string_index(c, actual))
    elif actual.type in ("integer", "real", "Boolean"):
        c.build.defer(f"{how}_{actual.type.lower()}", stored(c, actual, actual.type))
    else:
        c.trap(f"a {actual.type} cannot be printed")


def print_each(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    """Print every parameter on a line, after its name where it has one."""
    for actual in actuals:
        entity = actual.meaning if isinstance(actual, syntax.Name) else None
        title = c.build.string("" if entity is None else entity.name)
        if actual.type == "string":
            c.build.defer("print_quoted", string_index(c, actual))
        elif actual.type == "array":
            c.build.host("print_array", title, descriptor_of(c, actual))
        elif actual.type in ("integer", "real", "Boolean"):
            c.build.defer(f"print_named_{actual.type.lower()}", title, stored(c, actual, actual.type))
        else:
            c.trap(f"a {actual.type} cannot be printed")


def printing_by_type(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    """Print a number, by its type."""
    print_by_type(c, actuals[0], name.meaning.standard.host)


def reading_array(c: Context, name: syntax.Name, actuals: Actuals) -> None:
    """Read the elements of an array."""
    c.build.host("inarray", *arguments(c, name, actuals), c.build.int(c.program.numbers.greatest))


def bound(c: Context, name: syntax.Name, actuals: Actuals) -> Register | None:
    """Find a bound of an array."""
    upper = c.build.int(int(name.meaning.standard.host == "upper"))
    return c.build.host("bound", *arguments(c, name, actuals), upper)


def constant(c: Context, name: syntax.Name, actuals: Actuals) -> Register:
    return c.build.int(int(name.meaning.standard.host))


MAKERS: dict[str, Code] = {
    "constant": constant,
    "prints": printing, "prints_by_type": printing_by_type, "calls": calling, "reads": reading,
    "reads_array": reading_array, "vprint": vprint, "print_each": print_each, "bound": bound, "sized": sized,
    "sign": sign, "entier": entier, "mathematical": mathematical, "enquiry": enquiry,
    "greatest_integer": greatest_integer, "stop": stop,
}  # fmt: skip
"""How the procedures of systems/ are done."""


def call(c: Context, name: syntax.Name, actuals: Actuals) -> Register | None:
    """Make the code of a call of a standard procedure."""
    return MAKERS[name.meaning.standard.how.split()[0]](c, name, actuals)
