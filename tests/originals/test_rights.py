"""Licence and rights are said once, in originals/rights.py: whatever else says them says the same."""

from __future__ import annotations

import tomllib

import pytest
import yaml

from getallenband.originals import rights
from getallenband.originals.edition import edition, edition_at, editions
from getallenband.originals.errors import EditionError
from tests import ROOT
from tests.originals.test_witnesses import EDITION, FILES

IN_COPYRIGHT = "http://rightsstatements.org/vocab/InC/1.0/"


def test_the_metadata_of_the_package_name_both():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["license"] == rights.EXPRESSION
    assert project["license-files"] == ["LICENSE", "LICENSE-TEXTS"]
    assert not any(each.startswith("License ::") for each in project["classifiers"])


def test_the_files_of_the_project_say_the_same():
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["license"] == rights.LICENCE
    texts = (ROOT / "LICENSE-TEXTS").read_text(encoding="utf-8")
    assert f"    {rights.STATEMENTS[IN_COPYRIGHT]}\n    {IN_COPYRIGHT}\n" in texts
    for page in ("README.md", "docs/dependencies.md"):
        said = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        assert "[MIT licence](" in said
        assert "LICENSE-TEXTS)" in said


@pytest.mark.parametrize("name", editions())
def test_each_of_our_editions_gives_the_statement_and_says_nothing_else_elsewhere(name):
    found = edition(name)
    assert found.rights_statement == IN_COPYRIGHT
    assert found.added == rights.ADDED
    assert "not reproduced here" in found.rights
    about = (found.folder / "README.md").read_text(encoding="utf-8")
    assert not any(word in about.lower() for word in ("rights", "licence", "license"))


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (IN_COPYRIGHT, "In Copyright"),
        ("http://rightsstatements.org/vocab/UND/1.0/", "Copyright Undetermined"),
        ("https://creativecommons.org/licenses/by/4.0/", "https://creativecommons.org/licenses/by/4.0/"),
    ],
)
def test_an_edition_may_give_a_statement_in_general_use(tmp_path, address, name):
    found = edition_at(folder_with(tmp_path, f'rights = "R"\nrights_statement = "{address}"'))
    assert (found.rights_statement, rights.statement_name(address), found.added) == (address, name, "")


@pytest.mark.parametrize("wrong", ["In Copyright", "http://rightsstatements.org/vocab/Inc/1.0/", "javascript:alert(1)"])
def test_another_statement_is_refused_with_its_place(tmp_path, wrong):
    folder = folder_with(tmp_path, f'rights = "R"\nrights_statement = "{wrong}"')
    with pytest.raises(EditionError, match=r'edition.toml:10:1: .*"rights_statement" must be http://rightsstatements'):
        edition_at(folder)


def folder_with(parent, rights):
    """Return the folder of an edition with these rights."""
    folder = parent / "mine"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_text(content)
    (folder / "edition.toml").write_text(EDITION.replace('rights = "R"', rights))
    return folder
