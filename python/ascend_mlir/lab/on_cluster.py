# ===- on_cluster.py - Comparisons, sweeps and searches on a cluster -----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""What is done on workers comes together here in the order of the inputs: the numbers are those of
one machine, bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..errors import _usage_error
from . import on_worker
from .cluster import Cluster
from .comparison import Pair, ShapeTable, ShapeTables
from .data import Sample
from .metrics import Metric
from .outcomes import Outcome
from .settings import Setting
from .shipped import ship

__all__ = ["compare_on", "form_runner", "try_settings_on"]


def compare_on(
    cluster: Cluster,
    pair: Pair,
    samples: Iterable[Sample],
    threshold: float,
    watch: tuple[str, int] | None,
    metrics: Sequence[Metric],
    when_ran: Callable[[], None],
) -> list[ShapeTable]:
    """As comparison.compare: an input a call."""
    shipped = ship(pair.model, pair.options)
    texts = tuple(metric.where for metric in metrics)
    tables = ShapeTables(pair, threshold, watch)
    calls = ((shipped, sample, threshold, watch, texts) for sample in samples)
    for run in cluster.map(on_worker.measure_run, calls):
        table = tables.of(run.shapes)
        if not table.core.add_state(run.table):
            raise _usage_error("a worker compares other ops than this machine", "let all machines have the same ascend_mlir")
        table.samples.append(run.name)
        for agreement, later in zip(table.agreements, run.agreements):
            agreement.merge(later)
        for number, row, value in run.values:
            metrics[number].count(table.shapes, row, value)
        when_ran()
    return tables.sorted()


def try_settings_on(
    cluster: Cluster, model: str, settings: Sequence[Setting], samples: Sequence[Sample], score: str | None
) -> Iterator[Outcome]:
    """As outcomes.try_setting for each of them: a setting a call. Its time is that of the worker."""
    calls = ((ship(model, setting.options), setting.name, samples, score) for setting in settings)
    for setting, outcome in zip(settings, cluster.map(on_worker.run_setting, calls)):
        decision = outcome.decision and setting.shown(outcome.decision)
        yield replace(outcome, setting=setting, decision=decision)


def form_runner(
    cluster: Cluster, model: str, options: Mapping[str, bool | str], with_modes: bool
) -> Callable[[frozenset[int], Sequence[Sample]], list[dict[str, Any]]]:
    """What gives the outputs of samples with a set of ops kept: an input a call."""
    shipped = ship(model, options)

    def run(members: frozenset[int], samples: Sequence[Sample]) -> list[dict[str, Any]]:
        return list(cluster.map(on_worker.run_form, ((shipped, with_modes, members, sample) for sample in samples)))

    return run
