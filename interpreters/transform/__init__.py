"""Changes of IR into IR: instruments, unreachable blocks, definite assignment."""
