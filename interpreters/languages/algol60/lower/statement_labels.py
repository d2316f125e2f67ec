"""The names under which statements are counted and probed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from getallenband.interpreters.ir.builder import statement_index
from getallenband.interpreters.ir.program import Program
from getallenband.interpreters.languages.algol60 import syntax
from getallenband.interpreters.lowering.context import StatementLabels
from getallenband.interpreters.source.position import Place


@dataclass(slots=True)
class NamedStatements(StatementLabels):
    names: dict[tuple[int, int], str] = field(default_factory=dict)

    def of(self, place: Place) -> str:
        """Return the name of the counted statement at a place; nothing for one that is not counted."""
        return self.names.get((place.line, place.column), "")


def name_statements(program: Program, tree: syntax.Program) -> NamedStatements:
    """Name every statement that is counted: by its label, else by its line, else by line and column.

    The statements are entered in the program in the order of the text. Compound statements and blocks count only
    where they have labels; an empty statement at the end of others is not counted.
    """
    found: list[syntax.Statement] = []
    collect(tree.body, found, counted=False)
    labels = Counter(label_of(node) for node in found)
    lines = Counter(node.place.line for node in found if not label_of(node))
    names = NamedStatements()
    for node in found:
        label, place = label_of(node), node.place
        name = f"{place.line}:{place.column}"
        # Labels are local to their block (4.1.3), so two statements may have the same: then neither is named by it. Nor
        # by its line: `lines` does not count statements with labels, so another one there may have that name.
        if label and labels[label] == 1:
            name = label
        elif not node.labels and lines[place.line] == 1:
            name = str(place.line)
        names.names[place.line, place.column] = name
        statement_index(program, name, place)
    return names


def label_of(node: syntax.Statement) -> str:
    """Return a statement's first label, if it is an identifier."""
    # A label may be an unsigned integer (3.5.1), which would be mistaken for a line.
    return node.labels[0].name if node.labels and not node.labels[0].name.isdigit() else ""


def collect(node: syntax.Statement, found: list[syntax.Statement], *, counted: bool = True) -> None:
    """List the statements that are counted, in the order of the text."""
    if node.labels or (counted and not isinstance(node, syntax.Compound | syntax.Block)):
        found.append(node)
    if isinstance(node, syntax.Block):
        for declaration in node.declarations:
            if isinstance(declaration, syntax.ProcedureDeclaration):
                collect(declaration.body, found)
    inner = syntax.statements_in(node)
    for index, statement in enumerate(inner):
        # `s; end` ends with a dummy statement (4.4) that no reader counts. One that stands alone is the whole body,
        # and is.
        last = isinstance(node, syntax.Compound | syntax.Block) and index and index == len(inner) - 1
        collect(statement, found, counted=not (last and isinstance(statement, syntax.Dummy)))
