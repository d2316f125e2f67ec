"""The engine in a page: IR -> WebAssembly with explicit state, in plain Python.

A run can pause before every statement, and all that it is lies in linear memory: a page steps through it, and back.
It must give the outcome of the reference engine on every program; testing/wasm.py runs it outside of a page.
"""
