# ===- comparison.py - A decided model beside its reference ----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Runs a model as decided and in its own dtypes, op by op, and measures the errors."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from typing import Any

import numpy as np

from .. import _core, _tensors
from .._tensors import TensorInfo
from ..errors import Diagnostic, _usage_error
from .agreement import Agreement
from .data import Sample
from .decision import Decision, decision_of
from .keepable import with_blocked
from .nearest import nearest_name
from .running import Flat, flatten, run
from .side_by_side import map_in_order
from .table import some

__all__ = ["Pair", "Row", "ShapeTable", "ShapeTables", "Shapes", "Visit", "compare", "norm", "readers_of", "shape_text", "worst_rows"]

Visit = Callable[[str, int, "np.ndarray[Any, Any]", "np.ndarray[Any, Any]"], None]
"""What sees an output of an op after each run: the op's name, the number of the output, the
decided values, the reference's."""

Arrays = list["np.ndarray[Any, Any]"]
Shapes = tuple[tuple[int, ...], ...]
"""Of the model's inputs."""

_OUTPUT = "NetOutput"


def norm(errors: Mapping[str, Any] | None) -> float:
    """The relative norm, for an order: below all others where there is none."""
    value = errors["relative_norm"] if errors else None
    return -1.0 if value is None else float(value)


@dataclass(frozen=True)
class Row:
    """An output of an op, or of the model (type NetOutput), over all runs."""

    data: Mapping[str, Any]
    """As in the JSON (docs/Lab.md)."""

    @property
    def op(self) -> str:
        return str(self.data["op"])

    @property
    def type(self) -> str:
        return str(self.data["type"])

    @property
    def whole(self) -> Mapping[str, Any]:
        """The errors of the decided model."""
        errors: Mapping[str, Any] = self.data["end_to_end"]
        return errors

    @property
    def own(self) -> Mapping[str, Any] | None:
        """The errors that the op makes on the reference's operands."""
        errors: Mapping[str, Any] | None = self.data["isolated"]
        return errors

    @property
    def is_exact(self) -> bool:
        errors = [self.whole, self.own] if self.own else [self.whole]
        return not any(each["max"] or each["gained"] or each["otherwise"] for each in errors) and not self.lost

    @property
    def lost(self) -> int:
        """Elements that are Inf, NaN or clipped where the reference's are finite."""
        return int(self.whole["lost"] + self.whole["saturated"])

    @property
    def own_lost(self) -> int:
        return int(self.own["lost"] + self.own["saturated"]) if self.own else 0

    @property
    def other_shapes(self) -> int:
        """On how many inputs its shape, which depends on values, is another one than the reference's."""
        return int(self.data["other_shapes"])

    @property
    def not_finite(self) -> int:
        """Elements that are Inf or NaN in the reference."""
        span = self.data["reference_range"]
        return int(span["infinite"] + span["nan"])

    @property
    def headroom(self) -> float | None:
        """The reference's largest finite value over the largest of the dtype; None for integers."""
        limit = self.data["limit"]
        return float(self.data["reference_range"]["largest"] / limit) if limit else None


@dataclass
class ShapeTable:
    """The errors of all inputs of the same shapes."""

    shapes: Shapes
    core: _core.ErrorTable
    agreements: list[Agreement]
    samples: list[str] = field(default_factory=list)

    @cached_property
    def _data(self) -> Mapping[str, Any]:
        data: Mapping[str, Any] = json.loads(self.core.json())
        return data

    @cached_property
    def rows(self) -> list[Row]:
        """Of the ops, in the order in which they run, then of the model's outputs."""
        return [Row(row) for row in self._data["tensors"]]

    def extend(self, gained: Callable[[int], Mapping[str, Any]]) -> None:
        """What each row gains in its record, by its number."""
        self.rows = [Row({**row.data, **gained(number)}) for number, row in enumerate(self.rows)]

    @property
    def ops(self) -> list[Row]:
        return [row for row in self.rows if row.type != _OUTPUT]

    @property
    def outputs(self) -> list[Row]:
        return [row for row in self.rows if row.type == _OUTPUT]

    @property
    def root_numbers(self) -> list[int]:
        """The places of `roots` among the rows."""
        return list(self._data["roots"])

    @property
    def roots(self) -> list[Row]:
        """The ops that lose finite values by themselves, on the reference's operands, none of which was lost
        before; and those that lose values though they are given none that is lost."""
        return [self.rows[number] for number in self.root_numbers]

    @property
    def not_finite(self) -> list[Row]:
        """The ops that give Inf or NaN in the model's own dtypes of operands that have none."""
        return [row for row in self.ops if row.not_finite and not any(self.rows[each].not_finite for each in row.data["operands"])]

    @property
    def reshaped(self) -> list[Row]:
        """The ops whose shape depends on values, and is another one than the reference's on some inputs, though
        those of their operands are not."""
        return [row for row in self.ops if row.other_shapes and not any(self.rows[each].other_shapes for each in row.data["operands"])]

    @property
    def nearest(self) -> Row | None:
        """The op whose values come nearest to the limit of its dtype, among those with all of them finite."""
        rows = [row for row in self.ops if row.headroom and not row.not_finite]
        return max(rows, key=lambda row: row.headroom or 0, default=None)

    @property
    def victims(self) -> list[Row]:
        """The ops that are given an Inf or NaN and pass it on."""
        roots = {id(row) for row in self.roots}
        return [row for row in self.ops if row.whole["lost"] and not row.other_shapes and id(row) not in roots]

    @cached_property
    def _readers(self) -> list[list[int]]:
        return readers_of(self.rows)

    def reached(self, root: Row) -> list[Row]:
        """The model's outputs that depend on what an op gives, through the ops that read it."""
        found = {next(number for number, row in enumerate(self.rows) if row is root)}
        waiting = list(found)
        while waiting:
            more = [reader for reader in self._readers[waiting.pop()] if reader not in found]
            found.update(more)
            waiting += more
        return [row for row in (self.rows[number] for number in sorted(found)) if row.type == _OUTPUT]

    @property
    def badness(self) -> tuple[int, float]:
        """For an order of tables: lost elements of outputs, and the largest relative error."""
        norms = [row.whole["relative_norm"] or 0.0 for row in self.outputs]
        return sum(row.lost for row in self.outputs), max(norms, default=0.0)


