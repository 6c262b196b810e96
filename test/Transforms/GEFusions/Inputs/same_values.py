#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models give with their fusions, bit for bit, what they give without: usage: same_values.py MODEL…"""

import sys

import numpy as np
from arrays import assert_same
from tools import run


def outputs(model, *options):
    run("ascend-run", model, "--random", "--seed=3", "--outputs=y.npz", "--log=error", *options)
    return dict(np.load("y.npz"))


for model in sys.argv[1:]:
    fused, plain = outputs(model, "--precision_mode=must_keep_origin_dtype"), outputs(model, "--reference")
    assert fused.keys() == plain.keys() and fused, model
    for name, value in plain.items():
        assert_same(fused[name], value, f"{model}: {name}")
print("same values:", len(sys.argv) - 1)
