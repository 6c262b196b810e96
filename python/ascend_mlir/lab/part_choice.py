# ===- part_choice.py - Nodes that are decided as in their model -------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""How much must be cut out around some nodes so that the same is decided of them: nothing, open extents,
neighbours; else what must be said in a file."""

from __future__ import annotations

import os
import pathlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..errors import _model_error, _usage_error
from .decision import Decision, decide
from .extract_config import AtcOptions, for_part, pins, text_of_file
from .onnx_graph import Nodes, OnnxGraph
from .onnx_part import Part, Value, model_of, part_of, save
from .part_decision import Difference, NodesOfOps, differences
from .reference_values import ReferenceValues

__all__ = ["Choice", "check_alike", "choose"]

_MOST_STEPS = 3
"""How far before the nodes neighbours are taken: what is farther is pinned by a file, which is smaller."""


@dataclass(frozen=True)
class Choice:
    """A part, and how it is decided."""

    part: Part
    values: Mapping[str, Value]
    is_open: bool
    """Whether its inputs leave open what the model does."""
    lines: Sequence[Mapping[str, Any]]
    """Of the user's files, as in the report."""
    differences: Sequence[Difference]
    pins: str = ""
    """Lines of customize_dtypes that it needs."""
    pinned_ops: tuple[str, ...] = ()


def is_alike(found: Sequence[Difference]) -> bool:
    """Whether the same is computed as in the model."""
    return not any(each.is_of_values for each in found)


def check_alike(found: Sequence[Difference]) -> None:
    """An error where something else is computed than in the model."""
    if not is_alike(found):
        said = "; ".join(map(str, found))
        raise _model_error(f"what is cut out is not decided as in the model: {said}", "give a wider range, --to=NAME")


def _grown(graph: OnnxGraph, ops: NodesOfOps, nodes: Nodes) -> Iterator[Nodes]:
    """The nodes, and with ever more of their neighbours."""
    yield nodes
    before, behind = nodes, ops.closed(nodes | graph.users_of(nodes))
    for _ in range(_MOST_STEPS):
        before = ops.closed(before | graph.makers_of(before))
        yield before
        yield ops.closed(before | behind)


class _Chooser:
    def __init__(self, graph: OnnxGraph, ops: NodesOfOps, options: AtcOptions, values: ReferenceValues, folder: pathlib.Path) -> None:
        self._graph = graph
        self._ops = ops
        self._options = options
        self._values = values
        self._folder = folder

    def _decide(self, part: Part, values: Mapping[str, Value], is_open: bool, pinned: str) -> Decision:
        options = for_part(self._options, part.inputs)
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            if pinned:
                own = options.get("customize_dtypes")
                text = pinned + (text_of_file("customize_dtypes", own) if isinstance(own, str) else "")
                path = pathlib.Path(folder, "customize_dtypes.cfg")
                path.write_text(text, encoding="utf-8", errors="surrogateescape")
                options["customize_dtypes"] = str(path)
            save(model_of(self._graph, part, values, is_open), folder, "model.onnx")
            return decide(os.path.join(folder, "model.onnx"), options)

    def _try(self, nodes: Nodes, grown: Nodes, is_open: bool) -> Choice | None:
        """`grown` as a part, if it is not the same with open extents and without."""
        part = part_of(self._graph, grown, is_open)
        if "insert_op_conf" in self._options and not self._graph.inputs.isdisjoint(part.inputs):
            raise _usage_error(
                "--insert_op_conf: the op reads an input of the model, which AIPP makes of pictures", "give an op behind it"
            )
        values = self._values.get(part.values)
        if is_open and not any(None in values[name].shape for name in part.inputs):
            return None
        decision = self._decide(part, values, is_open, "")
        return Choice(part, values, is_open, decision.report["config"], differences(self._ops.ops_of(nodes), decision.ops))

    def _without_idle(self, nodes: Nodes, grown: Nodes, choice: Choice) -> Choice:
        """Leaves out the neighbours that nothing depends on, one after the other."""
        for number in sorted(grown - nodes):
            smaller = grown - self._ops.closed(frozenset({number}))
            if number not in grown or not smaller >= nodes:
                continue
            tried = self._try(nodes, smaller, choice.is_open)
            if tried and not tried.differences:
                grown, choice = smaller, tried
        return choice

    def choose(self, nodes: Nodes) -> Choice:
        choices = []
        for grown in dict.fromkeys(_grown(self._graph, self._ops, nodes)):
            for is_open in (False, True):
                if choice := self._try(nodes, grown, is_open):
                    if not choice.differences:
                        return self._without_idle(nodes, grown, choice)
                    choices.append(choice)
        for choice in choices:
            if is_alike(choice.differences):
                return choice
        first = choices[0]
        names = {each.op for each in first.differences}
        pinned = pins([op for op in self._ops.ops_of(nodes) if op.name in names])
        decision = self._decide(first.part, first.values, first.is_open, pinned)
        left = differences(self._ops.ops_of(nodes), decision.ops)
        check_alike(left)
        return replace(first, differences=left, pins=pinned, pinned_ops=tuple(sorted(names)))


def choose(
    graph: OnnxGraph, ops: NodesOfOps, nodes: Nodes, options: AtcOptions, values: ReferenceValues, folder: pathlib.Path
) -> Choice:
    """The smallest part with `nodes` that is decided as in the model, else the nodes with dtypes that are
    pinned. Files that it is tried with are written to `folder`."""
    return _Chooser(graph, ops, options, values, folder).choose(nodes)
