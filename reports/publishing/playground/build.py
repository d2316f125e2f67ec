"""Write the playground into a folder: playground.html, its script, and the interpreters with Python itself.

    build(Path("site"))         # playground.html, playground/page.js, playground/runtime.js, playground/NOTICES.txt

A page that is opened from disk may fetch nothing and start no worker from a file: all that the worker needs is in
runtime.js, as text, and the page makes the worker of it. So it is the same from disk and from any host.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from getallenband import durable
from getallenband.reports.publishing.playground.content import content
from getallenband.reports.publishing.playground.packages import (
    PYTHON_PACKAGES,
    bundle,
    fetched,
    licences,
    notices,
    snapshot,
)
from getallenband.reports.publishing.site import page

HOME = Path(durable.__file__).parents[1]
ROOT = HOME.parent
CACHE = ROOT / "build" / "playground"
PYODIDE = ("pyodide.asm.js", "pyodide.asm.wasm", "pyodide.js", "pyodide-lock.json", "python_stdlib.zip")
OURS = ("durable", "interpreters", "originals", "modern", "reports")
"""Of originals and modern the driver's imports need the first lines only; their data stay out."""
LEFT_OUT = ("interpreters/native/", "interpreters/testing/", "interpreters/highlighting/", "/cases/")
OF_REPORTS = (
    "reports/__init__.py",
    "reports/runs/",
    "reports/publishing/__init__.py",
    "reports/publishing/playground/",
)
ALWAYS_THE_SAME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive: the same sources make the same page."""


def build(out: Path, cache: Path = CACHE) -> None:
    """Write the page beside those of the report, whose player runs what reads several tapes.

    Raise Error where packages cannot be fetched, OSError where nothing can be written.
    """
    modules = fetched(cache)
    files = {f"pyodide/{name}": (modules / "pyodide" / name).read_bytes() for name in PYODIDE}
    files["python.zip"] = archive()
    files["snapshot"] = snapshot(modules, files["python.zip"])
    files["worker.js"] = bundle(modules, "worker.mjs").encode()
    durable.write_below(out, "playground/runtime.js", embedded(files))
    durable.write_below(out, "playground/page.js", bundle(modules, "page.mjs"))
    bundled = licences(modules)
    durable.write_below(out, "playground/NOTICES.txt", notices(bundled))
    html = page("playground.html", "html", offered=content(), licences=bundled)
    durable.write_below(out, "playground.html", html)


def embedded(files: dict[str, bytes]) -> str:
    """Return a script that holds files: packed with deflate, in base64."""
    lines = ["globalThis.RUNTIME = {};"]
    for name, content_ in files.items():
        lines.append(f"RUNTIME[{json.dumps(name)}] = {json.dumps(b64encode(deflated(content_)).decode())};")
    return "\n".join(lines) + "\n"


def deflated(content_: bytes) -> bytes:
    """Pack bytes as the browser's DecompressionStream("deflate-raw") unpacks them."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(content_) + packer.flush()


def archive() -> bytes:
    """Return the sources that run in the page, and the packages that they import, as a zip; it is packed later."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as packed:
        for name, path in sorted(sources()):
            packed.writestr(zipfile.ZipInfo(name, ALWAYS_THE_SAME), path.read_bytes())
    return buffer.getvalue()


def sources() -> Iterator[tuple[str, Path]]:
    """Yield name and path of every file of Python that runs in the page."""
    yield "getallenband/__init__.py", HOME / "__init__.py"
    for package in OURS:
        for path in (HOME / package).rglob("*"):
            name = path.relative_to(HOME).as_posix()
            if path.suffix in (".py", ".lark", ".toml", ".txt") and taken(name):
                yield f"getallenband/{name}", path
    for package in PYTHON_PACKAGES:
        for file in distribution(package).files or ():
            if file.suffix in (".py", ".lark") and not file.name.startswith("__pyinstaller"):
                yield file.as_posix(), Path(str(file.locate()))


def taken(name: str) -> bool:
    """Tell whether a file of ours runs in the page."""
    if name.startswith("originals/"):
        return name.count("/") == 1 and name.endswith(".py")
    if name.startswith("modern/"):
        return name == "modern/__init__.py"
    if name.startswith("reports/"):
        return name.startswith(OF_REPORTS) and name.endswith(".py")
    return not any(part in name for part in LEFT_OUT)
