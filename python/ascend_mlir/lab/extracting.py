# ===- extracting.py - The smallest model that shows an error ----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Finds which nodes of a model, and what part of which input, show the error of an op, and checks by
running them that they do."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import AscendError, _model_error, _usage_error
from .comparison import Pair, Row, norm
from .data import Source
from .extract_config import AtcOptions
from .extract_trial import Trial, rows_of, same_bits, try_choice
from .nearest import nearest_name
from .onnx_graph import Nodes, OnnxGraph
from .onnx_part import Value
from .part_choice import check_alike, choose
from .part_decision import NodesOfOps, differences
from .reference_values import ReferenceValues
from .running import Flat

__all__ = ["Cut", "Extraction", "Measured", "has_error"]

_MOST_STARTS = 8
"""How many ops before one that has no error of its own are tried as its cause."""


def has_error(errors: Mapping[str, Any] | None) -> bool:
    return errors is not None and any(errors[name] for name in ("max", "lost", "gained", "otherwise", "saturated"))


def _weight(row: Row) -> tuple[int, float, int, float]:
    """For an order of rows: elements that the op loses by itself, its own error, those of the whole."""
    return row.own_lost, norm(row.own), row.lost, norm(row.whole)


@dataclass(frozen=True)
class Measured:
    """The model's run of the input with the worst error."""

    sample: str
    of_samples: int
    flat: Flat
    rows: Sequence[Row]


@dataclass(frozen=True)
class Cut:
    """What is left of the first axis."""

    first: int
    extent: int
    of: int


