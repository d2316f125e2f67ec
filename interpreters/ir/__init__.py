"""The intermediate representation: what every language becomes, and what both engines run.

A `Program` has functions, static memory regions and tables of strings, places and statements. A function has typed
local variables and basic blocks; a block is a sequence of operations and one terminator. Operations work on registers,
each assigned by one operation only. All memory is one flat array of bytes; an address is an integer.
"""
