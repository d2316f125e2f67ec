"""The stages from a text to what its run did, in order, and what a person sees who looks between two of them.

    text --read--> tree --lower--> IR --prepare--> simplified IR --run_lowered--> outcome

    outcome = run(source, "ecol", Request(tapes={"tape": SourceText("tape.txt", "21")}))
    print(shown("ir", source, "ecol", Request()))       # what a text is lowered to

A language without an IR has an evaluator of its own: its tree is run as it is.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

from getallenband.durable.names import unknown
from getallenband.interpreters.ir.host import Host
from getallenband.interpreters.ir.text import print_program
from getallenband.interpreters.language import Language, Lowered, checked_options, language
from getallenband.interpreters.outcome import Outcome
from getallenband.interpreters.request import Options, Request
from getallenband.interpreters.running.decks import run_lowered
from getallenband.interpreters.running.engines import prepare
from getallenband.interpreters.running.speculation import run_on_valid_assumptions, without_assumption
from getallenband.interpreters.source.diagnostics import UserError
from getallenband.interpreters.source.nesting import with_deep_stack
from getallenband.interpreters.source.position import SourceText
from getallenband.interpreters.source.tree import printed

SHOWN = ("tree", "ir", "llvm")
"""The stages whose result can be shown."""


def read(source: SourceText, name: str, options: Options | None = None) -> Any:
    """Parse a text; raise SourceError where it is wrong, KeyError for an unknown language."""
    lang = language(name)
    return parsed(lang, source, checked_options(lang, options or Options(lang.arithmetics[0])))


def parsed(lang: Language, source: SourceText, options: Options) -> Any:
    """Parse a text with options that are complete."""
    return with_deep_stack(source, lambda: lang.parse(source, options))


def lower(source: SourceText, name: str, options: Options | None = None) -> Lowered:
    """Parse, check and lower a text; raise SourceError where it is wrong."""
    lang = language(name)
    chosen = checked_options(lang, options or Options(lang.arithmetics[0]))
    if lang.lower is None:
        raise UserError(f"{lang.title} has its own evaluator, not the IR")
    translate = lang.lower
    return with_deep_stack(source, lambda: translate(lang.parse(source, chosen), source, chosen))


def run(source: SourceText, name: str, request: Request) -> Outcome:
    """Run a program to its end; raise SourceError for a wrong text, UserError for a wrong option or probe."""
    lang = language(name)
    request = replace(request, options=checked_options(lang, request.options))
    if lang.evaluate is not None:
        return lang.evaluate(parsed(lang, source, request.options), source, request)
    lowered = lower(source, name, replace(request.options, probes=request.probes))
    return run_lowered(source, lowered, request)


def page(source: SourceText, name: str, request: Request, failed_assumptions: int | None = None) -> dict[str, Any]:
    """Return a program as data for a page that runs it, without probes and stop; raise as `run` does.

    Where the first lowering rests on assumptions and it is not known from another run of these inputs how many of them
    fail (Outcome), the program is run to learn that.
    """
    bare = replace(request, options=checked_options(language(name), request.options), probes={}, stop=None)
    lowered = lower(source, name, bare.options)
    if failed_assumptions is None and lowered.fallback is not None:
        lowered, _, _, _ = run_on_valid_assumptions(lowered, source, bare)
    for _ in range(failed_assumptions or 0):
        lowered = without_assumption(lowered, source)
    data: dict[str, Any] = import_module("getallenband.interpreters.wasm.page").page_data(
        prepare(lowered, bare), lowered, bare
    )
    return data


def shown(stage: str, source: SourceText, name: str, request: Request) -> str:
    """Return what a stage makes, as text, of a deck that of each program; raise SourceError, UserError as `lower` does.

    "tree" is the syntax tree, "ir" what it is lowered to, "llvm" what the native engine compiles, with its checks and
    counts.
    """
    if stage not in SHOWN:
        raise UserError(f"--show: {unknown('stage', stage, SHOWN)}")
    options = checked_options(language(name), request.options)
    if stage == "tree":
        return printed(read(source, name, options)) + "\n"
    programs = lower(source, name, replace(options, probes=request.probes)).programs
    if stage == "ir":
        return "\n".join(print_program(lowered.program) for lowered in programs)
    return "\n".join(llvm(lowered, request) for lowered in programs)


def llvm(lowered: Lowered, request: Request) -> str:
    """Return what the native engine compiles of one program."""
    program = prepare(lowered, request)
    host = Host(program, request.limits, lambda: lowered.session(request.tapes))
    text: str = import_module("getallenband.interpreters.native").llvm_text(program, host)
    return text
