# ===- records.py - Rows of what the laboratory returns -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A result as a list of flat dicts: what pandas.DataFrame and csv.DictWriter take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from . import compare_data, explain_data, sweep_report, verify_forms
from .comparing import Comparison
from .decision import Decision
from .differences import Difference, record_of
from .extract_result import Extract
from .searching import Healing
from .sweeping import Sweep
from .verifying import Verification

__all__ = ["records"]


@singledispatch
def records(result: Any) -> list[dict[str, Any]]:
    """Rows of a result: an op each of a Decision or a Healing, an output of an op each of a
    Comparison or an Extract, a setting of a Sweep, an op of a Difference, what was compared of a
    Verification or of the list of them that `verify` gives. The keys are those of the CSV files
    (docs/Lab.md), of an Extract those of its ops.

    >>> records = lab.records(lab.explain(relu_model, precision_mode="force_fp16"))
    >>> records[0]["name"], records[0]["decided"]
    ('n', 'f16 > f16')
    """
    raise TypeError(f"{type(result).__name__} is no result of the laboratory")


@records.register
def _(result: Decision) -> list[dict[str, Any]]:
    return explain_data.records_of(result.ops)


@records.register
def _(result: Healing) -> list[dict[str, Any]]:
    return explain_data.records_of(result.kept)


@records.register
def _(result: Comparison) -> list[dict[str, Any]]:
    return compare_data.records_of(result)


@records.register
def _(result: Sweep) -> list[dict[str, Any]]:
    return sweep_report.records_of(result)


@records.register
def _(result: Difference) -> list[dict[str, Any]]:
    return [
        {"op": name, **{f"{side}.{key}": value for side in ("a", "b") for key, value in (group[side] or {}).items()}}
        for group in record_of(result)["groups"]
        for name in group["ops"]
    ]


@records.register
def _(result: Extract) -> list[dict[str, Any]]:
    return [
        {"name": op.name, "type": op.type, "output": op.output, "is_same": op.is_same}
        | {f"{where}.{key}": value for where in _WHERE for key, value in (getattr(op, where) or {}).items()}
        for op in result.ops
    ]


_WHERE = ("in_model", "in_extract", "whole")


@records.register
def _(result: Verification) -> list[dict[str, Any]]:
    return verify_forms.records_of([result])


@records.register(list)
def _(result: Sequence[Any]) -> list[dict[str, Any]]:
    if not all(isinstance(each, Verification) for each in result):
        raise TypeError("a list of other things than Verification is no result of the laboratory")
    return verify_forms.records_of(result)
