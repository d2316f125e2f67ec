"""Fetch what others wrote and the playground is made of: by npm, as the lock file says, with its checksums.

folder = fetched(Path("build/playground"))      # …/node_modules; fetched anew only where the lock file has changed
bundle(folder, "page.mjs")                      # one script of our modules and CodeMirror's, as text
licences(folder)                                # who wrote what, and under which licence
notices(licences(folder))                       # the same as a text, for a file beside the page

Nothing of it is committed. Python's packages come from where this Python has them: constraints.txt pins those.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from getallenband import durable
from getallenband.durable.errors import Error

HERE = Path(__file__).parent
LOCK = ("package.json", "package-lock.json")
DONE = "fetched-package-lock.json"
"""A copy of the lock file, made when all of it was fetched."""
TOOLS = ("esbuild", "@esbuild/", "@types/", "ws")
"""Packages that the build uses, or that Pyodide needs outside of pages: none of them is in the page."""
PYTHON_PACKAGES = ("lark", "platformdirs")
PYODIDE_SOURCE = "https://github.com/pyodide/pyodide"
PYODIDE = """\
The Mozilla Public License 2.0: https://www.mozilla.org/MPL/2.0/. The source is at {source}, version {version}.

Pyodide's files also hold:
- Emscripten's runtime (MIT or NCSA) and its C library musl (MIT)
- libffi (MIT), hiwire (MPL-2.0), zlib 1.3.1 (zlib licence, © Jean-loup Gailly and Mark Adler), bzip2 (bzip2-1.0.6)
- error-stack-parser and stackframe (MIT)"""


@dataclass(frozen=True, slots=True)
class Licence:
    """A package that is in the page, and the text of its licence, as far as it brings one."""

    package: str
    version: str
    name: str
    text: str


def fetched(folder: Path) -> Path:
    """Return the folder with the packages of npm, fetched if need be; raise Error where that cannot be done."""
    lock = (HERE / LOCK[-1]).read_bytes()
    if (folder / DONE).is_file() and (folder / DONE).read_bytes() == lock:
        return folder / "node_modules"
    if shutil.which("npm") is None:
        raise Error("the playground is made of packages that npm fetches, and npm is not installed")
    for name in LOCK:
        durable.write_below(folder, name, (HERE / name).read_bytes())
    command(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"], folder)
    durable.write(folder / DONE, lock)
    return folder / "node_modules"


def bundle(modules: Path, entry: str) -> str:
    """Return one script of a module of page/ and all that it imports."""
    tool = next(iter(sorted(modules.glob("@esbuild/*/bin/esbuild"))), modules / "esbuild/bin/esbuild")
    options = ["--bundle", "--minify", "--format=iife", "--target=es2022", "--legal-comments=none", "--charset=utf8"]
    return command([str(tool.resolve()), str(HERE / "page" / entry), *options], modules)


def snapshot(modules: Path, archive: bytes) -> bytes:
    """Return the memory of a Python that has loaded the driver from an archive: a page begins with it at once."""
    with TemporaryDirectory() as folder:
        packed, out = Path(folder) / "python.zip", Path(folder) / "snapshot"
        durable.write(packed, archive)
        command(["node", str(HERE / "snapshot.cjs"), str(packed), str(out)], modules)
        return out.read_bytes()


def command(arguments: list[str], folder: Path) -> str:
    """Run a command, which finds the packages in `folder`, and return what it prints; raise Error where it fails."""
    environment = {**os.environ, "NODE_PATH": str(folder.resolve())}
    done = subprocess.run(arguments, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Error(f"{' '.join(arguments[:2])} failed:\n{done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def licences(modules: Path) -> list[Licence]:
    """Return the licences of all packages that are in the page."""
    packages = json.loads((HERE / LOCK[-1]).read_text(encoding="utf-8"))["packages"]
    names = [path.removeprefix("node_modules/") for path in packages if path]
    of_npm = [npm_licence(modules / name) for name in names if not name.startswith(TOOLS)]
    return [*of_npm, python_licence(), *map(package_licence, map(distribution, PYTHON_PACKAGES))]


def notices(found: Iterable[Licence]) -> str:
    """Return a text with the licence of each package."""
    head = "The files in this folder hold code of these packages, beside Getallenband's own (MIT).\n"
    rule = "-" * 72
    parts = (f"\n{rule}\n{one.package} {one.version}: {one.name}\n{rule}\n\n{one.text.strip()}\n" for one in found)
    return head + "".join(parts)


def npm_licence(folder: Path) -> Licence:
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    text = next((path.read_text(encoding="utf-8") for path in sorted(folder.glob("LICEN[CS]E*"))), "")
    if about["name"] == "pyodide":
        text = PYODIDE.format(source=PYODIDE_SOURCE, version=about["version"])
    return Licence(about["name"], about["version"], about["license"], text)


def python_licence() -> Licence:
    """Return the licence of Python itself, which Pyodide holds with its standard library."""
    text = (
        "Copyright © 2001 Python Software Foundation; All Rights Reserved. The Python Software Foundation License "
        "Version 2: https://docs.python.org/3/license.html"
    )
    return Licence("CPython and its standard library", "3.13", "PSF-2.0", text)


def package_licence(found: Distribution) -> Licence:
    """Return the licence of an installed package of Python."""
    files = [file for file in found.files or () if file.name.startswith(("LICENSE", "LICENCE"))]
    text = Path(str(found.locate_file(files[0]))).read_text(encoding="utf-8") if files else ""
    about = found.metadata.json
    classified = [one.rpartition(":: ")[2] for one in about.get("classifier", ()) if one.startswith("License ::")]
    name = about.get("license_expression") or about.get("license") or ", ".join(classified)
    return Licence(found.name, found.version, str(name), text)
