# ===- written_dots.py - Dots as instructions and written out --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""pmaddwd, vpdpbusd and vdpbf16ps give the bits that Intel's manual says, where the
CPU has the instruction and where ascend-expand-dots writes it out. The judge of
bfloat16 adds fractions, which are exact, and rounds them itself.

Seen to fail with the pairs in the other order, with subnormal sums, factors or
results that are kept, with the bound of results at 2^-126 itself, and with bytes
that have the other factor's sign."""

import math
from fractions import Fraction

import numpy as np
from forms import Form, host_forms
from harness import Suite, bfloat16

random = np.random.default_rng(17)
LEAST = Fraction(2) ** -126


def exact(value):
    """A finite number; 0 for one that is subnormal, as it counts."""
    value = Fraction(float(value))
    return value if abs(value) >= LEAST else Fraction(0)


def rounded(value, negative_zero):
    """`value` in 24 bits, to nearest even, with no least exponent; 0 of its sign
    where that is less than the least normal number, infinite past the largest."""
    if value == 0:
        return np.float32(-0.0 if negative_zero else 0.0)
    sign, value = (-1 if value < 0 else 1), abs(value)
    exponent = value.numerator.bit_length() - value.denominator.bit_length() - 1
    step = Fraction(2) ** (exponent - 23)
    while value / step >= 2**24:
        step *= 2
    while value / step < 2**23:
        step /= 2
    value = round(value / step) * step
    if value < LEAST:
        return np.float32(sign * 0.0)
    if value >= Fraction(2) ** 128:
        return np.float32(sign * math.inf)
    return np.float32(sign * float(value))


def add_product(total, x, y):
    total, x, y = (np.float32(v) for v in (total, x, y))
    if not all(np.isfinite(v) for v in (total, x, y)):
        flushed = [v if not np.isfinite(v) or exact(v) else np.copysign(np.float32(0), v) for v in (total, x, y)]
        with np.errstate(all="ignore"):
            return np.float32(np.float64(flushed[1]) * np.float64(flushed[2]) + np.float64(flushed[0]))
    product = exact(x) * exact(y)
    negative = (np.signbit(x) != np.signbit(y)) and bool(np.signbit(total))
    return rounded(exact(total) + product, product == 0 and not exact(total) and negative)


