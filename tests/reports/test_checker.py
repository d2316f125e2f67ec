"""The checker of certificates in its page: one script, which a browser runs."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from reports.publishing.checker import checker_script

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_script_of_the_page_is_without_imports():
    assert "import " not in checker_script()
    assert "export " not in checker_script()
    command = [str(NODE), "--check", "--input-type=module", "-"]
    done = subprocess.run(command, input=checker_script(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
