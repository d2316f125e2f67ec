"""Run the originals and the modern solvers: jobs, records of runs, recorded figures, answers of solvers."""
