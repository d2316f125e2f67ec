"""IR to IR: instruments, unreachable blocks, merging of blocks, definite assignment; and the analysis of ranges."""
