"""The player of the pages, without a browser: its modules in node, and what a page holds for it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from reports.publishing.player import script

NODE = shutil.which("node")
TESTS = Path(__file__).parent / "player"

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(NODE), *arguments], input=text, capture_output=True, text=True, check=False)


@needs_node
def test_the_modules_do_what_their_tests_say():
    done = node("--test", *map(str, sorted(TESTS.glob("*.test.mjs"))))
    assert done.returncode == 0, done.stdout


@needs_node
def test_the_script_of_a_page_is_one_module_without_imports():
    assert "import " not in script()
    assert "export " not in script()
    done = node("--check", "--input-type=module", "-", text=script())
    assert done.returncode == 0, done.stderr
