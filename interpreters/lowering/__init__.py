"""What the languages share on the way from a checked syntax tree to the IR.

dispatch      value(c, node) calls the case of the node's class, from whatever file it was registered
"""
