"""Declarations: from specifiers and declarators to types, and structs laid out in memory.

sssp p;     with typedef int ss[5]; typedef ss *sssp;     p is a pointer to an array of 5 int
"""

from __future__ import annotations

from collections.abc import Callable

from getallenband.interpreters.languages.c_subset import syntax
from getallenband.interpreters.languages.c_subset.check.context import Context, Enumerator, TypeDefinition
from getallenband.interpreters.languages.c_subset.check.meaning import constant_value
from getallenband.interpreters.languages.c_subset.types import (
    INT,
    UNKNOWN,
    Array,
    CType,
    Function,
    Pointer,
    Struct,
    a,
    alignment_of,
    is_complete,
    parameter_type,
    size_of,
)
from getallenband.interpreters.source.position import Place

MOST_ELEMENTS = 2**28
MOST_BYTES = 2**31 - 1
"""Of a type: with a count of 32 bits its size makes a product that 64 bits hold (lower/pointers.py)."""

# --- specifiers --------------------------------------------------------------------------------------------------


def specified(c: Context, node: syntax.Specifiers) -> CType:
    """Return the type that specifiers name."""
    if node.described is not None and node.words:
        first = node.described.word if isinstance(node.described, syntax.StructSpecifier) else "enum"
        message = f"{first} and {node.words[0]} are two types for one name"
        c.wrong(node.place, message, hint="a ; is missing between them")
        return UNKNOWN
    match node.described:
        case syntax.StructSpecifier() as specifier:
            return struct(c, specifier)
        case syntax.EnumSpecifier(_, enumerators):
            enumerate_names(c, enumerators or ())
            return INT
    text = " ".join(node.words)
    if len(node.words) == 1:
        found = c.names.find(text)
        if isinstance(found, TypeDefinition):
            return found.type
    if node.words.count("long") == 2 or ("long" in node.words and "double" in node.words):
        hint = "with lp64 a long has 64 bits" if "double" not in node.words and c.model.long.bits < 64 else ""
        c.wrong(node.place, f"{text} is not supported", expected="long or double", hint=hint)
        return UNKNOWN
    named = c.model.named(node.words)
    if named is None:
        c.wrong(node.place, f"{text} is not a type", expected="a type")
    return named or UNKNOWN


def enumerate_names(c: Context, enumerators: tuple[syntax.Enumerator, ...]) -> None:
    """Declare the names of an enum."""
    number = 0
    for item in enumerators:
        if item.value is not None:
            number = constant_value(c, item.value) or 0
        if not INT.low <= number <= INT.high:
            c.wrong(item.place, f"{item.name} is {number}, outside the range of int", expected="an int")
        c.declare(item.name, Enumerator(number, item.place))
        number += 1


def struct(c: Context, node: syntax.StructSpecifier) -> CType:
    """Return a struct, described here or elsewhere."""
    visible = c.tags.find(node.tag or "")
    if node.members is None and visible is not None:
        if visible.word != node.word:
            c.wrong(node.place, f"{node.tag} is a {visible.word}, not a {node.word}", expected=str(visible))
        return visible
    found = c.tags.here(node.tag or "")
    if found is not None and found.complete:
        c.wrong(node.place, f"{found} is already described")
        found = None
    if found is None:
        found = Struct(node.tag or f"of line {node.place.line}", node.word)
        if node.tag:
            c.tags[node.tag] = found
    if node.members is not None:
        describe(c, found, node.members)
        if not fits(c, node.place, found, str):
            return UNKNOWN
    return found


def new_tag(c: Context, node: syntax.Specifiers) -> None:
    """Declare a new tag for `struct tag;`, which hides that of an outer block (C90, 6.5.2.3)."""
    described = node.described
    if isinstance(described, syntax.StructSpecifier) and described.members is None and described.tag:
        c.tags[described.tag] = c.tags.here(described.tag) or Struct(described.tag, described.word)


