#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""One small net as net.onnx and as net.mlir, its inputs x.npz, and unknown.mlir.

usage: four_kinds.py [--batch] FOLDER      --batch: three times the inputs, x3.npz
"""

import sys

import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of

FOLDER = sys.argv[-1]
random = np.random.default_rng(5)
weights = random.standard_normal((40, 5)).astype(np.float32)
x = random.standard_normal((3, 40)).astype(np.float32)

if "--batch" in sys.argv:
    np.savez(f"{FOLDER}/x3.npz", x=np.concatenate([x, 2 * x, -x]))
    sys.exit()

np.savez(f"{FOLDER}/x.npz", x=x)
nodes = [helper.make_node("MatMul", ["x", "w"], ["m"], name="fc"),
         helper.make_node("Tanh", ["m"], ["s"], name="tanh"),
         helper.make_node("Mul", ["s", "m"], ["y"], name="mul")]  # fmt: skip
onnx.save(model_of(nodes, {"x": floats(3, 40)}, {"y": floats(3, 5)}, {"w": weights}, opset=17), f"{FOLDER}/net.onnx")

M, W = "tensor<3x5xf32>", "tensor<40x5xf32>"
with open(f"{FOLDER}/net.mlir", "w", encoding="utf-8") as file:
    file.write(f"""
func.func @main(%x: tensor<3x40xf32> {{ascend.name = "x"}}) -> ({M} {{ascend.name = "y"}}) {{
  %w = ascend.constant {{node_name = "w"}} dense<"0x{weights.tobytes().hex()}"> : {W}
  %m = ascend.mat_mul_v2 %x, %w {{node_name = "fc"}} : (tensor<3x40xf32>, {W}) -> {M}
  %s = ascend.tanh %m {{node_name = "tanh"}} : ({M}) -> {M}
  %y = ascend.mul %s, %m {{node_name = "mul"}} : ({M}, {M}) -> {M}
  return %y : {M}
}}
""")
with open(f"{FOLDER}/unknown.mlir", "w", encoding="utf-8") as file:
    file.write(f"""
func.func @main(%x: {M}) -> {M} {{
  %y = ascend.ge_op "ApplyAdam"(%x) {{node_name = "mine"}} : ({M}) -> {M}
  return %y : {M}
}}
""")