def floats(count, dtype):
    """Ordinary numbers and those at the edges: tiny, subnormal, large, special."""
    bits = 8 * np.dtype(dtype).itemsize
    with np.errstate(all="ignore"):
        kinds = [
            random.standard_normal(count),
            np.ldexp(random.standard_normal(count), random.integers(-140, 128, count)),
            np.ldexp(random.choice([-1.0, 1.0], count), random.integers(-150, 128, count)),
            random.integers(0, 1 << bits, count, dtype="u%d" % (bits // 8)).view(dtype).astype(np.float64),
        ]
        return np.choose(random.integers(0, len(kinds), count), kinds).astype(dtype)


def bfloat_cases(lanes):
    """Sums, and pairs of factors for each."""
    count = 250 * lanes
    total, x, y = floats(count, np.float32), floats(2 * count, bfloat16), floats(2 * count, bfloat16)
    # Results around the least normal number and around half a step below it.
    for lane in range(count // 2):
        least, eighth = float(LEAST), 1 + random.integers(0, 8) / 8
        total[lane] = random.choice([-1, 1]) * least * random.choice([0.5, 0.75, 1, 1 + 2**-23, 1.5, 2])
        power = int(random.integers(-28, 3))
        x[2 * lane : 2 * lane + 2] = random.choice([-1, 1], 2) * 2.0**-63
        y[2 * lane : 2 * lane + 2] = np.ldexp(eighth, power - 63) * np.array([1, random.integers(0, 2)])
    return total, x, y


def add(suite, name, total, x, y, wanted, intrinsic, kinds):
    """`kinds`: MLIR's vector types of a sum and of the factors."""
    lanes = int(kinds[0].split("x")[0])
    each = int(kinds[1].split("x")[0])
    code = ["%%c%d = arith.constant %d : index" % (n, n) for n in (0, 1)]
    rows = total.size // lanes
    code += ["%%rows = arith.constant %d : index" % rows, "%%lanes = arith.constant %d : index" % lanes,
             "%%each = arith.constant %d : index" % each, "scf.for %i = %c0 to %rows step %c1 {",
             "%at = arith.muli %i, %lanes : index", "%from = arith.muli %i, %each : index"]  # fmt: skip
    memrefs = ["memref<%dx%s>" % (array.size, kind.split("x")[1]) for array, kind in ((total, kinds[0]), (x, kinds[1]))]
    code += ["%%s = vector.load %%a0[%%at] : %s, vector<%s>" % (memrefs[0], kinds[0])]
    for name_of, array in (("x", "a1"), ("y", "a2")):
        code += ["%%%s = vector.load %%%s[%%from] : %s, vector<%s>" % (name_of, array, memrefs[1], kinds[1])]
    factors = "vector<%s>, vector<%s>" % (kinds[1], kinds[1])
    if "pmadd" in intrinsic:
        call = "(%%x, %%y) : (%s) -> vector<%s>" % (factors, kinds[0])
    else:
        call = "(%%s, %%x, %%y) : (vector<%s>, %s) -> vector<%s>" % (kinds[0], factors, kinds[0])
    code += ['%%r = llvm.call_intrinsic "llvm.x86.%s"%s' % (intrinsic, call),
             "vector.store %%r, %%b0[%%at] : %s, vector<%s>" % (memrefs[0], kinds[0]), "}"]  # fmt: skip
    suite.add(name, [total, x, y], [np.zeros_like(total)], [wanted], "\n    ".join(code))


def integers(count, dtype):
    info = np.iinfo(dtype)
    values = random.integers(info.min, info.max, count, dtype, endpoint=True)
    ends = random.random(count) < 0.2
    values[ends] = random.choice(np.array([info.min, info.max, -1 if info.min else 1], dtype), ends.sum())
    return values


suite = Suite()
for lanes, word, byte, bfloat in ((4, "sse2.pmadd.wd", "128", "128"), (8, "avx2.pmadd.wd", "256", "256"),
                                  (16, "avx512.pmaddw.d.512", "512", "512")):  # fmt: skip
    count = 64 * lanes
    x, y = integers(2 * count, np.int16), integers(2 * count, np.int16)
    total = np.zeros(count, np.int32)
    products = (x.astype(np.int64) * y).reshape(-1, 2).sum(1)
    add(suite, "words %d" % lanes, total, x, y, products.astype(np.uint32).view(np.int32), word,
        ("%dxi32" % lanes, "%dxi16" % (2 * lanes)))  # fmt: skip
    x, y, total = integers(4 * count, np.uint8), integers(4 * count, np.int8), integers(count, np.int32)
    products = total + (x.astype(np.int64) * y).reshape(-1, 4).sum(1)
    add(suite, "bytes %d" % lanes, total, x.view(np.int8), y, products.astype(np.uint32).view(np.int32),
        "avx512.vpdpbusd." + byte, ("%dxi32" % lanes, "%dxi8" % (4 * lanes)))  # fmt: skip
    total, x, y = bfloat_cases(lanes)
    wanted = total.copy()
    for odd in (1, 0):
        wanted = np.array([add_product(*v) for v in zip(wanted, x[odd::2], y[odd::2])], np.float32)
    add(suite, "bfloats %d" % lanes, total, x, y, wanted, "avx512bf16.dpbf16ps." + bfloat,
        ("%dxf32" % lanes, "%dxbf16" % (2 * lanes)))  # fmt: skip
suite.forms = [Form("avx512", "native"), *host_forms()]
suite.main()
