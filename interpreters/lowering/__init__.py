"""Lowering that the languages share: from a checked syntax tree to the IR. The messages of traps are worded here.

dispatch      value(c, node) calls the case of the node's class, from whatever file it was registered
context       a function in the making: labels of statements, choices and loops
cells         where a variable lives (a local, a static region, an address), how it is read and written
arrays        dope vectors: bounds, strides and where the first element is; the cell of an element
arithmetic    checked operations, comparisons, conversions, by a machine's number system
tape          numbers and symbols from a tape, for libraries
numbers       numbers as digits and digits as numbers, for libraries
"""
