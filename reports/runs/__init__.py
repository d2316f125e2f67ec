"""Run the originals and the modern solvers: jobs, records of runs, answers of solvers."""
