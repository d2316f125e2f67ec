"""The faults of a program whose procedures may have several versions (4.7.5 of the report).

A fault in the body of a procedure is reported at its place if every version has faults. A fault of some versions only
is reported at the calls of these; reached through a formal procedure, such a version ends the run.
"""

from __future__ import annotations

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check import types
from getallenband.interpreters.languages.algol60.check.entities import Procedure
from getallenband.interpreters.languages.algol60.check.parameters import kind_and_type
from getallenband.interpreters.languages.algol60.check.scopes import Names
from getallenband.interpreters.languages.algol60.check.versions import Versions
from getallenband.interpreters.source.diagnostics import Diagnostic, Diagnostics


def check_types(tree: syntax.Program, names: Names, versions: Versions) -> None:
    """Check the types of all bodies, and report what is wrong."""
    found: dict[Procedure | None, Diagnostics] = {None: names.diagnostics}
    types.statement(types.Checker(names.report, names.diagnostics), tree.body)
    for procedure in names.procedures:
        home = version_around(procedure, versions)
        types.procedure(
            types.Checker(names.report, found.setdefault(home, Diagnostics(names.diagnostics.source))), procedure
        )
    # A version is at fault, too, if it calls one that is: repeat until nothing is added.
    reported: set[object] = set()
    while settle(found, versions, reported):
        pass
    for version, diagnostics in found.items():
        if version is not None and diagnostics.found:
            version.fault = illegal(version, diagnostics.found[0], versions)


def version_around(procedure: Procedure | None, versions: Versions) -> Procedure | None:
    """Return the innermost version whose text contains a procedure, or the procedure if it is one."""
    while procedure is not None and (procedure.origin or procedure) not in versions.made:
        procedure = procedure.owner
    return procedure


def settle(found: dict[Procedure | None, Diagnostics], versions: Versions, reported: set[object]) -> bool:
    """Report the faults of versions where they belong, once each; return whether anything was reported."""
    before = len(reported)
    for template, made in versions.made.items():
        if template not in reported and all(found[version].found for version in made.values()):
            reported.add(template)
            found[version_around(template.owner, versions)].found.extend(found[template].found)
    for name, version, home in versions.calls:
        faults = found[version].found
        # A recursive call would only report again what its own version is reported for.
        called = version.origin or version
        if faults and home is not version and id(name) not in reported and called not in reported:
            reported.add(id(name))
            found[home].found.append(Diagnostic(name.place, illegal(version, faults[0], versions)))
    return len(reported) > before


def illegal(version: Procedure, fault: Diagnostic, versions: Versions) -> str:
    """Return the message for a body that is illegal with the kinds and types of this version."""
    open_ = versions.unspecified(version.origin or version)
    given = " and ".join(f"{formal.name} is {kind_and_type(formal.kind, formal.type)}"
                         for formal in (version.formals[each.position - 1] for each in open_))  # fmt: skip
    where = f"{fault.place.line}:{fault.place.column}"
    return f"the body of {version.name} is illegal where {given} (Report 4.7.5), at {where}: {fault.message}"
