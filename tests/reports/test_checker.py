"""The checker of certificates in its page: one script, which a browser runs."""

from __future__ import annotations

import shutil
import subprocess

from getallenband.modern.proof.certificate import write_certificate
from getallenband.modern.puzzle_files.puzzle import read_puzzle
from getallenband.reports.publishing.checker import checker_script
from getallenband.reports.publishing.site import page
from tests.tools import needs

NODE = shutil.which("node")


@needs("node")
def test_the_script_of_the_page_is_without_imports():
    assert "import " not in checker_script()
    assert "export " not in checker_script()
    command = [str(NODE), "--check", "--input-type=module", "-"]
    done = subprocess.run(command, input=checker_script(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_visitor_verifies_a_certificate_in_the_page(browser, tmp_path):
    puzzles = [tmp_path / "three.toml", tmp_path / "four.toml"]
    for queens, puzzle in zip((3, 4), puzzles, strict=True):
        puzzle.write_text(f"queens = {queens}\n")
    proof = tmp_path / "proof"
    assert write_certificate(read_puzzle(f"{puzzles[1]}"), proof)
    (tmp_path / "verify.html").write_text(page("verify.html", "html"), encoding="utf-8")
    said = []
    opened = browser.new_page()
    opened.goto((tmp_path / "verify.html").as_uri())
    for puzzle in puzzles:
        opened.set_input_files("[name=certificate]", proof)
        opened.set_input_files("[name=puzzle]", puzzle)
        opened.click("#verify button")
        opened.wait_for_selector("#verify output:has-text('proof'), #verify output:has-text('Refused')")
        said.append(opened.text_content("#verify output"))
    opened.close()
    assert said[0] == "Refused: three.toml is another file, or has changed since."
    assert said[1].startswith("The proof holds: four.toml: 2 solutions; ")
