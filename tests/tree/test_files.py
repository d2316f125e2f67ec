"""What must not stand in any file of the project, and how long a Python file may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests import ROOT
from tests.tree.tracked import tracked, unpacked

LONGEST = 500
CEILINGS: dict[str, int] = {}
"""Files that are too long already: none grows, and one that is short enough leaves the list."""

FORBIDDEN = {
    "a conflict marker": re.compile(r"^(<{7}|\|{7}|>{7})( |$)|^={7}$", re.MULTILINE),
    "a docstring that says nothing": re.compile("Placeholder " + "docstring", re.IGNORECASE),
    "a path of one machine": re.compile(r"(?<![\w.:/~-])/(home|root|work|tmp|Users|mnt|private|var/folders)/\w"),
}
FOLDERS = "benchmarks|docs|getallenband|interpreters|modern|originals|reports|tests"
TOP = (
    *(
        ".ci",
        ".github",
        ".gitignore",
        "CHANGELOG.md",
        "CITATION.cff",
        "CONTRIBUTING.md",
        "LICENSE",
        "LICENSE-TEXTS",
        "MANIFEST.in",
        "Makefile",
        "SECURITY.md",
    ),
    *("README.md", "build-requirements.in", "requirements.txt", "constraints.txt", "pyproject.toml"),
    *("PKG-INFO", "setup.cfg"),  # the source distribution's
)
MENTIONED = re.compile(rf"(?<![\w./*{{-])(?:{FOLDERS})/[\w./-]*\w\.(?:py|md|toml|lark|case)\b")
CLOCK = re.compile(r"\b(?:time\.sleep|perf_counter|process_time|deadline|timeout=[\d_.]+)\b")
WAITING = ("tests/processes.py", "tests/conftest.py", "tests/tree/test_files.py")
"""Where waiting is done for all tests."""
HISTORY = ("CHANGELOG.md", "docs/code_mutants.", "reports/published/", "tests/tree/")
"""Files that may name what is no longer there, or never was: the record of changed code names files of its commit."""


def faults(text: str) -> Iterator[str]:
    """Say what must not stand in a text, with its line."""
    for what, pattern in FORBIDDEN.items():
        for found in pattern.finditer(text):
            yield f"line {text.count(chr(10), 0, found.start()) + 1}: {what}: {found[0]}"


def mentions(text: str) -> Iterator[str]:
    """Say which files of the project a text names that are not there."""
    for name in dict.fromkeys(MENTIONED.findall(text)):
        if not name.startswith("reports/out/") and not (ROOT / name).exists():
            yield f"{name} is not there"


def too_long(lengths: Mapping[str, int], ceilings: Mapping[str, int]) -> Iterator[str]:
    """Say which files are longer than they may be, and which exceptions are none any more."""
    for name, length in lengths.items():
        ceiling = ceilings.get(name, LONGEST)
        if length > ceiling:
            yield f"{name} has {length} lines; at most {ceiling}"
    for name in ceilings:
        if lengths.get(name, 0) <= LONGEST:
            yield f"{name} is no exception any more: take it from the list"


def text_of(path: Path) -> str:
    """Return a file's text; bytes that are no UTF-8 show as they may."""
    return path.read_text(encoding="utf-8", errors="replace")


def test_nothing_stands_in_a_file_that_must_not():
    assert [f"{path.relative_to(ROOT)}: {fault}" for path in tracked() for fault in faults(text_of(path))] == []


def test_every_file_that_is_named_is_there():
    named = [path for path in tracked() if not str(path.relative_to(ROOT)).startswith(HISTORY)]
    assert [f"{path.relative_to(ROOT)}: {fault}" for path in named for fault in mentions(text_of(path))] == []


def test_no_test_goes_by_a_clock():
    tests = [path for path in tracked(ROOT / "tests") if str(path.relative_to(ROOT)) not in WAITING]
    assert [f"{path.relative_to(ROOT)}: {clock}" for path in tests for clock in CLOCK.findall(text_of(path))] == []


def test_no_file_is_too_long():
    lengths = {
        str(path.relative_to(ROOT)): len(text_of(path).splitlines()) for path in tracked() if path.suffix == ".py"
    }
    assert list(too_long(lengths, CEILINGS)) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a\n" + "<" * 7 + " HEAD\n", "line 2: a conflict marker: " + "<" * 7 + " "),
        ("=" * 7 + "\nb\n", "line 1: a conflict marker: " + "=" * 7),
        (">" * 7 + " 1234567 (subject)\n", "line 1: a conflict marker: " + ">" * 7 + " "),
        (
            '"""Placeholder ' + 'docstring; soon."""',
            "line 1: a docstring that says nothing: Placeholder " + "docstring",
        ),
        ("see " + "/home" + "/x/y", "line 1: a path of one machine: " + "/home" + "/x"),
        ('"' + "/work" + '/main"', "line 1: a path of one machine: " + "/work" + "/m"),
    ],
)
def test_what_must_not_stand_there_is_found(text, fault):
    assert list(faults(text)) == [fault]


@pytest.mark.parametrize("text", ["=" * 8, "a << b >> c", "https://x.example/home/y", "../work/notes", "a/tmp/b"])
def test_what_only_looks_like_it_is_not(text):
    assert list(faults(text)) == []


def test_names_of_missing_files_are_found():
    text = "`interpreters/testing/cases.py`, tests/no_cases.py and reports/out/index.md, my/tests/other.py"
    assert list(mentions(text)) == ["tests/no_cases.py is not there"]


@pytest.mark.parametrize("text", ["time.sleep(1)", "perf_counter()", "settings(deadline=None)", "f(timeout=2_000)"])
def test_clocks_are_found(text):
    assert len(CLOCK.findall(text)) == 1
    assert CLOCK.findall("run(x, timeout=PATIENCE)  # timeouts") == []


def test_long_files_are_found():
    lengths = {"new.py": 501, "grown.py": 601, "kept.py": 600, "mended.py": 500, "short.py": 500}
    assert list(too_long(lengths, {"grown.py": 600, "kept.py": 600, "mended.py": 600, "gone.py": 700})) == [
        "new.py has 501 lines; at most 500",
        "grown.py has 601 lines; at most 600",
        "mended.py is no exception any more: take it from the list",
        "gone.py is no exception any more: take it from the list",
    ]


def test_a_tree_without_git_is_walked(tmp_path):
    kept = ["a.py", "reports/site.py", "originals/x/out/y.txt"]
    for name in [*kept, ".hidden/b.py", "build/c.py", "d/__pycache__/e.pyc", "reports/out/index.md", "f.egg-info/g"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert tracked(tmp_path) == sorted(unpacked(tmp_path)) == sorted(tmp_path / name for name in kept)


def test_nothing_was_left_at_the_top() -> None:
    top = {path.relative_to(ROOT).parts[0] for path in tracked()}
    assert top <= {*TOP, *FOLDERS.split("|")}
