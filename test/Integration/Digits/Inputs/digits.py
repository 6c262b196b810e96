#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A network that is trained here, on scikit-learn's digits, in every mode.

In the reference run each score is onnxruntime's; in any precision mode, of which three
take their turn (sampling.py), the network names as many digits right, within 1 %."""

import numpy as np
import onnx
from sampling import turns
from sessions import session_of
from sklearn.datasets import load_digits
from tally import Tally
from tools import run_model

import network

TEST = 360
MODES = ["must_keep_origin_dtype", "force_fp16", "cube_fp16in_fp32out", "allow_mix_precision_fp16",
         "allow_mix_precision_bf16", "allow_fp32_to_fp16", "allow_fp32_to_bf16"]  # fmt: skip


def main():
    digits = load_digits()
    order = np.random.default_rng(1).permutation(len(digits.target))
    x, labels = (digits.images[order, None] / 16).astype(np.float32), digits.target[order]
    model = network.to_onnx(network.train(x[:-TEST], labels[:-TEST]))
    onnx.checker.check_model(model, full_check=True)
    x, labels = x[-TEST:], labels[-TEST:]

    def run(*options):
        return run_model(model, {"images": x}, f"--input_shape=images:{TEST},1,8,8", *options)["scores"].astype(np.float32)

    def share_right(scores):
        return np.mean(scores.argmax(1) == labels)

    wanted = session_of(model.SerializeToString()).run(None, {"images": x})[0]
    reference = run("--reference")
    np.testing.assert_allclose(reference, wanted, rtol=1e-5, atol=1e-6)
    right = share_right(wanted)
    print(f"reference: {'well' if right >= 0.95 else f'{right:.1%}'} trained")
    tally = Tally("modes")
    for mode in turns(0, MODES, 3):
        share = share_right(run(f"--precision_mode={mode}"))
        with tally.case(mode):
            assert abs(share - right) <= 0.01, f"{share:.1%}, not {right:.1%}"
    tally.end()


if __name__ == "__main__":
    main()
