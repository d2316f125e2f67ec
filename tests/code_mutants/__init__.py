"""One-place changes of production code: the tests must notice each, or somebody says why nobody can.

python -m tests.code_mutants draw           # a hundred changes, drawn over all packages: docs/code_mutants.json
python -m tests.code_mutants reach          # which test enters which function, in build/: a slow run of all tests
python -m tests.code_mutants try            # each change against the tests that enter its function, and the page
python -m tests.code_mutants tests FILE…    # the test files that enter these modules, with how many of their tests do

tests/mutants alters what editions say, and asks `check`; this alters the code, and asks the tests.
"""
