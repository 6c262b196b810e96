#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Networks of convolutions: each as it is run, with NC1HWC0 inside and the ops
behind a convolution in its kernel, has the bits of a run that shows every op,
which does neither, also where the number of images, or their height and width,
are dynamic; in float32 it has the numbers of onnxruntime.

Seen to fail, among others, with means that lose their order or whose lanes are
one, vectors of a normalization exchanged, blocks divided or joined in a wrong
order, pixels of a transposed convolution at one place, and other nearest pixels.

usage: formats.py FOLDER
"""

import itertools
import operator
import sys

import numpy as np
from arrays import assert_same
from forms import each_plan
from onnx import helper
from onnx_models import floats, model_of
from sampling import is_turn, turns
from sessions import session_of
from tally import Tally
from tools import run_model

DUMP = f"--dump={sys.argv[1]}/dump"
MODES = ["must_keep_origin_dtype", "force_fp16", "allow_mix_precision_bf16"]

# What is dynamic, and in which modes.
OPEN = [(["N"], MODES[:2]), ([None, None, "H", "W"], MODES[::2])]


class Network:
    """A graph that grows at its end; tensors are called by the node that made them."""

    def __init__(self, name, shape):
        self.name, self.shapes, self.random = name, {"x": shape}, np.random.default_rng(len(name))
        self.nodes, self.constants, self.last = [], {}, "x"
        self.result = np.float32
        self.needs_size = False  # sums have another order where it is open: pools of images, few outputs

    def constant(self, *shape, scale=1.0):
        name = "k%d" % len(self.constants)
        values = (self.random.standard_normal(shape) * scale).astype(np.float32)
        self.constants[name] = values
        return name

    def add(self, op, *inputs, **attributes):
        name = "%s%d" % (op.lower(), len(self.nodes))
        self.nodes.append(helper.make_node(op, inputs or [self.last], [name], name=name, **attributes))
        self.last = name
        self.result = np.uint8 if op == "QuantizeLinear" else np.float32
        return self

    def conv(self, outputs, channels, window=1, bias=True, **attributes):
        w = self.constant(outputs, channels, window, window, scale=(channels * window * window) ** -0.5)
        inputs = [self.last, w] + ([self.constant(outputs)] if bias else [])
        border = [window // 2 * dilation for dilation in attributes.get("dilations", [1, 1])]
        return self.add("Conv", *inputs, pads=border * 2, **attributes)

    def transposed(self, channels, outputs, window, **attributes):
        """`channels` of all groups, `outputs` of each."""
        w = self.constant(channels, outputs, window, window, scale=(channels * window) ** -0.5)
        bias = self.constant(outputs * attributes.get("group", 1))
        return self.add("ConvTranspose", self.last, w, bias, **attributes)

    def normalize(self, channels):
        vectors = [self.constant(channels) for _ in range(3)]
        variances = self.random.uniform(0.5, 2, channels).astype(np.float32)
        self.constants["v%d" % len(self.nodes)] = variances
        return self.add("BatchNormalization", self.last, *vectors, "v%d" % len(self.nodes))

    def integers(self, *values):
        name = "i%d" % len(self.constants)
        self.constants[name] = np.array(values, np.int64)
        return name

    def steps(self, count):
        name = "s%d" % len(self.constants)
        steps = self.random.uniform(0.01, 0.05, () if count == 1 else count).astype(np.float32)
        self.constants[name] = steps
        return name

    def zeros(self, count):
        name = "z%d" % len(self.constants)
        zeros = self.random.integers(90, 160, () if count == 1 else count).astype(np.uint8)
        self.constants[name] = zeros
        return name

    def split(self, sizes, axis):
        names = ["split%d.%d" % (len(self.nodes), part) for part in range(len(sizes))]
        inputs = [self.last, self.integers(*sizes)]
        self.nodes.append(helper.make_node("Split", inputs, names, name=names[0], axis=axis))
        return names

    def resize(self, sizes, **attributes):
        return self.add("Resize", self.last, "", "", self.integers(*sizes), axes=[2, 3], **attributes)

    def model(self, symbols=()):
        """With symbols for the first extents of x that are dynamic, None for those of x."""
        shape = list(self.shapes["x"])
        shape[:len(symbols)] = [symbol or extent for symbol, extent in zip(symbols, shape)]
        return model_of(self.nodes, {"x": floats(*shape)}, {self.last: (self.result, None)}, self.constants)


def networks():
    residual = Network("residual", (2, 3, 23, 21)).conv(32, 3, 7, strides=[2, 2]).add("Relu")
    residual.add("MaxPool", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
    start = residual.last
    residual.conv(16, 32).add("Relu").conv(16, 16, 3, bias=False).add("Relu").conv(32, 16)
    residual.add("Add", residual.last, start).add("Relu").conv(40, 32, 3, strides=[2, 2])
    yield residual.add("GlobalAveragePool")

    mobile = Network("mobile", (1, 4, 17, 18)).conv(16, 4, 3).add("HardSwish")
    mobile.conv(16, 1, 3, group=16).add("Relu").conv(24, 16).conv(24, 1, 5, group=24, strides=[2, 2])
    inside = mobile.last
    mobile.add("GlobalAveragePool").conv(8, 24).add("Relu").conv(24, 8).add("Sigmoid")
    yield mobile.add("Mul", inside, mobile.last).conv(16, 24)

    joined = Network("joined", (1, 16, 9, 30))
    joined.conv(32, 16, 3, dilations=[2, 2])
    left = joined.last
    joined.add("Conv", "x", joined.constant(32, 16, 3, 3, scale=0.08), pads=[1, 1, 1, 1]).add("LeakyRelu", alpha=0.1)
    joined.add("Concat", left, joined.last, axis=1)
    joined.add("Mul", joined.last, joined.constant(64, 1, 1)).add("Add", joined.last, joined.constant(1))
    yield joined.conv(48, 32, 3, group=2).conv(10, 48).add("Tanh")

    # A window of more than one pass, rows of seven, one pixel; other counts stay.
    long = Network("long", (1, 512, 7, 7)).conv(32, 512, 3).add("Relu").conv(64, 32, 7)
    long.needs_size = True
    long.add("AveragePool", kernel_shape=[7, 7]).conv(96, 64).add("Relu").conv(30, 96)
    yield long

    # Normalization, a joint of blocks of 16 and 8, average pools with a border.
    dense = Network("dense", (2, 3, 20, 18)).conv(32, 3, 3, bias=False).normalize(32).add("Relu")
    start = dense.last
    dense.conv(24, 32, 3).normalize(24).add("Relu")
    dense.add("Concat", start, dense.last, axis=1).conv(48, 56).normalize(48)
    dense.add("AveragePool", kernel_shape=[2, 2], strides=[2, 2]).conv(32, 48, 3)
    dense.add("AveragePool", kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    dense.add("AveragePool", kernel_shape=[5, 3], strides=[1, 2], pads=[2, 0, 1, 2], count_include_pad=1)
    yield dense.conv(16, 32)

    # Blocks of 8 joined to a whole number of 16, a pool of many pixels, whose sum
    # keeps its order, and the nearest pixels below.
    halves = Network("halves", (2, 3, 14, 13)).conv(24, 3, 3).add("Relu")
    start = halves.last
    halves.conv(24, 24, 3).add("Concat", start, halves.last, axis=1).conv(32, 48, 3)
    halves.add("AveragePool", kernel_shape=[7, 5], strides=[2, 2]).conv(16, 32)
    yield halves.resize([9, 8], mode="nearest", nearest_mode="floor", coordinate_transformation_mode="asymmetric").conv(24, 16)

    # Parts of channels and of rows, joined again across other extents.
    parts = Network("parts", (1, 3, 12, 14)).conv(48, 3, 3)
    left, right = parts.split([16, 32], axis=1)
    parts.last = right
    parts.conv(32, 32).add("Concat", parts.last, left, axis=1)
    left, right = parts.split([24, 24], axis=1)
    parts.add("Mul", left, right)
    low, high = parts.split([5, 7], axis=2)
    yield parts.add("Concat", high, low, axis=-2).conv(16, 24)

    # Other sizes and borders.
    sized = Network("sized", (1, 3, 9, 7)).conv(16, 3, 3).resize([18, 14], mode="nearest").conv(24, 16)
    sized.resize([20, 11], mode="linear", coordinate_transformation_mode="align_corners")
    sized.resize([27, 9], mode="cubic", cubic_coeff_a=-0.5)
    sized.resize([13, 21], mode="nearest", nearest_mode="round_prefer_ceil", coordinate_transformation_mode="half_pixel").conv(32, 24)
    sized.add("Pad", sized.last, sized.integers(0, 0, 1, 2, 0, 0, 3, 0), mode="reflect")
    yield sized.add("Pad", sized.last, sized.integers(0, 0, 1, -2, 0, 0, 0, 4)).conv(16, 32, 3)

    # Transposed convolutions: whose pixels see the same pixels of x, others, and
    # windows of several sizes; windows that leave pixels out; x of few channels.
    shaped = Network("shaped", (2, 3, 6, 5)).transposed(3, 32, 2, strides=[2, 2]).add("Relu")
    start = shaped.last
    shaped.transposed(32, 16, 4, strides=[2, 2], pads=[1] * 4).add("Relu").conv(32, 16, 3, strides=[2, 2])
    shaped.add("Concat", start, shaped.last, axis=1).transposed(64, 8, 3, strides=[2, 2], pads=[1] * 4, output_padding=[1, 1])
    shaped.add("LeakyRelu", alpha=0.1).transposed(8, 16, 3, strides=[2, 1], pads=[1, 0, 1, 2]).add("Relu")
    yield shaped.conv(16, 16, strides=[3, 2]).transposed(16, 8, 3, strides=[4, 2], group=2, output_padding=[1, 0])

    # More images than one, wide steps, elements apart, and one of each channel.
    apart = Network("apart", (2, 16, 7, 9)).transposed(16, 24, 8, strides=[4, 4], pads=[2] * 4).add("Sigmoid")
    apart.conv(32, 24, strides=[3, 3]).transposed(32, 16, 3, strides=[2, 2], dilations=[2, 3], pads=[1, 2, 0, 3])
    apart.conv(32, 16, strides=[2, 2]).transposed(32, 1, 4, strides=[2, 2], pads=[1] * 4, group=32).add("Relu")
    yield apart.transposed(32, 3, 2, strides=[2, 2])

    # Pixels that see parts of windows, and few outputs.
    atrous = Network("atrous", (2, 16, 12, 11)).conv(32, 16, 3).add("Relu").conv(32, 16, 3, dilations=[7, 6], group=2).add("Relu")
    atrous.conv(64, 32, 3, dilations=[9, 9]).add("Sigmoid").conv(3, 64, 3).add("Tanh").conv(64, 3, 3)
    atrous.needs_size = True
    yield atrous.transposed(64, 2, 4, strides=[2, 2], pads=[1] * 4)

    # Factors of pixels, of channels and of images.
    wide = Network("wide", (2, 3, 8, 10)).conv(32, 3)
    wide.add("Mul", wide.last, wide.constant(10)).add("Mul", wide.last, wide.constant(2, 1, 8, 10))
    wide.add("Add", wide.last, wide.constant(32, 1, 1)).add("Add", wide.constant(2, 32, 8, 1), wide.last)
    yield wide.conv(16, 32)

    # Means of images: fewer pixels than lanes of a row, some of a second and of a
    # third row, many.
    for number, (height, width) in enumerate([(3, 5), (7, 7), (8, 8), (9, 11), (13, 14), (40, 41)]):
        mean = Network("mean%d" % number, (2, 3, height, width)).conv(32, 3, 3).add("GlobalAveragePool")
        mean.add("Mul", "conv0", mean.last).add("ReduceMax", mean.last, mean.integers(-1, -2), keepdims=1)
        mean.add("Sub", "conv0", mean.last).conv(24, 32)
        yield mean.add("ReduceSum", mean.last, mean.integers(2, 3), keepdims=number % 2)

    # Bytes from the sums of a convolution, per channel, and of a product.
    pixels = Network("bytes_of_pixels", (2, 3, 9, 11)).conv(32, 3, 3).add("Relu")
    yield pixels.add("QuantizeLinear", pixels.last, pixels.steps(32), pixels.zeros(32), axis=1)
    rows = Network("bytes_of_rows", (29, 48))
    rows.add("MatMul", "x", rows.constant(48, 96, scale=0.1))
    yield rows.add("QuantizeLinear", rows.last, rows.steps(1), rows.zeros(1))

    # Products whose left factor is read in place, and packed.
    product = Network("product", (3, 29, 48))
    product.add("MatMul", "x", product.constant(48, 96, scale=0.1)).add("Add", product.last, product.constant(96)).add("Relu")
    product.add("MatMul", product.last, product.constant(96, 512, scale=0.1)).add("Sigmoid")
    yield product.add("MatMul", product.last, product.constant(512, 64, scale=0.1))


def assert_near(y, expected, mode):
    """To onnxruntime's numbers; in modes of 16 bits roughly."""
    if y.dtype == np.uint8 and mode == MODES[0]:
        # Near the middle of two steps the order of a sum decides.
        steps = np.abs(y.astype(int) - expected)
        assert steps.max() <= 1 and np.mean(steps) < 0.001, f"off by {steps.max()} steps, {np.mean(steps)} on average"
        return
    off = np.abs(y.astype(np.float64) - expected).max() / np.abs(expected).max()
    assert off < (2e-5 if mode == MODES[0] else 0.1), f"off by {off}"


