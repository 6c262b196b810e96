#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""AscendQuant, cube ops of int8, AscendDequant and AscendRequant, bit for bit as numpy has each rounding.

What CANN's kernels round, and where, is the table of docs/Numerics.md."""

import os
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "Inputs"))
from sampling import turns  # noqa: E402

# Of the first the kernels multiply by float16, of the others by the high 19 bits of a float32.
HALVES, WORDS = ("Ascend310", "Ascend910A"), ("Ascend310P3", "Ascend310B1", "Ascend910B1")
SATURATING = ("Ascend310", "Ascend910A", "Ascend310P3", "Ascend310B1")
TYPES = {np.dtype(np.float32): TensorProto.FLOAT, np.dtype(np.float16): TensorProto.FLOAT16,
         np.dtype(np.int8): TensorProto.INT8, np.dtype(np.int32): TensorProto.INT32}  # fmt: skip
random = np.random.default_rng(11)
checked = 0


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


def save(folder, nodes, inputs, outputs, constants):
    graph = helper.make_graph(
        [helper.make_node(kind, ins, outs, name=outs[0], **attributes) for kind, ins, outs, attributes in nodes], "g",
        [helper.make_tensor_value_info(name, TYPES[value.dtype], value.shape) for name, value in inputs.items()],
        [helper.make_tensor_value_info(name, TYPES[np.dtype(type)], None) for name, type in outputs.items()],
        [numpy_helper.from_array(value, name) for name, value in constants.items()])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), folder / "m.onnx")
    np.savez(folder / "x.npz", **inputs)


def run(folder, soc, *options):
    subprocess.run(["ascend-run", "m.onnx", "--inputs=x.npz", "--outputs=y.npz", "--log=error", f"--soc_version={soc}",
                    "--precision_mode=force_fp16", *options], check=True, cwd=folder)  # fmt: skip
    with np.load(folder / "y.npz") as results:
        return {name: results[name] for name in results}


def check(folder, soc, expected, what):
    global checked
    for name, y in run(folder, soc).items():
        np.testing.assert_array_equal(y, expected[name].astype(y.dtype), f"{what} on {soc}: {name}")
        checked += 1


def convolve(x, weights, pads, fill, groups=1):
    """Sums of int8, modulo 2^32; the border is `fill`."""
    x = np.pad(x.astype(np.int64), ((0, 0), (0, 0), (pads[0], pads[2]), (pads[1], pads[3])), constant_values=fill)
    size = weights.shape[2:]
    windows = np.lib.stride_tricks.sliding_window_view(x, size, (2, 3))
    parts = [np.einsum("nchwij,ocij->nohw", a, b) for a, b in
             zip(np.split(windows, groups, 1), np.split(weights.astype(np.int64), groups, 0))]  # fmt: skip
    return np.concatenate(parts, 1)


def test_quant(folder):
    """Ties, both ends, and each attribute beside its default."""
    for dtype in (np.float32, np.float16):
        x = np.concatenate([np.arange(-130, 130, 0.25), random.standard_normal(500) * 40, [1e5, -1e5, 0.0, -0.0]])
        x = x.astype(dtype)[None]
        for scale, offset, sqrt, mode in ((1.0, 0.0, 0, "Round"), (1.0, 0.0, 0, "Floor"), (1.0, 0.0, 0, "Ceil"),
                                          (1.0, 0.0, 0, "Trunc"), (0.3, 5.0, 0, "Round"), (0.7, -3.5, 1, "Round"),
                                          (1.1, 0.0, 1, "Trunc"), (0.05, 100.0, 0, "Ceil")):  # fmt: skip
            attributes = dict(scale=scale, offset=offset, sqrt_mode=sqrt, round_mode=mode)
            save(folder, [("AscendQuant", ["x"], ["q"], attributes)], {"x": x}, {"q": np.int8}, {})
            for soc in ("Ascend310P3", "Ascend910B1"):
                with np.errstate(over="ignore"):
                    inside = rounded(x, soc)
                check(folder, soc, {"q": quantize(inside, scale, offset, sqrt, mode)}, f"AscendQuant {attributes}")
    # The default of each attribute, and the reference, which computes in float32.
    save(folder, [("AscendQuant", ["x"], ["q"], dict(scale=0.3))], {"x": x.astype(np.float32)}, {"q": np.int8}, {})
    check(folder, "Ascend910B1", {"q": quantize(x, 0.3)}, "AscendQuant")
    wide = np.clip(np.rint(x.astype(np.float32) * np.float32(0.3)), -128, 127).astype(np.int8)
    np.testing.assert_array_equal(run(folder, "Ascend910B1", "--reference")["q"], wide)
    assert (wide != quantize(x, 0.3)).any()