class Extraction:
    """From what is asked for to what shows it: `find`, and then `cut_first_axis`."""

    def __init__(
        self, model: str, options: AtcOptions, names: Sequence[str], to: str | None, source: Source, say: Callable[[str], None]
    ) -> None:
        self.options = options
        self._say = say
        say("compiling the model")
        self.pair = Pair(model, options)
        self.graph = OnnxGraph(model, [info.name for info in self.pair.inputs], [info.name for info in self.pair.outputs])
        self._ops = NodesOfOps(self.graph, self.pair.decision)
        self.asked = self._asked(names, to)
        self.targets = self.asked
        """What is asked for, and what makes the error that this hands on."""
        self.measured = self._measure(source)
        self._values = ReferenceValues(self.graph, options, self.pair.inputs, self.measured.flat)

    # ===------------------------------------------------------------------===#
    # What is asked for
    # ===------------------------------------------------------------------===#

    def _named(self, option: str, name: str) -> Nodes:
        if nodes := self.graph.find(name):
            return nodes
        for number in sorted(self.graph.owner(name)):
            if self.graph.has_body(number):
                node = self.graph.name(number)
                raise _usage_error(
                    f"{option}={name} is in a body of {node!r} ({self.graph.nodes[number].op_type}), of which nothing can be cut out",
                    f"{option}={node} takes all of it",
                )
        if nodes := self._ops.named(name):
            return nodes
        close = nearest_name(name, self._ops.names)
        raise _usage_error(
            f"{option}={name}: no op of this name is in the model",
            f"did you mean {close!r}?" if close else "ascend-lab explain lists the names",
        )

    def _asked(self, names: Sequence[str], to: str | None) -> Nodes:
        parts = [self._named("--op", name) for name in names]
        if to is None:
            return self._ops.closed(frozenset().union(*parts))
        end = self._named("--to", to)
        result: Nodes = frozenset()
        for name, start in zip(names, parts):
            between = self.graph.between(start, end)
            if not between:
                is_turned = bool(self.graph.between(end, start))
                raise _usage_error(
                    f"no way of the data leads from --op={name} to --to={to}",
                    "exchange the two" if is_turned else "give ops of which one feeds the other, or several --op without --to",
                )
            result |= between
        return self._ops.closed(result)

    # ===------------------------------------------------------------------===#
    # The worst input
    # ===------------------------------------------------------------------===#

    def _rows_of(self, rows: Sequence[Row], nodes: Nodes) -> list[Row]:
        # Control flow is its own node, and not decided.
        names = {op.name for op in self._ops.ops_of(nodes)} | {self.graph.name(number) for number in nodes}
        return [row for row in rows if row.op in names and row.type != "NetOutput"]

    def _measure(self, source: Source) -> Measured:
        """Runs all inputs, and keeps the one of which the ops have the worst errors."""
        if not self._rows_of(self.pair.rows, self.asked):
            raise _usage_error(
                "what is asked for only moves elements, or is computed when the model is compiled: it has no error",
                "give a wider range, --to=NAME",
            )
        best: Measured | None = None
        count = 0
        for sample in source.samples(self.pair.inputs):
            flat = self.pair.flatten(sample)
            table = self.pair.table(None)
            self.pair.run(flat, table)
            run = Measured(sample.name, 0, flat, rows_of(table))
            if best is None or _weight(self.worst(run.rows)) > _weight(self.worst(best.rows)):
                best = run
            count += 1
            self._say(f"comparing: input {count}")
        assert best is not None
        return replace(best, of_samples=count)

    def worst(self, rows: Sequence[Row]) -> Row:
        """Of the rows of a run the one of what is asked for that has the worst error."""
        return max(self._rows_of(rows, self.asked), key=_weight)

    # ===------------------------------------------------------------------===#
    # The nodes
    # ===------------------------------------------------------------------===#

    def _starts(self) -> Iterator[Nodes]:
        """What is asked for where it may have an error of its own, which is not measured of control flow;
        then with the nearest ops before it that have one, one after the other."""
        rows = self._rows_of(self.measured.rows, self.asked)
        if not any(has_error(row.own) or has_error(row.whole) for row in rows):
            raise _usage_error(
                "what is asked for has no error on these inputs, neither of its own nor of the whole", "give other --data or other options"
            )
        if any(row.own is None or has_error(row.own) for row in rows):
            yield self.asked
        seen = level = self.asked
        while level := self.graph.makers_of(level) - seen:
            seen |= level
            for row in sorted(self._rows_of(self.measured.rows, level), key=_weight, reverse=True):
                if has_error(row.own):
                    yield self._ops.closed(self.asked | self.graph.between(self._ops.named(row.op), self.asked))

    def find(self, folder: pathlib.Path) -> Trial:
        """What shows the error, by its files in a folder of `folder`."""
        for number, nodes in enumerate(self._starts()):
            if number == _MOST_STARTS:
                break
            self.targets = nodes
            self._say("looking for the smallest range that is decided as in the model")
            choice = choose(self.graph, self._ops, nodes, self.options, self._values, folder)
            self._say("running what was cut out")
            trial = try_choice(self.graph, choice, self.options, folder / f"nodes{number}")
            # With what is left of the files.
            check_alike(differences(self._ops.ops_of(nodes), trial.pair.decision.ops))
            worst = self.worst(trial.rows)
            if has_error(worst.own) or has_error(worst.whole):
                return trial
        raise _model_error(
            "what is asked for makes no error by itself, and no op near before it makes the one that it hands on",
            "give a range, --op=FIRST --to=LAST",
        )

    @property
    def rows_of_model(self) -> list[Row]:
        """What the ops that were cut out have in the run of the model."""
        return self._rows_of(self.measured.rows, self.targets)

    def rows_of_trial(self, trial: Trial) -> list[Row]:
        return self._rows_of(trial.rows, self.targets)

    # ===------------------------------------------------------------------===#
    # The first axis
    # ===------------------------------------------------------------------===#

    def _worst_place(self, decided: np.ndarray[Any, Any], reference: np.ndarray[Any, Any]) -> int:
        """Where along the first axis the worst element is: the first that is lost, else the largest error."""
        ours, wanted = (array.astype(np.float64).reshape(array.shape[0], -1) for array in (decided, reference))
        lost = np.isfinite(wanted) & ~np.isfinite(ours)
        with np.errstate(invalid="ignore"):
            errors = np.where(np.isfinite(ours - wanted), np.abs(ours - wanted), 0)
        return int((lost if lost.any() else errors).max(1).argmax())

    def cut_first_axis(self, trial: Trial, folder: pathlib.Path) -> tuple[Trial, Cut | None]:
        """A trial with less of the first axis, where all ops work along it and that changes no element that
        is left; else the trial itself."""
        worst = self.worst(trial.rows)
        decided, reference = trial.seen[worst.op, int(worst.data["output"])]
        count = decided.shape[0] if decided.ndim and decided.shape == reference.shape and decided.size else 0
        # A body says which extents it gives.
        if any(map(self.graph.has_body, trial.choice.part.nodes)):
            return trial, None
        along = [name for name, array in trial.inputs.items() if array.ndim and array.shape[0] == count]
        if not along or any(not array.ndim or array.shape[0] != count for array in trial.reference.values()):
            return trial, None
        place = self._worst_place(decided, reference)
        for extent in range(1, min(3, count)):
            cut = Cut(min(place, count - extent), extent, count)
            self._say(f"trying with {extent} of {count} along the first axis")
            try:
                smaller = self._with_less(trial, along, cut, folder / f"first{extent}")
            except AscendError:
                continue
            if self._is_alike(trial, smaller, cut):
                return smaller, cut
        return trial, None

    def _with_less(self, trial: Trial, along: Sequence[str], cut: Cut, folder: pathlib.Path) -> Trial:
        choice = trial.choice

        def less(name: str, value: Value) -> Value:
            if name not in (*along, *choice.part.outputs):
                return value
            array = value.array[cut.first : cut.first + cut.extent]
            return Value(array, (value.shape[0] and cut.extent, *value.shape[1:]))

        values = {name: less(name, value) for name, value in choice.values.items()}
        return try_choice(self.graph, replace(choice, values=values), self.options, folder)

    def _is_alike(self, trial: Trial, smaller: Trial, cut: Cut) -> bool:
        """Whether all that is left is what it was, and the error is among it."""
        ops = [op for op in trial.pair.decision.ops if op.name in {each.name for each in self._ops.ops_of(self.targets)}]
        if differences(ops, smaller.pair.decision.ops):
            return False
        for before, now in (trial.decided, smaller.decided), (trial.reference, smaller.reference):
            if not all(same_bits(array[cut.first : cut.first + cut.extent], now[name]) for name, array in before.items()):
                return False
        old, new = (self.worst(each.rows) for each in (trial, smaller))
        if old.lost:
            return new.op == old.op and new.lost > 0
        return new.op == old.op and all(new.whole[key] == old.whole[key] for key in ("max", "max_value", "max_reference"))
