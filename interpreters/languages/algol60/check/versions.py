"""A version of a procedure for each combination of what is given for its parameters without a specification.

A call stands for the body with the actual parameters put into it (4.7.3), so a parameter that the heading does not
specify (5.4.5) is in each call what is given there. Calls that give the same kinds and types share a version; a call
whose version would be illegal is a fault (4.7.5). What is called through a formal procedure is known only as the
program runs: a procedure that is an actual parameter has a version for whatever such calls give, and its generic entry
chooses among them.

This comes to an end, although a procedure may call itself with other arguments: a signature has one of finitely many
kinds and types for each parameter, and a version is made once for each signature.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.languages.algol60.check.declarations import redeclare
from getallenband.interpreters.languages.algol60.check.entities import Formal, Kind, Procedure, Signature
from getallenband.interpreters.languages.algol60.check.parameters import natural
from getallenband.interpreters.languages.algol60.check.scopes import Names
from getallenband.interpreters.languages.algol60.check.types import Checker
from getallenband.interpreters.source.tree import Node, children

ROLES: tuple[tuple[str, Kind], ...] = (
    ("switch", "switch"), ("called", "procedure"), ("function", "procedure"), ("statement", "procedure"),
    ("label", "label"), ("assigned", "simple"), ("value", "simple"),
)  # fmt: skip
"""The kind that a use proves, strongest first. A subscript proves nothing: of an array, or of a switch passed on."""


class Versions:
    """The versions of every template, which is a procedure with a parameter that is not specified."""

    def __init__(self, names: Names, trial: Checker) -> None:
        # `trial` finds the types of actual parameters; its diagnostics are discarded, since the body is checked later.
        self.names, self.trial = names, trial
        self.made: dict[Procedure, dict[Signature, Procedure]] = {}
        # Each call of a template: the name in it, the version called, and the version whose text contains the call.
        self.calls: list[tuple[syntax.Name, Procedure, Procedure | None]] = []
        # Bodies whose calls have not been looked at, with the version that each belongs to.
        self.waiting: list[tuple[Node, Procedure | None]] = []
        # Sets in the order of the text, which keeps the names of functions in the IR the same on every run:
        # procedures that are actual parameters, and what calls through formal procedures give.
        self.passed: dict[Procedure, None] = {}
        self.indirect: dict[Signature, None] = {}

    def follow(self, body: syntax.Statement) -> None:
        """Find the versions that a program needs; a template that nothing calls gets one, by its uses."""
        self.waiting.append((body, None))
        self.waiting.extend((made.body, None) for made in self.names.procedures
                            if made.library and made.body and made not in self.names.templates)  # fmt: skip
        # Direct calls first: an unused template must be known to be unused, and indirect calls may make new versions,
        # whose bodies contain further calls.
        while True:
            while self.waiting:
                self.follow_part(*self.waiting.pop())
            unused = next((template for template in self.names.templates if template not in self.made), None)
            if unused is not None:
                self.version(unused, tuple(assumed(formal) for formal in self.unspecified(unused)))
            elif not self.follow_indirect():
                return

    def follow_part(self, body: Node, home: Procedure | None) -> None:
        """Find the versions that the calls in a body need."""
        for node in parts(body, self.names.templates):
            if not isinstance(node, syntax.ProcedureStatement | syntax.FunctionDesignator):
                continue
            for actual in node.actuals:
                self.pass_on(actual)
            entity = node.name.meaning
            if isinstance(entity, Formal):
                self.indirect[self.given(node.actuals)] = None
            elif isinstance(entity, Procedure):
                self.call(node.name, entity.origin or entity, node.actuals, home)

    def pass_on(self, actual: syntax.Expression) -> None:
        """Note a procedure that is an actual parameter; which version of it will be called is not known there."""
        if isinstance(actual, syntax.Name) and isinstance(actual.meaning, Procedure):
            procedure = actual.meaning.origin or actual.meaning
            actual.notes.meaning = procedure
            if procedure.variadic or procedure in self.names.templates:
                self.passed[procedure] = None

    def call(self, name: syntax.Name, template: Procedure, actuals: tuple[syntax.Expression, ...],
             home: Procedure | None) -> None:  # fmt: skip
        """Resolve a name in a call to the version called; one that does not fit is reported by the type check."""
        if template in self.names.templates and len(actuals) == len(template.formals):
            open_ = self.unspecified(template)
            signature = fitting(open_, self.given(tuple(actuals[formal.position - 1] for formal in open_)))
            if signature is not None:
                name.notes.meaning = self.version(template, signature)
                self.calls.append((name, name.meaning, home))

    def follow_indirect(self) -> bool:
        """Make the versions that calls through formal procedures may need; return whether there are new ones."""
        for procedure in self.passed:
            for given in self.indirect:
                if procedure.variadic:
                    procedure.versions[given] = procedure
                elif given not in procedure.versions and len(given) == len(procedure.formals):
                    open_ = self.unspecified(procedure)
                    signature = fitting(open_, tuple(given[formal.position - 1] for formal in open_))
                    if signature is not None:
                        procedure.versions[given] = self.version(procedure, signature)
        return bool(self.waiting)

    def given(self, actuals: tuple[syntax.Expression, ...]) -> Signature:
        return tuple(natural(self.trial, actual) for actual in actuals)

    def unspecified(self, template: Procedure) -> list[Formal]:
        return [template.formals[index] for index in self.names.templates[template].unspecified]

    def version(self, template: Procedure, signature: Signature) -> Procedure:
        """Return a version; the first one is the procedure as it is declared.

        Only further versions are copies, so that a program with one version of everything, the usual case, is checked
        and lowered as written.
        """
        made = self.made.setdefault(template, {})
        if signature not in made:
            found = redeclare(self.names, template) if made else template
            for index, (kind, type_) in zip(self.names.templates[template].unspecified, signature, strict=True):
                found.formals[index].kind, found.formals[index].type = kind, type_
            made[signature] = found
            assert found.body is not None
            self.waiting.append((found.body, found))
        return made[signature]


def parts(body: Node, templates: Collection[Procedure]) -> Iterator[Node]:
    """Yield the nodes of a body, but not of the templates that are declared in it."""
    waiting = [body]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(
            part for part in reversed(list(children(node)))
            if not (isinstance(part, syntax.ProcedureDeclaration) and part.name.meaning in templates)
        )  # fmt: skip


def role(formal: Formal) -> Kind:
    """Return the kind that a parameter must have by its uses, there or where it is passed on; unspecified: any."""
    found: set[Kind] = set()
    waiting, seen = [formal], set()
    while waiting:
        one = waiting.pop()
        kind = one.kind if one.specified else use(one)
        if kind != "unspecified":
            found.add(kind)
        elif one not in seen:
            seen.add(one)
            waiting.extend(to.formals[index] for to, index in one.passed if index < len(to.formals))
    return found.pop() if len(found) == 1 else "procedure" if "procedure" in found else "unspecified"


def use(formal: Formal) -> Kind:
    """Return the kind that the uses of a parameter in its own body show."""
    roles = () if "subscripted" in formal.uses and "switch" not in formal.uses else ROLES
    return next((kind for use, kind in roles if use in formal.uses), "unspecified")


def assumed(formal: Formal) -> tuple[Kind, str]:
    """Return the kind and type assumed for a parameter of a procedure that is never called."""
    kind = role(formal)
    if kind == "unspecified":
        kind = "array" if "subscripted" in formal.uses else "simple"
    return kind, "real" if kind in ("simple", "array") or "function" in formal.uses else ""


def fitting(formals: list[Formal], given: Signature) -> Signature | None:
    """Return the kinds and types of parameters for these actual ones; None where their uses forbid them."""
    found: list[tuple[Kind, str]] = []
    for formal, (kind, type_) in zip(formals, given, strict=True):
        wanted = role(formal)
        if kind == wanted or (wanted == "unspecified" and fits_any_use(formal, kind)):
            found.append((kind, type_))
        elif wanted == "simple" and kind == "procedure" and type_:
            # A function without parameters is an expression (3.2.1), and an integer may be a label (Revised, 3.5.1).
            found.append(("simple", type_))
        elif wanted == "label" and kind == "simple":
            found.append(("label", ""))
        else:
            return None
    return tuple(found)


def fits_any_use(formal: Formal, kind: str) -> bool:
    return kind in ("array", "switch") if "subscripted" in formal.uses else kind != "unspecified"
