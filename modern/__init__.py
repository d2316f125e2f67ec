"""Today's solvers of the same puzzles: independent of the historical programs, and so a second source for every count.

>>> from getallenband.modern.puzzle_files import read_puzzle
>>> from getallenband.modern.search.solve import solve
>>> puzzle = read_puzzle("pentominoes-6x10")  # puzzle_files/: a TOML file becomes a problem of exact cover
>>> result = solve(puzzle)  # search/: symmetry broken, solved by one of solvers/
>>> result.solutions, result.solutions_up_to_symmetry  # counts to set beside the originals'
(9356, 2339)

    geometry/       lattices and polyforms
    exact_cover/    the problem, its symmetries, the shape of its search tree
    puzzle_files/   read a puzzle
    puzzles/        the puzzles of the documents
    kernels/        compiled searches
    solvers/        one algorithm a file
    search/         run a solver: work units, processes, checkpoints
    proof/          certificates, and a checker that shares nothing with the rest

Nothing here knows the historical programs; nothing there knows these solvers.
"""
