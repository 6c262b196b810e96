#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""--out_nodes against onnxruntime with the same values as outputs, and what is refused.

usage: out_nodes.py FOLDER
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of, value_info
from sessions import session_of
from tools import refused, run, run_model

FOLDER = pathlib.Path(sys.argv[1])
PATH = FOLDER / "m.onnx"


def model():
    """x -> Exp e -> Split s (two) -> Add (no name) -> If i, which captures e's value; behind it a node that
    nobody knows."""
    body = [helper.make_graph([helper.make_node(op, ["e"], ["b"], name=op)], op, [], [value_info("b", floats(4, 6))])
            for op in ("Neg", "Abs")]  # fmt: skip
    nodes = [
        helper.make_node("Exp", ["x"], ["e"], name="e:0"),
        helper.make_node("Split", ["e"], ["s0", "s1"], name="s", axis=1, num_outputs=2),
        helper.make_node("Add", ["s0", "s1"], ["sum"]),
        helper.make_node("If", ["flag"], ["i"], name="i", then_branch=body[0], else_branch=body[1]),
        helper.make_node("Nobody", ["i"], ["y"], name="n", domain="nowhere"),
    ]
    inputs = {"x": floats(4, 6), "flag": (np.bool_, [])}
    return model_of(nodes, inputs, {"y": floats(4, 6)}, ir=9, domains=["nowhere"])


def check(option, names, feeds):
    outputs = run_model(PATH, feeds, "--reference", f"--out_nodes={option}")
    whole = model()
    del whole.graph.output[:], whole.graph.node[-1]
    whole.graph.output.extend(value_info(name, (np.float32, None)) for name in dict.fromkeys(names))
    wanted = dict(zip(dict.fromkeys(names), session_of(whole.SerializeToString()).run(None, feeds)))
    assert list(outputs) == names, (list(outputs), names)
    for name in names:
        np.testing.assert_allclose(outputs[name], wanted[name], rtol=1e-6)


def absent():
    """An absent input is no reason for a node with an absent output."""
    nodes = [
        helper.make_node("Nobody", ["x"], ["", "h"], name="n", domain="nowhere"),
        helper.make_node("Clip", ["x", "", "top"], ["c"], name="c"),
        helper.make_node("Add", ["c", "h"], ["y"], name="a"),
    ]
    path = FOLDER / "absent.onnx"
    onnx.save(model_of(nodes, {"x": floats(4, 6)}, {"y": floats(4, 6)}, {"top": np.float32(0.5)}, ir=9, domains=["nowhere"]), path)
    run("ascend-run", path, "--random", "--reference", "--out_nodes=c:0")


def main():
    onnx.save(model(), PATH)
    for flag in True, False:
        feeds = {"x": np.linspace(-1, 1, 24, dtype=np.float32).reshape(4, 6), "flag": np.array(flag)}
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
        said = refused(code, "ascend-run", PATH, "--random", "--reference", f"--out_nodes={option}")
        assert text in said, (option, said)
    # Without it the last node is in the way.
    run("ascend-run", PATH, "--random", "--reference", code=3)
    (FOLDER / "m.mlir").write_text("func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n")
    refused("is for ONNX models", "ascend-atc", f"--model={FOLDER}/m.mlir", "--out_nodes=a:0")


if __name__ == "__main__":
    main()
