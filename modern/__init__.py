"""Today's solvers of the same puzzles: an independent witness beside the historical programs.

A puzzle file becomes a problem of exact cover, the problem becomes an answer:

    problem = read_puzzle("pentominoes-6x10").problem        # puzzle.py, from geometry alone
    answer = solve(puzzle, "auto")                           # solve.py, by one of solvers/*.py
    answer.solutions, answer.nodes                           # counts that can be set beside the originals'

Nothing here knows the historical programs; nothing there knows these solvers.
"""
