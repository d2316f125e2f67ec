"""What the engines that compile share, to machine code and to WebAssembly: the state that code and its host both see.

The words in memory that control a run, the sites at which code calls its host, what Python does there, and where loops
must poll. Neither engine imports the other.
"""
