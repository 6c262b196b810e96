# ===- metrics.py - Metrics of the user's own ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Functions in files of the user, and CANN's custom algorithms (alg_NAME.py with
`compare(mine, golden, args) -> (value, message)`) as they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import AscendError, _usage_error
from .arguments import run_file

__all__ = ["Function", "Metric", "load_metrics", "metrics_of"]

Function = Callable[["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"], float]
"""The decided values and the reference's to a number."""

_COLUMNS = {"op", "type", "dtype", "own", "ULP", "whole", "max", "rmse", "p99", "cosine", "limit%", "lost"}
"""Of a comparison's table."""


class Metric:
    """A function of an output's decided and reference values, averaged over runs."""

    def __init__(self, name: str, where: str, function: Callable[[Any, Any], Any]) -> None:
        self.name = name
        self.where = where
        """The words of --metric; empty for a function of a program."""
        self._function = function
        self._sums: dict[tuple[Any, int], tuple[float, int]] = {}
        self._shapes: Any = None
        self._number = 0

    def begin(self, shapes: Any) -> None:
        """What comes next is a run on inputs of these shapes: all its rows, in their order."""
        self._shapes, self._number = shapes, 0

    def see(
        self, op: str, output: int, decided: np.ndarray[Any, Any], reference: np.ndarray[Any, Any]
    ) -> None:
        if (value := self.value(op, decided, reference)) is not None:
            self.count(self._shapes, self._number, value)
        self._number += 1

    def count(self, shapes: Any, number: int, value: float) -> None:
        """A value of one run, of the row of that number."""
        total, count = self._sums.get((shapes, number), (0.0, 0))
        self._sums[shapes, number] = (total + value, count + 1)

    def value(self, op: str, decided: np.ndarray[Any, Any], reference: np.ndarray[Any, Any]) -> float | None:
        """Of floats alone: what bools and integers have in common with their reference, no metric of
        errors says."""
        if decided.dtype.kind not in "fV":
            return None
        try:
            return float(self._function(decided, reference))
        except AscendError:
            raise
        except (Exception, SystemExit) as error:
            raise _usage_error(
                f"--metric={self.where or self.name}: {type(error).__name__} at {op}: {error}",
                "let it take two arrays and return a number",
            ) from error

    def mean(self, shapes: Any, number: int) -> float | None:
        """Over the runs on inputs of these shapes; None where it has no value."""
        total, count = self._sums.get((shapes, number), (0.0, 0))
        return total / count if count else None


def _of_cann(function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    """CANN's algorithms get flat float32 arrays and what the command line says; the value
    comes as text, too."""

    def value(decided: Any, reference: Any) -> Any:
        mine, golden = (array.astype(np.float32).reshape(-1) for array in (decided, reference))
        return function(mine, golden, {})[0]

    return value


def _taken(where: str, label: str) -> AscendError:
    return _usage_error(f"--metric={where}: there is a column {label!r} already", "give the function another name")


def _check_label(where: str, label: str) -> None:
    if label in _COLUMNS:
        raise _taken(where, label)


def metrics_of(functions: Mapping[str, Function]) -> list[Metric]:
    """Functions of a program, by name."""
    for name in functions:
        _check_label(name, name)
    return [Metric(name, "", function) for name, function in functions.items()]


def load_metrics(texts: Sequence[str]) -> list[Metric]:
    """What --metric names."""
    result = []
    taken: set[str] = set()
    for text in texts:
        path, _, name = text.rpartition(":") if not text.endswith(".py") else (text, "", "")
        if not os.path.isfile(path):
            raise _usage_error(f"--metric={text}: there is no file {path!r}", "write FILE.py:FUNCTION")
        base = os.path.basename(path)
        is_cann = not name and base.startswith("alg_")
        if not name and not is_cann:
            raise _usage_error(f"--metric={text} names no function", "write FILE.py:FUNCTION")
        function = run_file("--metric", path).get("compare" if is_cann else name)
        if not callable(function):
            what = "compare" if is_cann else name
            raise _usage_error(f"--metric={text}: there is no function {what!r} in the file", "check its name")
        label = base[len("alg_") : -len(".py")] if is_cann else name
        if label in taken:
            raise _taken(text, label)
        _check_label(text, label)
        taken.add(label)
        result.append(Metric(label, text, _of_cann(function) if is_cann else function))
    return result
