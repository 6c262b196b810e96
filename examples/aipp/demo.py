#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What AIPP does to a network's answers.

  scripts/setup, a build, then
  PYTHONPATH=build/python .venv/bin/python examples/aipp/demo.py

A network learns digits in colours (which digit, and on red or on blue) from floats as a
framework prepares them. Then it takes the same pictures as bytes through AIPP, RGB and NV12,
with the right configuration and with the mistakes that are made most often. Each row says how
many answers are right, and how many are others than with floats.
"""

import pathlib
import tempfile
import warnings

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from rich import box
from rich.console import Console
from rich.table import Table
from sklearn.datasets import load_digits

import ascend_mlir

MEAN, DEVIATION = np.array([0.42, 0.30, 0.42]), np.array([0.31, 0.27, 0.31])
JPEG = "matrix_r0c0: 256 matrix_r0c1: 0 matrix_r0c2: 359 " \
       "matrix_r1c0: 256 matrix_r1c1: -88 matrix_r1c2: -183 " \
       "matrix_r2c0: 256 matrix_r2c1: 454 matrix_r2c2: 0 " \
       "input_bias_0: 0 input_bias_1: 128 input_bias_2: 128"  # fmt: skip


def make_pictures():
    """(RGB pictures [N, 16, 16, 3] of bytes, their classes: a digit on red, or on blue, 10 more)."""
    digits, chance = load_digits(), np.random.default_rng(1)
    order = chance.permutation(len(digits.target))
    ink = np.kron(digits.images[order] / 16, np.ones((2, 2)))[..., None]
    is_blue = chance.random(len(order)) < 0.5
    ground = np.where(is_blue[:, None], [60, 60, 150], [150, 60, 60])[:, None, None, :]
    pictures = ink * 225 + (1 - ink) * ground + chance.normal(0, 12, (len(order), 16, 16, 3))
    return np.clip(np.rint(pictures), 0, 255).astype(np.uint8), digits.target[order] + 10 * is_blue


def prepare(pictures):
    """As the framework does it: [N, 3, 16, 16], from 0 to 1, less the mean, by the deviation."""
    return np.moveaxis((pictures / 255 - MEAN) / DEVIATION, -1, 1).astype(np.float32)


def train(x, classes):
    """Weights of softmax regression."""
    x, weights = x.reshape(len(x), -1), np.zeros((20, x[0].size + 1))
    x = np.hstack([x, np.ones((len(x), 1))])
    wanted = np.eye(20)[classes]
    for _ in range(300):
        scores = x @ weights.T
        scores = np.exp(scores - scores.max(1, keepdims=True))
        weights -= 0.02 * ((scores / scores.sum(1, keepdims=True) - wanted).T @ x) / len(x)
    return weights.astype(np.float32)


def save_network(weights, count, path):
    nodes = [helper.make_node("Flatten", ["images"], ["flat"], "flatten"),
             helper.make_node("Gemm", ["flat", "weights", "bias"], ["scores"], "classify", transB=1)]  # fmt: skip
    graph = helper.make_graph(
        nodes, "digits", [helper.make_tensor_value_info("images", TensorProto.FLOAT, [count, 3, 16, 16])],
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, [count, 20])],
        [numpy_helper.from_array(weights[:, :-1].copy(), "weights"),
         numpy_helper.from_array(weights[:, -1].copy(), "bias")])  # fmt: skip
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9), path)


def to_nv12(pictures):
    """[N, 24, 16, 1]: Y, then a pair of U and V for four pixels, of BT.601 with the whole range (JPEG)."""
    r, g, b = np.moveaxis(pictures.astype(float), -1, 0)
    y = 0.299 * r + 0.587 * g + 0.114 * b
    pairs = np.stack([(b - y) / 1.772 + 128, (r - y) / 1.402 + 128], axis=-1)
    pairs = pairs.reshape(len(pictures), 8, 2, 8, 2, 2).mean((2, 4)).reshape(len(pictures), 8, 16)
    return np.clip(np.rint(np.concatenate([y, pairs], axis=1)), 0, 255).astype(np.uint8)[..., None]


def normalization():
    """The mean and the factor of each channel, for bytes: (x / 255 - mean) / deviation."""
    return " ".join(f"min_chn_{at}: {255 * MEAN[at]:.4f} var_reci_chn_{at}: {1 / (255 * DEVIATION[at]):.8f}" for at in range(3))


def main():
    pictures, classes = make_pictures()
    weights = train(prepare(pictures[:1200]), classes[:1200])
    pictures, classes = pictures[1200:], classes[1200:]
    nv12 = to_nv12(pictures)
    rows = [
        ("RGB888_U8", pictures, "RGB888_U8", "", {}),
        ("RGB888_U8, red and blue exchanged", pictures, "RGB888_U8", "rbuv_swap_switch: true", {}),
        ("NV12", nv12, "YUV420SP_U8", f"csc_switch: true {JPEG}", {}),
        ("NV12, colours rounded down", nv12, "YUV420SP_U8", f"csc_switch: true {JPEG}", {"aipp_rounding": "down"}),
        ("NV12, U and V exchanged", nv12, "YUV420SP_U8", f"csc_switch: true rbuv_swap_switch: true {JPEG}", {}),
        ("NV12, no matrix given (narrow, BGR)", nv12, "YUV420SP_U8", "csc_switch: true", {}),
        ("NV12, csc_switch forgotten", nv12, "YUV420SP_U8", "", {}),
    ]
    table = Table(box=box.SIMPLE_HEAD)
    for name in ("what the network is given", "right", "changed"):
        table.add_column(name, justify="left" if name[0] == "w" else "right")
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", ascend_mlir.AscendWarning)
        model, config = pathlib.Path(folder) / "digits.onnx", pathlib.Path(folder) / "aipp.cfg"
        save_network(weights, len(pictures), model)
        floats = ascend_mlir.compile(str(model)).run([prepare(pictures)])["scores"].argmax(1)
        table.add_row("floats, as the framework prepares them", f"{np.mean(floats == classes):.1%}", "")
        for name, images, form, more, options in rows:
            config.write_text(f"aipp_op {{ aipp_mode: static input_format: {form} {more} {normalization()} }}\n")
            answers = ascend_mlir.compile(str(model), insert_op_conf=str(config), **options).run([images])["scores"].argmax(1)
            table.add_row(name, f"{np.mean(answers == classes):.1%}", f"{np.mean(answers != floats):.1%}")
    console = Console()
    console.print(f"{len(pictures)} pictures that the network did not see, force_fp16 on Ascend910B1")
    console.print(table)


if __name__ == "__main__":
    main()
