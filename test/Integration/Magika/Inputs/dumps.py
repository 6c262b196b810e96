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


def probabilities_of_onnxruntime(inputs, batch=None):
    """onnxruntime's answer, `batch` files at a time (all at once without)."""
    session = onnxruntime.InferenceSession(str(samples.MODEL))
    parts = range(0, len(inputs), batch or len(inputs))
    return np.concatenate([session.run(None, {"bytes": inputs[at:at + (batch or len(inputs))]})[0] for at in parts])


class NodeRunner:
    """onnxruntime on one node of the model at a time."""

    def __init__(self):
        self.model = onnx.load(str(samples.MODEL))
        self.nodes = {node.name or node.output[0]: node for node in self.model.graph.node}
        self.sessions = {}

    def run(self, name, inputs):
        """The node's outputs on `inputs`, of which it takes as many as it has."""
        node = self.nodes[name]
        inputs = dict(zip(node.input, inputs))
        if name not in self.sessions:
            values = [onnx.helper.make_tensor_value_info(key, onnx.helper.np_dtype_to_tensor_dtype(x.dtype), [None] * x.ndim)
                      for key, x in inputs.items()]
            graph = onnx.helper.make_graph([node], "one", values,
                                           [onnx.ValueInfoProto(name=output) for output in node.output])
            model = onnx.helper.make_model(graph, opset_imports=self.model.opset_import, ir_version=8)
            self.sessions[name] = onnxruntime.InferenceSession(model.SerializeToString())
        return self.sessions[name].run(None, inputs)