def main():
    tally = Tally("runs")
    for number, network in enumerate(networks()):
        # Each on one day of three, so that what is open changes from one to the next; a turn of the modes and forms lasts
        # for all three.
        if not is_turn(number, 3):
            continue
        opened = turns(number, OPEN) if len(network.shapes["x"]) == 4 else []
        model = network.model()
        inputs = {"x": np.random.default_rng(5).standard_normal(network.shapes["x"]).astype(np.float32)}
        expected = session_of(model.SerializeToString()).run(None, inputs)[0]
        sweep = turns(number, [(mode, form) for mode in MODES for form in each_plan()], lasts=3)
        for mode, forms in itertools.groupby(sweep, operator.itemgetter(0)):
            options = ["--precision_mode=" + mode, "--allow_hf32=false"]
            (shown,) = run_model(model, inputs, *options, DUMP).values()
            open_shown = []
            for symbols, modes in opened:
                # Some means are other ops then, which other dtypes are decided for.
                if mode in modes:
                    open_model = network.model(symbols)
                    open_shown.append((symbols, open_model, *run_model(open_model, inputs, *options, DUMP).values()))
            for _, form in forms:
                form.ran()
                for threads in (1, 3) if form.name == "avx512" else (2,):
                    # Results do not depend on guards either.
                    is_guarded = form.plan == "avx512" and threads != 1
                    guard = ("end", "begin")[MODES.index(mode) % 2] if is_guarded else "none"
                    with tally.case(f"{network.name} {mode} {form} {threads} threads"):
                        (y,) = run_model(model, inputs, *options, *form.options, "--threads=%d" % threads, "--guard=" + guard).values()
                        assert_same(y, shown)
                        assert_near(y, expected, mode)
                for symbols, open_model, open_y in open_shown:
                    with tally.case(f"{network.name} {mode} {form} with the symbols {symbols}"):
                        (y,) = run_model(open_model, inputs, *options, *form.options, "--threads=2").values()
                        assert_same(y, open_y, "where every op is shown")
                        if mode == MODES[0] and not (network.needs_size and "H" in symbols):
                            assert_same(y, shown, "where the sizes are known")
    tally.end()


main()
