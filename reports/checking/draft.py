"""What is left to do in an edition that is not finished: texts to correct or supply, verdicts to accept, placeholders.

for step in steps(edition("mine"), verdicts): print(step)
is_draft(edition("mine"), verdicts)         # its page then says so
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getallenband.durable.errors import Error
from getallenband.durable.names import shown
from getallenband.originals.claims import AWAITING
from getallenband.originals.edition import Edition, edition, editions
from getallenband.originals.errors import TextNotHere
from getallenband.originals.folders import HOME
from getallenband.originals.placeholders import STARTED
from getallenband.originals.runs import Run
from getallenband.originals.tables import display_path, read_text
from getallenband.originals.variants import quoted
from getallenband.reports.checking.check import Verdict, observed_otherwise
from getallenband.reports.checking.how_reached import runs_of
from getallenband.reports.runs.records import Records


def steps(found: Edition, verdicts: Sequence[Verdict]) -> list[str]:
    """Return what to do next, the most urgent first; each text may have several lines."""
    waiting = [line for verdict in verdicts if verdict["verdict"] == AWAITING for line in verdict["why"].split("\n\n")]
    judged = [to_accept(found, each) for each in verdicts if each["expected_verdict"] == AWAITING != each["verdict"]]
    return [*dict.fromkeys(waiting), *judged, *to_expect(found, verdicts), *placeholders(found), *story(found)]


def left_to_do(names: Sequence[str], verdicts: Sequence[Verdict]) -> list[str]:
    """Return the steps of these editions, or of all, where their verdicts are known."""
    found = [edition(name) for name in names or editions()]
    return [step for each in found for step in steps(each, [row for row in verdicts if row["edition"] == each.name])]


def to_accept(found: Edition, verdict: Verdict) -> str:
    """Say what to do with the first verdict of a claim that awaited evidence."""
    name = f"claim {verdict['claim']}: {verdict['verdict']}"
    if verdict["verdict"] == "contradicted":
        what = "correct what was read wrongly, or write verdict, slip and observed into claims.toml"
        return f"{name}{both_values(verdict)}: {verdict['why'].rstrip('.')}; {what}"
    return f"{name}: if you agree, getallenband seal {target(found)} writes that into claims.toml"


def both_values(verdict: Verdict) -> str:
    """Return a published figure beside the observation; of a text the reason says where it differs."""
    if not isinstance(verdict["published"], str):
        return ""
    derived = f", derived {shown(verdict['derived']['value'])}" if verdict["derived"] else ""
    return f" (published {verdict['published']}{derived}, observed {shown(verdict['observed'])})"


def to_expect(found: Edition, verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Say which claims have another observation than expected, with the line that would expect it."""
    claims = {claim.identifier: claim for claim in found.claims}
    for verdict in verdicts:
        name, pin = verdict["claim"], verdict["pin"]
        if pin is not None and observed_otherwise(claims[name], pin):
            why = "another observation than expected; if it is right, write into claims.toml"
            yield f"claim {name}: {why}: observed = {quoted(pin)}"


def placeholders(found: Edition) -> Iterator[str]:
    """Say which placeholders are left."""
    if left := found.unfilled:
        noun = "placeholder is" if len(left) == 1 else "placeholders are"
        yield f"{len(left)} {noun} left, in angle brackets: {', '.join(left)}"


def story(found: Edition) -> Iterator[str]:
    """Say that nobody has written the edition's story."""
    path = found.folder / "story.md"
    if not found.story:
        yield f"{display_path(path)}: the page has no story; write one"
    elif read_text(path).startswith(STARTED):
        yield f"{display_path(path)}: write the story in place of the first version, without its line <!-- … -->"


def not_searched(names: Sequence[str]) -> Iterator[str]:
    """Say what is unknown of the documents of these editions, or of all, without a record of a search.

    Of one whose edition.toml has placeholders nothing is said yet: the file shows how to write the record.
    """
    for found in map(edition, names or editions()):
        described = not any(key.startswith(("edition.", "witness.")) for key in found.unfilled)
        if found.unknown and described and not found.searches:
            told = "no [[search]] in edition.toml says where you looked (docs/editions.md)"
            yield f"note: {target(found)}: {', '.join(found.unknown)}: unknown, but {told}"


def is_draft(found: Edition, verdicts: Sequence[Verdict]) -> bool:
    """Tell whether anything of an edition is still to be filled in, supplied or judged."""
    return bool(found.unfilled) or any(AWAITING in (each["verdict"], each["expected_verdict"]) for each in verdicts)


def refused(found: Edition, runs: Sequence[Run], records: Records) -> dict[str, str]:
    """Return which of these runs cannot be made yet, and why; raise the reason where no claim awaits it."""
    awaited = {run for claim in found.claims if claim.verdict == AWAITING for run in runs_of(claim)}
    not_made: dict[str, str] = {}
    for run in runs:
        try:
            records(found.name, run.name)
        except TextNotHere as error:
            not_made[run.name] = str(error)
        except Error as error:
            if run.name not in awaited:
                raise
            not_made[run.name] = str(error)
    return not_made


def target(found: Edition) -> str:
    """Return how a command names the edition."""
    return found.name if found.folder.parent == HOME else display_path(found.folder)
