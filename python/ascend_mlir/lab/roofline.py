# ===- roofline.py - What an NPU would take at least ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The least time of each op on the chip, from what it multiplies and what it moves: a roofline
(Williams, Waterman, Patterson, 2009) of the chip's facts in the report (docs/Lab.md)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .decision import Decision, Op

__all__ = ["Cost", "cost_of", "cube_work", "microseconds"]

BYTES = {
    "double": 8, "int64": 8, "uint64": 8, "complex64": 8, "complex128": 16,
    "float": 4, "int32": 4, "uint32": 4,
    "float16": 2, "bfloat16": 2, "int16": 2, "uint16": 2,
}  # fmt: skip
"""Of dtypes of more than a byte."""

_FLOAT_SHARE = {"float": 1 / 4, "float (HF32)": 1 / 2}
"""Of the products of float16 that a cube unit sums in a step: assumed, no public file says it."""


def _elements(tensor: Mapping[str, Any] | None) -> int | None:
    """How many; None where an extent is open."""
    if tensor is None:
        return 0
    shape = tensor["shape"]
    return None if shape is None or None in shape else math.prod(shape)


def _bytes(tensors: Sequence[Mapping[str, Any] | None]) -> int | None:
    total = 0
    for tensor in tensors:
        if tensor is None:
            continue
        if (count := _elements(tensor)) is None:
            return None
        total += count * BYTES.get(tensor["dtype"], 1)
    return total


def _cube_dtype(op: Op) -> str:
    """What the cube unit reads: HF32 is half as much work as float."""
    first = op.row["inputs"][0]
    return "float (HF32)" if op.is_hf32 else str(first["dtype"]) if first else "float16"


def cube_work(decision: Decision) -> Counter[str] | None:
    """How many products cube ops sum, by the dtype that they read; None where a shape is open."""
    work: Counter[str] = Counter()
    for op in decision.ops:
        if op.row["unit"] != "cube":
            continue
        if op.row["multiply_adds"] is None:
            return None
        work[_cube_dtype(op)] += op.row["multiply_adds"]
    return work


def microseconds(op: Op, chip: Mapping[str, Any]) -> float | None:
    """The least time of an op: the longest of multiplying, of the vector unit, and of the memory."""
    if op.is_merged:
        return 0.0
    tensors = [*op.row["inputs"], *op.row["outputs"]]
    moved = _bytes(tensors)
    if moved is None or not chip["memory_gb_per_s"]:
        return None
    times: list[float] = [moved / (1e3 * chip["memory_gb_per_s"])]
    if op.row["engine"] == "local":
        return 0.0
    if op.row["unit"] == "cube":
        if op.row["multiply_adds"] is None:
            return None
        dtype = _cube_dtype(op)
        each: float = chip["multiply_adds"].get(dtype, chip["multiply_adds"]["float16"] * _FLOAT_SHARE.get(dtype, 1))
        times.append(op.row["multiply_adds"] / (each * chip["cube_cores"] * chip["megahertz"]))
    elif op.row["engine"] == "aicore":
        largest = max((_elements(tensor) or 0) * max(BYTES.get(tensor["dtype"], 1), 2) for tensor in tensors if tensor)
        cores = chip["vector_cores"] or chip["cube_cores"]
        times.append(largest / (2 * chip["vector_lanes"] * cores * chip["megahertz"]))
    return max(times)


def _cast_microseconds(cast: Mapping[str, Any], chip: Mapping[str, Any]) -> float | None:
    """A cast reads and writes, and computes nothing that takes longer."""
    if cast["bytes"] is None or not chip["memory_gb_per_s"]:
        return None
    written, read = (BYTES.get(cast[end], 1) for end in ("to", "from"))
    return float(cast["bytes"] * (1 + read / written) / (1e3 * chip["memory_gb_per_s"]))


@dataclass(frozen=True)
class Cost:
    """Microseconds of all ops, one after the other, and of the inserted casts."""

    ops: float
    casts: float

    @property
    def total(self) -> float:
        return self.ops + self.casts


def cost_of(decision: Decision) -> Cost | None:
    """The estimate of a whole model; None where a shape is open or the chip's memory not known."""
    chip = decision.report["chip"]
    ops = [microseconds(op, chip) for op in decision.ops]
    casts = [_cast_microseconds(cast, chip) for cast in decision.report["casts"] if not cast["folded"]]
    if any(each is None for each in (*ops, *casts)):
        return None
    return Cost(sum(each or 0.0 for each in ops), sum(each or 0.0 for each in casts))
