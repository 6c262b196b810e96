# ===- modes.py - Each implementation mode is code of its own --------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Lowers every op that offers implementation modes in each of them, for every
dtype and family of chips, and compares the code. Two modes are the same code
exactly where `same` in share/ascend/accuracy.json says so, with the reason."""

import itertools
import json
import os
import re

from suite import configured
from tally import Tally
from tools import run

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4)
CHIPS = ["Ascend310", "Ascend310B1", "Ascend310P3", "Ascend910A", "Ascend910B1", "Ascend950"]
DTYPES = ["f16", "bf16", "f32"]

# GE type: the op on %a, %b, …, and their types and that of the result, T being
# the dtype.
UNARY = "4x8xT -> 4x8xT"
OPS = {
    "AvgPoolV2": ("avg_pool_v2 {ge.ksize = array<i64: 1, 1, 3, 3>}", "1x2x9x9xT -> 1x2x3x3xT",
                  "ge.strides = array<i64: 1, 1, 3, 3>"),
    "BatchMatMulV2": ("batch_mat_mul_v2", "3x4x8xT, 3x8x5xT -> 3x4x5xT"),
    "Conv2D": ("conv2d", "1x3x9x9xT, 4x3x3x3xT -> 1x4x7x7xT"),
    "Conv2DTranspose": ("conv2d_transpose", "4xi32, 1x3x5x5xT, 3x4x3x3xT -> 1x4x7x7xT"),
    "Conv2DTransposeD": ("conv2d_transpose_d", "1x3x5x5xT, 3x4x3x3xT -> 1x4x7x7xT"),
    "Conv3D": ("conv3d", "1x3x5x5x5xT, 4x3x3x3x3xT -> 1x4x3x3x3xT"),
    "Exp": ("exp", UNARY), "FastGelu": ("fast_gelu", UNARY), "Gelu": ("gelu", UNARY),
    "FloorMod": ("floor_mod", "4x8xT, 4x8xT -> 4x8xT"),
    "FullyConnection": ("fully_connection", "4x2x4xT, 5x8xT -> 4x5xT"),
    "GatherV2": ("gather_v2", "4x8xT, 3xi32, 1xi32 -> 3x8xT"),
    "GeluV2": ("gelu_v2", UNARY),
    "LRN": ("lrn", "1x9x4x4xT -> 1x9x4x4xT"),
    "LayerNorm": ("layer_norm", "4x8xT, 8xT, 8xT -> 4x8xT, 4x1xT, 4x1xT", "ge.begin_norm_axis = 1 : i64"),
    "LogSoftmaxV2": ("log_softmax_v2", UNARY),
    "MatMulV2": ("mat_mul_v2", "4x8xT, 8x5xT -> 4x5xT"),
    "Mish": ("mish", UNARY),
    "ROIAlign": ("roi_align", "1x2x8x8xT, 3x5xT -> 3x2x4x4xT",
                 "ge.pooled_height = 4 : i64, ge.pooled_width = 4 : i64, ge.spatial_scale = 1.0 : f32,"
                 " ge.sample_num = 2 : i64"),
    "RealDiv": ("real_div", "4x8xT, 4x8xT -> 4x8xT"),
    "ReduceLogSumExp": ("reduce_log_sum_exp", "4x8xT, 1xi32 -> 4xT"),
    "ReduceMean": ("reduce_mean", "4x8xT, 1xi32 -> 4xT"),
    "ScatterNdAdd": ("scatter_nd_add", "4x8xT, 3x1xi32, 3x8xT -> 4x8xT"),
    "ScatterNdUpdate": ("scatter_nd_update", "4x8xT, 3x1xi32, 3x8xT -> 4x8xT"),
    "Sigmoid": ("sigmoid", UNARY), "SoftmaxV2": ("softmax_v2", UNARY), "Sqrt": ("sqrt", UNARY),
    "SquareSumV1": ("square_sum_v1", "4x8xT -> 4xT", "ge.axis = array<i64: 1>, ge.keep_dims = false"),
    "Tanh": ("tanh", UNARY),
    "Threshold": ("threshold", UNARY, "ge.threshold = 0.3 : f32"),
}  # fmt: skip
# Operands that the lowering reads.
CONSTANTS = {("GatherV2", 2): "dense<0> : tensor<1xi32>", ("ReduceMean", 1): "dense<1> : tensor<1xi32>",
             ("ReduceLogSumExp", 1): "dense<1> : tensor<1xi32>",
             ("Conv2DTranspose", 0): "dense<0> : tensor<4xi32>"}  # fmt: skip


def offered():
    """GE type: the modes that it offers."""
    path = os.path.join(ROOT, "share", "ascend", "impl_mode", "all_ops_impl_mode.ini")
    with open(path) as lines:
        pairs = [line.strip().split("=") for line in lines if "=" in line]
    return {op: modes.split(",") for op, modes in pairs if op in OPS}


def with_lowering():
    """The types with a lowering and with modes, from the table of ops (that of attributes follows it)."""
    with open(os.path.join(ROOT, "docs", "Ops.md")) as file:
        table = file.read().split("\n## Attributes\n")[0].splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table if line.startswith("| ")]
    return {row[0] for row in rows[1:] if row[5]}


def function(name, op, dtype, mode):
    spelled, types, *attributes = OPS[op]
    spelled, *extra = spelled.split(" {")
    ins, outs = ([("tensor<%s>" % part).replace("T>", dtype + ">") for part in side.split(", ")]
                 for side in types.split(" -> "))
    attributes += [part.rstrip("}") for part in extra]
    lines, arguments = [], []
    for number, type in enumerate(ins):
        if (op, number) in CONSTANTS:
            lines.append("%%v%d = ascend.constant %s" % (number, CONSTANTS[op, number]))
        else:
            arguments.append("%%v%d: %s" % (number, type))
    lines.append('%%r:%d = ascend.%s %s {%s} : (%s) -> (%s)' % (
        len(outs), spelled, ", ".join("%%v%d" % n for n in range(len(ins))),
        ", ".join(["impl_mode = #ascend.impl_mode<%s>" % mode] + attributes), ", ".join(ins), ", ".join(outs)))
    lines.append("return %%r#0 : %s" % outs[0])
    return "func.func @%s(%s) -> %s {\n%s\n}" % (name, ", ".join(arguments), outs[0], "\n".join(lines))


def lower(soc, cases):
    """The code of each case."""
    functions = "\n".join(function("f%d" % number, *case) for number, case in enumerate(cases))
    text = run("ascend-opt", "--pass-pipeline=builtin.module(func.func(convert-ascend-to-linalg))", stdin=configured(soc, functions)).stdout
    parts = re.split(r"^  func\.func @f\d+", text, flags=re.M)[1:]
    assert len(parts) == len(cases)
    # What stands after the last function is the module's end.
    parts[-1] = parts[-1].rstrip().removesuffix("}")
    return [part.strip() for part in parts]


def is_same(entries, op, modes, dtype, soc):
    """Whether a row says that the modes are one code."""
    return any(op in entry["ops"] and modes <= set(entry["modes"]) and dtype in entry.get("dtypes", DTYPES)
               and soc in entry.get("chips", CHIPS) for entry in entries)


with open(os.path.join(ROOT, "share", "ascend", "accuracy.json")) as file:
    same = json.load(file)["same"]
modes = offered()
tally = Tally("pairs of modes")
with tally.case("ops of docs/Ops.md and of this test"):
    assert with_lowering() == set(OPS), sorted(with_lowering() ^ set(OPS))
for soc in CHIPS:
    cases = [(op, dtype, mode) for op in OPS for dtype in DTYPES for mode in modes[op]]
    code = dict(zip(cases, lower(soc, cases)))
    for op in OPS:
        for dtype, (first, second) in itertools.product(DTYPES, itertools.combinations(modes[op], 2)):
            with tally.case("%s of %s on %s" % (op, dtype, soc)):
                equal = code[op, dtype, first] == code[op, dtype, second]
                assert equal == is_same(same, op, {first, second}, dtype, soc), "%s and %s are %s code" % (
                    first, second, "one" if equal else "different")  # fmt: skip
tally.end()
