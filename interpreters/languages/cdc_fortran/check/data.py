"""Set the values that variables begin with: DATA (ANSI X3.9-1966, 7.2.2)."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from math import isinf

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Scope, Symbol
from getallenband.interpreters.languages.cdc_fortran.check.storage import LARGEST_BLOCK, Storage, element_word
from getallenband.interpreters.languages.cdc_fortran.check.types import OCTAL_NAME, REALS, plural, real_constant
from getallenband.interpreters.languages.cdc_fortran.library.words import WORDS_END


def initialize(storage: Storage, scope: Scope) -> None:
    """Set the first values of a unit's variables."""
    for group in scope.data:
        # a repeat count may be anything: no more values are made than the largest block has words
        given = [value for value in group.values for _ in range(min(value.repeat, LARGEST_BLOCK))]
        # taken from the end, which costs nothing in a list
        given.reverse()
        for target in group.targets:
            initialize_target(storage, scope, target, given)
        if given:
            storage.error(group.values[-1], f"DATA has {plural(len(given), 'value')} too many")


def initialize_target(
    storage: Storage, scope: Scope, target: syntax.Item, given: list[syntax.DataValue], **turn: int
) -> None:
    """Initialize a variable, element, array or list from the end of `given`; `turn` holds the DO's variables."""
    if isinstance(target, syntax.ImpliedDo):
        initialize_list(storage, scope, target, given, turn)
        return
    assert isinstance(target, syntax.Name | syntax.Reference)
    symbol = scope.symbols[target.name]
    location = storage.locations.get((scope.home, target.name))
    if location is None:
        storage.error(target, f"DATA cannot give {target.name} a value", "a variable that is not a parameter")
        given.clear()
        return
    whole = isinstance(target, syntax.Name)
    word, block = location.word, storage.blocks[location.region]
    if isinstance(target, syntax.Reference):
        given_subscripts = [constant(storage, one, turn) for one in target.arguments]
        word += element_word(storage, symbol, target, given_subscripts)
    index, end = 0, symbol.elements if whole else 1
    while index < end:
        if not given:
            storage.error(target, f"DATA has too few values for {target.name}")
            return
        first = given.pop().value
        values = pieces(storage, first) if whole and symbol.dimensions else (first,)
        if index + len(values) > end:
            room = plural(end - index, "word")
            storage.error(first, f"these characters fill {len(values)} words", f"no more than {room}: {target.name}")
            return
        for value in values:
            scope.held |= symbol.type in REALS and not is_number(value)
            for part, cell in enumerate(cells(storage, symbol, value)):
                block.values[word + index * symbol.words + part] = cell
            index += 1


def initialize_list(
    storage: Storage, scope: Scope, node: syntax.ImpliedDo, given: list[syntax.DataValue], turn: dict[str, int]
) -> None:
    """Initialize the elements of a list with a DO (CDC)."""
    first, last = constant(storage, node.first, turn), constant(storage, node.last, turn)
    step = 1 if node.step is None else constant(storage, node.step, turn)
    if step < 1:
        storage.error(node.variable, f"the step of this DO is {step}", "a positive number")
        # one turn: further messages would follow from the same fault
        step = LARGEST_BLOCK
    # as elsewhere in FORTRAN of that time, a DO has one turn at least
    for value in range(first, max(first, last) + 1, step):
        for item in node.items:
            initialize_target(storage, scope, item, given, **turn | {node.variable.name: value})
        if not given:
            return


def constant(storage: Storage, node: syntax.Expression, turn: Mapping[str, int]) -> int:
    """Return the value of a subscript or a parameter of a DO in DATA."""
    match node:
        case syntax.Integer(value):
            return value
        case syntax.Name(name) if name in turn:
            return turn[name]
        case syntax.Parenthesized(inner):
            return constant(storage, inner, turn)
        case syntax.Unary("-", operand):
            return -constant(storage, operand, turn)
        case syntax.Binary(("+" | "-" | "*") as operator, left, right):
            one, other = constant(storage, left, turn), constant(storage, right, turn)
            return one + other if operator == "+" else one - other if operator == "-" else one * other
    storage.error(node, "this is not constant in DATA", "whole numbers and variables of the list's DO")
    return 1


