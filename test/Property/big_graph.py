#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Decides and materializes a graph of 20,000 ops and tells the time.

usage: big_graph.py ASCEND_OPT [--ops=N] [--unmatched=N] [--limit=SECONDS]
                    [--gray-strategy=WORD]

Ops of the white, the gray and the black list follow each other, so that casts
come in; the keep and customize lines grow with the graph. Fails past the limit.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile
import time

from tools import run

KINDS = ["Relu", "Add", "Log", "MatMulV2", "Mul", "SoftmaxV2", "ReduceSumD", "Tanh"]


def graph(count):
    """A layered graph: each op reads the op before it, and one further back."""
    lines, tensor = [], "tensor<16x16xf32>"
    for index in range(count):
        kind = KINDS[index % len(KINDS)]
        before = f"%n{index - 1}" if index else "%x"
        if index % 64 == 0:
            lines.append(f'%w{index} = ascend.constant {{node_name = "w{index}"}} dense<0.5> : {tensor}')
        other = f"%n{index - 17}" if index % 3 and index > 17 else f"%w{index - index % 64}"
        operands = [before, other] if kind in ("Add", "Mul", "MatMulV2") else [before]
        types = ", ".join([tensor] * len(operands))
        lines.append(f'%n{index} = ascend.ge_op "{kind}"({", ".join(operands)}) {{node_name = "n{index}"}} : '
                     f"({types}) -> {tensor}")
    body = "\n  ".join(lines)
    return f"func.func @main(%x: {tensor}) -> {tensor} {{\n  {body}\n  return %n{count - 1} : {tensor}\n}}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ascend_opt")
    parser.add_argument("--ops", type=int, default=20000)
    parser.add_argument("--unmatched", type=int, default=50, help="keep_dtype lines that match nothing")
    parser.add_argument("--limit", type=float)
    parser.add_argument("--gray-strategy", default="faithful")
    options = parser.parse_args()
    ascend_opt = str(pathlib.Path(shutil.which(options.ascend_opt)).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "graph.mlir").write_text(graph(options.ops))
        (folder / "keep.cfg").write_text("".join(f"n{index}\n" for index in range(0, options.ops, 10)) + "OpType::Tanh\n" +
                                         "".join(f"missing{index}\n" for index in range(options.unmatched)))
        (folder / "customize.cfg").write_text(
            "".join(f"n{index}:InputDtype:float16\n" for index in range(0, options.ops, 40)))
        pipeline = ("--ascend-precision-pipeline=soc=Ascend910B1 precision-mode=allow_mix_precision keep-dtype=keep.cfg "
                    f"customize-dtypes=customize.cfg report=report.json gray-strategy={options.gray_strategy}")
        began = time.monotonic()
        done = run(ascend_opt, "graph.mlir", pipeline, "--mlir-timing", "-o", "/dev/null", folder=folder)
        took = time.monotonic() - began
        print("\n".join(line for line in done.stderr.splitlines() if "%)" in line))
        print(f"{options.ops} ops: {took:.2f} s with reading and the report")
        return 1 if options.limit and took > options.limit else 0


if __name__ == "__main__":
    sys.exit(main())
