"""The manual gives a reason for each package that pyproject.toml names."""

from __future__ import annotations

import re
import tomllib

from tests import ROOT

NAME = re.compile(r"[\w-]+(\[\w+\])?")
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")


def listed(table: str) -> list[str]:
    """Return the packages in the rows of a section."""
    section = PAGE.partition(f"## {table}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in re.findall(r"^\| .*", section, re.MULTILINE)[1:]]
    cells = [row[0] if len(row) == 3 and not row[0].startswith("`") and row[0] else row[1] for row in rows]
    return [name for cell in cells for name in cell.split(", ") if name != "---"]


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = [NAME.match(text)[0] for text in project["dependencies"]]
    assert sorted(listed("Packages that are always installed")) == sorted(needed)
    extra = [NAME.match(text)[0] for texts in project["optional-dependencies"].values() for text in texts]
    assert sorted(listed("Packages for some uses")) == sorted(extra)


def pins(lock: str) -> dict[str, set[str]]:
    """Return the versions with their hashes of each package that a lock names."""
    found: dict[str, set[str]] = {}
    for text in re.split(r"\n(?=\w)", (ROOT / lock).read_text(encoding="utf-8")):
        if pin := re.match(r"([\w.-]+)==\S+", text):
            found.setdefault(pin[1], set()).update([pin[0], *re.findall(r"--hash=\S+", text)])
    return found


def test_what_reproducing_needs_is_the_same_with_developers_tools() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed, everything = pins("requirements.txt"), pins("constraints.txt")
    asked = [*project["dependencies"], *project["optional-dependencies"]["report"]]
    assert {NAME.match(text)[0] for text in asked} <= {*needed}
    assert all(any("--hash=" in each for each in versions) for versions in needed.values())
    assert {name: everything.get(name) for name in needed} == needed
    assert {"dask", "mypy", "playwright", "pytest", "ruff"} <= {*everything} - {*needed}
