"""The runtime system of Perl, as routines of the IR (interpreters/lowering/routines.py).

layout.py    what cells, strings, arrays and hashes are in memory
memory.py    taking memory, and finding what nothing refers to any more
strings.py   making, joining, comparing strings
numbers.py   arithmetic and comparison
integers.py  arithmetic under `use integer`
arrays.py    arrays, and lists on the stack
hashes.py    hashes; packing.py their long keys
"""

from interpreters.languages.perl_subset.runtime import (
    arrays,
    functions,
    hashes,
    integers,
    layout,
    memory,
    numbers,
    strings,
)

__all__ = ["arrays", "functions", "hashes", "integers", "layout", "memory", "numbers", "strings"]
