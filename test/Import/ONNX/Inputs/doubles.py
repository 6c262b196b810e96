# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""doubles.py DIR: operators in double, against numpy."""

import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

FOLDER = sys.argv[1]
rng = np.random.default_rng(1)
DOUBLE = TensorProto.DOUBLE
x = rng.standard_normal((3, 4, 5)) * np.exp(rng.uniform(-300, 300, (3, 4, 5)))
y = rng.standard_normal((3, 4, 5)) * np.exp(rng.uniform(-300, 300, (3, 4, 5)))
small = rng.standard_normal((3, 4, 5)) * 30
ints = rng.integers(-9, 10, (3, 4, 5))
halves = rng.integers(0, 9, (3, 4, 5)).astype(np.float32)
inputs = {
    "x": x, "y": y, "small": small, "a": rng.standard_normal((2, 1, 4, 6)), "b": rng.standard_normal((3, 6, 5)),
    "ints": ints, "halves": halves,
}  # fmt: skip
shifted = small - small.max(-1, keepdims=True)
powers = np.exp(shifted)
cases = [
    (helper.make_node("Mod", ["x", "y"], ["fmod"], fmod=1), np.fmod(x, y)),
    (helper.make_node("Exp", ["small"], ["exp"]), np.exp(small)),
    (helper.make_node("Log", ["x"], ["log"]), np.log(x, where=x > 0, out=np.full_like(x, np.nan))),
    (helper.make_node("Pow", ["small", "small"], ["pow"]), np.power(small, small, where=small > 0, out=np.full_like(small, np.nan))),
    (helper.make_node("MatMul", ["a", "b"], ["product"]), inputs["a"] @ inputs["b"]),
    (helper.make_node("Softmax", ["small"], ["softmax"]), powers / powers.sum(-1, keepdims=True)),
    (helper.make_node("ReduceLogSumExp", ["small"], ["lse"], keepdims=1), np.log(np.exp(small - small.max()).sum()).reshape(1, 1, 1) + small.max()),
    (helper.make_node("Pow", ["ints", "halves"], ["integers"]), np.power(ints, halves.astype(np.int64))),
]  # fmt: skip
graph = helper.make_graph(
    [node for node, _ in cases], "g",
    [helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(array.dtype), array.shape) for name, array in inputs.items()],
    [helper.make_tensor_value_info(node.output[0], helper.np_dtype_to_tensor_dtype(wanted.dtype), wanted.shape) for node, wanted in cases],
)  # fmt: skip
model, given, out = (os.path.join(FOLDER, name) for name in ("m.onnx", "in.npz", "out.npz"))
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), model)
np.savez(given, **inputs)
subprocess.run(["ascend-run", "--model=" + model, "--reference", "--inputs=" + given, "--outputs=" + out], check=True)
with np.load(out) as have:
    for node, wanted in cases:
        result = have[node.output[0]]
        assert result.dtype == wanted.dtype, node
        np.testing.assert_allclose(result, wanted, 0 if node.op_type == "Mod" else 1e-13, 1e-300, err_msg=str(node))
print("%d nodes equal" % len(cases))
