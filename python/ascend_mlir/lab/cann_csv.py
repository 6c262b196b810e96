# ===- cann_csv.py - CANN's comparison CSV ---------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The table that msaccucmp writes of a dump against golden .npy files, with -overflow_detection
and -r: its columns, its metrics, and its arithmetic, which is float32."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .dump_file import plain
from .dump_graph import DumpGraph, GraphOp

__all__ = ["COLUMNS", "CannTable"]

Array = np.ndarray[Any, Any]

_TINY = np.finfo(np.float64).eps
_ABSENT = "NaN"
_FLOAT16_LIMIT = 65504


def _is_scalar(shape: Sequence[int]) -> bool:
    """As CANN tells: by the sum of the extents."""
    return sum(shape) == len(shape)


def _cosine(ours: Array, wanted: Array, is_scalar: bool) -> float | str | None:
    if is_scalar:
        return 1.0
    norms = [np.linalg.norm(array, axis=-1, keepdims=True) for array in (ours, wanted)]
    if norms[0] <= _TINY and norms[1] < _TINY:
        return "1.0"
    if any(norm**0.5 <= _TINY for norm in norms):
        return None
    return float(min((ours / norms[0] * (wanted / norms[1])).sum(), 1.0))


def _relative(ours: Array, wanted: Array) -> Array:
    return np.where(np.abs(wanted) > _TINY, np.abs(ours / wanted - 1), 0)


def _distance(ours: Array, wanted: Array) -> float:
    squares = (wanted**2).sum()
    if squares**0.5 <= _TINY:
        return 0.0
    return float((((ours - wanted) ** 2).sum() / squares) ** 0.5)


def _distribution(array: Array) -> Array:
    """Stretched to [0, 1], with a sum of 1."""
    least = array.min()
    extent = array.max() - least
    shares: Array = np.maximum((array - least) / extent if extent != 0 else array, np.finfo(np.float32).eps)
    shares /= shares.sum()
    return shares


def _divergence(ours: Array, wanted: Array) -> float:
    shares, others = _distribution(ours), _distribution(wanted)
    result = float((shares * np.log(shares / others)).sum())
    return 0.0 if abs(result) < _TINY else result


def _deviation(ours: Array, wanted: Array) -> str:
    def pair(array: Array) -> str:
        values = [np.mean(array, dtype=np.float64), np.std(array, dtype=np.float64)]
        return "({:.3f};{:.3f})".format(*(0.0 if abs(value) < 1e-3 else value for value in values))

    return f"{pair(ours)},{pair(wanted)}"


_METRICS: Mapping[str, Callable[[Array, Array, bool], Any]] = {
    "CosineSimilarity": _cosine,
    "MaxAbsoluteError": lambda ours, wanted, _: np.abs(ours - wanted).max(),
    "AccumulatedRelativeError": lambda ours, wanted, _: _relative(ours, wanted).sum(),
    "RelativeEuclideanDistance": lambda ours, wanted, _: _distance(ours, wanted),
    "KullbackLeiblerDivergence": lambda ours, wanted, _: _divergence(ours, wanted),
    "StandardDeviation": lambda ours, wanted, _: _deviation(ours, wanted),
    "MeanAbsoluteError": lambda ours, wanted, _: np.abs(ours - wanted).mean(),
    "RootMeanSquareError": lambda ours, wanted, _: np.sqrt(np.average((ours - wanted) ** 2)),
    "MaxRelativeError": lambda ours, wanted, _: _relative(ours, wanted).max(),
    "MeanRelativeError": lambda ours, wanted, _: _relative(ours, wanted).mean(),
}
_OF_BOOLS = ("CosineSimilarity", "RelativeEuclideanDistance")
COLUMNS = [
    "Index", "OpSequence", "OpType", "NPUDump", "DataType", "Address", "GroundTruth", "DataType", "TensorIndex", "Shape",
    "OverFlow", *_METRICS, "CompareFailReason",
]  # fmt: skip


def _metrics(decided: Array, reference: Array) -> list[str]:
    are_bools = decided.dtype == reference.dtype == np.bool_
    ours, wanted = (array.reshape(-1) if are_bools else array.astype(np.float32).reshape(-1) for array in (decided, reference))
    result = []
    for name, metric in _METRICS.items():
        try:
            with np.errstate(all="ignore"):
                value = None if are_bools and name not in _OF_BOOLS else metric(ours, wanted, _is_scalar(decided.shape))
        except (TypeError, ValueError):  # of no elements, or of bools
            value = None
        result.append(_ABSENT if value is None else value if isinstance(value, str) else f"{value:.6f}")
    return result


def _why_not(op: GraphOp, output: int, decided: Array, reference: Array) -> str:
    """Why an output cannot be compared, if it cannot."""
    if op.origin(output) is None:
        return "it stands for no output of a node of the model"
    return "" if decided.size == reference.size else f"its shape is not the reference's, {list(reference.shape)}"


class CannTable:
    """The rows of one run: `see` is called for each tensor that it shows."""

    def __init__(self, graph: DumpGraph) -> None:
        self._graph = graph
        self._row = 0
        self._cells: dict[tuple[int, int], list[str]] = {}

    def see(self, _op: str, _output: int, decided: Array, reference: Array) -> None:
        place = self._graph.places[self._row]
        self._row += 1
        if not place:
            return
        op, output = place
        ours, wanted = plain(decided), plain(reference)
        overflows = _ABSENT
        if ours.dtype == np.float16:
            overflows = "YES" if (np.abs(ours) >= _FLOAT16_LIMIT).any() else "NO"
        why = _why_not(op, output, decided, reference)
        extents = (decided.size,) if not why and _is_scalar(decided.shape) else decided.shape
        self._cells[id(op), output] = [
            *(_ABSENT if why else str(array.dtype) for array in (ours, wanted)),
            f"[{','.join(map(str, extents))}]",
            overflows,
            *([_ABSENT] * len(_METRICS) if why else _metrics(ours, wanted)),
            why,
        ]

    def _lines(self, group: Sequence[GraphOp], index: int, sequence: Mapping[int, int]) -> list[list[str]]:
        """The rows of ops that stand for the same nodes."""
        names = ",".join(op.name for op in group)
        originals = ",".join(group[0].originals or ([group[0].name] if group[0].originals is None else [])) or "*"
        lines = []
        for op in group:
            if not op.is_dumped:
                continue
            for output in range(max(op.dtypes) + 1):
                cells = self._cells.get((id(op), output))
                if cells is None:
                    cells = [_ABSENT, _ABSENT, "[0]", _ABSENT, *[_ABSENT] * len(_METRICS), "nobody reads it"]
                dtype, other, *rest = cells
                where = f"{op.name}:output:{output}"
                lines.append(
                    [str(index), str(sequence[id(op)]), op.type, names, dtype, _ABSENT, originals, other, where, *rest]
                )
        if not lines:
            op = group[0]
            absent = [_ABSENT] * (4 + len(_METRICS))
            why = "there is no dump of it"
            lines = [[str(index), str(sequence[id(op)]), op.type, names, _ABSENT, _ABSENT, originals, *absent, why]]
        return lines

    def text(self) -> str:
        groups: dict[tuple[str, ...], list[GraphOp]] = {}
        for op in self._graph.ops:
            groups.setdefault(op.originals or (op.name,), []).append(op)
        sequence = {id(op): number for number, op in enumerate(self._graph.ops, 1)}
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        for index, group in enumerate(groups.values()):
            writer.writerows(self._lines(group, index, sequence))
        return out.getvalue()
