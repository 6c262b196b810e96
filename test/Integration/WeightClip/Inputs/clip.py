#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Constants past the largest float16 in force_fp16: is_weight_clip=1, the default,
makes them 65504, 0 makes them infinite. Each is named either way, with how many of
its elements overflow. The results are numpy's, on a chip with infinities and on
one whose float16 saturates, where only data that moves is infinite.

Seen to fail with constants never clipped, and always.

usage: clip.py FOLDER
"""

import json
import pathlib
import re
import sys

import numpy as np
from arrays import assert_same
from tally import Tally
from tools import run

FOLDER = pathlib.Path(sys.argv[1])
WEIGHTS = np.array([1e5, -7e4, 65504, 65519, 65520, -3.4e38, 2, -2], np.float32)
TALL = np.full(4, 1e6, np.float32)
MODEL = """
func.func @main(%%x: tensor<8xf32> {ascend.name = "x"}, %%z: tensor<2x4xf32> {ascend.name = "z"})
    -> (tensor<8xf32> {ascend.name = "sum"}, tensor<16xf32> {ascend.name = "moved"}, tensor<2x3xf32> {ascend.name = "product"}) {
  %%w = ascend.constant {node_name = "w"} dense<"0x%s"> : tensor<8xf32>
  %%v = ascend.constant {node_name = "v"} dense<1.0e6> : tensor<4x3xf32>
  %%f = ascend.constant {node_name = "fine"} dense<3.0> : tensor<8xf32>
  %%a = ascend.add %%x, %%w {node_name = "add"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %%b = ascend.mul %%a, %%f {node_name = "mul"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %%m = ascend.concat_d %%x, %%w {node_name = "concat", ge.concat_dim = 0 : i64} : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %%p = ascend.mat_mul_v2 %%z, %%v {node_name = "matmul"} : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return %%b, %%m, %%p : tensor<8xf32>, tensor<16xf32>, tensor<2x3xf32>
}
"""


def half(values, saturates=False):
    with np.errstate(over="ignore", invalid="ignore"):
        if saturates:
            values = np.where(np.isnan(values), 0, np.clip(values, -65504, 65504))
        return values.astype(np.float16).astype(np.float32)


def expected(x, z, clips, saturates):
    """In float32 what float16 has: a rounding for each op."""

    def constant(values):
        return half(np.clip(values, -65504, 65504) if clips else values)

    weights = constant(WEIGHTS)
    total = half(half(x + weights, saturates) * np.float32(3), saturates)
    with np.errstate(invalid="ignore"):
        product = half((z[:, :, None] * constant(np.full((4, 3), 1e6, np.float32))).sum(1), saturates)
    return {"sum": total, "moved": np.concatenate([x, weights]), "product": product}


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "m.mlir").write_text(MODEL % WEIGHTS.tobytes().hex())
    # No float16 is lost in x; z makes 0 of 65504s, NaN of infinities.
    x, z = np.arange(8, dtype=np.float32), np.array([[1, 2, 3, 4], [1, -1, 2, -2]], np.float32)
    np.savez(FOLDER / "in.npz", x=x, z=z)
    tally = Tally("runs")
    for soc, saturates in ("Ascend910B1", False), ("Ascend310P3", True):
        for options, clips in ([], True), (["--is_weight_clip=1"], True), (["--is_weight_clip=0"], False):
            done = run("ascend-run", FOLDER / "m.mlir", f"--inputs={FOLDER}/in.npz", f"--outputs={FOLDER}/out.npz",
                       f"--report={FOLDER}/r.json", "--precision_mode=force_fp16", "--soc_version=" + soc, "--log=warning",
                       *options)  # fmt: skip
            outputs = np.load(FOLDER / "out.npz")
            for name, want in expected(x, z, clips, saturates).items():
                with tally.case(f"{soc} {options} {name}"):
                    assert_same(outputs[name], want)
            ends = "are clipped to 65504" if clips else "become infinite"
            # 65519 is clipped, and would round to 65504: nothing is lost.
            lost = 4
            with tally.case(f"{soc} {options}, what is said"):
                said = sorted(re.findall(r"(\d+) of (\d+) elements of constant '(\w+)' overflow float16 and (.*?) \(node", done.stderr))
                told = {row["name"]: row["overflow"] for row in json.loads((FOLDER / "r.json").read_text())["constants"]}
                assert said == [("12", "12", "v", ends), (str(lost), "8", "w", ends)], said
                assert (told["w"], told["v"], told["fine"]) == (lost, 12, 0), told
    tally.end()


main()
