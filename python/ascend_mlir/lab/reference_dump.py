# ===- reference_dump.py - The user's own reference, op by op --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A folder of CANN's golden files, `{name}.{output}.{time}.npy`, that the decided model and our
reference are held against."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import _model_error, _usage_error
from . import table
from .budgets import OutputErrors, metrics_of, record_of
from .comparison import Row
from .dump_file import Origin
from .dump_names import named_files, parse_golden
from .outside_arrays import Array, Outside, cells_of, shaped

__all__ = ["GoldenFolder", "ReferenceDump"]


class GoldenFolder:
    """The newest golden file of each origin."""

    def __init__(self, folder: str) -> None:
        path = pathlib.Path(folder)
        if not path.is_dir():
            raise _usage_error(f"--reference_dump={folder}: there is no such folder", "check the path")
        self.name = folder
        self.found: dict[Origin, tuple[int, pathlib.Path]] = {}
        self.count = 0
        for name, file in named_files("--reference_dump", path):
            if parsed := parse_golden(name):
                self.count += 1
                origin, time = Origin(*parsed[:2]), parsed[2]
                self.found[origin] = max(self.found.get(origin, (-1, file)), (time, file))


class _GoldenFiles:
    """The newest file of each row that has one."""

    def __init__(self, folder: GoldenFolder, origins: Sequence[Origin | None]) -> None:
        """`origins` are those of the rows. An error where no file is of any row."""
        self._files = [folder.found[origin][1] if origin in folder.found else None for origin in origins]
        self.used = len({file for file in self._files if file})
        if not self.used:
            raise _usage_error(
                f"--reference_dump={folder.name}: none of its {folder.count} golden files is of an op of this model",
                "their names are NAME.OUTPUT.TIME.npy, with the names of the model's nodes",
            )

    def array(self, number: int, shape: tuple[int, ...]) -> Array | None:
        file = self._files[number]
        if file is None:
            return None
        try:
            # Mapped: nothing is made of a size that the file does not have.
            array: Array = np.array(np.lib.format.open_memmap(file, mode="r"))
            if array.dtype.kind not in "biuf":
                raise ValueError(f"{array.dtype} is no dtype of numbers")
        except Exception as error:  # of many kinds, where a header is damaged
            raise _model_error(f"cannot read {file}: {error}", "give a .npy that numpy.save wrote") from None
        return shaped(array, shape)


class ReferenceDump(Outside):
    """How far the two references are apart says what the first number is worth."""

    def __init__(self, folder: GoldenFolder, origins: Sequence[Origin | None], rows: Sequence[Row]) -> None:
        self._folder = folder
        self._files = _GoldenFiles(folder, origins)
        super().__init__(self._files, rows)
        self._errors: dict[int, tuple[OutputErrors, OutputErrors]] = {}

    def add(self, number: int, array: Array, decided: Array, reference: Array) -> None:
        pair = OutputErrors(), OutputErrors()
        for errors, values in zip(pair, (decided, reference)):
            errors.add(values, array)
        self._errors[number] = pair

    def row(self, number: int) -> Mapping[str, Any]:
        if number not in self._errors:
            return {}
        decided, reference = map(record_of, self._errors[number])
        return {"against_your_reference": {"decided": decided, "our_reference": reference}}

    def record(self) -> Mapping[str, Any]:
        return {"reference_dump": {"files": self._folder.count, "used": self._files.used, "not_compared": self.faults()}}

    def lines(self, rows: Sequence[Row], width: int | None) -> list[str]:
        head = (
            f"against your reference ({self._folder.name}): {table.plural(len(self._errors), 'output')} of ops with an array; "
            f"{self._folder.count - self._files.used} of {self._folder.count} files are of none"
        )
        lines = table.wrap(head, width)
        for fault in self.faults():
            lines += table.wrap(fault, width, "  ")
        numbers = sorted(self._errors)
        names = table.shorten([rows[number].op for number in numbers], 28)[1]
        cells = [["op", "", "max", "rmse", "cosine", "relative", "lost"]]
        for number, name in zip(numbers, names):
            for what, errors in zip(("decided", "our reference"), self._errors[number]):
                values = cells_of(metrics_of(errors))
                cells.append([name, what, *(values[metric] for metric in cells[0][2:-1]), f"{errors.lost:,}"])
        return lines + table.columns(cells)
