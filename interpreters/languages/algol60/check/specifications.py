"""Complete the specifications that headings leave out, from the uses and the actual parameters (5.4.5).

A parameter's kind follows from how the body uses it, and its type from the actual parameters of all calls: integer
where all are, real where one is, Boolean where all are.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreters.languages.algol60.check.entities import Formal, Kind, Procedure
from interpreters.languages.algol60.check.parameters import is_complete_function, natural
from interpreters.languages.algol60.check.types import Checker
from interpreters.source.diagnostics import Diagnostics

ROLES: tuple[tuple[str, Kind], ...] = (
    ("switch", "switch"), ("called", "procedure"), ("function", "procedure"), ("statement", "procedure"),
    ("label", "label"), ("assigned", "simple"), ("value", "simple"),
)  # fmt: skip
"""What a use shows; one that is subscripted is an array, or a switch whose designators are only passed on."""


def complete(procedures: Sequence[Procedure], trial: Checker, diagnostics: Diagnostics) -> None:
    """Give every unspecified formal parameter a kind and a type; report what cannot be decided.

    `trial` looks at actual parameters while not all types are known; what it reports is not used.
    """
    unspecified = [formal for procedure in procedures for formal in procedure.formals if formal.kind == "unspecified"]
    for formal in unspecified:
        roles = () if "subscripted" in formal.uses and "switch" not in formal.uses else ROLES
        formal.kind = next((kind for role, kind in roles if role in formal.uses), "unspecified")
    for _ in range(len(unspecified) + 1):
        before = [(formal.kind, formal.type) for formal in unspecified]
        for formal in unspecified:
            settle(formal, actuals_of(formal, trial))
        if before == [(formal.kind, formal.type) for formal in unspecified]:
            break
    for formal in unspecified:
        found = actuals_of(formal, trial)
        types = {type_ for _, type_ in found if type_}
        mixed = len(types) > 1 and ("Boolean" in types or formal.kind == "array")
        if mixed or {kind for kind, _ in found} - {formal.kind, "procedure"}:
            message = f"{formal.name} is not specified, and its actual parameters are of different kinds (5.4.5)"
            diagnostics.error(formal.place, message, "a specification")
        if formal.kind == "unspecified":
            formal.kind = "array" if "subscripted" in formal.uses else "simple"
        if formal.kind in ("simple", "array") and not formal.type:
            formal.type = "real"


def settle(formal: Formal, found: Sequence[tuple[str, str]]) -> None:
    """Take over what the actual parameters show so far."""
    kinds = {kind for kind, _ in found}
    if formal.kind == "unspecified" and len(kinds) == 1:
        formal.kind = kinds.pop()  # type: ignore[assignment]
    types = {type_ for _, type_ in found if type_}
    if formal.kind in ("simple", "array", "procedure") and types:
        formal.type = types.pop() if len(types) == 1 else "real"


def actuals_of(formal: Formal, trial: Checker) -> list[tuple[str, str]]:
    """Return kind and type of the actual parameter in each call, as far as they are known."""
    assert formal.owner is not None
    index = formal.position - 1
    given = [actuals[index] for actuals in formal.owner.calls if index < len(actuals)]
    found = [("simple", natural(trial, actual)[1]) if is_complete_function(actual) else natural(trial, actual)
             for actual in given]  # fmt: skip
    return [(kind, type_) for kind, type_ in found if kind]
