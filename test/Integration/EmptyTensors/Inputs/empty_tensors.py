# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""empty_tensors.py DIR: runs models of an empty tensor whose other axis has 10^9
elements, with these extents in the model and with dynamic extents."""

import os
import resource
import subprocess
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper

LONG, SECONDS, MEGABYTES = 10**9, 5, 1000
FOLDER = sys.argv[1]


def tensor(name, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def integers(name, *values):
    return helper.make_tensor(name, TensorProto.INT64, [len(values)], values)


def floats(name, *values):
    return helper.make_tensor(name, TensorProto.FLOAT, [len(values)], values)


# Name, op, inputs beside x, attributes, extents of x, extents of the results.
CASES = [
    ("softmax", "Softmax", [], {"axis": -1}, (LONG, 0), [(LONG, 0)]),
    ("log_softmax", "LogSoftmax", [], {"axis": -1}, (LONG, 0), [(LONG, 0)]),
    ("layer_norm", "LayerNormalization", [floats("gamma")], {"axis": 1}, (LONG, 0), [(LONG, 0)]),
    ("sort", "TopK", [integers("k", 0)], {"axis": -1}, (LONG, 0), [(LONG, 0), (LONG, 0)]),
    ("sums", "CumSum", [integers("axis", 1)], {}, (LONG, 0), [(LONG, 0)]),
    ("moved", "Transpose", [], {"perm": [1, 0]}, (LONG, 0), [(0, LONG)]),
    ("joined", "Concat", ["x"], {"axis": 1}, (LONG, 0), [(LONG, 0)]),
    ("copied", "Identity", [], {}, (LONG, 1000, 0), [(LONG, 1000, 0)]),
    ("unsqueezed", "Unsqueeze", [integers("axes", 0)], {}, (LONG, 1000, 0), [(1, LONG, 1000, 0)]),
    ("shaped", "Reshape", [integers("shape", LONG, 4, 0)], {"allowzero": 1}, (0,), [(LONG, 4, 0)]),
]  # fmt: skip


def model(op, others, attributes, extents, results, path):
    names = ["x"] + [other if isinstance(other, str) else other.name for other in others]
    outputs = ["y", "indices"][: len(results)]
    kinds = [TensorProto.FLOAT, TensorProto.INT64]
    graph = helper.make_graph(
        [helper.make_node(op, names, outputs, name=op, **attributes)], "empty", [tensor("x", extents)],
        [tensor(name, shape, kind) for name, shape, kind in zip(outputs, results, kinds)],
        [other for other in others if not isinstance(other, str)])  # fmt: skip
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    made.ir_version = 9
    onnx.save(made, path)


def fault(path, x, results):
    """What is wrong with a run of the model, or None."""
    np.savez(path + ".in.npz", x=x)
    command = ["ascend-run", "--model=" + path, "--inputs=" + path + ".in.npz", "--outputs=" + path + ".npz"]
    done = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = done.stderr.read()
    _, status, usage = os.wait4(done.pid, 0)
    done.returncode = os.waitstatus_to_exitcode(status)
    if done.returncode:
        return f"exit {done.returncode}: {said.strip()}"
    seconds, megabytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    if seconds > SECONDS or megabytes > MEGABYTES:
        return f"{seconds:.1f} s, {megabytes:.0f} MB"
    arrays = list(np.load(path + ".npz").values())
    shapes = [array.shape for array in arrays]
    return None if shapes == results else f"shapes {shapes}, not {results}"


def main():
    os.environ["ASCEND_MLIR_CACHE"] = "off"
    # A run away from the limits ends before the machine suffers.
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    count = failed = 0
    for name, op, others, attributes, extents, results in CASES:
        x = np.zeros(extents, np.float32)
        for form in "known", "open":
            path = os.path.join(FOLDER, f"{name}-{form}.onnx")
            shapes = (extents, results) if form == "known" else (
                ["N%d" % axis for axis in range(len(extents))],
                [["R%d%d" % (number, axis) for axis in range(len(shape))] for number, shape in enumerate(results)])  # fmt: skip
            model(op, others, attributes, *shapes, path)
            said = fault(path, x, results)
            count += 1
            failed += said is not None
            if said:
                print(f"{name}, {form}: {said}")
    print(f"models: {count}, failed: {failed}")


main()
