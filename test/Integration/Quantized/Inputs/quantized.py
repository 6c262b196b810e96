#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""AscendQuant, cube ops of int8, AscendDequant and AscendRequant, bit for bit as numpy has each rounding.

What CANN's kernels round, and where, is the table of docs/Numerics.md."""

import pathlib
import tempfile

import numpy as np
import onnx
from onnx import helper
from onnx_models import model_of
from sampling import turns
from tally import Tally
from tools import run, run_model

# Of the first the kernels multiply by float16, of the others by the high 19 bits of a float32.
HALVES, WORDS = ("Ascend310", "Ascend910A"), ("Ascend310P3", "Ascend310B1", "Ascend910B1")
SATURATING = ("Ascend310", "Ascend910A", "Ascend310P3", "Ascend310B1")
random = np.random.default_rng(11)
tally = Tally("results")


def chips(number):
    """One of either kind, in turn."""
    return turns(number, HALVES) + turns(number, WORDS)


def half(number):
    with np.errstate(over="ignore"):
        return np.asarray(number).astype(np.float16)


def words(scales, offsets=0):
    """Scales of uint64, as TransQuantParam makes them."""
    low = np.asarray(scales, np.float32).view(np.uint32).astype(np.uint64)
    return low | (np.asarray(offsets).astype(np.int64).astype(np.uint64) & np.uint64(0x1FF)) << np.uint64(37)


def fp19(scales):
    return (np.asarray(scales, np.float32).view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32)


def quantize(x, scale, offset=0.0, sqrt=False, mode="Round", low=-128, high=127):
    y = half(x)
    for _ in range(1 + sqrt):
        y = half(y * np.float16(scale)) if scale != 1 else y
    y = half(y + np.float16(offset)) if offset != 0 else y
    y = {"Round": np.rint, "Floor": np.floor, "Ceil": np.ceil, "Trunc": np.trunc}[mode](y.astype(np.float32))
    return np.clip(y, low, high).astype(np.int8)


def dequantize(sums, scales, soc, relu=False):
    """`scales` broadcast with the sums."""
    if soc in WORDS:
        y = sums.astype(np.float64) * fp19(scales).astype(np.float64)
        return rounded(np.maximum(y, 0) if relu else y, soc)
    isRoot = (np.asarray(scales) < 2.0**-14).any()
    scales = half(np.sqrt(scales) if isRoot else scales)
    y = rounded(rounded(sums.astype(np.float64), soc).astype(np.float32) * scales, soc)
    y = np.maximum(y, np.float16(0)) if relu else y
    return rounded(y.astype(np.float32) * scales, soc) if isRoot else y


def rounded(number, soc):
    """To float16, as the chip overflows."""
    y = half(number)
    return np.clip(y, -65504, 65504) if soc in SATURATING else y


class Model:
    """`nodes`: type, inputs, outputs and attributes of each; `inputs`: what runs have for them; `outputs`: their dtypes."""

    def __init__(self, nodes, inputs, outputs, constants):
        self.inputs = inputs
        self.proto = model_of([helper.make_node(kind, ins, outs, name=outs[0], **attributes) for kind, ins, outs, attributes in nodes],
                              inputs, {name: (dtype, None) for name, dtype in outputs.items()}, constants, opset=13)  # fmt: skip

    def run(self, soc, *options):
        return run_model(self.proto, self.inputs, f"--soc_version={soc}", "--precision_mode=force_fp16", *options)

    def check(self, soc, expected, what):
        for name, y in self.run(soc).items():
            with tally.case(f"{what} on {soc}: {name}"):
                np.testing.assert_array_equal(y, expected[name].astype(y.dtype))


def convolve(x, weights, pads, fill, groups=1):
    """Sums of int8, modulo 2^32; the border is `fill`."""
    x = np.pad(x.astype(np.int64), ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])), constant_values=fill)
    size = weights.shape[2:]
    windows = np.lib.stride_tricks.sliding_window_view(x, size, (2, 3))
    parts = [np.einsum("nchwij,ocij->nohw", a, b) for a, b in
             zip(np.split(windows, groups, 1), np.split(weights.astype(np.int64), groups, 0))]  # fmt: skip
    return np.concatenate(parts, 1)


