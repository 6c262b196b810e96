# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Running: inputs and outputs of all dtypes, who owns what, and what it says."""

import gc
import os
import pathlib
import tempfile
import unittest
import unittest.mock
import warnings

import ascend_mlir
import ml_dtypes
import models
import numpy as np
from onnx import TensorProto

DTYPES = {
    TensorProto.FLOAT: np.float32,
    TensorProto.FLOAT16: np.float16,
    TensorProto.BFLOAT16: ml_dtypes.bfloat16,
    TensorProto.DOUBLE: np.float64,
    TensorProto.FLOAT8E4M3FN: ml_dtypes.float8_e4m3fn,
    TensorProto.FLOAT8E5M2: ml_dtypes.float8_e5m2,
    TensorProto.BOOL: np.bool_,
    TensorProto.INT8: np.int8,
    TensorProto.INT16: np.int16,
    TensorProto.INT32: np.int32,
    TensorProto.INT64: np.int64,
    TensorProto.UINT8: np.uint8,
    TensorProto.UINT16: np.uint16,
    TensorProto.UINT32: np.uint32,
    TensorProto.UINT64: np.uint64,
}


class Dtypes(unittest.TestCase):
    def test_every_dtype_comes_and_goes(self):
        for number, dtype in DTYPES.items():
            with self.subTest(np.dtype(dtype).name):
                model = ascend_mlir.compile(models.unary("Transpose", [2, 3], number), reference=True)
                self.assertEqual(model.inputs[0].dtype, dtype)
                x = np.arange(6).reshape(2, 3).astype(dtype)
                y = model.run(x)["y"]
                self.assertEqual(y.dtype, dtype)
                self.assertEqual(y.tolist(), x.T.tolist())

    def test_bfloat16_is_computed(self):
        model = ascend_mlir.compile(models.binary("Add", [3], TensorProto.BFLOAT16), reference=True)
        a = np.array([1, 256, np.inf], ml_dtypes.bfloat16)
        b = np.array([2**-9, 1, 1], ml_dtypes.bfloat16)
        # Ties to even: 256 + 1 has no bfloat16.
        self.assertEqual(model.run([a, b])["y"].tolist(), [1, 256, np.inf])


class Inputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = ascend_mlir.compile(models.binary("Sub", [2, 3]), reference=True)
        cls.a = np.arange(6, dtype=np.float32).reshape(2, 3)
        cls.b = np.full((2, 3), 10, np.float32)
        cls.y = (cls.a - cls.b).tolist()

    def check(self, inputs):
        self.assertEqual(self.model.run(inputs)["y"].tolist(), self.y)

    def test_by_name_and_by_position(self):
        self.check({"b": self.b, "a": self.a})
        self.check([self.a, self.b])
        self.check((self.a, self.b))

    def test_not_dense(self):
        self.check([np.asfortranarray(self.a), self.b])
        self.check([np.repeat(self.a, 2, axis=1)[:, ::2], self.b])
        self.check([self.a, np.broadcast_to(np.float32(10), (2, 3))])
        self.check([self.a[::-1][::-1], self.b])

    def test_not_aligned(self):
        buffer = np.zeros(25, np.uint8)
        odd = buffer[1:].view(np.float32).reshape(2, 3)
        odd[:] = self.a
        self.assertFalse(odd.flags.aligned)
        self.check([odd, self.b])

    def test_read_only(self):
        a = self.a.copy()
        a.flags.writeable = False
        self.check([a, self.b])

    def test_lists_and_numbers_take_the_dtype(self):
        self.check([self.a.tolist(), self.b.tolist()])
        scalar = ascend_mlir.compile(models.binary("Add", [], TensorProto.INT8), reference=True)
        y = scalar.run([3, 4])["y"]
        self.assertEqual((y.shape, y.dtype, int(y)), ((), np.int8, 7))
        self.assertEqual(int(scalar.run([np.int8(3), 4])["y"]), 7)

    def test_bools_are_what_numpy_takes_for_true(self):
        model = ascend_mlir.compile(models.unary("Identity", [2, 2], TensorProto.BOOL), reference=True)
        bytes_ = np.frombuffer(b"\xff\0\2\1", dtype=np.bool_).reshape(2, 2)
        for given in (bytes_, np.asfortranarray(bytes_), bytes_.repeat(2, axis=1)[:, ::2]):
            self.assertEqual(model.run(given)["y"].view(np.uint8).tolist(), [[1, 0], [1, 1]])

    def test_what_has_an_array(self):
        class Holder:
            def __array__(self, dtype=None, copy=None):
                return Inputs.a

        self.check([Holder(), self.b])

    def test_inputs_are_not_written_to(self):
        a, b = self.a.copy(), self.b.copy()
        self.model.run([a, b])
        self.assertTrue((a == self.a).all() and (b == self.b).all())

    def test_empty_tensors(self):
        model = ascend_mlir.compile(models.unary("Relu", [0, 3]), reference=True)
        y = model.run(np.zeros((0, 3), np.float32))["y"]
        self.assertEqual((y.shape, y.dtype), ((0, 3), np.float32))


