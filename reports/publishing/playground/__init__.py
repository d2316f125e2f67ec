"""The playground: a page in which visitors write programs and run them, with nothing to install.

    python -m getallenband.reports.publishing.playground OUT       # make site does it too

The page is Python itself, compiled to WebAssembly (Pyodide), with the front ends, the reference engine and the
compiler as they are here. The steps: packages.py fetches what others wrote, by checksums; content.py gathers languages,
examples and originals; build.py writes the page. driver.py is the part that runs in the page, in a worker; page/ has
its scripts.
"""