def readers_of(rows: Sequence[Row]) -> list[list[int]]:
    """By number of row, the numbers of those that read its values."""
    readers: list[list[int]] = [[] for _ in rows]
    for number, row in enumerate(rows):
        for operand in row.data["operands"]:
            readers[operand].append(number)
    return readers


def worst_rows(tables: Sequence[ShapeTable]) -> tuple[list[Row], list[Row]]:
    """Tables of several shapes as one: of each op's row the largest values and errors of any of them, and the rows
    where finite values are lost first in any."""

    def worst(same: Sequence[Row]) -> Row:
        values = max(same, key=lambda row: float(row.data["reference_range"]["largest"]))
        own = max(same, key=lambda row: (row.own_lost, norm(row.own)))
        whole = max(same, key=lambda row: (row.lost, norm(row.whole)))
        spans = {key: values.data[key] for key in ("reference_range", "range")}
        return Row({**same[0].data, **spans, "isolated": own.data["isolated"], "end_to_end": whole.data["end_to_end"]})

    # The outputs' stand last: no row is of another number.
    rows = [worst(same) for same in zip(*(table.ops for table in tables))]
    return rows, [rows[number] for number in sorted({number for table in tables for number in table.root_numbers})]


class Pair:
    """A model compiled as decided, beside the same model in its own dtypes."""

    def __init__(self, model: str, options: Mapping[str, bool | str]) -> None:
        """Raises what `ascend_mlir.compile` raises."""
        self.model, self.options = model, options
        self._core = _core.compare_file(model, list(options.items()))
        self.inputs: tuple[TensorInfo, ...] = _tensors.describe(self._core.inputs)
        outputs = _tensors.describe(self._core.outputs)
        half = len(outputs) // 2
        # What the model gives no name has that of its place, which is the reference's in what holds both.
        self.outputs = tuple(own._replace(name=wanted.name) for wanted, own in zip(outputs[:half], outputs[half:]))
        if not self.outputs:
            raise _usage_error(f"{model} has no outputs", "there is nothing to judge")
        self.warnings = [Diagnostic(*warning) for warning in self._core.warnings]

    @cached_property
    def decision(self) -> Decision:
        return decision_of(json.loads(self._core.report()), self.warnings)

    @cached_property
    def advised(self) -> Decision:
        """The decision, for hints: no line in it that would be refused. It takes as long as deciding again."""
        return with_blocked(self.decision, self.model, self.options)

    def rename(self, named: Callable[[str], str]) -> None:
        """Has all text of the decision as `named` has it."""
        self.decision = self.decision.renamed(named)
        self.warnings = list(self.decision.warnings)

    @cached_property
    def rows(self) -> list[Row]:
        """Those of a table, before any run. A run shows each of them once, in their order."""
        return [Row(row) for row in json.loads(self.table(None).json())["tensors"]]

    def op_of(self, text: str) -> str:
        """The name of the op that is compared and whose name is `text`, or alone has it in it."""
        names = list(dict.fromkeys(row.op for row in self.rows if row.type != _OUTPUT))
        found = [text] if text in names else [name for name in names if text in name]
        if not found:
            near = nearest_name(text, names)
            mend = f"did you mean {near}?" if near else "ascend-lab explain lists the names; ops that only move are none"
            raise _usage_error(f"--op={text}: no op of this name is compared", mend)
        if len(found) > 1:
            raise _usage_error(f"--op={text}: it is in the names of {len(found)} ops", f"give more of it: {some(found, 3)}")
        return found[0]

    def table(self, visit: Visit | None) -> _core.ErrorTable:
        if visit is None:
            return _core.ErrorTable(self._core, None)

        def show(op: str, type: str, output: int, tensors: list[tuple[str, list[int], bytes]]) -> None:
            reference, decided = (
                _tensors.as_numbers(_tensors.from_bytes(data, word, shape), word) for word, shape, data in tensors[:2]
            )
            visit(op, output, decided, reference)

        return _core.ErrorTable(self._core, show)

    def flatten(self, sample: Sample) -> Flat:
        """The sample as the model takes it."""
        return flatten(sample, self.inputs)

    def run(self, flat: Flat, table: _core.ErrorTable | None, threads: int = 0) -> tuple[Arrays, Arrays]:
        """The outputs of the decided model, and those of the reference."""
        arrays = run(self._core, flat, threads, table)
        half = len(self.outputs)
        return arrays[half:], arrays[:half]


