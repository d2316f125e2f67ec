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
the last line means that no new line follows it, \n is an empty line at the end, and \f, \r stand for themselves;
[ending] kind line:column message; [notes] line:column message; hint, a line each; [counts] label: times; [tree] the
printed syntax tree; [ir] the functions that it is lowered to; [error] the whole message of a text that is refused.
Tabulators in sources may be written as {\t}.
Both engines must give the same outcome.

    for case in case_files("ecol"):
        print(case.label, *faults(case))
        update(case)                        # writes what comes out into the file: read the diff
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import ndiff
from functools import cached_property
from pathlib import Path
from zlib import crc32

from getallenband import durable
from getallenband.interpreters import (
    ASSERTING,
    Limits,
    Options,
    Outcome,
    Request,
    SourceError,
    SourceText,
    language,
    lower,
    read,
    run,
    run_lowered,
)
from getallenband.interpreters.ir.ops import Trap
from getallenband.interpreters.ir.program import Block, Function
from getallenband.interpreters.ir.text import Places, function_lines, print_program
from getallenband.interpreters.ir.verify import verify
from getallenband.interpreters.language import Lowered, folder_of
from getallenband.interpreters.source.diagnostics import Diagnostic, UserError
from getallenband.interpreters.source.tree import printed
from getallenband.interpreters.testing.read_text import read_program
from getallenband.interpreters.transform.simplification import simplify

READ_BACK = 10
"""The printed IR of one case in ten is read back; random programs that have every operation are too."""
SECTION = re.compile(r"^\[(case|tape|options|output|ending|error|notes|counts|tree|ir)\b ?([^\]]*)\] ?(.*)$")
LIMITS = {"max_statements": "statements", "max_output": "output", "max_memory": "memory", "max_depth": "depth"}
EXPECTED = ("tree", "ir", "output", "ending", "error", "notes", "counts")
ENGINES = (ASSERTING, "native")


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

    @cached_property
    def label(self) -> str:
        """Name the case among all cases of all languages."""
        return f"{self.language}/{self.path.relative_to(folder_of_cases(self.language)).with_suffix('')}/{self.name}"


def folder_of_cases(name: str) -> Path:
    return folder_of(name) / "cases"


def case_files(name: str) -> list[Case]:
    """Read every case of a language."""
    return [case for path in sorted(folder_of_cases(name).rglob("*.case")) for case in read_cases(name, path)]


