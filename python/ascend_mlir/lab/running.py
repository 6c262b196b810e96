# ===- running.py - Runs of compiled models ----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Samples to flat bytes, and what a run gives as arrays of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import _core, _tensors
from .._tensors import TensorInfo
from .data import Sample, converted

__all__ = ["Flat", "flatten", "run"]

Flat = list[tuple["np.ndarray[Any, Any]", tuple[int, ...]]]
"""Bytes and shape of each input."""


def flatten(sample: Sample, infos: Sequence[TensorInfo], extra: Sequence[Any] = ()) -> Flat:
    """The sample as the model takes it; arrays of another width are converted. `extra` are the
    values of the inputs behind the model's own."""
    own = infos[: len(infos) - len(extra)]
    values = [*_tensors.by_position(dict(sample.arrays), own), *extra]
    return [_tensors.flatten(converted(value, info), info) for value, info in zip(values, infos)]


def run(
    core: _core.Model, flat: Flat, threads: int = 0, table: _core.ErrorTable | None = None
) -> list[np.ndarray[Any, Any]]:
    """The outputs, as numbers."""
    described = core.outputs
    infos = _tensors.describe(described)
    return [
        _tensors.as_numbers(_tensors.restore(data, shape, info), word)
        for info, (_, word, _), (data, shape) in zip(infos, described, core.run(flat, threads, None, table))
    ]
