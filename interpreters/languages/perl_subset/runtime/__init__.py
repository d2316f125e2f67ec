"""The runtime system of Perl, as routines of the IR (interpreters/lowering/routines.py).

layout.py    what cells, strings, arrays and hashes are in memory
memory.py    taking memory, and finding what nothing refers to any more
strings.py   making and comparing strings; joining.py parts of strings, and lists joined
numbers.py   arithmetic and comparison
integers.py  arithmetic under `use integer`
arrays.py    arrays, and lists on the stack; ranges.py ranges of integers
hashes.py    hashes; hash_lists.py lists of keys and values; packing.py long keys
matching.py  the search for patterns; patterns.py what is done with matches
functions.py functions of numbers, strings and arrays
printing.py  printing to the output; formatting.py sprintf and printf; decimals.py digits of real numbers
"""
