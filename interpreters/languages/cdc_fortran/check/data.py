"""Set the values that variables begin with: DATA (ANSI X3.9-1966, 7.2.2)."""

from __future__ import annotations

import struct
from math import isinf

from interpreters.languages.cdc_fortran import syntax
from interpreters.languages.cdc_fortran.check.scopes import Scope, Symbol
from interpreters.languages.cdc_fortran.check.storage import LARGEST_BLOCK, Storage, element_word
from interpreters.languages.cdc_fortran.check.types import REALS, plural, real_constant


def initialize(storage: Storage, scope: Scope) -> None:
    """Set the first values of a unit's variables."""
    for group in scope.data:
        given = [value for value in group.values for _ in range(min(value.repeat, LARGEST_BLOCK))]
        given.reverse()
        for target in group.targets:
            initialize_target(storage, scope, target, given)
        if given:
            storage.error(group.values[-1], f"DATA has {plural(len(given), 'value')} too many")


def initialize_target(storage: Storage, scope: Scope, target: syntax.Target, given: list[syntax.DataValue]) -> None:
    """Give one variable, element or whole array its values, the last of `given` first."""
    symbol = scope.symbols[target.name]
    location = storage.locations.get((scope.name, target.name))
    if location is None:
        storage.error(target, f"DATA cannot give {target.name} a value", "a variable that is not a parameter")
        given.clear()
        return
    whole = isinstance(target, syntax.Name)
    word = location.word + (0 if whole else element_word(storage, symbol, target))
    block = storage.blocks[location.region]
    for index in range(symbol.elements if whole else 1):
        if not given:
            storage.error(target, f"DATA has too few values for {target.name}")
            return
        for part, cell in enumerate(cells(storage, symbol, given.pop().value)):
            block.values[word + index * symbol.words + part] = cell


def cells(storage: Storage, symbol: Symbol, value: syntax.Expression) -> list[bytes]:
    """Return the words of a constant for a variable; its type must be the variable's, or it is Hollerith."""
    inner = value.operand if isinstance(value, syntax.Unary) else value
    match inner, symbol.type:
        case syntax.Hollerith(text), _:
            if fault := storage.words.fault(text):
                storage.error(inner, fault)
            if symbol.type in REALS:
                return [struct.pack("<d", storage.words.packed_real(text))]
            return [struct.pack("<q", storage.words.packed(text))]
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


def real_value(storage: Storage, value: syntax.Expression) -> float:
    """Return the value of a real, double precision or integer constant with or without a sign."""
    if isinstance(value, syntax.Unary):
        size = real_value(storage, value.operand)
        return -size if value.operator == "-" else size
    if isinstance(value, syntax.Real | syntax.Double):
        if isinf(found := real_constant(value)):
            storage.error(value, f"{value.text} is too large for a real number")
        return found
    assert isinstance(value, syntax.Integer)
    return float(value.value)
