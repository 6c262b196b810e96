# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What tests of dumps have in common."""

import pathlib
import re
import tempfile
import unittest

import models
import numpy as np
import onnx
from onnx import TensorProto, helper
from tools import run

X = np.array([[-2.0, 0.5, 3.0, 300.0]], np.float32)
FP16 = {"precision_mode": "force_fp16"}


def chain(shape=(1, 4)):
    """y = Sqrt(Exp(Relu(x))): Exp of 300 is too large for float16. A name has what files do not take."""
    nodes = [
        helper.make_node("Relu", ["x"], ["r"], name="block.0/relu a"),
        helper.make_node("Exp", ["r"], ["e"], name="exp"),
        helper.make_node("Sqrt", ["e"], ["y"], name="root"),
    ]
    return models.model_of(nodes, [("x", TensorProto.FLOAT, shape)], [("y", TensorProto.FLOAT, shape)])


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "my.net.onnx"
        onnx.save(chain(), self.path)
        self.dumps = self.folder / "dumps"
        self.dumps.mkdir()
        np.savez(self.folder / "x.npz", x=X)

    def tool(self, *arguments, name="ascend-run", code=0, **environment):
        return run(name, f"--model={self.path}", *arguments, code=code, folder=self.folder, **environment).stderr

    def run_it(self, *arguments, **named):
        return self.tool(f"--inputs={self.folder / 'x.npz'}", "--precision_mode=force_fp16", *arguments, **named)

    def day(self):
        """The folder of the dumps; the graph lies beside it."""
        (day,) = [one for one in self.dumps.iterdir() if not one.name.startswith("pid_")]
        return day

    def files(self, step=0, model="my_net", number=1):
        """By name without the time, of a step."""
        day = self.day()
        self.assertRegex(day.name, r"^20\d{12}$")
        found = {}
        for file in (day / "0" / model / str(number) / str(step)).iterdir():
            time = re.search(r"\.(\d{16})\.", file.name)
            found[file.name.replace(time[0], ".")] = file
        return found
