# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""empty_tensors.py DIR: runs models of an empty tensor whose other axis has 10^9
elements, with these extents in the model and with dynamic extents."""

import os
import pathlib
import sys

import numpy as np
import onnx
from onnx import helper
from onnx_models import floats, model_of
from tally import Tally
from tools import measure

LONG, SECONDS, MEGABYTES = 10**9, 5, 1000
FOLDER = pathlib.Path(sys.argv[1])


def integers(*values):
    return np.array(values, np.int64)


# Name, op, inputs beside x, a constant or x again, attributes, extents of x, extents of the results.
CASES = [
    ("softmax", "Softmax", [], {"axis": -1}, (LONG, 0), [(LONG, 0)]),
    ("log_softmax", "LogSoftmax", [], {"axis": -1}, (LONG, 0), [(LONG, 0)]),
    ("layer_norm", "LayerNormalization", [np.zeros(0, np.float32)], {"axis": 1}, (LONG, 0), [(LONG, 0)]),
    ("sort", "TopK", [integers(0)], {"axis": -1}, (LONG, 0), [(LONG, 0), (LONG, 0)]),
    ("sums", "CumSum", [integers(1)], {}, (LONG, 0), [(LONG, 0)]),
    ("moved", "Transpose", [], {"perm": [1, 0]}, (LONG, 0), [(0, LONG)]),
    ("joined", "Concat", ["x"], {"axis": 1}, (LONG, 0), [(LONG, 0)]),
    ("copied", "Identity", [], {}, (LONG, 1000, 0), [(LONG, 1000, 0)]),
    ("unsqueezed", "Unsqueeze", [integers(0)], {}, (LONG, 1000, 0), [(1, LONG, 1000, 0)]),
    ("shaped", "Reshape", [integers(LONG, 4, 0)], {"allowzero": 1}, (0,), [(LONG, 4, 0)]),
]  # fmt: skip


def make_model(op, others, attributes, extents, results):
    constants = {f"c{number}": other for number, other in enumerate(others) if not isinstance(other, str)}
    outputs = {"y": floats(*results[0]), **({"indices": (np.int64, results[1])} if results[1:] else {})}
    repeated = [other for other in others if isinstance(other, str)]
    node = helper.make_node(op, ["x", *repeated, *constants], [*outputs], name=op, **attributes)
    return model_of([node], {"x": floats(*extents)}, outputs, constants, ir=9)


def check(path, model, x, results):
    onnx.save(model, path)
    given, taken = path.with_suffix(".in.npz"), path.with_suffix(".npz")
    np.savez(given, x=x)
    # A run away from the limits ends before the machine suffers.
    done = measure("ascend-run", f"--model={path}", f"--inputs={given}", f"--outputs={taken}", limits={"CPU": 60})
    assert done.code == 0, f"exit {done.code}: {done.stderr.strip()}"
    assert done.seconds <= SECONDS and done.megabytes <= MEGABYTES, f"{done.seconds:.1f} s, {done.megabytes:.0f} MB"
    with np.load(taken) as arrays:
        shapes = [array.shape for array in arrays.values()]
    assert shapes == results, f"shapes {shapes}, not {results}"


def main():
    os.environ["ASCEND_MLIR_CACHE"] = "off"
    tally = Tally("models")
    for name, op, others, attributes, extents, results in CASES:
        x = np.zeros(extents, np.float32)
        for form in "known", "open":
            shapes = (extents, results) if form == "known" else (
                ["N%d" % axis for axis in range(len(extents))],
                [["R%d%d" % (number, axis) for axis in range(len(shape))] for number, shape in enumerate(results)])  # fmt: skip
            with tally.case(f"{name}, {form}"):
                check(FOLDER / f"{name}-{form}.onnx", make_model(op, others, attributes, *shapes), x, results)
    tally.end()


main()
