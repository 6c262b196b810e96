# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""docs/PrecisionModes.md's order of the modes by accuracy and by speed, on one network."""

import unittest
import warnings

import ascend_mlir
import numpy as np
from ascend_mlir.lab.decision import decision_of
from ascend_mlir.lab.roofline import cost_of
from onnx import helper
from onnx_models import floats, model_of
from sampling import turns

ACCURATE = ("must_keep_origin_dtype", "force_fp32", "allow_fp32_to_fp16", "allow_mix_precision", "force_fp16", "allow_mix_precision_bf16")
# What must keep float has no kernel for the convolutions of these chips, and no bfloat16.
LACKS = {"Ascend910A": (0, 5), "Ascend310P3": (0, 5)}


def network(seed):
    """Two convolutions with a way around the second, SiLU, a product, LayerNormalization, Softmax, Log."""
    random = np.random.default_rng(seed)

    def weights(*shape, fan):
        return (random.standard_normal(shape) / np.sqrt(fan)).astype(np.float32)

    nodes = [
        helper.make_node("Conv", ["x", "w1", "b1"], ["c1"], name="c1", pads=[1, 1, 1, 1]),
        helper.make_node("Relu", ["c1"], ["r1"], name="r1"),
        helper.make_node("Conv", ["r1", "w2"], ["c2"], name="c2", pads=[1, 1, 1, 1]),
        helper.make_node("Add", ["c2", "r1"], ["a"], name="a"),
        helper.make_node("Sigmoid", ["a"], ["s"], name="s"),
        helper.make_node("Mul", ["a", "s"], ["m"], name="m"),
        helper.make_node("GlobalAveragePool", ["m"], ["g"], name="g"),
        helper.make_node("Flatten", ["g"], ["f"], name="f"),
        helper.make_node("MatMul", ["f", "w3"], ["p"], name="p"),
        helper.make_node("LayerNormalization", ["p", "l"], ["n"], name="n"),
        helper.make_node("Softmax", ["n"], ["q"], name="q"),
        helper.make_node("Log", ["q"], ["y"], name="y"),
    ]
    constants = {
        "w1": weights(16, 3, 3, 3, fan=27), "b1": weights(16, fan=1), "w2": weights(16, 16, 3, 3, fan=144),
        "w3": weights(16, 32, fan=16), "l": weights(32, fan=32),
    }  # fmt: skip
    return model_of(nodes, {"x": floats(8, 3, 16, 16)}, {"y": floats(8, 32)}, constants, opset=17)


class ModeOrder(unittest.TestCase):
    def setUp(self):
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("ignore")

    def measure(self, seed, soc):
        """For each mode that the chip has: the mean error, and the estimate of the ops' time."""
        model = network(seed)
        inputs = {"x": np.random.default_rng(seed + 100).standard_normal((8, 3, 16, 16)).astype(np.float32)}
        reference = ascend_mlir.compile(model, reference=True).run(inputs)["y"].astype(np.float64)
        result = {}
        for number, mode in enumerate(ACCURATE):
            if number in LACKS.get(soc, ()):
                with self.assertRaises(ascend_mlir.AscendError):
                    ascend_mlir.compile(model, precision_mode=mode, soc_version=soc)
                continue
            compiled = ascend_mlir.compile(model, precision_mode=mode, soc_version=soc)
            error = np.abs(compiled.run(inputs)["y"] - reference).mean()
            result[mode] = error, cost_of(decision_of(compiled.report, ())).ops
        return result

    def test_order(self):
        """A chip has one of three networks a day."""
        for number, soc in enumerate(("Ascend910B1", "Ascend910A", "Ascend310P3")):
            for seed in turns(number, range(3)):
                with self.subTest(soc=soc, seed=seed):
                    measured = self.measure(seed, soc)
                    errors = [error for error, _ in measured.values()]
                    self.assertEqual(errors, sorted(errors))
                    self.assertGreater(errors[-1], errors[0])
                    times = [time for mode, (_, time) in measured.items() if mode != ACCURATE[-1]]
                    self.assertEqual(times, sorted(times, reverse=True))


if __name__ == "__main__":
    unittest.main()
