# ===- dots.py - Products by the CPU's dots -------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Products and convolutions of bytes are exact, modulo 2^32, in every form that
this machine has: numpy's, in int64. The bodies of convolutions packed by four say
what a byte stands for, so that plain loops can run them on any machine. Those of bfloat16 with emulation=fast lie within a bound of
the exact sum of the same products.

Seen to fail with the dot that saturates (vpdpbusds), with corrections of the
other sign, with the tail of K not cleared, and with bytes of B widened with a
sign where they have none; with a batch of one that is not read for all of the
other factor's; the windows with an offset that the body does not subtract, and
with a border that stands for another number than 0."""

import numpy as np
from forms import Form, each_plan, host_forms
from suite import Suite, bfloat16

I8, U8, I32, F32 = (np.dtype(t) for t in (np.int8, np.uint8, np.int32, np.float32))
random = np.random.default_rng(5)

pairs, plain, quads = Suite(), Suite(), Suite()
pairs.targets = plain.targets = each_plan()
pairs.packing = "byte-depth=2"
# By the instructions of this machine, if it has them, and without.
deepest = [Form("avx512", "native")] + [form for form in host_forms() if form.plan == "avx512" and not form.is_own]
quads.targets, quads.packing = deepest, "byte-depth=4"
suites = [plain, pairs, quads]
# Each has the same cases: a case is packed in one of these ways, on one day of two.
for place, suite in enumerate(suites):
    suite.share = 2 * place, 2 * len(suites)
main = quads
windows = Suite()
windows.targets, windows.packing = ["loops"], "byte-depth=4"
main.others.append(windows)
main.others += suites[:-1]


def integers(shape, dtype, extreme):
    info = np.iinfo(dtype)
    if extreme is not None:
        return np.full(shape, info.max if extreme else info.min, dtype)
    return random.integers(info.min, info.max, shape, dtype, endpoint=True)


def product(m, k, n, left, right, batches=((), ()), extremes=(None, None), bias=False, transpose=(False, False),
            is_edge=False):  # fmt: skip
    """`batches`: those of each factor."""
    a, b = integers((*batches[0], m, k), left, extremes[0]), integers((*batches[1], k, n), right, extremes[1])
    want = np.matmul(a.astype(np.int64), b.astype(np.int64))
    operands = [v.swapaxes(-1, -2).copy() if turned else v for v, turned in zip((a, b), transpose)]
    if bias:
        operands.append(random.integers(-(2**31), 2**31, (n,)).astype(I32))
        want = want + operands[-1]
    is_batch = any(batches)
    op = "batch_mat_mul_v2" if is_batch else "mat_mul_v2"
    names = ("adj_x1", "adj_x2") if is_batch else ("transpose_x1", "transpose_x2")
    attributes = ", ".join("ge.%s = %s" % (name, str(turned).lower()) for name, turned in zip(names, transpose))
    for suite in suites:
        suite.add(op, operands, (want & 0xFFFFFFFF).astype(np.uint32).view(I32), attributes, is_edge=is_edge)


def in_blocks(images, block):
    """[N, C, H, W] as [N, C / block, H, W, block]."""
    n, c, h, w = images.shape
    return np.ascontiguousarray(images.reshape(n, c // block, block, h, w).transpose(0, 1, 3, 4, 2))


def windows_of(x, w, stride, pad, groups):
    """The convolution of x and w in the type that they have."""
    outputs, window = w.shape[0], w.shape[2:]
    padded = np.pad(x, [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    seen = np.lib.stride_tricks.sliding_window_view(padded, window, (2, 3))[:, :, ::stride, ::stride]
    seen = seen.reshape(seen.shape[0], groups, -1, *seen.shape[2:])
    want = np.einsum("ngchwrs,gocrs->ngohw", seen, w.reshape(groups, -1, *w.shape[1:]), optimize=True)
    return want.reshape(x.shape[0], outputs, *want.shape[3:])


def conv_attributes(stride, pad, groups, block=0):
    return "ge.strides = array<i64: 1, 1, %d, %d>, ge.pads = array<i64: %s>, ge.groups = %d : i64%s" % (
        stride, stride, ", ".join([str(pad)] * 4), groups, ", ge.y_c0 = %d : i64" % block if block else "")  # fmt: skip


def convolution(x_shape, outputs, window, left, right, stride=1, pad=0, groups=1, extremes=(None, None), bias=False,
                blocks=(0, 0), is_edge=False):  # fmt: skip
    """`blocks`: those of x and of the result, if they are in NC1HWC0."""
    x = integers(x_shape, left, extremes[0])
    w = integers((outputs, x_shape[1] // groups, *window), right, extremes[1])
    want = windows_of(x.astype(np.int64), w.astype(np.int64), stride, pad, groups)
    operands = [in_blocks(x, blocks[0]) if blocks[0] else x, w]
    if bias:
        operands.append(random.integers(-(2**31), 2**31, (outputs,)).astype(I32))
        want = want + operands[-1][:, None, None]
    if blocks[1]:
        want = in_blocks(want, blocks[1])
    attributes = conv_attributes(stride, pad, groups, blocks[1])
    for suite in [*suites, windows]:
        suite.add("conv2d", operands, (want & 0xFFFFFFFF).astype(np.uint32).view(I32), attributes, is_edge=is_edge)


KINDS = [(I8, I8), (U8, U8), (U8, I8), (I8, U8)]
for k in range(1, 34):
    product(1 + 5 * k % 19, k, 1 + 7 * k % 67, *KINDS[k % 4])
for kind in KINDS:
    product(17, 130, 35, *kind, bias=True)
    product(9, 67, 33, *kind, transpose=(True, True))
    product(9, 64, 33, *kind, transpose=(False, True))
    product(16, 64, 64, *kind, transpose=(True, False))
    product(5, 31, 18, *kind, batches=((3,), (3,)))
    product(5, 31, 18, *kind, batches=((2, 1), (1, 3)))
    product(1, 77, 100, *kind)
    product(3, 40000, 5, *kind)  # several chunks of k
    product(40, 260, 70, *kind)
    for extremes in [(False, False), (True, True), (False, True), (True, False)]:
        product(3, 41, 20, *kind, extremes=extremes, is_edge=True)
        product(9, 66001, 2, *kind, extremes=extremes)  # past 2^31
    convolution((1, 16, 9, 10), 32, (3, 3), *kind, pad=1)
    convolution((2, 9, 7, 9), 21, (3, 2), *kind, stride=2, pad=1, bias=True)
    convolution((1, 22, 6, 5), 19, (1, 1), *kind, stride=2)
    convolution((1, 12, 8, 8), 36, (3, 3), *kind, pad=2, groups=2)
    convolution((1, 2050, 4, 3), 16, (3, 3), *kind, pad=1)  # several runs of channels
    convolution((2, 32, 7, 9), 48, (3, 3), *kind, pad=1, bias=True, blocks=(16, 16))
    convolution((1, 24, 9, 8), 16, (3, 2), *kind, stride=2, pad=1, blocks=(8, 16))
    convolution((1, 16, 6, 7), 24, (1, 1), *kind, blocks=(16, 8))
    convolution((1, 16, 9, 9), 16, (1, 1), *kind, stride=2, blocks=(16, 16))
    convolution((1, 32, 8, 8), 48, (3, 3), *kind, pad=2, groups=2, bias=True, blocks=(16, 8))
    convolution((1, 16, 5, 6), 16, (3, 3), *kind, pad=1, groups=16, blocks=(16, 16))
    for channels in range(1, 5):
        convolution((2, channels, 9, 11), 16, (3, 3), *kind, stride=2, pad=1, bias=True, blocks=(0, 16))
    for extremes in [(False, False), (True, True), (False, True), (True, False)]:
        convolution((1, 5, 4, 4), 16, (2, 2), *kind, pad=1, extremes=extremes, is_edge=True)


def check_within(allowed):
    return lambda actual, expected: ~(np.abs(actual.astype(np.float64) - expected) <= allowed)


# Convolutions of bfloat16, packed by two: plain loops take those one by one, as
# what is not packed, and so give its bits. A CPU's dots lie within a bound.
one_by_one, by_two = Suite(emulation="fast"), Suite(emulation="fast")
one_by_one.targets, one_by_one.packing = ["loops"] + host_forms(), ""
by_two.targets, by_two.packing = ["loops"], "bfloat-dots=true"
bfloats = Suite(emulation="fast")
bfloats.targets, bfloats.packing = deepest, "bfloat-dots=true"
main.others += [one_by_one, by_two, bfloats]
for x_shape, outputs, window, stride, pad, groups, blocks in [
    ((2, 32, 7, 9), 48, (3, 3), 1, 1, 1, (16, 16)), ((1, 24, 9, 8), 16, (3, 2), 2, 1, 1, (8, 16)),
    ((1, 16, 6, 7), 24, (1, 1), 1, 0, 1, (16, 8)), ((1, 16, 9, 9), 16, (1, 1), 2, 0, 1, (16, 16)),
    ((1, 32, 8, 8), 48, (3, 3), 1, 2, 2, (16, 8)), ((1, 3, 9, 9), 16, (3, 3), 2, 1, 1, (0, 16)),
]:  # fmt: skip
    x = random.standard_normal(x_shape).astype(bfloat16)
    w = random.standard_normal((outputs, x_shape[1] // groups, *window)).astype(bfloat16)
    # Sums of float32 in the order of NC1HWC0, of exact products.
    c0 = blocks[0] or 1
    padded = np.pad(x.astype(np.float64), [(0, 0), (0, 0), (pad, pad), (pad, pad)])
    want = np.zeros(windows_of(x.astype(F32), w.astype(F32), stride, pad, groups).shape, F32)
    channels, each = w.shape[1], outputs // groups
    for group, c1 in np.ndindex(groups, channels // c0):
        for r, s, k in np.ndindex(*window, c0):
            seen = padded[:, group * channels + c1 * c0 + k, r:, s:][:, ::stride, ::stride][:, : want.shape[2], : want.shape[3]]
            weights = w[group * each : (group + 1) * each, c1 * c0 + k, r, s].astype(np.float64)
            part = want[:, group * each : (group + 1) * each]
            part[:] = (part.astype(np.float64) + seen[:, None] * weights[:, None, None]).astype(F32)
    operands = [in_blocks(x, blocks[0]) if blocks[0] else x, w]
    attributes = conv_attributes(stride, pad, groups, blocks[1])
    for suite in (one_by_one, by_two):
        suite.add("conv2d", operands, in_blocks(want, blocks[1]), attributes)
    wide = windows_of(x.astype(np.float64), w.astype(np.float64), stride, pad, groups)
    sizes = windows_of(np.abs(x.astype(np.float64)), np.abs(w.astype(np.float64)), stride, pad, groups)
    terms = w[0].size
    allowed = in_blocks(terms * 2.0**-24 * sizes + terms * 2.0**-126, blocks[1])
    bfloats.add("conv2d", operands, in_blocks(wide, blocks[1]).astype(F32), attributes, check=check_within(allowed))

for m, k, n in [(1 + 5 * k % 19, k, 1 + 7 * k % 67) for k in range(1, 34)] + [(3, 2500, 40), (64, 96, 64)]:
    a, b = (random.standard_normal(shape).astype(bfloat16) for shape in ((m, k), (k, n)))
    wide_a, wide_b = a.astype(np.float64), b.astype(np.float64)
    # Each k rounds once, to 2^-24 of a partial sum at most.
    allowed = k * 2.0**-24 * (np.abs(wide_a) @ np.abs(wide_b)) + k * 2.0**-126
    bfloats.add("mat_mul_v2", [a, b], (wide_a @ wide_b).astype(F32), check=check_within(allowed))
# Subnormal numbers count as 0.
a = np.full((3, 8), 2.0**-130).astype(bfloat16)
bfloats.add("mat_mul_v2", [a, np.full((8, 20), 2.0**100).astype(bfloat16)], np.zeros((3, 20), F32))
main.main()
