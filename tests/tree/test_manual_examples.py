r"""Examples that are marked as one run, and give what stands below them.

In Python these are the docstrings' lines after `>>>`. In Markdown they are the fenced blocks whose first line says

    ```pycon            Python: what stands after >>>, and what it gives
    ```console          commands after $, and what they print; a last line [2] is the exit code, if it is not 0
    ```c program.c      a file, which the commands of the page below find under its name
    ```c >>program.c    what is put at the end of such a file

Three points in what is expected stand for any text, as in doctest. A stand-in does `pip install -e`: the package
is found as after pip (tests/tree/installed.py).
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests import ROOT
from tests.shares import is_real
from tests.soak.commands import Fork
from tests.tree.tracked import module_name, tracked

PACKAGES = ("getallenband", "interpreters", "modern", "originals", "reports")
SITE = "site"
"""The folder, where commands are run, in which installed packages are found."""
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
PLAIN = re.compile(r"getallenband( [^|<>;&$`*?#~(){}\n]*)?")
"""A command of ours alone, without what only a shell understands."""
SHELL = f"""
getallenband() {{ {shlex.quote(sys.executable)} -m getallenband "$@"; }}
pip() {{ {shlex.quote(sys.executable)} -m tests.tree.installed "$@"; }}
"""


def failures(examples: doctest.DocTest) -> str:
    """Run Python examples, keeping the names that they define; return doctest's account of what went otherwise."""
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False).run(examples, out=said.append, clear_globs=False)
    return "".join(said)


def modules() -> Iterator[str]:
    """Name the modules that hold an example."""
    for path in tracked():
        file = path.relative_to(ROOT)
        if path.suffix == ".py" and file.parts[0] in PACKAGES and ">>> " in path.read_text(encoding="utf-8"):
            yield module_name(file)


def page_failures(page: str, folder: Path) -> str:
    """Run the examples of a Markdown text from top to bottom; return what went otherwise."""
    said, names = "", {}
    for token in MarkdownIt().parse(page):
        kind, _, name = token.info.partition(" ")
        if token.type != "fence":
            continue
        if kind == "pycon":
            examples = doctest.DocTestParser().get_doctest(token.content, names, "page", None, 0)
            said += failures(examples)
            names = examples.globs
        elif kind == "console":
            said += "".join(console_failures(token.content, folder))
        elif name:
            path = folder / name.removeprefix(">>")
            before = path.read_text(encoding="utf-8") if name.startswith(">>") else ""
            path.write_text(before + token.content, encoding="utf-8")
    return said


def console_failures(block: str, folder: Path) -> Iterator[str]:
    """Run the commands of a block; yield what they print otherwise than it says."""
    assert COMMAND.sub("", block) == "", f"no command: {block}"
    for command, expected in COMMAND.findall(block):
        done = ran(command, folder)
        printed = done.stdout.rstrip("\n") + (f"\n[{done.returncode}]" if done.returncode else "")
        if not doctest.OutputChecker().check_output(expected.rstrip("\n"), printed, doctest.ELLIPSIS):
            yield f"$ {command}\nexpected:\n{expected}printed:\n{printed}\n"


def ran(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command by the shell; or, which takes a fifth of the time, in a fork of this process.

    This process may have looked for installed packages before, and does so once.
    """
    variables = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), SITE])}
    if PLAIN.fullmatch(command) and not is_real(command) and not (folder / SITE).exists():
        return Fork(folder, *shlex.split(command)[1:], environment=variables, merged=True).done()
    return subprocess.run(
        ["sh", "-c", SHELL + command], cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("name", list(modules()))
def test_docstrings(name):
    found = doctest.DocTestFinder(exclude_empty=True).find(import_module(name))
    assert "".join(failures(examples) for examples in found) == ""


PAGES = [path for path in tracked() if path.suffix == ".md" and path.parent in (ROOT, ROOT / "docs")]


@pytest.mark.in_part
@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages(path, tmp_path):
    assert page_failures(path.read_text(encoding="utf-8"), tmp_path) == ""


@pytest.mark.parametrize(
    ("page", "account"),
    [
        ("```pycon\n>>> x = 1\n\n```\n```pycon\n>>> x + 1\n2\n```\n", ""),
        ("```pycon\n>>> 1 + 1\n3\n```\n", "Expected:\n    3\nGot:\n    2\n"),
        ("```text a.txt\nhere\n```\n```console\n$ cat a.txt\nhe...\n```\n", ""),
        ("```console\n$ echo a; exit 2\nb\n$ true\n```\n", "$ echo a; exit 2\nexpected:\nb\nprinted:\na\n[2]\n"),
        ("```console\n$ getallenband run nothing.c\n```\n", "[2]\n"),
        ("```sh\nfalse\n```\n\n    >>> 1\n    2\n", ""),
    ],
)
def test_examples_that_do_not_hold_are_found(page, account, tmp_path):
    found = page_failures(page, tmp_path)
    assert found.endswith(account)
    assert bool(found) == bool(account)


def test_a_wrong_docstring_is_found():
    examples = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "wrong", None, 0)
    assert "Got:\n    2" in failures(examples)
