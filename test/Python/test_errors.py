# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Every kind of bad input is one exception of the right class, with CANN's code
where CANN has one, and leaves the model as it was."""

import pathlib
import pickle
import tempfile
import unittest
from unittest import mock

import ascend_mlir
import ml_dtypes
import models
import numpy as np
from ascend_mlir import ConfigurationError, LimitError, ModelError, UnsupportedOpError, _tensors
from onnx import TensorProto


class Raises(unittest.TestCase):
    def refuse(self, kind, message, function, *arguments, code="", note=None, **options):
        with self.assertRaisesRegex(kind, message) as caught:
            function(*arguments, **options)
        error = caught.exception
        self.assertIs(type(error), kind)
        self.assertIsInstance(error, ascend_mlir.AscendError)
        self.assertEqual(error.code, code)
        if note:
            self.assertRegex(error.note, note)
        return error


class BadOptions(Raises):
    proto = models.unary("Relu", [3])

    def refuse(self, message, note=None, code="", **options):
        error = super().refuse(
            ConfigurationError, message, ascend_mlir.compile, self.proto, code=code, note=note, **options
        )
        self.assertEqual(error.exit_code, 2)
        return error

    def test_names(self):
        self.refuse("unknown option precision_mod", "did you mean precision_mode", precision_mod="fp16")
        self.refuse("unknown option output", "command line only", output="x.asc")
        self.refuse("unknown option", **{"ungültig\0\n": "1"})

    def test_all_at_once(self):
        error = self.refuse("unknown option precision_mod", precision_mod="fp16", allow_hf32="2", keep_dtype=True, output="x.asc")
        self.assertEqual(
            [(each.code, each.note) for each in error.diagnostics],
            [("", "did you mean precision_mode?"), ("E20101", error.diagnostics[1].note), ("E10001", error.diagnostics[2].note),
             ("", "it is for the command line only")],
        )  # fmt: skip

    def test_values(self):
        self.refuse("Value fp8 for parameter precision_mode", code="E10001", precision_mode="fp8")
        self.refuse("is empty", code="E10004", keep_dtype="")
        self.refuse("allow_hf32", code="E20101", allow_hf32="2")
        self.refuse("NUL", code="E10001", keep_dtype="a\0b")
        self.refuse("not a switch", code="E10001", keep_dtype=True)
        self.refuse("Ascend9", code="E10001", soc_version="Ascend9")
        self.refuse("only support NCHW, NCDHW, ND in ONNX model", code="E10001", input_format="NHWC")
        self.refuse("valid range", strict="maybe")

    def test_together(self):
        modes = {"precision_mode": "force_fp16", "precision_mode_v2": "fp16"}
        self.refuse("simultaneously", code="E10056", **modes)

    def test_files(self):
        self.refuse("keep_dtype", code="E10001", keep_dtype="/none.cfg")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "list.json")
            path.write_text("{")
            mode = {"precision_mode": "allow_mix_precision", "modify_mixlist": path}
            self.refuse("list.json", code="E21002", **mode)

    def test_shapes(self):
        self.refuse("", code="E10011", input_shape={"x": [-2]})
        self.refuse("", code="E10002", input_shape="x")
        super().refuse(
            ConfigurationError, "z", ascend_mlir.compile, self.proto, code="E10016", input_shape={"z": [3]}
        )

    def test_python_types(self):
        for options in ({"keep_dtype": 1.5}, {"precision_mode": ["force_fp16"]}, {"input_shape": 3j}):
            with self.assertRaisesRegex(TypeError, next(iter(options))):
                ascend_mlir.compile(self.proto, **options)
        for model in (None, 3, [self.proto], object()):
            with self.assertRaisesRegex(TypeError, "a model is a path"):
                ascend_mlir.compile(model)
        with self.assertRaises(UnicodeEncodeError):
            ascend_mlir.compile("\udcff.onnx")


class BadModels(Raises):
    def test_unsupported_ops_are_all_named(self):
        error = self.refuse(UnsupportedOpError, "NoSuchOp", ascend_mlir.compile, models.unsupported())
        self.assertEqual([error.exit_code, len(error.diagnostics)], [3, 2])
        for name, diagnostic in zip(("bad1", "bad2"), error.diagnostics):
            self.assertIn(name, str(diagnostic))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((type(again), again.diagnostics), (UnsupportedOpError, error.diagnostics))

    def test_files(self):
        def compile(source):
            return ascend_mlir.compile(source)

        self.refuse(ModelError, "No such file", compile, "/none.onnx")
        self.refuse(ModelError, "folder", compile, "/")
        self.refuse(ModelError, "NUL", compile, "a\0.onnx")
        self.refuse(ModelError, "regular file", compile, "/dev/zero", code="E10041")
        self.refuse(ModelError, "empty", compile, b"", code="E10041")
        self.refuse(ModelError, "truncated", compile, bytes(range(100)), code="E10041")
        whole = models.perceptron()[0].SerializeToString()
        self.refuse(ModelError, "", compile, whole[: len(whole) // 2], code="E10041")
        self.refuse(ModelError, "", compile, b"func.func @main(")
        self.refuse(ModelError, "", compile, b"ML\xefR" + bytes(20))

    def test_a_model_that_contradicts_itself(self):
        proto = models.binary("Add", [3])
        proto.graph.node[0].input[1] = "nobody"
        self.refuse(ModelError, "nobody", ascend_mlir.compile, proto, code="E10041")

    def test_compiled_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "m.asc")
            self.refuse(ModelError, "cannot be loaded", ascend_mlir.load, path)
            ascend_mlir.compile(models.unary("Relu", [3])).save(path)
            self.refuse(ModelError, "compiled already", ascend_mlir.compile, path)
            model = ascend_mlir.load(path)
            self.refuse(ConfigurationError, "JSON only", model.report_text)
            self.refuse(ConfigurationError, "no IR", lambda: model.ir)
            self.refuse(ConfigurationError, "copy the file", model.save, pathlib.Path(folder, "n.asc"))
            self.refuse(ConfigurationError, "shows no tensors", model.run, [[1, 2, 3]], dump=folder)
            data = bytearray(path.read_bytes())
            data[100] ^= 1
            other = pathlib.Path(folder, "damaged.asc")
            other.write_bytes(data)
            self.refuse(ModelError, "damaged", ascend_mlir.load, other)
            self.refuse(ModelError, "damaged", ascend_mlir.load, data)
        self.refuse(ModelError, "only 3 bytes", ascend_mlir.load, b"asc")
        self.refuse(ModelError, "NUL", ascend_mlir.load, "a\0")

    def test_reports_that_were_edited(self):
        # A checksum tells of damage; who edits a report can make another one.
        for text, why in (("[", "Expecting"), ("{", "Expecting"), ("7", "no object"), ("[" * 100000, "recursion"),
                          (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), "utf-8")):  # fmt: skip
            model = ascend_mlir.compile(models.unary("Relu", [3]))
            core = mock.Mock()
            core.report.side_effect = [text]
            with mock.patch.object(model, "_check_decided", return_value=core):
                self.refuse(ModelError, f"report of the compiled file is damaged: .*{why}", lambda: model.report)
            self.assertEqual(model.report["version"], 1)

    def test_no_report_of_a_reference(self):
        model = ascend_mlir.compile(models.unary("Relu", [3]), reference=True)
        self.refuse(ConfigurationError, "nothing was decided", lambda: model.report)
        self.refuse(ConfigurationError, "nothing was decided", model.report_text)

    def test_where_to_save(self):
        model = ascend_mlir.compile(models.unary("Relu", [3]))
        self.refuse(ConfigurationError, "cannot be written", model.save, "/none/m.asc")
        with self.assertRaises(TypeError):
            model.save(b"m.asc")


class BadInputs(Raises):
    @classmethod
    def setUpClass(cls):
        cls.model = ascend_mlir.compile(models.binary("Add", [2, 3]))
        cls.x = np.ones((2, 3), np.float32)

    def tearDown(self):
        self.assertEqual(self.model.run([self.x, self.x])["y"].tolist(), [[2] * 3] * 2)

    def refuse(self, message, inputs, **options):
        return super().refuse(ModelError, message, self.model.run, inputs, **options)

    def test_names_and_numbers(self):
        self.refuse("no input 'c'", {"a": self.x, "b": self.x, "c": self.x}, note="a: float32")
        self.refuse("'b' is missing", {"a": self.x})
        self.refuse("no input 0", {0: self.x})
        self.refuse("2 inputs, and 1", [self.x])
        self.refuse("2 inputs, and 0", [])
        self.refuse("one array", self.x)
        self.refuse("one array", None)

    def test_dtypes(self):
        for dtype in (np.float64, np.float16, np.int32, ">f4", np.complex64, bool):
            self.refuse("the model takes float32", [self.x.astype(dtype), self.x], note="astype")
        self.refuse("object", [np.array([[None] * 3] * 2), self.x])
        self.refuse("cannot be converted", ["text", self.x])
        self.refuse("cannot be converted", [None, self.x])
        self.refuse("cannot be converted", [[[1, 2], [3]], self.x])
        self.refuse("cannot be converted", [[[1j] * 3] * 2, self.x])

    def test_lists_that_do_not_fit(self):
        model = ascend_mlir.compile(models.unary("Neg", [1], TensorProto.INT8), reference=True)
        for value in ([300], [1.5], ["a"]):
            with self.assertRaisesRegex(ModelError, "cannot be converted to int8"):
                model.run([value])

    def test_what_a_dtype_holds(self):
        names = {"int4": (7, 8), "uint4": (15, 16), "int2": (-2, -3), "int8": (-128, -129), "uint8": (255, -1),
                 "int64": (2**63 - 1, 2**63), "uint64": (2**64 - 1, 2**64), "float16": (2048, 2049),
                 "bfloat16": (256, 257), "float32": (16777216, 16777217), "float64": (2**53, 2**53 + 1),
                 "float8_e4m3fn": (448, 449)}  # fmt: skip
        for name, (held, lost) in names.items():
            info = _tensors.TensorInfo("x", np.dtype(getattr(ml_dtypes, name, name)), (1,))
            with self.subTest(name):
                data, _ = _tensors.flatten([held], info)
                self.assertEqual(int(_tensors.restore(data, (1,), info)[0]), held)
                super().refuse(ModelError, f"cannot be converted to {name}", _tensors.flatten, [lost], info)
        # What lies between two numbers is rounded, and what is past the last one refused.
        for name, held, nearest, lost in (("float16", 65519.0, 65504, 65520.0), ("float32", 0.1, np.float32(0.1), 1e39),
                                          ("bfloat16", 1.004, 1.0078125, 3.4e38), ("float8_e4m3fn", 464.0, 448, 465.0)):
            info = _tensors.TensorInfo("x", np.dtype(getattr(ml_dtypes, name, name)), (1,))
            with self.subTest(name):
                data, _ = _tensors.flatten([held], info)
                self.assertEqual(_tensors.restore(data, (1,), info)[0], nearest)
                super().refuse(ModelError, "has no", _tensors.flatten, [lost], info)
        info = _tensors.TensorInfo("x", np.dtype(np.float16), (3,))
        data, _ = _tensors.flatten([np.inf, -np.inf, np.nan], info)
        self.assertEqual(str(_tensors.restore(data, (3,), info).tolist()), "[inf, -inf, nan]")

    def test_what_has_no_infinity(self):
        for name, value in (("float8_e4m3fn", np.inf), ("float8_e5m2fnuz", -np.inf), ("float4_e2m1fn", np.inf), ("float4_e2m1fn", np.nan)):
            info = _tensors.TensorInfo("x", np.dtype(getattr(ml_dtypes, name)), (2,))
            super().refuse(ModelError, f"{name}: it has no {value}", _tensors.flatten, [value, 1.0], info)

    def test_whole_numbers_beside_fractions(self):
        # To numpy all of such a list are doubles.
        for name, whole, more in (("float16", 2049, 0.5), ("bfloat16", 257, 0.5), ("float32", 16777217, 0.5), ("float64", 2**53 + 1, 0.5),
                                  ("float32", np.int64(16777217), 0.5), ("complex64", 16777217, 1j)):  # fmt: skip
            info = _tensors.TensorInfo("x", np.dtype(getattr(ml_dtypes, name, name)), (2, 1))
            with self.subTest(name):
                super().refuse(ModelError, f"{name}: it has no {whole}", _tensors.flatten, [[more], [whole]], info)
                data, _ = _tensors.flatten([[more], [float(whole)]], info)
                self.assertEqual(_tensors.restore(data, (2, 1), info)[1, 0], info.dtype.type(float(whole)))
                data, _ = _tensors.flatten([[more], (whole - 1,)], info)
                self.assertEqual(_tensors.restore(data, (2, 1), info).tolist(), [[more], [whole - 1]])

    def test_shapes(self):
        for shape in ((2,), (2, 4), (3, 2), (1, 2, 3), (), (0, 3), (6,)):
            self.refuse(r"the model takes \[2, 3\]", [np.ones(shape, np.float32), self.x])

    def test_threads_and_repeat(self):
        for threads in (0, -1, 1025):
            with self.assertRaisesRegex(ConfigurationError, "1..1024"):
                self.model.run([self.x, self.x], threads=threads)
        with self.assertRaises(TypeError):
            self.model.run([self.x, self.x], threads="two")
        with self.assertRaisesRegex(ConfigurationError, "repeat"):
            self.model.time([self.x, self.x], repeat=0)

    def test_dump_that_cannot_be_written(self):
        error = self.refuse("cannot dump", [self.x, self.x], dump="/dev/null/dump")
        self.assertEqual(error.exit_code, 1)
        self.refuse("NUL", [self.x, self.x], dump="a\0b")

    def test_closed(self):
        model = ascend_mlir.compile(models.unary("Relu", [3]))
        model.close()
        for use in (lambda: model.run([[1, 2, 3]]), lambda: model.report, model.report_text, lambda: model.ir,
                    lambda: model.save("x"), lambda: model.time([[1, 2, 3]]), model.__enter__):  # fmt: skip
            with self.assertRaisesRegex(ConfigurationError, "the model is closed"):
                use()


class Limits(Raises):
    def test_memory(self):
        # 4 TiB are more than any machine has; the arrays' own memory is one float.
        model = ascend_mlir.compile(models.unary("Relu", [1 << 40]), reference=True)
        x = np.broadcast_to(np.float32(1), [1 << 40])
        error = self.refuse(LimitError, "no memory for a dense copy of the input 'x'", model.run, x)
        self.assertEqual(error.exit_code, 4)

    def test_work_memory(self):
        # The output alone is 4 TiB.
        nodes = [
            models.helper.make_node("Mul", ["x", "w"], ["h"]),
            models.helper.make_node("Mul", ["h", "h"], ["y"]),
        ]
        column = ("w", TensorProto.FLOAT, [1 << 20, 1])
        proto = models.model_of(
            nodes, [("x", TensorProto.FLOAT, [1 << 20]), column], [("y", TensorProto.FLOAT, [1 << 20] * 2)]
        )
        model = ascend_mlir.compile(proto, reference=True)
        x = np.ones(1 << 20, np.float32)
        error = self.refuse(LimitError, "memory", model.run, [x, x.reshape(-1, 1)])
        self.assertEqual(error.exit_code, 4)

    def test_shapes_without_elements(self):
        """To numpy an array has at most 2^63 bytes, those of extents beside a 0 counted."""
        inputs = [("x", TensorProto.FLOAT, ["n"]), ("s", TensorProto.INT64, [3])]
        nodes = [
            models.helper.make_node("Reshape", ["x", "s"], ["r"], allowzero=1),
            models.helper.make_node("Relu", ["r"], ["y"]),
        ]
        model = ascend_mlir.compile(models.model_of(nodes, inputs, [("y", TensorProto.FLOAT, ["a", "b", "c"])]), reference=True)
        x = np.zeros(0, np.float32)
        self.assertEqual(model.run([x, np.array([0, 1 << 58, 4])])["y"].shape, (0, 1 << 58, 4))
        self.refuse(LimitError, r"'y' has the shape \[0, 2305843009213693952, 4\]", model.run, [x, np.array([0, 1 << 61, 4])])

    def test_work_memory_without_elements(self):
        """More bytes than there are, but for the 0 behind them, are none."""
        inputs = [("x", TensorProto.FLOAT, ["n"]), ("s", TensorProto.INT64, [3]), ("z", TensorProto.INT64, [1])]
        nodes = [
            models.helper.make_node("Reshape", ["x", "s"], ["r"], allowzero=1),
            models.helper.make_node("Transpose", ["r"], ["t"], perm=[1, 0, 2]),
            models.helper.make_node("Reshape", ["t", "z"], ["y"], allowzero=1),
        ]
        model = ascend_mlir.compile(models.model_of(nodes, inputs, [("y", TensorProto.FLOAT, ["a"])]), reference=True)
        for shape in ([1 << 31, 1 << 30, 0], [1 << 31, 1 << 31, 0]):
            self.assertEqual(model.run([np.zeros(0, np.float32), np.array(shape), np.array([0])])["y"].shape, (0,))


if __name__ == "__main__":
    unittest.main()
