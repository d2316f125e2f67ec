"""Only durable writes files: what writes past it may leave half a file, or write through a link."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests import ROOT
from tests.tree.tracked import tracked

CLIENTS = ("getallenband", "interpreters", "modern", "originals", "reports")
WRITE = {
    *("write_text", "write_bytes", "touch", "truncate", "chmod", "mkdir", "makedirs", "symlink_to", "hardlink_to"),
    *(
        "rename",
        "renames",
        "unlink",
        "remove",
        "rmdir",
        "removedirs",
        "rmtree",
        "copyfile",
        "copytree",
        "copy2",
        "move",
    ),
    *("mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "tofile"),
}
MODULES = ("os", "shutil", "tempfile")
"""Whose functions write, where sets, lists and trees have methods of the same names: remove, replace, copy."""
SEARCHING = "interpreters/languages/perl_subset/searching.py"
ALLOWED = {
    "getallenband/_guard.py: os.open(os.devnull, os.O_WRONLY)": "standard output after its reader has gone",
    "getallenband/_start.py: os.open(os.devnull, mode)": "standard streams that were closed",
    "getallenband/_start.py: os.fdopen(2, 'w', encoding='utf-8', closefd=False)": "the same",
    f"{SEARCHING}: pickle.dump((pattern, text, most, seconds), process.stdin)": "a pipe",
    f"{SEARCHING}: pickle.dump(found, sys.stdout.buffer)": "the same",
    "reports/runs/cache.py: path.unlink(missing_ok=True)": "results go from the cache",
    "reports/scaffolding/changing.py: (self.folder / name).unlink()": "what a command made goes where it fails",
}


def writes(call: ast.Call) -> bool:
    """Tell whether a call writes a file, makes or removes one, by its name and its mode."""
    match call.func:
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in MODULES:
            if name == "open":
                return not any("O_RDONLY" in ast.unparse(argument) for argument in call.args[1:])
            return name in WRITE | {"replace", "copy", "link", "symlink", "mkfifo", "mknod"} or (
                name == "fdopen" and mode_writes(call)
            )
        case ast.Attribute(value=ast.Name(id="json" | "pickle"), attr="dump"):
            return True
        case ast.Attribute(attr="open") | ast.Name(id="open"):
            return mode_writes(call)
        case ast.Attribute(attr=name):
            return name in WRITE - {"remove", "copy", "move"}
    return False


def mode_writes(call: ast.Call) -> bool:
    """Tell whether a call that opens a file has a mode for writing."""
    given = [*call.args, *(word.value for word in call.keywords if word.arg == "mode")]
    modes = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return any(set(mode) <= set("rwaxbt+") and set(mode) & set("wax+") for mode in modes)


def found(source: str) -> Iterator[str]:
    """Yield the calls of a module that write."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and writes(node):
            yield ast.unparse(node)


def test_only_durable_writes() -> None:
    names = [(path, path.relative_to(ROOT).as_posix()) for path in tracked() if path.suffix == ".py"]
    modules = [(path, name) for path, name in names if name.partition("/")[0] in CLIENTS and "/durable/" not in name]
    assert {f"{name}: {call}" for path, name in modules for call in found(path.read_text())} == set(ALLOWED)


@pytest.mark.parametrize(
    "call",
    [
        "path.write_text('x')", "open(path, 'w')", "path.open('ab')", "io.open(path, mode='r+')", "os.rename(a, b)",
        "os.replace(a, b)", "os.open(path, os.O_WRONLY)", "shutil.copy(a, b)", "path.unlink()", "json.dump(x, file)",
    ],
)  # fmt: skip
def test_what_writes_is_found(call: str) -> None:
    assert list(found(call)) == [call]


@pytest.mark.parametrize("call", ["path.open('rb')", "text.replace('a', 'w')", "names.remove('a')", "open(path)"])
def test_what_only_looks_like_it_is_not(call: str) -> None:
    assert list(found(call)) == []
