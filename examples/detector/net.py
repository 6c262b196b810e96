#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Writes detector.onnx and scenes.npz: a detector without anchors on pictures of 32 x 32.

Twelve convolutions that turn their channels, each with a tanh, then a box and a score for each
of 64 places. No layer is worse than any other: in float16 the error is spread over all of them."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CHANNELS, LAYERS, SCENES = 16, 12, 40


def scenes(generator):
    """Bright squares on noise."""
    pictures = 0.2 * generator.standard_normal((SCENES, 1, 32, 32))
    for picture in pictures:
        for _ in range(3):
            y, x, size = generator.integers(0, 24, 2).tolist() + [generator.integers(3, 8)]
            picture[0, y : y + size, x : x + size] += 1
    return pictures.astype(np.float32)


def main():
    generator = np.random.default_rng(3)
    nodes, weights = [], {"stem.w": generator.standard_normal((CHANNELS, 1, 4, 4)) / 3}
    nodes.append(helper.make_node("Conv", ["x", "stem.w"], ["c0"], name="stem", strides=[4, 4]))
    for layer in range(LAYERS):
        turn, _ = np.linalg.qr(generator.standard_normal((CHANNELS, CHANNELS)))
        kernel = np.zeros((CHANNELS, CHANNELS, 3, 3))
        kernel[:, :, 1, 1] = turn
        weights[f"conv{layer}.w"] = kernel + 0.05 * generator.standard_normal(kernel.shape)
        nodes.append(helper.make_node("Conv", [f"c{layer}", f"conv{layer}.w"], [f"s{layer}"], name=f"conv{layer}", pads=[1] * 4))
        nodes.append(helper.make_node("Tanh", [f"s{layer}"], [f"c{layer + 1}"], name=f"tanh{layer}"))
    weights["boxes.w"] = 8 * generator.standard_normal((4, CHANNELS, 1, 1))
    weights["scores.w"] = generator.standard_normal((1, CHANNELS, 1, 1))
    nodes += [
        helper.make_node("Conv", [f"c{LAYERS}", "boxes.w"], ["boxes"], name="to_boxes"),
        helper.make_node("Conv", [f"c{LAYERS}", "scores.w"], ["logits"], name="to_scores"),
        helper.make_node("Sigmoid", ["logits"], ["scores"], name="sigmoid"),
    ]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        nodes,
        "detector",
        [info("x", TensorProto.FLOAT, [1, 1, 32, 32])],
        [info("boxes", TensorProto.FLOAT, [1, 4, 8, 8]), info("scores", TensorProto.FLOAT, [1, 1, 8, 8])],
        [numpy_helper.from_array(value.astype(np.float32), name) for name, value in weights.items()],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10), "detector.onnx")
    np.savez("scenes.npz", x=scenes(generator))


if __name__ == "__main__":
    main()
