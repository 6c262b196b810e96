# ===- peer.py - What onnxruntime makes of an operator --------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#

import numpy as np
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

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
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # Tests run on all cores at once.
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, feeds)[0]