def describe(c: Context, found: Struct, members: tuple[syntax.StructDeclaration, ...]) -> None:
    """Lay out the members of a struct or union: in our memory, and in the model's for sizeof."""
    offset = visible = end = visible_end = 0
    for member in members:
        base = specified(c, member.specifiers)
        for declarator in member.declarators:
            name, kind = declared(c, declarator, base)
            if not is_complete(kind):
                c.wrong(member.place, f"member {name} has no size: its type is {kind}", expected="a complete type")
                kind = UNKNOWN
            if name in found.members:
                c.wrong(member.place, f"{found} already has a member {name}")
            alignment = alignment_of(kind)
            if found.word == "union":
                offset = visible = 0
            offset = rounded(offset, alignment)
            found.members[name or ""] = (kind, offset)
            offset += size_of(kind)
            found.alignment = max(found.alignment, alignment)
            visible = rounded(visible, min(alignment, c.model.pointer_bytes)) + c.model.sizeof(kind)
            end, visible_end = max(end, offset), max(visible_end, visible)
    found.size = rounded(end, found.alignment)
    found.visible = rounded(visible_end, min(found.alignment, c.model.pointer_bytes))
    found.complete = True


def rounded(offset: int, alignment: int) -> int:
    """Return the next multiple of an alignment."""
    return (offset + alignment - 1) // alignment * alignment


# --- declarators -------------------------------------------------------------------------------------------------


def declared(c: Context, node: syntax.Declarator, base: CType) -> tuple[str | None, CType]:
    """Return the name that a declarator declares, and its type."""
    while not isinstance(node, syntax.NameDeclarator):
        match node:
            case syntax.PointerDeclarator():
                base = Pointer(base)
            case syntax.ArrayDeclarator(_, length):
                base = array(c, node, base, length)
            case syntax.FunctionDeclarator():
                base = function(c, node, base)
            case syntax.BitField():
                c.wrong(node.place, "bit fields are not supported", hint="leave the width out")
        node = node.inner
    return node.name, base


def array(c: Context, node: syntax.ArrayDeclarator, of: CType, length: syntax.Expression | None) -> CType:
    """Return the type of an array."""
    hint = "arrays of a length that varies are C99: a constant length, or malloc"
    count = None if length is None else constant_value(c, length, hint)
    if count is None and length is not None:
        return UNKNOWN
    if not is_complete(of):
        c.wrong(node.place, f"the elements of an array cannot be {plural(of)}", expected="elements that have a size")
        return UNKNOWN
    if count is not None and not 0 < count < MOST_ELEMENTS:
        c.wrong(
            node.place,
            f"the length of an array is {count}",
            expected="at least 1" if count <= 0 else f"at most {MOST_ELEMENTS - 1}",
        )
        return UNKNOWN
    kind = Array(of, count)
    return kind if fits(c, node.place, kind, a) else UNKNOWN


def fits(c: Context, place: Place, kind: CType, named: Callable[[CType], str]) -> bool:
    """Check that a type is not larger than any object can be."""
    size = size_of(kind)
    if size > MOST_BYTES:
        c.wrong(place, f"{named(kind)} has {size} bytes", expected=f"at most {MOST_BYTES} bytes")
    return size <= MOST_BYTES


def plural(kind: CType) -> str:
    """Name many of a type that has no size."""
    match kind:
        case Array(of, None):
            return f"arrays of {of} without a length"
        case Function(returns, _):
            return f"functions returning {returns}"
    return str(kind)


def function(c: Context, node: syntax.FunctionDeclarator, returns: CType) -> CType:
    """Return the type of a function."""
    if isinstance(returns, Array | Function):
        c.wrong(node.place, f"a function cannot return {a(returns)}", expected="a number, a pointer, a struct or void")
        returns = UNKNOWN
    given = []
    for item in node.parameters:
        given.append(parameter_type(declared(c, item.declarator, specified(c, item.specifiers))[1]))
    return Function(returns, tuple(given) if node.prototype else None)


def type_of_name(c: Context, node: syntax.TypeName) -> CType:
    """Return the type in a cast or sizeof."""
    return declared(c, node.declarator, specified(c, node.specifiers))[1]
