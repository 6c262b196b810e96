# ===- on_worker.py - What a worker of a cluster does ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Functions that run on workers. Each process compiles a model once; its calls then only run it."""

from __future__ import annotations

import functools
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, TypeVar

from .. import _core, _tensors
from .agreement import Agreement
from .bench import Bench, Judge, run_once
from .candidates import candidates
from .comparison import Pair
from .data import Sample
from .metrics import load_metrics
from .outcomes import Outcome, try_setting
from .settings import Setting
from .shipped import Shipped

__all__ = ["RunState", "measure_run", "run_form", "run_setting"]

F = TypeVar("F", bound=Callable[..., Any])


def _once(function: F) -> F:
    """Computed once for equal arguments, also where several threads ask at the same time."""
    lock = threading.Lock()
    cached = functools.lru_cache(maxsize=2)(function)

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        with lock:
            return cached(*arguments)

    return call  # type: ignore[return-value]


@dataclass(frozen=True)
class RunState:
    """What one run adds to a comparison."""

    name: str
    shapes: tuple[tuple[int, ...], ...]
    table: bytes
    agreements: Sequence[Agreement]
    values: Sequence[tuple[int, int, float]]
    """Of the user's metrics: the number of the metric, that of the row."""


@_once
def _pair(shipped: Shipped) -> Pair:
    return Pair(shipped.model, shipped.options())


def measure_run(
    shipped: Shipped, sample: Sample, threshold: float, watch: tuple[str, int] | None, metric_texts: tuple[str, ...]
) -> RunState:
    """Compares on one input."""
    pair = _pair(shipped)
    metrics = load_metrics(metric_texts)
    values: list[tuple[int, int, float]] = []
    rows = count()

    def visit(op: str, output: int, decided: Any, reference: Any) -> None:
        row = next(rows)
        for number, metric in enumerate(metrics):
            if (value := metric.value(op, decided, reference)) is not None:
                values.append((number, row, value))

    flat = pair.flatten(sample)
    table = pair.table(visit if metrics else None)
    if watch:
        table.watch(*watch)
    decided, reference = pair.run(flat, table)
    agreements = [Agreement(threshold) for _ in pair.outputs]
    for agreement, ours, wanted in zip(agreements, decided, reference):
        agreement.add(ours, wanted)
    return RunState(sample.name, tuple(shape for _, shape in flat), table.state(), agreements, values)


def run_setting(shipped: Shipped, name: str, samples: Sequence[Sample], score: str | None) -> Outcome:
    """Tries one setting."""
    return try_setting(shipped.model, Setting(name, shipped.options()), samples, score)


@_once
def _bench(shipped: Shipped, with_modes: bool) -> tuple[Bench, tempfile.TemporaryDirectory[str]]:
    """What runs sets of ops, and the folder that it needs."""
    folder = tempfile.TemporaryDirectory(prefix="ascend_mlir.")
    found = candidates(shipped.model, shipped.options(), folder.name, with_modes)
    return Bench(shipped.model, found, [], [], Judge([], [], [])), folder


@_once
def _form(shipped: Shipped, with_modes: bool, members: frozenset[int]) -> tuple[_core.Model, Sequence[_tensors.TensorInfo], list[Any]]:
    bench, _ = _bench(shipped, with_modes)
    return bench.form(members)


def run_form(shipped: Shipped, with_modes: bool, members: frozenset[int], sample: Sample) -> dict[str, Any]:
    """The outputs for one input, with a set of ops kept."""
    core, infos, extra = _form(shipped, with_modes, members)
    return run_once(core, infos, sample, extra)
