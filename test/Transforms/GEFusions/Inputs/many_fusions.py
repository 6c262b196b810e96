#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Decides models of many fusions, in the working folder, and tells the CPU seconds of each.

usage: many_fusions.py [OPS…] (5000 and 40000, which must take time in proportion), for one of two chips on each day"""

import json
import sys

import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of
from sampling import turns
from tools import growing, measure


class Model:
    def __init__(self, ops):
        self.nodes, self.constants = [], {}
        filters, joined = self.constant(np.full((16, 16, 3, 3), 0.01)), self.constant(np.full((16, 32, 1, 1), 0.01))
        zeros, ones = self.constant(np.zeros(16)), self.constant(np.ones(16))
        half, same = self.constant(np.array(0.5)), self.constant(np.ones(4))
        sizes = self.constant(np.array([8, 8]), np.int64)
        value = "x"
        while len(self.nodes) < ops:
            conv = self.op("BatchNormalization", self.op("Conv", value, filters, zeros, pads=[1] * 4), ones, zeros, zeros, ones)
            mean = self.op("AveragePool", self.op("Relu", conv), kernel_shape=[3, 3], pads=[1] * 4)
            parts = [self.op("Conv", mean, filters, zeros, pads=[1] * 4) for _ in range(2)]
            value = self.op("Conv", self.op("Concat", *parts, axis=1), joined, zeros)
            value = self.op("Concat", *self.op("Split", value, sizes, results=2, axis=1), axis=1)
            value = self.op("Mul", value, self.op("Tanh", self.op("Softplus", value)))
            value = self.op("Div", self.op("Resize", value, "", same, mode="linear"), half)
            value = self.op("Transpose", self.op("Add", value, mean), perm=[0, 2, 3, 1])
            value = self.op("Transpose", value, perm=[0, 3, 1, 2])
        shape = floats(1, 16, 8, 8)
        onnx.save(model_of(self.nodes, {"x": shape}, {value: shape}, self.constants, opset=13), "m.onnx")

    def constant(self, array, dtype=np.float32):
        name = f"c{len(self.constants)}"
        self.constants[name] = array.astype(dtype)
        return name

    def op(self, kind, *inputs, results=1, **attributes):
        name = f"{kind}_{len(self.nodes)}"
        outputs = [f"{name}_{index}" for index in range(results)]
        self.nodes.append(helper.make_node(kind, list(inputs), outputs, name=name, **attributes))
        return outputs if results > 1 else outputs[0]


def seconds(soc, ops):
    model = Model(ops)
    done = measure("ascend-atc", "--model=m.onnx", "--framework=5", "--mode=3", f"--soc_version={soc}", "--precision_mode=force_fp16",
                   "--report=r.json", "--log=error")  # fmt: skip
    assert done.code == 0, done.stderr
    with open("r.json") as file:
        fusions = json.load(file)["fusions"]
    print(f"{soc}: {len(model.nodes)} ops, {len(fusions)} fusions: {done.seconds:.2f} s")
    return done.seconds


# How much longer eight times the ops may take. They take 9 to 11 times as long, and up to half as long again where
# others use the caches, in which the smaller model lies.
GROWTH = 16

given = [int(word) for word in sys.argv[1:]]
for soc in turns(0, ("Ascend310P3", "Ascend910B1")):
    if given:
        for ops in given:
            seconds(soc, ops)
    else:
        few, many = growing(lambda ops: seconds(soc, ops), 5000, 40000, GROWTH)
        assert many < GROWTH * few, (few, many)
print("linear")
