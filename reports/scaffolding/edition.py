"""Begin an edition: from listings to a folder that can be checked at once, each file with what to do next.

new_edition(Path("mine"), [Path("queens.a60")])      # the files written

The programs are run once. What they print is taken for what the document prints, until the editor puts that in its
place: the first claim compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path

import durable
from durable.visible import shown
from interpreters.outcome import Outcome
from interpreters.source.diagnostics import UserError
from originals.folders import NAME, OF_THE_REPORT, TAKEN, exists
from originals.variants import quoted
from reports.runs.job import RunJob, apply_options, file_job, read_tapes
from reports.runs.options import RunOptions, tape_paths
from reports.runs.run import perform
from reports.scaffolding.seal import keep

STATEMENTS = 1_000_000_000
"""The budget of the first run, in which an endless program ends."""
WITNESSES = {
    "tape": "where this input was read",
    "table": "what the program printed here; put in its place what the document prints",
}
SHOWN = 100_000
"""Characters of output that are taken for the document's; a program that prints more has no first claim."""


def new_edition(folder: Path, programs: Sequence[Path], language: str = "", tapes: Sequence[str] = ()) -> list[Path]:
    """Write an edition of these programs and return its files; raise UserError if a file is in the way."""
    check_free(folder)
    if folder.name.casefold() in OF_THE_REPORT:
        raise UserError(f"{shown(folder)}: {folder.name!r} is {TAKEN}; expected another one")
    if not NAME.fullmatch(folder.name) or exists(folder.name):
        raise UserError(f"{shown(folder)}: an edition's name has letters, digits, _ and -, and no other edition has it")
    names = unique_names(programs)
    files: dict[str, bytes] = {f"{name}.transcription": durable.read(path) for name, path in names.items()}
    read = {
        name: text for name, (text, _) in read_tapes(tape_paths(tapes), "utf-8").items()
    }  # as files of an edition are
    options = RunOptions(language=language, tape=read, max_statements=STATEMENTS)
    jobs = {name: apply_options(file_job(str(path), language, "utf-8"), options) for name, path in names.items()}
    inputs = named_apart({name: f"input-{plain(name)}".strip("-") for name in read}, names)
    files |= {f"{inputs[name]}.transcription": text.text.encode() for name, text in read.items()}
    outcomes = {name: perform(job) for name, job in jobs.items()}
    claims = {name: f"{name}-prints" for name, outcome in outcomes.items() if claimed(outcome)}
    printed = named_apart(claims, [*names, *inputs.values()])
    files |= {f"{text}.transcription": outcomes[name].output.encode() for name, text in printed.items()}
    files["edition.toml"] = edition_file(
        folder.name, jobs, dict.fromkeys(inputs.values(), "tape") | dict.fromkeys(printed.values(), "table"), files
    ).encode()
    files["runs.toml"] = runs_file(jobs, outcomes, inputs).encode()
    files["claims.toml"] = claims_file(printed).encode()
    files["emendations.toml"] = EMENDATIONS.encode()
    if printed:
        files["story.md"] = story_file(next(iter(names)), next(iter(jobs.values()))).encode()
    for name, content in files.items():
        if name.endswith(".transcription"):
            keep(sha256(content).hexdigest(), content)
    durable.write_folder(folder, files)
    return [folder / name for name in files]


def check_free(path: Path) -> None:
    """Raise UserError where something is already."""
    if path.is_symlink() or (path.exists() and not (path.is_dir() and not any(path.iterdir()))):
        raise UserError(f"{shown(path)}: is there already; nothing is overwritten")


def unique_names(programs: Sequence[Path]) -> dict[str, Path]:
    """Return the programs by names for texts and runs; raise UserError for two of one name."""
    found: dict[str, Path] = {}
    for path in programs:
        name = plain(path.stem) or "program"
        if name in found:
            raise UserError(f"{shown(path)}: would be called {name!r} as {shown(found[name])} is; rename one")
        found[name] = path
    return found


def named_apart(wanted: Mapping[str, str], taken: Iterable[str]) -> dict[str, str]:
    """Return these names for texts, with a number from 2 on where another text has the name."""
    found: dict[str, str] = {}
    for key, name in wanted.items():
        others = {*taken, *found.values()}
        tries = (name if number == 1 else f"{name}-{number}" for number in count(1))
        found[key] = next(each for each in tries if each not in others)
    return found


