# ===- onnx_graph.py - An ONNX model as a graph ------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The nodes of an ONNX model by the names that reports have for them, and what lies between them."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import _model_error, _usage_error

if TYPE_CHECKING:
    import onnx

__all__ = ["NOT_ONNX", "Nodes", "OnnxGraph", "bodies_of", "check_onnx", "load_onnx", "name_of"]

Nodes = frozenset[int]
"""Numbers of nodes."""

NOT_ONNX = {".mlir", ".mlirbc", ".txt", ".json"}
"""Endings of files that the laboratory takes as models, and that have no nodes of ONNX."""
_RANDOM = {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}


def check_onnx(path: str) -> None:
    """Before anything is compiled: nodes can be cut out of such a model."""
    ending = os.path.splitext(path)[1]
    if ending in NOT_ONNX:
        raise _usage_error(f"{path}: nodes are cut out of ONNX models, and this is a {ending} file", "give the .onnx that it was made of")
    try:
        import onnx
    except ImportError:
        raise _usage_error("nodes are cut out by onnx, which is not installed", "pip install ascend-mlir[onnx]") from None


def load_onnx(path: str) -> onnx.ModelProto:
    """Without external data."""
    import onnx

    try:
        return onnx.load(path, load_external_data=False)
    except Exception as error:  # protobuf's own class
        raise _model_error(f"cannot read {path}: {error}", "give an ONNX model") from None


def bodies_of(node: onnx.NodeProto) -> Iterator[onnx.GraphProto]:
    """Of If, Loop and Scan."""
    for attribute in node.attribute:
        if attribute.HasField("g"):
            yield attribute.g
        yield from attribute.graphs


def name_of(node: onnx.NodeProto) -> str:
    """As reports have it: of a node without a name its first output."""
    return node.name or next(filter(None, node.output), "")


def _inner_nodes(node: onnx.NodeProto) -> Iterator[onnx.NodeProto]:
    """Those in its bodies."""
    left = [inner for body in bodies_of(node) for inner in body.node]
    while left:
        inner = left.pop()
        yield inner
        left.extend(each for body in bodies_of(inner) for each in body.node)


def _read(node: onnx.NodeProto) -> Iterator[str]:
    """The values that a node reads, and those of the graph around that its bodies do."""
    for each in (node, *_inner_nodes(node)):
        yield from filter(None, each.input)
        yield from (output.name for body in bodies_of(each) for output in body.output)


class OnnxGraph:
    """The nodes that an output needs, in the order of the model."""

    def __init__(self, path: str, inputs: Collection[str], outputs: Sequence[str]) -> None:
        """`inputs` and `outputs` are the model's own; an initializer among the inputs of its graph is a
        constant."""
        self.path = path
        self.model = load_onnx(path)
        graph = self.model.graph
        self.inputs = frozenset(inputs)
        self.outputs = tuple(outputs)
        self.constants = {tensor.name: tensor for tensor in graph.initializer if tensor.name not in self.inputs}
        self.sparse = {tensor.values.name: tensor for tensor in graph.sparse_initializer}
        self.nodes: list[onnx.NodeProto] = []
        self.reads: list[tuple[str, ...]] = []
        needed = set(outputs)
        for node in reversed(graph.node):
            if needed.isdisjoint(filter(None, node.output)):
                continue
            self.nodes.append(node)
            self.reads.append(tuple(dict.fromkeys(_read(node))))
            needed.update(self.reads[-1])
        self.nodes.reverse()
        self.reads.reverse()
        self.makers = {value: number for number, node in enumerate(self.nodes) for value in node.output if value}
        self._users: dict[str, list[int]] = {}
        self._by_name: dict[str, list[int]] = {}
        for number, node in enumerate(self.nodes):
            self._by_name.setdefault(self.name(number), []).append(number)
            for value in self.reads[number]:
                self._users.setdefault(value, []).append(number)
        self._inner = {name_of(inner): number for number, node in enumerate(self.nodes) for inner in _inner_nodes(node)}
        self._kinds = self._kinds_of_values()

    def name(self, number: int) -> str:
        """As reports have it."""
        return name_of(self.nodes[number])

    @property
    def names(self) -> Sequence[str]:
        return list(self._by_name)

    def find(self, name: str) -> Nodes:
        """The nodes of this very name."""
        return frozenset(self._by_name.get(name, ()))

    def owner(self, name: str) -> Nodes:
        """The nodes of which an op of this name was made: they have it, or a node in a body of theirs, or
        all before a `/` of it, as the second op of a node has. None for a constant of the model."""
        while name not in self._by_name:
            if name in self.constants or name in self.sparse:
                return frozenset()
            if name in self._inner:
                return frozenset({self._inner[name]})
            name, slash, _ = name.rpartition("/")
            if not slash:
                return frozenset()
        return self.find(name)

    def has_body(self, number: int) -> bool:
        return any(True for _ in bodies_of(self.nodes[number]))

    def is_constant(self, number: int) -> bool:
        """Whether a node makes values of constants alone."""
        return all(self.kind(value) == "constant" for value in self.nodes[number].output if value)

    def makers_of(self, nodes: Iterable[int]) -> Nodes:
        """The nodes whose values `nodes` read."""
        return frozenset(self.makers[value] for number in nodes for value in self.reads[number] if value in self.makers)

    def users_of(self, nodes: Iterable[int]) -> Nodes:
        """The nodes that read a value of `nodes`."""
        return frozenset(user for number in nodes for value in self.nodes[number].output for user in self._users.get(value, ()))

    def _reached(self, start: Nodes, forward: bool) -> Nodes:
        reached = new = start
        while new:
            new = (self.users_of(new) if forward else self.makers_of(new)) - reached
            reached |= new
        return reached

    def between(self, first: Nodes, last: Nodes) -> Nodes:
        """What lies on the ways from `first` to `last`, with both ends; nothing where there is none."""
        return self._reached(first, True) & self._reached(last, False)

    def _kinds_of_values(self) -> Mapping[str, str]:
        """Of each value that does not depend on what the inputs hold: "constant", or "shape" where it
        is made of shapes."""
        kinds = dict.fromkeys([*self.constants, *self.sparse], "constant")
        for node, reads in zip(self.nodes, self.reads):
            read = {kinds.get(value, "data") for value in reads}
            if node.op_type in ("Shape", "Size"):
                kind = "shape"
            elif "data" in read or node.op_type in _RANDOM:
                continue
            else:
                kind = "shape" if "shape" in read else "constant"
            kinds.update((value, kind) for value in node.output if value)
        return kinds

    def kind(self, value: str) -> str:
        """What _kinds_of_values says, else "data"."""
        return self._kinds.get(value, "data")

    def is_read_outside(self, value: str, nodes: Nodes) -> bool:
        return value in self.outputs or not nodes.issuperset(self._users.get(value, ()))
