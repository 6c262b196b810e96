# ===- reference.py - A reference of the user's own ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Outputs from elsewhere that a decided model is held against."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._tensors import TensorInfo
from ..errors import _usage_error
from . import archive, data, table
from .budgets import OutputErrors, record_of

__all__ = ["OwnReference", "check_file"]


def check_file(path: str) -> None:
    """Before anything is compiled: an .npz that can be read."""
    if os.path.isdir(path) or (os.path.exists(path) and not path.endswith(".npz")):
        raise _usage_error(f"--reference_outputs={path} is no .npz", "give one of numpy.savez, of outputs by their names")
    data.check([path], "--reference_outputs")


class OwnReference:
    """Outputs that the user has from elsewhere, against the decided model's and against those of
    our reference: how far the two references are apart says what the first number is worth."""

    def __init__(self, path: str, outputs: Sequence[TensorInfo]) -> None:
        self._path = path
        self._outputs = [info.name for info in outputs]
        known = {info.name: info for info in outputs}

        def is_wanted(name: str, shape: tuple[int, ...]) -> bool:
            if name not in known:
                raise _usage_error(
                    f"--reference_outputs={path}: the model has no output {name!r}",
                    f"its outputs are {', '.join(self._outputs)}",
                )
            if not archive.may_be_runs(shape, known[name]):
                raise _usage_error(
                    f"--reference_outputs={path}: {name!r} is {list(shape)}, and the model has {known[name]}",
                    "give the outputs of all inputs, one after the other along the first axis",
                )
            return True

        self._arrays = archive.typed(archive.arrays_of(path, is_wanted), outputs)
        self._rows = {name: 0 for name in self._arrays}
        for name, array in self._arrays.items():
            if not np.can_cast(array.dtype, np.complex128):
                raise _usage_error(f"--reference_outputs={path}: {name!r} holds {array.dtype}", "give numbers")
        self._errors = {name: (OutputErrors(), OutputErrors()) for name in self._arrays}

    def add(self, decided: Sequence[Any], reference: Sequence[Any]) -> None:
        # An output that the model gives twice is one.
        outputs = {name: (ours, wanted) for name, ours, wanted in zip(self._outputs, decided, reference)}
        for name, (ours, wanted) in outputs.items():
            if (array := self._arrays.get(name)) is None:
                continue
            first = self._rows[name]
            count = ours.shape[0] if ours.ndim else 1
            own = array if array.shape == ours.shape else array[first : first + count] if array.ndim else array
            if own.ndim == 1 and not ours.ndim and own.size:
                own = own[0]
            if own.shape != ours.shape:
                raise _usage_error(
                    f"--reference_outputs={self._path}: {name!r} is {list(array.shape)}, and from {first} on there is no "
                    f"{list(ours.shape)} in it",
                    "give the outputs of all inputs, one after the other along the first axis",
                )
            self._rows[name] = first + count
            for errors, values in zip(self._errors[name], (ours, wanted)):
                errors.add(values, own)

    def finish(self) -> None:
        for name, array in self._arrays.items():
            if array.ndim and self._rows[name] != array.shape[0]:
                raise _usage_error(
                    f"--reference_outputs={self._path}: {name!r} has {array.shape[0]} rows, and the runs gave {self._rows[name]}",
                    "give the outputs of the very inputs",
                )

    @property
    def _absent(self) -> list[str]:
        """Outputs of the model that are not in the file."""
        return [name for name in dict.fromkeys(self._outputs) if name not in self._arrays]

    def record(self) -> dict[str, Any]:
        """By output; None where the file has it not."""
        return dict.fromkeys(self._absent) | {
            name: {what: record_of(errors) for what, errors in zip(("decided", "our_reference"), pair)}
            for name, pair in self._errors.items()
        }

    def lines(self) -> list[str]:
        rows = [["against your reference", "", "max", "mean", "rmse", "cosine", "relative", "lost"]]
        for name, pair in self._errors.items():
            for what, errors in zip(("decided", "our reference"), pair):
                values = record_of(errors)
                numbers = [table.number(values[metric]) for metric in ("max", "mean", "rmse")]
                cosine = "-" if values["cosine"] is None else f"{values['cosine']:.8f}"
                rows.append([name, what, *numbers, cosine, table.number(values["relative"]), f"{errors.lost:,}"])
        absent = [f"not in your reference, and not compared: {', '.join(self._absent)}"] if self._absent else []
        return table.columns(rows) + absent
