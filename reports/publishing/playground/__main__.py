"""Write the playground into a folder: python -m getallenband.reports.publishing.playground OUT."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from getallenband.durable.errors import Error
from getallenband.reports.publishing.playground.build import build

parser = argparse.ArgumentParser(prog="python -m getallenband.reports.publishing.playground", description=__doc__)
parser.add_argument("out", type=Path, metavar="OUT", help="the folder")
arguments = parser.parse_args()
try:
    build(arguments.out)
except (Error, OSError) as problem:
    sys.exit(f"{problem}")
