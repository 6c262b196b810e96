#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Writes own.onnx and own.npz, in the place of a model and data of yours: a classifier with a layer
normalization as many exporters write it, op by op."""

import numpy as np
import onnx
import onnx.parser

NET = """
<ir_version: 10, opset_import: ["": 21]>
net (float[10, 64] x) => (float[10, 10] scores) {
    [features] f = MatMul(x, w1)
    [mean] m = ReduceMean(f, last)
    [center] c = Sub(f, m)
    [square] s = Mul(c, c)
    [variance] v = ReduceMean(s, last)
    [safe] e = Add(v, epsilon)
    [deviation] d = Sqrt(e)
    [normalize] n = Div(c, d)
    [classify] logits = MatMul(n, w2)
    [softmax] scores = Softmax <axis = 1> (logits)
}"""


def main():
    generator = np.random.default_rng(0)
    net = onnx.parser.parse_model(NET)
    weights = {
        "w1": generator.normal(size=(64, 256)).astype(np.float32),
        "w2": (generator.normal(size=(256, 10)) / 8).astype(np.float32),
        "epsilon": np.array([1e-5], np.float32),
        "last": np.array([1], np.int64),
    }
    net.graph.initializer.extend(onnx.numpy_helper.from_array(value, name) for name, value in weights.items())
    onnx.save(net, "own.onnx")
    np.savez("own.npz", x=(40 * generator.normal(size=(200, 64))).astype(np.float32))


if __name__ == "__main__":
    main()