def test_quant():
    """Ties, both ends, and each attribute beside its default."""
    for dtype in (np.float32, np.float16):
        x = np.concatenate([np.arange(-130, 130, 0.25), random.standard_normal(500) * 40, [1e5, -1e5, 0.0, -0.0]])
        x = x.astype(dtype)[None]
        settings = ((1.0, 0.0, 0, "Round"), (1.0, 0.0, 0, "Floor"), (1.0, 0.0, 0, "Ceil"), (1.0, 0.0, 0, "Trunc"), (0.3, 5.0, 0, "Round"),
                    (0.7, -3.5, 1, "Round"), (1.1, 0.0, 1, "Trunc"), (0.05, 100.0, 0, "Ceil"))  # fmt: skip
        # One model of all of them.
        nodes = [("AscendQuant", ["x"], [str(each)], dict(zip(("scale", "offset", "sqrt_mode", "round_mode"), each))) for each in settings]
        model = Model(nodes, {"x": x}, {str(each): np.int8 for each in settings}, {})
        for soc in ("Ascend310P3", "Ascend910B1"):
            with np.errstate(over="ignore"):
                inside = rounded(x, soc)
            model.check(soc, {str(each): quantize(inside, *each) for each in settings}, f"AscendQuant of {np.dtype(dtype)}")
    # The default of each attribute, and the reference, which computes in float32.
    model = Model([("AscendQuant", ["x"], ["q"], dict(scale=0.3))], {"x": x.astype(np.float32)}, {"q": np.int8}, {})
    model.check("Ascend910B1", {"q": quantize(x, 0.3)}, "AscendQuant")
    wide = np.clip(np.rint(x.astype(np.float32) * np.float32(0.3)), -128, 127).astype(np.int8)
    np.testing.assert_array_equal(model.run("Ascend910B1", "--reference")["q"], wide)
    assert (wide != quantize(x, 0.3)).any()


def test_convolutions():
    """A bias or none, an offset or none, a border of the offset, scales for all or for each channel, Relu."""
    for number, (channels, bias, offset, pads, shared, relu, scale) in enumerate((
            (17, True, 3.0, [1, 1, 1, 1], False, False, 2e-3), (32, False, -7.0, [1, 0, 0, 2], False, True, 2e-3),
            (20, True, 0.0, [0, 0, 0, 0], True, True, 1e-3), (24, True, 12.0, [0, 0, 0, 0], False, False, 3e-5))):  # fmt: skip
        x = random.standard_normal((2, channels, 6, 7)).astype(np.float32)
        weights = random.integers(-127, 128, (5, channels, 3, 3)).astype(np.int8)
        biases = random.integers(-3000, 3000, 5).astype(np.int32)
        scales = (scale * (0.5 + random.random(1 if shared else 5))).astype(np.float32)
        nodes = [("AscendQuant", ["x"], ["q"], dict(scale=30.0, offset=offset)),
                 ("Conv", ["q", "w"] + ["b"] * bias, ["c"], dict(pads=pads)),
                 ("AscendDequant", ["c", "s"], ["d"], {})]  # fmt: skip
        nodes += [("Relu", ["d"], ["y"], {}), ("Neg", ["y"], ["n"], {})] if relu else [("Neg", ["d"], ["n"], {})]
        model = Model(nodes, {"x": x}, {"n": np.float32}, {"w": weights, "s": words(scales), **({"b": biases} if bias else {})})
        for soc in chips(number):
            sums = convolve(quantize(x, 30.0, offset), weights, pads, int(offset))
            sums += (biases if bias else 0) * np.ones(5, np.int64)[:, None, None].astype(np.int64) if not bias else biases[:, None, None]
            sums -= (int(offset) * weights.astype(np.int64).sum((1, 2, 3)))[:, None, None]
            model.check(soc, {"n": -dequantize(sums, scales.reshape(-1, 1, 1), soc, relu)}, f"Conv {channels} {bias} {offset}")


