"""What was counted, by level or in total: by a run, by a modern solver.

levels_of_record(record, {"probe": "attempts"})         == {1: 434, 2: 8556, …}
levels_of_record(record, {"count": "86"})               == {None: 2339}
levels_of_answer(answer, "nodes", shift=1, total=False) == {1: 138, 2: 2376, …}
"""

from __future__ import annotations

import re

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.modern.exact_cover import Answer
from getallenband.originals.edition import edition
from getallenband.originals.sources import Source
from getallenband.reports.checking.observers.counts import executions
from getallenband.reports.runs.record import RunRecord
from getallenband.reports.runs.records import Records

Levels = dict[int | None, int]
"""A quantity by level; a total is under None."""


def levels_of_record(record: RunRecord, source: Source) -> Levels:
    """Return what a run counted: the histogram of a probe, the count of statements, or of lines printed."""
    match dict(source):
        case {"probe": str(name), "minus": str(other)}:
            mine, less = levels_of_record(record, {"probe": name}), levels_of_record(record, {"probe": other})
            return {level: times - less.get(level, 0) for level, times in mine.items()}
        case {"probe": str(name)}:
            if name not in record["probes"]:
                raise UserError(f"the run has no probe {name!r}; it has: {', '.join(record['probes']) or 'none'}")
            return {int(value): times for value, times in record["probes"][name].items()}
        case {"probe_total": str(name)}:
            return {None: sum(levels_of_record(record, {"probe": name}).values())}
        case {"count": label}:
            return {None: executions(record["counts"], label)}
    return {None: sum(bool(re.search(source["lines"], line)) for line in record["output"].splitlines())}


def record_of(name: str, run: str, records: Records) -> RunRecord:
    """Return the record of a run (of this edition, or EDITION/RUN)."""
    other, _, run_name = run.rpartition("/")
    return records(other or name, edition(other or name).run(run_name).name)


def too_long(name: str, *runs: str) -> bool:
    """Tell whether one of these runs (of this edition, or EDITION/RUN; "" is none) takes minutes."""
    pairs = [(other or name, run) for other, _, run in (each.rpartition("/") for each in runs if each)]
    return any(edition(other).run(run).soak for other, run in pairs)


def levels_of_answer(answer: Answer, name: str, shift: int, total: bool, first: int = 1) -> Levels:
    """Return what a modern search counted, its levels numbered as the original's; those before the first are left out.

    A name like "chosen *" stands for the statistics "chosen 1", "chosen 2", …: their totals, by their number; "tests"
    for "tested 1", "tested 2", … together. "searches" is how often a level was entered: the first one once.
    """
    if name == "solutions":
        return {None: answer.solutions}
    if name.endswith(" *"):
        each = {int(key.split()[-1]): sum(times) for key, times in answer.counts.items() if key.startswith(name[:-1])}
        if each:
            return {value - shift: times for value, times in each.items()}
    tested = [times for key, times in answer.counts.items() if key.startswith("tested ")]
    table = {
        "nodes": answer.nodes,
        "placements": answer.nodes,
        "searches": (1, *answer.nodes[:-1]),
        "attempts": answer.attempts or (),
        **answer.counts,
        **({"tests": tuple(map(sum, zip(*tested, strict=True)))} if tested else {}),
    }
    if name not in table:
        raise UserError(f"the modern search does not count {name!r}; it counts: solutions, {', '.join(table)}")
    levels: Levels = {level - shift: times for level, times in enumerate(table[name], 1) if level - shift >= first}
    return {None: sum(levels.values())} if total else levels
