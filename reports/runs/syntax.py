"""Checksums of what files say: of Python its syntax tree, of anything else the bytes.

    said_below(Path("reports/runs"))     # {"cache.py": "…", …}; the same after an edit of a comment or a docstring

Python runs the tree: without positions, comments, and the words of texts that are statements (docstrings), which are
for people only. To parse all sources takes seconds, so the checksum of a tree is cached by that of the bytes.
"""

from __future__ import annotations

import ast
import json
import os
import platform
from collections.abc import Collection
from functools import cache
from hashlib import sha256
from pathlib import Path

from getallenband import durable

FOLDER = "syntax"
MOST = 8192
"""Trees that are cached; of more, the newest."""


BYTE_CODE = "__pycache__"


def said_below(folder: Path, *, documents: bool = False, without: Collection[str] = ()) -> dict[str, str]:
    """Return the sha256 of what each file below a folder says, by its path there; of `documents` all are bytes.

    Byte code is left out, what is in folders of the names in `without`, and of code what editors leave beside it.
    """
    trees = Trees.cached()
    found: dict[str, str] = {}
    for root, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if name != BYTE_CODE and name not in without)
        for path in (Path(root, name) for name in sorted(names) if documents or not is_of_an_editor(name)):
            if path.is_file():
                content = path.read_bytes()
                checksum = sha256(content).hexdigest()
                code = path.suffix == ".py" and not documents
                found[path.relative_to(folder).as_posix()] = trees.checksum(checksum, content) if code else checksum
    trees.write()
    return found


def is_of_an_editor(name: str) -> bool:
    """Tell by its name whether editors or file managers made a file: nothing of ours reads such a one."""
    return name.startswith(".") or name.endswith("~")


class Trees:
    """The checksums of syntax trees, by those of the texts, in the user's cache."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        found = durable.read_cached(path, made_from()) if path else None
        self.known: dict[str, str] = json.loads(found) if found else {}
        self.written = len(self.known)

    @staticmethod
    @cache
    def cached() -> Trees:
        """Return those of this process."""
        folder = durable.cache_folder(FOLDER)
        return Trees(folder / "trees" if folder else None)

    def checksum(self, text: str, content: bytes) -> str:
        """Return the checksum of a text's tree, by the text's; the text's own where Python cannot parse it."""
        if text not in self.known:
            try:
                self.known[text] = sha256(ast.dump(stripped(ast.parse(content))).encode()).hexdigest()
            except (SyntaxError, ValueError, RecursionError):
                self.known[text] = text
        return self.known[text]

    def write(self) -> None:
        """Cache what is new; another process's may be lost then, and is made again."""
        if self.path is not None and len(self.known) > self.written:
            newest = dict(list(self.known.items())[-MOST:])
            self.written = len(self.known)
            if not durable.keep(self.path, json.dumps(newest).encode(), "checksums of sources are", made_from()):
                self.path = None


@cache
def made_from() -> bytes:
    """Return what the checksums of trees are made from besides the texts: this file, and Python's parser."""
    return Path(__file__).read_bytes() + platform.python_version().encode()


def stripped(tree: ast.Module) -> ast.Module:
    """Empty the texts that are statements; that there is one stays: a body may have no other statement."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = ""
    return tree
