"""Hold claims against what is observed: observers, verdicts."""
