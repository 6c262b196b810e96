# ===- windows.py - Depthwise convolutions and pools on every form of CPU -===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""ONNX's Conv with a group for each channel, MaxPool and AveragePool by ascend-run
for this machine and for each form of CPU that it has, against onnxruntime; a case takes its
turn on one of these. Rows of all widths around those of vectors, windows that overlap, that touch and that
leave gaps, borders, steps and dilation, float32 and float16. What is summed are
small integers, and averages are of as many as a power of two: all bits must agree.

Seen to fail with a window that is read one row off, with rows that begin one
element off, and with rows of x that are copied once for all turns."""

import numpy as np
from arrays import assert_same
from form_runs import run_cases
from onnx import helper
from onnx_models import model_of
from sessions import session_of
from tally import Tally

random = np.random.default_rng(11)


def cases():
    """(op, shape of x, window, strides, pads, dilations)"""
    for width in [*range(3, 20), 28, 31, 33, 56]:
        yield "Conv", (1, 3, 5, width), (3, 3), (1, 1), (1, 1, 1, 1), (1, 1)
        yield "Conv", (1, 3, 6, width), (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)
        yield "Conv", (1, 3, 6, width), (3, 3), (2, 2), (0, 0, 1, 1), (1, 1)
        yield "MaxPool", (1, 3, 7, width), (3, 3), (1, 1), (1, 1, 1, 1), (1, 1)
        yield "AveragePool", (1, 3, 7, width), (2, 2), (1, 1), (0, 0, 1, 1), (1, 1)
    for height in range(3, 14):
        yield "Conv", (2, 5, height, 16), (3, 3), (1, 1), (0, 0, 0, 0), (1, 1)
        yield "Conv", (2, 5, height, 17), (3, 3), (1, 2), (2, 1, 0, 1), (1, 1)
        yield "MaxPool", (2, 5, height, 16), (3, 2), (2, 2), (1, 1, 1, 0), (1, 1)
    for channels in (1, 2, 7, 8, 16, 24, 64, 960):
        yield "Conv", (1, channels, 7, 7), (3, 3), (1, 1), (1, 1, 1, 1), (1, 1)
        yield "Conv", (1, channels, 9, 9), (5, 5), (2, 2), (2, 2, 2, 2), (1, 1)
    for step in (2, 3, 4, 5):
        yield "Conv", (1, 4, 15, 31), (3, 3), (1, step), (1, 1, 1, 1), (1, 1)
        yield "Conv", (1, 4, 15, 31), (7, 7), (step, step), (3, 3, 3, 3), (1, 1)
        yield "Conv", (1, 4, 15, 31), (2, 3), (step, step), (1, 4, 0, 5), (2, 2)
        yield "MaxPool", (1, 4, 15, 31), (3, 3), (step, step), (1, 1, 1, 1), (1, 1)
        yield "AveragePool", (1, 4, 16, 32), (2, 4), (step, step), (0, 1, 1, 2), (1, 1)
    # Planes that fit the nearest caches, and one that does not.
    for size in (56, 112, 200):
        yield "Conv", (1, 33, size, size), (3, 3), (1, 1), (1, 1, 1, 1), (1, 1)
        yield "Conv", (1, 33, size, size), (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)
        yield "MaxPool", (1, 33, size, size), (3, 3), (2, 2), (1, 1, 1, 1), (1, 1)
    # The longest window that is written out, and the next one.
    for window in (8, 8), (5, 13):
        for kind in "MaxPool", "AveragePool":
            yield kind, (1, 3, 20, 21), window, (1, 1), (2, 3, 2, 3), (1, 1)
            yield kind, (1, 16, 20, 21), window, (2, 2), (0, 0, 0, 0), (1, 1)
    yield "Conv", (1, 6, 40), (5,), (1,), (2, 2), (1,)
    yield "Conv", (1, 6, 41), (3,), (2,), (1, 1), (1,)
    yield "Conv", (1, 6, 4, 6, 18), (2, 3, 3), (1, 1, 1), (1, 1, 1, 0, 1, 1), (1, 1, 1)


def make_model(known):
    """A model of the cases `known`, by number, and values of its inputs."""
    nodes, outputs, constants, values = [], {}, {}, {}
    for number, (kind, shape, window, strides, pads, dilations) in known.items():
        x, y = "x%d" % number, "y%d" % number
        dtype = np.float16 if number % 5 == 4 and kind != "AveragePool" else np.float32
        values[x] = random.integers(-8, 9, shape).astype(dtype)
        outputs[y] = dtype, None
        attributes = {"strides": strides, "pads": pads, "kernel_shape": window}
        operands = [x]
        if kind == "Conv":
            attributes.update(dilations=dilations, group=shape[1])
            w = random.integers(-4, 5, (shape[1], 1, *window)).astype(dtype)
            bias = random.integers(-4, 5, shape[1]).astype(dtype)
            constants["w%d" % number] = w
            operands.append("w%d" % number)
            if number % 2:
                constants["b%d" % number] = bias
                operands.append("b%d" % number)
        elif kind == "AveragePool":
            attributes["count_include_pad"] = 1
        nodes.append(helper.make_node(kind, operands, [y], **attributes))
    return model_of(nodes, values, outputs, constants, ir=10), values


def main():
    known = list(cases())
    wanted = {}

    def make(numbers):
        model, values = make_model({number: known[number] for number in numbers})
        results = session_of(model.SerializeToString()).run(None, values)
        wanted.update(zip(numbers, results))
        return model, values

    tally = Tally("windows")
    for form, numbers, results in run_cases(make, len(known), "--reference"):
        for number in numbers:
            with tally.case("%s: %s" % (form, known[number])):
                assert_same(results["y%d" % number], wanted[number])
    tally.end()


main()
