"""The arithmetic of the machines that the originals ran on: ranges and precision of numbers, texts of overflow traps.

>>> from getallenband.interpreters.arithmetic.el_x8 import EL_X8
>>> EL_X8.least, EL_X8.greatest  # 27 bits, ones' complement
(-67108863, 67108863)
>>> EL_X8.overflow("+")
'integer overflow: {0} + {1} is beyond 67108863'

A language lists the arithmetics that it can have; a lowered program checks its results against the chosen one.
"""
