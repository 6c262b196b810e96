# ===- agreement.py - Whether an output means the same --------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What an output is for may be one number of it: the place of a vector's largest element, the side
of a threshold, a label."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Agreement", "count_same", "is_discrete"]

Array = np.ndarray[Any, Any]


def is_discrete(array: Array) -> bool:
    """Whether its elements are labels, counts or truths: an error has no size there."""
    # The integers of ml_dtypes are of no kind of numpy's.
    return array.dtype.kind in "biu" or array.dtype.name.startswith(("int", "uint"))


def count_same(decided: Array, reference: Array) -> tuple[int, int]:
    """Of floats how many vectors along the last axis have the largest element in the same place, and how
    many there are; of integers and bools how many elements are equal.

    A vector is one of two elements and more that has a largest one in the reference: no NaN, and not all
    of them -Inf. It is another one where the decided model has NaN in it, or Inf for a finite largest."""
    if is_discrete(reference):
        return int(np.sum(decided == reference)) if decided.shape == reference.shape else 0, reference.size
    if reference.dtype.kind not in "fV" or not reference.ndim or reference.shape[-1] < 2:
        return 0, 0
    wanted = reference.astype(np.float64)
    # The largest of a vector with NaN is NaN, to numpy.
    most = wanted.max(-1)
    counts = most > -np.inf
    if decided.shape != reference.shape:
        return 0, int(counts.sum())
    ours = decided.astype(np.float64)
    largest = ours.max(-1)
    same = counts & (ours.argmax(-1) == wanted.argmax(-1)) & (np.isfinite(largest) | (largest == most))
    return int(same.sum()), int(counts.sum())


@dataclass
class Agreement:
    """How far an output means the same as the reference's, over all runs."""

    threshold: float
    argmax: int = 0
    """Vectors along the last axis whose largest element stands in the same place; of integers and bools,
    elements that are equal."""
    vectors: int = 0
    above: int = 0
    """Elements that lie on the same side of the threshold."""
    elements: int = 0
    in_unit: bool = True
    """Whether all values of the reference lie in [0, 1]: else a threshold says nothing."""
    is_discrete: bool = False

    def add(self, decided: Array, reference: Array) -> None:
        same, count = count_same(decided, reference)
        self.argmax += same
        self.vectors += count
        self.is_discrete = is_discrete(reference)
        if self.is_discrete or reference.dtype.kind not in "fV" or not reference.size:
            return
        wanted = reference.astype(np.float32)
        self.in_unit = self.in_unit and bool(((wanted >= 0) & (wanted <= 1)).all())
        has_side = ~np.isnan(wanted)
        self.elements += int(has_side.sum())
        if decided.shape == reference.shape:
            ours = decided.astype(np.float32)
            is_same = (ours > self.threshold) == (wanted > self.threshold)
            self.above += int((has_side & is_same & (np.isfinite(ours) | (ours == wanted))).sum())

    def merge(self, later: Agreement) -> None:
        """Adds another run's."""
        self.argmax += later.argmax
        self.vectors += later.vectors
        self.above += later.above
        self.elements += later.elements
        self.in_unit = self.in_unit and later.in_unit
        self.is_discrete = later.is_discrete
