# ===- convolutions.py - ConvInteger and QLinearConv on every form of CPU --===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""ONNX's convolutions of bytes by ascend-run for this machine and for each form
of CPU that it has, where a case takes its turn on one of these, against numpy's int64,
modulo 2^32: of int8 and uint8, in one
to three axes, with zero points that are constants, that are no constants, or that
leave no bytes. QLinearConv has scales that are powers of two: its result is one
rounding of an exact number, too.

Seen to fail with a border of 0 instead of the zero point, with uint8 widened as
if it had a sign, with pixels of the first group for all groups, and without the
zero points of the filter or of the result."""

import itertools

import numpy as np
from arrays import assert_same
from form_runs import run_cases
from onnx import helper
from onnx_models import model_of
from tally import Tally

I8, U8 = np.int8, np.uint8
SCALE = 1024  # of the result of QLinearConv
random = np.random.default_rng(5)


def numbers(dtype, *shape):
    info = np.iinfo(dtype)
    return random.integers(info.min, info.max, shape, dtype, endpoint=True)


class Case:
    """One convolution; `zero` is that of x: none, a constant or, as "run", an
    input; `filter_zero`: none, a number, or one for each output."""

    def __init__(self, types, x, outputs, window, strides=(1, 1), dilations=(1, 1), pads=(0, 0, 0, 0), groups=1,
                 zero=None, filter_zero=None, bias=None, open=None, w=None):  # fmt: skip
        self.x = x if isinstance(x, np.ndarray) else numbers(types[0], *x)
        shape = (outputs, self.x.shape[1] // groups, *window)
        self.w = numbers(types[1], *shape) if w is None else np.full(shape, w, types[1])
        self.strides, self.dilations, self.pads, self.groups = strides, dilations, pads, groups
        self.zero, self.filter_zero, self.bias = zero, filter_zero, bias
        self.open = open or [None] * self.x.ndim
        if zero is not None:
            self.zero = numbers(types[0]) if zero == "run" else np.array(zero, types[0])
            self.zero_of_run = zero == "run"
        if filter_zero == "outputs":
            # What is left of the filter are bytes.
            self.filter_zero = random.integers(120, 130, outputs).astype(types[1])
        elif filter_zero is not None:
            self.filter_zero = np.array(filter_zero, types[1])

    def __str__(self):
        shown = {name: value for name, value in vars(self).items() if name not in ("x", "w")}
        return f"{self.x.dtype}{self.x.shape} {self.w.dtype}{self.w.shape} {shown}"

    def sums(self):
        """Modulo 2^32."""
        x, w = self.x.astype(np.int64), self.w.astype(np.int64)
        if self.zero is not None:
            x = x - int(self.zero)
        if self.filter_zero is not None:
            w = w - self.filter_zero.astype(np.int64).reshape(-1, *[1] * (w.ndim - 1))
        axes = x.ndim - 2
        # ONNX: all that lie before, then all behind.
        x = np.pad(x, [(0, 0), (0, 0)] + list(zip(self.pads[:axes], self.pads[axes:])))
        extents = [(x.shape[2 + i] - self.dilations[i] * (w.shape[2 + i] - 1) - 1) // self.strides[i] + 1 for i in range(axes)]
        y = np.zeros((x.shape[0], w.shape[0], *extents), np.int64)
        channels, outputs = w.shape[1], w.shape[0] // self.groups
        for at in itertools.product(*map(range, w.shape[2:])):
            place = tuple(slice(k * d, k * d + (n - 1) * s + 1, s)
                          for k, d, n, s in zip(at, self.dilations, extents, self.strides))  # fmt: skip
            for g in range(self.groups):
                seen = x[(slice(None), slice(g * channels, (g + 1) * channels), *place)]
                chosen = slice(g * outputs, (g + 1) * outputs)
                y[:, chosen] += np.einsum("nc...,oc->no...", seen, w[(chosen, slice(None), *at)], optimize=True)
        if self.bias is not None:
            y += self.bias.astype(np.int64).reshape(-1, *[1] * axes)
        return (y & 0xFFFFFFFF).astype(np.uint32).view(np.int32)

    def wanted(self):
        sums = self.sums()
        if self.bias is None:
            return sums
        assert np.abs(sums).max() < 1 << 24
        return np.clip(np.rint(sums / SCALE) + 3, 0, 255).astype(U8)

    def add_to(self, number, nodes, inputs, constants, values):
        def name(word):
            return "%s%d" % (word, number)

        def add(word, array, given):
            if array is None:
                return ""
            if given:
                shape = list(array.shape)
                if word == "x":
                    shape = [name(symbol) if symbol else extent for symbol, extent in zip(self.open, shape)]
                inputs[name(word)] = array.dtype, shape
                values[name(word)] = array
            else:
                constants[name(word)] = array
            return name(word)

        x, w = add("x", self.x, True), add("w", self.w, False)
        zero = add("z", self.zero, self.zero is not None and self.zero_of_run)
        filter_zero = add("f", self.filter_zero, False)
        attributes = {"strides": self.strides, "dilations": self.dilations, "pads": self.pads, "group": self.groups}
        if self.bias is None:
            nodes.append(helper.make_node("ConvInteger", [x, w, zero, filter_zero], [name("y")], **attributes))
            return
        one, scale = np.float32(1), np.float32(SCALE)
        operands = [x, add("xs", np.array(one), False), zero, w, add("ws", np.array(one), False), filter_zero,
                    add("ys", np.array(scale), False), add("yz", np.array(3, U8), False),
                    add("b", self.bias, False)]  # fmt: skip
        nodes.append(helper.make_node("QLinearConv", operands, [name("y")], **attributes))


def cases():
    for types in itertools.product((I8, U8), (I8, U8)):
        yield Case(types, (1, 16, 9, 10), 16, (3, 3), pads=(1, 1, 1, 1))
        yield Case(types, (2, 5, 7, 11), 13, (3, 2), strides=(2, 1), pads=(0, 2, 1, 0))
        yield Case(types, (1, 7, 6, 6), 21, (1, 1))
        yield Case(types, (1, 6, 9, 9), 10, (3, 3), pads=(1, 0, 2, 1), zero="run")
        yield Case(types, (1, 7, 5, 8), 9, (1, 3), pads=(0, 1, 0, 1), zero=77)
    for channels in range(1, 10):
        yield Case((U8, I8), (1, channels, 5, 5), 8, (2, 2), zero="run", pads=(1, 1, 0, 0))
    for outputs in [*range(1, 18), 24, 31, 40]:
        yield Case((I8, I8), (1, 4, 3, 7), outputs, (1, 2))
    pair = (U8, I8)
    yield Case(pair, (1, 12, 8, 8), 24, (3, 3), pads=(1, 1, 1, 1), groups=4, zero=3)
    yield Case(pair, (2, 9, 8, 8), 6, (3, 3), pads=(1, 1, 1, 1), groups=3, zero="run")
    yield Case(pair, (1, 8, 9, 9), 8, (3, 3), pads=(1, 1, 1, 1), groups=8, zero=130)
    yield Case(pair, (1, 8, 12, 13), 16, (3, 3), dilations=(2, 3), pads=(2, 3, 2, 3), zero=255)
    yield Case(pair, (1, 3, 23, 23), 16, (7, 7), strides=(2, 2), pads=(3, 3, 3, 3), zero=128)
    yield Case(pair, (1, 32, 8, 8), 40, (1, 1), strides=(2, 2), zero="run")
    yield Case(pair, (1, 10, 1, 1), 20, (1, 1), zero=9)
    yield Case(pair, (1, 4, 5, 5), 8, (5, 5), zero=1)
    # Zero points of the filter: what is left are bytes, or is not.
    yield Case((U8, U8), (1, 6, 6, 6), 12, (3, 3), pads=(1, 1, 1, 1), zero=128, filter_zero=128)
    yield Case((U8, U8), (1, 6, 6, 6), 12, (3, 3), pads=(1, 1, 1, 1), zero="run", filter_zero="outputs")
    yield Case((U8, U8), (1, 6, 6, 6), 12, (3, 3), pads=(1, 1, 1, 1), zero=1, filter_zero=10)
    yield Case((I8, I8), (1, 6, 6, 6), 12, (3, 3), filter_zero=0)
    # Sums past 2^31, in several runs of a long reduction.
    yield Case((U8, U8), np.full((1, 4096, 3, 4), 255, U8), 8, (3, 3), w=255)
    yield Case((I8, I8), (1, 4097, 4, 4), 16, (3, 3), pads=(1, 1, 1, 1))
    # One axis, and three.
    yield Case(pair, (1, 6, 20), 12, (5,), (2,), (1,), (2, 2), zero=4)
    yield Case(pair, (1, 6, 5, 6, 7), 12, (3, 2, 3), (1, 2, 1), (1, 1, 2), (1, 0, 2, 1, 1, 2), zero="run")
    # The number of images is dynamic, or their size.
    images, pixels = ["n", None, None, None], [None, None, "h", "w"]
    yield Case(pair, (3, 6, 7, 7), 12, (3, 3), pads=(1, 1, 1, 1), zero="run", open=images)
    yield Case((I8, I8), (3, 6, 7, 7), 12, (3, 3), pads=(1, 1, 1, 1), open=images)
    for shape in ((2, 16, 7, 11), (1, 3, 5, 2), (1, 24, 1, 1), (1, 16, 1, 23)):
        yield Case(pair, shape, 32, (3, 3), pads=(1, 1, 1, 1), zero="run", open=pixels)
        yield Case((I8, I8), shape, 16, (3, 3), (2, 1), pads=(0, 1, 2, 1), zero=5, open=pixels)
        yield Case((U8, U8), shape, 24, (1, 1), zero=3, filter_zero=128, open=pixels)
    yield Case(pair, (2, 16, 7, 11), 16, (3, 3), pads=(1, 1, 1, 1), groups=16, zero=9, open=pixels)
    for zero in (0, 100):
        yield Case(pair, (1, 9, 14, 14), 20, (3, 3), pads=(1, 1, 1, 1), zero=zero, filter_zero=0,
                   bias=random.integers(-50000, 50000, 20).astype(np.int32))  # fmt: skip


def main():
    known = list(cases())
    wanted = [case.wanted() for case in known]

    def make(numbers):
        nodes, inputs, constants, values = [], {}, {}, {}
        for number in numbers:
            known[number].add_to(number, nodes, inputs, constants, values)
        outputs = {"y%d" % i: (wanted[i].dtype, None) for i in numbers}
        return model_of(nodes, inputs, outputs, constants, opset=21, ir=10), values

    tally = Tally("convolutions")
    for form, numbers, results in run_cases(make, len(known), "--reference"):
        for i in numbers:
            with tally.case("%s: %s" % (form, known[i])):
                assert_same(results["y%d" % i], wanted[i])
    tally.end()


main()
