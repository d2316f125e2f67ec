"""Read what somebody has of a document: a listing, an input, what it prints. A picture of a text is refused.

text, notes = read_listing(Path("scan.f"), encoding="")
"""

from __future__ import annotations

from pathlib import Path

from getallenband import durable
from getallenband.durable.visible import shown
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.runs.files import read_noted

OCR = "read it with a program for that, such as: tesseract PICTURE text"
PICTURES = {
    b"%PDF": ("a PDF", f"take its text out with: pdftotext -layout FILE.pdf; if that is empty, {OCR}"),
    b"\x89PNG": ("a picture (PNG)", OCR),
    b"\xff\xd8\xff": ("a picture (JPEG)", OCR),
    b"GIF8": ("a picture (GIF)", OCR),
    b"II*\0": ("a picture (TIFF)", OCR),
    b"MM\0*": ("a picture (TIFF)", OCR),
    b"RIFF": ("a picture (WebP)", OCR),
    b"AT&TFORM": ("a DjVu file", f"take its text out with: djvutxt FILE.djvu; if that is empty, {OCR}"),
    b"PK\x03\x04": ("a packed file (ZIP, Word, EPUB …)", "save what it holds as plain text"),
    b"\x1f\x8b": ("a packed file (gzip)", "unpack it first: gunzip FILE.gz"),
}
"""How files begin that are no texts: what each is, and how to get a text from it."""


def read_listing(path: Path, encoding: str) -> tuple[str, tuple[str, ...]]:
    """Return a text, with notes on how it was read.

    Raise UserError for a file that is no text or is empty, SourceError for one in another encoding.
    """
    if str(path) != "-":
        refuse_pictures(path)
    source, notes = read_noted(path, encoding=encoding)
    if not source.text.strip():
        raise UserError(f"{shown(path)}: is empty; expected a text")
    return source.text, notes


def refuse_pictures(path: Path) -> None:
    """Raise UserError for a picture of a text, saying how to get the text."""
    if not path.is_file():
        return
    with durable.naming(path), path.open("rb") as file:
        start = file.read(8)
    for beginning, (kind, how) in PICTURES.items():
        if start.startswith(beginning):
            raise UserError(f"{shown(path)}: is {kind}, and not a text: {how}")
