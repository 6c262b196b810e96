# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""LSTM, GRU and RNN whose hidden elements fill blocks, or not, in batches that
are taken at once or in parts: within 1e-5 of onnxruntime, with the same bits on
any number of threads, and whether the sizes are known or not. On a day a cell has
one number of hidden elements for each number of directions, and every other of these
models is compiled for known sizes, too."""

import itertools

import ascend_mlir
import numpy as np
from arrays import assert_same
from onnx import helper
from onnx_models import floats, model_of
from sampling import is_turn, turns
from sessions import session_of
from tally import Tally

INPUTS = 5
CELLS = {"LSTM": 4, "GRU": 3, "RNN": 1}
# r of 300 does not stay in a core's cache: its batches are not split, and have pieces.
HIDDEN = {33: (1, 3, 8, 9, 13), 64: (1, 8, 16, 19), 300: (2, 8, 37)}
# More than go through at once, or fewer.
STEPS = {33: 75, 64: 3, 300: 2}


def model(cell, directions, hidden, before):
    random = np.random.default_rng(hidden)

    def weights(*shape):
        return (random.standard_normal(shape) / hidden**0.5).astype(np.float32)

    rows = CELLS[cell] * hidden
    constants = {"w": weights(directions, rows, INPUTS), "r": weights(directions, rows, hidden), "b": weights(directions, 2 * rows)}
    node = helper.make_node(cell, ["x", "w", "r", "b", "lengths", "h0"], ["y", "h"], hidden_size=hidden,
                            direction="bidirectional" if directions == 2 else "reverse")  # fmt: skip
    if cell == "GRU":
        node.attribute.append(helper.make_attribute("linear_before_reset", before))
    inputs = {"x": floats("T", "B", INPUTS), "lengths": (np.int32, ["B"]), "h0": floats(directions, "B", hidden)}
    return model_of([node], inputs, ["y", "h"], constants, opset=17)


def main():
    tally = Tally("runs")
    cells = [("LSTM", 0), ("GRU", 0), ("GRU", 1), ("RNN", 0)]
    models = [(*each, *sized) for turn, each in enumerate(itertools.product(cells, (1, 2))) for sized in turns(turn, HIDDEN.items())]
    for turn, ((cell, before), directions, hidden, batches) in enumerate(models):
        serialized = model(cell, directions, hidden, before).SerializeToString()
        peer = session_of(serialized)
        opened = ascend_mlir.compile(serialized, reference=True, jit_compile="false")
        for number, batch in enumerate(batches):
            random, steps = np.random.default_rng(batch), STEPS[hidden]
            inputs = {"x": random.standard_normal((steps, batch, INPUTS)).astype(np.float32),
                      "lengths": random.integers(1, steps + 1, batch).astype(np.int32),
                      "h0": random.standard_normal((directions, batch, hidden)).astype(np.float32)}  # fmt: skip
            results = {"open": opened.run(inputs, threads=1), "open, two threads": opened.run(inputs, threads=2)}
            # One of them for a model; which one changes with the cell.
            if is_turn(turn, 2) and number == (len(cell) + before + directions) % len(batches):
                known = ascend_mlir.compile(serialized, reference=True, input_shape={n: v.shape for n, v in inputs.items()})
                results["known"] = known.run(inputs, threads=2)
            expected = dict(zip(("y", "h"), peer.run(None, inputs)))
            for what, result in results.items():
                with tally.case(f"{cell} {before} directions={directions} H={hidden} B={batch} {what}"):
                    for name, value in expected.items():
                        assert_same(result[name], results["open"][name], name)
                        off = np.abs(result[name] - value).max()
                        assert off <= 1e-5, f"{name} is off by {off}"
    tally.end()


main()
