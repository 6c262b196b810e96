# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""external_weight: a saved model whose weights lie beside it."""

import pathlib
import tempfile
import unittest

import ascend_mlir
import numpy as np
from onnx import helper
from onnx_models import floats, model_of


def model(factor=1):
    weights = factor * np.linspace(-1, 1, 64 * 96, dtype=np.float32).reshape(64, 96)
    node = helper.make_node("MatMul", ["x", "w"], ["y"], "fc")
    return model_of([node], {"x": floats(4, 64)}, {"y": floats(4, 96)}, {"w": weights}, opset=17)


class ExternalWeights(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.x = np.linspace(-2, 2, 4 * 64, dtype=np.float32).reshape(4, 64)
        self.right = ascend_mlir.compile(model()).run(self.x)["y"].tobytes()

    def saved(self, kind):
        path = self.folder / str(kind) / "net.asc"
        path.parent.mkdir(exist_ok=True)
        ascend_mlir.compile(model(), external_weight=kind).save(path)
        return path

    def test_they_are_found_beside_it(self):
        for kind in (0, 1, 2):
            with self.subTest(kind):
                path = self.saved(kind)
                self.assertEqual((path.parent / "weight").exists(), kind != 0)
                moved = path.parent.rename(self.folder / f"moved{kind}") / "net.asc"
                loaded = ascend_mlir.load(moved)
                self.assertEqual(loaded.run(self.x)["y"].tobytes(), self.right)
                self.assertEqual(loaded.report["soc"], "Ascend910B1")

    def test_they_live_as_long_as_the_model(self):
        path = self.saved(2)
        loaded = ascend_mlir.load(path)
        (path.parent / "weight/net_weight_combined").unlink()
        self.assertEqual(loaded.run(self.x)["y"].tobytes(), self.right)
        # Another model that takes the place of one takes no weights from it.
        loaded = ascend_mlir.load(self.saved(2))
        ascend_mlir.compile(model(-1), external_weight=2).save(path)
        self.assertEqual(loaded.run(self.x)["y"].tobytes(), self.right)
        self.assertNotEqual(ascend_mlir.load(path).run(self.x)["y"].tobytes(), self.right)

    def test_what_is_wrong_with_them(self):
        path = self.saved(2)
        weights = path.parent / "weight/net_weight_combined"
        good = weights.read_bytes()
        for wrong, said in (
            (None, "are not there"),
            (good[:-1], f"have {len(good) - 1} bytes, and should have {len(good)}"),
            (bytes(len(good)), "are not those that it was compiled with"),
        ):
            weights.unlink(missing_ok=True)
            if wrong is not None:
                weights.write_bytes(wrong)
            with self.assertRaises(ascend_mlir.ModelError) as caught:
                ascend_mlir.load(path)
            self.assertIn(f"its weights 'weight/net_weight_combined' beside it {said}", str(caught.exception))
            self.assertIn(str(path), str(caught.exception))
        weights.write_bytes(good)
        self.assertEqual(ascend_mlir.load(path).run(self.x)["y"].tobytes(), self.right)

    def test_bytes_have_nothing_beside_them(self):
        path = self.saved(1)
        with self.assertRaises(ascend_mlir.ModelError) as caught:
            ascend_mlir.load(path.read_bytes())
        self.assertIn("its weights lie in the folder weight beside it", str(caught.exception))

    def test_values(self):
        with self.assertRaises(ascend_mlir.ConfigurationError) as caught:
            ascend_mlir.compile(model(), external_weight="3")
        self.assertIn("E10006", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
