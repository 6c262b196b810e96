# ===- comparing.py - A comparison from its inputs to its tables --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs a pair on all inputs, with what else looks at its values, and keeps what came out."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import Diagnostic, _usage_error
from .cluster import Cluster
from .comparison import Pair, Row, ShapeTable, Shapes, Visit, compare
from .data import Sample, Source
from .metrics import Metric
from .on_cluster import compare_on
from .outside_arrays import Outside
from .reference import OwnReference

__all__ = ["Comparison", "check_numbers", "compare_pair"]

_MOST = 10_000
"""Elements of an op that can be asked for."""
_JOBS = 4
"""Inputs at the same time, at most: each has work memory of its own."""


@dataclass(frozen=True)
class Comparison:
    """The errors of a decided model, of each op and of the whole."""

    pair: Pair
    source: Source
    tables: Sequence[ShapeTable]
    """One for each tuple of input shapes, the worst first."""
    metrics: Sequence[Metric] = ()
    """The user's own."""
    own: OwnReference | None = None
    """Outputs from elsewhere, beside ours."""
    outside: Sequence[Outside] = ()
    """Dumps from elsewhere, beside ours."""

    @property
    def ops(self) -> list[Row]:
        """The outputs of ops, in the order in which they run, of the worst table."""
        return self.tables[0].ops

    @property
    def outputs(self) -> list[Row]:
        """The model's outputs."""
        return self.tables[0].outputs

    @property
    def roots(self) -> list[Row]:
        """Where finite values are lost first."""
        return self.tables[0].roots

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """Of the decision."""
        return self.pair.warnings


def check_numbers(threshold: float, top: int, jobs: int | None) -> None:
    """Before anything is compiled."""
    for name, value in ("top", top), ("jobs", 1 if jobs is None else jobs):
        if value < 1:
            raise _usage_error(f"--{name}={value} is not at least 1", "give a number of at least 1")
    if top > _MOST:
        raise _usage_error(f"--top={top} is more than {_MOST}", "give a smaller number")
    if not math.isfinite(threshold):
        raise _usage_error(f"--threshold={threshold} is no number", "give a number")


def compare_pair(
    pair: Pair,
    source: Source,
    *,
    threshold: float = 0.5,
    metrics: Sequence[Metric] = (),
    reference_outputs: str | None = None,
    outside: Sequence[Outside] = (),
    watch: tuple[str, int] | None = None,
    visits: Sequence[Visit] = (),
    one_input_of: str | None = None,
    when_ran: Callable[[], None] = lambda: None,
    cluster: Cluster | None = None,
    jobs: int | None = None,
) -> Comparison:
    """Runs all inputs.

    Args:
      threshold: of outputs between 0 and 1.
      reference_outputs: an .npz of outputs from elsewhere.
      outside: dumps from elsewhere, of one input.
      watch: an op, and how many of its elements with the largest errors are kept.
      visits: what else looks at each tensor.
      one_input_of: the option that is of one input alone.
      when_ran: called after each input.
      cluster: the workers that run the inputs; then nothing else can look at the tensors, but for
        metrics from files.
      jobs: inputs that run at the same time, on a share of the threads each, where nothing else
        looks at the tensors; None: as many as there are CPUs, up to four.
    """
    if cluster:
        if reference_outputs or outside or visits or one_input_of or not all(metric.where for metric in metrics):
            raise _usage_error(
                "a cluster compares with our reference alone, and by metrics from files",
                "leave the scheduler out, or --reference_outputs, --reference_dump, --npu_dump and --format=cann",
            )
        tables = compare_on(cluster, pair, source.samples(pair.inputs), threshold, watch, metrics, when_ran)
        _mark(tables, pair, metrics)
        return Comparison(pair, source, tables, metrics)
    looks: list[Visit] = [*(metric.see for metric in metrics), *(arrays.see for arrays in outside), *visits]
    own = OwnReference(reference_outputs, pair.outputs) if reference_outputs else None

    def visit(op: str, output: int, decided: Any, reference: Any) -> None:
        for look in looks:
            look(op, output, decided, reference)

    def begins(shapes: Shapes) -> None:
        for metric in metrics:
            metric.begin(shapes)

    def ran(decided: list[Any], reference: list[Any]) -> None:
        if own:
            own.add(decided, reference)
        when_ran()

    samples = source.samples(pair.inputs)
    tables = compare(
        pair,
        _only(samples, one_input_of) if one_input_of else samples,
        threshold=threshold,
        visit=visit if looks else None,
        watch=watch,
        when_begins=begins,
        when_ran=ran,
        jobs=jobs or min(_JOBS, len(os.sched_getaffinity(0))),
    )
    _mark(tables, pair, metrics)
    if own:
        own.finish()
    for arrays in outside:
        tables[0].extend(arrays.row)
    return Comparison(pair, source, tables, metrics, own, outside)


def _mark(tables: Sequence[ShapeTable], pair: Pair, metrics: Sequence[Metric]) -> None:
    """In the rows of cube ops that multiply float32 as HF32, which no dtype says; in all, the user's metrics."""
    ops = {(op.name, op.type) for op in pair.decision.ops if op.is_hf32}

    def marks(table: ShapeTable, number: int) -> dict[str, Any]:
        row = table.rows[number]
        values = {metric.name: metric.mean(table.shapes, number) for metric in metrics}
        return {"hf32": (row.op, row.type) in ops, **({"metrics": values} if metrics else {})}

    for table in tables:
        table.extend([marks(table, number) for number in range(len(table.rows))].__getitem__)


def _only(samples: Iterable[Sample], option: str) -> Iterator[Sample]:
    """The sample, or an error where there is another one."""
    for number, sample in enumerate(samples):
        if number:
            raise _usage_error(f"{option} is of one input, and --data has more", "give --limit=1, or one input")
        yield sample
