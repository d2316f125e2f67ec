"""The files of a new edition, each beginning with what to do next; what only its reader can know is a placeholder.

edition_file("queens1967", jobs, inputs, evidence, checksums)       # the text of edition.toml
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from getallenband.interpreters.language import languages
from getallenband.originals.placeholders import STARTED
from getallenband.originals.texts import AWAITED
from getallenband.originals.variants import quoted
from getallenband.reports.runs.job import RunJob, find_language
from getallenband.reports.scaffolding.figures import Figure, figure_claim

STATEMENTS, OUTPUT = 1_000_000_000, 1_000_000
"""The budget of a run, in which an endless program ends within seconds, also one that prints."""


@dataclass(frozen=True)
class Evidence:
    """What the document prints of a program: the name of its text, the text, and figures.

    The text is "" until it is supplied; its name is "" where figures are all that the document prints.
    """

    program: str
    text: str
    printed: str
    figures: Sequence[Figure] = ()

    @property
    def first_line(self) -> str:
        """Return the first line that is printed, without blanks around it, or a placeholder."""
        return next((line.strip() for line in self.printed.splitlines() if line.strip()), "<a line that it prints>")


def edition_file(
    name: str,
    jobs: Mapping[str, RunJob | None],
    inputs: Iterable[str],
    evidence: Iterable[Evidence],
    checksums: Mapping[str, str],
) -> str:
    texts = [program_entry(program, job, checksums[program]) for program, job in jobs.items()]
    texts += [text_entry(text, "tape", checksums[text]) for text in inputs]
    texts += [text_entry(each.text, "table", checksums.get(each.text, "")) for each in evidence if each.text]
    year = year_of(name)
    return f"""\
# Next: fill in the placeholders in angle brackets; write "unknown" for what nobody knows.
# A transcription stays exactly as in its source. If you copied it wrongly, correct it and run: getallenband seal {name}
[edition]
name = {quoted(name)}
title = "<the title of the document>"
author = "<its author>"
year = {year or '"<the year>"'}
source = "<where it was published>"
machine = "<the machine that the program ran on>"
rights = "<who may copy it>"
# editor = "your name"                  # whom the TEI file names as editor and publisher

[[witness]]
sigil = "copy"
title = "<the copy that was read: a print, a scan, a card deck>"
origin = "unknown"
scan = "unknown"
reader = "unknown"
pages = "unknown"

# Look for what is unknown, and write where you looked, one table for each search:
# [[search]]
# where = "<the address of a library, an archive or the page itself>"
# when = "<the day, such as 2026-11-28>"
# words = ["<what you asked for>"]
# result = "<what you saw, and how much of it>"
""" + "".join(texts)


def year_of(name: str) -> str:
    """Return the year in an edition's name, "" if there is none."""
    found = re.search(r"(1[89]|20)\d\d", name)
    return found[0] if found else ""


def program_entry(name: str, job: RunJob | None, checksum: str) -> str:
    known = f"<one of {', '.join(languages())}>"
    arithmetic = f"arithmetic = {quoted(job.request.options.arithmetic)}\n" if job else ""
    return f"""
[texts.{name}]
role = "program"
language = {quoted(job.language if job else known)}
{arithmetic}file = "{name}.transcription"
sha256 = "{checksum}"
witness = "<the pages on which it stands>"
# obtain = "a library, an address"      # if the text may not be copied: pages omit it, and others supply their own copy
"""


def text_entry(name: str, role: str, checksum: str) -> str:
    return f"""
[texts.{name}]
role = "{role}"
file = "{name}.transcription"
sha256 = "{checksum or f"{AWAITED}: {name}"}"
witness = "<the page on which it stands>"
"""


def runs_file(jobs: Mapping[str, RunJob | None], inputs: Mapping[str, str]) -> str:
    tapes = ", ".join(f"{key_of(name)} = {quoted(text)}" for name, text in inputs.items())
    parts = ["# Next: add a run for each way in which the document runs the program: other inputs, settings, a stop.\n"]
    for name, job in jobs.items():
        chosen = job.request.options.settings if job else {}
        settings = ", ".join(f"{key} = {quoted(value)}" for key, value in chosen.items())
        parts.append(f'[runs.{name}]\ntext = "{name}"\nabout = "The whole program."\n')
        parts.append(f"settings = {{ {settings} }}\n" if settings else "")
        parts.append(f"inputs = {{ {tapes} }}\n" if tapes else "")
        parts.append(f"budget = {{ statements = {STATEMENTS}, output = {OUTPUT} }}   # output in bytes\n\n")
    return "".join(parts).rstrip("\n") + "\n"


def key_of(name: str) -> str:
    """Write a key of TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def claims_file(evidence: Sequence[Evidence]) -> str:
    """Write the claims of each program: that it prints what the document shows, and its figures."""
    head = "# Next: add a claim for each figure in the document; docs/observers.md lists all observers.\n"
    example = f"""
# [[claim]]
# id = "solutions"
# quotation = "there are 92 solutions"
# place = "page 1"
# about = "The program prints {{this.published}} solutions."
# published = "92"
# run = "{evidence[0].program}"
# observe = "count"
# with = {{ statement = "12" }}
# verdict = "awaiting-evidence"
# why = "The statement prints a solution."
"""
    claims = [output_claim(each) for each in evidence if each.text]
    claims += [
        figure_claim(figure, each.program, number)
        for each in evidence
        for number, figure in enumerate(each.figures, start=1)
    ]
    return head + "".join(claims) + example


def output_claim(evidence: Evidence) -> str:
    return f"""
[[claim]]
id = "{evidence.program}-output"
quotation = {quoted(evidence.first_line)}
place = "<the page>"
about = "The program prints what the document shows."
published = {{ text = "{evidence.text}" }}
run = "{evidence.program}"
observe = "output"
with = {{ spacing = "ignored" }}             # "removed" ignores all blanks; compare = "numbers" the layout
verdict = "awaiting-evidence"               # getallenband seal writes the one observed
why = "Compared line by line; the number of blanks between two words is ignored."
"""


def to_do_file(name: str, steps: Iterable[str] = ("The programs have not been run yet.",)) -> str:
    """Write what was left to do at the beginning; indented, since messages point at columns."""
    listed = "\n\n".join("\n".join(f"    {line}" for line in step.splitlines()) for step in steps)
    return f"""\
# To do

This was left to do when the edition was started; `getallenband check {name}` shows what is left now.
You may delete this file.

{listed}
"""


def story_file(jobs: Mapping[str, RunJob | None]) -> str:
    name, job = next(iter(jobs.items()))
    language = f"The program is written in {find_language(job.language).title}. " if job else ""
    return f"""\
{STARTED} write who made the program, for which machine, what was wrong with the text, and what the result is. -->
{language}It executes {{run:{name}.statements}} statements.
"""


def emendations_file(text: str) -> str:
    return f"""\
# Next: leave errors in the transcription as they are, and write each correction here. Or correct a copy of the
# transcription and run: getallenband collate {text}.transcription corrected --append
#
# [[emendation]]
# id = "step"
# text = "{text}"
# line = 17                      # of the transcription
# old = "i := step"              # must occur exactly once, beginning in this line
# new = "i := 1 step"
# cause = "copy"                 # author, printing, copy, undecided, omission
# certainty = "probable"         # of the cause: certain, probable, possible
# need = "certain"               # that a change is needed here
# reason = "The loop has no first value."
"""
