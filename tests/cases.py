r"""Cases as text: a program, what it is given, what comes out.

    [case subscript_too_large]
    # RIJ: a subscript outside the bounds is a run error
    START
    RIJ (1:3) r
    r (4) := 1
    KLAAR
    [options max_statements=100]
    [ending] trap 3:1 subscript 4 of r is outside its bounds 1:3

A case file holds any number of cases. Sections: [tape] or [tape NAME]; [options NAME=VALUE …] (arithmetic,
max_statements, max_output, max_memory, max_depth, else a setting of the language); [output], where \ at the end of
the last line means that no new line follows it, and \f, \r stand for themselves; [ending] kind line:column message;
[counts] label: times; [tree] the printed syntax tree; [error] the whole message of a text that is refused. Tabulators
in sources may be written as {\t}. Both engines must give the same outcome. `pytest --update` writes what comes out
into the file: read the diff.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from interpreters import Limits, Options, Outcome, Request, SourceError, SourceText, language, lower, read, run
from interpreters.ir.read_text import read_program
from interpreters.ir.text import print_program
from interpreters.ir.verify import verify
from interpreters.source.tree import printed
from interpreters.transform.block_merging import merge_blocks
from interpreters.transform.definite_assignment import drop_definite_checks
from interpreters.transform.unreachable import remove_unreachable

ROOT = Path(__file__).resolve().parent.parent
SECTION = re.compile(r"^\[(case|tape|options|output|ending|error|counts|tree)\b ?([^\]]*)\] ?(.*)$")
LIMITS = {"max_statements": "statements", "max_output": "output", "max_memory": "memory", "max_depth": "depth"}
EXPECTED = ("tree", "output", "ending", "error", "counts")
ENGINES = ("machine", "native")


@dataclass
class Case:
    """One case: where it stands, its source, and its sections by name."""

    language: str
    path: Path
    name: str
    source: str
    reason: str = ""
    options: dict[str, str] = field(default_factory=dict)
    tapes: dict[str, str] = field(default_factory=dict)
    sections: dict[str, str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What pytest calls the case."""
        folder = ROOT / "interpreters" / "languages" / self.language / "cases"
        return f"{self.language}/{self.path.relative_to(folder).with_suffix('')}/{self.name}"


def case_files(name: str) -> list[Case]:
    """Read every case of a language."""
    folder = ROOT / "interpreters" / "languages" / name / "cases"
    return [case for path in sorted(folder.rglob("*.case")) for case in read_cases(name, path)]


def read_cases(name: str, path: Path) -> list[Case]:
    """Read the cases of a file."""
    cases: list[Case] = []
    current: list[str] = []
    blocks: list[tuple[str, str, list[str]]] = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        match = SECTION.match(line)
        if match:
            current = [match[3]] if match[3] else []
            blocks.append((match[1], match[2], current))
        else:
            current.append(line)
    for kind, parameter, lines in blocks:
        text = "\n".join(lines).rstrip("\n")
        if kind == "case":
            reasons = []
            while lines and lines[0].startswith("# "):
                reasons.append(lines.pop(0)[2:])
            source = "\n".join(lines).rstrip("\n") + "\n"
            cases.append(Case(name, path, parameter, source.replace("{\\t}", "\t"), " ".join(reasons)))
        elif kind == "tape":
            cases[-1].tapes[parameter or "tape"] = text + "\n"
        elif kind == "options":
            cases[-1].options.update(item.split("=", 1) for item in parameter.split())
        else:
            cases[-1].sections[kind] = text
    return cases


def request_of(case: Case, engine: str) -> Request:
    """Make the request that a case describes."""
    settings = {key: value for key, value in case.options.items() if key not in LIMITS and key != "arithmetic"}
    limits = {LIMITS[key]: int(value) for key, value in case.options.items() if key in LIMITS}
    arithmetic = case.options.get("arithmetic", language(case.language).arithmetics[0])
    tapes = {key: SourceText(f"{key}.txt", text) for key, text in case.tapes.items()}
    limits.setdefault("statements", 20_000_000)
    return Request(Options(arithmetic, settings), tapes, Limits(**limits), engine)


