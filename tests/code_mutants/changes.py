"""The one-place changes of a Python text, edited where they stand, so that layout and comments stay as they are.

    for change in changes("a.py", "def f(a):\\n    return a < 1\\n"):
        print(change.line, change.kind, change.old, change.new)     # 2 comparison < <=, 2 constant 1 2, …

What only readers, type checkers or developers see is left alone: annotations, f-strings, what is raised, assertions,
`if __name__ == "__main__"` and `if TYPE_CHECKING`.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

RELATIONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "*"),
    ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
}  # fmt: skip
FUNCTIONS = {"any": "all", "all": "any", "min": "max", "max": "min"}
UNSEEN = (ast.JoinedStr, ast.Raise, ast.Assert)
TYPES = ("bool", "bytes", "dict", "float", "int", "list", "set", "str", "tuple", "type")
REMOVED = (ast.AugAssign, ast.Raise, ast.Continue, ast.Break)
Defined = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Change:
    """Other words between two places of a file: offsets in characters, the line of the first, the function around it.

    `function` is the line where the innermost function begins, with its decorators; 0 outside any.
    """

    file: str
    line: int
    kind: str
    old: str
    new: str
    start: int
    function: int

    def applied(self, text: str) -> str:
        """Return the file's text with the change; ValueError where the text is no longer what was drawn from."""
        end = self.start + len(self.old)
        if text[self.start : end] != self.old:
            raise ValueError(f"{self.file}:{self.line} no longer reads {self.old!r}: draw again")
        return text[: self.start] + self.new + text[end:]


def changes(file: str, text: str) -> Iterator[Change]:
    """Yield every change of a file, from top to bottom of its syntax tree."""
    yield from Changes(file, text).of(ast.parse(text), 0)


class Changes:
    """The changes of one text."""

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self.lines = text.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))

    def of(self, node: ast.AST, function: int) -> Iterator[Change]:
        if isinstance(node, Defined):
            function = min(each.lineno for each in (node, *node.decorator_list))
        for kind, start, old, new in self.here(node):
            yield Change(self.file, bisect_right(self.starts, start), kind, old, new, start, function)
        for child in inner(node):
            yield from self.of(child, function)

    def here(self, node: ast.AST) -> Iterator[tuple[str, int, str, str]]:
        """Yield what can be changed of a node itself: the kind of change, where, the old words, the new ones."""
        if isinstance(node, ast.Compare):
            for left, relation, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
                yield from self.between("comparison", left, right, *RELATIONS[type(relation)])
        elif isinstance(node, ast.BoolOp):
            words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self.between("and, or", left, right, *words)
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not joins(node):
            yield from self.between("arithmetic", node.left, node.right, *ARITHMETIC[type(node.op)])
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield "not", self.start(node), self.text[self.start(node) :][:4].rstrip("(\n"), ""
        elif isinstance(node, ast.Constant):
            yield from self.constant(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS:
            yield "any, all, min, max", self.start(node), node.func.id, FUNCTIONS[node.func.id]
        elif isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "None":
            yield "result", self.start(node.value), self.whole(node.value), "None"
        elif isinstance(node, REMOVED) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
            yield "statement", self.start(node), self.whole(node), "pass"

    def constant(self, node: ast.Constant) -> Iterator[tuple[str, int, str, str]]:
        if isinstance(node.value, bool):
            yield "constant", self.start(node), str(node.value), str(not node.value)
        elif isinstance(node.value, int):
            yield "constant", self.start(node), self.whole(node), str(node.value + 1)
            if node.value:
                yield "constant", self.start(node), self.whole(node), str(node.value - 1)

    def between(
        self, kind: str, left: ast.expr, right: ast.expr, old: str, new: str
    ) -> Iterator[tuple[str, int, str, str]]:
        """Change the operator between two operands, which comments, brackets and line ends may surround."""
        start = self.end(left)
        pattern = r"#.*|" + r"(?P<operator>" + r"\s+".join(map(re.escape, old.split())) + ")"
        for found in re.finditer(pattern, self.text[start : self.start(right)]):
            if found["operator"]:
                yield kind, start + found.start(), found[0], new
                return

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr | ast.stmt) -> int:
        return self.offset(node.end_lineno or 0, node.end_col_offset or 0)

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a place; the syntax tree counts columns in bytes."""
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def whole(self, node: ast.expr | ast.stmt) -> str:
        return self.text[self.start(node) : self.end(node)]


def inner(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes within a node whose changes somebody could notice when the program runs."""
    if isinstance(node, UNSEEN) or (isinstance(node, ast.If) and of_developers(node.test)):
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "dataclass":
        return
    unseen = ("annotation", "returns", "type_comment", "type_params")
    for name, value in ast.iter_fields(node):
        if name not in unseen:
            yield from (each for each in (value if isinstance(value, list) else [value]) if isinstance(each, ast.AST))


def of_developers(condition: ast.expr) -> bool:
    return ast.unparse(condition) in ("TYPE_CHECKING", "__name__ == '__main__'")


def joins(node: ast.BinOp) -> bool:
    """Tell whether an operation plainly joins texts, lists or types: with another operator Python itself complains."""
    return any(is_joined(side) for side in (node.left, node.right))


def is_joined(node: ast.expr) -> bool:
    if isinstance(node, ast.Name | ast.Attribute):
        name = ast.unparse(node).rpartition(".")[2]
        return name in TYPES or (name[:1].isupper() and not name.isupper())
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp)
