"""The runtime system of Perl, as routines of the IR (interpreters/lowering/routines.py).

layout.py    what cells, strings, arrays and hashes are in memory
memory.py    taking memory, and finding what nothing refers to any more
strings.py   making and comparing strings; joining.py parts of strings, and lists joined
numbers.py   arithmetic and comparison
arrays.py    arrays, and lists on the stack; ranges.py ranges of integers
hashes.py    hashes; hash_lists.py lists of keys and values; packing.py long keys
patterns.py  patterns of one class of characters, splitting by constants, and what the library's matches give
functions.py functions of strings and arrays
printing.py  printing to the output
"""
