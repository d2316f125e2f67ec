"""Counts of the editions, made again by programs that share no code with them, and no text but the document's."""
