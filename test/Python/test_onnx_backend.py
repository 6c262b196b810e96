# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The backend as ONNX's test suite and as programs use it."""

import unittest
import warnings

import ascend_mlir
import ascend_mlir.onnx_backend as backend
import models
import numpy as np
import onnx
from onnx import TensorProto, helper
from onnx.backend.base import Backend
from onnx.backend.test import BackendTest


class Programs(unittest.TestCase):
    def test_interface(self):
        self.assertTrue(issubclass(backend.AscendBackend, Backend))
        self.assertTrue(backend.supports_device("CPU"))
        self.assertFalse(backend.supports_device("CUDA"))
        self.assertTrue(backend.is_compatible(models.unary("Relu", [3])))
        self.assertFalse(backend.is_compatible(models.unsupported()))
        with self.assertRaisesRegex(ValueError, "CUDA"):
            backend.prepare(models.unary("Relu", [3]), "CUDA")

    def test_prepare_and_run(self):
        prepared = backend.prepare(models.binary("Sub", [2]))
        outputs = prepared.run([np.float32([3, 4]), np.float32([1, 1])])
        self.assertEqual((outputs[0].tolist(), outputs.y.tolist(), outputs["y"].tolist()), ([2, 3],) * 3)
        self.assertEqual(prepared.run({"b": np.ones(2, np.float32), "a": np.zeros(2, np.float32)}).y[0], -1)

    def test_the_models_own_dtypes_unless_asked(self):
        model, x = models.unary("Relu", [1]), [np.float32([2049])]
        self.assertEqual(backend.run_model(model, x).y, 2049)
        options = {"reference": False, "precision_mode": "force_fp16"}
        self.assertEqual(backend.run_model(model, x, **options).y, 2048)

    def test_open_shapes(self):
        prepared = backend.prepare(models.unary("Relu", ["n", 2]))
        for n in (1, 3, 1, 0):
            self.assertEqual(prepared.run([-np.ones((n, 2), np.float32)]).y.shape, (n, 2))
        with self.assertRaisesRegex(ascend_mlir.ModelError, r"takes \[\?, 2\]"):
            prepared.run([np.ones((1, 3), np.float32)])

    def test_parameters_that_are_inputs(self):
        node = helper.make_node("Reshape", ["x", "s"], ["y"])
        proto = models.model_of(
            [node],
            [("x", TensorProto.FLOAT, [6]), ("s", TensorProto.INT64, [2])],
            [("y", TensorProto.FLOAT, [None, None])],
        )
        prepared = backend.prepare(proto)
        x = np.arange(6, dtype=np.float32)
        for shape in ((2, 3), (3, 2), (6, 1)):
            y = prepared.run([x, np.int64(shape)]).y
            self.assertEqual(y.tolist(), x.reshape(shape).tolist())

    def test_not_supported(self):
        with self.assertRaises(backend.NotSupportedByBackend) as caught:
            backend.prepare(models.unsupported())
        self.assertIsInstance(caught.exception, ascend_mlir.UnsupportedOpError)
        self.assertIsInstance(caught.exception, unittest.SkipTest)
        self.assertEqual(caught.exception.exit_code, 3)
        prepared = backend.prepare(models.unary("Relu", [1]))
        for value in (["text"], [None], [[np.float32(1)]], np.array(["a"])):
            with self.assertRaises(backend.NotSupportedByBackend):
                prepared.run([value] if isinstance(value, np.ndarray) else value)

    def test_wrong_inputs(self):
        prepared = backend.prepare(models.binary("Add", [2]))
        with self.assertRaisesRegex(ascend_mlir.ModelError, "'b' is missing"):
            prepared.run([np.zeros(2, np.float32)])
        with self.assertRaisesRegex(ascend_mlir.ModelError, "3 are given"):
            prepared.run([np.zeros(2, np.float32)] * 3)
        with self.assertRaisesRegex(ascend_mlir.ModelError, "takes float32"):
            prepared.run([np.zeros(2), np.zeros(2)])
        scalar = backend.prepare(models.unary("Relu", ["n"]))
        with self.assertRaisesRegex(ascend_mlir.ModelError, r"takes \[\?\]"):
            scalar.run([np.zeros((2, 2), np.float32)])

    def test_run_node(self):
        node = helper.make_node("Add", ["a", "b"], ["c"])
        a, b = np.float16([1, 2]), np.float16([[3], [4]])
        c = backend.run_node(node, [a, b])[0]
        self.assertEqual((c.dtype, c.tolist()), (np.float16, [[4, 5], [5, 6]]))
        relu = helper.make_node("Relu", ["x"], ["y"])
        info = [(np.dtype(np.float32), (2,))]
        outputs = backend.run_node(relu, [np.float32([-1, 1])], outputs_info=info, opset_version=13)
        self.assertEqual(outputs.y.tolist(), [0, 1])


class Suite(unittest.TestCase):
    def test_of_onnx(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tests = BackendTest(backend.AscendBackend, __name__)
        # Passing ones, one that is not supported, one for CUDA.
        tests.include("^test_(relu|reshape_zero_dim|and2d|string_concat)_(cpu|cuda)$")
        result = unittest.TestResult()
        tests.test_suite.run(result)
        self.assertEqual([result.errors, result.failures], [[], []])
        reasons = dict((test.id().rsplit(".", 1)[1], reason) for test, reason in result.skipped)
        self.assertNotIn("test_relu_cpu", reasons)
        self.assertNotIn("test_reshape_zero_dim_cpu", reasons)
        self.assertIn("not", reasons["test_string_concat_cpu"])
        self.assertIn("support device CUDA", reasons["test_relu_cuda"])
        self.assertGreater(result.testsRun, 1000)


if __name__ == "__main__":
    unittest.main()
