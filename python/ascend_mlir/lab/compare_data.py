# ===- compare_data.py - A comparison for programs --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A comparison as JSON and as CSV (docs/Lab.md), at full precision."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from typing import Any

from .agreement import Agreement
from .comparing import Comparison
from .comparison import Row, ShapeTable, shape_text

__all__ = ["csv_of", "json_of", "record_of", "records_of"]


def _finite(value: float | None) -> float | str | None:
    """JSON has no word for what is not finite."""
    if value is None or math.isnan(value):
        return None
    return value if math.isfinite(value) else str(value)


def _record(row: Row) -> dict[str, Any]:
    record = {**row.data, "headroom": row.headroom}
    if "metrics" in record:
        record["metrics"] = {name: _finite(value) for name, value in record.pop("metrics").items()}
    return record


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


def record_of(comparison: Comparison) -> dict[str, Any]:
    """The object that the JSON is."""
    pair, own = comparison.pair, comparison.own
    report = pair.decision.report
    return {
        "version": 1,
        "soc": report["soc"],
        "precision_mode": report["precision_mode"],
        "options": report["options"],
        "is_evidence": comparison.source.is_evidence,
        **({"against_your_reference": own.record()} if own else {}),
        **{key: each for arrays in comparison.outside for key, each in arrays.record().items()},
        "tables": [
            {
                "shapes": {info.name: list(shape) for info, shape in zip(pair.inputs, shapes.shapes)},
                "inputs": shapes.samples,
                "roots": [_root(row, shapes) for row in shapes.roots],
                "not_finite": [{"op": row.op, "output": row.data["output"], "elements": row.not_finite} for row in shapes.not_finite],
                "outputs": [
                    {**_record(row), "agreement": _agreement(shapes.agreements[row.data["output"]])}
                    for row in shapes.outputs
                ],
                "ops": [_record(row) for row in shapes.ops],
            }
            for shapes in comparison.tables
        ],
    }


def json_of(comparison: Comparison) -> str:
    return json.dumps(record_of(comparison), indent=1, ensure_ascii=False) + "\n"


def _flat(value: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Objects in objects as columns `outer.inner`; extents as 1x3x8."""
    result: dict[str, Any] = {}
    for key, each in value.items():
        if isinstance(each, Mapping):
            result.update(_flat(each, f"{prefix}{key}."))
        elif key != "worst":
            result[prefix + key] = "x".join(map(str, each)) if isinstance(each, list) else each
    return result


def records_of(comparison: Comparison) -> list[dict[str, Any]]:
    """A flat record for each output of an op and of the model."""
    return [
        {"shapes": shape_text(shapes, comparison.pair), **_flat(_record(row))}
        for shapes in comparison.tables
        for row in shapes.rows
    ]


def csv_of(comparison: Comparison) -> str:
    rows = records_of(comparison)
    columns = list(dict.fromkeys(key for row in rows for key in row if key != "isolated"))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()