class ShortWay(unittest.TestCase):
    """Arrays as the model takes them go there without Python; all else goes round by it."""

    ROUND = {TensorProto.BFLOAT16, TensorProto.FLOAT8E4M3FN, TensorProto.FLOAT8E5M2, TensorProto.BOOL}

    def way_of(self, model, inputs):
        """The outputs, and whether Python looked at the inputs."""
        with unittest.mock.patch.object(ascend_mlir.model._tensors, "flatten", wraps=ascend_mlir.model._tensors.flatten) as flatten:
            outputs = model.run(inputs)
        return outputs, flatten.called

    def test_dtypes(self):
        for number, dtype in DTYPES.items():
            with self.subTest(np.dtype(dtype).name):
                model = ascend_mlir.compile(models.unary("Transpose", [2, 3], number), reference=True)
                x = np.arange(6).reshape(2, 3).astype(dtype)
                outputs, is_round = self.way_of(model, {"x": x})
                self.assertEqual(is_round, number in self.ROUND)
                self.assertEqual(outputs["y"].dtype, dtype)
                self.assertEqual(outputs["y"].tolist(), x.T.tolist())

    def test_what_goes_round(self):
        model = ascend_mlir.compile(models.binary("Sub", ["n", 3]), reference=True)
        a, b = np.arange(6, dtype=np.float32).reshape(2, 3), np.ones((2, 3), np.float32)
        shifted = np.frombuffer(b"x" + a.tobytes(), np.uint8)[1:].view(np.float32).reshape(2, 3)
        self.assertFalse(shifted.flags.aligned)

        class Mine(np.ndarray):
            pass

        class Names(dict):
            pass

        ways = [({"a": a, "b": b}, False), ({"b": b, "a": a}, False), ([a, b], False), ((a, b), False),
                ({"a": a.copy("F"), "b": b}, True), ({"a": shifted, "b": b}, True), ([a.astype(">f4").view(Mine), b], None),
                ([a.view(Mine), b], True), ([a.tolist(), b], True), (Names(a=a, b=b), True)]  # fmt: skip
        for inputs, wanted in ways:
            with self.subTest(repr(inputs)):
                if wanted is None:
                    with self.assertRaisesRegex(ascend_mlir.ModelError, "the input 'a' is >f4, and the model takes float32"):
                        model.run(inputs)
                    continue
                outputs, is_round = self.way_of(model, inputs)
                self.assertEqual(outputs["y"].tolist(), (a - b).tolist())
                self.assertEqual(is_round, wanted)

    def test_outputs_are_arrays_of_their_own(self):
        model = ascend_mlir.compile(models.unary("Relu", ["n", 3]), reference=True)
        first = model.run(np.full((2, 3), 5, np.float32))["y"]
        again = model.run(np.full((2, 3), 6, np.float32))["y"]
        self.assertTrue(first.flags.writeable and first.flags.c_contiguous and first.flags.aligned)
        first[0] = 7
        self.assertEqual((first.tolist(), again.tolist()), ([[7] * 3, [5] * 3], [[6] * 3] * 2))
        self.assertEqual(model.run(np.zeros((0, 3), np.float32))["y"].shape, (0, 3))

    def test_a_shape_that_no_array_has(self):
        model = ascend_mlir.compile(models.model_of(
            [models.helper.make_node("Expand", ["x", "s"], ["y"], name="e")],
            [("x", TensorProto.FLOAT, [1]), ("s", TensorProto.INT64, [4])], [("y", TensorProto.FLOAT, [None] * 4)]),
            reference=True)  # fmt: skip
        x = np.ones(1, np.float32)
        self.assertEqual(model.run([x, np.array([0, 1 << 31, 1 << 20, 1])])["y"].shape, (0, 1 << 31, 1 << 20, 1))
        with self.assertRaisesRegex(ascend_mlir.LimitError, r"the output 'y' has the shape \[0, 2147483648, 2147483648, 2\], which no array"):
            model.run([x, np.array([0, 1 << 31, 1 << 31, 2])])


