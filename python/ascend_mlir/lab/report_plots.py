# ===- report_plots.py - The plots of a report --------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Figures of plotly as plain data. The page gives them the colours of the browser's theme; a point
has the number of its item as `customdata`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from . import table
from .decision import LARGEST, SHORT
from .report_data import ReportData
from .report_extras import HealingSet, Point
from .report_graph import Item

__all__ = ["COLORS", "ERRORS", "color_of", "figures_of"]

COLORS = {
    "f64": "#2f4b7c", "f32": "#4c78a8", "HF32": "#2a9d8f", "bf16": "#9467bd", "f16": "#f08a24", "hif8": "#c9a227",
    "others": "#8b929c",
}  # fmt: skip
"""Of dtypes; integers and bools are others."""

ERRORS = (
    (1e-6, "#cfe8cf"), (1e-5, "#ffffb2"), (1e-4, "#fed976"), (1e-3, "#feb24c"), (1e-2, "#fd8d3c"), (1e-1, "#f03b20"), (math.inf, "#a50026"),
)  # fmt: skip
"""Of relative errors below these."""

_RED = "#d62246"
_LEAST_NORMAL = {"float16": 2.0**-14, "bfloat16": 2.0**-126}
_MARGIN = {"l": 64, "r": 24, "t": 16, "b": 44}


def color_of(dtype: str) -> str:
    return COLORS.get(dtype, COLORS["others"])


def _figure(x: str, y: str) -> Any:
    """An empty one, by the titles of its axes; that of y is logarithmic."""
    layout = {
        "margin": _MARGIN,
        "hovermode": "closest",
        "legend": {"orientation": "h", "y": 1.08},
        "xaxis": {"title": {"text": x}},
        "yaxis": {"title": {"text": y}, "exponentformat": "power", "type": "log"},
    }
    # plotly has no types.
    return import_module("plotly.graph_objects").Figure(layout=layout)


def _hover(items: Sequence[Item]) -> list[str]:
    # plotly reads some tags in its texts.
    return [f"{_escaped(item.name)}<br>{_escaped(item.type)}, {_escaped(item.dtype)}" for item in items]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _along(data: ReportData) -> Any:
    """The error over the ops in the order in which they run."""
    figure = _figure("op, in the order in which they run", "error, relative to the norm")
    drawn = [(place, data.items[place]) for place in data.drawn]
    for name, color, kind in ("whole", "#4c78a8", "lines+markers"), ("own", "#f08a24", "markers"):
        shown = [(place, item, error) for place, item in drawn if (error := getattr(item, name))]
        figure.add_scatter(
            x=[place for place, _, _ in shown], y=[error for _, _, error in shown], mode=kind,
            name="of the whole" if name == "whole" else "of the op's own",
            marker={"size": 6, "color": color}, line={"width": 1.2, "color": color},
            customdata=[place for place, _, _ in shown], text=_hover([item for _, item, _ in shown]),
            hovertemplate="%{text}<br>%{y:.3g}<extra></extra>",
        )  # fmt: skip
    lost = [(place, item) for place, item in drawn if item.lost]
    if lost:
        errors = [error for _, item in drawn for error in (item.own, item.whole) if error]
        figure.add_scatter(
            x=[place for place, _ in lost], y=[max([1.0, *errors])] * len(lost), mode="markers", name="elements lost",
            marker={"symbol": "x", "size": 9, "color": _RED}, customdata=[place for place, _ in lost],
            text=[f"{text}<br>{table.plural(item.lost, 'element')} lost" for text, (_, item) in zip(_hover([item for _, item in lost]), lost)],
            hovertemplate="%{text}<extra></extra>",
        )  # fmt: skip
    return figure


def _first_octave(counts: Sequence[int]) -> int:
    """The first one that is not in the lowest thousandth."""
    below, total = 0, sum(counts)
    for place, count in enumerate(counts):
        below += count
        if 1000 * below > total:
            return place
    return 0


def _span(item: Item, data: ReportData) -> tuple[float, float] | None:
    """What all but one in a thousand of the reference's magnitudes are above, and the largest, over
    all outputs; zeros are none."""
    ends = []
    for number, row in zip(item.rows, item.outputs):
        histogram = data.histograms.record(number)
        if histogram and histogram["reference"]["counts"]:
            least = _first_octave(histogram["reference"]["counts"])
            ends.append((2.0 ** (histogram["reference"]["first"] + least), float(row.data["reference_range"]["largest"])))
    ends = [(low, high) for low, high in ends if high > 0]
    return (min(low for low, _ in ends), max(high for _, high in ends)) if ends else None