def read_cases(name: str, path: Path) -> list[Case]:
    """Read the cases of a file; raise UserError for a section that belongs to none, or an option that is no pair."""
    cases: list[Case] = []
    current: list[str] = []
    blocks: list[tuple[int, str, str, list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        match = SECTION.match(line)
        if match:
            current = [match[3]] if match[3] else []
            blocks.append((number, match[1], match[2], current))
        else:
            current.append(line)
    for number, kind, parameter, lines in blocks:
        text = "\n".join(lines).rstrip("\n")
        if kind == "case":
            reasons = []
            while lines and lines[0].startswith("# "):
                reasons.append(lines.pop(0)[2:])
            source = "\n".join(lines).rstrip("\n") + "\n"
            cases.append(Case(name, path, parameter, source.replace("{\\t}", "\t"), " ".join(reasons)))
        elif not cases:
            raise UserError(f"{path}:{number}: [{kind}] comes before any [case NAME]")
        elif kind == "tape":
            cases[-1].tapes[parameter or "tape"] = text + "\n"
        elif kind == "options":
            cases[-1].options.update(options_of(f"{path}:{number}", parameter))
        else:
            cases[-1].sections[kind] = text
    return cases


def options_of(place: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield the options of a section: NAME=VALUE, a limit's value a number."""
    for item in text.split():
        name, sign, value = item.partition("=")
        if not sign or (name in LIMITS and not value.isdecimal()):
            raise UserError(f"{place}: the option {item} is not NAME=VALUE, with a number as the value of a limit")
        yield name, value


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


# --- results -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a case on one engine: its sections, and the outcome unless the text was refused."""

    sections: dict[str, str]
    outcome: Outcome | None = None

    def same_as(self, other: Result) -> bool:
        """Tell whether two engines agree."""
        if self.outcome is None or other.outcome is None:
            return self.sections == other.sections
        return self.outcome.same_as(other.outcome)


def results(case: Case, engines: Sequence[str] = ENGINES) -> list[Result]:
    """Run a case on these engines, where its language has engines; its IR is checked and, being the same, made once."""
    source, request = source_of(case), request_of(case, "machine")
    try:
        if language(case.language).lower is None:
            return [result(case, run(source, case.language, request))]
        lowered = lower(source, case.language, request.options)
    except SourceError as error:
        return [Result({"error": str(error)})]
    check_program(lowered, read_back=crc32(case.label.encode()) % READ_BACK == 0)
    return [result(case, run_lowered(source, lowered, request_of(case, engine))) for engine in engines]


def result(case: Case, outcome: Outcome) -> Result:
    """Return what an outcome is in a case file; raise KeyboardInterrupt where the user stopped it, which none holds."""
    ending = outcome.ending
    if ending.kind == "interrupted":
        raise KeyboardInterrupt
    where = f" {ending.place.line}:{ending.place.column}" if ending.place else ""
    sections = {
        "output": shown_output(outcome.output),
        "ending": f"{ending.kind}{where} {ending.message}".rstrip(),
        "counts": "\n".join(f"{label}: {times}" for label, times in outcome.counts.items()),
    }
    if "notes" in case.sections:
        sections["notes"] = "\n".join(map(shown_note, notes_of(case, outcome)))
    if "tree" in case.sections:
        sections["tree"] = printed(read(source_of(case), case.language, request_of(case, "machine").options))
    if "ir" in case.sections:
        program = lower(source_of(case), case.language, request_of(case, "machine").options).program
        places = Places(program.places)
        sections["ir"] = "\n\n".join(
            "\n".join(function_lines(function, places)) for function in program.functions.values()
        )
    return Result(sections, outcome)


def notes_of(case: Case, outcome: Outcome) -> Iterator[Diagnostic]:
    """Yield the notes on the text of a case and on its run."""
    of_text = language(case.language).notes
    yield from of_text(source_of(case), request_of(case, "machine").options) if of_text else ()
    yield from outcome.notes


def shown_note(note: Diagnostic) -> str:
    """Write a note as a line of a section."""
    return f"{note.place.line}:{note.place.column} {'; '.join(filter(None, [note.message, note.hint]))}"


def shown_output(text: str) -> str:
    """Write printed text as a section has it."""
    text = text.replace("\f", "\\f").replace("\r", "\\r")
    body = text.rstrip("\n")
    if text and body == text:
        return text + "\\"
    return "\n".join([body] * bool(body) + ["\\n"] * (len(text) - len(body) - bool(body)))


# --- expected results ------------------------------------------------------------------------------------------


def faults(case: Case, engines: Sequence[str] = ENGINES) -> Iterator[str]:
    """Run a case; say where it differs from its sections, where engines disagree, what is no valid IR."""
    found = results(case, engines)
    wanted = {kind: case.sections[kind] for kind in EXPECTED if kind in case.sections}
    if not wanted:
        yield "expects nothing: say what should come out, or have it written by --update"
    if not found[0].same_as(found[-1]):
        yield f"the engines disagree:\n{difference(text_of(found[0].sections), text_of(found[-1].sections))}"
    kinds = list(wanted) + ["error"] * ("error" in found[0].sections and "error" not in wanted)
    came = {kind: found[0].sections.get(kind, "") for kind in kinds}
    if wanted and came != wanted:
        yield f"another outcome:\n{difference(text_of(wanted), text_of(came))}"


def difference(expected: str, actual: str) -> str:
    """Show the lines that differ, - as expected and + as found, among those that do not."""
    return "".join(ndiff(expected.splitlines(keepends=True), actual.splitlines(keepends=True)))


def check_program(lowered: Lowered, *, read_back: bool = True) -> None:
    """Check a program's IR: it is valid, before and after simplification; its text reads back equal.

    Most of a short program is its language's runtime: functions that earlier cases had are not checked again.
    """
    functions = {name: if_new(function, lowered) for name, function in lowered.program.functions.items()}
    program = replace(lowered.program, functions=functions)
    verify(program, lowered.library)
    assert not read_back or read_program(print_program(program)) == program
    verify(simplify(program), lowered.library)


SEEN: set[object] = set()
"""The functions that cases had: as text, or by what tells one form of a routine from another."""


def if_new(function: Function, lowered: Lowered) -> Function:
    """Return a function that no earlier case had, or else only its head."""
    places = Places(lowered.program.places)
    routine = (function.name, *function.registers, *function.blocks)
    form = routine if function.routine else "\n".join(function_lines(function, places))
    if form not in SEEN:
        SEEN.add(form)
        return function
    blocks = {function.entry: Block([Trap("seen before")])}
    return replace(function, registers=[], blocks=blocks, landings={})


def update(case: Case) -> None:
    """Write what comes out of a case into its file, in place of what was expected."""
    sections = results(case)[0].sections
    expected = [kind for kind in EXPECTED if kind in case.sections]
    kinds = ["error"] if "error" in sections else [kind for kind in expected if kind != "error"] or ["output", "ending"]
    if "error" not in sections and "ending" not in kinds:
        kinds.append("ending")
    text = case.path.read_text(encoding="utf-8")
    start = text.index(f"[case {case.name}]\n")
    following = text.find("\n[case ", start)
    block = text[start:] if following < 0 else text[start : following + 1]
    unchanged, keep = [], True
    for line in block.rstrip("\n").split("\n"):
        match = SECTION.match(line)
        if match:
            keep = match[1] not in EXPECTED
        if keep:
            unchanged.append(line)
    fresh = "\n".join(unchanged).rstrip("\n") + "\n" + text_of({kind: sections[kind] for kind in kinds})
    durable.write(case.path, text.replace(block, fresh + ("\n" if following >= 0 else ""), 1))


def text_of(sections: dict[str, str]) -> str:
    """Write sections as a case file has them."""
    return "".join(section_text(kind, text) for kind, text in sections.items())


def section_text(kind: str, text: str) -> str:
    """Write one section."""
    if kind == "ending":
        return f"[ending] {text}\n"
    return f"[{kind}]\n{text}\n" if text else f"[{kind}]\n"
