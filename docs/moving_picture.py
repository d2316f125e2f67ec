"""Film the home page's player from its first second for the README, with Chromium: `make picture`.

python docs/moving_picture.py reports/published/index.html docs/player.gif
"""

from __future__ import annotations

import io
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

SIZE = {"width": 1100, "height": 720}
WIDTH = 780
"""Pixels of the picture."""
COLOURS = 64
LARGEST = 1_000_000
"""Bytes of the file: readers of the README load it whole."""
ACTS = [("10000", 16), ("10", 10), ("1000000", 14)]
"""Speed in statements a second, and how many frames of it are taken."""
BETWEEN = 160
"""Milliseconds between two frames."""
REST = 2500
"""Milliseconds of the last one."""


def frames(page: Page) -> Iterator[Image.Image]:
    """Let the program run as it begins by itself, then slower, then faster; yield what is seen."""
    page.locator("[data-part=stage]").evaluate("each => each.scrollIntoView()")
    for speed, count in ACTS:
        page.locator("[data-action=speed]").select_option(speed)
        for _ in range(count):
            page.wait_for_timeout(BETWEEN)
            shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            yield shot.resize((WIDTH, shot.height * WIDTH // shot.width), Image.Resampling.LANCZOS)


def film(source: Path, target: Path) -> int:
    """Write the moving picture of a page; return its size in bytes."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.goto(source.resolve().as_uri())
        page.locator("#run-here:not([hidden])").wait_for()
        taken = list(frames(page))
        browser.close()
    palette = taken[-1].quantize(COLOURS)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in taken]
    times = [BETWEEN] * len(others) + [REST]
    first.save(target, save_all=True, append_images=others, duration=times, loop=0, optimize=True)
    return target.stat().st_size


if __name__ == "__main__":
    size = film(Path(sys.argv[1]), Path(sys.argv[2]))
    sys.stdout.write(f"{sys.argv[2]}: {size:,} bytes\n")
    raise SystemExit(size > LARGEST)
