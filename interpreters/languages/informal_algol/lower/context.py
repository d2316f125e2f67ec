"""What the lowering of every construct of the informal Algol is given."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreters.ir.builder import FunctionBuilder
from interpreters.ir.program import Program
from interpreters.languages.informal_algol.check import Checked, Symbol
from interpreters.lowering.arrays import Array, DopeVector
from interpreters.lowering.cells import Cell, LocalCell
from interpreters.lowering.context import FunctionContext, StatementLabels

Storage = Cell | Array | DopeVector


@dataclass(slots=True)
class Shared:
    """What the functions of one program share: where static variables are, among others."""

    checked: Checked
    ir: Program
    storage: dict[Symbol, Storage] = field(default_factory=dict)
    labels: StatementLabels = field(default_factory=StatementLabels)


class Context(FunctionContext):
    """The program or a procedure in the making; `status` are the arrays that a run goes on from."""

    def __init__(self, shared: Shared, build: FunctionBuilder) -> None:
        super().__init__(build, shared.labels)
        self.shared, self.symbols = shared, shared.checked.symbols
        self.storage: dict[Symbol, Storage] = {}
        self.result: LocalCell | None = None
        self.status: list[Symbol] = []

    def storage_of(self, symbol: Symbol) -> Storage | None:
        if symbol.kind == "parameter":
            return LocalCell(symbol.name)
        return self.result if symbol.kind == "result" else self.storage.get(symbol) or self.shared.storage.get(symbol)
