# ===- report_histograms.py - How large the values of each op are ------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Counts of magnitudes by octave, of the reference's values and of the decided model's: no tensor
is kept."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import ml_dtypes
import numpy as np

from .comparison import Row

__all__ = ["Histograms", "octaves"]

Array = np.ndarray[Any, Any]

_LOW, _HIGH = -134, 128
"""Those of bfloat16, which are float32's: what is nearer to zero, or a double beyond, stands at the ends."""
_CHUNK = 1 << 20
_LARGEST, _LEAST = (2 - 2.0**-23) * 2.0**127, 2.0**-149
"""Of float32."""


@cache
def _exponents(dtype: np.dtype[Any]) -> Array:
    """Of each pattern of 16 bits, as octaves counts it: bins behind those of the octaves are zero,
    infinite and NaN."""
    values = np.abs(np.arange(1 << 16, dtype=np.uint16).view(dtype).astype(np.float32))
    with np.errstate(invalid="ignore"):
        bins: Array = np.clip(np.frexp(values)[1].astype(np.intp) - 1, _LOW, _HIGH) - _LOW
    for number, those in enumerate((values == 0, np.isinf(values), np.isnan(values))):
        bins[those] = _HIGH - _LOW + 1 + number
    return bins


def octaves(values: Array) -> tuple[Array, int, int, int]:
    """How many magnitudes lie in [2^k, 2^(k+1)) for each k from _LOW on; how many values are zero,
    infinite and NaN."""
    flat = values.ravel()
    if flat.dtype.itemsize == 8:
        flat = np.where(np.isfinite(flat), np.clip(flat, -_LARGEST, _LARGEST), flat)
        flat = np.where((flat != 0) & (np.abs(flat) < _LEAST), _LEAST, flat)
    if flat.dtype.itemsize != 2:
        flat = flat.astype(np.float32)
    patterns = flat.dtype if flat.dtype.itemsize == 2 else np.dtype(ml_dtypes.bfloat16)
    bins = np.zeros(_HIGH - _LOW + 4, np.int64)
    for start in range(0, flat.size, _CHUNK):
        part = flat[start : start + _CHUNK]
        # The upper half of a float32 is a bfloat16: it has the whole exponent.
        codes = part.view(np.uint16) if part.dtype.itemsize == 2 else part.view(np.uint32) >> 16
        bins += np.bincount(_exponents(patterns)[codes], minlength=bins.size)
    counts, (zero, infinite, nan) = bins[:-3], map(int, bins[-3:])
    if flat.dtype.itemsize != 2:
        # What the lower half alone has: the least subnormal values, and NaN.
        tiny = int(np.count_nonzero(flat)) - (flat.size - zero)
        counts[0] += tiny
        zero -= tiny
        more = int(np.isnan(flat).sum()) - nan if infinite else 0
        infinite, nan = infinite - more, nan + more
    return counts, zero, infinite, nan


class _Counts:
    """Of one tensor, over all runs."""

    def __init__(self) -> None:
        self.counts = np.zeros(_HIGH - _LOW + 1, np.int64)
        self.others = np.zeros(3, np.int64)

    def add(self, values: Array) -> None:
        counts, *others = octaves(values)
        self.counts += counts
        self.others += others

    def record(self) -> dict[str, Any]:
        """`first` is the exponent of the first of `counts`; no zeros at either end."""
        (filled,) = np.nonzero(self.counts)
        first, last = (int(filled[0]), int(filled[-1])) if filled.size else (0, -1)
        zero, infinite, nan = map(int, self.others)
        counts = [int(count) for count in self.counts[first : last + 1]]
        return {"first": first + _LOW, "counts": counts, "zero": zero, "infinite": infinite, "nan": nan}


class Histograms:
    """See Pair.table: a run shows the rows in their order."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._counts = [(_Counts(), _Counts()) for _ in rows]
        self._are_floats = [row.data["limit"] is not None for row in rows]
        self._shown = 0

    def see(self, op: str, output: int, decided: Array, reference: Array) -> None:
        number = self._shown % len(self._counts)
        self._shown += 1
        if self._are_floats[number]:
            for counts, values in zip(self._counts[number], (decided, reference)):
                counts.add(values)

    def record(self, number: int) -> dict[str, Any] | None:
        """Of a row; None where it is no float."""
        if not self._are_floats[number]:
            return None
        decided, reference = self._counts[number]
        return {"decided": decided.record(), "reference": reference.record()}
