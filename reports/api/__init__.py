"""What `import getallenband` offers: programs run, editions checked, puzzles solved; results show themselves."""
