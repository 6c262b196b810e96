# ===- report_layout.py - Where the nodes of a graph stand -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A layered layout (Sugiyama), computed when a report is written, so that the browser only draws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["BOX", "Edge", "Layout", "layout"]

BOX = (168.0, 34.0)
"""Width and height of a node."""
_STEP = (196.0, 74.0)
"""From the middle of a node to that of the next in its layer, and of the next layer."""
_UNIT = 100.0
_GAP = 120.0
"""Between parts of the graph that hang not together."""
_BENDS = 10
"""For each node, how many layers edges may cross before the longest are drawn straight: a value
that hundreds of layers read would take most of the time and of the space."""


@dataclass(frozen=True)
class Edge:
    source: int
    target: int
    bends: tuple[tuple[float, float], ...]
    """Between both, from the source on."""
    is_far: bool = False
    """It is no part of the layout: a straight line through whatever is between."""


@dataclass(frozen=True)
class Layout:
    width: float
    height: float
    places: tuple[tuple[float, float], ...]
    """The middle of each node; y grows downwards, with the data."""
    edges: tuple[Edge, ...]


def _ranks(count: int, edges: Iterable[tuple[int, int]]) -> list[int]:
    """The longest way to each node from a node that reads nothing; nodes come before their readers."""
    ranks = [0] * count
    for source, target in sorted(edges, key=lambda edge: edge[1]):
        ranks[target] = max(ranks[target], ranks[source] + 1)
    return ranks


def _near_and_far(count: int, edges: Sequence[tuple[int, int]]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The edges of the layout, and those that are left out of it: the longest ones, whose nodes depend
    on others, too."""
    ranks = _ranks(count, edges)

    def span(edge: tuple[int, int]) -> int:
        return ranks[edge[1]] - ranks[edge[0]]

    crossed = sum(span(edge) - 1 for edge in edges)
    readers = Counter(source for source, _ in edges)
    sources = Counter(target for _, target in edges)
    far = set()
    for edge in sorted(edges, key=span, reverse=True):
        if crossed <= _BENDS * count or span(edge) == 1:
            break
        if readers[edge[0]] > 1 and sources[edge[1]] > 1:
            far.add(edge)
            readers[edge[0]] -= 1
            sources[edge[1]] -= 1
            crossed -= span(edge) - 1
    return [edge for edge in edges if edge not in far], [edge for edge in edges if edge in far]


def _part(
    found: Any, nodes: Sequence[int], places: dict[int, tuple[float, float]], edges: list[Edge], left: float
) -> tuple[float, float]:
    """Takes over a part that hangs together, from `left` on; its width and height. Its numbers are
    places in `nodes`, and behind those the bends that the layout put in."""
    positions, _, _, segments = found
    at = {number: (x * _STEP[0] / _UNIT, -y * _STEP[1] / _UNIT) for number, (x, y) in positions}
    least = [min(place[axis] for place in at.values()) for axis in (0, 1)]
    at = {number: (left + x - least[0], y - least[1]) for number, (x, y) in at.items()}
    after: dict[int, list[int]] = {}
    for source, target in segments:
        after.setdefault(source, []).append(target)
    for number in sorted(at):
        if number >= len(nodes):
            break
        places[nodes[number]] = at[number]
        for step in after.get(number, ()):
            bends = []
            while step >= len(nodes):
                bends.append(at[step])
                (step,) = after[step]
            edges.append(Edge(nodes[number], nodes[step], tuple(bends)))
    return max(x for x, _ in at.values()) - left, max(y for _, y in at.values())


def layout(count: int, edges: Iterable[tuple[int, int]]) -> Layout:
    """Places `count` nodes; an edge goes from a smaller number to a larger one."""
    from fast_sugiyama import from_edges

    unique = list(dict.fromkeys(edges))
    near, far = _near_and_far(count, unique)
    places: dict[int, tuple[float, float]] = {}
    drawn: list[Edge] = []
    left = height = 0.0
    if near:
        # Numbers without gaps: the package goes through a set of them, and names would stand in it in
        # another order each time.
        nodes = sorted({node for edge in near for node in edge})
        number = {node: at for at, node in enumerate(nodes)}
        numbered = [(number[source], number[target]) for source, target in near]
        parts = from_edges(numbered, vertex_spacing=_UNIT, dummy_vertices=True, dummy_size=0.3)
        for part in sorted(parts, key=lambda part: -len(part[0])):
            wide, high = _part(part, nodes, places, drawn, left)
            left += wide + BOX[0] + _GAP
            height = max(height, high)
    # What neither reads nor is read, in columns behind the others.
    rows = max(10, int(height / _STEP[1]) + 1)
    for place, node in enumerate(node for node in range(count) if node not in places):
        column, row = divmod(place, rows)
        places[node] = (left + column * _STEP[0], row * _STEP[1])
    drawn += [Edge(source, target, (), True) for source, target in far]
    at = [(places[node][0] + BOX[0], places[node][1] + BOX[1]) for node in range(count)]
    shifted = [Edge(e.source, e.target, tuple((x + BOX[0], y + BOX[1]) for x, y in e.bends), e.is_far) for e in drawn]
    width = max((x for x, _ in at), default=0.0) + BOX[0]
    return Layout(width, max((y for _, y in at), default=0.0) + BOX[1], tuple(at), tuple(shifted))
