# ===- onnx_part.py - Some nodes of an ONNX model as a model -----------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Nodes with the constants that they need, as a model whose inputs are the values that they are given."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import __version__
from ..errors import _model_error, _usage_error
from .onnx_graph import Nodes, OnnxGraph

if TYPE_CHECKING:
    import onnx

__all__ = ["Part", "Value", "model_of", "part_of", "save"]

_LARGEST = 2_000_000_000
"""Bytes of weights that stand in the file itself: protobuf reads no more than 2 GiB."""
_WEIGHTS = "weights.bin"


class Value(NamedTuple):
    """What a tensor is in the run of the reference."""

    array: np.ndarray[Any, Any]
    shape: tuple[int | None, ...]
    """None for an extent that the model leaves open."""


@dataclass(frozen=True)
class Part:
    nodes: tuple[int, ...]
    """With those that make their constants, in the order of the model."""
    inputs: tuple[str, ...]
    pinned: tuple[str, ...]
    """Values that are made of shapes: constants of the part."""
    outputs: tuple[str, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """All that must be known of a run."""
        return (*self.inputs, *self.pinned, *self.outputs)


def part_of(graph: OnnxGraph, nodes: Nodes, is_open: bool) -> Part:
    """The part that is `nodes`. Where its shapes are `is_open`, values made of shapes are inputs."""
    whole = set(nodes)
    left = sorted(nodes)
    while left:
        for value in graph.reads[left.pop()]:
            if graph.kind(value) == "constant" and value in graph.makers and graph.makers[value] not in whole:
                whole.add(graph.makers[value])
                left.append(graph.makers[value])
    order = sorted(whole)
    made = {value for number in order for value in graph.nodes[number].output}
    # What a body reads of its own is made by no node of the graph.
    read = dict.fromkeys(
        value for number in order for value in graph.reads[number] if value not in made and (value in graph.makers or value in graph.inputs)
    )
    pinned = [] if is_open else [value for value in read if graph.kind(value) == "shape"]
    inputs = [value for value in read if value not in pinned]
    outputs = [
        value
        for number in sorted(nodes)
        for value in graph.nodes[number].output
        if value and graph.is_read_outside(value, frozenset(whole))
    ]
    return Part(tuple(order), tuple(inputs), tuple(pinned), tuple(outputs))


def _tensors(node: onnx.NodeProto) -> Iterator[onnx.TensorProto]:
    """Those in the attributes of a node and of all in its bodies."""
    for attribute in node.attribute:
        if attribute.HasField("t"):
            yield attribute.t
        yield from attribute.tensors
        for body in [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]:
            yield from body.initializer
            for inner in body.node:
                yield from _tensors(inner)


def _without_notes(node: onnx.NodeProto) -> None:
    """Exporters leave stack traces and paths of their machine there."""
    node.doc_string = ""
    del node.metadata_props[:]
    for attribute in node.attribute:
        attribute.doc_string = ""
        for body in [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]:
            body.doc_string = ""
            del body.metadata_props[:]
            for inner in body.node:
                _without_notes(inner)


def _load_outside(graph: OnnxGraph, tensors: Iterator[onnx.TensorProto]) -> None:
    """The data of tensors that stand in files beside the model."""
    from onnx import external_data_helper

    folder = os.path.dirname(os.path.abspath(graph.path))
    for tensor in tensors:
        if not external_data_helper.uses_external_data(tensor):
            continue
        try:
            external_data_helper.load_external_data_for_tensor(tensor, folder)
        except Exception as error:  # the checker of onnx has its own
            raise _model_error(f"cannot read the data of {tensor.name!r}: {error}", "keep it next to the model") from None
        tensor.ClearField("data_location")
        tensor.ClearField("external_data")


def _info(graph: OnnxGraph, name: str, value: Value, is_open: bool) -> onnx.ValueInfoProto:
    """An input of the model has its type there, whatever input_fp16_nodes says."""
    from onnx import helper

    own = [info.type.tensor_type.elem_type for info in graph.model.graph.input if info.name == name]
    try:
        dtype = own[0] if own else helper.np_dtype_to_tensor_dtype(value.array.dtype)
    except (KeyError, ValueError):
        raise _usage_error(f"{name!r} is {value.array.dtype}, which onnx has no type for", "take another op") from None
    return helper.make_tensor_value_info(name, dtype, value.shape if is_open else value.array.shape)


def _functions(graph: OnnxGraph, part: Part) -> list[onnx.FunctionProto]:
    """All of the model's, where a node calls one: they may call each other."""
    import onnx

    names = {(function.domain, function.name) for function in graph.model.functions}
    if all((graph.nodes[number].domain, graph.nodes[number].op_type) not in names for number in part.nodes):
        return []
    functions = [onnx.FunctionProto.FromString(function.SerializeToString()) for function in graph.model.functions]
    for function in functions:
        function.doc_string = ""
        del function.metadata_props[:]
        for node in function.node:
            _without_notes(node)
    return functions


def model_of(graph: OnnxGraph, part: Part, values: Mapping[str, Value], is_open: bool) -> onnx.ModelProto:
    """The model. Inputs have the shapes of `values`, or leave open what these do; outputs always do so.
    It has no notes of exporters."""
    import onnx
    from onnx import helper, numpy_helper

    nodes = [onnx.NodeProto.FromString(graph.nodes[number].SerializeToString()) for number in part.nodes]
    read = dict.fromkeys(value for number in part.nodes for value in graph.reads[number])
    constants = [onnx.TensorProto.FromString(graph.constants[value].SerializeToString()) for value in read if value in graph.constants]
    for node in nodes:
        _without_notes(node)
    _load_outside(graph, iter(constants))
    for node in nodes:
        _load_outside(graph, _tensors(node))
    constants += [numpy_helper.from_array(np.ascontiguousarray(values[name].array), name) for name in part.pinned]
    made = helper.make_graph(
        nodes,
        "extract",
        [_info(graph, name, values[name], is_open) for name in part.inputs],
        [_info(graph, name, values[name], is_open=True) for name in part.outputs],
        constants,
        sparse_initializer=[graph.sparse[value] for value in read if value in graph.sparse],
    )
    return helper.make_model(
        made,
        opset_imports=graph.model.opset_import,
        ir_version=graph.model.ir_version,
        functions=_functions(graph, part),
        producer_name="ascend-lab extract",
        producer_version=__version__,
    )


def save(model: onnx.ModelProto, folder: str, name: str) -> None:
    """Writes the file, with its weights beside it where they are too large for one."""
    import onnx

    is_large = sum(len(tensor.raw_data) for tensor in model.graph.initializer) > _LARGEST
    if is_large:
        onnx.save_model(model, os.path.join(folder, name), save_as_external_data=True, location=_WEIGHTS)
    else:
        onnx.save_model(model, os.path.join(folder, name))
