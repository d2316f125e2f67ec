"""Editions for programs and notebooks: runs, claims and their verdicts.

>>> pentomino = edition("debruijn1972_pentomino")
>>> pentomino.year, "first24" in pentomino.runs
(1972, True)
>>> pentomino
<edition debruijn1972_pentomino: ... runs, ... claims>
>>> print(pentomino.run("first24").output.splitlines()[-1])
    24:   2   6  22  25  48  10  20  41  17  60  32
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from getallenband.originals import edition as loader
from getallenband.originals.claims import Claim
from getallenband.originals.folders import open_one
from getallenband.originals.runs import Run
from getallenband.originals.searches import known
from getallenband.reports.api.errors import public
from getallenband.reports.api.running import Result, performed
from getallenband.reports.checking.check import Verdict, all_verdicts
from getallenband.reports.publishing.layout import shorten
from getallenband.reports.publishing.show import apparatus_text, reading_text
from getallenband.reports.publishing.tables import verdict_table
from getallenband.reports.runs.job import run_job


class Verdicts(tuple[Verdict, ...]):
    """The verdicts of claims: a table when printed or shown in a notebook, mappings one by one."""

    __slots__ = ()

    @property
    def changed(self) -> bool:
        """Whether a verdict or an observation is not the expected one."""
        return any(verdict["changed"] for verdict in self)

    @property
    def kinds(self) -> dict[str, int]:
        """How many verdicts there are of each kind."""
        return dict(Counter(verdict["verdict"] for verdict in self))

    def __str__(self) -> str:
        return verdict_table(self)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{key}</th>" for key in ("claim", "published", "observed", "verdict"))
        cells = [(each["claim"], each["published"], each["observed"], each["verdict"]) for each in self]
        rows = ["".join(f"<td>{escape(shorten(cell))}</td>" for cell in row) for row in cells]
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


@dataclass(frozen=True, repr=False)
class Edition:
    """A critical edition of a document's programs."""

    data: loader.Edition

    @property
    def name(self) -> str:
        """The name by which the command line knows it: that of its folder."""
        return self.data.name

    @property
    def title(self) -> str:
        """The document's title, in its language."""
        return self.data.title

    @property
    def author(self) -> str:
        """Who wrote the document."""
        return self.data.author

    @property
    def year(self) -> int:
        """The year of the document, or the editor's estimate of it."""
        return self.data.year

    @property
    def runs(self) -> Mapping[str, Run]:
        """The named runs; `reading` of one is the program as emended."""
        return self.data.runs

    @property
    def claims(self) -> Mapping[str, Claim]:
        """What the author published, by the claims' identifiers."""
        return {claim.identifier: claim for claim in self.data.claims}

    @property
    def reading(self) -> str:
        """The programs as emended."""
        return reading_text(self.name)

    @property
    def apparatus(self) -> str:
        """Every change of the texts, old beside new."""
        return apparatus_text(self.name)

    @public
    def run(self, name: str = "") -> Result:
        """Make a run, by default the first; raise Error for an unknown name."""
        return performed(run_job(self.name, name))

    @public
    def check(self, *claims: str, soak: bool = False) -> Verdicts:
        """Compare claims, by default all, with what the programs do; results are cached. `soak`: long runs too."""
        return Verdicts(all_verdicts([self.name], soak=soak or bool(claims), only=claims))

    def __repr__(self) -> str:
        return f"<edition {self.name}: {len(self.runs)} runs, {len(self.claims)} claims>"

    def _repr_html_(self) -> str:
        runs = "".join(f"<li>{escape(name)}: {escape(run.about)}</li>" for name, run in self.runs.items())
        author = escape(known(self.author, "an unknown author"))
        return f"<p><b>{escape(self.title)}</b> ({author}, {self.data.dated})</p><ul>{runs}</ul>"


@public
def edition(name: str | Path) -> Edition:
    """Return an edition by its name or by the path of its folder; raise Error where there is none, or it is wrong."""
    return Edition(loader.edition(open_one(str(name))))


def editions() -> tuple[str, ...]:
    """Return the names of the editions: ours and those of installed packages."""
    return loader.editions()