def _ranges(data: ReportData) -> Any:
    """Magnitudes of the reference's values, against what each dtype can hold."""
    figure = _figure("op, in the order in which they run", "magnitude in the reference")
    spans = [(place, data.items[place], span) for place in data.drawn if (span := _span(data.items[place], data))]
    for dtype in dict.fromkeys(item.dtype for _, item, _ in spans):
        shown = [each for each in spans if each[1].dtype == dtype]
        figure.add_scatter(
            x=[place for place, _, _ in shown], y=[high for _, _, (_, high) in shown], mode="markers", name=f"decided as {dtype}",
            marker={"size": 6, "symbol": "line-ew-open", "color": color_of(dtype), "line": {"width": 2}},
            error_y={"type": "data", "symmetric": False, "array": [0] * len(shown), "width": 0, "thickness": 2.5,
                     "arrayminus": [high - min(low, high) for _, _, (low, high) in shown], "color": color_of(dtype)},
            customdata=[place for place, _, _ in shown], text=_hover([item for _, item, _ in shown]),
            hovertemplate="%{text}<br>largest %{y:.4g}<extra></extra>",
        )  # fmt: skip
    lines = [(f"largest {SHORT[word]}", limit, SHORT[word]) for word, limit in LARGEST.items()]
    lines += [(f"least normal {SHORT[word]}", limit, SHORT[word]) for word, limit in _LEAST_NORMAL.items()]
    for text, limit, dtype in lines:
        figure.add_shape(
            type="line", xref="paper", x0=0, x1=1, y0=limit, y1=limit, line={"width": 1, "dash": "dash", "color": color_of(dtype)}
        )
        # On a logarithmic axis a shape has values, and an annotation their logarithms.
        figure.add_annotation(
            text=f"{text} {limit:.3g}", xref="paper", x=1, xanchor="right", y=math.log10(limit), showarrow=False,
            yanchor="top" if dtype in ("f32", "hif8") else "bottom", font={"size": 11, "color": color_of(dtype)},
        )  # fmt: skip
    low = min([low for _, _, (low, _) in spans if low > 0] + [_LEAST_NORMAL["float16"]])
    high = max([high for _, _, (_, high) in spans] + [LARGEST["float16"]])
    # All limits are there, those of float16 at first.
    figure.update_yaxes(range=[math.log10(low) - 1, math.log10(high) + 1])
    return figure


def _pareto(points: Sequence[Point]) -> Any:
    """The error of each setting over what the chip takes."""
    done = [point for point in points if not point.refused]
    has_time = bool(done) and all(point.microseconds is not None for point in done)
    x = "microseconds of the chip at least, by estimate" if has_time else "ops that write float32"
    figure = _figure(x, "relative error of the worst output")
    positive = [point.error for point in done if point.error]
    exact = min(positive, default=1.0) / 10
    top = max(positive, default=1.0) * 3

    def place(point: Point) -> tuple[float, float]:
        error = top if point.error is None or point.lost else point.error or exact
        return (point.microseconds if has_time else point.floats) or 0.0, error

    groups = (
        ("no other one beats it", "#2a9d50", "circle", [p for p in done if p.is_best and not p.lost]),
        ("beaten", "#8b929c", "circle-open", [p for p in done if not p.is_best and not p.lost]),
        ("elements lost", _RED, "x", [p for p in done if p.lost]),
    )
    middle = (min(map(place, done))[0] + max(map(place, done))[0]) / 2 if done else 0.0
    front = sorted(place(point) for point in groups[0][3])
    figure.add_scatter(
        x=[x for x, _ in front], y=[y for _, y in front], mode="lines", line={"shape": "hv", "width": 1, "color": "#2a9d50"},
        hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    for name, color, symbol, members in groups:
        # Settings that give the same are one point.
        same: dict[tuple[float, float], list[str]] = {}
        for point in members:
            same.setdefault(place(point), []).append(_escaped(point.setting))
        if same:
            figure.add_scatter(
                x=[x for x, _ in same], y=[y for _, y in same], mode="markers+text", name=name,
                text=["<br>".join(names) for names in same.values()],
                textposition=["middle right" if x < middle else "middle left" for x, _ in same], textfont={"size": 11},
                marker={"size": 10, "symbol": symbol, "color": color}, hovertemplate="%{text}<br>%{x:.4g}, %{y:.3g}<extra></extra>",
            )  # fmt: skip
    return figure


def _curve(healing: HealingSet) -> Any:
    """The error over the number of ops kept."""
    figure = _figure("ops kept", "relative error of the worst output")
    points = [(size, error, passes) for size, error, passes in healing.curve if error]
    figure.add_scatter(
        x=[size for size, _, _ in points], y=[error for _, error, _ in points], mode="lines", line={"width": 1, "color": "#8b929c"},
        hoverinfo="skip", showlegend=False,
    )  # fmt: skip
    for name, color, wanted in ("the budget holds", "#2a9d50", True), ("it does not", _RED, False):
        shown = [(size, error) for size, error, passes in points if passes == wanted]
        figure.add_scatter(
            x=[size for size, _ in shown], y=[error for _, error in shown], mode="markers", name=name,
            marker={"size": 9, "color": color}, hovertemplate="%{x} ops: %{y:.3g}<extra></extra>",
        )  # fmt: skip
    return figure


def figures_of(data: ReportData) -> dict[str, Mapping[str, Any]]:
    """By the ids of their places in the page."""
    figures = {"along": _along(data), "ranges": _ranges(data)}
    if data.points:
        figures["pareto"] = _pareto(data.points)
    if data.healing and data.healing.curve:
        figures["curve"] = _curve(data.healing)
    # The default template is 6 kB of what the page sets itself.
    return {name: figure.update_layout(template="none").to_plotly_json() for name, figure in figures.items()}
