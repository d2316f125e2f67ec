"""No module fills a list or table of another when it is imported: such an arrow is seen by no tool and no type checker.

What calls across files that import each other is a dispatcher (interpreters/lowering/dispatch.py).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests import ROOT

PACKAGES = ("getallenband", "interpreters", "modern", "originals", "reports")
FILLING = ("append", "extend", "insert", "setdefault", "update", "add")


def hidden_arrows(text: str) -> Iterator[str]:
    """Yield what fills an imported table, what waits to be filled, and calls of a slot's only element."""
    tree = ast.parse(text)
    imported = {
        name.asname or name.name for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names
    }
    mine = {name for node in ast.walk(tree) if isinstance(node, ast.stmt) for name in fills(node)}
    for statement in tree.body:
        filled = set(fills(statement)) & imported
        yield from (f"line {statement.lineno} fills {name}, which is another module's" for name in filled)
        match statement:
            case ast.AnnAssign(ast.Name(name), kind, ast.List(elts=[]) | ast.Dict(keys=[])) if name not in mine:
                if "Callable" in ast.unparse(kind):
                    yield f"line {statement.lineno} waits to be filled"
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Subscript(value=ast.Name(name), slice=ast.Constant(0))) if name.isupper():
                yield f"line {node.lineno} calls what fills {name}"


def fills(statement: ast.stmt) -> Iterator[str]:
    """Yield the names into which a statement of a module puts something."""
    targets: list[ast.expr] = []
    match statement:
        case ast.Assign():
            targets = [each for target in statement.targets for each in getattr(target, "elts", [target])]
        case ast.AugAssign(target=target):
            targets = [target]
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(name), attr=attribute))) if attribute in FILLING:
            yield name
    for target in targets:
        match target:
            case ast.Subscript(value=ast.Name(name)):
                yield name
            case ast.Name(name) if isinstance(statement, ast.AugAssign):
                yield name


def test_no_module_fills_another() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {arrow}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        for arrow in hidden_arrows(path.read_text(encoding="utf-8"))
    }
    assert sorted(found) == []


@pytest.mark.parametrize(
    "text",
    [
        "HOOK: list[Callable[[int], None]] = []",
        "def call(c):\n    HOOK[0](c)",
        "from a import HOOK\nHOOK.append(call)",
        "from a import TABLE\nTABLE['x'] = call",
        "from a import TABLE\nTABLE['x'], TABLE['y'] = one, two",
        "from a import TABLE\nTABLE |= {'x': call}",
    ],
)
def test_the_trick_is_seen(text: str) -> None:
    assert len(list(hidden_arrows(text))) == 1
