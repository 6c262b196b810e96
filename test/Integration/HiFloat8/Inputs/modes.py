# ===- modes.py - cube_hif8 and mixed_hif8 compute ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""A convolution, a Relu and a product on Ascend950 in both modes of HiFloat8,
against numpy, which rounds where the report says: the operands of cube ops, and
in mixed_hif8 what lies between, are HiFloat8. Every product and sum is one in
float32, added in the order of k. Bit for bit, on all forms of CPU.

Public op stores of Ascend950 have no such columns, so the test brings its own."""

import json
import pathlib
import tempfile

import numpy as np
from arrays import assert_same
from forms import host_forms
from hif8_format import decode, encode
from tally import Tally
from tools import run_model

F32 = np.float32
MODEL = """
func.func @main(%x: tensor<2x3x8x8xf32> {ascend.name = "x"}, %w: tensor<4x3x3x3xf32> {ascend.name = "w"},
                %b: tensor<4xf32> {ascend.name = "b"}, %m: tensor<144x5xf32> {ascend.name = "m"})
    -> (tensor<2x5xf32> {ascend.name = "y"}) {
  %c = ascend.conv2d %x, %w, %b {node_name = "conv", ge.strides = array<i64: 1, 1, 1, 1>}
    : (tensor<2x3x8x8xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>) -> tensor<2x4x6x6xf32>
  %r = ascend.relu %c {node_name = "relu"} : (tensor<2x4x6x6xf32>) -> tensor<2x4x6x6xf32>
  %s = ascend.constant {node_name = "s"} dense<[2, 144]> : tensor<2xi64>
  %f = ascend.reshape %r, %s {node_name = "flat"} : (tensor<2x4x6x6xf32>, tensor<2xi64>) -> tensor<2x144xf32>
  %y = ascend.mat_mul_v2 %f, %m {node_name = "mm"} : (tensor<2x144xf32>, tensor<144x5xf32>) -> tensor<2x5xf32>
  return %y : tensor<2x5xf32>
}
"""


def tensor(name, dtypes):
    return {"name": name, "paramType": "required", "dtype": dtypes}


WHITE = {"precision_reduce": {"flag": "true"}}
STORE = {
    "Conv2D": {**WHITE, "input0": tensor("x", "hifloat8,float"), "input1": tensor("filter", "hifloat8,float"),
               "input2": {**tensor("bias", "float,float"), "paramType": "optional"},
               "output0": tensor("y", "hifloat8,float")},
    "MatMulV2": {**WHITE, "input0": tensor("x1", "hifloat8,float"), "input1": tensor("x2", "hifloat8,float"),
                 "output0": tensor("y", "float,float")},
    "Relu": {"input0": tensor("x", "hifloat8,float"), "output0": tensor("y", "hifloat8,float")},
}  # fmt: skip


def hif8(values):
    return decode(encode(values), F32)


def product(a, b):
    """Rows of a with columns of b, in the order of k. Products of HiFloat8 are
    exact, so a sum of float32 is rounded once."""
    total = np.zeros((a.shape[0], b.shape[1]), F32)
    for k in range(a.shape[1]):
        total += np.outer(a[:, k], b[k])
    return total


def expected(inputs):
    x, w, b, m = (inputs[name] for name in "xwbm")
    seen = np.lib.stride_tricks.sliding_window_view(hif8(x), (3, 3), (2, 3)).transpose(0, 2, 3, 1, 4, 5)
    conv = product(seen.reshape(72, 27), hif8(w).reshape(4, 27).T) + b
    conv = hif8(conv.reshape(2, 36, 4).transpose(0, 2, 1).reshape(2, 144))
    # Relu makes no new numbers, and the product takes HiFloat8: both modes are the same.
    return product(hif8(np.maximum(conv, 0)), hif8(m))


def main():
    random = np.random.default_rng(5)
    shapes = {"x": (2, 3, 8, 8), "w": (4, 3, 3, 3), "b": (4,), "m": (144, 5)}
    inputs = {name: random.standard_normal(shape).astype(F32) for name, shape in shapes.items()}
    want, tally = expected(inputs), Tally("results")
    with tempfile.TemporaryDirectory() as folder:
        model, store, told = (pathlib.Path(folder, name) for name in ("m.mlir", "s.json", "r.json"))
        model.write_text(MODEL)
        store.write_text(json.dumps(STORE))
        for mode in ("cube_hif8", "mixed_hif8"):
            options = ["--soc_version=Ascend950", f"--ops_info={store}", f"--precision_mode_v2={mode}"]
            for form in host_forms():
                with tally.case(f"{mode}, {form}"):
                    assert_same(run_model(model, inputs, *form.options, *options, f"--report={told}")["y"], want)
                form.ran()
            with tally.case(f"{mode}, as HiFloat8"):
                have = run_model(model, inputs, *options, "--output_type=HIF8")["y"]
                assert_same(have.view(np.uint8), encode(want).view(np.uint8))
            report = json.loads(told.read_text())
            dtypes = {op["name"]: (op["inputs"][0]["dtype"], op["outputs"][0]["dtype"]) for op in report["ops"]}
            print("%s: %s" % (mode, ", ".join("%s %s > %s" % (name, *dtypes[name]) for name in ("conv", "relu", "mm"))))
    tally.end()


main()
