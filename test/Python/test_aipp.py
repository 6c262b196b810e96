# RUN: %python %s %ascend_source/examples/aipp/demo.py
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""AIPP from Python: the demo says what it should, and the report and the laboratory know the op."""

import pathlib
import re
import sys
import unittest

import ascend_mlir
import models
import numpy as np
from PIL import Image
from lab_case import LabCase
from tools import run

DEMO = pathlib.Path(sys.argv.pop(1))
CONFIG = "aipp_op { aipp_mode: static input_format: RGB888_U8 mean_chn_0: 1 var_reci_chn_1: 0.1 }"


class Demo(unittest.TestCase):
    def test_answers(self):
        """Bytes change few answers, mistakes change most."""
        done = run(sys.executable, DEMO)
        changed = {name.strip(): float(share) for name, share in re.findall(r"^ +(\S.*?) +[0-9.]+% +([0-9.]+)%", done.stdout, re.M)}
        self.assertEqual(len(changed), 7)
        for name, share in changed.items():
            if "exchanged" in name or "forgotten" in name or "no matrix" in name:
                self.assertGreater(share, 30, name)
            else:
                self.assertLess(share, 2, name)


class Doors(LabCase):
    def setUp(self):
        super().setUp()
        self.config = self.folder / "aipp.cfg"
        self.config.write_text(CONFIG)
        self.model = self.folder / "model.onnx"
        self.model.write_bytes(models.unary("Relu", [1, 3, 4, 6]).SerializeToString())

    def test_signature_and_report(self):
        model = ascend_mlir.compile(str(self.model), insert_op_conf=str(self.config))
        (value,) = model.inputs
        self.assertEqual((value.shape, value.dtype), ((1, 4, 6, 3), np.dtype(np.uint8)))
        (aipp,) = [op for op in model.report["ops"] if op["type"] == "Aipp"]
        self.assertEqual(aipp["name"], f"{value.name}_0_aipp")
        self.assertEqual((aipp["inputs"][0]["dtype"], aipp["outputs"][0]["dtype"]), ("uint8", "float16"))

    def test_bytes_of_a_model(self):
        model = ascend_mlir.compile(self.model.read_bytes(), insert_op_conf=str(self.config))
        self.assertEqual(model.inputs[0].shape, (1, 4, 6, 3))

    def test_compare(self):
        """The reference computes AIPP in float32: 0.1 of float16 is not its 0.1."""
        np.savez(self.folder / "x.npz", **{ascend_mlir.compile(str(self.model)).inputs[0].name: np.full((1, 4, 6, 3), 255, np.uint8)})
        table = self.lab("compare", self.model, f"--insert_op_conf={self.config}", f"--data={self.folder / 'x.npz'}",
                         "--precision_mode=force_fp16")  # fmt: skip
        self.assertIn("_0_aipp", table)
        self.assertIn("Aipp", table)

    def test_images(self):
        """A folder of images is data for RGB888_U8: the pixels as they are, in the size of the pictures."""
        pictures = self.folder / "pictures"
        pictures.mkdir()
        Image.fromarray(np.random.default_rng(1).integers(0, 256, (4, 6, 3), np.uint8)).save(pictures / "a.png")
        text = self.lab("compare", self.model, f"--insert_op_conf={self.config}", f"--data={pictures}", "--precision_mode=force_fp16")
        self.assertIn("_0_aipp", text)
        self.assertNotIn("no evidence", text)


if __name__ == "__main__":
    unittest.main()
