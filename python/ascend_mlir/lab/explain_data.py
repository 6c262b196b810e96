# ===- explain_data.py - A decision for programs -------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A decision as JSON and as CSV (docs/Lab.md)."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any

from .decision import Decision, Op, customize_line

__all__ = ["csv_of", "record_of", "records_of"]

_RECORD: dict[str, Callable[[Op], Any]] = {
    "index": lambda op: op.index,
    "name": lambda op: op.name,
    "type": lambda op: op.type,
    "onnx": lambda op: op.row["onnx"],
    "engine": lambda op: op.row["engine"],
    "unit": lambda op: op.row["unit"],
    "list": lambda op: op.row["list"],
    "origin": lambda op: op.dtypes("origin"),
    "decided": lambda op: op.dtypes(),
    "changed": lambda op: op.is_changed,
    "hf32": lambda op: op.is_hf32,
    "accumulate": lambda op: op.row["accumulate"],
    "impl_mode_asked": lambda op: op.row["impl_mode"]["requested"],
    "impl_mode_got": lambda op: op.row["impl_mode"]["effective"],
    "facts": lambda op: op.row["facts"],
    "rule": lambda op: op.row["rule"],
    "source": lambda op: op.row["source"],
    "reason": lambda op: op.row["reason"],
    "keep_dtype_names": lambda op: list(op.keep_names),
    "keep_dtype_types": lambda op: list(op.keep_types),
    "customize_dtypes_name": lambda op: op.name,
    "customize_dtypes_line": lambda op: customize_line(op.name, op.ports) if op.ports else "",
    "modify_mixlist_type": lambda op: op.type,
    "exceptions": lambda op: list(op.exceptions),
}


def records_of(ops: Sequence[Op]) -> list[dict[str, Any]]:
    """A record for each op."""
    return [{key: get(op) for key, get in _RECORD.items()} for op in ops]


def record_of(decision: Decision, ops: Sequence[Op]) -> dict[str, Any]:
    """The object that the JSON is: what was decided of some ops."""
    report = decision.report
    return {
        "version": 1,
        "soc": report["soc"],
        "precision_mode": report["precision_mode"],
        "options": report["options"],
        "config": decision.config_faults,
        "ops": records_of(ops),
    }


def csv_of(ops: Sequence[Op]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_RECORD)
    for record in records_of(ops):
        writer.writerow("; ".join(value) if isinstance(value, list) else value for value in record.values())
    return out.getvalue()
