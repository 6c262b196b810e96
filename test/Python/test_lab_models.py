# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""From complaint to cure on whole models: a network trained on digits whose activations pass
float16's limit, and a detector whose error is spread over all of it."""

import json
import pathlib
import sys
import unittest
import warnings

import ascend_mlir
import models
import numpy as np
import onnx
from onnx import TensorProto, helper
from sklearn.datasets import load_digits
from lab_case import LabCase
from sessions import session_of

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Integration" / "Digits" / "Inputs"))
import network  # noqa: E402

FLOAT = TensorProto.FLOAT


class Digits(LabCase):
    """Scaled in one layer and scaled back in the next, it says the same digits in float32."""

    def setUp(self):
        super().setUp()
        digits = load_digits()
        order = np.random.default_rng(1).permutation(len(digits.target))
        self.x, self.labels = (digits.images[order, None] / 16).astype(np.float32), digits.target[order]
        f1, b1, f2, b2, w, b = network.train(self.x[:1200], self.labels[:1200], epochs=6)
        scale = np.float32(2.0**18)
        model = network.to_onnx([f1 * scale, b1 * scale, f2 / scale, b2, w, b])
        self.path = self.folder / "digits.onnx"
        onnx.save(model, self.path)
        self.session = session_of(model.SerializeToString())
        np.savez(self.folder / "x.npz", images=self.x[1200:1240])
        self.arguments = [self.path, "--input_shape=images:10,1,8,8", f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16"]

    def share_right(self, x, labels, **options):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ascend_mlir.AscendWarning)
            model = ascend_mlir.compile(str(self.path), **options)
        return float(np.mean(model.run([x])["scores"].argmax(1) == labels))

    def test_from_complaint_to_cure(self):
        x, labels = self.x[1240:], self.labels[1240:]
        right = float(np.mean(self.session.run(None, {"images": x})[0].argmax(1) == labels))
        self.assertGreater(right, 0.9)
        self.assertLess(self.share_right(x, labels, precision_mode="force_fp16"), 0.5)
        (table,) = json.loads(self.lab("compare", *self.arguments, "--format=json"))["tables"]
        self.assertIn("conv1", [root["op"] for root in table["roots"]])
        to = self.folder / "healed"
        text = self.lab("search", *self.arguments, "--budget=argmax>=0.99", f"--to={to}")
        self.assertIn("on 1 input that was held out: holds", text)
        kept = json.loads((to / "manifest.json").read_text())["kept"]
        self.assertIn("conv1", kept)
        self.assertNotIn("gemm", kept)
        # On digits that nobody saw, by every file that is said to do the same.
        for option in "keep_dtype", "customize_dtypes":
            healed = self.share_right(x, labels, precision_mode="force_fp16", **{option: str(to / f"{option}.cfg")})
            self.assertAlmostEqual(healed, right, delta=0.01)


class Spread(LabCase):
    """A detector of which each layer adds as much of the error as any other."""

    LAYERS = 18

    def setUp(self):
        super().setUp()
        rng = np.random.default_rng(1)
        nodes, arrays, value = [], [], "x"
        for number in range(self.LAYERS):
            rotation, _ = np.linalg.qr(rng.standard_normal((24, 24)))
            arrays.append((f"w{number}", rotation.astype(np.float32)))
            nodes += [
                helper.make_node("MatMul", [value, f"w{number}"], [f"m{number}"], name=f"mix{number}"),
                helper.make_node("Tanh", [f"m{number}"], [f"t{number}"], name=f"bend{number}"),
            ]
            value = f"t{number}"
        arrays.append(("head", rng.standard_normal((24, 4)).astype(np.float32)))
        nodes += [
            helper.make_node("MatMul", [value, "head"], ["boxes"], name="boxes"),
            helper.make_node("Sigmoid", [value], ["scores"], name="scores"),
        ]
        model = models.model_of(nodes, [("x", FLOAT, [4, 24])], [("boxes", FLOAT, [4, 4]), ("scores", FLOAT, [4, 24])], arrays)
        self.path = self.folder / "net.onnx"
        onnx.save(model, self.path)
        np.savez(self.folder / "x.npz", x=rng.standard_normal((24, 24)).astype(np.float32))
        self.arguments = [self.path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16"]

    def test_no_short_list(self):
        """It says so, and what it found is 1-minimal."""
        (table,) = json.loads(self.lab("compare", *self.arguments, "--format=json"))["tables"]
        self.assertEqual(table["roots"], [])
        error = max(row["end_to_end"]["relative_norm"] for row in table["outputs"])
        to = self.folder / "healed"
        text = self.lab("search", *self.arguments, f"--budget=relative<={error / 8:.3g}", f"--to={to}")
        self.assertIn("the error is spread over the model: no short list of ops helps", text)
        manifest = json.loads((to / "manifest.json").read_text())
        tried = {frozenset(trial["kept"]): trial["passes"] for trial in manifest["trials"]}
        for name in manifest["kept"]:
            self.assertFalse(tried[frozenset(manifest["kept"]) - {name}], name)
        curve = [(int(size), error) for size, error, _ in manifest["curve"]]
        self.assertLess(curve[-1][1], curve[0][1] / 8)

    def test_the_best_of_so_few(self):
        """With a bound on ops it gives what it can, and no more ops than that."""
        errors = []
        for most in 1, 4:
            to = self.folder / f"healed{most}"
            self.lab("search", *self.arguments, f"--max_ops={most}", "--max_trials=60", f"--to={to}")
            manifest = json.loads((to / "manifest.json").read_text())
            self.assertLessEqual(len(manifest["kept"]), most)
            errors.append(max(each["relative"] for each in manifest["search"]["outputs"].values()))
        self.assertLess(errors[1], errors[0])


if __name__ == "__main__":
    unittest.main()
