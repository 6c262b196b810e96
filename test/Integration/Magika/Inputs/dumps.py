# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs of ascend-run on magika, and the tensors that they dump."""

import json
import pathlib
import subprocess
import sys
import tempfile

import ml_dtypes
import numpy as np
import onnx
import onnxruntime

SOURCE = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(SOURCE / "examples" / "magika"))
import samples  # noqa: E402

# Samples in one run: the tensors of one dump stay below a gigabyte.
BATCH = 20


def run(inputs, *options, batch=BATCH, dump=None):
    """Runs magika on int32[N, 2048]; gives the probabilities."""
    with tempfile.TemporaryDirectory() as folder:
        np.savez(f"{folder}/x.npz", bytes=inputs)
        command = ["ascend-run", samples.MODEL, f"--input_shape=bytes:{batch},2048", f"--inputs={folder}/x.npz",
                   "--split_batch", f"--outputs={folder}/y.npz", *options, *([f"--dump={dump}"] if dump else [])]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if done.returncode:
            raise AssertionError(done.stderr)
        return np.load(f"{folder}/y.npz")["target_label"]


class Dump:
    """The tensors of one dump: op -> {"input"|"output": {index: array}}."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.index = json.loads((self.folder / "index.json").read_text())
        self.ops = {}
        for entry in self.index:
            self.ops.setdefault(entry["op"], {"input": {}, "output": {}})[entry["kind"]][entry["index"]] = entry

    def load(self, entry):
        array = np.load(self.folder / entry["file"])
        return array.view(ml_dtypes.bfloat16) if entry["dtype"] == "bfloat16" else array

    def tensors(self, op, kind):
        entries = self.ops[op][kind]
        return [self.load(entries[index]) for index in sorted(entries)]


def probabilities_of_onnxruntime(inputs):
    return onnxruntime.InferenceSession(str(samples.MODEL)).run(None, {"bytes": inputs})[0]


def tensors_of_onnxruntime(inputs):
    """Every node's outputs: (node name, output index) -> array."""
    model = onnx.load(str(samples.MODEL))
    names = {}
    known = {output.name for output in model.graph.output}
    for node in model.graph.node:
        for index, output in enumerate(node.output):
            names[node.name or node.output[0], index] = output
            if output not in known:
                model.graph.output.append(onnx.ValueInfoProto(name=output))
    options = onnxruntime.SessionOptions()
    # Fused nodes would hide the tensors between them.
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    wanted = [output.name for output in session.get_outputs()]
    values = dict(zip(wanted, session.run(None, {"bytes": inputs})))
    return {key: values[name] for key, name in names.items() if name in values}
