# ===- peer.py - What onnxruntime makes of an operator --------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#

import os
import sys

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "Inputs"))
from sessions import session_of  # noqa: E402

onnxruntime.set_default_logger_severity(3)


def onnxruntime_of(operator, inputs, constants=None, opset=20, **attributes):
    """The first result of the operator; `constants` are inputs by position."""
    constants = constants or {}
    names = ["x%d" % i for i in range(len(inputs) + len(constants))]
    weights = [numpy_helper.from_array(value, names[at]) for at, value in constants.items() if value.size]
    arrays = iter(inputs)
    feeds = {name: next(arrays) for at, name in enumerate(names) if at not in constants}
    kinds = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.int64): TensorProto.INT64}
    infos = [helper.make_tensor_value_info(name, kinds[value.dtype], value.shape) for name, value in feeds.items()]
    # An empty constant is an operand that is absent.
    given = [name if at not in constants or constants[at].size else "" for at, name in enumerate(names)]
    node = helper.make_node(operator, given, ["y"], **attributes)
    graph = helper.make_graph([node], "g", infos, [helper.make_empty_tensor_value_info("y")], weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=9)
    return session_of(model.SerializeToString()).run(None, feeds)[0]
