# ===- bench.py - Trying sets of ops -----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs a model with any set of ops kept, and says which ops are worth a try."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .. import _core, _tensors
from ..errors import AscendError, ConfigurationError, Diagnostic, UnsupportedOpError
from .budgets import METRICS, UNTOLD, Budget, Command, OutputErrors
from .comparison import Row
from .data import Sample
from .decision import Decision, Op, decide
from .keepable import refused_of
from .kept import Keeper
from .roofline import microseconds
from .running import flatten, run

__all__ = ["Bench", "Candidates", "Judge", "NothingToKeep", "candidates", "costs_of", "near_limit", "rank", "reasons_of", "run_once"]


class NothingToKeep(ConfigurationError):
    """No op has two forms."""


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


@dataclass(frozen=True)
class Candidates:
    """The ops that can be kept."""

    keeper: Keeper
    ops: Sequence[Op]
    """As they are decided without a file that keeps any of them."""
    kept: Sequence[Op]
    """The same ops where all of them are kept."""
    has_hf32: bool
    """Whether a cube op multiplies float32 as HF32 then."""
    blocked: Sequence[tuple[Op, str]]
    """Those that cannot be kept, with the reason."""
    core: _core.Model
    """Holds both forms of each but of those in `alone`."""
    alone: frozenset[str] = frozenset()
    """Names of ops, such as those of branches and loops, whose two forms cannot stand in one build: a set
    with one of them is compiled."""


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
        return [self.ops[member] for member in sorted(members)]

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
                extra = [np.array(core.find_forms(_changes(options, self.options)), bool)]
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
        """Whether the set is good enough. What cannot become so is tried on no more inputs, but for
        nothing and everything, of which all errors are told."""
        is_end = not members or len(members) == len(self.ops)
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
        self.errors[members] = _worst(errors)
        return not self.faults[members]


def _changes(options: Mapping[str, bool | str], base: Mapping[str, bool | str]) -> list[tuple[str, bool | str]]:
    return [(name, value) for name, value in options.items() if base.get(name) != value]


def _worst(errors: Mapping[str, OutputErrors]) -> float:
    """The largest relative error of an output; 1 and more where values are lost."""
    relatives = ((METRICS["relative"](each), each.lost > 0) for each in errors.values())
    return max((1.0 + lost if math.isnan(value) else value + lost for value, lost in relatives), default=0.0)


def run_once(
    core: _core.Model, infos: Sequence[_tensors.TensorInfo], sample: Sample, extra: Sequence[Any] = (), threads: int = 0
) -> dict[str, Any]:
    """The outputs by name; `extra` are the inputs behind the model's own."""
    names = (name for name, _, _ in core.outputs)
    return dict(zip(names, run(core, flatten(sample, infos, extra), threads)))


# ===----------------------------------------------------------------------===#
# Candidates
# ===----------------------------------------------------------------------===#


def candidates(model: str, options: Mapping[str, bool | str], folder: str, with_modes: bool) -> Candidates:
    """The ops that can be kept: those that the decision changes and, `with_modes`, the cube ops
    that multiply float32 as HF32 where they are kept.

    Raises: ConfigurationError where there is none.
    """
    plain = decide(model, options)
    keeper = Keeper(options, folder)
    ops = [op for op in plain.ops if op.has_other_dtypes or (with_modes and op.is_hf32)]
    # Of an op whose HF32 may be kept from it, the name stands in another file.
    blocked = [(op, "its name cannot stand in a file") for op in ops if op.has_other_dtypes and not op.keep_names]
    ops = [op for op in ops if not op.has_other_dtypes or op.keep_names]
    while ops:
        kept_options = keeper.options_of(ops, model)
        try:
            kept = decide(model, kept_options)
            if with_modes and not keeper.modes and (names := _hf32_names(kept)):
                keeper.modes = names
                continue
            core = _core.choose_file(model, list(options.items()), _changes(kept_options, options))
        except AscendError as error:
            if not (refused := refused_of(error, ops)):
                raise
            blocked += [(op, "no kernel of the chip takes the model's dtypes") for op in refused]
            ops = [op for op in ops if op not in refused]
            continue
        alone = frozenset(op.name for op in ops) - set(core.choices())
        by_name = {op.name: op for op in kept.ops}
        has_hf32 = any(op.is_hf32 for op in kept.ops)
        return Candidates(keeper, ops, [by_name.get(op.name, op) for op in ops], has_hf32, blocked, core, alone)
    why = blocked[0][1] if blocked else "the decision changes none"
    raise NothingToKeep(Diagnostic("", f"no op can be kept: {why}", "", "there is nothing to search", 2))


