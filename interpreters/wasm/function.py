"""A function of the IR as one of WebAssembly that goes on with any of its nodes.

    body = function_body(module, function)        # (nesting, number of the node) -> what is next

It answers with the number of the node that is next when that is another function's, OVER or PAUSE. Its nodes are the
blocks, what comes before the first (ENTRANCE), and what comes after each call. A node begins by forgetting that it was
sought, if it was.

Where a block with a statement mark begins, one is taken from the fuel and from the statement's counter; where either is
used up, nothing is done, and `run` returns. The next `run` continues with that block.
"""

from __future__ import annotations

from collections.abc import Sequence

from getallenband.interpreters.compiled import state
from getallenband.interpreters.compiled.polling import polled_blocks
from getallenband.interpreters.ir.control_flow import successors
from getallenband.interpreters.ir.graphs import postorder
from getallenband.interpreters.ir.ops import Call, CallIndirect, Label, Statement
from getallenband.interpreters.ir.program import Function
from getallenband.interpreters.wasm.emit import ANSWER, BEGIN, CELLS, FRAME, FUEL, NUMBER, OTHER, SOUGHT, Emitter
from getallenband.interpreters.wasm.frames import CODE
from getallenband.interpreters.wasm.module import OVER, PAUSE, PausingModule, Point
from getallenband.interpreters.wasm.operations import WRITERS
from getallenband.interpreters.wasm.operations.control import called, come_back, returned
from getallenband.interpreters.wasm.structure import Part, parts

ENTRANCE = "(entrance)"


def function_body(module: PausingModule, function: Function) -> bytes:
    """Write a function; raise TooLargeToCompile where browsers would not load it."""
    following = graph(function)
    module.check_size(len(following))
    roots = dict.fromkeys([ENTRANCE, *function.landings.values(), *following])
    nodes = [
        ENTRANCE,
        *(node for node in reversed(list(postorder(list(roots), following, roots.keys()))) if node != ENTRANCE),
    ]
    layout = parts(nodes, following)
    for part in layout:
        for node in part.nodes():
            module.add_point(point(function, node))
    writer = FunctionWriter(module, function)
    body = writer.write(layout)
    module.check_size(len(writer.kinds), len(body))
    return body


def graph(function: Function) -> dict[str, list[str]]:
    """Return the nodes of a function with those that each jumps to."""
    following: dict[str, list[str]] = {ENTRANCE: [function.entry]}
    for label, block in function.blocks.items():
        following[label] = list(successors(block.terminator))
        if isinstance(block.terminator, Call | CallIndirect):
            following[returned(label)], following[label] = following[label], [returned(label)]
    return following


def point(function: Function, node: str) -> Point:
    """Return what a page is told of a node."""
    if node == ENTRANCE:
        return Point(function.name, node, function.blocks[function.entry].operations[0].at)
    if node not in function.blocks:
        return Point(function.name, node, function.blocks[called(node)].terminator.at)
    first = function.blocks[Label(node)].operations[0]
    return Point(function.name, node, first.at, first.statement if isinstance(first, Statement) else -1)


