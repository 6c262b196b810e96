# ===- bench.py - Trying sets of ops -----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs a model with any set of ops kept, and says which ops are worth a try."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import _core, _tensors
from ..errors import AscendError, Diagnostic, UnsupportedOpError, _usage_error
from . import data
from .budgets import METRICS, Budget, Command, OutputErrors
from .comparison import Row
from .data import Sample
from .decision import Op, decide

__all__ = ["Bench", "Judge", "bytes_of", "keep_lines", "rank", "run_once", "settable"]

def keep_lines(base: str | None, ops: Iterable[Op]) -> str:
    """A keep_dtype file with the user's own lines and those that keep `ops`."""
    lines = []
    if base:
        with open(base, encoding="utf-8") as file:
            lines = file.read().splitlines()
    lines += [name for op in ops for name in op.keep_names if name not in lines]
    return "".join(line + "\n" for line in lines)


def keep_file(folder: str, base: str | None, ops: Iterable[Op]) -> str:
    path = os.path.join(folder, "keep_dtype.cfg")
    with open(path, "w", encoding="utf-8") as file:
        file.write(keep_lines(base, ops))
    return path


@dataclass
class Judge:
    """Says whether outputs are good enough."""

    budgets: Sequence[Budget]
    commands: Sequence[Command]
    names: Sequence[str]

    def faults(
        self, outputs: Sequence[Mapping[str, Any]], reference: Sequence[Mapping[str, Any]]
    ) -> tuple[list[str], dict[str, OutputErrors]]:
        errors = {name: OutputErrors() for name in self.names}
        for ours, wanted in zip(outputs, reference):
            for name, each in errors.items():
                each.add(ours[name], wanted[name])
        faults = [fault for budget in self.budgets for fault in budget.faults(errors)]
        for command in self.commands:
            command.reference = [dict(run) for run in reference]
            faults += command.faults(outputs)
        return faults, errors


@dataclass
class Bench:
    """Runs the model with any set of ops kept."""

    model: str
    options: Mapping[str, bool | str]
    ops: Sequence[Op]
    """Those that can be kept."""
    core: _core.Model
    samples: Sequence[Sample]
    reference: Sequence[Mapping[str, Any]]
    judge: Judge
    folder: str
    errors: dict[frozenset[int], float] = field(default_factory=dict)
    """The largest relative error of an output, for each set that was tried."""
    faults: dict[frozenset[int], list[str]] = field(default_factory=dict)
    compiled: int = 0
    """Sets that were compiled, since an op had a third form in them."""

    @property
    def base(self) -> str | None:
        """The user's own keep_dtype file."""
        base = self.options.get("keep_dtype")
        return base if isinstance(base, str) else None

    def options_of(self, members: Iterable[int]) -> dict[str, bool | str]:
        path = keep_file(self.folder, self.base, [self.ops[member] for member in sorted(members)])
        # An empty file is an error to CANN.
        return {**self.options, "keep_dtype": path} if os.path.getsize(path) else dict(self.options)

    def outputs(self, members: frozenset[int]) -> list[dict[str, Any]]:
        options = self.options_of(members)
        core = self.core
        infos = _tensors.describe(core.inputs)
        extra: list[Any] = [np.zeros(infos[-1].shape, bool)]
        if members:
            try:
                extra = [np.array(core.find_forms(str(options["keep_dtype"])), bool)]
            except UnsupportedOpError:
                core = _core.compile_file(self.model, list(options.items()))
                infos, extra = _tensors.describe(core.inputs), []
                self.compiled += 1
        return [run_once(core, infos, sample, extra) for sample in self.samples]

    def __call__(self, members: frozenset[int]) -> bool:
        faults, errors = self.judge.faults(self.outputs(members), self.reference)
        self.faults[members] = faults
        self.errors[members] = _worst(errors)
        return not faults


def _worst(errors: Mapping[str, OutputErrors]) -> float:
    """The largest relative error of an output; 1 and more where values are lost."""
    return max((METRICS["relative"](each) + (each.lost > 0) for each in errors.values()), default=0.0)


def run_once(core: _core.Model, infos: Sequence[_tensors.TensorInfo], sample: Sample, extra: Sequence[Any]) -> dict[str, Any]:
    """The outputs by name; `extra` are the inputs behind the model's own."""
    own = infos[: len(infos) - len(extra)]
    values = [*_tensors.by_position(dict(sample.arrays), own), *extra]
    flat = [_tensors.flatten(data.converted(value, info), info) for value, info in zip(values, infos)]
    outputs = _tensors.describe(core.outputs)
    return {
        info.name: _tensors.restore(each, shape, info)
        for info, (each, shape) in zip(outputs, core.run(flat, 0, None))
    }


def settable(
    model: str, options: Mapping[str, bool | str], folder: str
) -> tuple[list[Op], _core.Model, list[tuple[Op, str]]]:
    """The ops that can be kept, the build that holds both forms of them, and those that cannot
    be kept with the reason."""
    candidates = [op for op in decide(model, options).ops if op.is_changed]
    blocked: list[tuple[Op, str]] = []
    base = options.get("keep_dtype")
    while candidates:
        path = keep_file(folder, base if isinstance(base, str) else None, candidates)
        try:
            core = _core.choose_file(model, list(options.items()), path)
        except AscendError as error:
            refused = [op for op in candidates if any(_names(each, op) for each in error.diagnostics)]
            if not refused or not any(each.code == "EZ3003" for each in error.diagnostics):
                raise
            blocked += [(op, error.message) for op in refused]
            candidates = [op for op in candidates if op not in refused]
            continue
        choices = set(core.choices())
        return [op for op in candidates if op.name in choices], core, blocked
    raise _usage_error(
        "no op can be kept: " + ("the decision changes none" if not blocked else blocked[0][1]),
        "there is nothing to search",
    )


def _names(diagnostic: Diagnostic, op: Op) -> bool:
    return f"'{op.name}'" in f"{diagnostic.message} {diagnostic.where}"


def rank(ops: Sequence[Op], rows: Sequence[Row], roots: Sequence[Row]) -> list[int]:
    """Where an overflow begins, and what it would move into; then by the ops' own errors."""
    places = {op.name: index for index, op in enumerate(ops)}
    order: list[int] = []

    def take(row: Row) -> None:
        if (place := places.get(row.op)) is not None and place not in order:
            order.append(place)

    numbers = {id(row): number for number, row in enumerate(rows)}
    for row in roots:
        take(row)
    for root in roots:
        for row in rows:
            if numbers[id(root)] in row.data["operands"]:
                take(row)

    def own(row: Row) -> float:
        return (row.own["relative_norm"] or 0.0) if row.own else 0.0

    for row in sorted(rows, key=lambda row: -own(row)):
        take(row)
    return order + [index for index in range(len(ops)) if index not in order]


def bytes_of(ops: Sequence[Op], rows: Sequence[Row]) -> list[float]:
    """What a kept op writes, as a measure of its cost beyond the number of ops."""
    sizes = {row.op: float(row.data["elements"]) for row in rows}
    return [sizes.get(op.name, 0.0) for op in ops]
