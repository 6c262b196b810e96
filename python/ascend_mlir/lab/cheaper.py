# ===- cheaper.py - Fewer tensors of the ops that are kept ------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A kept op has all its tensors in the model's dtypes. Where a kernel takes some of them as they were
decided, which takes the chip less time, and what was asked for still holds, a line of customize_dtypes
says so: a product that overflows needs no float32 factors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .. import _core, _tensors
from ..errors import AscendError
from .alternatives import Alternative, in_place, options_with
from .bench import Bench
from .costs import Costs
from .data import Sample
from .decision import Decision, Op, Tensors, customize_line, decide
from .differences import outcome, pairs
from .ports import Ports, is_line

__all__ = ["FILE", "cheaper"]

FILE = "customize_cheaper.cfg"

_MOST_OPS, _MOST_TRIALS = 16, 12
"""Each trial is compiled: so many ops are looked at, those that give most elements, and so many trials made."""

Lines = Mapping[str, Tensors]
"""By name of op, the dtypes that its line gives it."""


@dataclass(frozen=True)
class _Lines:
    """Lines in the place of those that keep a set."""

    bench: Bench
    found: frozenset[int]
    wanted: Decision
    """With all of the set kept."""

    def text(self, lines: Lines) -> str:
        own = self.bench.candidates.keeper.own("customize_dtypes")
        return own + "".join(f"{customize_line(name, tensors)}\n" for name, tensors in lines.items())

    def options(self, lines: Lines) -> dict[str, bool | str]:
        return options_with(self.bench, self.found, "customize_dtypes", FILE, self.text(lines))

    def decided(self, lines: Lines) -> Decision | None:
        """What is decided with them; None where that is refused, or another op is decided otherwise."""
        if not all(is_line(*each) for each in lines.items()):
            return None
        try:
            decision = decide(self.bench.model, self.options(lines))
        except AscendError:
            return None

        def is_as_wanted(ours: Op | None, theirs: Op | None) -> bool:
            if not ours or not theirs:
                return False
            return ours.tensors() == lines[ours.name] if ours.name in lines else outcome(ours) == outcome(theirs)

        return decision if all(is_as_wanted(*pair) for pair in pairs(decision, self.wanted)) else None

    def faults(self, lines: Lines, samples: Sequence[Sample], reference: Sequence[Mapping[str, Any]]) -> list[str]:
        """What does not hold with them on these inputs."""
        bench = self.bench
        try:
            core = _core.compile_file(bench.model, list(self.options(lines).items()))
        except AscendError as error:
            return [error.message]
        return bench.judge.faults(bench.run(core, _tensors.describe(core.inputs), samples), reference)[0]


def _whole(bench: Bench, found: frozenset[int], wanted: Decision) -> dict[str, Tensors] | None:
    """The lines of the set with all that is kept of it; None where one would not say so."""
    names = {op.name for op in bench.members(found) if op.has_other_dtypes}
    lines: dict[str, Tensors] = {}
    for op in wanted.ops:
        if op.name in names and lines.setdefault(op.name, op.tensors()) != op.tensors():
            return None
    return lines


def cheaper(
    bench: Bench, found: frozenset[int], costs: Costs, held: Sequence[Sample], held_reference: Sequence[Mapping[str, Any]],
    goal: str, most_trials: int | None, is_late: Callable[[], bool], on_trial: Callable[[str], Any],
) -> Alternative | None:  # fmt: skip
    """The file that keeps less of the ops of `found`, with which `goal` holds; None where there is none.
    Each of its lines is the cheapest that holds behind those before it. It has no text where it fails on `held`."""
    wanted = decide(bench.model, bench.options_of(found))
    writer = _Lines(bench, found, wanted)
    lines = _whole(bench, found, wanted)
    decision = writer.decided(lines) if lines else None
    if not lines or not decision:
        return None
    ports = Ports(bench.model, bench.candidates.keeper, bench.candidates.plain)
    cost, less, trials = costs.of(decision), [], 0
    most = _MOST_TRIALS if most_trials is None else min(_MOST_TRIALS, most_trials)

    def choices(op: Op, lines: dict[str, Tensors], cost: float) -> Iterator[tuple[float, dict[str, Tensors]]]:
        """Lines with less of `op` that cost less, the cheapest first."""
        result = []
        for tensors in ports.of(op, lines[op.name]):
            others = {**lines, op.name: tensors}
            if (decision := writer.decided(others)) and (other := costs.of(decision)) < cost:
                result.append((other, others))
        return iter(sorted(result, key=lambda choice: choice[0]))

    def is_over() -> bool:
        return trials >= most or is_late()

    members = sorted(found - bench.base, key=lambda member: (-costs.sizes[member], member))
    ops = [op for member in members for op in bench.groups[member] if op.name in lines]
    for op in ops[:_MOST_OPS]:
        if is_over():
            break
        for other, others in choices(op, lines, cost):
            if is_over():
                break
            trials += 1
            passes = not writer.faults(others, bench.samples, bench.reference)
            on_trial(f"less of {op.name}: {'passes' if passes else 'fails'}")
            if passes:
                lines, cost = others, other
                less.append(op.name)
                break
    if not less:
        return None
    verdict = f"keeps less of {', '.join(less)}: costs {cost:.3g} us, not {costs(found):.3g}"
    if held and (faults := writer.faults(lines, held, held_reference)):
        return Alternative("customize_dtypes", FILE, None, f"{verdict}; then {goal} fails on inputs that were held out: {'; '.join(faults)}")
    return in_place(bench, "customize_dtypes", FILE, writer.text(lines), f"{verdict}; {goal} holds")