def test_few_channels():
    """A convolution of 16 channels is one of float16; of 17 it is one of int8."""
    for channels in (3, 16, 17):
        x = (random.integers(-8, 9, (1, channels, 5, 5)) / 4).astype(np.float32)
        weights = random.integers(-4, 5, (2, channels, 3, 3)).astype(np.int8)
        scales = np.float32([2.0**-6, 2.0**-5])
        nodes = [("AscendQuant", ["x"], ["q"], dict(scale=8.0, offset=4.0)), ("Conv", ["q", "w"], ["c"], {}),
                 ("AscendDequant", ["c", "s"], ["y"], {})]  # fmt: skip
        model = Model(nodes, {"x": x}, {"y": np.float32}, {"w": weights, "s": words(scales)})
        # Numbers of few bits, so that nothing is rounded but the result.
        exact = convolve((x * 4).astype(np.int64), weights, [0] * 4, 0) / 4 * 8 * scales.reshape(-1, 1, 1)
        for soc in ("Ascend310P3", "Ascend910B1"):
            model.check(soc, {"y": half(exact)}, f"{channels} channels")
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "m.onnx")
                onnx.save(model.proto, path)
                table = run("ascend-atc", f"--model={path}", "--framework=5", f"--soc_version={soc}", "--precision_mode=force_fp16").stdout
            assert ("AscendQuant" in table) == (channels == 17), table


def test_products():
    """Columns have a scale each; A or B transposed."""
    for number, (kind, transposed) in enumerate((("MatMul", False), ("Gemm", False), ("Gemm", True))):
        x = random.standard_normal((4, 33)).astype(np.float32)
        weights = random.integers(-127, 128, (6, 33) if transposed else (33, 6)).astype(np.int8)
        scales = (2e-3 * (0.5 + random.random(6))).astype(np.float32)
        nodes = [("AscendQuant", ["x"], ["q"], dict(scale=25.0, offset=-9.0)),
                 (kind, ["q", "w"], ["c"], dict(transB=1) if transposed else {}), ("AscendDequant", ["c", "s"], ["y"], {})]  # fmt: skip
        model = Model(nodes, {"x": x}, {"y": np.float32}, {"w": weights, "s": words(scales)})
        wide = (weights.T if transposed else weights).astype(np.int64)
        sums = (quantize(x, 25.0, -9.0).astype(np.int64) + 9) @ wide
        for soc in chips(number):
            model.check(soc, {"y": dequantize(sums, scales, soc)}, f"{kind} {transposed}")


def test_sums():
    """Large sums, which the first chips round to float16 before they multiply; both types of y; Requant."""
    sums = np.concatenate([random.integers(-(2**31), 2**31, 200), random.integers(-70000, 70000, 200), [2**31 - 1, -(2**31), 0]])
    sums = sums.astype(np.int32).reshape(1, 13, 31, 1)
    for number, scale in enumerate((1e-3, 1.0, 7e-10, 3.1)):
        scales = (scale * (0.5 + random.random(13))).astype(np.float32)
        for dtype, name in ((0, np.float32), (1, np.float16)):
            model = Model([("AscendDequant", ["x", "s"], ["y"], dict(dtype=dtype, relu_flag=dtype))], {"x": sums}, {"y": name},
                          {"s": words(scales)})  # fmt: skip
            for soc in chips(number):
                model.check(soc, {"y": dequantize(sums, scales.reshape(-1, 1, 1), soc, relu=dtype)}, f"AscendDequant {scale}")
        for relu in (0, 1):
            offsets = random.integers(-256, 256, 13)
            model = Model([("AscendRequant", ["x", "s"], ["y"], dict(relu_flag=relu))], {"x": sums}, {"y": np.int8},
                          {"s": words(scales, offsets)})  # fmt: skip
            y = np.rint(sums.astype(np.float64) * fp19(scales).reshape(-1, 1, 1).astype(np.float64))
            y = np.clip(np.maximum(y, 0) if relu else y, -256, 255) + offsets.reshape(-1, 1, 1)
            for soc in ("Ascend310P3", "Ascend310B1"):
                model.check(soc, {"y": np.clip(y, -128, 127)}, f"AscendRequant {scale}")


for test in (test_quant, test_convolutions, test_few_channels, test_products, test_sums):
    test()
tally.end()
