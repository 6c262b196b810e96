# ===- cheaper.py - Fewer tensors of the ops that are kept ------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A kept op has all its tensors in the model's dtypes. Where a kernel takes some of them as they were
decided, which takes the chip less time, and what was asked for still holds, a line of customize_dtypes
says so: a product that overflows needs no float32 factors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .. import _core, _tensors
from .alternatives import Alternative, options_with
from .bench import Bench
from .costs import Costs
from .decision import Op, Tensors, customize_line, decide
from .ports import Ports, can_be_named

__all__ = ["FILE", "cheaper"]

FILE = "customize_cheaper.cfg"

_MOST_OPS, _MOST_TRIALS = 16, 12
"""Each trial is compiled: so many ops are looked at, those that give most elements, and so many trials made."""


class _Parts:
    """The lines of a set of ops, of which one after the other is to keep less."""

    def __init__(self, bench: Bench, found: frozenset[int], costs: Costs) -> None:
        self.bench, self.found, self.costs = bench, found, costs
        self.ports = Ports(bench.model, bench.candidates.keeper)
        wanted = {op.name: op for op in decide(bench.model, bench.options_of(found)).ops}
        kept = {op.name: op for op in bench.members(found) if op.has_other_dtypes and op.name in wanted}
        self.lines: dict[str, Tensors] = {name: wanted[name].tensors() for name in kept}
        members = sorted(found - bench.base, key=lambda member: (-costs.sizes[member], member))
        self.ops = [op for member in members for op in bench.groups[member] if op.name in kept][:_MOST_OPS]
        self.cost = self.cost_of(self.lines)

    def text(self, lines: Mapping[str, Tensors]) -> str:
        own = self.bench.candidates.keeper.own("customize_dtypes")
        return own + "".join(f"{customize_line(name, tensors)}\n" for name, tensors in lines.items())

    def options(self, lines: Mapping[str, Tensors]) -> dict[str, bool | str]:
        return options_with(self.bench, self.found, "customize_dtypes", FILE, self.text(lines))

    def cost_of(self, lines: Mapping[str, Tensors]) -> float:
        return self.costs.of(decide(self.bench.model, self.options(lines)))

    def cheaper(self, op: Op) -> Iterator[dict[str, Tensors]]:
        """The lines with less of `op` that cost less, the cheapest first."""
        choices: list[tuple[float, int, dict[str, Tensors]]] = []
        for tensors in self.ports.of(op, self.lines[op.name]):
            lines = {**self.lines, op.name: tensors}
            if (cost := self.cost_of(lines)) < self.cost:
                choices.append((cost, len(choices), lines))
        return (lines for _, _, lines in sorted(choices, key=lambda choice: choice[:2]))

    def holds(self, lines: Mapping[str, Tensors]) -> bool:
        bench = self.bench
        core = _core.compile_file(bench.model, list(self.options(lines).items()))
        outputs = bench.run(core, _tensors.describe(core.inputs), bench.samples)
        return not bench.judge.faults(outputs, bench.reference)[0]


def cheaper(bench: Bench, found: frozenset[int], costs: Costs, on_trial: Callable[[str], Any]) -> Alternative | None:
    """The file that keeps less of the ops of `found`, which holds what was asked; None where there is none.
    Each of its lines is the cheapest that holds behind those before it."""
    if not all(can_be_named(op.name) for op in bench.members(found)):
        return None
    parts = _Parts(bench, found, costs)
    whole, less, trials = parts.cost, [], 0
    for op in parts.ops:
        for lines in parts.cheaper(op):
            if trials == _MOST_TRIALS:
                break
            trials += 1
            passes = parts.holds(lines)
            on_trial(f"less of {op.name}: {'passes' if passes else 'fails'}")
            if passes:
                parts.lines, parts.cost = lines, parts.cost_of(lines)
                less.append(op.name)
                break
    if not less:
        return None
    verdict = f"keeps less of {', '.join(less)}: costs {parts.cost:.3g} us, not {whole:.3g}; the budget holds"
    return Alternative("customize_dtypes", FILE, parts.text(parts.lines), verdict)
