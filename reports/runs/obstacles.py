"""What stands between a run and its result: a text that is not here, one that is refused, a trap.

obstacle(found, found.run("scan"), Records())       # "mine/scan.transcription:20:17: …", or "" where there is none
"""

from __future__ import annotations

from getallenband.durable.errors import Error
from getallenband.interpreters import SourceText
from getallenband.interpreters.recognition import recognize
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.originals.edition import Edition
from getallenband.originals.placeholders import is_open
from getallenband.originals.runs import Run
from getallenband.reports.runs.hints import cure
from getallenband.reports.runs.job import RunJob
from getallenband.reports.runs.record import Ending
from getallenband.reports.runs.records import Records


def obstacle(found: Edition, run: Run, records: Records) -> str:
    """Say why a run has no result yet, as messages with their places; "" where it has one."""
    if not run.missing and is_open(run.language):
        return unknown_language(found, run)
    try:
        ending = records(found.name, run.name)["outcome"]
    except Error as error:
        return str(error)
    if ending["kind"] == "finished" or run.stop:
        return ""
    return said_of(ending, records.job(found.name, run.name))


def unknown_language(found: Edition, run: Run) -> str:
    """Say which language a text seems to be in, where the edition does not say it yet."""
    text = found.texts[run.text]
    file = f"{found.name}/{text.file}"
    where = f"write it into edition.toml, language of [texts.{text.name}]"
    try:
        likely = recognize(SourceText(file, run.reading)).language
    except UserError as error:
        return f"{error}; {where}"
    return f"{file}: this looks like {likely.title}: {likely.name}; {where}"


def said_of(ending: Ending, job: RunJob) -> str:
    """Say how a run ended, with the place and the line where it did, and what would have let it go on."""
    source = job.source
    message = f"{ending['kind']}: {ending['message']}"
    if ending["kind"] == "exhausted":
        message += "; the budget is in runs.toml"
    if ending["line"] is None:
        return f"{source.name}: {message}"
    name, line = source.origin(ending["line"])
    hint = cure(job, ending["kind"], ending["message"], ending["line"])
    return f"{name}:{line}:{ending['column']}: {message}\n    {line} | {source.line(ending['line'])}" + (
        f"\n  hint: {hint}" if hint else ""
    )
