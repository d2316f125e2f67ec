"""What joins the parts of a site, and what its parts name."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from getallenband.reports.publishing.site import index
from tests import ROOT
from tests.reports.test_reports import DATA


def module(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_pages_of_a_site_lead_to_the_parts_that_are_there(tmp_path):
    join = module(ROOT / "docs" / "join.py").join
    (tmp_path / "index.html").write_text("<header>a</header><header>b</header>")
    join(tmp_path)
    assert (tmp_path / "index.html").read_text() == "<header>a</header><header>b</header>"
    (tmp_path / "manual").mkdir()
    (tmp_path / "manual" / "index.html").write_text("<header></header>")
    (tmp_path / "manual" / "lesson.html").write_text("<p>")
    (tmp_path / "playground.html").write_text("<p>")
    for _ in range(2):
        join(tmp_path)
    names = {"playground": "the playground", "manual/lesson": "for a class", "manual/index": "the manual"}
    joined = "".join(f'<a href="{path}.html">{name}</a>' for path, name in names.items())
    assert (tmp_path / "index.html").read_text() == f"<header>a{joined}</header><header>b</header>"
    assert (tmp_path / "manual" / "index.html").read_text() == "<header></header>"
    (tmp_path / "playground.html").unlink()
    join(tmp_path)
    left = joined.removeprefix('<a href="playground.html">the playground</a>')
    assert (tmp_path / "index.html").read_text() == f"<header>a{left}</header><header>b</header>"


def test_the_home_page_in_the_repository_leads_to_lesson_manual_and_playground(tmp_path):
    home = index([DATA], [])["index.html"]
    leads = re.findall(r'href="\.\./\.\./docs/([^"]*)"', home)
    assert leads == ["lesson.md", "README.md", "playground.md"]
    assert all((ROOT / "docs" / name).is_file() for name in leads)
    assert "../docs" not in index([DATA], [], manual=False)["index.html"], "a report elsewhere has no manual there"
    (tmp_path / "index.html").write_text(home)
    module(ROOT / "docs" / "join.py").join(tmp_path)
    assert "../docs" not in (tmp_path / "index.html").read_text(), "a site has a manual of its own"


def test_the_manual_of_a_site_has_the_licences_of_its_scripts(tmp_path, monkeypatch):
    join = module(ROOT / "docs" / "join.py")
    monkeypatch.setattr(join, "MANUAL", ("lark", "markdown-it-py"))  # Sphinx is installed for `make site` only
    (tmp_path / "manual" / "_static").mkdir(parents=True)
    join.join(tmp_path)
    text = (tmp_path / "manual" / "NOTICES.txt").read_text()
    assert re.findall(r"^(lark|markdown-it-py) [0-9.]+: MIT", text, re.MULTILINE) == ["lark", "markdown-it-py"]
    assert "Permission is hereby granted" in text


def test_every_page_of_the_manual_has_its_place_in_the_contents():
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = [line for block in re.findall(r"```\{toctree\}\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    pages = {path.stem for path in (ROOT / "docs").glob("*.md")} - {"index", "README"}
    assert sorted(pages) == sorted(line for line in listed if line and line[0] != ":" and "/" not in line)


def test_the_picture_of_the_readme_is_small():
    assert (ROOT / "docs" / "player.gif").stat().st_size < 1_000_000
