# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""aoe_mode in Python: the kernels of a model are tuned before it is compiled (docs/Tuning.md)."""

import json
import os
import pathlib
import tempfile
import unittest

import numpy as np

import ascend_mlir

MODEL = """
func.func @main(%x: tensor<32x48xf32>, %w: tensor<48x64xf32>) -> tensor<32x64xf32> {
  %0 = ascend.mat_mul_v2 %x, %w {node_name = "m"} : (tensor<32x48xf32>, tensor<48x64xf32>) -> tensor<32x64xf32>
  return %0 : tensor<32x64xf32>
}
"""
OPTIONS = {"precision_mode": "must_keep_origin_dtype"}


class Tuning(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "m.mlir"
        self.model.write_text(MODEL)
        self.bank = self.folder / "bank"

    def kernels(self):
        (bank,) = [path for path in self.bank.glob("*.json") if not path.name.startswith("aoe_result")]
        return json.loads(bank.read_text())["kernels"]

    def test_a_model_is_tuned_and_gives_the_same_bits(self):
        rng = np.random.default_rng(0)
        x, w = (rng.standard_normal(shape, np.float32) for shape in ((32, 48), (48, 64)))
        plain = ascend_mlir.compile(self.model, **OPTIONS)
        tuned = ascend_mlir.compile(self.model, aoe_mode=2, work_path=self.bank, **OPTIONS)
        self.assertEqual(len(self.kernels()), 1)
        self.assertTrue(next(iter(self.kernels())).startswith("mat_mul"))
        for one, other in zip(plain.run([x, w]).values(), tuned.run([x, w]).values()):
            self.assertEqual(one.tobytes(), other.tobytes())

    def test_a_bank_that_is_none_is_an_error(self):
        ascend_mlir.compile(self.model, aoe_mode=2, work_path=self.bank, **OPTIONS)
        (bank,) = [path for path in self.bank.glob("*.json") if not path.name.startswith("aoe_result")]
        bank.write_text("{")
        with self.assertRaisesRegex(ascend_mlir.AscendError, f"{bank.name}:1:2"):
            ascend_mlir.compile(self.model, work_path=self.bank, **OPTIONS)

    def test_a_name_that_no_kernel_has_is_a_warning(self):
        config = self.folder / "tuning.json"
        config.write_text('{"tune_ops_name": ["nobody"], "tune_ops_type": ["MatMulV2"]}')
        model = ascend_mlir.compile(self.model, aoe_mode=2, aoe_config_file=config, work_path=self.bank, **OPTIONS)
        said = [warning.message for warning in model.warnings]
        self.assertEqual(said, ["aoe_config_file: no kernel has an op of the name 'nobody'"])
        self.assertEqual(len(self.kernels()), 1)

    def test_nothing_is_tuned_unasked(self):
        os.mkdir(self.bank)
        ascend_mlir.compile(self.model, work_path=self.bank, **OPTIONS)
        self.assertEqual(list(self.bank.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
