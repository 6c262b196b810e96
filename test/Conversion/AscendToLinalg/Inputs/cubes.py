# ===- cubes.py - Every bit of the sums of the cube unit -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Products and convolutions of random numbers, bit for bit: a sum begins at 0 and
takes product after product in the order of k (channels, then the window), each
rounded once to float32 together with the sum; then the bias is added, and the
result rounded to its dtype. On chips without fixpipe a convolution is rounded to
float16 before the bias, and after it. Integers are exact and wrap. With cube_k_block=16 a
sum takes sixteen products at once, whose exact sum (MPFR's) is rounded once.

Products of float16, bfloat16 and HF32 are exact in float32. Those of float32 are
not, and MLIR's scalar loops have no fused sum: they are left out there.

`fused` below is numpy; MPFR says the same on some of the sums, and how far they
may be from the exact one, which is within the bounds of share/ascend/accuracy.json.

Seen to fail with a product and a sum in place of the fused one (float32), k in
the opposite order, the bias added after the rounding, and HF32's ties away from
zero; blocks with sums of doubles, and without the odd last bit."""

import itertools
import json
import os

import gmpy2
import numpy as np
from gmpy2 import mpfr
from reference import rounded
from arrays import differ
from forms import host_forms
from sampling import is_turn, turns
from suite import Const, Later, Suite, bfloat16

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4)
F16, BF16, F32 = np.dtype(np.float16), bfloat16, np.dtype(np.float32)
MODE = "impl_mode = #ascend.impl_mode<%s>"
HF32, FASTER = MODE % "enable_hi_float_32_execution", MODE % "high_performance"

suite = Suite()
fused_only = Suite()
fused_only.targets = host_forms()
halving = Suite("Ascend910A")
unit_bias = {chip: Suite(chip) for chip in ("Ascend310", "Ascend310P3", "Ascend910A")}
unit_bias["fast"] = Suite("Ascend310P3", emulation="fast")
blocks = Suite(cube_k_block="16")
blocks.targets = host_forms()
suite.others += [fused_only, halving, blocks, *unit_bias.values()]
random = np.random.default_rng(11)
with open(os.path.join(ROOT, "share", "ascend", "accuracy.json")) as file:
    BOUNDS = {entry["op"]: entry["bound"] for entry in json.load(file)["bounds"]
              if (entry["mode"], entry["dtype"]) == ("default", "f32")}  # fmt: skip


def fused(a, b, total):
    """a b + total, rounded once to float32, where a and b are float32's, in doubles.
    Two doubles hold the exact result: the product has 48 bits, and the second what the
    sum of doubles loses. Its last bit is made odd where anything was lost, so that the
    tie that float32 may see is none."""
    product = a * b
    near = product + total
    back = near - product
    lost = (product - (near - back)) + (total - back)
    moves = (lost != 0) & np.isfinite(lost) & (near.view(np.uint64) & np.uint64(1) == 0)
    if moves.any():
        near = np.where(moves, np.nextafter(near, np.copysign(np.inf, lost)), near)
    return near.astype(F32)


def dot(a, b):
    """Rows of a with rows of b, both [..., k]; in the order of k."""
    if a.dtype.kind in "iu":
        return (a.astype(np.int64) * b).sum(-1).astype(np.int32)
    total = np.zeros(np.broadcast_shapes(a.shape, b.shape)[:-1], F32)
    for left, right in zip(*[np.ascontiguousarray(np.moveaxis(x, -1, 0), np.float64) for x in (a, b)]):
        total = fused(left, right, total)
    return total


def dot_in_lanes(a, b, lanes=16):
    """The same in as many sums as there are lanes, of every so many k; then the
    upper half of them joins the lower one, again and again."""
    a, b = np.broadcast_arrays(a, b)
    lanes = min(lanes, 1 << (a.shape[-1] - 1).bit_length())
    rest = [(0, 0)] * (a.ndim - 1) + [(0, -a.shape[-1] % lanes)]
    a, b = (np.pad(x, rest).reshape(*x.shape[:-1], -1, lanes).swapaxes(-1, -2) for x in (a, b))
    total = dot(a, b)
    while total.shape[-1] != 1:
        half = total.shape[-1] // 2
        total = total[..., :half] + total[..., half:]
    return total[..., 0]


def dot_by_elements(window):
    """The same of `window` elements each by itself, in the order of the channels;
    then one after the other, from 0."""

    def sum_up(a, b):
        total = np.zeros(a.shape[:-1], F32)
        for element in range(window):
            total = total + dot(a[..., element::window], b[..., element::window])
        return total

    return sum_up


def dot_in_blocks(a, b, size=16):
    """The same with `size` products at a time. Doubles hold the products."""
    a, b = np.broadcast_arrays(a.astype(np.float64), b.astype(np.float64))
    products = a * b
    total = np.zeros(a.shape[:-1], F32)
    with gmpy2.context(gmpy2.ieee(32)):
        for first in range(0, a.shape[-1], size):
            block = products[..., first : first + size]
            sums = [float(gmpy2.fsum(map(wide, row))) for row in block.reshape(-1, block.shape[-1]).tolist()]
            total = total + np.array(sums, F32).reshape(total.shape)
    return total


def wide(value):
    with gmpy2.context(gmpy2.ieee(64)):
        return mpfr(value)


def finish(total, bias, dtype):
    if bias is not None:
        total = total + bias.astype(total.dtype)
    return total if dtype.kind == "i" else rounded(total.astype(np.float64), dtype)


def hf32(x):
    """To 11 bits after the first, ties to even; subnormal numbers to as many as
    the smallest normal one has."""
    exponent = np.maximum(np.frexp(x)[1], -125)
    return np.ldexp(np.rint(np.ldexp(x.astype(np.float64), 12 - exponent)), exponent - 12).astype(F32)


def half(x):
    return x.astype(F16).astype(F32)


def prove(a, b, total, name, count=40, in_order=True):
    """MPFR, fused at 24 bits with float32's exponents, gives the same sums, where
    they are in the order of k; the exact sum lies within the bound."""
    a, b = np.broadcast_arrays(a, b)
    a, b = a.reshape(-1, a.shape[-1]).astype(np.float64), b.reshape(-1, b.shape[-1]).astype(np.float64)
    for at in random.choice(len(a), min(count, len(a)), replace=False):
        if in_order:
            left, right = list(map(mpfr, a[at].tolist())), list(map(mpfr, b[at].tolist()))
            with gmpy2.context(gmpy2.ieee(32)):
                same = mpfr(0)
                for x, y in zip(left, right):
                    same = gmpy2.fma(x, y, same)
            assert np.array_equal(float(same), float(total.ravel()[at]), equal_nan=True), name
        # Doubles hold the products.
        products, same = a[at] * b[at], mpfr(float(total.ravel()[at]))
        exact = gmpy2.fsum(list(map(mpfr, products.tolist())))
        if gmpy2.is_finite(exact) and gmpy2.is_finite(same):
            allowed = BOUNDS[name]["sum"] * products.size * float(np.abs(products).sum())
            assert abs(exact - same) <= allowed + mpfr(2) ** -149 * products.size, name


def numbers(shape, dtype):
    """Of magnitudes that make the order of a sum count, a few of them special."""
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return random.integers(info.min, info.max + 1, shape).astype(dtype)
    values = random.standard_normal(shape) * 2.0 ** random.integers(-6, 6, shape)
    return values.astype(dtype)


def special(array):
    """Infinities, NaN, zeros, subnormal and largest numbers in some rows."""
    flat = array.reshape(-1, array.shape[-1])
    info = np.finfo(F16) if array.dtype == F16 else np.finfo(F32)
    values = [np.inf, -np.inf, np.nan, -0.0, info.smallest_subnormal, -3 * info.smallest_subnormal, info.max, info.min]
    for row, value in zip(range(0, len(flat), 2), values):
        flat[row, random.integers(flat.shape[1])] = value
    return array


# Numbers the sums of which some are put to MPFR.
PROOFS = itertools.count()


def add(into, op, name, operands, a, b, bias, result, attributes, factor=None, sum_up=dot):
    """`a` and `b` are the rows that are multiplied, `operands` what they stand
    in; `factor` is what becomes of each number first."""
    if factor:
        a, b = factor(a), factor(b)
    is_float = a.dtype.kind not in "iu"
    is_proved = into is not blocks and is_float and is_turn(next(PROOFS), 2)
    rounds_first = into in unit_bias.values() and into is not unit_bias["fast"] and op.startswith("conv2d") and result == F16
    added = half(bias) if rounds_first and bias is not None else bias

    def make():
        total = dot_in_blocks(a, b) if into is blocks and is_float else (sum_up if is_float else dot)(a, b)
        if is_proved:
            prove(a, b, total, name, in_order=sum_up is dot)
        if rounds_first:
            total = half(total)
        return finish(total, None if added is None else bias_rows(added, op, total), np.dtype(result))

    expected = Later(np.broadcast_shapes(a.shape, b.shape)[:-1], result, make)
    into.add(op, operands if bias is None else operands + [bias], expected, attributes, differ)


def bias_rows(bias, op, total):
    return bias.reshape(-1, *[1] * (total.ndim - 2)) if op.startswith("conv") else bias


def matmul(into, m, k, n, dtype, result=None, attributes="", factor=None, biased=None, batch=(), tricky=False,
           by_columns=False, sum_up=dot):
    """b is stored as [k, n], or `by_columns` as [n, k]."""
    a, b = numbers((*batch, m, k), dtype), numbers((*batch, k, n), dtype)
    if tricky:
        a = special(a)
    right = b
    if by_columns:
        right = np.ascontiguousarray(b.swapaxes(-1, -2))
        attributes = ", ".join(filter(None, [attributes, "ge.adj_x2 = true" if batch else "ge.transpose_x2 = true"]))
    op, name = ("batch_mat_mul_v2", "BatchMatMulV2") if batch else ("mat_mul_v2", "MatMulV2")
    bias = None if biased is None else numbers((n,), biased)
    add(into, op, name, [a, right], a[..., :, None, :], b.swapaxes(-1, -2)[..., None, :, :], bias, result or dtype,
        attributes, factor, sum_up)


def halfway(dtype, result, attributes, factor):
    """Blocks whose sums lie next to the middle of two floats, by less than a
    double sees; the rest of them cancels."""
    rows, columns, k = 16, 5, 32
    a, b = np.zeros((rows, k)), np.zeros((k, columns))
    order = random.permutation(16)
    big, last, middle, tiny, *rest = order
    b[[big, last, middle, tiny]] = np.array([2.0**15, 2.0**3, 2.0**3, 2.0**-24])[:, None]
    for row in range(rows):
        odd, below, at = row & 1, row >> 1 & 1, row >> 2
        a[row, big] = 2.0**15 * (1 + at / 8)
        a[row, last], a[row, middle] = odd * 2.0**4, 2.0**3
        a[row, tiny] = -(2.0**-24) if below else 2.0**-24
    for x, y in zip(rest[::2], rest[1::2]):
        a[:, x] = random.standard_normal(rows).astype(dtype)
        a[:, y] = -a[:, x]
        b[x] = b[y] = (random.standard_normal(columns) * 2**9).astype(dtype)
    # The second block begins as the first one ends.
    a[:, 16:], b[16:] = a[:, :16] * 2.0**-3, b[:16]
    a, b = a.astype(dtype), b.astype(dtype)
    add(blocks, "mat_mul_v2", "MatMulV2", [a, b], a[:, None], b.T[None], None, result, attributes, factor)


def convolution(into, dtype, axes, result=None, attributes="", factor=None, biased=None, groups=1, transposed=False,
                step=2, few=0, far=False):
    """Strides `step`, dilation 2 on the last axis, an uneven border; transposed ones
    have a stride of 2 and no border. Or `few` outputs of each group, of 64 channels;
    transposed ones have a window of 4 with a border of 1 along the first axis then. Or
    windows that end `far` outside of x, of which the sums lose terms of 0."""
    outputs, channels, window, extents = 4 if groups == 4 else 6, 4 // groups, (3,) * axes, (7, 9, 8)[:axes]
    if few:
        outputs, channels = few * groups, 64
    if transposed:
        groups, channels, border, extents = 1, max(channels, 4), (0,) * axes, (4, 5, 3)[:axes]
        if few:
            window, border, extents = (4, 3, 3)[:axes], (1, 0, 0)[:axes], (3, 9, 8)[:axes]
        x, w = numbers((2, channels, *extents), dtype), numbers((channels, outputs, *window), dtype)
        margin = [size - 1 - cut for size, cut in zip(window, border)]
        seen = np.zeros((2, channels, *[2 * e - 1 + 2 * m for e, m in zip(extents, margin)]), dtype)
        seen[(slice(None), slice(None), *[slice(m, m + 2 * e, 2) for e, m in zip(extents, margin)])] = x
        weights = np.flip(w.swapaxes(0, 1), tuple(range(2, 2 + axes)))
        strides, dilations = (1,) * axes, (1,) * axes
        shown = "ge.strides = array<i64: 1, 1, %s>, ge.pads = array<i64: %s>" \
            % (", ".join(["2"] * axes), ", ".join("%d, %d" % (cut, cut) for cut in border))
    else:
        x, w = numbers((2, channels * groups, *extents), dtype), numbers((outputs, channels, *window), dtype)
        pads = [(1, 2), (0, 1), (2, 0)][:axes]
        dilations = (1,) * (axes - 1) + (2,)
        if far:
            pads, dilations = [(4, 4), (5, 5), (4, 4)][:axes], (4, 5, 4)[:axes]
        seen, weights = np.pad(x, [(0, 0), (0, 0), *pads]), w
        strides = (step,) * axes
        shown = "ge.strides = array<i64: 1, 1, %s>, ge.dilations = array<i64: 1, 1, %s>, ge.pads = array<i64: %s>, " \
            "ge.groups = %d : i64" % (", ".join(map(str, strides)), ", ".join(map(str, dilations)),
                                      ", ".join("%d, %d" % pad for pad in pads), groups)
    reach = [d * (e - 1) + 1 for d, e in zip(dilations, window)]
    seen = np.lib.stride_tricks.sliding_window_view(seen, reach, tuple(range(2, 2 + axes)))
    at = tuple(slice(None, None, s) for s in strides) + tuple(slice(None, None, d) for d in dilations)
    seen = seen[(slice(None), slice(None), *at)]
    # [image, group, output of the group, pixels..., channels * window]
    seen = seen.reshape(2, groups, channels, *seen.shape[2:])
    seen = np.moveaxis(seen, 2, 2 + axes).reshape(2, groups, 1, *seen.shape[3 : 3 + axes], -1)
    rows = weights.reshape(1, groups, outputs // groups, *[1] * axes, -1)
    a, b = np.broadcast_arrays(seen, rows)
    pixels = a.shape[3:-1]
    a, b = (v.reshape(2, outputs, *pixels, -1) for v in (a, b))
    op = "conv%dd%s" % (axes, "_transpose" * transposed)
    name = "Conv%dD%s" % (axes, "Transpose" * transposed)
    operands = [Const([0] * (2 + axes), np.int32)] * transposed + [x, w]
    bias = None if biased is None else numbers((outputs,), biased)
    add(into, op, name, operands, a, b, bias, result or dtype, ", ".join(filter(None, [attributes, shown])), factor,
        dot_by_elements(np.prod(window)) if few else dot)


# (suite, dtype, result, what operands become, mode)
FLOATS = [
    (suite, F16, F16, None, ""), (suite, F16, F32, None, ""), (suite, BF16, BF16, None, ""),
    (suite, BF16, F32, None, ""), (fused_only, F32, F32, None, ""),
    (suite, F32, F32, hf32, HF32), (suite, F32, F32, hf32, FASTER), (halving, F32, F32, half, FASTER),
]  # fmt: skip
# A bias of the factors' dtype.
OWN = object()
FORMS = [
    (matmul, (17, 200, 35), dict()),
    (matmul, (5, 65, 18), dict(biased=OWN)),
    (matmul, (9, 33, 20), dict(biased=F32)),
    (matmul, (24, 40, 33), dict(tricky=True)),
    (matmul, (6, 70, 17), dict(batch=(3,))),
    (convolution, (2,), dict(biased=OWN)),
    (convolution, (2,), dict(groups=2)),
    (convolution, (2,), dict(groups=4, biased=OWN)),
    (convolution, (2,), dict(groups=4, step=1)),
    (convolution, (3,), dict(biased=F32)),
    (convolution, (2,), dict(transposed=True)),
    (convolution, (2,), dict(biased=F32, step=1, far=True)),
    (convolution, (2,), dict(groups=2, far=True)),
    (convolution, (2,), dict(biased=F32, step=1, few=1)),
    (convolution, (2,), dict(biased=OWN, step=1, few=4)),
    (convolution, (2,), dict(groups=2, step=1, few=3)),
    (convolution, (3,), dict(step=1, few=2)),
    (convolution, (2,), dict(biased=F32, transposed=True, few=1)),
    (convolution, (2,), dict(transposed=True, few=5)),
]
for number, (add_form, sizes, options) in enumerate(FORMS):
    for into, dtype, result, factor, mode in FLOATS:
        # HF32 has two names, which take turns.
        if factor is hf32 and mode not in turns(number, [HF32, FASTER]):
            continue
        own = {name: dtype if value is OWN else value for name, value in options.items()}
        kind = (dtype, *sizes) if add_form is convolution else (*sizes, dtype)
        add_form(into, *kind, result, mode, factor, **own)
for into, dtype, result, _, mode in FLOATS:
    if not mode:  # The only kind without modes.
        convolution(into, dtype, 3, result, transposed=True)
        convolution(into, dtype, 3, result, transposed=True, few=1)
# Forms of all kinds on the chips that round before the bias of a convolution, and not before that of a product; each on
# two of them a day.
forms = [{}, {"groups": 4}, {"transposed": True}, {"step": 1, "few": 1}, {"step": 1, "few": 4}]
for number, (biased, options) in enumerate(itertools.product((F16, F32), forms)):
    for into in turns(number, unit_bias.values(), 2):
        convolution(into, F16, 2, biased=biased, **options)
for into in unit_bias.values():
    for biased in (F16, F32):
        matmul(into, 17, 200, 35, F16, biased=biased)
    convolution(into, F16, 2)
    convolution(into, F16, 2, F32, biased=F16)
    convolution(into, F16, 3, biased=F32)
# Both factors in place: few columns, and few rows of a right factor that is no
# constant. Sums in lanes are not those of scalar loops.
in_lanes = Suite("Ascend910A")
in_lanes.targets = host_forms()
in_lanes_of_hf32 = Suite()
in_lanes_of_hf32.targets = host_forms()
suite.others += [in_lanes, in_lanes_of_hf32]


def in_place(by_columns, mode=""):
    """Attributes of a product of few rows that packs nothing, in `mode`."""
    form = "lanes" if by_columns else "right_rows"
    return ", ".join(filter(None, [f"cube_form = #ascend.product_form<{form}>", mode]))


for dtype, result, factor, mode in [(F16, F16, None, ""), (F16, F32, None, ""), (BF16, BF16, None, ""),
                                    (F32, F32, None, ""), (F32, F32, half, FASTER),
                                    (F32, F32, hf32, HF32)]:  # fmt: skip
    into = in_lanes_of_hf32 if mode == HF32 else in_lanes
    for m, k, n in [(17, 200, 1), (9, 33, 2), (6, 8, 3), (7, 15, 4), (1, 37, 1)]:
        for by_columns in (False, True):
            matmul(into, m, k, n, dtype, result, mode, factor, biased=F32, by_columns=by_columns, sum_up=dot_in_lanes)
    matmul(into, 18, 40, 1, dtype, result, mode, factor, tricky=True, sum_up=dot_in_lanes)
    matmul(into, 5, 70, 3, dtype, result, mode, factor, batch=(3,), sum_up=dot_in_lanes)
    for m, k, n in [(1, 200, 35), (2, 33, 18), (3, 9, 64), (4, 65, 5)]:
        matmul(into, m, k, n, dtype, result, in_place(True, mode), factor, biased=dtype, by_columns=True, sum_up=dot_in_lanes)
        matmul(into, m, k, n, dtype, result, in_place(False, mode), factor, biased=dtype)
    for by_columns in (False, True):
        matmul(into, 2, 70, 17, dtype, result, in_place(by_columns, mode), factor, batch=(3,), by_columns=by_columns,
               sum_up=dot_in_lanes if by_columns else dot)
# Longer than the second-level cache holds.
matmul(in_lanes, 1, 600, 1100, F32, attributes=in_place(False))
matmul(in_lanes, 3, 600, 1100, F32, attributes=in_place(False))
matmul(suite, 17, 300, 1, np.dtype(np.int8), np.dtype(np.int32), biased=np.dtype(np.int32))
matmul(suite, 2, 70, 17, np.dtype(np.int8), np.dtype(np.int32), in_place(True), by_columns=True)
matmul(suite, 2, 70, 17, np.dtype(np.int8), np.dtype(np.int32), in_place(False))
# Through C once every 1024 k.
matmul(suite, 3, 2500, 16, F16, F32)
matmul(fused_only, 2, 2500, 19, F32)
I8, I32 = np.dtype(np.int8), np.dtype(np.int32)
matmul(suite, 17, 300, 35, I8, I32, biased=I32)
matmul(suite, 6, 70, 17, I8, I32, batch=(2,))
convolution(suite, I8, 2, I32, biased=I32)
convolution(suite, I8, 2, I32, groups=2)
convolution(suite, I8, 2, I32, groups=4, biased=I32)
convolution(suite, I8, 3, I32)

matmul(suite, 6, 70, 17, np.dtype(np.uint8), I32)

for dtype, result, factor, mode in [(F16, F16, None, ""), (BF16, F32, None, ""), (F32, F32, None, ""), (F32, F32, hf32, HF32)]:
    matmul(blocks, 9, 70, 18, dtype, result, mode, factor, biased=F32)
    matmul(blocks, 6, 40, 20, dtype, result, mode, factor)
    matmul(blocks, 24, 40, 33, dtype, result, mode, factor, tricky=True)
    halfway(dtype, F32, mode, factor)
    convolution(blocks, dtype, 2, result, mode, factor, biased=dtype)
    convolution(blocks, dtype, 2, result, mode, factor, step=1, far=True)
matmul(blocks, 6, 70, 17, I8, I32)

suite.main()
