# ===- outside_arrays.py - Tensors of ops from elsewhere -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What a device or the user's own framework computed, beside the rows of a comparison."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from ..errors import _usage_error
from . import table
from .budgets import OutputErrors
from .comparison import Row

__all__ = ["NotCompared", "Outside", "RowArrays", "cells_of", "shaped"]

Array = np.ndarray[Any, Any]


class NotCompared(Exception):
    """Why an array that is there cannot be compared: part of a sentence."""


class RowArrays(Protocol):
    """Arrays by the number of a row."""

    def array(self, number: int, shape: tuple[int, ...]) -> Array | None:
        """In the shape of the row; None where there is none. Raises NotCompared."""


def shaped(array: Array, shape: tuple[int, ...]) -> Array:
    """`array` in `shape`, if they differ in axes of one element alone."""
    if [n for n in array.shape if n != 1] != [n for n in shape if n != 1]:
        raise NotCompared(f"its shape is {list(array.shape)}, and ours {list(shape)}")
    return array.reshape(shape)


def cells_of(metrics: Mapping[str, float | None]) -> dict[str, str]:
    """Metrics for people; - where there is none."""
    known = {name: value if value is not None and math.isfinite(value) else None for name, value in metrics.items()}
    cells = {name: table.number(value) for name, value in known.items()}
    return {**cells, "cosine": "-" if known["cosine"] is None else f"{known['cosine']:.6f}"}


class Outside:
    """The errors of one run's rows against such arrays: `see` is called for each tensor that
    the run shows."""

    def __init__(self, arrays: RowArrays, rows: Sequence[Row]) -> None:
        self._arrays = arrays
        self._rows = rows
        self._number = 0
        self._compared = 0
        self.not_compared: dict[int, str] = {}

    def see(self, _op: str, _output: int, decided: Array, reference: Array) -> None:
        number = self._number
        self._number += 1
        try:
            array = self._arrays.array(number, decided.shape)
            if array is not None and decided.shape != reference.shape:
                raise NotCompared(f"ours is {list(decided.shape)}, and the reference {list(reference.shape)}")
            if array is not None and decided.dtype.kind == "c":
                raise NotCompared(f"{decided.dtype} is not measured")
        except NotCompared as why:
            self.not_compared[number] = str(why)
            return
        if array is not None:
            self._compared += 1
            self.add(number, array, decided, reference)

    def check(self) -> None:
        """Behind the run: an error where none of the arrays could be compared."""
        if not self._compared:
            (option,) = self.record()
            why = next(iter(self.faults()), "none is of an output that the run has")
            raise _usage_error(f"--{option}: nothing in it can be compared: {why}", "give the dump of this model and input")

    def add(self, number: int, array: Array, decided: Array, reference: Array) -> None:
        raise NotImplementedError

    def row(self, number: int) -> Mapping[str, Any]:
        """What a row's record gains."""
        raise NotImplementedError

    def record(self) -> Mapping[str, Any]:
        """What the whole gains, by the option."""
        raise NotImplementedError

    def lines(self, rows: Sequence[Row], width: int | None) -> list[str]:
        """For people."""
        raise NotImplementedError

    def faults(self) -> list[str]:
        """A sentence for each array that could not be compared."""
        return [f"{self._rows[number].op} is not compared: {why}" for number, why in self.not_compared.items()]
