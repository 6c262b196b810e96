# ===- costs.py - What keeping ops costs --------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The estimate of what the chip takes more where ops are kept: of the whole model, decided so, because an
op that is kept brings casts, takes others away, and may be followed by its neighbours."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .bench import Bench
from .comparison import Row
from .decision import Decision, decide
from .roofline import cost_of

__all__ = ["Costs", "costs_of"]


@dataclass
class Costs:
    """Of sets of groups of ops. A set that was asked for is not decided again."""

    bench: Bench
    plain: float | None
    """Microseconds of the model as decided; None where they are not known."""
    sizes: Sequence[float]
    """Of each group the elements that it gives, which are the cost where microseconds are not known."""
    _known: dict[frozenset[int], float] = field(default_factory=dict)

    @property
    def are_times(self) -> bool:
        return self.plain is not None

    def __call__(self, members: frozenset[int]) -> float:
        if self.plain is None:
            return sum(self.sizes[member] for member in members)
        if not members:
            return 0.0
        if members not in self._known:
            self._known[members] = self.of(decide(self.bench.model, self.bench.options_of(members)))
        return self._known[members]

    def of(self, decision: Decision) -> float:
        """What the model takes more, decided so; where microseconds are known."""
        assert self.plain is not None
        cost = cost_of(decision)
        return cost.total - self.plain if cost else math.inf


def costs_of(bench: Bench, rows: Sequence[Row]) -> Costs:
    """Those of sets that are tried in `bench`; `rows` are of the ops as decided."""
    plain = cost_of(bench.candidates.plain)
    elements: Mapping[str, float] = {row.op: float(row.data["elements"]) for row in rows}
    sizes = [sum(elements.get(op.name, 0.0) for op in group) for group in bench.groups]
    return Costs(bench, plain.total if plain else None, sizes)