def test_convolutions(folder):
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
        save(folder, nodes, {"x": x}, {"n": np.float32}, {"w": weights, "s": words(scales), **({"b": biases} if bias else {})})
        for soc in chips(number):
            sums = convolve(quantize(x, 30.0, offset), weights, pads, int(offset))
            sums += (biases if bias else 0) * np.ones(5, np.int64)[:, None, None].astype(np.int64) if not bias else biases[:, None, None]
            sums -= (int(offset) * weights.astype(np.int64).sum((1, 2, 3)))[:, None, None]
            check(folder, soc, {"n": -dequantize(sums, scales.reshape(-1, 1, 1), soc, relu)}, f"Conv {channels} {bias} {offset}")


def test_few_channels(folder):
    """A convolution of 16 channels is one of float16; of 17 it is one of int8."""
    for channels in (3, 16, 17):
        x = (random.integers(-8, 9, (1, channels, 5, 5)) / 4).astype(np.float32)
        weights = random.integers(-4, 5, (2, channels, 3, 3)).astype(np.int8)
        scales = np.float32([2.0**-6, 2.0**-5])
        nodes = [("AscendQuant", ["x"], ["q"], dict(scale=8.0, offset=4.0)), ("Conv", ["q", "w"], ["c"], {}),
                 ("AscendDequant", ["c", "s"], ["y"], {})]  # fmt: skip
        save(folder, nodes, {"x": x}, {"y": np.float32}, {"w": weights, "s": words(scales)})
        # Numbers of few bits, so that nothing is rounded but the result.
        exact = convolve((x * 4).astype(np.int64), weights, [0] * 4, 0) / 4 * 8 * scales.reshape(-1, 1, 1)
        for soc in ("Ascend310P3", "Ascend910B1"):
            check(folder, soc, {"y": half(exact)}, f"{channels} channels")
            table = subprocess.run(["ascend-atc", "--model=m.onnx", "--framework=5", f"--soc_version={soc}", "--precision_mode=force_fp16"],
                                   check=True, cwd=folder, text=True, capture_output=True).stdout  # fmt: skip
            assert ("AscendQuant" in table) == (channels == 17), table


def test_products(folder):
    """Columns have a scale each; A or B transposed."""
    for number, (kind, transposed) in enumerate((("MatMul", False), ("Gemm", False), ("Gemm", True))):
        x = random.standard_normal((4, 33)).astype(np.float32)
        weights = random.integers(-127, 128, (6, 33) if transposed else (33, 6)).astype(np.int8)
        scales = (2e-3 * (0.5 + random.random(6))).astype(np.float32)
        nodes = [("AscendQuant", ["x"], ["q"], dict(scale=25.0, offset=-9.0)),
                 (kind, ["q", "w"], ["c"], dict(transB=1) if transposed else {}), ("AscendDequant", ["c", "s"], ["y"], {})]  # fmt: skip
        save(folder, nodes, {"x": x}, {"y": np.float32}, {"w": weights, "s": words(scales)})
        wide = (weights.T if transposed else weights).astype(np.int64)
        sums = (quantize(x, 25.0, -9.0).astype(np.int64) + 9) @ wide
        for soc in chips(number):
            check(folder, soc, {"y": dequantize(sums, scales, soc)}, f"{kind} {transposed}")


def test_sums(folder):
    """Large sums, which the first chips round to float16 before they multiply; both types of y; Requant."""
    sums = np.concatenate([random.integers(-(2**31), 2**31, 200), random.integers(-70000, 70000, 200), [2**31 - 1, -(2**31), 0]])
    sums = sums.astype(np.int32).reshape(1, 13, 31, 1)
    for number, scale in enumerate((1e-3, 1.0, 7e-10, 3.1)):
        scales = (scale * (0.5 + random.random(13))).astype(np.float32)
        for dtype, name in ((0, np.float32), (1, np.float16)):
            save(folder, [("AscendDequant", ["x", "s"], ["y"], dict(dtype=dtype, relu_flag=dtype))], {"x": sums}, {"y": name}, {"s": words(scales)})
            for soc in chips(number):
                check(folder, soc, {"y": dequantize(sums, scales.reshape(-1, 1, 1), soc, relu=dtype)}, f"AscendDequant {scale}")
        for relu in (0, 1):
            offsets = random.integers(-256, 256, 13)
            save(folder, [("AscendRequant", ["x", "s"], ["y"], dict(relu_flag=relu))], {"x": sums}, {"y": np.int8}, {"s": words(scales, offsets)})
            y = np.rint(sums.astype(np.float64) * fp19(scales).reshape(-1, 1, 1).astype(np.float64))
            y = np.clip(np.maximum(y, 0) if relu else y, -256, 255) + offsets.reshape(-1, 1, 1)
            for soc in ("Ascend310P3", "Ascend310B1"):
                check(folder, soc, {"y": np.clip(y, -128, 127)}, f"AscendRequant {scale}")


with tempfile.TemporaryDirectory() as top:
    for test in (test_quant, test_convolutions, test_few_channels, test_products, test_sums):
        test(pathlib.Path(top))
print("quantized:", checked)
