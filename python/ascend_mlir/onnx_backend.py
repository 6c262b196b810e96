# ===- onnx_backend.py - ONNX's backend interface -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""onnx.backend.base.Backend for ONNX's own tests and for programs written to it.

`onnx.backend.test.BackendTest(AscendBackend, __name__)` is the suite.

>>> import ascend_mlir.onnx_backend as backend
>>> backend.run_model(relu_model, [np.array([[1, -2, 3]], np.float32)])[0]
array([[1., 0., 3.]], dtype=float32)
"""

from __future__ import annotations

import unittest
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnx.backend.base import Backend, BackendRep, namedtupledict

from .errors import AscendError, Diagnostic, UnsupportedOpError, _model_error
from .model import Model, compile
from .options import Options

__all__ = [
    "AscendBackend",
    "AscendBackendRep",
    "NotSupportedByBackend",
    "is_compatible",
    "prepare",
    "run_model",
    "run_node",
    "supports_device",
]

_Array = np.ndarray[Any, Any]


class NotSupportedByBackend(UnsupportedOpError, unittest.SkipTest):
    """A model that this version does not support; tests of ONNX's suite count it
    as skipped."""


# The inputs of operators that are parameters, whatever their types.
_PARAMETERS_OF = {
    "Dropout": (1, 2),
    "MelWeightMatrix": (0, 1, 2, 3, 4),
    "OneHot": (1,),
    "Resize": (1, 2),
    "Upsample": (1,),
}


def _is_not_supported(error: AscendError) -> bool:
    # What the importer has no element type for is a fault of the model to it.
    return isinstance(error, UnsupportedOpError) or "not supported" in error.message


def _not_supported(error: AscendError) -> AscendError:
    """What to raise for `error`."""
    return NotSupportedByBackend(*error.diagnostics) if _is_not_supported(error) else error


def _is_tensor(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind not in "OUSc"


def _has_open_shape(info: onnx.ValueInfoProto) -> bool:
    tensor = info.type.tensor_type
    return not tensor.HasField("shape") or any(
        not dim.HasField("dim_value") for dim in tensor.shape.dim
    )


def _close_shape(info: onnx.ValueInfoProto, shape: Sequence[int]) -> None:
    """Gives the open extents of `info` those of `shape`."""
    tensor = info.type.tensor_type
    if not tensor.HasField("shape"):
        tensor.shape.dim.extend(onnx.TensorShapeProto.Dimension() for _ in shape)
    if len(tensor.shape.dim) != len(shape):
        raise _model_error(
            f"the input {info.name!r} has the shape {list(shape)}, and the model takes "
            f"{len(tensor.shape.dim)} dimensions"
        )
    for dim, extent in zip(tensor.shape.dim, shape):
        if not dim.HasField("dim_value"):
            dim.dim_value = extent


class AscendBackendRep(BackendRep):
    """A prepared model.

    A model that cannot be compiled with its open shapes is compiled for those of
    each run. Where an operator reads a small vector (axes, a shape, k, scales)
    while it is compiled, and that vector is an input, the model is compiled for
    its values.
    """

    def __init__(self, model: onnx.ModelProto, options: Options) -> None:
        constants = {tensor.name for tensor in model.graph.initializer}
        self._proto = model
        self._options = options
        self._infos = [info for info in model.graph.input if info.name not in constants]
        self._names = [info.name for info in model.graph.output]
        self._compiled: dict[Any, Model] = {}
        self._fixed: list[str] = []
        try:
            self._compiled[()] = compile(model, **options)
        except AscendError as error:
            if any(map(_has_open_shape, self._infos)):
                return  # a run says them
            self._fixed = self._parameters()
            if not self._fixed or not isinstance(error, UnsupportedOpError):
                raise _not_supported(error) from None

    @property
    def fixed_inputs(self) -> list[str]:
        """The inputs whose values the model is compiled for."""
        return list(self._fixed)

    def _parameters(self) -> list[str]:
        """Inputs that may be parameters of operators: what one reads while it is
        compiled, and small vectors of integers but for the first input."""
        kinds = (onnx.TensorProto.INT32, onnx.TensorProto.INT64)
        named = {
            node.input[index]
            for node in self._proto.graph.node
            for index in _PARAMETERS_OF.get(node.op_type, ())
            if index < len(node.input)
        }
        return [
            info.name
            for index, info in enumerate(self._infos)
            if info.name in named
            or index > 0
            and info.type.tensor_type.elem_type in kinds
            and len(info.type.tensor_type.shape.dim) <= 1
        ]

    def _specialized(self, inputs: dict[str, _Array]) -> Model:
        key: Any = tuple(array.shape for array in inputs.values())
        key += tuple(inputs[name].tobytes() for name in self._fixed)
        if key in self._compiled:
            return self._compiled[key]
        model = onnx.ModelProto()
        model.CopyFrom(self._proto)
        for info in [info for info in model.graph.input if info.name in inputs]:
            array = inputs[info.name]
            if info.name in self._fixed:
                model.graph.input.remove(info)
                model.graph.initializer.append(numpy_helper.from_array(array, info.name))
            elif _has_open_shape(info):
                _close_shape(info, array.shape)
        compiled = compile(model, **self._options)
        # The last shapes only: a caller may have any number of them.
        self._compiled = {key: compiled}
        return compiled

    def _model_for(self, inputs: dict[str, _Array]) -> Model:
        if () in self._compiled:
            return self._compiled[()]
        try:
            return self._specialized(inputs)
        except AscendError as error:
            parameters = self._parameters()
            if self._fixed or not parameters or not isinstance(error, UnsupportedOpError):
                raise _not_supported(error) from None
            self._fixed = parameters
        return self._model_for(inputs)

    def run(self, inputs: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Runs on the arrays `inputs`, in the order of the graph's inputs without
        its initializers, and returns the outputs in order, also by name."""
        names = [info.name for info in self._infos]
        named = inputs if isinstance(inputs, dict) else dict(zip(names, inputs))
        if not isinstance(inputs, dict) and len(inputs) > len(names):
            raise _model_error(f"the model has {len(names)} inputs, and {len(inputs)} are given")
        if not all(map(_is_tensor, named.values())):
            message = "an input is no tensor of numbers"
            raise NotSupportedByBackend(Diagnostic("", message, "", "", 3))
        arrays = {name: np.asarray(value) for name, value in named.items()}
        model = self._model_for(arrays)
        given = {name: array for name, array in arrays.items() if name not in self._fixed}
        results = model.run(given, **kwargs)
        outputs = namedtupledict("Outputs", self._names)
        return outputs(*(results[name] for name in self._names))


