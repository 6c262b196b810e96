# ===- fusion_result.py - CANN's fusion_result.json --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""fusion_result.json, which CANN writes when it has compiled: of each fusion pass how often it
matched and how often it took effect, as strings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ..errors import _model_error
from .real_files import read_text
from .real_run import RealFusion, RealRun

__all__ = ["read_fusion_result"]

_LARGEST = 64 << 20
_MEND = "it is what ATC leaves in its working folder"


def _count(value: Any, what: str, path: str) -> int:
    text = str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else ""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise _model_error(f"--fusion_result={path}: {what} is no count", _MEND)
    return int(text)


def _object(value: Any, what: str, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise _model_error(f"--fusion_result={path}: {what} is no object", _MEND)
    return value


def read_fusion_result(path: str) -> RealRun:
    """The passes of all graphs of the file. An error where it is none."""
    text = read_text("--fusion_result", path, _LARGEST)
    try:
        graphs = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _model_error(f"--fusion_result={path} is no JSON: {error}", _MEND) from None
    counted: dict[str, dict[str, tuple[int, int]]] = {"graph_fusion": {}, "ub_fusion": {}}
    found = False
    for graph, kinds in _object(graphs, "it", path).items():
        if not graph.startswith("session_and_graph_id_"):
            continue
        found = True
        for kind, passes in _object(kinds, repr(graph), path).items():
            if kind not in counted:
                continue
            for name, counts in _object(passes, repr(kind), path).items():
                where = f"{graph!r}: {name!r}"
                counts = _object(counts, where, path)
                effects, matches = (_count(counts.get(key), f"{where}: {key}", path) for key in ("effect_times", "match_times"))
                before = counted[kind].get(name, (0, 0))
                counted[kind][name] = (before[0] + effects, before[1] + matches)
    if not found:
        raise _model_error(f"--fusion_result={path} has no session_and_graph_id", _MEND)
    graph_fusions, ub_fusions = (
        tuple(RealFusion(name, *counts) for name, counts in counted[kind].items()) for kind in counted
    )
    return RealRun("fusion_result", path, graph_fusions=graph_fusions, ub_fusions=ub_fusions)
