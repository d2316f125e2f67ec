"""Expressions into the IR (section 3 of the report).

A value of type integer or real is an INT or REAL register, a Boolean one a BOOL register; in locals and memory a
Boolean is the integer 0 or 1. All operands of an expression are evaluated, Boolean ones too (3.3.3, 3.4.3).
"""

from __future__ import annotations

from interpreters.ir import ops
from interpreters.ir.ops import Register
from interpreters.ir.types import Relation, Type
from interpreters.languages.algol60 import syntax
from interpreters.languages.algol60.check.entities import Formal, Procedure, Variable
from interpreters.languages.algol60.lower import arrays, calls, names
from interpreters.languages.algol60.lower.context import Context, ir_type, is_formal_by_name

OPERATIONS = {"+": ops.IntAdd, "-": ops.IntSubtract, "×": ops.IntMultiply}
REAL_OPERATIONS = {"+": ops.RealAdd, "-": ops.RealSubtract, "×": ops.RealMultiply}


def value(c: Context, node: syntax.Expression) -> Register:
    """Evaluate an expression; its type is the node's."""
    match node:
        case syntax.IntegerNumber():
            return integer_number(c, node)
        case syntax.RealNumber():
            return c.build.real(node.value)
        case syntax.LogicalValue():
            return c.build.do(ops.BoolConstant, node.value)
        case syntax.Name():
            return name(c, node)
        case syntax.Subscripted():
            return loaded(c, arrays.element(c, node).load(), node.type)
        case syntax.FunctionDesignator():
            return calls.function(c, node.name, node.actuals, node.type)
        case syntax.Unary():
            return unary(c, node)
        case syntax.Binary():
            return binary(c, node)
        case syntax.Conditional():
            return conditional(c, node)
    raise TypeError(type(node))


def converted(c: Context, node: syntax.Expression, type_: str) -> Register:
    """Evaluate an expression and turn the value into another type, as an assignment does (4.2.4)."""
    return convert(c, value(c, node), node.type, type_, node)


def convert(c: Context, found: Register, type_: str, wanted: str, node: syntax.Expression | None = None) -> Register:
    """Turn a value into another arithmetic type; a real number is rounded to the nearest integer."""
    if type_ == wanted:
        return found
    if wanted == "real":
        return c.build.do(ops.IntToReal, found)
    if node is not None:
        c.at(node.place)
    numbers = c.lowering.numbers
    return c.build.do(ops.RealToInt, found, "nearest", numbers.least, numbers.greatest, numbers.too_large())


def stored(c: Context, found: Register, type_: str) -> Register:
    """Turn a value into what locals and memory hold."""
    return c.build.do(ops.BoolToInt, found) if type_ == "Boolean" else found


def loaded(c: Context, found: Register, type_: str) -> Register:
    """Turn what locals and memory hold into a value."""
    return c.build.do(ops.IntToBool, found) if type_ == "Boolean" else found


def integer_number(c: Context, node: syntax.IntegerNumber) -> Register:
    """Evaluate an unsigned integer; one that the machine cannot hold is a fault of the program."""
    greatest = c.lowering.numbers.greatest
    if node.value > greatest:
        c.at(node.place)
        c.build.end(ops.Trap, f"the number {node.value} is beyond {greatest}")
        c.build.begin(c.build.label("unreached"))
        return c.build.int(0)
    return c.build.int(node.value)


def name(c: Context, node: syntax.Name) -> Register:
    """Evaluate an identifier that stands alone: a variable, a parameter, or a function without parameters."""
    entity = node.meaning
    c.at(node.place)
    if isinstance(entity, Variable) and entity.result_of is not None and node.type == "":
        raise TypeError("the value of a procedure is read by calling it")
    if isinstance(entity, Procedure) or (isinstance(entity, Formal) and entity.kind == "procedure"):
        return calls.function(c, node, (), node.type)
    if is_formal_by_name(entity):
        return loaded(c, names.read(c, entity), entity.type)
    return loaded(c, variable(c, entity), entity.type)


def variable(c: Context, entity: Variable | Formal) -> Register:
    """Read a simple variable or a parameter called by value, as it is stored."""
    return c.load(entity, entity.type, f"{entity.name} has no value yet ({entity.declared})")


