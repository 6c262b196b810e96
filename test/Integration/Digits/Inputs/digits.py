#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A network that is trained here, on scikit-learn's digits, in every mode.

In the reference run each score is onnxruntime's; in any precision mode the
network names as many digits right, within 1 %.

usage: digits.py FOLDER
"""

import pathlib
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
from sklearn.datasets import load_digits

import network

FOLDER = pathlib.Path(sys.argv[1])
TEST = 360
MODES = ["must_keep_origin_dtype", "force_fp16", "cube_fp16in_fp32out", "allow_mix_precision_fp16",
         "allow_mix_precision_bf16", "allow_fp32_to_fp16", "allow_fp32_to_bf16"]  # fmt: skip


def run(images, *options):
    np.savez(FOLDER / "in.npz", images=images)
    subprocess.run(["ascend-run", FOLDER / "digits.onnx", f"--input_shape=images:{len(images)},1,8,8", "--log=error",
                    f"--inputs={FOLDER}/in.npz", f"--outputs={FOLDER}/out.npz", *options],
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    return np.load(FOLDER / "out.npz")["scores"].astype(np.float32)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    digits = load_digits()
    order = np.random.default_rng(1).permutation(len(digits.target))
    x, labels = (digits.images[order, None] / 16).astype(np.float32), digits.target[order]
    model = network.to_onnx(network.train(x[:-TEST], labels[:-TEST]))
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, FOLDER / "digits.onnx")
    x, labels = x[-TEST:], labels[-TEST:]

    def share_right(scores):
        return np.mean(scores.argmax(1) == labels)

    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    wanted = session.run(None, {"images": x})[0]
    reference = run(x, "--reference")
    np.testing.assert_allclose(reference, wanted, rtol=1e-5, atol=1e-6)
    right = share_right(wanted)
    print(f"reference: {'well' if right >= 0.95 else f'{right:.1%}'} trained")
    for mode in MODES:
        share = share_right(run(x, f"--precision_mode={mode}"))
        print(f"{mode}: {'as good' if abs(share - right) <= 0.01 else f'{share:.1%}'}")


if __name__ == "__main__":
    main()