def pieces(storage: Storage, value: syntax.Expression) -> Sequence[syntax.Expression]:
    """Divide characters into words for the elements of an array; anything else is one value."""
    size = storage.words.size
    if not isinstance(value, syntax.Hollerith) or len(value.text) <= size:
        return (value,)
    parts = [value.text[start : start + size] for start in range(0, len(value.text), size)]
    return [syntax.Hollerith(part, value.fill, place=value.place) for part in parts]


def cells(storage: Storage, symbol: Symbol, value: syntax.Expression) -> list[bytes]:
    """Return the words of a constant for a variable; its type must be the variable's, or it is Hollerith."""
    inner = value.operand if isinstance(value, syntax.Unary) else value
    match inner, symbol.type:
        case syntax.Name(name), _ if OCTAL_NAME.fullmatch(name):
            return cells(storage, symbol, syntax.Octal(name[1:], place=value.place))
        case syntax.Name("T" | "F" as letter), "LOGICAL":
            return [struct.pack("<q", letter == "T")]
        # bits without a type: they are those of the word, which a real variable holds as a number of its own format
        case ((syntax.Hollerith() | syntax.Octal()), _):
            bits = word_bits(storage, inner)
            if symbol.type in REALS:
                return [struct.pack("<d", storage.words.real(bits))]
            return [struct.pack("<q", storage.words.number(bits))]
        case syntax.Integer(number), "INTEGER":
            greatest = storage.words.system.greatest
            if number > greatest:
                storage.error(inner, f"{number} is too large for an integer", f"at most {greatest}")
                return []
            negative = isinstance(value, syntax.Unary) and value.operator == "-"
            return [struct.pack("<q", -number if negative else number)]
        case syntax.Logical(truth), "LOGICAL":
            return [struct.pack("<q", int(truth))]
        case syntax.Complex(real, imaginary), "COMPLEX":
            return [struct.pack("<d", real_value(storage, part)) for part in (real, imaginary)]
        case ((syntax.Real() | syntax.Double() | syntax.Integer()), ("REAL" | "DOUBLEPRECISION")):
            cell = struct.pack("<d", real_value(storage, value))
            return [cell] if symbol.type == "REAL" else [cell, bytes(8)]
    storage.error(value, f"{symbol.name} is {symbol.type} and cannot begin with this constant")
    return []


def is_number(value: syntax.Expression) -> bool:
    """Return whether a constant is a number, not bits."""
    inner = value.operand if isinstance(value, syntax.Unary) else value
    return isinstance(inner, syntax.Integer | syntax.Real | syntax.Double | syntax.Complex)


def word_bits(storage: Storage, node: syntax.Expression) -> int:
    """Return the bits of characters or an octal constant."""
    if isinstance(node, syntax.Hollerith):
        if fault := storage.words.fault(node.text):
            storage.error(node, fault)
        return storage.words.pattern(node.text, node.fill)
    assert isinstance(node, syntax.Octal)
    if fault := storage.words.octal_fault(node.digits):
        storage.error(node, fault)
        return 0
    return int(node.digits, 8)


def real_value(storage: Storage, value: syntax.Expression) -> float:
    """Return the value of a real, double precision or integer constant with or without a sign."""
    if isinstance(value, syntax.Unary):
        size = real_value(storage, value.operand)
        if value.operator == "-" and -size <= WORDS_END:
            storage.beyond.append(value)
        return -size if value.operator == "-" else size
    if isinstance(value, syntax.Real | syntax.Double):
        if isinf(found := real_constant(value)):
            storage.error(value, f"{value.text} is too large for a real number")
        return found
    assert isinstance(value, syntax.Integer)
    return float(value.value)