def source_of(case: Case) -> SourceText:
    """Return the case's program, named case with its language's extension."""
    return SourceText(f"case{language(case.language).extensions[0]}", case.source)


def outcome_of(case: Case, engine: str) -> dict[str, str] | tuple[dict[str, str], Outcome]:
    """Run a case and write what came out in the form of its sections."""
    try:
        outcome = run(source_of(case), case.language, request_of(case, engine))
    except SourceError as error:
        return {"error": str(error)}
    ending = outcome.ending
    where = f" {ending.place.line}:{ending.place.column}" if ending.place else ""
    shown = {
        "output": shown_output(outcome.output),
        "ending": f"{ending.kind}{where} {ending.message}".rstrip(),
        "counts": "\n".join(f"{label}: {times}" for label, times in outcome.counts.items()),
    }
    if "tree" in case.sections:
        shown["tree"] = printed(read(source_of(case), case.language, request_of(case, engine).options))
    return shown, outcome


def check_program(case: Case) -> None:
    """Lower a case: the IR is valid, before and after the changes that a run makes, and reads back equal."""
    if language(case.language).lower is None:
        return
    try:
        lowered = lower(source_of(case), case.language, request_of(case, "machine").options)
    except SourceError:
        return
    verify(lowered.program, lowered.library)
    assert read_program(print_program(lowered.program)) == lowered.program
    verify(drop_definite_checks(merge_blocks(remove_unreachable(lowered.program))), lowered.library)


def shown_output(text: str) -> str:
    """Write printed text as a section has it."""
    text = text.replace("\f", "\\f").replace("\r", "\\r")
    return text.rstrip("\n") if text.endswith("\n") or not text else text + "\\"


def check_case(case: Case, update: bool) -> None:
    """Run a case on every engine its language has; compare with its sections and between engines."""
    engines = ENGINES if language(case.language).lower else ("machine",)
    results = [outcome_of(case, engine) for engine in engines]
    shown = [result[0] if isinstance(result, tuple) else result for result in results]
    assert shown[0] == shown[-1], "the engines disagree"
    outcomes = [result[1] for result in results if isinstance(result, tuple)]
    if len(outcomes) == 2:
        assert outcomes[0].same_as(outcomes[1]), "the engines disagree"
    wanted = [kind for kind in EXPECTED if kind in case.sections]
    check_program(case)
    if update:
        write_back(case, shown[0], wanted)
        return
    assert wanted, "the case expects nothing: run pytest --update and read the diff"
    assert {kind: shown[0].get(kind) for kind in wanted} == {kind: case.sections[kind] for kind in wanted}
    assert ("error" in shown[0]) == ("error" in wanted), shown[0]


def write_back(case: Case, shown: dict[str, str], wanted: list[str]) -> None:
    """Put what came out into the case's file."""
    kinds = ["error"] if "error" in shown else [k for k in wanted if k != "error"] or ["output", "ending"]
    if "error" not in shown and "ending" not in kinds:
        kinds.append("ending")
    sections = "".join(section_text(kind, shown[kind]) for kind in kinds)
    text = case.path.read_text(encoding="utf-8")
    head = f"[case {case.name}]\n"
    start = text.index(head)
    following = text.find("\n[case ", start)
    block = text[start:] if following < 0 else text[start : following + 1]
    kept, keep = [], True
    for line in block.rstrip("\n").split("\n"):
        match = SECTION.match(line)
        if match:
            keep = match[1] not in EXPECTED
        if keep:
            kept.append(line)
    fresh = "\n".join(kept).rstrip("\n") + "\n" + sections + ("\n" if following >= 0 else "")
    case.path.write_text(text.replace(block, fresh, 1), encoding="utf-8")


def section_text(kind: str, text: str) -> str:
    """Write one section."""
    if kind == "ending":
        return f"[ending] {text}\n"
    return f"[{kind}]\n{text}\n" if text else f"[{kind}]\n"