class AscendBackend(Backend):
    """The backend. Keyword arguments are those of `ascend_mlir.compile`; without
    reference=False a model runs in its own dtypes, as ONNX means it."""

    @classmethod
    def is_compatible(cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any) -> bool:
        """Whether the model can be prepared."""
        try:
            cls.prepare(model, device, **kwargs)
        except AscendError:
            return False
        return True

    @classmethod
    def prepare(
        cls, model: onnx.ModelProto, device: str = "CPU", **kwargs: Any
    ) -> AscendBackendRep:
        """Compiles the model. Raises NotSupportedByBackend where it has an
        operator, or an input that is no tensor, that is not supported."""
        if not cls.supports_device(device):
            raise ValueError(f"the device is {device}, and there is only CPU")
        # ONNX's tests give their tolerances to prepare, too.
        options = {name: value for name, value in kwargs.items() if name not in ("rtol", "atol")}
        return AscendBackendRep(model, cast(Options, {"reference": True, **options}))

    @classmethod
    def run_model(
        cls, model: onnx.ModelProto, inputs: Any, device: str = "CPU", **kwargs: Any
    ) -> tuple[Any, ...]:
        """prepare and run."""
        return cls.prepare(model, device, **kwargs).run(inputs)

    @classmethod
    def run_node(
        cls,
        node: onnx.NodeProto,
        inputs: Any,
        device: str = "CPU",
        outputs_info: Sequence[tuple[np.dtype[Any], tuple[int, ...]]] | None = None,
        **kwargs: Any,
    ) -> tuple[Any, ...]:
        """Runs one node on arrays, of the operators of `opset_version`, by default
        of the newest opset of this onnx. The outputs' dtypes and shapes are
        inferred, or those of `outputs_info`."""
        opset = kwargs.pop("opset_version", onnx.defs.onnx_opset_version())
        arrays = [np.asarray(value) for value in inputs]
        names = [name for name in node.input if name]
        graph = helper.make_graph(
            [node],
            "node",
            [_value_info(name, array.dtype, array.shape) for name, array in zip(names, arrays)],
            [helper.make_empty_tensor_value_info(name) for name in node.output if name],
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid(node.domain, opset)])
        if outputs_info is None:
            inferred = onnx.shape_inference.infer_shapes(model, data_prop=True)
            model.CopyFrom(inferred)
        else:
            del model.graph.output[:]
            for name, (dtype, shape) in zip(node.output, outputs_info):
                model.graph.output.append(_value_info(name, np.dtype(dtype), shape))
        return cls.run_model(model, arrays, device, **kwargs)

    @classmethod
    def supports_device(cls, device: str) -> bool:
        """True for the CPU."""
        return device.split(":")[0] == "CPU"


def _value_info(name: str, dtype: np.dtype[Any], shape: Sequence[int]) -> onnx.ValueInfoProto:
    return helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(dtype), shape)


is_compatible = AscendBackend.is_compatible
prepare = AscendBackend.prepare
run_model = AscendBackend.run_model
run_node = AscendBackend.run_node
supports_device = AscendBackend.supports_device
