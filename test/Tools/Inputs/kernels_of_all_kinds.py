# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Writes net.onnx to a folder: a product, a convolution, a softmax, a layer
normalization and a product of int8."""

import pathlib
import sys

import numpy as np
import onnx
import onnx.numpy_helper
import onnx.parser

model = onnx.parser.parse_model("""
<ir_version: 10, opset_import: ["": 21]>
net (float[64, 96] a, float[1, 8, 20, 20] p, int8[32, 48] q)
    => (float[64, 80] s, float[1, 16, 18, 18] c, int32[32, 40] i) {
  m = MatMul(a, b)
  n = LayerNormalization(m, scale, shift)
  s = Softmax(n)
  c = Conv(p, k)
  i = MatMulInteger(q, r)
}""")
rng = np.random.default_rng(0)
weights = {"b": (96, 80), "scale": (80,), "shift": (80,), "k": (16, 8, 3, 3)}
for name, shape in weights.items():
    array = rng.standard_normal(shape).astype(np.float32)
    model.graph.initializer.append(onnx.numpy_helper.from_array(array, name))
integers = rng.integers(-128, 128, (48, 40)).astype(np.int8)
model.graph.initializer.append(onnx.numpy_helper.from_array(integers, "r"))
onnx.save(model, pathlib.Path(sys.argv[1]) / "net.onnx")
