"""getallenband cases: run the cases of a language on every engine."""

from __future__ import annotations

import click

from getallenband._complete import languages
from getallenband._verb import Verb, as_json, say, say_json


@click.command(cls=Verb)
@click.argument("language", metavar="LANGUAGE", shell_complete=languages)
@click.option("--update", is_flag=True, help="Write the actual results into the case files; review the diff.")
@as_json
def command(language: str, update: bool, json: bool) -> None:
    """Run the cases of a language on every engine that it has; exit code 1 if one fails."""
    from getallenband.interpreters.testing import cases
    from getallenband.reports.runs.job import find_language

    name = find_language(language).name
    if update:
        for case in cases.case_files(name):
            cases.update(case)
    found = {case.label: list(cases.faults(case)) for case in cases.case_files(name)}
    wrong = {label: faults for label, faults in found.items() if faults}
    if json:
        say_json({"cases": len(found), "faults": wrong})
    else:
        for label, faults in wrong.items():
            say(f"{label}: {'; '.join(faults)}\n")
        say(f"{language}: {len(found)} cases, {f'{len(wrong)} not' if wrong else 'all'} as expected\n")
    raise SystemExit(1 if wrong else 0)
