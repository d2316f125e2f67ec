"""Renew the checksums of an edition after its transcriptions or runs changed, and say what changed.

for line in seal(Path("mine")): print(line)

Sealed texts are cached for the user, so that changed lines can be shown.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from getallenband import durable
from getallenband.durable import toml
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.claims import AWAITING
from getallenband.originals.edition import edition
from getallenband.originals.files import checked_files, inside
from getallenband.originals.folders import MARK, folder_of
from getallenband.originals.lines import lines_of
from getallenband.originals.tables import read_table
from getallenband.originals.texts import AWAITED
from getallenband.reports.checking.check import all_verdicts
from getallenband.reports.runs.record import seal_of
from getallenband.reports.runs.records import Records
from getallenband.reports.scaffolding.changing import Files, changing

RUNS, CLAIMS = "runs.toml", "claims.toml"
CACHE = "sealed"
NOT_SEALED = "not sealed: "
"""What a line says of a claim that does not agree."""


def seal(name: str) -> Iterator[str]:
    """Write new checksums into edition.toml and runs.toml, first verdicts into claims.toml; yield what changed.

    All files are as they were before where the edition cannot be read with a new text.
    """
    with changing(folder_of(name)) as files:
        yield from seal_texts(files)
        yield from seal_runs(name, files)
        yield from seal_verdicts(name, files)


def seal_texts(files: Files) -> Iterator[str]:
    folder, path = files.folder, files.folder / MARK
    checked_files(folder)
    before = content = files.text(MARK)
    for _, entry in read_table(path).tables("texts"):
        file, recorded = entry.string("file"), entry.string("sha256")
        with entry.blamed("file"):
            there = inside(folder, file).is_file()
            if not there and (entry.string("obtain", "") or recorded.startswith(AWAITED)):
                continue
            if not there:
                raise UserError(f"{file!r} does not exist, or is not a file")
        text = durable.read(folder / file)
        found = sha256(text).hexdigest()
        if found != recorded:
            yield f"{file}: sha256 {recorded[:16]}… is now {found[:16]}…"
            yield from changed_lines(recorded, text.decode("utf-8", errors="replace"))
            content = replaced(content, recorded, found, path)
        keep(found, text)
    if content != before:
        files.write(MARK, content)


def seal_runs(name: str, files: Files) -> Iterator[str]:
    """Renew the seals that runs have; each is run unless its record is cached."""
    records = Records()
    for run in edition(name).runs.values():
        if run.seal and (found := seal_of(records(name, run.name))) != run.seal:
            yield f"run {run.name}: what came of it has the checksum {found}; sealed: {run.seal}"
            written = files.text(RUNS)
            files.write(RUNS, replaced(written, run.seal, found, files.folder / RUNS, run.name))


def seal_verdicts(name: str, files: Files) -> Iterator[str]:
    """Write the verdict of each claim that awaited evidence and agrees; one that is contradicted is for the editor."""
    waiting = [claim for claim in edition(name).claims if claim.verdict == AWAITING and claim.observe != "none"]
    for verdict in all_verdicts([name], only=[claim.identifier for claim in waiting]) if waiting else ():
        identifier, found = verdict["claim"], verdict["verdict"]
        if found in ("reproduced", "reproduced-after-emendation", "confirmed"):
            yield f"claim {identifier}: {AWAITING} is now {found}"
            written = files.text(CLAIMS)
            files.write(CLAIMS, with_verdict(written, identifier, found, files.folder / CLAIMS))
        elif found != AWAITING:
            yield f"claim {identifier}: {NOT_SEALED}{found}: {verdict['why']}"


def with_verdict(content: str, claim: str, found: str, path: Path) -> str:
    """Return claims.toml with another verdict of a claim that awaits evidence."""
    start = re.search(rf'^id = "{re.escape(claim)}"', content, re.MULTILINE)
    place = content.find(f'"{AWAITING}"', start.start() if start else len(content))
    if place < 0:
        raise UserError(
            f"{path}: the verdict of {claim} is not written as a plain string after its id; write {found} there"
        )
    return content[: place + 1] + found + content[place + 1 + len(AWAITING) :]


def replaced(content: str, old: str, new: str, path: Path, run: str = "") -> str:
    """Return a TOML file with one checksum in place of another, in the table of a run if one is named."""
    start = content.find(f"[runs.{run}]") if run else 0
    place = content.find(f'"{old}"', max(start, 0))
    if start < 0 or place < 0:
        raise UserError(f"{path}: the checksum {old} is not written as a plain string; write {new} there")
    changed = content[: place + 1] + new + content[place + 1 + len(old) :]
    toml.parse(changed)
    return changed


def changed_lines(recorded: str, text: str) -> Iterator[str]:
    """Yield the lines that differ from the text that was sealed, if that is cached."""
    folder = durable.cache_folder(CACHE) if re.fullmatch("[0-9a-f]{64}", recorded) else None  # else it may be a path
    before = None if folder is None else durable.read_cached(folder / recorded)
    if before is None:
        yield "  no copy of the text that was sealed is here: what changed in it cannot be shown"
        return
    sealed = before.decode("utf-8", errors="replace")
    lines = difflib.unified_diff(lines_of(sealed), lines_of(text), lineterm="", n=0)
    yield from (f"  {line}" for line in list(lines)[2:])


def keep(checksum: str, text: bytes) -> None:
    folder = durable.cache_folder(CACHE)
    if folder is not None and durable.read_cached(folder / checksum) is None:
        durable.keep(folder / checksum, text, "sealed texts are")
