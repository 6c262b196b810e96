#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""--out_nodes against onnxruntime with the same values as outputs, and what is refused.

usage: out_nodes.py FOLDER
"""

import pathlib
import subprocess
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper

FOLDER = pathlib.Path(sys.argv[1])
PATH = FOLDER / "m.onnx"
FLOAT = TensorProto.FLOAT


def model():
    """x -> Exp e -> Split s (two) -> Add (no name) -> If i, which captures e's value; behind it a node that
    nobody knows."""
    body = [helper.make_graph([helper.make_node(op, ["e"], ["b"], name=op)], op, [], [helper.make_tensor_value_info("b", FLOAT, [4, 6])])
            for op in ("Neg", "Abs")]  # fmt: skip
    nodes = [
        helper.make_node("Exp", ["x"], ["e"], name="e:0"),
        helper.make_node("Split", ["e"], ["s0", "s1"], name="s", axis=1, num_outputs=2),
        helper.make_node("Add", ["s0", "s1"], ["sum"]),
        helper.make_node("If", ["flag"], ["i"], name="i", then_branch=body[0], else_branch=body[1]),
        helper.make_node("Nobody", ["i"], ["y"], name="n", domain="nowhere"),
    ]
    graph = helper.make_graph(
        nodes, "g",
        [helper.make_tensor_value_info("x", FLOAT, [4, 6]), helper.make_tensor_value_info("flag", TensorProto.BOOL, [])],
        [helper.make_tensor_value_info("y", FLOAT, [4, 6])],
    )  # fmt: skip
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18), helper.make_opsetid("nowhere", 1)], ir_version=9)


def run(*options):
    return subprocess.run(["ascend-run", PATH, "--reference", "--log=error", f"--inputs={FOLDER}/in.npz",
                           f"--outputs={FOLDER}/out.npz", *options], capture_output=True, text=True)  # fmt: skip


def check(option, names, feeds):
    done = run(f"--out_nodes={option}")
    assert done.returncode == 0, done.stderr
    whole = model()
    del whole.graph.output[:], whole.graph.node[-1]
    whole.graph.output.extend(helper.make_tensor_value_info(name, FLOAT, None) for name in dict.fromkeys(names))
    session = onnxruntime.InferenceSession(whole.SerializeToString(), providers=["CPUExecutionProvider"])
    wanted = dict(zip(dict.fromkeys(names), session.run(None, feeds)))
    with np.load(f"{FOLDER}/out.npz") as file:
        assert list(file) == names, (list(file), names)
        for name in names:
            np.testing.assert_allclose(file[name], wanted[name], rtol=1e-6)


def absent():
    """An absent input is no reason for a node with an absent output."""
    nodes = [
        helper.make_node("Nobody", ["x"], ["", "h"], name="n", domain="nowhere"),
        helper.make_node("Clip", ["x", "", "top"], ["c"], name="c"),
        helper.make_node("Add", ["c", "h"], ["y"], name="a"),
    ]
    graph = helper.make_graph(
        nodes, "g", [helper.make_tensor_value_info("x", FLOAT, [4, 6])], [helper.make_tensor_value_info("y", FLOAT, [4, 6])],
        [onnx.numpy_helper.from_array(np.float32(0.5), "top")],
    )  # fmt: skip
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("nowhere", 1)]
    path = FOLDER / "absent.onnx"
    onnx.save(helper.make_model(graph, opset_imports=opsets, ir_version=9), path)
    done = subprocess.run(["ascend-run", path, "--random", "--reference", "--out_nodes=c:0"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def main():
    onnx.save(model(), PATH)
    for flag in True, False:
        feeds = {"x": np.linspace(-1, 1, 24, dtype=np.float32).reshape(4, 6), "flag": np.array(flag)}
        np.savez(FOLDER / "in.npz", **feeds)
        check("e:0:0", ["e"], feeds)
        check("s:1", ["s1"], feeds)
        check("s:1; e:0:0 ;sum:0;", ["s1", "e", "sum"], feeds)
        check("i:0;s:0", ["i", "s0"], feeds)
    absent()
    for option, code, text in (
        ("s", "E10001", "is no number of an output"),
        (":0", "E10001", "names no node"),
        ("s:", "E10001", "is no number of an output"),
        ("s:-1", "E10001", "is no number of an output"),
        ("s:1.5", "E10001", "is no number of an output"),
        ("s:0;;e:0:0", "E10001", "names no node"),
        ("s:2", "E10003", "Value 2 for parameter --out_nodes is invalid. Reason: Op 's' has 2 outputs."),
        ("s:99999999999999999999", "E10001", "is no number of an output"),
        ("Split:0", "E10016", "Op name Split specified in --out_nodes is not found in the model."),
        ("ee:0:0", "E10016", "did you mean 'e:0'?"),
        ("Neg:0", "E10016", "Op name Neg specified in --out_nodes is not found in the model."),
    ):
        done = run(f"--out_nodes={option}")
        assert done.returncode == 2 and code in done.stderr and text in done.stderr, (option, done.stderr)
    # Without it the last node is in the way.
    assert run().returncode == 3, run().stderr
    (FOLDER / "m.mlir").write_text("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n")
    done = subprocess.run(["ascend-atc", f"--model={FOLDER}/m.mlir", "--out_nodes=a:0"], capture_output=True, text=True)
    assert done.returncode == 2 and "is for ONNX models" in done.stderr, done.stderr


if __name__ == "__main__":
    main()
