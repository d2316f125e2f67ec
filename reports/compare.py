"""Set the originals beside modern solvers: counts and node statistics, level by level, equal or not.

for comparison in compared("debruijn1972_pentomino", Records(), Witness()):
comparison["title"], comparison["rows"][0]["original"], comparison["equal"]
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from modern.answer import Answer
from originals.edition import edition, editions
from reports.observers.count import executions
from reports.records import Record, Records
from reports.shown import Comparison, Program, Quantity, Source, read_shown
from reports.witness import Witness

TODAY = ("auto", "dancing_links")
"""The modern solvers in the table of programs: the fastest one here, and Knuth's, the usual yardstick."""

Levels = dict[int | None, int]
"""A quantity by level; a total stands under None."""


def all_compared(
    names: Sequence[str], records: Records, witness: Witness, *, soak: bool = False
) -> list[dict[str, Any]]:
    """Compare these editions, or all; a wrong name is an EditionError before anything runs."""
    chosen = [edition(name).name for name in names or editions()]
    return [comparison for name in chosen for comparison in compared(name, records, witness, soak=soak)]


def compared(
    name: str, records: Records, witness: Witness, *, soak: bool = False, only: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    """Make an edition's comparisons (or only some); raise ValueError, naming the one, for what is not there."""
    found = edition(name)
    for comparison in read_shown(found.folder).comparisons:
        if (only and comparison.identifier not in only) or (not soak and found.run(comparison.run).soak):
            continue
        try:
            yield one_comparison(name, comparison, records, witness)
        except (ValueError, KeyError) as error:
            raise ValueError(f"{name}: comparison {comparison.identifier}: {error}") from error


def one_comparison(name: str, comparison: Comparison, records: Records, witness: Witness) -> dict[str, Any]:
    """Make one comparison."""
    record = records(name, edition(name).run(comparison.run).name)
    other: Answer | Record
    if comparison.beside:
        edition_name, _, run = comparison.beside.rpartition("/")
        other = records(edition_name or name, edition(edition_name or name).run(run).name)
    else:
        other = witness(comparison.puzzle, comparison.order, comparison.algorithm, comparison.limit)
    rows = [row for quantity in comparison.quantities for row in compared_rows(comparison, quantity, record, other)]
    return {
        "edition": name,
        "comparison": comparison.identifier,
        "title": comparison.title,
        "run": comparison.run,
        "axis": comparison.axis,
        "puzzle": comparison.puzzle or None,
        "algorithm": comparison.algorithm if comparison.puzzle else None,
        "order": comparison.order or None,
        "beside": comparison.beside or None,
        "rows": rows,
        "equal": all(row["equal"] or row["differs"] for row in rows),
    }


def compared_rows(
    comparison: Comparison, quantity: Quantity, record: Record, other: Answer | Record
) -> Iterator[dict[str, Any]]:
    """Yield one row a level, or one for a total."""
    mine = measured(record, quantity.original)
    if isinstance(other, Answer):
        theirs = answered(other, str(quantity.other), comparison.shift, None in mine, 0 if 0 in mine else 1)
    else:
        theirs = measured(other, quantity.other if isinstance(quantity.other, Mapping) else quantity.original)
    for level in sorted(
        mine.keys() | {level for level, times in theirs.items() if times},
        key=lambda level: -1 if level is None else level,
    ):
        pair = mine.get(level, 0), theirs.get(level, 0)
        yield {
            "quantity": quantity.name,
            "level": level,
            "original": pair[0],
            "modern": pair[1],
            "equal": pair[0] == pair[1],
            "differs": quantity.differs or None,
        }


def measured(record: Record, source: Source) -> Levels:
    """Return what a run counted: the histogram of a probe, the count of statements, or of lines printed."""
    match dict(source):
        case {"probe": str(name), "minus": str(other)}:
            mine, less = measured(record, {"probe": name}), measured(record, {"probe": other})
            return {level: times - less.get(level, 0) for level, times in mine.items()}
        case {"probe": str(name)}:
            if name not in record["probes"]:
                raise ValueError(f"the run has no probe {name!r}; it has: {', '.join(record['probes']) or 'none'}")
            return {int(value): times for value, times in record["probes"][name].items()}
        case {"probe_total": str(name)}:
            return {None: sum(measured(record, {"probe": name}).values())}
        case {"count": label}:
            return {None: executions(record["counts"], label)}
        case {"lines": str(pattern)}:
            return {None: sum(bool(re.search(pattern, line)) for line in record["output"].splitlines())}
    raise ValueError(f"{dict(source)} is no source; expected probe, probe_total, count or lines")


def answered(answer: Answer, name: str, shift: int, total: bool, first: int = 1) -> Levels:
    """Return what a modern search counted, its levels numbered as the original's; those before the first are left out.

    A name like "chosen *" stands for the statistics "chosen 1", "chosen 2", …: their totals, by their number.
    """
    if name == "solutions":
        return {None: answer.solutions}
    if name.endswith(" *"):
        each = {int(key.split()[-1]): sum(times) for key, times in answer.counts.items() if key.startswith(name[:-1])}
        return {value - shift: times for value, times in each.items()}
    table = {"nodes": answer.nodes, "placements": answer.nodes, "attempts": answer.attempts or (), **answer.counts}
    if name not in table:
        raise ValueError(f"the modern search does not count {name!r}; it counts: solutions, {', '.join(table)}")
    levels: Levels = {level - shift: times for level, times in enumerate(table[name], 1) if level - shift >= first}
    return {None: sum(levels.values())} if total else levels


def programs(names: Sequence[str], records: Records, witness: Witness, *, soak: bool = False) -> list[dict[str, Any]]:
    """Return the historical programs of these editions (or all) with their work and times, and today's solvers.

    Oldest first, puzzle by puzzle. Programs whose run is too long for every day are there only with `soak`.
    """
    found = [entry for name in names or editions() for entry in edition_programs(name, records, witness, soak=soak)]
    puzzles = dict.fromkeys(entry["puzzle"] for entry in found)
    found += [one_solver(puzzle, algorithm, witness) for puzzle in puzzles for algorithm in TODAY]
    return sorted(found, key=lambda entry: (entry["puzzle"], entry["year"] or math.inf, entry["name"]))


def edition_programs(name: str, records: Records, witness: Witness, *, soak: bool = False) -> list[dict[str, Any]]:
    """Return an edition's programs with their work and their times, as its report.toml lists them."""
    known = edition(name)
    return [
        one_program(name, program, records) | {"title": witness.puzzle(program.puzzle).title}
        for program in read_shown(known.folder).programs
        if soak or not known.run(program.run).soak
    ]


def one_solver(puzzle: str, algorithm: str, witness: Witness) -> dict[str, Any]:
    """Return a modern solver as a line of the table of programs."""
    result = witness.result(puzzle, algorithm)
    return {
        "edition": None,
        "name": f"{result.algorithm} (modern)",
        "year": None,
        "machine": "this one",
        "language": "Python, compiled by numba",
        "puzzle": puzzle,
        "run": None,
        "attempts": None,
        "placements": sum(result.nodes) or None,
        "solutions": result.solutions_up_to_symmetry,
        "then": "",
        "seconds": round(result.seconds, 6),
        "title": witness.puzzle(puzzle).title,
    }


def one_program(name: str, program: Program, records: Records) -> dict[str, Any]:
    """Return one program with its work: attempts, placements, solutions; None for what it does not tell."""
    record = records(name, edition(name).run(program.run).name)

    def total(source: Source) -> int | None:
        return sum(measured(record, source).values()) if source else None

    return {
        "edition": name,
        "name": program.name,
        "year": program.year,
        "machine": program.machine,
        "language": program.language,
        "puzzle": program.puzzle,
        "run": program.run,
        "attempts": total(program.attempts),
        "placements": total(program.placements),
        "solutions": total(program.solutions),
        "then": program.then,
        "seconds": record["seconds"]["run"],
    }


def comparisons_and_programs(names: Sequence[str], *, soak: bool = False) -> dict[str, Any]:
    """Return the comparisons and the programs of these editions, or of all; JSON."""
    records, witness = Records(), Witness()
    return {
        "comparisons": all_compared(names, records, witness, soak=soak),
        "programs": programs(names, records, witness, soak=soak),
    }
