"""Sabotage: alter one figure of an edition at a time, and see that `check` notices.

python -m tests.mutants                 # every figure that is read, a few places of each text: a table, the survivors
python -m tests.mutants --of-each 1     # the sample that the tests take

tests/code_mutants does the same with the code, and asks the tests.
"""