def shape_text(shapes: ShapeTable, pair: Pair) -> str:
    return ", ".join(f"{info.name} {list(shape)}" for info, shape in zip(pair.inputs, shapes.shapes))


def compare(
    pair: Pair,
    samples: Iterable[Sample],
    *,
    threshold: float = 0.5,
    visit: Visit | None = None,
    watch: tuple[str, int] | None = None,
    when_begins: Callable[[Shapes], None] = lambda shapes: None,
    when_ran: Callable[[Arrays, Arrays], None] = lambda decided, reference: None,
    jobs: int = 1,
) -> list[ShapeTable]:
    """Runs all samples, `jobs` at the same time where nothing visits tensors: the numbers are the
    same. A table for each different tuple of input shapes, the worst first. `when_begins` gets the
    shapes before each run that `visit` sees, and `when_ran` the outputs of the decided model and of
    the reference after each run, in the order of the samples."""
    tables = ShapeTables(pair, threshold, watch)
    rest = iter(samples)
    first = [] if visit else list(islice(rest, jobs))
    if len(first) > 1:
        runs = _runs_side_by_side(pair, tables, chain(first, rest), len(first))
    else:
        runs = _runs_here(pair, tables, chain(first, rest), visit, when_begins)
    for sample, table, decided, reference in runs:
        table.samples.append(sample.name)
        for agreement, ours, wanted in zip(table.agreements, decided, reference):
            agreement.add(ours, wanted)
        when_ran(decided, reference)
    return tables.sorted()


_Run = tuple[Sample, "ShapeTable", Arrays, Arrays]
"""A sample, the table that has its errors, the outputs of the decided model and of the reference."""


def _runs_here(
    pair: Pair, tables: ShapeTables, samples: Iterable[Sample], visit: Visit | None, when_begins: Callable[[Shapes], None]
) -> Iterator[_Run]:
    """One after the other, on all threads."""
    for sample in samples:
        flat = pair.flatten(sample)
        table = tables.of(_shapes(flat), visit)
        when_begins(table.shapes)
        yield sample, table, *pair.run(flat, table.core)


def _runs_side_by_side(pair: Pair, tables: ShapeTables, samples: Iterable[Sample], jobs: int) -> Iterator[_Run]:
    """On a share of the threads each, measured in tables of their own."""
    idle: list[_core.ErrorTable] = []
    threads = max(1, len(os.sched_getaffinity(0)) // jobs)

    def measure(sample: Sample) -> tuple[Sample, Shapes, _core.ErrorTable, Arrays, Arrays]:
        flat = pair.flatten(sample)
        try:
            table = idle.pop()
        except IndexError:
            table = tables.make()
        return sample, _shapes(flat), table, *pair.run(flat, table, threads)

    for sample, shapes, measured, decided, reference in map_in_order(measure, samples, jobs):
        table = tables.of(shapes)
        table.core.take(measured)
        idle.append(measured)
        yield sample, table, decided, reference


def _shapes(flat: Flat) -> Shapes:
    return tuple(shape for _, shape in flat)


class ShapeTables:
    """A table for each tuple of input shapes."""

    def __init__(self, pair: Pair, threshold: float, watch: tuple[str, int] | None) -> None:
        self._pair = pair
        self._threshold = threshold
        self._watch = watch
        self._tables: dict[Shapes, ShapeTable] = {}

    def of(self, shapes: Shapes, visit: Visit | None = None) -> ShapeTable:
        """That of these shapes, an empty one where none was asked for before."""
        if shapes not in self._tables:
            agreements = [Agreement(self._threshold) for _ in self._pair.outputs]
            self._tables[shapes] = ShapeTable(shapes, self.make(visit), agreements)
        return self._tables[shapes]

    def make(self, visit: Visit | None = None) -> _core.ErrorTable:
        """An empty one."""
        core = self._pair.table(visit)
        if self._watch:
            core.watch(*self._watch)
        return core

    def sorted(self) -> list[ShapeTable]:
        """The worst first."""
        return sorted(self._tables.values(), key=lambda table: table.badness, reverse=True)