class Lifetime(unittest.TestCase):
    def test_outputs_outlive_the_model_and_each_other(self):
        model = ascend_mlir.compile(models.unary("Relu", [1000]), reference=True)
        x = np.linspace(-1, 1, 1000, dtype=np.float32)
        first = model.run(x)["y"]
        x[:] = -1
        second = model.run(x)["y"]
        model.close()
        del model, x
        gc.collect()
        self.assertEqual(first.max(), 1)
        self.assertEqual(second.max(), 0)
        first[:] = 5  # the caller's own, and writable
        self.assertEqual(second.max(), 0)

    def test_large_outputs_take_the_memory_of_those_that_are_gone(self):
        model = ascend_mlir.compile(models.unary("Neg", [512, 1024]), reference=True)
        x = np.ones((512, 1024), np.float32)
        kept = model.run(x)["y"]
        gone = model.run(2 * x)["y"]
        address = gone.ctypes.data
        self.assertNotEqual(address, kept.ctypes.data)
        view = gone[7, 3:5]
        del gone
        # A view keeps all of it.
        other = model.run(3 * x)["y"]
        self.assertNotEqual(address, other.ctypes.data)
        del view
        gc.collect()
        again = model.run(4 * x)["y"]
        self.assertEqual(address, again.ctypes.data)
        model.close()
        del model
        gc.collect()
        for value, array in [(-1, kept), (-3, other), (-4, again)]:
            self.assertTrue((array == value).all())

    def test_with_closes(self):
        with ascend_mlir.compile(models.unary("Relu", [3])) as model:
            model.run([[1, 2, 3]])
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "closed"):
            model.run([[1, 2, 3]])
        self.assertEqual(model.inputs[0].name, "x")
        self.assertIn("closed", repr(model))
        model.close()

    def test_bytes_may_go_when_it_is_compiled(self):
        data = bytearray(models.perceptron()[0].SerializeToString())
        model = ascend_mlir.compile(memoryview(data), reference=True)
        data[:] = bytes(len(data))
        self.assertNotEqual(model.run(np.ones((4, 16), np.float32))["y"].max(), 0)


class Sources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.proto, self.numpy = models.perceptron()
        self.x = np.random.default_rng(2).standard_normal((4, 16)).astype(np.float32)

    def check(self, model):
        np.testing.assert_allclose(model.run(self.x)["y"], self.numpy(self.x), rtol=1e-5, atol=1e-5)

    def test_proto_file_and_bytes(self):
        path = self.folder / "netz-ü.onnx"
        models.save(self.proto, path)
        for source in (self.proto, path, str(path), path.read_bytes(), bytearray(path.read_bytes())):
            self.check(ascend_mlir.compile(source, reference=True))

    def test_ir_as_a_file_and_as_bytes(self):
        model = ascend_mlir.compile(self.proto, precision_mode="must_keep_origin_dtype")
        path = self.folder / "net.mlir"
        path.write_text(model.ir)
        self.check(ascend_mlir.compile(path, reference=True))
        self.check(ascend_mlir.compile(model.ir.encode(), reference=True))

    def test_a_compiled_file(self):
        decided = ascend_mlir.compile(self.proto, precision_mode="force_fp16")
        decided.save(self.folder / "net.asc")
        loaded = ascend_mlir.load(self.folder / "net.asc")
        self.assertEqual((loaded.inputs, loaded.outputs), (decided.inputs, decided.outputs))
        self.assertEqual(loaded.report, decided.report)
        self.assertEqual(loaded.run(self.x)["y"].tobytes(), decided.run(self.x)["y"].tobytes())
        data = (self.folder / "net.asc").read_bytes()
        again = ascend_mlir.load(data)
        self.assertEqual(again.run(self.x)["y"].tobytes(), decided.run(self.x)["y"].tobytes())
        self.assertEqual(again.report, decided.report)

    def test_views_that_leave_bytes_out(self):
        def spread(data):
            return memoryview(b"".join(bytes([byte, 0]) for byte in data))[::2]

        model = ascend_mlir.compile(spread(self.proto.SerializeToString()), reference=True)
        self.check(model)
        model.save(self.folder / "net.asc")
        self.check(ascend_mlir.load(spread((self.folder / "net.asc").read_bytes())))


