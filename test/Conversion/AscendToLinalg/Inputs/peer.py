# ===- peer.py - What onnxruntime makes of an operator --------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#

import onnxruntime
from onnx import helper
from onnx_models import model_of
from sessions import session_of

onnxruntime.set_default_logger_severity(3)


def onnxruntime_of(operator, inputs, constants=None, opset=20, **attributes):
    """The first result of the operator; `constants` are inputs by position."""
    constants = constants or {}
    names = ["x%d" % i for i in range(len(inputs) + len(constants))]
    weights = {names[at]: value for at, value in constants.items() if value.size}
    arrays = iter(inputs)
    feeds = {name: next(arrays) for at, name in enumerate(names) if at not in constants}
    # An empty constant is an operand that is absent.
    given = [name if at not in constants or constants[at].size else "" for at, name in enumerate(names)]
    node = helper.make_node(operator, given, ["y"], **attributes)
    model = model_of([node], feeds, ["y"], weights, opset, ir=9)
    return session_of(model.SerializeToString()).run(None, feeds)[0]
