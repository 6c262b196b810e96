# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Loops against onnxruntime: numbers of turns and conditions that are absent, constants and inputs, at 0, 1 and more, with
bodies that go on, stop and count, in all pairs."""

import itertools

import numpy as np
import onnx.parser
from sessions import session_of
from tally import Tally
from tools import run_model

tally = Tally("results")
FEEDS = {"minus": -1, "zero": 0, "one": 1, "four": 4, "yes": True, "no": False}
CONSTANTS = "int64 k_minus = {-1}, int64 k_zero = {0}, int64 k_one = {1}, int64 k_four = {4}, bool k_yes = {1}, bool k_no = {0}, int64 limit = {1}"
TURNS = ["", *(prefix + word for prefix in ("", "k_") for word in ("minus", "zero", "one", "four"))]
GOES = ["", *(prefix + word for prefix in ("", "k_") for word in ("yes", "no"))]
BODIES = {"same": "d = Identity(c)", "on": "d = Identity(k_yes)", "off": "d = Identity(k_no)", "counts": "d = Less(i, limit)"}

nodes, results = [], []
for number, (turns, goes, (name, body)) in enumerate(itertools.product(TURNS, GOES, BODIES.items())):
    if not turns and name in ("same", "on"):
        continue  # may never end
    state, pieces = f"t{number}", f"p{number}"
    results += [state, pieces]
    # The state shows in which order the turns come, the pieces which there are.
    nodes.append(f"{state}, {pieces} = Loop ({turns}, {goes}, x) <body = b{number} (int64 i, bool c, float[2] s) => (bool d, float[2] t, float[2] p)"
                 f" {{ {body} f = Cast<to = 1>(i) m = Mul(s, two) t = Add(m, f) p = Sub(t, s) }}>")  # fmt: skip
inputs = ", ".join(f"{'bool' if isinstance(value, bool) else 'int64'} {name}" for name, value in FEEDS.items())
outputs = ", ".join(f"float[{'2' if name[0] == 't' else 'D' + name + ', 2'}] {name}" for name in results)
text = '<ir_version: 8, opset_import: ["" : 18]>\n' + f"g ({inputs}, float[2] x) => ({outputs}) <{CONSTANTS}, float two = {{2}}> {{\n" + "\n".join(nodes) + "\n}"
model = onnx.parser.parse_model(text)
feeds = {name: np.array(value) for name, value in FEEDS.items()} | {"x": np.array([1, 3], np.float32)}
wanted, have = session_of(model.SerializeToString()).run(results, feeds), run_model(model, feeds, "--reference")
for name, value in zip(results, wanted, strict=True):
    with tally.case(f"{name}: {nodes[results.index(name) // 2]}"):
        assert have[name].shape == value.shape and (have[name] == value).all(), (have[name], value)
tally.end()
