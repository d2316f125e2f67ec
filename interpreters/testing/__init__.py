"""Tools of tests and of authors of languages; no run of a program imports them.

cases.py             cases as text: run, compared, written anew (`getallenband cases`, the playground's examples)
read_text.py         a printed program of the IR is read back
assertions.py        the reference engine in a mode that asserts what the other engines assume
wasm.py              a page's module through wasmtime
"""