class Options(unittest.TestCase):
    def test_values_of_every_kind(self):
        proto = models.perceptron()[0]
        with tempfile.TemporaryDirectory() as folder:
            keep = pathlib.Path(folder, "keep.cfg")
            keep.write_text("fc1\n")
            model = ascend_mlir.compile(
                proto,
                precision_mode="force_fp16",
                keep_dtype=keep,
                allow_hf32=True,
                is_weight_clip=0,
                strict=False,
                soc_version="Ascend910B1",
                customize_dtypes=None,
                input_shape={"x": [4, 16]},
                input_fp16_nodes=["x"],
            )
        self.assertEqual(model.inputs[0].dtype, np.float16)
        options = model.report["options"]
        self.assertEqual(options["is_weight_clip"], "0")
        self.assertEqual(options["allow_hf32"], "1")
        dtypes = {op["name"]: op["outputs"][0]["dtype"] for op in model.report["ops"]}
        self.assertEqual((dtypes["fc1"], dtypes["fc2"]), ("float", "float16"))

    def test_precision_is_decided(self):
        x = np.full(1, 2049, np.float32)
        proto = models.unary("Relu", [1])
        self.assertEqual(ascend_mlir.compile(proto).run(x)["y"], 2048)
        for options in ({"reference": True}, {"precision_mode": "must_keep_origin_dtype"}):
            self.assertEqual(ascend_mlir.compile(proto, **options).run(x)["y"], 2049)

    def test_what_a_rounding_gives(self):
        # 40.5 * 40.5 lies between two float16, and 300 * 300 past the largest.
        proto = models.square_and_sum([2])
        x = np.array([40.5, 300], np.float32)
        for options, result in (
            ({}, [1680, np.inf]),
            ({"emulation": "fast"}, [1681, np.inf]),
            ({"soc_version": "Ascend310P3"}, [1680, 65504]),
            ({"soc_version": "Ascend310P3", "float_overflow_mode": "inf_nan"}, [1680, np.inf]),
        ):
            with self.subTest(options):
                model = ascend_mlir.compile(proto, **options)
                self.assertEqual(model.run(x)["y"].tolist(), result)
                for name, value in options.items():
                    self.assertEqual(model.report["options"][name], value)

    def test_an_open_batch_is_given_a_size(self):
        proto = models.unary("Relu", ["n", 3])
        model = ascend_mlir.compile(proto, input_shape={"x": (5, 3)})
        self.assertEqual(model.inputs[0].shape, (5, 3))

    def test_warnings(self):
        with self.assertWarnsRegex(ascend_mlir.AscendWarning, "op_select_implmode is deprecated"):
            model = ascend_mlir.compile(models.unary("Relu", [3]), op_select_implmode="high_precision")
        self.assertEqual(model.warnings[0].note, "use --op_precision_mode")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ascend_mlir.compile(models.unary("Relu", [3]))


class Telling(unittest.TestCase):
    def test_report(self):
        model = ascend_mlir.compile(models.perceptron()[0], precision_mode="force_fp16")
        self.assertEqual([op["name"] for op in model.report["ops"]], ["fc1", "act", "fc2"])
        self.assertIs(model.report, model.report)
        self.assertIn("fc1", model.report_text())
        self.assertIn("ascend.relu", model.ir)

    def test_dump(self):
        model = ascend_mlir.compile(models.perceptron()[0], precision_mode="force_fp16")
        x = np.ones((4, 16), np.float32)
        with tempfile.TemporaryDirectory() as folder:
            y = model.run(x, dump=os.path.join(folder, "dump"))["y"]
            files = os.listdir(os.path.join(folder, "dump"))
            self.assertIn("index.json", files)
            self.assertEqual(y.tobytes(), model.run(x)["y"].tobytes())
            again = pathlib.Path(folder, "again")
            model.run(x, dump=again)
            self.assertEqual(sorted(os.listdir(again)), sorted(files))

    def test_time(self):
        model = ascend_mlir.compile(models.unary("Relu", [3]))
        timing = model.time(np.zeros(3, np.float32), repeat=5, threads=1)
        self.assertEqual(timing.runs, 5)
        self.assertTrue(0 < timing.min <= timing.median <= timing.max)

    def test_version(self):
        self.assertRegex(ascend_mlir.__version__, r"^\d+\.\d+\.\d+$")


if __name__ == "__main__":
    unittest.main()
