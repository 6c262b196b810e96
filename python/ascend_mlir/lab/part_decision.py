# ===- part_decision.py - Whether a part is decided as in its model ----------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Which nodes of an ONNX model each decided op stands for, and how two decisions of the same nodes differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .decision import Decision, Op
from .onnx_graph import Nodes, OnnxGraph

__all__ = ["Difference", "NodesOfOps", "differences"]


class NodesOfOps:
    """`of` has the nodes of each op of the decision, by its place."""

    def __init__(self, graph: OnnxGraph, decision: Decision) -> None:
        self.decision = decision
        self._graph = graph
        self._fused: dict[str, set[str]] = {}
        for fusion in decision.report["fusions"]:
            if fusion["into"] is not None:
                self._fused.setdefault(fusion["into"], set()).update(fusion["names"])
        self.of = [self._nodes(op) for op in decision.ops]

    def _nodes(self, op: Op) -> Nodes:
        names = {op.name, *op.row["original_names"]}
        left = list(names)
        while left:
            new = self._fused.get(left.pop(), set()) - names
            names |= new
            left.extend(new)
        return frozenset(node for name in names for node in self._graph.owner(name))

    def ops_of(self, nodes: Nodes) -> list[Op]:
        """The ops that a node of `nodes` went into."""
        return [op for op, own in zip(self.decision.ops, self.of) if own & nodes]

    def closed(self, nodes: Nodes) -> Nodes:
        """With all nodes that one op has together with one of them: what is fused stays whole."""
        while True:
            more = nodes.union(*(own for own in self.of if own & nodes))
            if more == nodes:
                return nodes
            nodes = more

    def named(self, name: str) -> Nodes:
        """The nodes of an op of this name, or that has one of this name in it, or in front of which the
        decision put a cast of this name."""
        for op, own in zip(self.decision.ops, self.of):
            if name in (op.name, *op.row["original_names"]):
                return own
        for cast in self.decision.report["casts"]:
            if name == f"{cast['value']}/Cast_{cast['to']}" and cast["users"]:
                return self._graph.owner(cast["users"][0]["op"])
        return frozenset()

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys([*self._graph.names, *(op.name for op in self.decision.ops)]))


@dataclass(frozen=True)
class Difference:
    """One thing that a part decides otherwise than the model."""

    op: str
    what: str
    model: str
    part: str
    is_of_values: bool
    """Whether it changes what is computed; another rule alone does not."""

    def __str__(self) -> str:
        return f"{self.op}: {self.what} {self.part}, in the model {self.model}"


def _decided(op: Op) -> Mapping[str, str]:
    row = op.row
    return {
        "dtypes": f"{op.dtypes('origin')} decided as {op.dtypes()}",
        "engine": f"{row['engine']} {row['unit']}",
        "sums": str(row["accumulate"]),
        "mode": str(row["impl_mode"]["effective"]),
        "list": str(row["list"]),
        "rule": str(row["rule"]),
    }


def differences(ops: Iterable[Op], part: Sequence[Op]) -> list[Difference]:
    """What is decided otherwise of `ops`, which are the model's, in the part."""
    left: dict[tuple[str, str], list[Op]] = {}
    for op in part:
        left.setdefault((op.name, op.type), []).append(op)
    result = []
    for op in ops:
        same = left.get((op.name, op.type))
        if not same:
            types = " ".join(each.type for each in part if each.name == op.name) or "not there"
            result.append(Difference(op.name, "it is", op.type, types, True))
            continue
        theirs = _decided(same.pop(0))
        for what, ours in _decided(op).items():
            if theirs[what] != ours:
                result.append(Difference(op.name, what, ours, theirs[what], what not in ("list", "rule")))
    return result


