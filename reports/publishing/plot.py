"""A chart as SVG, drawn by matplotlib: the same chart gives the same picture on every machine.

svg = plot(chart)
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING, Any

from getallenband.interpreters.source.diagnostics import UserError
from getallenband.reports.publishing.charts import Chart
from getallenband.reports.publishing.pictures import COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH = 8.0
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "getallenband",
    "font.family": "serif",
    "font.size": 10,
    "text.parse_math": False,  # a line of Perl has dollar signs
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#81878e",
    "xtick.color": "#81878e",
    "ytick.color": "#81878e",
    "xtick.labelcolor": "black",
    "ytick.labelcolor": "black",
    "legend.frameon": False,
}
SCHEMES = """svg{background:#fbfaf7}text{fill:#22262b}
@media screen and (prefers-color-scheme: dark){svg{background:#17191c}text{fill:#e4e2dd}}
"""
"""The colours of paper and of words, as pages have them (style.css); all other colours are the same on dark paper."""
MARKERS = "os^Dv<>Pp*X"
TIMES = {0.001: "1 ms", 1.0: "1 s", 60.0: "1 min", 3600.0: "1 h", 86400.0: "1 day"}
"""Where an axis of seconds has its names."""


def plot(chart: Chart) -> str:
    """Return a chart as SVG; raise UserError where matplotlib is not installed."""
    try:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    except ImportError:
        raise UserError(
            "the charts of a report need matplotlib: pip install '.[report]' in Getallenband's folder"
        ) from None
    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, height(chart)))
        figure.subplots_adjust(**margins(chart))
        KINDS[chart["kind"]](figure.subplots(), chart)
        text = StringIO()
        words = {"Date": None, "Creator": None, "Title": chart["title"]}
        figure.savefig(text, format="svg", transparent=True, metadata=words)
    drawn = text.getvalue().replace("</style>", f"{SCHEMES}</style>", 1)
    return "\n".join(line.rstrip() for line in drawn.splitlines()) + "\n"


def height(chart: Chart) -> float:
    """Return the height in inches: room for a legend, or for the rows."""
    rows = len(chart["series"])
    return {"lines": 3.6 + 0.2 * rows, "times": 3.8 + 0.2 * rows, "bars": 3.6, "tree": 2.6}[chart["kind"]]


def margins(chart: Chart) -> dict[str, float]:
    """Return the room around the axes, as parts of the figure: for words, numbers and the legend."""
    legend = 0.2 * len(chart["series"]) + 0.1 if chart["kind"] in ("lines", "times") else 0.0
    tall = height(chart)
    left = {"bars": 2.9, "tree": 0.6, "times": 0.8}.get(chart["kind"], 1.35)
    return {"left": left / WIDTH, "right": 0.96, "bottom": (legend + 0.55) / tall, "top": 1 - 0.2 / tall}


def draw_lines(axes: Axes, chart: Chart) -> None:
    from matplotlib.ticker import MaxNLocator

    for index, series in enumerate(chart["series"]):
        across, up = zip(*series["points"], strict=True)
        axes.plot(
            across, up, marker=MARKERS[index % len(MARKERS)], markersize=4.5, linewidth=1.6,
            color=COLOURS[index % len(COLOURS)], label=series["name"],
        )  # fmt: skip
    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.yaxis.set_minor_formatter("")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    named(axes, chart)


def draw_times(axes: Axes, chart: Chart) -> None:
    """Draw each program's time in its year, joined to that of today at the right; the legend has the published time."""
    today = max(series["points"][0][0] for series in chart["series"]) + 8
    for index, series in enumerate(chart["series"]):
        (year, then), (_, now) = series["points"]
        colour = COLOURS[index % len(COLOURS)]
        name = f"{series['name']}: {series['labels'][0]}"
        axes.plot([year, today], [then, now], color=colour, linewidth=1.2, marker="o", label=name)
    axes.set_yscale("log")
    axes.set_yticks(list(TIMES), list(TIMES.values()))
    axes.minorticks_off()
    years = sorted({int(series["points"][0][0]) for series in chart["series"]})
    shown = [year for place, year in enumerate(years) if not place or year - years[place - 1] > 1]
    axes.set_xticks([*shown, today], [*map(str, shown), "today"])
    named(axes, chart)


def draw_bars(axes: Axes, chart: Chart) -> None:
    (series,) = chart["series"]
    places, shares = zip(*series["points"], strict=True)
    bars = axes.barh(places, shares, color=COLOURS[0])
    axes.bar_label(bars, fmt="%.1f", padding=3, fontsize=8)
    axes.set_yticks(places, series["labels"], fontfamily="monospace", fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel(chart["x"])


def draw_tree(axes: Axes, chart: Chart) -> None:
    """Draw the root at the top: what begins alike lies below it, as wide as there are solutions."""
    for depth, series in enumerate(chart["series"]):
        for index, ((start, width), name) in enumerate(zip(series["points"], series["labels"], strict=True)):
            axes.barh(
                depth,
                width,
                left=start,
                height=0.94,
                color=COLOURS[index % len(COLOURS)],
                edgecolor="#fff",
                linewidth=0.4,
            )
            if width > series["points"][-1][0] / 60:
                axes.text(start + width / 2, depth, name, ha="center", va="center", fontsize=8, color="#1b1e22")
    axes.set_yticks(range(len(chart["series"])), [series["name"] for series in chart["series"]])
    axes.invert_yaxis()
    axes.set_xlabel(chart["x"])
    axes.set_ylabel(chart["y"])


def named(axes: Axes, chart: Chart) -> None:
    axes.set_xlabel(chart["x"])
    axes.set_ylabel(chart["y"])
    axes.grid(axis="y", alpha=0.3, linewidth=0.6)
    axes.figure.legend(loc="lower left", fontsize=9, ncols=1)


KINDS = {"lines": draw_lines, "times": draw_times, "bars": draw_bars, "tree": draw_tree}
