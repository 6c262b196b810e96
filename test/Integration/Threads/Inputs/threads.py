#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The same bits on 1, 2, 3 and 4 threads, and in every run: long sums of one
number, of rows and of columns, a softmax, a layer norm, a running sum, products.

The order of the sums counts: of the operands turned round, they differ. Seen to
fail with a runtime that leaves an element out on three threads.

usage: threads.py FOLDER
"""

import pathlib
import sys

import numpy as np
from tools import run_model

FOLDER = pathlib.Path(sys.argv[1])
MODEL = """
func.func @main(%x: tensor<37x20011xf32> {ascend.name = "x"}, %w: tensor<20011x19xf32> {ascend.name = "w"},
                %g: tensor<20011xf32> {ascend.name = "g"})
    -> (tensor<f32> {ascend.name = "all"}, tensor<37xf32> {ascend.name = "rows"}, tensor<20011xf32> {ascend.name = "columns"},
        tensor<37x20011xf32> {ascend.name = "softmax"}, tensor<37x20011xf32> {ascend.name = "norm"},
        tensor<37x20011xf32> {ascend.name = "running"}, tensor<37x19xf32> {ascend.name = "product"}) {
  %a = ascend.reduce_sum_d %x {node_name = "a", ge.axes = array<i64: 0, 1>, ge.keep_dims = false} : (tensor<37x20011xf32>) -> tensor<f32>
  %r = ascend.reduce_mean_d %x {node_name = "r", ge.axes = array<i64: 1>, ge.keep_dims = false} : (tensor<37x20011xf32>) -> tensor<37xf32>
  %c = ascend.reduce_sum_d %x {node_name = "c", ge.axes = array<i64: 0>, ge.keep_dims = false} : (tensor<37x20011xf32>) -> tensor<20011xf32>
  %s = ascend.softmax_v2 %x {node_name = "s", ge.axes = array<i64: 1>} : (tensor<37x20011xf32>) -> tensor<37x20011xf32>
  %n:3 = ascend.layer_norm %x, %g, %g {node_name = "n", ge.begin_norm_axis = 1 : i64, ge.epsilon = 0.25 : f32}
    : (tensor<37x20011xf32>, tensor<20011xf32>, tensor<20011xf32>) -> (tensor<37x20011xf32>, tensor<37x1xf32>, tensor<37x1xf32>)
  %u = ascend.cumsum_d %x {node_name = "u", ge.axis = 1 : i64} : (tensor<37x20011xf32>) -> tensor<37x20011xf32>
  %p = ascend.mat_mul_v2 %x, %w {node_name = "p"} : (tensor<37x20011xf32>, tensor<20011x19xf32>) -> tensor<37x19xf32>
  return %a, %r, %c, %s, %n#0, %u, %p : tensor<f32>, tensor<37xf32>, tensor<20011xf32>, tensor<37x20011xf32>,
    tensor<37x20011xf32>, tensor<37x20011xf32>, tensor<37x19xf32>
}
"""


def run(inputs, *options):
    return {name: output.tobytes() for name, output in run_model(FOLDER / "m.mlir", inputs, *options).items()}


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(1)
    shapes = {"x": (37, 20011), "w": (20011, 19), "g": (20011,)}
    inputs = {name: random.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}
    (FOLDER / "m.mlir").write_text(MODEL)
    for mode in ("must_keep_origin_dtype", "force_fp16"):
        options = ["--precision_mode=" + mode]
        flipped = run({name: np.flip(array) for name, array in inputs.items()}, *options)
        first = run(inputs, *options, "--threads=1")
        for more in (["--threads=2"], ["--threads=3"], ["--threads=4"], ["--threads=4"], ["--threads=3", "--deterministic=0"],
                     ["--threads=3", "--deterministic=1"]):  # fmt: skip
            other = run(inputs, *options, *more)
            different = [name for name in first if first[name] != other[name]]
            print(mode, *more, "different: " + ", ".join(different) if different else "the same bits")
        if mode == "must_keep_origin_dtype":
            sums = [name for name in ("all", "rows", "product")
                    if np.array_equal(np.flip(np.frombuffer(flipped[name], np.float32)), np.frombuffer(first[name], np.float32))]
            print("order counts: %s" % (not sums))


main()