class FunctionWriter(Emitter):
    """The code of one function: where it begins, its nodes, its ways out."""

    def __init__(self, module: PausingModule, function: Function) -> None:
        super().__init__(module, function)
        self.polled = polled_blocks(function)
        self.damaged = 0

    def write(self, layout: Sequence[Part]) -> bytes:
        """Write the whole function.

        Its ways out: the run has ended at the site that is the answer; it pauses before the node that is the answer;
        over to another function, with this one's values in its frame; or left for good, by a return.
        """
        self.left, self.over, self.paused, self.ended = (self.begin("block") for _ in range(4))
        self.write_beginning()
        with self.block("block") as self.damaged:
            self.write_parts(layout)
        # only a damaged state asks for a node that is not there
        self.do("unreachable")
        self.end()  # ended
        self.store_word_from(state.SITE, ANSWER)
        self.answer(OVER, self.over)
        self.end()  # paused
        self.store_word_from(state.BLOCK, ANSWER)
        self.int64(PAUSE)
        self.put(ANSWER)
        self.end()  # over
        for offset, kind, local in self.frame_values():
            self.store_cell(offset, kind, local)
        self.end()  # left
        self.store_word_from(state.FUEL, FUEL)
        self.get(ANSWER)
        return self.body(self.kinds)

    def write_beginning(self) -> None:
        """Take what is shared out of its words; of a function that is not entered, load what its frame holds."""
        self.load_word(state.FUEL)
        self.put(FUEL)
        self.load_word(state.FRAME)
        self.do("i32.wrap_i64")
        self.put(FRAME)
        self.get(BEGIN)
        self.int64(0)
        self.do("i64.lt_s")
        with self.block("if"):
            self.int32(self.module.numbers[self.function.name, ENTRANCE])
            self.put(SOUGHT)
            self.otherwise()
            self.get(BEGIN)
            self.do("i32.wrap_i64")
            self.put(SOUGHT)
            for offset, kind, local in self.frame_values():
                self.load_cell(offset, kind)
                self.put(local)

    # parts (structure.py says why)

    def write_parts(self, parts: Sequence[Part], in_loop: bool = False) -> None:
        """Write parts one after the other, and the gate before them.

        In a loop the first of them is its head, where a turn goes on if no node is sought.
        """
        nodes = [list(part.nodes()) for part in parts]
        labels = [self.begin("block") for _ in parts][::-1]
        for part, label, inside in zip(parts, labels, nodes, strict=True):
            self.lead(label, part.head, inside)
        if in_loop:
            self.get(SOUGHT)
            self.do("i32.eqz")
            self.jump_if(labels[0])
        self.get(SOUGHT)
        self.int32(self.module.numbers[self.function.name, parts[0].head])
        self.do("i32.sub")
        table = [label for label, inside in zip(labels, nodes, strict=True) for _ in inside]
        self.jump_by_table(table, self.damaged)
        for part, inside in zip(parts, nodes, strict=True):
            self.end()
            self.forget(inside)
            self.write_part(part, inside)

    def write_part(self, part: Part, nodes: Sequence[str]) -> None:
        if part.rest is None:
            self.write_node(part.head)
            return
        with self.block("loop") as label:
            self.lead(label, part.head, nodes)
            if part.rest:
                self.write_parts([Part(part.head), *part.rest], in_loop=True)
            else:
                self.write_node(part.head)
            self.forget(nodes)

    # nodes

    def write_node(self, node: str) -> None:
        self.int32(0)
        self.put(SOUGHT)
        if node == ENTRANCE:
            self.write_entrance()
        elif node in self.function.blocks:
            self.write_block(Label(node))
        else:
            come_back(self, called(node))

    def write_entrance(self) -> None:
        """Test the depth, find room for the frame, make the locals undefined."""
        function, frame, code = self.function, self.frame, self.module.codes[self.function.name]
        self.get(FRAME)
        self.int64(code)
        self.access("i64.store", CODE)
        if not function.routine:
            self.load_word(state.DEPTH)
            self.int64(self.module.depth_limit)
            self.do("i64.gt_s")
            with self.block("if"):
                self.word(state.OPERANDS)
                self.load_word(state.DEPTH)
                self.access("i64.store")
                self.store_word(state.OPERANDS + 1, code)
                self.answer(OVER, self.left)
        self.get(FRAME)
        self.int32(frame.size)
        self.do("i32.add", "i64.extend_i32_u")
        self.load_word(state.FRAME_LIMIT)
        self.do("i64.le_u")
        self.ask_unless(self.site("frames"), self.left)
        for name, kind in function.locals.items():
            if self.large and name not in function.parameters:
                self.get(FRAME)
                self.undefined(kind)
                self.access(f"{CELLS[kind]}.store", frame.locals[name])
            elif not self.large:
                if name in function.parameters:
                    self.load_cell(frame.locals[name], kind)
                else:
                    self.undefined(kind)
                self.put(self.locals[name])
        self.store_identity()
        self.go(function.entry)

    def write_block(self, label: Label) -> None:
        """Write a block: charge its statement, or poll; then its operations."""
        operations = self.function.blocks[label].operations
        self.label, self.index = label, 0
        first = operations[0]
        if isinstance(first, Statement):
            self.charge(first, label)
        elif label in self.polled:
            self.add_to_word(state.POLL, -1)
            self.get(NUMBER)
            self.pause_if_negative(label)
        self.begin_values(operations)
        for self.index, operation in enumerate(operations):
            WRITERS[type(operation)](self, operation)

    def charge(self, mark: Statement, label: Label) -> None:
        """Take one from the fuel and from the statement's counter; pause where either is used up."""
        counter = self.module.at.counters + 8 * mark.statement
        self.get(FUEL)
        self.int64(1)
        self.do("i64.sub")
        self.put(NUMBER)
        self.get(NUMBER)
        if mark.counted:
            self.int32(counter)
            self.access("i64.load")
            self.int64(1)
            self.do("i64.sub")
            self.put(OTHER)
            self.get(OTHER)
            self.do("i64.or")
        self.pause_if_negative(label)
        self.get(NUMBER)
        self.put(FUEL)
        if mark.counted:
            self.int32(counter)
            self.get(OTHER)
            self.access("i64.store")
