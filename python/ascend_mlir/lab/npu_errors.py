# ===- npu_errors.py - The errors of a device, and ours beside them --------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Each op three ways: the device against the reference, ours against the reference, and the
device against ours; and how much of the first the second explains."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import table
from .budgets import OutputErrors, metrics_of, record_of
from .comparison import Row
from .dump_file import Origin
from .npu_dump import NpuArrays, NpuDump
from .outside_arrays import Array, Outside, cells_of

__all__ = ["NpuErrors"]

_OUTPUT = "NetOutput"


@dataclass
class _Squares:
    """Over elements of which all three are finite."""

    of_npu: float = 0.0
    """|npu - reference|²"""
    left: float = 0.0
    """|npu - ours|²"""

    def add(self, other: _Squares) -> None:
        self.of_npu += other.of_npu
        self.left += other.left

    @property
    def explained(self) -> float | None:
        """1 where ours is the device; 0 where ours says no more than the reference; None where
        the device has no error."""
        share = 1 - self.left / self.of_npu if self.of_npu else math.nan
        return share if math.isfinite(share) else None


def _squares(npu: Array, ours: Array, reference: Array) -> _Squares:
    values = [array.astype(np.float64).ravel() for array in (npu, ours, reference)]
    finite = np.logical_and.reduce([np.isfinite(each) for each in values])
    error, left = (values[0][finite] - values[i][finite] for i in (2, 1))
    return _Squares(float(error @ error), float(left @ left))


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.3g}"


class NpuErrors(Outside):
    def __init__(self, dump: NpuDump, origins: Sequence[Origin | None], rows: Sequence[Row]) -> None:
        self._dump = dump
        self._of_rows = NpuArrays(dump, origins)
        super().__init__(self._of_rows, rows)
        self._errors: dict[int, tuple[OutputErrors, OutputErrors]] = {}
        self._parts: dict[int, _Squares] = {}

    def add(self, number: int, array: Array, decided: Array, reference: Array) -> None:
        of_npu, left = OutputErrors(), OutputErrors()
        of_npu.add(array, reference)
        left.add(array, decided)
        self._errors[number] = of_npu, left
        self._parts[number] = _squares(array, decided, reference)

    def row(self, number: int) -> Mapping[str, Any]:
        if number not in self._errors:
            return {}
        of_npu, left = map(record_of, self._errors[number])
        return {"npu": {"against_reference": of_npu, "against_ours": left, "explained": self._parts[number].explained}}

    def _last(self) -> set[int]:
        """The rows that the model's outputs read, through casts, of which there is a dump."""
        found: set[int] = set()
        to_see = [number for row in self._rows if row.type == _OUTPUT for number in row.data["operands"]]
        while to_see:
            number = to_see.pop()
            if number in self._parts:
                found.add(number)
            elif self._rows[number].type == "Cast":
                to_see += self._rows[number].data["operands"]
        return found

    def _explained(self) -> tuple[float | None, float | None]:
        """At the outputs, and the median of the ops."""
        total = _Squares()
        for number in self._last():
            total.add(self._parts[number])
        shares = [share for each in self._parts.values() if (share := each.explained) is not None]
        return total.explained, statistics.median(shares) if shares else None

    def record(self) -> Mapping[str, Any]:
        outputs, median = self._explained()
        return {
            "npu_dump": {
                "folder": str(self._dump.path),
                "ops": len(self._dump.files),
                "used": self._of_rows.used,
                "outputs_read": [self._rows[number].op for number in sorted(self._last())],
                "explained": outputs,
                "explained_median": median,
                "not_compared": self.faults(),
            }
        }

    def _sentences(self) -> list[str]:
        outputs, median = self._explained()
        last = ", ".join(self._rows[number].op for number in sorted(self._last()))
        head = f"against the NPU's dump ({self._dump.path}): {table.plural(len(self._errors), 'output')} of ops in it"
        if outputs is not None:
            head += f"; ours explains {_percent(outputs)} % of the NPU's error at the outputs ({last})"
            head += " - the reference is nearer to the NPU" if outputs < 0 else ""
        elif last:
            head += f"; what is finite has no error at the outputs ({last})"
        else:
            head += "; of what the outputs read none is"
        if lost := sum(self._errors[number][1].lost for number in self._last()):
            head += f"; {lost:,} of their elements {'is' if lost == 1 else 'are'} Inf or NaN on the NPU and finite in ours, which that leaves out"
        return [head + (f", and {_percent(median)} % at the median op" if median is not None else "")]

    def lines(self, rows: Sequence[Row], width: int | None) -> list[str]:
        lines = [line for text in self._sentences() for line in table.wrap(text, width)]
        for fault in self.faults():
            lines += table.wrap(fault, width, "  ")
        numbers = sorted(self._errors)
        names = table.shorten([rows[number].op for number in numbers], 24)[1]
        cells = []
        for number, name in zip(numbers, names):
            whole = rows[number].whole
            ours = {"relative": whole["relative_norm"], "max": whole["max"], "cosine": whole["cosine"]}
            ways = {"NPU-ref": self._errors[number][0], "NPU-ours": self._errors[number][1]}
            values: dict[str, Mapping[str, float | None]] = {"ours-ref": ours}
            values |= {way: metrics_of(errors) for way, errors in ways.items()}
            row = {"op": name, "type": rows[number].type}
            for way in ("NPU-ref", "ours-ref", "NPU-ours"):
                shown = cells_of(values[way])
                row |= {way: shown["relative"], f"{way} max": shown["max"], f"{way} cosine": shown["cosine"]}
            row["lost"] = f"{self._errors[number][0].lost:,}"
            cells.append({**row, "explained%": _percent(self._parts[number].explained)})
        return lines + (_fitting(cells, width) if cells else [])


def _fitting(cells: Sequence[Mapping[str, str]], width: int | None) -> list[str]:
    """A table; a narrow terminal gets the relative norms alone."""
    heading = list(cells[0])
    for dropped in (" max", " cosine", "type", None):
        lines = table.columns([heading, *([row[key] for key in heading] for row in cells)])
        if dropped is None or width is None or max(map(len, lines)) <= width:
            break
        heading = [key for key in heading if not key.endswith(dropped)]
    return lines
