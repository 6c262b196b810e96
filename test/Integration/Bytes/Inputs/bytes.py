# ===- bytes.py - MatMulInteger on every form of CPU -----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""ONNX's MatMulInteger by ascend-run for this machine and for each form of CPU
that it has, where a product takes its turn on one of these, against numpy's int64,
modulo 2^32: of int8 and uint8, by constants and by inputs of dynamic shapes, without zero points, with some that are 0, that
fit into the constant or do not, and that are no constants.

Seen to fail with the sums of a constant's columns taken along its rows."""

import functools

import numpy as np
from arrays import assert_same
from form_runs import run_cases
from onnx import helper
from onnx_models import model_of
from tally import Tally

I8, U8 = np.int8, np.uint8
K, N, ROWS = 75, 50, 6
random = np.random.default_rng(3)


def numbers(dtype, *shape):
    info = np.iinfo(dtype)
    return random.integers(info.min, info.max, shape, dtype, endpoint=True)


INPUTS = {"x": (I8, "m", K), "u": (U8, "m", K), "r": (U8, ROWS, K), "p": (I8, "i", "k"), "q": (U8, "k", "j"),
          "v": (I8, "k", "j"), "xz": (I8,), "uz": (U8,), "rz": (U8, ROWS)}  # fmt: skip
CONSTANTS = {
    "w": numbers(I8, K, N), "wu": numbers(U8, K, N), "narrow": random.integers(120, 140, (K, N)).astype(U8),
    "zero": np.zeros((), I8), "zeros": np.zeros(N, I8), "uzero": np.zeros((), U8), "middle": np.array(128, U8),
    "three": np.array(3, U8), "columns": random.integers(120, 140, N).astype(U8), "wide": numbers(U8, N),
}  # fmt: skip
# a, b and their zero points.
PRODUCTS = [
    ("x", "w", "", ""), ("u", "w", "", ""), ("u", "wu", "", ""), ("x", "wu", "", ""),
    ("x", "w", "zero", "zeros"), ("u", "w", "uz", "zero"), ("x", "wu", "xz", "uzero"), ("r", "w", "rz", "zeros"),
    ("u", "wu", "three", "middle"), ("u", "narrow", "uz", "columns"), ("u", "wu", "uz", "wide"),
    ("p", "v", "", ""), ("p", "q", "", ""), ("p", "v", "xz", ""), ("r", "w", "", "zero"),
]  # fmt: skip


def model(places, values):
    """Of the products at these places, with the `values` that it takes."""
    taken = {name for i in places for name in PRODUCTS[i]}
    nodes = [helper.make_node("MatMulInteger", PRODUCTS[i], ["y%d" % i], name="y%d" % i) for i in places]
    inputs = {name: (dtype, shape) for name, (dtype, *shape) in INPUTS.items() if name in taken}
    outputs = {"y%d" % i: (np.int32, None) for i in places}
    constants = {name: array for name, array in CONSTANTS.items() if name in taken}
    return model_of(nodes, inputs, outputs, constants, opset=21, ir=10), {name: values[name] for name in inputs}


def main():
    tally = Tally("products")
    for sizes in [{"m": 1, "i": 3, "k": 1, "j": 5}, {"m": 37, "i": 19, "k": 66, "j": 40},
                  {"m": 8, "i": 8, "k": 5003, "j": 33}]:  # fmt: skip
        values = {name: numbers(dtype, *[sizes.get(extent, extent) for extent in shape])
                  for name, (dtype, *shape) in INPUTS.items()}  # fmt: skip
        known = {**values, **CONSTANTS}
        for form, places, results in run_cases(functools.partial(model, values=values), len(PRODUCTS)):
            for i in places:
                a, b, az, bz = PRODUCTS[i]
                left, right = known[a].astype(np.int64), known[b].astype(np.int64)
                if az:
                    zero = known[az].astype(np.int64)
                    left = left - (zero[:, None] if zero.ndim else zero)
                if bz:
                    right = right - known[bz].astype(np.int64)
                want = (left @ right & 0xFFFFFFFF).astype(np.uint32).view(np.int32)
                with tally.case("%s, %s: %s" % (form, sizes, " ".join(PRODUCTS[i]))):
                    assert_same(results["y%d" % i], want)
    tally.end()


main()
