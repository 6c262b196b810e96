# ===- bench.py - Trying sets of ops -----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs a model with any set of ops kept, and judges what comes out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .. import _core, _tensors
from ..errors import UnsupportedOpError
from .budgets import METRICS, UNTOLD, Budget, Command, OutputErrors
from .candidates import Candidates, Group, changes
from .data import Sample
from .decision import Op
from .running import flatten, run

__all__ = ["Bench", "Judge", "run_once", "worst"]


@dataclass
class Judge:
    """Says whether outputs are good enough."""

    budgets: Sequence[Budget]
    commands: Sequence[Command]
    names: Sequence[str]

    def faults(
        self, outputs: Sequence[Mapping[str, Any]], reference: Sequence[Mapping[str, Any]]
    ) -> tuple[list[str], dict[str, OutputErrors]]:
        errors = self.errors()
        for ours, wanted in zip(outputs, reference):
            self.add(errors, ours, wanted)
        return self.faults_of(errors, outputs, reference), errors

    def errors(self) -> dict[str, OutputErrors]:
        """Of each output; of no input yet."""
        return {name: OutputErrors() for name in self.names}

    def add(self, errors: Mapping[str, OutputErrors], ours: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
        for name, each in errors.items():
            each.add(ours[name], wanted[name])

    def is_lost(self, errors: Mapping[str, OutputErrors], vectors: Mapping[str, int]) -> bool:
        return any(budget.is_lost(errors, vectors) for budget in self.budgets)

    def faults_of(
        self, errors: Mapping[str, OutputErrors], outputs: Sequence[Mapping[str, Any]], reference: Sequence[Mapping[str, Any]]
    ) -> list[str]:
        faults = [fault for budget in self.budgets for fault in budget.faults(errors)]
        for command in self.commands:
            command.reference = reference
            faults += command.faults(outputs)
        return faults


@dataclass
class Bench:
    """Runs the model with any set of ops kept."""

    model: str
    candidates: Candidates
    samples: Sequence[Sample]
    reference: Sequence[Mapping[str, Any]]
    judge: Judge
    jobs: int = 1
    """Inputs that run at the same time, on a thread each; 1: one after the other, on all."""
    elsewhere: Callable[[frozenset[int], Sequence[Sample]], list[dict[str, Any]]] | None = None
    """Runs samples with a set kept on other machines, `jobs` at the same time."""
    errors: dict[frozenset[int], float] = field(default_factory=dict)
    """The largest relative error of an output, for each set that was tried on all inputs."""
    faults: dict[frozenset[int], list[str]] = field(default_factory=dict)
    base: frozenset[int] = frozenset()
    """Is in every set."""

    @property
    def groups(self) -> Sequence[Group]:
        """Those that sets are of."""
        return self.candidates.groups

    @property
    def ops(self) -> Sequence[Op]:
        """Those that can be kept."""
        return self.candidates.ops

    @property
    def options(self) -> Mapping[str, bool | str]:
        return self.candidates.keeper.options

    @property
    def untold(self) -> list[frozenset[int]]:
        """Sets that a command could not judge: they count as not good enough, which proves nothing."""
        return [members for members, faults in self.faults.items() if UNTOLD in faults]

    def members(self, members: Iterable[int]) -> list[Op]:
        """The ops of a set."""
        return self.candidates.members(members)

    def size(self, members: Iterable[int]) -> int:
        """How many ops that is."""
        return sum(len(self.groups[member]) for member in members)

    def options_of(self, members: Iterable[int]) -> dict[str, bool | str]:
        return self.candidates.keeper.options_of(self.members(members), self.model)

    @cached_property
    def _vectors(self) -> dict[str, int]:
        """Of all inputs, of which the largest element is looked at."""
        errors = self.judge.errors()
        for wanted in self.reference:
            self.judge.add(errors, wanted, wanted)
        return {name: each.vectors for name, each in errors.items()}

    def form(self, members: frozenset[int]) -> tuple[_core.Model, Sequence[_tensors.TensorInfo], list[Any]]:
        """What runs with `members` kept, its inputs, and the values of those behind the model's own."""
        options = self.options_of(members)
        core = self.candidates.core
        infos = _tensors.describe(core.inputs)
        extra: list[Any] = [np.zeros(infos[-1].shape, bool)]
        alone = self.candidates.alone
        if any(op.name in alone for op in self.members(members)) or all(op.name in alone for op in self.ops):
            core = _core.compile_file(self.model, list(options.items()))
            return core, _tensors.describe(core.inputs), []
        if members:
            try:
                extra = [np.array(core.find_forms(changes(options, self.options)), bool)]
            except UnsupportedOpError:
                # An op has a third form in this set.
                core = _core.compile_file(self.model, list(options.items()))
                infos, extra = _tensors.describe(core.inputs), []
        return core, infos, extra

    def _runner(self, members: frozenset[int]) -> Callable[[Sequence[Sample]], list[dict[str, Any]]]:
        """What gives the outputs of samples with `members` kept."""
        if elsewhere := self.elsewhere:
            return lambda samples: elsewhere(members, samples)
        core, infos, extra = self.form(members)
        return lambda samples: self.run(core, infos, samples, extra)

    def outputs(self, members: frozenset[int]) -> list[dict[str, Any]]:
        return self._runner(members)(self.samples)

    def run(
        self, core: _core.Model, infos: Sequence[_tensors.TensorInfo], samples: Sequence[Sample], extra: Sequence[Any] = ()
    ) -> list[dict[str, Any]]:
        """The outputs of all samples, here."""
        if self.jobs == 1 or self.elsewhere:
            return [run_once(core, infos, sample, extra) for sample in samples]
        with ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda sample: run_once(core, infos, sample, extra, threads=1), samples))

    def __call__(self, members: frozenset[int]) -> bool:
        """Whether the set is good enough. What cannot become so is tried on no more inputs, but for the
        least set and everything, of which all errors are told."""
        is_end = members == self.base or len(members) == len(self.groups)
        return self.measure(members, stops=not is_end and len(self.samples) > 1)

    def measure(self, members: frozenset[int], stops: bool = False) -> bool:
        run = self._runner(members)
        errors = self.judge.errors()
        outputs: list[dict[str, Any]] = []
        for start in range(0, len(self.samples), self.jobs):
            some = run(self.samples[start : start + self.jobs])
            outputs += some
            for ours, wanted in zip(some, self.reference[start:]):
                self.judge.add(errors, ours, wanted)
            if stops and self.judge.is_lost(errors, self._vectors):
                self.faults[members] = [f"lost after {len(outputs)} of {len(self.samples)} inputs"]
                return False
        self.faults[members] = self.judge.faults_of(errors, outputs, self.reference)
        self.errors[members] = worst(errors)
        return not self.faults[members]


def worst(errors: Mapping[str, OutputErrors]) -> float:
    """The largest relative error of an output; 1 and more where values are lost."""
    relatives = ((METRICS["relative"](each), each.lost > 0) for each in errors.values())
    return max((1.0 + lost if math.isnan(value) else value + lost for value, lost in relatives), default=0.0)


def run_once(
    core: _core.Model, infos: Sequence[_tensors.TensorInfo], sample: Sample, extra: Sequence[Any] = (), threads: int = 0
) -> dict[str, Any]:
    """The outputs by name; `extra` are the inputs behind the model's own."""
    names = (name for name, _, _ in core.outputs)
    return dict(zip(names, run(core, flatten(sample, infos, extra), threads)))