def plain(text: str) -> str:
    """Return the characters of a text that names of an edition may have, shortened to leave room for a suffix."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text)[:80].strip("-").lower()


def claimed(outcome: Outcome) -> bool:
    """Tell whether the output can be the first claim."""
    return outcome.ending.kind == "finished" and bool(outcome.output.strip()) and len(outcome.output) <= SHOWN


def edition_file(name: str, jobs: Mapping[str, RunJob], others: Mapping[str, str], files: Mapping[str, bytes]) -> str:
    texts = [
        f"""
[texts.{program}]
role = "program"
language = {quoted(job.language)}
arithmetic = {quoted(job.request.options.arithmetic)}
file = "{program}.transcription"
sha256 = "{sha256(files[f"{program}.transcription"]).hexdigest()}"
witness = "where this text was read: page, scan, card deck"
"""
        for program, job in jobs.items()
    ]
    texts += [
        f"""
[texts.{text}]
role = "{role}"
file = "{text}.transcription"
sha256 = "{sha256(files[f"{text}.transcription"]).hexdigest()}"
witness = "{WITNESSES[role]}"
"""
        for text, role in others.items()
    ]
    return f"""\
# Next: say what the document is. After a change of a transcription: getallenband seal {name}
[edition]
name = {quoted(name)}
title = "the title of the document"
author = "its author"
year = 1970
source = "where it was published"
machine = "the machine that the program ran on"
rights = "who may copy it"

[[witness]]
sigil = "copy"
title = "the copy that was read"
origin = "unknown"
scan = "unknown"
reader = "unknown"
pages = "unknown"
""" + "".join(texts)


def runs_file(jobs: Mapping[str, RunJob], outcomes: Mapping[str, Outcome], inputs: Mapping[str, str]) -> str:
    parts = ["# Next: a run for each way in which the document ran the program: other inputs, settings, a stop.\n"]
    for name, job in jobs.items():
        settings = ", ".join(f"{key} = {quoted(value)}" for key, value in job.request.options.settings.items())
        tapes = ", ".join(f"{key_of(name)} = {quoted(text)}" for name, text in inputs.items())
        ending = outcomes[name].ending
        how = "to its end" if ending.kind == "finished" else f"which ends so: {ending.kind}: {ending.message}"
        parts.append(f'[runs.{name}]\ntext = "{name}"\nabout = {quoted(f"The program as transcribed, {how}.")}\n')
        parts.append(f"settings = {{ {settings} }}\n" if settings else "")
        parts.append(f"inputs = {{ {tapes} }}\n" if tapes else "")
        parts.append(f"budget = {{ statements = {STATEMENTS} }}\n\n")
    return "".join(parts).rstrip("\n") + "\n"


def key_of(name: str) -> str:
    """Write a key of TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def claims_file(printed: Mapping[str, str]) -> str:
    """Write a claim for each program whose output is a text of the edition, by the program's name."""
    head = (
        "# Next: a claim for each figure that the document prints; the manual's page on editions lists the observers.\n"
    )
    example = f"""
# [[claim]]
# id = "solutions"
# quotation = "there are 92 solutions"
# place = "page 1"
# about = "The program prints {{this.published}} solutions."
# published = "92"
# run = "{next(iter(printed), "main")}"
# observe = "count"
# with = {{ statement = "12" }}
# verdict = "reproduced"
# why = "The statement prints a solution."
"""
    claims = [
        f"""
[[claim]]
id = "{name}-output"
quotation = "what the document prints"
place = "page 1"
about = "The program prints what the document shows."
published = {{ text = "{text}" }}
run = "{name}"
observe = "output"
with = {{ spacing = "ignored" }}
verdict = "reproduced"
why = "Each line is the same, but for blanks."
"""
        for name, text in printed.items()
    ]
    return head + "".join(claims) + example


def story_file(name: str, job: RunJob) -> str:
    return f"""\
<!-- Next: tell who wrote the program, on what machine, what was wrong with the text, and what came out. -->
The program is written in {job.language}. It executes {{run:{name}.statements}} statements.
"""


EMENDATIONS = """\
# Next: where the transcription has an error, leave it as it is, and say here what should stand there.
#
# [[emendation]]
# id = "step"
# text = "main"                  # a name of edition.toml
# line = 17                      # of the transcription
# old = "i := step"              # must be found once from there on
# new = "i := 1 step"
# cause = "printing"             # author, printing, copy, undecided, omission
# certainty = "probable"         # of the cause: certain, probable, possible
# need = "certain"               # that the text must be changed here
# reason = "The loop has no first value."
"""
