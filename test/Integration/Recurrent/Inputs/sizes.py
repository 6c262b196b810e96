# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""LSTM, GRU and RNN whose hidden elements fill blocks, or not, in batches that
are taken at once or in parts: within 1e-5 of onnxruntime, with the same bits on
any number of threads, and whether the sizes are known or not. On a day a cell has
one number of hidden elements for each number of directions."""

import itertools
import os
import sys

import ascend_mlir
import numpy as np
from onnx import helper, numpy_helper

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "Inputs"))
from sampling import turns  # noqa: E402
from sessions import session_of  # noqa: E402

INPUTS = 5
CELLS = {"LSTM": 4, "GRU": 3, "RNN": 1}
# r of 300 does not stay in a core's cache: its batches are not split, and have pieces.
HIDDEN = {33: (1, 3, 8, 9, 13), 64: (1, 8, 16, 19), 300: (2, 8, 37)}
# More than go through at once, or fewer.
STEPS = {33: 75, 64: 3, 300: 2}


def model(cell, directions, hidden, before):
    random = np.random.default_rng(hidden)

    def weights(name, *shape):
        return numpy_helper.from_array((random.standard_normal(shape) / hidden**0.5).astype(np.float32), name)

    rows = CELLS[cell] * hidden
    constants = [weights("w", directions, rows, INPUTS), weights("r", directions, rows, hidden), weights("b", directions, 2 * rows)]
    node = helper.make_node(cell, ["x", "w", "r", "b", "lengths", "h0"], ["y", "h"], hidden_size=hidden,
                            direction="bidirectional" if directions == 2 else "reverse")  # fmt: skip
    if cell == "GRU":
        node.attribute.append(helper.make_attribute("linear_before_reset", before))
    graph = helper.make_graph(
        [node], "g",
        [helper.make_tensor_value_info("x", 1, ["T", "B", INPUTS]), helper.make_tensor_value_info("lengths", 6, ["B"]),
         helper.make_tensor_value_info("h0", 1, [directions, "B", hidden])],
        [helper.make_empty_tensor_value_info(name) for name in ("y", "h")], constants)  # fmt: skip
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def main():
    runs = wrong = 0
    cells = [("LSTM", 0), ("GRU", 0), ("GRU", 1), ("RNN", 0)]
    models = [(*each, *sized) for turn, each in enumerate(itertools.product(cells, (1, 2))) for sized in turns(turn, HIDDEN.items())]
    for (cell, before), directions, hidden, batches in models:
        serialized = model(cell, directions, hidden, before).SerializeToString()
        peer = session_of(serialized)
        opened = ascend_mlir.compile(serialized, reference=True, jit_compile="false")
        for number, batch in enumerate(batches):
            random, steps = np.random.default_rng(batch), STEPS[hidden]
            inputs = {"x": random.standard_normal((steps, batch, INPUTS)).astype(np.float32),
                      "lengths": random.integers(1, steps + 1, batch).astype(np.int32),
                      "h0": random.standard_normal((directions, batch, hidden)).astype(np.float32)}  # fmt: skip
            results = {"open": opened.run(inputs, threads=1), "open, two threads": opened.run(inputs, threads=2)}
            # One of them for each model; which one changes with the cell.
            if number == (len(cell) + before + directions) % len(batches):
                known = ascend_mlir.compile(serialized, reference=True, input_shape={n: v.shape for n, v in inputs.items()})
                results["known"] = known.run(inputs, threads=2)
            expected = dict(zip(("y", "h"), peer.run(None, inputs)))
            for what, result in results.items():
                runs += what != "open"
                for name, value in expected.items():
                    off = np.abs(result[name] - value).max()
                    if not off <= 1e-5 or not np.array_equal(result[name], results["open"][name]):
                        wrong += 1
                        print(f"{cell} {before} directions={directions} H={hidden} B={batch} {what} {name}: off by {off}")
    print(f"runs: {runs}, wrong: {wrong}")


main()