def _hf32_names(decision: Decision) -> frozenset[str]:
    """Cube ops whose mode a line of a file can say."""
    return frozenset(op.name for op in decision.ops if op.is_hf32 and not set(op.name) & set("=\n#[]"))


def _readers(rows: Sequence[Row]) -> dict[int, list[Row]]:
    """By number of row, the rows that read its values."""
    readers: dict[int, list[Row]] = {}
    for row in rows:
        for operand in row.data["operands"]:
            readers.setdefault(operand, []).append(row)
    return readers


def _past_limit(rows: Sequence[Row], share: float) -> list[tuple[Row, list[Row]]]:
    """The rows whose values come to more than a share of what their dtype holds, with those that read them."""
    readers = _readers(rows)
    return [(row, readers.get(number, [])) for number, row in enumerate(rows) if (row.headroom or 0.0) > share]


def rank(ops: Sequence[Op], rows: Sequence[Row], roots: Sequence[Row]) -> list[int]:
    """First what overflows go through: the ops where they begin, those whose values the decided dtype does not
    hold, and those that read these, into whose casts the overflow moves; then all by their own errors."""
    places = {op.name: index for index, op in enumerate(ops)}
    order: list[int] = []

    def take(row: Row) -> None:
        if (place := places.get(row.op)) is not None and place not in order:
            order.append(place)

    readers = _readers(rows)
    numbers = {id(row): number for number, row in enumerate(rows)}
    for row in [*roots, *(row for row, _ in _past_limit(rows, 1.0))]:
        take(row)
        for reader in readers.get(numbers[id(row)], ()):
            take(reader)

    def own(row: Row) -> float:
        return (row.own["relative_norm"] or 0.0) if row.own else 0.0

    for row in sorted(rows, key=lambda row: -own(row)):
        take(row)
    return order + [index for index in range(len(ops)) if index not in order]


def near_limit(ops: Sequence[Op], rows: Sequence[Row], headroom: float) -> tuple[frozenset[int], list[str]]:
    """The ops whose values, or whose operands, would go into the limit of their dtype less than `headroom` times, and
    the names of those that cannot be kept."""
    places = {op.name: index for index, op in enumerate(ops)}
    names = {each.op for row, readers in _past_limit(rows, 1 / headroom) for each in (row, *readers)}
    decided = {row.op for row in rows if row.data["limit"] and row.data["dtype"] != row.data["reference_dtype"]}
    return frozenset(places[name] for name in names if name in places), sorted((names & decided) - places.keys())


def reasons_of(rows: Sequence[Row], roots: Sequence[Row]) -> dict[str, str]:
    """By name of op, what keeping it is for."""
    result: dict[str, str] = {}
    for row in rows:
        if row.own and row.own["relative_norm"]:
            result[row.op] = f"its own error is {row.own['relative_norm']:.2g} of its size"
    for row, readers in _past_limit(rows, 1.0):
        for reader in readers:
            result[reader.op] = f"it reads {row.op}, whose values {row.data['dtype']} does not hold"
    for row, _ in _past_limit(rows, 1.0):
        result[row.op] = f"its values come to {row.headroom:.2g} times the limit of {row.data['dtype']}"
    for row in roots:
        if (row.headroom or 0.0) <= 1:
            result[row.op] = f"{row.own_lost or row.lost:,} of its elements become Inf, NaN or clipped"
    return result


def costs_of(found: Candidates, chip: Mapping[str, Any], rows: Sequence[Row]) -> tuple[list[float], bool]:
    """What keeping each op costs, and whether that is microseconds of the roofline: else it is how
    many elements the op gives."""
    times = [(microseconds(kept, chip), microseconds(plain, chip)) for kept, plain in zip(found.kept, found.ops)]
    if all(kept is not None and plain is not None for kept, plain in times):
        return [max(0.0, (kept or 0.0) - (plain or 0.0)) for kept, plain in times], True
    sizes = {row.op: float(row.data["elements"]) for row in rows}
    return [sizes.get(op.name, 0.0) for op in found.ops], False
