# ===- node_data.py - A report for Model Explorer -------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Node data for Google's Model Explorer, a file a metric: `{graph: {results: {node: {value}}}}`. A node
is named as its ONNX adapter (model-explorer-onnx) names it."""

from __future__ import annotations

import json
import math
import os
import pathlib
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import _usage_error
from .onnx_graph import NOT_ONNX, bodies_of, load_onnx, name_of
from .report_data import ReportData
from .report_graph import Item
from .report_plots import COLORS, ERRORS, color_of
from .whole_folder import whole_folder

if TYPE_CHECKING:
    import onnx

__all__ = ["check_model", "node_data_of", "write_node_data"]


def check_model(path: str) -> None:
    """Before anything is compiled: the model has the nodes of ONNX."""
    ending = os.path.splitext(path)[1]
    if ending in NOT_ONNX:
        raise _usage_error(f"--node_data: {path} is a {ending} file, and node data name the nodes of an ONNX model", "give the .onnx")
    try:
        import onnx  # noqa: F401
    except ImportError:
        raise _usage_error("--node_data needs onnx, which is not installed", "pip install ascend-mlir[onnx]") from None


def _ids(graph: onnx.GraphProto) -> dict[str, str]:
    """The adapter's name of each node of the model itself, by ours: that of a node without a name is
    its first output. Names that are not there or are taken get numbers, and those in branches and
    loops share the counters, but not the names. A name that several nodes have says none of them."""
    counter: Counter[str] = Counter()
    result: dict[str, str] = {}
    ours = Counter(name_of(node) for node in graph.node)

    def visit(graph: onnx.GraphProto, is_model: bool) -> None:
        taken: set[str] = set()
        for node in graph.node:
            base = name = node.name or "node"
            while name in taken:
                counter[base] += 1
                name = f"{base}_{counter[base]}"
            taken.add(name)
            if is_model and ours[name_of(node)] == 1:
                result[name_of(node)] = name
            for body in bodies_of(node):
                visit(body, False)

    visit(graph, True)
    return result


def _nodes(item: Item) -> list[str]:
    """The nodes of the model that an op stands for, the last one that whose result it has."""
    assert item.op is not None
    return [str(name) for name in item.op.row["original_names"]] or [item.name]


def _headroom(item: Item) -> float | None:
    return max((row.headroom for row in item.outputs if row.headroom is not None), default=None)


def _own_lost(item: Item) -> int:
    return sum(row.own_lost for row in item.outputs)


# Colours of errors up to a value; below the first is what is as good as exact.
_THRESHOLDS = [{"value": min(limit, 1e30), "bgColor": color} for limit, color in ERRORS]


def node_data_of(data: ReportData) -> dict[str, Mapping[str, Any]]:
    """The content of each file, by its name. Numbers stand at the node whose result an op has, the
    worst of several; words at each node that it stands for."""
    graph = load_onnx(data.model).graph
    ids = _ids(graph)
    decided = [item for item in data.items if item.op]

    def numbers(get: Any, lost_of: Any = lambda item: 0, **more: Any) -> dict[str, Any]:
        """Where no number can be told because elements are lost, how many are, in the worst colour:
        statistics leave words out."""
        found: dict[str, tuple[tuple[bool, float], dict[str, Any]]] = {}
        for item in decided:
            key, value, lost = ids.get(_nodes(item)[-1]), get(item), lost_of(item)
            is_number = value is not None and math.isfinite(value)
            if key is None or not (is_number or lost):
                continue
            entry = {"value": value} if is_number else {"value": f"{lost:,} lost", "bgColor": ERRORS[-1][1]}
            rank = (not is_number, value if is_number else lost)
            if key not in found or rank >= found[key][0]:
                found[key] = rank, entry
        return {"results": {key: entry for key, (_, entry) in found.items()}, **more}

    def words(get: Any, color: Any) -> dict[str, Any]:
        results = {}
        for item in decided:
            for node in _nodes(item):
                if node in ids:
                    results[ids[node]] = {"value": get(item), **color(item)}
        return {"results": results}

    made = {
        "dtype": words(lambda item: item.dtype, lambda item: {"bgColor": color_of(item.dtype), "textColor": "#000000"}),
        "rule": words(lambda item: item.op.row["rule"], lambda item: {}),
        "own_error": numbers(lambda item: item.own, _own_lost, thresholds=_THRESHOLDS),
        "whole_error": numbers(lambda item: item.whole, lambda item: item.lost, thresholds=_THRESHOLDS),
        "lost": numbers(lambda item: item.lost if item.rows else None, thresholds=[{"value": 0, "bgColor": "#ffffff"}, {"value": 1e30, "bgColor": "#d62246"}]),
        "limit": numbers(_headroom, thresholds=[{"value": 0.5, "bgColor": "#ffffff"}, {"value": 1, "bgColor": COLORS["hif8"]}, {"value": 1e300, "bgColor": "#d62246"}]),
    }  # fmt: skip
    name = graph.name or "<main>"
    return {f"{metric}.json": {name: {"name": metric, **content}} for metric, content in made.items()}


def write_node_data(folder: str, data: ReportData) -> list[str]:
    """The files in a folder of their own, whole or not at all; their names."""
    files = {name: json.dumps(content, indent=1, allow_nan=False) for name, content in node_data_of(data).items()}
    with whole_folder(pathlib.Path(folder)) as made:
        for name, text in files.items():
            (made / name).write_text(text, encoding="utf-8")
    return list(files)
