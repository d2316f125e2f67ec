"""The checksum of Python is that of what Python runs."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from getallenband.reports.runs import syntax
from getallenband.reports.runs.syntax import Trees, said_below

TEXT = '''"""A module."""

SIZE = 12  # squares
"""How large a board is."""


def area(rows: int, scale: float = 1) -> int:
    """Return the area."""
    return rows * SIZE if rows > 0 else f"no {rows!r}"
'''
SAME = {
    "a comment": ("# squares", "# cells"),
    "no comment": ("  # squares", ""),
    "a docstring": ("Return the area.", "Return how many squares there are."),
    "a docstring of a module": ("A module.", "Another."),
    "a text under a constant": ("How large", "How big"),
    "blank lines": ("\n\n\ndef", "\n\n\n\n\ndef"),
    "line breaks": ("(rows: int, scale: float = 1)", "(\n    rows: int,\n    scale: float = 1,\n)"),
    "quotes": ('f"no {rows!r}"', "f'no {rows!r}'"),
    "parentheses": ("return rows * SIZE", "return (rows * SIZE)"),
}
OTHER = {
    "a number": ("12", "13"),
    "a number of another type": ("SIZE = 12", "SIZE = 12.0"),
    "an operator": ("rows * SIZE", "rows + SIZE"),
    "a relation": ("> 0", ">= 0"),
    "a name": ("SIZE if", "rows if"),
    "a text": ("no {", "none {"),
    "how a value is shown": ("{rows!r}", "{rows!s}"),
    "a default": ("float = 1", "float = 2"),
    "an annotation": ("scale: float", "scale: int"),
    "a decorator": ("def area", "@cache\ndef area"),
    "the order of statements": ("    return", "    rows = 1\n    return"),
    "no docstring": ('    """Return the area."""\n', ""),
    "a text that is not a statement": ('"""How large a board is."""', 'MEANING = """How large a board is."""'),
    "what is no Python": ("def area", "def def area"),
}


@pytest.fixture
def checksum(tmp_path: Path) -> Callable[[str, str], str]:
    def found(text: str, name: str = "a.py") -> str:
        (tmp_path / name).write_text(text)
        return said_below(tmp_path)[name]

    return found


def altered(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize("change", SAME)
def test_what_python_does_not_run_does_not_count(checksum, change):
    assert checksum(altered(*SAME[change])) == checksum(TEXT)


@pytest.mark.parametrize("change", OTHER)
def test_what_python_runs_counts(checksum, change):
    assert checksum(altered(*OTHER[change])) != checksum(TEXT)


def test_what_is_no_python_counts_as_it_is(checksum):
    assert checksum("a # b", "a.lark") != checksum("a # c", "a.lark")
    assert checksum("a b # c") != checksum("a b # d")


def test_python_among_documents_is_a_text(tmp_path):
    (tmp_path / "a.py").write_text(TEXT)
    before = said_below(tmp_path, documents=True)
    (tmp_path / "a.py").write_text(altered(*SAME["a comment"]))
    assert said_below(tmp_path, documents=True) != before


def test_byte_code_and_named_folders_are_left_out(tmp_path):
    for folder in ("a", "__pycache__", "cases"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "b.py").write_text("1")
    assert list(said_below(tmp_path, without=["cases"])) == ["a/b.py"]


def test_what_editors_leave_does_not_count_as_code(tmp_path):
    """Emacs locks a file by a link that leads nowhere; vim has a file of its own, and both make copies."""
    (tmp_path / "a.py").write_text("1")
    before = said_below(tmp_path)
    (tmp_path / ".#a.py").symlink_to("nobody@nowhere.1")
    for name in (".a.py.swp", "a.py~", ".DS_Store"):
        (tmp_path / name).write_bytes(b"1")
    assert said_below(tmp_path) == before
    assert set(said_below(tmp_path, documents=True)) == {".DS_Store", ".a.py.swp", "a.py", "a.py~"}


def test_trees_are_cached_and_damage_is_seen(tmp_path, monkeypatch):
    trees = Trees(tmp_path / "trees")
    first = trees.checksum("text", TEXT.encode())
    trees.write()
    monkeypatch.setattr(syntax.ast, "parse", None)
    assert Trees(tmp_path / "trees").checksum("text", b"") == first
    content = (tmp_path / "trees").read_bytes()
    (tmp_path / "trees").write_bytes(content.replace(b"text", b"texx"))
    assert Trees(tmp_path / "trees").known == {}


def test_a_full_cache_is_said_once(tmp_path, monkeypatch, capsys):
    def full(*_arguments):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    trees = Trees(tmp_path / "trees")
    for name in "ab":
        trees.checksum(name, name.encode())
        trees.write()
    assert capsys.readouterr().err == f"{tmp_path}: No space left on device: checksums of sources are not cached\n"


def test_another_python_has_other_trees(tmp_path, monkeypatch):
    trees = Trees(tmp_path / "trees")
    trees.checksum("text", TEXT.encode())
    trees.write()
    monkeypatch.setattr(syntax, "made_from", lambda: b"another parser")
    assert Trees(tmp_path / "trees").known == {}


def test_of_many_trees_the_newest_are_cached(tmp_path, monkeypatch):
    monkeypatch.setattr(syntax, "MOST", 2)
    trees = Trees(tmp_path / "trees")
    for name in "abc":
        trees.checksum(name, name.encode())
    trees.write()
    assert list(Trees(tmp_path / "trees").known) == ["b", "c"]


def test_no_code_whose_tree_counts_reads_sources_or_docstrings():
    """A module that reads them as data would need their words in the keys of what it makes."""
    readers = {
        "interpreters/lowering/routines.py": "parses them again",
        "reports/api/notebook.py": "shows people what its magics take",
        "reports/api/running.py": "shows people what its functions take",
        "reports/checking/manual.py": "writes a page of the manual, which is not cached",
        "reports/publishing/schemas.py": "writes schemas, which are in the key of the pages",
        "reports/publishing/playground/__main__.py": "prints how it is used",
    }
    root = Path(syntax.__file__).parents[2]
    words = ("getsource", "getdoc", "__doc__", "getcomments", "linecache", "co_firstlineno")
    found = {
        path.relative_to(root).as_posix()
        for package in ("durable", "interpreters", "modern", "originals", "reports")
        for path in (root / package).rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in words)
    }
    assert found == set(readers)
