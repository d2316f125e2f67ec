"""Find procedures and statement functions that call themselves, directly or through others (8.1, 8.3.2, 8.4.2).

FORTRAN's variables have one place each for the whole run, so a recursive call would overwrite its caller's. Calls
through dummy procedures are not seen here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from getallenband.interpreters.languages.cdc_fortran import syntax
from getallenband.interpreters.languages.cdc_fortran.check.scopes import Checking, Scope
from getallenband.interpreters.source.diagnostics import MOST
from getallenband.interpreters.source.position import Place
from getallenband.interpreters.source.tree import walk


def check_recursive_functions(c: Checking) -> None:
    """Report each reference through which a statement function of a unit calls itself."""
    functions = c.scope.functions
    uses: dict[str, dict[str, Place]] = {}
    for name, function in functions.items():
        references = (one for one in walk(function.value) if isinstance(one, syntax.Reference))
        uses[name] = {one.name: one.place for one in references if one.name in functions}
    for place, way in returns(uses):
        c.error(place, f"statement function {way[0]} uses itself")


def check_recursive_procedures(c: Checking, scopes: Mapping[str, Scope]) -> None:
    """Report each call through which a procedure of the deck calls itself."""
    for place, way in returns({name: scope.calls for name, scope in scopes.items()}):
        c.error(place, f"{' calls '.join(way)}: procedures are not recursive")


def returns(graph: Mapping[str, Mapping[str, Place]]) -> Iterator[tuple[Place, list[str]]]:
    """Yield the edges of a cycle, as many as are shown: their places, and the way round from the first node to it."""
    for cycle in cycles(graph):
        for index, node in enumerate(cycle[:MOST]):
            way = [*cycle[index:], *cycle[:index], node]
            yield graph[node][way[1]], way


def cycles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Find a cycle through each edge that closes one, going depth first; every node is visited once."""
    found: list[list[str]] = []
    visited: set[str] = set()
    for start in graph:
        path, waiting = dict[str, None](), [(start, True)]
        while waiting:
            node, entering = waiting.pop()
            if not entering:
                del path[node]
            elif node in path:
                way = list(path)
                found.append(way[way.index(node) :])
            elif node not in visited and node in graph:
                visited.add(node)
                path[node] = None
                # Below its successors on the stack: it is popped when all of them are done, so that `path` is always
                # the way from `start` to the node at hand.
                waiting.append((node, False))
                waiting += [(other, True) for other in graph[node]]
    return found
