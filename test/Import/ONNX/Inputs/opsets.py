# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""opsets.py PREFIX: one model in each opset, as that opset spells it."""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx_models import floats, model_of

for opset in range(6, 30):
    axes = {"axes": [2]} if opset < 18 else {}
    extra = [] if opset < 18 else ["two"]
    # Before opset 13 all axes are attributes.
    sums = {"axes": [2]} if opset < 13 else {}
    places = {"axes": [1]} if opset < 13 else {}
    inputs = (lambda name: []) if opset < 13 else (lambda name: [name])
    nodes = [
        helper.make_node("Add", ["x", "x"], ["a"]),
        helper.make_node("ReduceMax", ["a"] + extra, ["b"], **axes),
        helper.make_node("ReduceSum", ["b"] + inputs("two"), ["c"], keepdims=0, **sums),
        helper.make_node("Cast", ["c"], ["d"], to=TensorProto.FLOAT16),
        helper.make_node("Unsqueeze", ["d"] + inputs("one"), ["e"], **places),
        helper.make_node("Reshape", ["e", "rest"], ["f"]),
    ]
    constants = {name: np.array([value]) for name, value in (("one", 1), ("two", 2), ("rest", -1))}
    model = model_of(nodes, {"x": floats(2, 3, 4)}, {"f": (np.float16, [6])}, constants, opset)
    onnx.save(model, f"{sys.argv[1]}-{opset}.onnx")
