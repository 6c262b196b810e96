# ===- outcomes.py - What a setting gives ------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""One model in one setting: its errors, what its ops write, and what it takes."""

from __future__ import annotations

import math
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import _core, _tensors
from ..errors import AscendError
from . import data, table
from .budgets import METRICS, MORE_IS_BETTER, Command, OutputErrors
from .comparison import Pair
from .decision import Decision
from .roofline import Cost, cost_of, cube_work
from .running import flatten
from .settings import Setting

__all__ = ["Outcome", "mark_best", "try_setting"]

_RUNS = 5


@dataclass
class Outcome:
    """What a setting gives; `why` says why it gives nothing."""

    setting: Setting
    decision: Decision | None = None
    errors: Sequence[OutputErrors] | None = None
    """Of each output."""
    score: float | None = None
    """What the user's command says."""
    milliseconds: float = 0.0
    why: str = ""
    exit_code: int = 0
    """Of what `why` says."""
    is_best: bool = False

    def value(self, metric: str) -> float:
        """Of the worst output; of those that it can be computed of at all."""
        assert self.errors is not None
        worst = min if metric in MORE_IS_BETTER else max
        errors = [each for each in self.errors if each.vectors] if metric == "argmax" else self.errors
        values = [METRICS[metric](each) for each in errors or self.errors]
        return math.nan if any(map(math.isnan, values)) else worst(values)

    @property
    def lost(self) -> int:
        return sum(each.lost for each in self.errors) if self.errors else 0

    @property
    def faults(self) -> list[str]:
        """Lines of config files that do nothing, and constants that overflow."""
        if self.decision is None:
            return []
        constants = sum(bool(each["overflow"]) for each in self.decision.report["constants"])
        overflows = f"{table.plural(constants, 'constant')} {'overflows' if constants == 1 else 'overflow'}"
        return [*self.decision.config_faults, *([overflows] if constants else [])]

    def dtypes(self) -> Counter[str]:
        """Of the first output of each op, how many there are."""
        assert self.decision is not None
        firsts = (op.row["outputs"][0] for op in self.decision.ops if op.row["outputs"] and not op.is_merged)
        return Counter(tensor["dtype"] for tensor in firsts if tensor)

    @cached_property
    def cube_shares(self) -> dict[str, float] | None:
        """Of all products of cube ops, by the dtype that they read, the largest share first; None
        where a shape is open."""
        assert self.decision is not None
        if (work := cube_work(self.decision)) is None:
            return None
        total = work.total()
        return {dtype: count / total for dtype, count in work.most_common() if total}

    @cached_property
    def cost(self) -> Cost | None:
        """What the chip would take at least."""
        return cost_of(self.decision) if self.decision else None

    def rank(self, metric: str, by_time: bool) -> tuple[float, float, float]:
        """Less is better: lost elements, the error or the score, and the time or else how much is float32."""
        sign = -1 if metric in MORE_IS_BETTER else 1
        error = sign * self.value(metric) if self.score is None else -self.score
        error = math.inf if math.isnan(error) else error
        return self.lost, error, self.cost.total if by_time and self.cost else float(self.dtypes()["float"])


def mark_best(outcomes: Sequence[Outcome], metric: str) -> None:
    """Those that no other one beats: nowhere worse, and somewhere better."""
    # Times compare with times alone.
    by_time = all(each.cost is not None for each in outcomes)
    ranks = {id(each): each.rank(metric, by_time) for each in outcomes}

    def beats(a: Outcome, b: Outcome) -> bool:
        ours, theirs = ranks[id(a)], ranks[id(b)]
        return ours != theirs and all(x <= y for x, y in zip(ours, theirs))

    for outcome in outcomes:
        outcome.is_best = not any(beats(other, outcome) for other in outcomes)


def _time(model: str, setting: Setting, sample: data.Sample) -> float:
    """Milliseconds of a run on this CPU, the median of several."""
    core = _core.compile_file(model, list(setting.options.items()))
    flat = flatten(sample, _tensors.describe(core.inputs))
    times = []
    for _ in range(_RUNS + 1):
        start = time.perf_counter()
        core.run(flat, 0, None)
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times[1:])


def try_setting(model: str, setting: Setting, samples: Sequence[data.Sample], score: str | None) -> Outcome:
    """Runs the model beside its reference, and alone for its time."""
    try:
        pair = Pair(model, setting.options)
        names = [info.name for info in pair.outputs]
        errors = [OutputErrors() for _ in names]
        kept: list[tuple[dict[str, Any], dict[str, Any]]] = []
        for sample in samples:
            decided, reference = pair.run(pair.flatten(sample), None)
            for each, ours, wanted in zip(errors, decided, reference):
                each.add(ours, wanted)
            if score:
                kept.append((dict(zip(names, decided)), dict(zip(names, reference))))
        said = None
        if score:
            said = Command(score, None, [wanted for _, wanted in kept]).score([ours for ours, _ in kept])
        return Outcome(setting, setting.shown(pair.decision), errors, said, _time(model, setting, samples[0]))
    except AscendError as error:
        # A chip that has no bfloat16, an op without a kernel: that is an outcome, too.
        if error.exit_code not in (2, 3) or not error.code:
            raise
        message = setting.named(error.message) if setting.named else error.message
        return Outcome(setting, why=f"[{error.code}] {message}", exit_code=error.exit_code)
