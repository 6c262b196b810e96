# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Operators in double, against numpy."""

import numpy as np
from onnx import helper
from onnx_models import model_of
from tally import Tally
from tools import run_model

rng = np.random.default_rng(1)
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
tally = Tally("nodes")
have = run_model(model_of([node for node, _ in cases], inputs, {node.output[0]: wanted for node, wanted in cases}, ir=9), inputs, "--reference")
for node, wanted in cases:
    with tally.case(node):
        result = have[node.output[0]]
        assert result.dtype == wanted.dtype, result.dtype
        np.testing.assert_allclose(result, wanted, 0 if node.op_type == "Mod" else 1e-13, 1e-300)
tally.end()
