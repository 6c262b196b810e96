# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Inputs that fit one branch of an If alone: code for their shapes, given at import, at first sight, or not at all."""

import unittest

import ascend_mlir
import numpy as np
from onnx import helper, numpy_helper
from onnx_models import floats, model_of, value_info
from open_models import node, values


class OneBranch(unittest.TestCase):
    """A model of two rates: inputs of one length fit one branch of its If, and the bodies for them have that alone."""

    OPTIONS = {"precision_mode": "must_keep_origin_dtype"}

    def setUp(self):
        self.weights = {"long": values(6, 4), "short": values(3, 4)}
        arms = {
            key: helper.make_graph(
                [node("MatMul", f"x w_{key}", key)], key, [], [value_info(key, floats("n", 4))],
                [numpy_helper.from_array(weight, f"w_{key}")])
            for key, weight in self.weights.items()
        }  # fmt: skip
        nodes = [node("If", "c", "i", then_branch=arms["long"], else_branch=arms["short"]), node("Relu", "i", "y")]
        self.source = model_of(nodes, {"x": floats("n", "k"), "c": (np.bool_, [])}, {"y": floats("n", 4)}, opset=17)

    def check(self, model):
        """Of each length: the branch that fits gives its product, the other an error."""
        for length, key in ((6, "long"), (3, "short")):
            x = np.random.default_rng(length).standard_normal((2, length)).astype(np.float32)
            with self.subTest(length=length):
                got = model(length).run({"x": x, "c": np.bool_(key == "long")})["y"]
                np.testing.assert_allclose(got, np.maximum(x @ self.weights[key], 0), rtol=1e-5, atol=1e-6)
                other = "short" if key == "long" else "long"
                for _ in range(2):
                    with self.assertRaisesRegex(ascend_mlir.ModelError, f"MatMul_{other}.*inner extents differ"):
                        model(length).run({"x": x, "c": np.bool_(key != "long")})

    def test_bodies(self):
        model = ascend_mlir.compile(self.source, jit_compile="true", **self.OPTIONS)
        self.check(lambda length: model)
        self.assertEqual([(each.why, each.own_runs) for each in model.shapes], [("", 0)] * 2)

    def test_own_code(self):
        model = ascend_mlir.compile(self.source, jit_compile="false", **self.OPTIONS)
        self.check(lambda length: model)

    def test_given_shapes(self):
        self.check(lambda length: ascend_mlir.compile(self.source, input_shape=f"x:2,{length}", **self.OPTIONS))

    def test_neither(self):
        model = ascend_mlir.compile(self.source, jit_compile="true", **self.OPTIONS)
        for _ in range(2):
            with self.assertRaisesRegex(ascend_mlir.ModelError, "inner extents differ"):
                model.run({"x": np.ones((2, 5), np.float32), "c": np.bool_(True)})
        self.assertIn("inner extents differ: 5 against 6", model.shapes[0].why)
        with self.assertRaisesRegex(ascend_mlir.ModelError, "inner extents differ: 5 against 6"):
            ascend_mlir.compile(self.source, input_shape="x:2,5", **self.OPTIONS)


if __name__ == "__main__":
    unittest.main()
