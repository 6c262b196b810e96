# ===- reference_values.py - Any value of a model in the reference's run -----===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The values of a model's own dtypes, for one input: those that a comparison sees, and all others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .. import _core, _tensors
from .._tensors import TensorInfo
from ..errors import _usage_error
from .data import converted
from .extract_config import AtcOptions
from .onnx_graph import OnnxGraph
from .onnx_part import Value
from .running import Flat

__all__ = ["ReferenceValues"]


class ReferenceValues:
    """Runs the reference with the values as outputs, as they are asked for."""

    def __init__(self, graph: OnnxGraph, options: AtcOptions, infos: Iterable[TensorInfo], flat: Flat) -> None:
        self._graph = graph
        self._options = options
        self._known = {
            info.name: Value(_tensors.restore(data, shape, info), info.shape) for info, (data, shape) in zip(infos, flat)
        }

    def get(self, names: Iterable[str]) -> Mapping[str, Value]:
        """The values of these names: of inputs of the model, and of outputs of nodes."""
        wanted = list(dict.fromkeys(names))
        if missing := [name for name in wanted if name not in self._known]:
            self._run(missing)
        return {name: self._known[name] for name in wanted}

    def _place(self, name: str) -> str:
        """The value as out_nodes has it."""
        number = self._graph.makers[name]
        node = self._graph.name(number)
        return f"{node}:{list(self._graph.nodes[number].output).index(name)}"

    def _run(self, names: list[str]) -> None:
        options: dict[str, Any] = {**self._options, "reference": "on", "out_nodes": ";".join(map(self._place, names))}
        core = _core.compile_file(self._graph.path, list(options.items()))
        # The reference has the model's own inputs, whatever input_fp16_nodes says.
        flat = [
            _tensors.flatten(converted(self._known[info.name].array, info), info) for info in _tensors.describe(core.inputs)
        ]
        infos = _tensors.describe(core.outputs)
        for name, info, (data, shape) in zip(names, infos, core.run(flat, 0, None, None)):
            if info.name != name:
                node = self._graph.name(self._graph.makers[name])
                raise _usage_error(f"the value {name!r} is not found by its node's name, {node!r}", "give each node a name of its own")
            self._known[name] = Value(_tensors.restore(data, shape, info), info.shape)
