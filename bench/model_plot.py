# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The picture of bench/models --time: of each model and shape how many times as long onnxruntime takes, on a logarithmic axis."""

import math

from html import escape

COLORS = {"own": "#1f77b4", "body": "#ff7f0e", "static": "#2ca02c"}
TITLES = {"own": "own code", "body": "code for the shapes", "static": "input_shape"}
LEFT, WIDTH, ROW, TOP, BOTTOM = 270, 780, 15, 44, 10
LOWEST, HIGHEST = 0.25, 4.0


def place(ratio):
    part = math.log(min(max(ratio, LOWEST), HIGHEST) / LOWEST) / math.log(HIGHEST / LOWEST)
    return LEFT + (WIDTH - LEFT - 10) * part


def draw(rows):
    """SVG of [(label, {engine: ratio or None})]; what lies beyond the axis stands at its end."""
    height = TOP + ROW * len(rows) + BOTTOM
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="11">',
           '<rect width="100%" height="100%" fill="white"/>']  # fmt: skip
    for ratio in (0.25, 0.5, 1, 2, 4):
        x = place(ratio)
        out.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{height - BOTTOM}" stroke="{"#444" if ratio == 1 else "#ccc"}"/>')
        out.append(f'<text x="{x:.1f}" y="{TOP - 10}" text-anchor="middle">{ratio:g}</text>')
    for number, (engine, title) in enumerate(TITLES.items()):
        x = LEFT + 150 * number
        out.append(f'<circle cx="{x}" cy="12" r="4" fill="{COLORS[engine]}"/><text x="{x + 8}" y="16">{title}</text>')
    for number, (label, ratios) in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(label)}</text>')
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="#eee"/>')
        out += [f'<circle cx="{place(ratio):.1f}" cy="{y:.1f}" r="4" fill="{COLORS[engine]}" fill-opacity="0.8"/>'
                for engine, ratio in ratios.items() if ratio]  # fmt: skip
    return "\n".join([*out, "</svg>"]) + "\n"
