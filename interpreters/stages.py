"""The stages between a text and its run, as text: what a person looks at who changes one of them.

print(stage("tree", source, "ecol", Request()))      # the syntax tree
print(stage("ir", source, "ecol", Request()))        # what it is lowered to
print(stage("llvm", source, "ecol", Request()))      # what the native engine compiles, with its checks and counts
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

from durable.names import unknown
from interpreters.ir.host import Host
from interpreters.ir.text import print_program
from interpreters.language import Lowered, Request, checked_options, language
from interpreters.running import lower, prepare, read
from interpreters.source.diagnostics import UserError
from interpreters.source.position import SourceText
from interpreters.source.tree import printed

STAGES = ("tree", "ir", "llvm")


def stage(name: str, source: SourceText, language_name: str, request: Request) -> str:
    """Return the text of a stage, of a deck that of each program; raise SourceError, UserError as `lower` does."""
    if name not in STAGES:
        raise UserError(f"--show: {unknown('stage', name, STAGES)}")
    options = checked_options(language(language_name), request.options)
    if name == "tree":
        return printed(read(source, language_name, options)) + "\n"
    first = lower(source, language_name, replace(options, probes=request.probes))
    if name == "ir":
        return "\n".join(print_program(lowered.program) for lowered in first.programs)
    return "\n".join(llvm(lowered, request) for lowered in first.programs)


def llvm(lowered: Lowered, request: Request) -> str:
    program = prepare(lowered, request)
    host = Host(program, request.limits, lambda: lowered.session(request.tapes))
    text: str = import_module("interpreters.native").llvm_text(program, lowered.library, host)
    return text
