# ===- hf32.py - Rounding to HF32, by each rule for ties -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Products of float32 with 1 (and of 1 with float32) in HF32 show its rounding,
bit for bit, against integers: 12 of the 23 bits go, ties to even or away from
zero (hf32_trans_mode). Of every exponent: ties, what lies next to them, what
carries; the numbers that become infinite, infinities, NaN, subnormal numbers.

Ties away are also the formula of Huawei's operator checks, on all that is no NaN.

Seen to fail with the rules exchanged."""

import os
import pathlib
import tempfile

import numpy as np
from arrays import assert_same
from suite import Suite
from tools import run_model

F32, I32, U32 = np.float32, np.int32, np.uint32
MODE = "impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>"
random = np.random.default_rng(13)


def hf32(x, away):
    """In integers, number by number where it counts: quotient and remainder."""
    bits = x.view(U32).astype(np.int64)
    sign, magnitude = bits & 0x80000000, bits & 0x7FFFFFFF
    quotient, rest = magnitude >> 12, magnitude & 0xFFF
    up = (rest > 0x800) | ((rest == 0x800) & (away | (quotient & 1 == 1)))
    rounded = (sign | (quotient + up) << 12).astype(U32).view(F32)
    return np.where(np.isnan(x), x, rounded)


def golden(x):
    """((bits >> 11) + 1) >> 1 << 12, in int32."""
    return (((x.view(I32) >> 11) + 1) >> 1 << 12).view(F32)


exponents = np.arange(256, dtype=U32) << 23
tails = np.array([0, 1, 0x7FF, 0x800, 0x801, 0xFFF, 0x1000, 0x17FF, 0x1800, 0x1801, 0x7FE800, 0x7FF7FF, 0x7FF800,
                  0x7FF801, 0x7FFFFF], U32)  # fmt: skip
patterns = (exponents[:, None] | tails).ravel()
patterns = np.concatenate([patterns, patterns | U32(0x80000000), random.integers(0, 1 << 32, 20000, dtype=U32)])
x = patterns.view(F32)
assert np.isinf(hf32(F32(3.4028235e38).reshape(1), False)) and (tails == 0x800).any()
plain = ~np.isnan(x)
assert np.array_equal(hf32(x, True)[plain].view(U32), golden(x[plain]).view(U32))
assert not np.array_equal(hf32(x, True)[plain].view(U32), hf32(x, False)[plain].view(U32))

suites = {False: Suite(), True: Suite(hf32_trans_mode="nearest_away")}
for away, suite in suites.items():
    # A sum begins at +0.
    want = hf32(x, away) + F32(0)
    one = np.ones((1, 1), F32)
    suite.add("mat_mul_v2", [x[:, None], one], want[:, None], MODE)
    suite.add("mat_mul_v2", [one, x[None]], want[None], MODE)
    suite.add("conv2d", [x[None, None, None], one[None, None]], want[None, None, None],
              MODE + ", ge.strides = array<i64: 1, 1, 1, 1>")  # fmt: skip
    # Without the mode nothing is rounded.
    suite.add("mat_mul_v2", [x[:, None], one], x[:, None] + F32(0))
suite = suites[False]
suite.others.append(suites[True])


def check_tool():
    """ascend-run takes the option. The product has a second step, of zeros: one of a single step is a Mul."""
    model = """func.func @main(%%x: tensor<%dx2xf32> {ascend.name = "x"}) -> (tensor<%dx1xf32> {ascend.name = "y"}) {
  %%c = ascend.constant {node_name = "c"} dense<[[1.0], [0.0]]> : tensor<2x1xf32>
  %%y = ascend.mat_mul_v2 %%x, %%c {node_name = "m"} : (tensor<%dx2xf32>, tensor<2x1xf32>) -> tensor<%dx1xf32>
  return %%y : tensor<%dx1xf32>
}""" % ((x.size,) * 5)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "m.mlir")
        path.write_text(model)
        for options, away in ([], False), (["--hf32_trans_mode=nearest_even"], False), (["--hf32_trans_mode=nearest_away"], True):
            have = run_model(path, {"x": np.stack([x, np.zeros_like(x)], 1)}, "--precision_mode=must_keep_origin_dtype",
                             "--allow_hf32=true", *options)["y"]  # fmt: skip
            assert_same(have[:, 0], hf32(x, away) + F32(0), "ascend-run %s" % options)


if not os.environ.get("ASCEND_LIST_CASES"):
    check_tool()
suite.main()