def unary(c: Context, node: syntax.Unary) -> Register:
    """Evaluate a sign or ¬ with its operand."""
    found = value(c, node.operand)
    c.at(node.place)
    if node.operator == "¬":
        return c.build.do(ops.BoolNot, found)
    if node.operator == "+":
        return found
    if node.type == "real":
        return c.build.do(ops.RealNegate, found)
    return c.build.do(ops.IntSubtract, c.build.int(0), found)


def binary(c: Context, node: syntax.Binary) -> Register:
    """Evaluate an operation; chains to the left are followed without recursion."""
    chain = [node]
    while isinstance(chain[-1].left, syntax.Binary):
        chain.append(chain[-1].left)
    found = value(c, chain[-1].left)
    for link in reversed(chain):
        right = value(c, link.right)
        c.at(link.place)
        found = operation(c, link, found, right)
    return found


def operation(c: Context, node: syntax.Binary, left: Register, right: Register) -> Register:
    """Perform one operation on evaluated operands."""
    operator = node.operator
    if operator in ("∧", "∨", "⊃", "≡"):
        return logical(c, operator, left, right)
    if operator in ("<", "<=", "=", ">=", ">", "/="):
        return relation(c, node, left, right)
    if operator == "↑":
        return power(c, node, left, right)
    numbers = c.lowering.numbers
    if operator == "÷":
        return c.build.do(ops.IntDivide, left, right, "division by zero: {0} ÷ 0")
    if node.type == "integer":
        return c.build.do(
            OPERATIONS[operator], left, right, numbers.least, numbers.greatest, numbers.overflow(operator)
        )
    left = convert(c, left, node.left.type, "real")
    right = convert(c, right, node.right.type, "real")
    if operator == "/":
        proper = c.build.do(ops.RealCompare, "/=", right, c.build.real(0.0))
        c.build.perform(ops.Check, proper, "division by zero: {0} / 0", (left,))
        found = c.build.do(ops.RealDivide, left, right)
    else:
        found = c.build.do(REAL_OPERATIONS[operator], left, right)
    c.build.perform(ops.CheckFinite, found, numbers.real_overflow(operator), (left, right))
    return found


def logical(c: Context, operator: str, left: Register, right: Register) -> Register:
    """Perform ∧ ∨ ⊃ ≡ (3.4.5)."""
    build = c.build
    if operator == "∧":
        return build.do(ops.BoolAnd, left, right)
    if operator == "∨":
        return build.do(ops.BoolOr, left, right)
    if operator == "⊃":
        return build.do(ops.BoolOr, build.do(ops.BoolNot, left), right)
    both = build.do(ops.BoolToInt, left), build.do(ops.BoolToInt, right)
    return build.do(ops.IntCompare, "=", *both)


def relation(c: Context, node: syntax.Binary, left: Register, right: Register) -> Register:
    """Compare two numbers, as reals where one of them is."""
    operator: Relation = node.operator  # type: ignore[assignment]
    if node.left.type == node.right.type == "integer":
        return c.build.do(ops.IntCompare, operator, left, right)
    left = convert(c, left, node.left.type, "real")
    right = convert(c, right, node.right.type, "real")
    return c.build.do(ops.RealCompare, operator, left, right)


def power(c: Context, node: syntax.Binary, left: Register, right: Register) -> Register:
    """Raise to a power by the types of the operands (3.3.4.3)."""
    if node.type == "integer":
        if isinstance(node.right, syntax.IntegerNumber) and node.right.value in (1, 2, 3):
            return repeated(c, left, node.right.value)
        return integer_power(c, left, right)
    base = convert(c, left, node.left.type, "real")
    if node.right.type == "integer":
        exponent = convert(c, right, "integer", "real")
        return whole_power(c, base, right, exponent)
    return real_power(c, base, right)


def repeated(c: Context, base: Register, times: int) -> Register:
    """Multiply an integer by itself."""
    found, numbers = base, c.lowering.numbers
    for _ in range(times - 1):
        found = c.build.do(ops.IntMultiply, found, base, numbers.least, numbers.greatest, numbers.overflow("×"))
    return found


