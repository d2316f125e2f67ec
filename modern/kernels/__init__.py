"""Compiled code: how Python functions over arrays become machine code, the loop that runs them, and their searches."""
