"""How a board is read from a program's variables while it runs: the [[board]] tables of report.toml.

    [[board]]
    text = "ecol"
    rows = 6
    columns = 10
    cell = "7 * column + row + 1"                # the cell's number; row and column count from 0
    value = "bezet[cell]"                        # what lies on a cell
    free = 0
    solution = { at = "oplnr := oplnr + 1", printed = "ALS etage > 1" }
    document = { text = "solutions", begins = "[0-9]+:" }        # the solutions that the document prints
    laid = [{ each = "level", first = "1", last = "etage - 1", cells = ["gatstapel[level]", …], piece = "stuknr[…]" }]

Where `value` is not `free`, `piece` says which piece lies there (an expression, of `value` too); where there is no
`piece`, or no value, the parts of `laid` say it. Expressions have numbers, variables, +, -, * and subscripts.

`marks` are expressions of `cell`, one for each side of a cell that is taken, from the top clockwise; their values are
places in `letters`, from 0: marks = ["pieces[8 * i_stack[cell]]", …], letters = "RGBWwbgr".

A solution is found where the statement begins whose text begins with `at`, as often as it begins less `before`; it has
been printed where next the statement `printed` begins, or else any statement.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from getallenband.originals.files import puzzle_of
from getallenband.originals.tables import Table

Expression = int | str | list["Expression"]
"""A number, the name of a variable, or [operation, operand, …]; "[]" takes the elements of an array."""

OPERATIONS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
LATTICES = (
    "square", "hexagonal", "cubic", "face-centred cubic", "face-centred cubic, triangular",
    "face-centred cubic, in space",
)  # fmt: skip


LARGEST = 4096
"""Cells of a board."""
LONGEST = 500
"""Characters of an expression: so deep at most are its operations."""


@dataclass(frozen=True, slots=True)
class Part:
    """Pieces that lie on the board: one, or one for `each` number from `first` to `last`."""

    each: str
    first: Expression
    last: Expression
    cells: tuple[Expression, ...]
    piece: Expression


@dataclass(frozen=True, slots=True)
class Board:
    """The board of some runs of a text, of all where none is named.

    cells       numbers of the cells, row by row; empty where `puzzle` and `order` give the places of cells 1, 2, …
    value       what a cell holds, None where only `laid` tells
    free        the value of a free cell
    marks       what is written at each side of a cell that is taken: the place of one of `letters`
    characters  whether pieces are named by characters, their values being the codes of these
    solution    how the statement's text begins that runs once for each solution
    before      how often it runs before the first one
    printed     how the statement's text begins before which a solution has been printed, or ""
    document    the text with the solutions that the document prints, or "", and a pattern of how one begins
    """

    text: str
    runs: tuple[str, ...]
    lattice: str
    puzzle: str
    order: str
    cells: tuple[tuple[int, ...], ...]
    value: Expression | None
    free: int
    piece: Expression | None
    characters: bool
    laid: tuple[Part, ...]
    marks: tuple[Expression, ...]
    letters: str
    solution: str
    before: int
    printed: str
    document: str
    begins: str
    entry: Table = field(repr=False, compare=False)


def read_board(entry: Table, folder: Path) -> Board:
    solution, document = entry.table("solution"), entry.table("document")
    puzzle = puzzle_of(folder, entry.string("puzzle", ""), entry.error)
    characters = isinstance(entry.content.get("free"), str)
    board = entry.record(
        Board,
        lattice=entry.choice("lattice", LATTICES, LATTICES[0]),
        puzzle=puzzle,
        order=entry.string("order") if puzzle else "",
        cells=() if puzzle else read_cells(entry),
        value=read_expression(entry, "value") if "value" in entry.content else None,
        free=read_free(entry, characters),
        piece=read_expression(entry, "piece") if "piece" in entry.content else None,
        characters=characters,
        laid=tuple(read_part(part) for part in entry.entries("laid", "each")),
        marks=tuple(parse(entry, "marks", text) for text in entry.strings("marks")),
        letters=entry.string("letters") if "marks" in entry.content else "",
        solution=solution.string("at"),
        before=int(solution.value("before", int, "an integer", 0)),
        printed=solution.string("printed", ""),
        document=document.string("text", ""),
        begins=document.pattern("begins", ""),
    )
    if board.value is None and not board.laid:
        raise entry.error('expected "value" or "laid"')
    for table in (solution, document):
        table.close()
    return board


def read_free(entry: Table, characters: bool) -> int:
    """Read the value of a free cell: a number, or a character."""
    if not characters:
        return int(entry.value("free", int, "an integer or a character", 0))
    sign = entry.string("free")
    if len(sign) != 1:
        raise entry.error(f'"free" must be an integer or one character, not {sign!r}', "free")
    return ord(sign)


def read_cells(entry: Table) -> tuple[tuple[int, ...], ...]:
    """Read the numbers of the cells: listed row by row, or an expression of row and column."""
    if "cells" in entry.content:
        listed = entry.value("cells", list, "lists of integers")
        if not listed or not all(
            isinstance(row, list) and row and all(type(item) is int for item in row) for row in listed
        ):
            raise entry.error(f'"cells" must be lists of integers, not {listed!r}', "cells")
        numbered = [tuple(row) for row in listed]
    else:
        number, rows, columns = read_expression(entry, "cell"), entry.integer("rows"), entry.integer("columns")
        check_size(entry, "rows", rows * columns)
        numbered = [
            tuple(evaluate(entry, number, {"row": row, "column": column}) for column in range(columns))
            for row in range(rows)
        ]
    flat = [number for row in numbered for number in row]
    check_size(entry, "cells", len(flat))
    if len(set(flat)) < len(flat):
        raise entry.error("two cells have the same number", "cells" if "cells" in entry.content else "cell")
    return tuple(numbered)


def check_size(entry: Table, key: str, cells: int) -> None:
    if cells > LARGEST:
        raise entry.error(f"the board has more than {LARGEST:,} cells", key)


def evaluate(entry: Table, expression: Expression, names: Mapping[str, int]) -> int:
    """Evaluate an expression that has no arrays."""
    if isinstance(expression, int):
        return expression
    if isinstance(expression, str):
        if expression not in names:
            raise entry.error(f'"cell" may use {" and ".join(names)}, not {expression}', "cell")
        return names[expression]
    operation, *operands = expression
    if operation == "[]":
        raise entry.error('"cell" may not use arrays', "cell")
    left, right = (evaluate(entry, operand, names) for operand in operands)
    return left + right if operation == "+" else left - right if operation == "-" else left * right


def read_part(part: Table) -> Part:
    each = part.string("each", "")
    return part.record(
        Part,
        each=each,
        first=read_expression(part, "first") if each else 0,
        last=read_expression(part, "last") if each else 0,
        cells=tuple(parse(part, "cells", text) for text in part.strings("cells")),
        piece=read_expression(part, "piece"),
    )


def read_expression(entry: Table, key: str) -> Expression:
    return parse(entry, key, entry.string(key))


def parse(entry: Table, key: str, text: str) -> Expression:
    """Read an expression; what is no such thing is an EditionError."""
    if len(text) > LONGEST:
        raise entry.error(f'"{key}" has more than {LONGEST} characters', key)
    try:
        return converted(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        wanted = "numbers, variables, +, -, * and subscripts"
        raise entry.error(f'"{key}" must be an expression of {wanted}, not {text!r}', key) from None


def converted(node: ast.expr) -> Expression:
    """Convert Python's syntax tree; raise ValueError for what expressions do not have."""
    match node:
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name):
            return name
        case ast.BinOp(left=left, op=operation, right=right) if type(operation) in OPERATIONS:
            return [OPERATIONS[type(operation)], converted(left), converted(right)]
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=subscripts)):
            return ["[]", name, *map(converted, subscripts)]
        case ast.Subscript(value=ast.Name(id=name), slice=subscript):
            return ["[]", name, converted(subscript)]
    raise ValueError(ast.dump(node))


def names_of(board: Board) -> set[str]:
    """Return the program's variables that a board is read from."""
    found: set[str] = set()
    for part in board.laid:
        used = names_in([part.first, part.last, *part.cells, part.piece])
        found |= used - {part.each}
    return (found | names_in([board.value or 0, board.piece or 0, *board.marks])) - {"cell", "value"}


def names_in(expression: Expression) -> set[str]:
    """Return the names in an expression, or in a list of them."""
    if isinstance(expression, str):
        return {expression} - {"[]", *OPERATIONS.values()}
    if isinstance(expression, int):
        return set()
    return set().union(*map(names_in, expression))