def integer_power(c: Context, base: Register, exponent: Register) -> Register:
    """Integer to an integer power, which must not be negative: exact, in the library where doubles do not reach."""
    build, numbers = c.build, c.lowering.numbers
    zero = build.int(0)
    message = "{0} ↑ {1} is undefined (3.3.4.3)"
    build.perform(ops.Check, build.do(ops.IntCompare, ">=", exponent, zero), message, (base, exponent))
    nothing = build.do(ops.BoolOr, build.do(ops.IntCompare, "/=", base, zero),
                       build.do(ops.IntCompare, "/=", exponent, zero))  # fmt: skip
    build.perform(ops.Check, nothing, message, (base, exponent))
    reals = build.do(ops.IntToReal, base), build.do(ops.IntToReal, exponent)
    quick = build.do(ops.RealFunction, "power", reals)
    result = build.local("power", Type.INT)
    small, large, done = build.label("small"), build.label("large"), build.label("power")
    size = build.do(ops.RealFunction, "absolute", (quick,))
    build.end(ops.Branch, build.do(ops.RealCompare, "<", size, build.real(2.0**52)), small, large)
    build.begin(small)
    rounded = build.do(ops.RealToInt, quick, "nearest", -(2**53), 2**53, "{0}")
    fits = build.do(ops.IntCompare, "<=", rounded, build.int(numbers.greatest))
    fits = build.do(ops.BoolAnd, fits, build.do(ops.IntCompare, ">=", rounded, build.int(numbers.least)))
    build.perform(ops.Check, fits, numbers.overflow("↑"), (base, exponent))
    build.perform(ops.LocalStore, result, rounded)
    build.end(ops.Jump, done)
    build.begin(large)
    exact = build.host("integer_power", base, exponent, build.int(numbers.greatest))
    assert exact is not None
    build.perform(ops.LocalStore, result, exact)
    build.begin(done)
    return build.do(ops.LocalLoad, result)


def whole_power(c: Context, base: Register, exponent: Register, real_exponent: Register) -> Register:
    """Real to an integer power; 0 ↑ 0 and 0 to a negative power are undefined."""
    build = c.build
    proper = build.do(ops.BoolOr, build.do(ops.RealCompare, "/=", base, build.real(0.0)),
                      build.do(ops.IntCompare, ">", exponent, build.int(0)))  # fmt: skip
    build.perform(ops.Check, proper, "{0} ↑ {1} is undefined (3.3.4.3)", (base, exponent))
    found = build.do(ops.RealFunction, "power", (base, real_exponent))
    build.perform(ops.CheckFinite, found, c.lowering.numbers.real_overflow("↑"), (base, exponent))
    return found


def real_power(c: Context, base: Register, exponent: Register) -> Register:
    """Real to a real power: the base must be positive, or zero with a positive exponent."""
    build = c.build
    zero = build.real(0.0)
    both = build.do(ops.BoolAnd, build.do(ops.RealCompare, "=", base, zero),
                    build.do(ops.RealCompare, ">", exponent, zero))  # fmt: skip
    proper = build.do(ops.BoolOr, build.do(ops.RealCompare, ">", base, zero), both)
    build.perform(ops.Check, proper, "{0} ↑ {1} is undefined (3.3.4.3)", (base, exponent))
    found = build.do(ops.RealFunction, "power", (base, exponent))
    build.perform(ops.CheckFinite, found, c.lowering.numbers.real_overflow("↑"), (base, exponent))
    return found


def conditional(c: Context, node: syntax.Conditional) -> Register:
    """Evaluate a conditional expression: only the chosen branch (3.3.3)."""
    build = c.build
    result = build.local("chosen", ir_type(node.type))
    yes, no, done = build.label("then"), build.label("else"), build.label("fi")
    build.end(ops.Branch, value(c, node.condition), yes, no)
    for label, branch in ((yes, node.yes), (no, node.no)):
        build.begin(label)
        found = stored(c, converted(c, branch, node.type), node.type)
        build.perform(ops.LocalStore, result, found)
        build.end(ops.Jump, done)
    build.begin(done)
    return loaded(c, build.do(ops.LocalLoad, result), node.type)
