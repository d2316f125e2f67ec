"""Names that a shell completes: editions, runs, claims, puzzles, languages.

@click.argument("puzzle", shell_complete=puzzles)
"""

from __future__ import annotations

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem, get_completion_class

from getallenband.durable.names import unknown

VARIABLE = "_GETALLENBAND_COMPLETE"
"""In which a shell asks for completions."""
SHELLS = ("bash", "zsh", "fish")


def check_asked(wish: str, application: click.Command) -> None:
    """Raise UsageError for what no shell asks: click fails over it, or says nothing."""
    kinds = {f"{shell}_{what}": shell for shell in SHELLS for what in ("source", "complete")}
    if wish not in kinds:
        raise click.UsageError(f"{VARIABLE}: {unknown('completion', wish, kinds)}")
    if wish.endswith("_complete") and (kind := get_completion_class(kinds[wish])):
        try:
            kind(application, {}, "getallenband", VARIABLE).get_completion_args()
        except (LookupError, ValueError):
            raise click.UsageError(f"{VARIABLE}={wish}: COMP_WORDS and COMP_CWORD are not a shell's") from None


def completed(names: Iterable[str], incomplete: str, *, files: bool) -> list[CompletionItem]:
    """Return the names that go on like this; without one, and where a path may stand, let the shell look for files."""
    found = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return found or ([CompletionItem(incomplete, type="file")] if files else [])


def editions(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from getallenband.originals.folders import names

    return completed(names(), incomplete, files=True)


def runs(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete EDITION and EDITION/RUN."""
    from getallenband.reports.publishing.inventory import inventory

    known = inventory()["editions"]
    names = [f"{entry['name']}/{run['name']}" for entry in known for run in entry["runs"]]
    return completed(names if "/" in incomplete else [entry["name"] for entry in known], incomplete, files=True)


def claims(context: click.Context, option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete editions, and after one its claims."""
    from getallenband.originals import folders
    from getallenband.originals.edition import edition

    given: tuple[str, ...] = context.params.get("names") or ()
    if not given or given[0] not in folders.names():
        return editions(context, option, incomplete)
    names = [claim.identifier for claim in edition(given[0]).claims]
    return completed([*names, *folders.names()], incomplete, files=False)


def puzzles(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from getallenband.reports.publishing.inventory import inventory

    return completed([entry["name"] for entry in inventory()["puzzles"]], incomplete, files=True)


def languages(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from getallenband.reports.publishing.inventory import inventory

    return completed([entry["name"] for entry in inventory()["languages"]], incomplete, files=False)


def atlas_rows(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from getallenband.modern.puzzle_files.atlas import atlas

    return completed(atlas(), incomplete, files=False)
