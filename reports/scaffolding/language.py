"""Begin a language: a package that works when it is installed, to be changed into another language.

new_language(Path("tally"))      # the files written; pip install -e tally, then: getallenband cases tally

What is copied is small_language/, under the new name.
"""

from __future__ import annotations

import keyword
from importlib.util import find_spec
from pathlib import Path

from getallenband import durable
from getallenband.durable.installed import LANGUAGES
from getallenband.durable.visible import shown
from getallenband.interpreters.language import languages
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.scaffolding import small_language
from getallenband.reports.scaffolding.edition import check_free

COPIED = (".py", ".lark", ".case")
PACKAGE, NAME = small_language.__name__, small_language.LANGUAGE.name


def new_language(folder: Path) -> list[Path]:
    """Write a package with a language called as the folder; raise UserError if a file is in the way."""
    check_free(folder)
    name = folder.name
    check_name(folder)
    home = Path(small_language.__file__).parent
    sources = [path for path in sorted(home.rglob("*")) if path.suffix in COPIED]
    files = {"pyproject.toml": project_file(name).encode()}
    for path in sources:
        text = path.read_text(encoding="utf-8").replace(PACKAGE, name).replace(NAME, name)
        files[f"{name}/{path.relative_to(home)}"] = text.encode()
    durable.write_folder(folder, files)
    return [folder / name for name in files]


def check_name(folder: Path) -> None:
    """Raise UserError for what cannot be the name of a package, or is the name of another one."""
    name = folder.name
    if not (name.isascii() and name.isidentifier() and name == name.lower()) or keyword.iskeyword(name):
        raise UserError(
            f"{shown(folder)}: the name of a language is that of a Python package: small letters, digits and _,"
            " and no keyword of Python"
        )
    if name in languages():
        raise UserError(f"{shown(folder)}: there is a language {name!r}; choose another name")
    if find_spec(name) is not None:
        raise UserError(f"{shown(folder)}: there is a Python package {name!r}; choose another name")


def project_file(name: str) -> str:
    return f"""\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "0.1"
dependencies = ["getallenband"]

[project.entry-points."{LANGUAGES}"]
{name} = "{name}"

[tool.setuptools]
packages = ["{name}"]

[tool.setuptools.package-data]
{name} = ["*.lark", "cases/*.case"]
"""
