"""The options of a run, defined once: the keywords of the library and the options of the command line.

    RunOptions(tape=Path("numbers.txt"), max_depth=1000)        # what is left out is up to the edition or the language
    from_texts({"tape": ("numbers.txt",), "max_depth": 1000})   # the same, as the command line has it

The command line makes an option of each field (getallenband/_options.py). An edition's runs.toml has its own reader, as
editions know nothing of engines; a test compares its budgets with these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypedDict, cast, get_type_hints

from getallenband.durable.visible import UNDECODED, shown
from getallenband.interpreters import ProbeRequest, SourceText, StopRequest
from getallenband.interpreters.source.diagnostics import UserError

MAIN_TAPE = "tape"
LARGEST = 2**62
LARGEST_MEMORY = 2**46
"""Bytes: no processor of today addresses more."""

Text = str | Path | SourceText
Tape = Text | Mapping[str, Text]
"""An input: a text, the path of a file, or several of them by name."""


class Option(NamedTuple):
    """How the command line takes an option: --FLAG METAVAR, where the flag is by default the field's name.

    `most`: the greatest number, for those that are whole numbers from 1 on.
    """

    metavar: str
    help: str
    flag: str = ""
    repeatable: bool = False
    most: int | None = None


class RunOptions(TypedDict, total=False):
    """How to run a program. `tape` is a text, a path, or several by name; probes are STATEMENT:VARIABLE by name.

    A stop is STATEMENT:N. Budgets are in statements, bytes of output and of memory, and nested calls.
    """

    language: Annotated[str | None, Option("L", "The language of FILE (default: by its extension, or by its text).")]
    arithmetic: Annotated[str | None, Option("A", "The machine whose arithmetic is used.")]
    tape: Annotated[Tape | None, Option("[NAME=]FILE", "An input; repeatable.", repeatable=True)]
    encoding: Annotated[str | None, Option("NAME", "The encoding of the program and its inputs, such as latin-1.")]
    settings: Annotated[
        Mapping[str, str] | None,
        Option(
            "NAME=VALUE", "Set a language option, such as undefined=zero (see `list`); repeatable.", "setting", True
        ),
    ]
    engine: Annotated[str | None, Option("E", "native or machine.")]
    max_statements: Annotated[int | None, Option("N", "Stop after this many statements, such as 1e6.", most=LARGEST)]
    max_output: Annotated[int | None, Option("BYTES", "Stop after this much output, such as 64k.", most=LARGEST)]
    max_memory: Annotated[int | None, Option("BYTES", "Memory of the program, such as 64Mi.", most=LARGEST_MEMORY)]
    max_depth: Annotated[int | None, Option("N", "Stop at this depth of nested calls.", most=LARGEST)]
    probes: Annotated[
        Mapping[str, str] | None,
        Option("NAME=STATEMENT:VARIABLE", "Histogram of a variable at a statement; repeatable.", "probe", True),
    ]
    stop: Annotated[str | None, Option("STATEMENT:N", "Stop before the N-th execution of the statement.", "stop-at")]
    stop_at_solution: Annotated[int | None, Option("N", "Stop after N solutions.", most=LARGEST)]


OPTIONS: Mapping[str, Option] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(RunOptions, include_extras=True).items()
}


def flag(name: str) -> str:
    """Return an option as the command line has it.

    >>> flag("settings"), flag("max_depth")
    ('--setting', '--max-depth')
    """
    return f"--{OPTIONS[name].flag or name}".replace("_", "-")


def from_texts(given: Mapping[str, Any]) -> RunOptions:
    """Return what the command line's texts mean; raise UserError for one that is not NAME=VALUE or names one twice."""
    options = {name: value for name, value in given.items() if value not in (None, ())}
    if "tape" in options:
        options["tape"] = tape_paths(options["tape"])
    for name in ("settings", "probes"):
        if name in options:
            options[name] = pairs(flag(name), OPTIONS[name].metavar, options[name])
    return cast(RunOptions, options)


def tape_paths(texts: Iterable[str]) -> dict[str, Path]:
    """Read inputs, [NAME=]FILE."""
    found: dict[str, Path] = {}
    for text in texts:
        name, sign, file = text.partition("=")
        if not sign:
            name, file = MAIN_TAPE, text
        if not name or not file:
            raise UserError(f"--tape {shown(text)}: expected [NAME=]FILE")
        if UNDECODED.search(name):
            raise UserError(f"--tape {shown(text)}: the name of the input is not in UTF-8")
        if name in found:
            raise UserError(f"--tape {shown(text)}: there are two inputs called {shown(name)}; say NAME=FILE")
        found[name] = Path(file)
    return found


def pairs(option: str, metavar: str, texts: Iterable[str]) -> dict[str, str]:
    """Read NAME=VALUE, by whatever word the option's help has for the value."""
    found = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name:
            raise UserError(f"{option} {text}: expected {metavar}")
        found[name] = value
    return found


def check(options: RunOptions) -> None:
    """Raise TypeError for an unknown keyword, as Python does, and UserError for a value of another kind or range."""
    if unknown := options.keys() - OPTIONS.keys():
        raise TypeError(f"run() got an unexpected keyword argument {min(unknown)!r}")
    for name, option in OPTIONS.items():
        value = options.get(name)
        if option.most is not None and value is not None and not (isinstance(value, int) and 1 <= value <= option.most):
            raise UserError(f"{name}: {value!r} is not a whole number from 1 to {option.most}")
        if name in ("settings", "probes") and not isinstance(value, Mapping | None):
            raise UserError(f"{name}: expected a dictionary, not {value!r}")
        if option.most is None and name not in ("settings", "probes", "tape") and not isinstance(value, str | None):
            raise UserError(f"{name}: expected a text, not {value!r}")
    for name, tape in tapes_of(options).items():
        if not isinstance(tape, str | Path | SourceText):
            raise UserError(f"the input {name}: expected a text, a Path, or a dictionary of them by name, not {tape!r}")


def tapes_of(options: RunOptions) -> Mapping[str, Text]:
    """Return the inputs by name."""
    tape = options.get("tape")
    if tape is None:
        return {}
    return tape if isinstance(tape, Mapping) else {MAIN_TAPE: tape}


def settings_of(options: RunOptions) -> dict[str, str]:
    """Return the settings of the language; a stop at a solution is one of them."""
    solution = options.get("stop_at_solution")
    stop = {} if solution is None else {"stop_at_solution": str(solution)}
    return {**(options.get("settings") or {}), **stop}


def probes_of(options: RunOptions) -> dict[str, ProbeRequest]:
    """Read probes: STATEMENT:VARIABLE by name; raise UserError for another form."""
    found = {}
    for name, text in (options.get("probes") or {}).items():
        statement, sign, variable = text.rpartition(":")
        if not sign or not statement or not variable:
            raise UserError(f"{flag('probes')} {name}={text}: expected NAME=STATEMENT:VARIABLE")
        found[name] = ProbeRequest(statement, variable)
    return found


def stop_of(options: RunOptions) -> StopRequest | None:
    """Read a stop: STATEMENT:N; raise UserError for another form."""
    text = options.get("stop")
    if not text:
        return None
    statement, _, times = text.rpartition(":")
    if not statement or not times.isdecimal() or int(times) < 1:
        raise UserError(f"{flag('stop')} {text}: expected STATEMENT:N, N at least 1")
    return StopRequest(statement, int(times))
