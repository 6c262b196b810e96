# RUN: %python %s
# What is no file's memory is not what it is with shadow memory.
# UNSUPPORTED: sanitizers
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Weights of a model need not stand in memory twice: docs/Python.md, Errors."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import onnx

_PEAK = """
import json, sys, threading, time
from ascend_mlir import lab
peak = 0
def watch():
    global peak
    while True:
        for line in open("/proc/self/status"):
            if line.startswith("RssAnon"):
                peak = max(peak, int(line.split()[1]) // 1024)
        time.sleep(0.002)
threading.Thread(target=watch, daemon=True).start()
records = lab.records(lab.compare(sys.argv[1], limit=1, precision_mode="force_fp16"))
print(peak)
print(json.dumps(records))
"""


class WeightsInFiles(unittest.TestCase):
    """With ASCEND_MLIR_MEMORY_MB=0 what is made of weights is memory that the system can write out."""

    SIZE = 2048
    COUNT = 4

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        nodes, tensors = [], []
        weights = np.random.default_rng(0).standard_normal((self.SIZE, self.SIZE), np.float32) / 45
        with open(self.folder / "weights.bin", "wb") as file:
            for number in range(self.COUNT):
                file.write(weights.tobytes())
                tensor = onnx.TensorProto(name=f"w{number}", data_type=onnx.TensorProto.FLOAT, dims=weights.shape)
                tensor.data_location = onnx.TensorProto.EXTERNAL
                for key, value in ("location", "weights.bin"), ("offset", number * weights.nbytes), ("length", weights.nbytes):
                    tensor.external_data.add(key=key, value=str(value))
                tensors.append(tensor)
                nodes.append(onnx.helper.make_node("MatMul", [f"x{number}", f"w{number}"], [f"x{number + 1}"]))
        info = onnx.helper.make_tensor_value_info
        ends = [[info(name, onnx.TensorProto.FLOAT, [1, self.SIZE])] for name in ("x0", f"x{self.COUNT}")]
        graph = onnx.helper.make_graph(nodes, "g", *ends, tensors)
        opsets = [onnx.helper.make_opsetid("", 21)]
        onnx.save(onnx.helper.make_model(graph, opset_imports=opsets, ir_version=10), self.folder / "m.onnx")

    def compared(self, **environment):
        """The JSON of a comparison, and the most memory in MiB that was no file's."""
        done = subprocess.run(
            [sys.executable, "-c", _PEAK, str(self.folder / "m.onnx")],
            env={**os.environ, "ASCEND_MLIR_CACHE": "off", **environment}, capture_output=True, text=True, check=True,
        )  # fmt: skip
        peak, _, records = done.stdout.partition("\n")
        return records, int(peak)

    def test_compare(self):
        wanted, much = self.compared()
        got, little = self.compared(ASCEND_MLIR_MEMORY_MB="0")
        self.assertEqual(got, wanted)
        # Of 64 MiB of weights: packed, rounded to float16, and these packed.
        self.assertGreater(much - little, 100)


if __name__ == "__main__":
    unittest.main()
