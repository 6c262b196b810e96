# ===- compare_data.py - A comparison for programs --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A comparison as JSON and as CSV (docs/Lab.md), at full precision."""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from .comparison import Agreement, Pair, Row, ShapeTable, shape_text
from .metrics import Metric
from .outside_arrays import Outside
from .reference import OwnReference

__all__ = ["csv_of", "json_of"]


def _finite(value: float | None) -> float | str | None:
    """JSON has no word for what is not finite."""
    if value is None or math.isnan(value):
        return None
    return value if math.isfinite(value) else str(value)


def _record(row: Row, metrics: Sequence[Metric]) -> dict[str, Any]:
    values = {metric.name: _finite(metric.mean(row.op, row.data["output"])) for metric in metrics}
    return {**row.data, "headroom": row.headroom, **({"metrics": values} if metrics else {})}


def _agreement(agreement: Agreement) -> dict[str, Any]:
    return {
        "argmax_same": agreement.argmax,
        "vectors": agreement.vectors,
        "threshold": agreement.threshold,
        "threshold_same": agreement.above,
        "elements": agreement.elements,
        "reference_in_unit": agreement.in_unit,
    }


def _root(row: Row, shapes: ShapeTable) -> dict[str, Any]:
    reached = [{"output": each.op, "lost": each.lost, "relative_norm": each.whole["relative_norm"]} for each in shapes.reached(row)]
    return {"op": row.op, "output": row.data["output"], "lost": row.lost, "reaches": reached}


def json_of(
    tables: Sequence[ShapeTable],
    pair: Pair,
    given: argparse.Namespace,
    metrics: Sequence[Metric],
    own: OwnReference | None,
    outside: Sequence[Outside] = (),
) -> str:
    report = pair.decision.report
    value = {
        "version": 1,
        "soc": report["soc"],
        "precision_mode": report["precision_mode"],
        "options": report["options"],
        "is_evidence": bool(given.data),
        **({"against_your_reference": own.record()} if own else {}),
        **{key: each for arrays in outside for key, each in arrays.record().items()},
        "tables": [
            {
                "shapes": {info.name: list(shape) for info, shape in zip(pair.inputs, shapes.shapes)},
                "inputs": shapes.samples,
                "roots": [_root(row, shapes) for row in shapes.roots],
                "outputs": [
                    {**_record(row, metrics), "agreement": _agreement(shapes.agreements[row.data["output"]])}
                    for row in shapes.outputs
                ],
                "ops": [_record(row, metrics) for row in shapes.ops],
            }
            for shapes in tables
        ],
    }
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def _flat(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Objects in objects as columns `outer.inner`; extents as 1x3x8."""
    result: dict[str, Any] = {}
    for key, each in value.items():
        if isinstance(each, Mapping):
            result.update(_flat(each, f"{prefix}{key}."))
        elif key != "worst":
            result[prefix + key] = "x".join(map(str, each)) if isinstance(each, list) else each
    return result


def csv_of(tables: Sequence[ShapeTable], pair: Pair, metrics: Sequence[Metric]) -> str:
    rows = [
        {"shapes": shape_text(shapes, pair), **_flat(_record(row, metrics))}
        for shapes in tables
        for row in shapes.rows
    ]
    columns = list(dict.fromkeys(key for row in rows for key in row if key != "isolated"))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
