# ===- hif8.py - Casts from and to HiFloat8, and what computes with it -----===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Cast of all 256 codes to each float, and of all 65536 float16 and bfloat16, of
every number and middle of two in float32 and float64 with their neighbours, to
HiFloat8; cube ops and elementwise ops with such operands. Bit for bit against the
format's definition in hif8_format.py.

Seen to fail with ties towards zero, and with one prefix that is wrong."""

import numpy as np
import suite as suites
from hif8_format import HIF8, decode, encode, interesting
from suite import Suite, bfloat16

suites.ELEMENTS[HIF8] = "!ascend.hif8"
F32 = np.float32
CODES = {np.dtype(np.float32): 0, np.dtype(np.float16): 1, np.dtype(np.float64): 11, bfloat16: 27, HIF8: 34}
suite = Suite("Ascend950")
random = np.random.default_rng(3)


def cast(x, expected):
    suite.add("cast", [x], expected, "ge.dst_type = %d : i64" % CODES[expected.dtype])


every = np.arange(256, dtype=np.uint8).view(HIF8)
for dtype in (np.float32, np.float16, np.float64, bfloat16):
    cast(every, decode(every, dtype))
cast(every, every)
words = np.arange(1 << 16, dtype=np.uint16)
edges = interesting()
# Where float32 alone would be a tie.
doubles = np.concatenate([edges.astype(np.float64), np.nextafter(edges.astype(np.float64), 0),
                          np.nextafter(edges.astype(np.float64), np.inf)])  # fmt: skip
patterns = random.integers(0, 1 << 32, 20000, dtype=np.uint32).view(F32)
for x in (words.view(np.float16), words.view(bfloat16), edges, doubles, patterns):
    cast(x, encode(x))


def codes(*shape):
    """Numbers whose products a float32 sums up exactly."""
    return encode(random.integers(-8, 9, shape).astype(F32))


a, b = codes(9, 20), codes(20, 18)
wide = decode(a, F32) @ decode(b, F32)
for dtype in (np.float32, np.float16, bfloat16):
    suite.add("mat_mul_v2", [a, b], wide.astype(dtype))
suite.add("mat_mul_v2", [a, b], encode(wide))
bias = random.integers(-8, 9, 18).astype(F32)
suite.add("mat_mul_v2", [a, b, bias], encode(wide + bias))
x, w = codes(2, 3, 7, 7), codes(4, 3, 3, 3)
seen = np.lib.stride_tricks.sliding_window_view(np.pad(decode(x, F32), [(0, 0), (0, 0), (1, 1), (1, 1)]), (3, 3), (2, 3))
product = np.einsum("nchwij,ocij->nohw", seen, decode(w, F32))
for result in (product.astype(np.float16), encode(product)):
    suite.add("conv2d", [x, w], result, "ge.strides = array<i64: 1, 1, 1, 1>, ge.pads = array<i64: 1, 1, 1, 1>")

# One operation in float32, one rounding.
x, y = every.repeat(256), np.tile(every, 256)
wide = [decode(v, F32) for v in (x, y)]
suite.add("relu", [every], encode(np.where(np.isnan(VALUES := decode(every, F32)), VALUES, np.maximum(VALUES, 0))))
suite.add("add", [x, y], encode(wide[0] + wide[1]))
suite.add("mul", [x, y], encode(wide[0] * wide[1]))
suite.add("transpose_d", [every.reshape(16, 16)], every.reshape(16, 16).T.copy(), "ge.perm = array<i64: 1, 0>")

suite.main()
