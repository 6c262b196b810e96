# ===- onnx_models.py - Small ONNX models ---------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Models of nodes that onnx.helper makes."""

import numpy as np
from onnx import helper, numpy_helper


def floats(*shape):
    """An input or an output of float32; extents are numbers, symbols, or None."""
    return np.float32, shape


def ints(*values, dtype=np.int64):
    """An array of integers: an index, a list of axes or extents, or rows of them."""
    return np.array(values, dtype)


def value_info(name, value):
    """Of an input or an output: `value` is (dtype, shape), an array that has both, or None where nothing is said. The dtype
    is numpy's or a number of TensorProto; the shape may be None."""
    if value is None:
        return helper.make_empty_tensor_value_info(name)
    dtype, shape = (value.dtype, value.shape) if hasattr(value, "dtype") and hasattr(value, "shape") else value
    kind = dtype if isinstance(dtype, int) else helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
    return helper.make_tensor_value_info(name, kind, shape)


def model_of(nodes, inputs, outputs, constants=(), opset=18, ir=8, domains=()):
    """An onnx.ModelProto. `inputs` and `outputs`: by name, as value_info takes them, or names alone, of which nothing is
    said; `constants`: arrays by name; `domains`: those with opsets of their own, of version 1."""

    def infos(values):
        return [value_info(name, values[name] if isinstance(values, dict) else None) for name in values]

    tensors = [numpy_helper.from_array(np.asarray(array), name) for name, array in dict(constants).items()]
    graph = helper.make_graph(list(nodes), "g", infos(inputs), infos(outputs), tensors)
    opsets = [helper.make_opsetid("", opset), *(helper.make_opsetid(domain, 1) for domain in domains)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=ir)
