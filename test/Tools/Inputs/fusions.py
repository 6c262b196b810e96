#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The fused graph computes what the graph without fusions computes, and the report says what was fused."""

import json
import sys
from pathlib import Path

import numpy as np
from tools import run_model

HERE = Path(__file__).resolve().parent
OUT = Path(sys.argv[1])
PRECISE = ["--precision_mode=must_keep_origin_dtype", "--allow_hf32=false",
           "--op_select_implmode=high_precision_for_all"]
SOFTMAX = '{"Switch": {"GraphFusion": {"SoftmaxSmallOpFusionPass": "on"}}}'
KEEP = ["add", "same", "OpType::RealDiv", "OpType::SoftmaxV2"]


def check_values(inputs):
    plain = run_model(HERE / "fusions.mlir", inputs, "--reference")
    x, w = (inputs[key].astype(np.float64) for key in "xw")
    third = (x @ w + 0.25) / 3
    power = np.exp(third - third.max(1, keepdims=True))
    wanted = {"y": power / power.sum(1, keepdims=True), "z": third.T}
    fused = [run_model(HERE / "fusions.mlir", inputs, *PRECISE),
             run_model(HERE / "fusions.mlir", inputs, *PRECISE, f"--fusion_switch_file={OUT}/on.json")]
    for outputs in [plain, *fused]:
        for key, value in wanted.items():
            # A division and a product by the rounded inverse differ by a few ULP of f32.
            np.testing.assert_allclose(outputs[key], value, rtol=2e-6, atol=1e-6)
    # 1 / 3 is rounded before it multiplies: the fusion shows in the bits.
    assert not np.array_equal(plain["z"], fused[0]["z"])


def check_report(inputs):
    (OUT / "keep.cfg").write_text("\n".join(KEEP) + "\n")
    run_model(HERE / "fusions.mlir", inputs, f"--fusion_switch_file={OUT}/on.json", f"--keep_dtype={OUT}/keep.cfg",
              f"--report={OUT}/r.json")  # fmt: skip
    report = json.loads((OUT / "r.json").read_text())
    done = [(fusion["pass"], fusion["into"], fusion["names"]) for fusion in report["fusions"]]
    assert ("IdentityPass", None, ["same"]) in done, done
    assert ("MatMulBiasAddFusionPass", "fc", ["fc", "add"]) in done, done
    assert done[-1][:2] == ("SoftmaxSmallOpFusionPass", "softmax/SoftmaxV2"), done
    ops = {op["name"]: op for op in report["ops"]}
    assert {op["type"] for op in ops.values()} == {"BatchMatMulV2", "Muls", "SoftmaxV2", "TransposeD"}, ops
    assert ops["fc"]["original_names"] == ["fc", "add"]
    lines = {line["text"]: line for line in report["config"]}
    add, same, division, softmax = (lines[text] for text in KEEP)
    assert add["status"] == "applied" and "by an original name: the node is part of 'fc'" in add["fusion"], add
    assert ops["fc"]["rule"] == "keep_dtype" and ops["fc"]["source"] == f"{OUT}/keep.cfg:1", ops["fc"]
    assert same["status"] == "no_match" and same["fusion"] == "the node 'same' was fused away by IdentityPass", same
    assert division["status"] == "applied" and "by an original type" in division["fusion"], division
    assert ops["third/Muls"]["rule"] == "keep_dtype", ops["third/Muls"]
    assert softmax["status"] == "no_match", softmax


def check_batch_norm():
    x = np.random.default_rng(2).standard_normal((1, 2, 6, 6)).astype(np.float32)
    w = np.array([[1, 2], [-1, 0.5], [3, 0.25]])
    b, scale, offset, mean, variance = (
        np.array(row).reshape(3, 1, 1)
        for row in ([1, -1, 0.5], [2, 0.5, 1], [0, 1, -1], [0.5, 0.25, 2], [1, 4, 0.5]))
    y = np.einsum("oc,nchw->nohw", w, x) + b
    wanted = (y - mean) / np.sqrt(variance + 1e-3) * scale + offset
    # The first folds the normalization, the second makes it BNInference.
    for soc in ("Ascend310P3", "Ascend910B1"):
        have = run_model(HERE / "conv-bn.mlir", {"x": x}, f"--soc_version={soc}")["y"]
        # Weights and data are float16 by default: 3e-4 each, over sums of three.
        np.testing.assert_allclose(have, wanted, rtol=5e-3, atol=1e-2)


def main():
    (OUT / "on.json").write_text(SOFTMAX)
    random = np.random.default_rng(1)
    inputs = {"x": random.standard_normal((8, 16)).astype(np.float32),
              "w": random.standard_normal((16, 12)).astype(np.float32)}
    check_values(inputs)
    check_report(inputs)
    check_batch_norm()
    print("fusions keep the values")


if __name__ == "__main__":
    main()
