# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs of ascend-run on magika, and the tensors that they dump."""

import json
import pathlib
import sys

import ml_dtypes
import numpy as np
import onnx
from onnx_models import model_of
from sessions import session_of
from tools import run_model

SOURCE = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(SOURCE / "examples" / "magika"))
import samples  # noqa: E402

# Samples in one run: the tensors of one dump stay below a gigabyte.
BATCH = 20


def run(inputs, *options, batch=BATCH, dump=None):
    """Runs magika on int32[N, 2048]; gives the probabilities."""
    options = [*options, *([f"--dump={dump}"] if dump else [])]
    return run_model(samples.MODEL, {"bytes": inputs}, f"--input_shape=bytes:{batch},2048", "--split_batch", *options)["target_label"]


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
    session = session_of(str(samples.MODEL))
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
            (opset,) = (each.version for each in self.model.opset_import if not each.domain)
            model = model_of([node], {key: (x.dtype, [None] * x.ndim) for key, x in inputs.items()}, node.output, opset=opset)
            self.sessions[name] = session_of(model.SerializeToString())
        return self.sessions[name].run(None, inputs)
