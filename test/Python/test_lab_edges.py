# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The laboratory on models and files that are not as one expects: sizes that data says, control
flow, names that are no text or not unique, broken archives, users' code that fails."""

import io
import json
import os
import sys
import unittest
import zipfile

import ml_dtypes
import models
import numpy as np
import onnx
from ascend_mlir import _tensors
from ascend_mlir.lab.budgets import METRICS, OutputErrors, parse_budget
from ascend_mlir.lab.comparison import Pair, compare
from ascend_mlir.lab.data import Sample
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT, INT64, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.BOOL
node = helper.make_node


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")

    def save(self, nodes, inputs, outputs, **arrays):
        onnx.save(models.model_of(nodes, inputs, outputs, list(arrays.items())), self.model)
        return self.model

    def data(self, **arrays):
        path = self.folder / "data.npz"
        np.savez(path, **arrays)
        return f"--data={path}"

    def table(self, *arguments):
        (table,) = json.loads(self.lab("compare", *arguments, "--format=json"))["tables"]
        return table


class Models(Case):
    def test_no_main(self):
        exp = '%0 = ascend.exp %x {node_name = "e"} : (tensor<4xf32>) -> tensor<4xf32>'
        path = self.folder / "net.mlir"
        for text in (
            f"func.func @forward(%x: tensor<4xf32>) -> tensor<4xf32> {{ {exp} return %0 : tensor<4xf32> }}",
            "func.func private @main(%x: tensor<4xf32>) -> tensor<4xf32>",
            f"func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{ {exp} cf.br ^end ^end: return %0 : tensor<4xf32> }}",
        ):
            path.write_text(text)
            for command in (["compare"], ["search", "--budget=max<=1"]):
                said = self.lab(*command, path, code=1)
                self.assertIn("error: the model has no function 'main' of one block", said)

    def test_sizes_that_data_says(self):
        """What has other sizes than the reference is lost, and its elements are compared with none."""
        self.save([node("Mul", ["x", "x"], ["m"], name="m"), node("NonZero", ["m"], ["y"], name="z")], [("x", FLOAT, [4])], [("y", INT64, [1, None])])
        # 1e-5 squared is 1e-10: zero in float16.
        arguments = [self.model, self.data(x=np.array([1, 1e-5, 2, 3], np.float32)), "--precision_mode=force_fp16"]
        table = self.table(*arguments)
        (output,) = table["outputs"]
        self.assertEqual((output["other_shapes"], output["end_to_end"]["lost"], output["end_to_end"]["compared"]), (1, 4, 0))
        self.assertIn("another shape than the reference's", self.lab("compare", *arguments))
        shapes = []
        pair = Pair(self.model, {"precision_mode": "force_fp16"})
        compare(pair, [Sample("x", {"x": np.array([1, 1e-5, 2, 3], np.float32)})], visit=lambda op, _, ours, wanted: shapes.append((op, ours.shape, wanted.shape)))
        self.assertIn(("y", (1, 3), (1, 4)), shapes)
        (setting,) = json.loads(self.lab("sweep", *arguments[:2], "--setting=force_fp16", "--format=json"))["settings"]
        self.assertEqual(setting["lost"], 4)
        same = self.table(self.model, self.data(x=np.array([1, 2, 0, 3], np.float32)), "--precision_mode=force_fp16")
        self.assertEqual((same["outputs"][0]["other_shapes"], same["outputs"][0]["end_to_end"]["lost"]), (0, 0))

    def branch(self):
        """y = relu(exp(x)) or relu(-x), behind an If."""
        def body(op):
            return helper.make_graph([node(op, ["x"], ["r"], name=f"in_{op}")], op, [], [helper.make_tensor_value_info("r", FLOAT, [2])])

        nodes = [
            node("Neg", ["x"], ["before"], name="neg"),
            node("If", ["flag"], ["i"], name="choice", then_branch=body("Exp"), else_branch=body("Neg")),
            node("Relu", ["i"], ["y"], name="relu"),
        ]
        return self.save(nodes, [("flag", BOOL, []), ("x", FLOAT, [2])], [("y", FLOAT, [2]), ("before", FLOAT, [2])])

    def test_overflow_in_a_branch(self):
        """The If is named, not the op behind it."""
        self.branch()
        for flag, roots in (True, ["choice"]), (False, []):
            arguments = [self.model, self.data(flag=np.array(flag), x=np.array([20, 1], np.float32)), "--precision_mode=force_fp16"]
            table = self.table(*arguments)
            self.assertEqual([root["op"] for root in table["roots"]], roots)
            rows = {row["op"]: row for row in table["ops"]}
            self.assertIsNone(rows["choice"]["isolated"])
            if flag:
                self.assertEqual(rows["choice"]["type"], "If")
                self.assertEqual([each["output"] for each in table["roots"][0]["reaches"]], ["y"])
                self.assertIn("choice (If, ", self.lab("compare", *arguments))

    def test_infinities_of_the_reference(self):
        """65504 in the place of an infinity is no lost number."""
        self.save([node("Abs", ["x"], ["y"], name="abs")], [("x", FLOAT, [3])], [("y", FLOAT, [3])])
        table = self.table(self.model, self.data(x=np.array([-np.inf, 7e4, 1], np.float32)), "--precision_mode=force_fp16", "--float_overflow_mode=saturation")
        errors = next(row for row in table["ops"] if row["op"] == "abs")["end_to_end"]
        self.assertEqual((errors["gained"], errors["saturated"], errors["lost"]), (1, 1, 0))

    def test_one_output_twice(self):
        self.save([node("Exp", ["x"], ["y"], name="e"), node("Mul", ["y", "big"], ["z"], name="m")], [("x", FLOAT, [3])],
                  [("y", FLOAT, [3]), ("y", FLOAT, [3]), ("z", FLOAT, [3])], big=np.full(3, 1e6, np.float32))  # fmt: skip
        (setting,) = json.loads(self.lab("sweep", self.model, "--setting=force_fp16", "--format=json"))["settings"]
        self.assertEqual(setting["lost"] > 0 or setting["max"] > 1, True)
        self.assertGreater(setting["lost"] + setting["max"], 1)

    def test_equal_names(self):
        path = self.folder / "net.mlir"
        path.write_text(
            "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
            "  %0 = ascend.exp %x : (tensor<4xf32>) -> tensor<4xf32>\n  %1 = ascend.relu %0 : (tensor<4xf32>) -> tensor<4xf32>\n"
            "  return %1 : tensor<4xf32>\n}\n"
        )
        self.assertIn("all 2 ops are decided alike", self.lab("diff", path, "--a=force_fp16", "--b=force_fp16"))
        text = self.lab("diff", path, "--a=force_fp16", "--b=must_keep_origin_dtype")
        self.assertIn("2 of 2 ops are different", text)
        self.assertNotIn("not there", text)

    def test_names_that_are_no_text(self):
        path = self.folder / "net.mlir"
        path.write_text(
            'func.func @main(%x: tensor<4xf32> {ascend.name = "\\FF"}) -> (tensor<4xf32> {ascend.name = "\\FE"}) {\n'
            '  %0 = ascend.exp %x {node_name = "\\FD"} : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n'
        )
        metric = self.folder / "m.py"
        metric.write_text("def zero(ours, wanted):\n    return 0\n")
        self.assertIn("\ufffd", self.lab("compare", path, f"--metric={metric}:zero", "--precision_mode=force_fp16"))
        self.assertIn("OpType::Exp (Exp)", self.lab("search", path, "--budget=max<=1e-6", "--precision_mode=force_fp16"))
        # The cast of the input overflows, and what reads it is kept by its type alone.
        np.savez(self.folder / "x.npz", **{"\ufffd": np.full(4, 1e6, np.float32)})
        text = self.lab("compare", path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16")
        self.assertIn("The cast goes where all that read it are kept: `OpType::Exp` in keep_dtype.", " ".join(text.split()))
        self.assertIn("cannot be read or written as text", self.lab("explain", os.fsdecode(b"net\xff.onnx"), code=2))

    def test_no_outputs(self):
        path = self.folder / "net.mlir"
        path.write_text("func.func @main(%x: tensor<4xf32>) { return }")
        for command in ("compare", "sweep"):
            said = self.lab(command, path, code=2)
            self.assertIn("has no outputs", said)

    def test_hifloat8(self):
        """Bits are read as the numbers that they are: the table's range is the visitor's."""
        self.save([node("MatMul", ["x", "w"], ["y"], name="fc")], [("x", FLOAT, [4, 16])], [("y", FLOAT, [4, 16])],
                  w=np.random.default_rng(1).standard_normal((16, 16)).astype(np.float32))  # fmt: skip
        pair = Pair(self.model, {"precision_mode": "force_fp16", "soc_version": "Ascend950", "output_type": "HIF8"})
        seen = {}
        x = np.random.default_rng(2).standard_normal((4, 16)).astype(np.float32) * np.logspace(-6, 4, 16, dtype=np.float32)
        (table,) = compare(pair, [Sample("x", {"x": x})], visit=lambda op, _, ours, __: seen.setdefault(op, ours))
        rows = [row for row in table.rows if row.data["dtype"] == "hifloat8"]
        self.assertTrue(rows)
        for row in rows:
            self.assertEqual(seen[row.op].dtype, np.float32)
            self.assertEqual(float(seen[row.op].max()), row.data["range"]["most"])
            self.assertEqual(float(seen[row.op].min()), row.data["range"]["least"])
        values = _tensors.as_numbers(np.arange(256, dtype=np.uint8), "hifloat8")
        self.assertEqual(len({float(value) for value in values if value == value}), 255)
        self.assertEqual([float(values[bits]) for bits in (0, 1, 8, 0x6E, 0x6F, 0x88)], [0, 2.0**-22, 1, 2.0**15, np.inf, -1])

    def test_all_float16(self):
        """Each finite pattern is read as its number: none is lost, shifted or flushed."""
        halves = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
        halves = halves[np.isfinite(halves)]
        wanted = halves.astype(np.float32) * np.float32(1 + 2.0**-13)
        self.save([node("Neg", ["x"], ["y"], name="n")], [("x", FLOAT, [halves.size])], [("y", FLOAT, [halves.size])])
        table = self.table(self.model, self.data(x=wanted), "--precision_mode=force_fp16")
        row = next(row for row in table["ops"] if row["op"] == "n")
        self.assertEqual(row["dtype"], "float16")
        self.assertEqual((row["range"]["least"], row["range"]["most"], row["range"]["subnormal"]), (-65504, 65504, 2 * 1023))
        errors = np.abs(wanted.astype(np.float64) - halves)
        for key in "end_to_end", "isolated":
            self.assertEqual(row[key]["compared"], halves.size)
            self.assertEqual(row[key]["max"], errors.max())
            self.assertEqual(row[key]["max_index"], errors.argmax())
            self.assertEqual(row[key]["flushed"], 0)
            # Errors and sums of eight are float32: docs/Lab.md says within 5e-7.
            np.testing.assert_allclose(row[key]["mean"], errors.mean(), rtol=1e-6)
            np.testing.assert_allclose(row[key]["rmse"], np.sqrt(np.mean(errors**2)), rtol=1e-6)


class Options(Case):
    def test_of_atc(self):
        """Flags that say true, and dashes, as on ATC's command line."""
        self.save([node("Mul", ["x", "x"], ["y"], name="m")], [("x", FLOAT, [2, 3])], [("y", FLOAT, [2, 3])])
        for words in ["--enable_single_stream"], ["--enable-single-stream=true"], ["--sparsity=1"], ["--host_env_os=linux"]:
            self.lab("compare", self.model, "--precision_mode=force_fp16", *words)
        self.assertIn("E10005", self.lab("compare", self.model, "--enable_single_stream=yes", code=2))


class Judgement(Case):
    def test_nothing_is_finite(self):
        """A reference of NaN alone is no perfect result."""
        errors = OutputErrors()
        errors.add(np.array([np.nan, 1.0]), np.array([np.nan, np.nan]))
        for metric in "max", "mean", "rmse", "relative", "cosine":
            self.assertTrue(np.isnan(METRICS[metric](errors)), metric)
        self.assertIn("no element is finite in both", parse_budget("cosine>=0.9", ["y"]).faults({"y": errors})[0])
        empty = OutputErrors()
        empty.add(np.zeros((0, 3)), np.zeros((0, 3)))
        self.assertEqual(METRICS["relative"](empty), 0)
        self.save([node("Log", ["x"], ["y"], name="log")], [("x", FLOAT, [3])], [("y", FLOAT, [3])])
        data = self.data(x=-np.ones(3, np.float32))
        said = self.lab("search", self.model, data, "--precision_mode=force_fp16", "--budget=cosine>=0.9", code=1)
        self.assertIn("no set of ops holds", said)
        (setting,) = json.loads(self.lab("sweep", self.model, data, "--setting=force_fp16", "--format=json"))["settings"]
        self.assertIsNone(setting["cosine"])
        self.assertIn("nan", self.lab("sweep", self.model, data, "--setting=force_fp16"))

    def test_zeros_have_a_cosine_with_zeros_alone(self):
        """In all places, and a bound on it does not hold where there is none."""
        zeros, ones, huge = np.zeros(4), np.ones(4), np.array([1e200, 1e190])
        for ours, wanted, why in (
            (zeros, zeros, ""),
            (zeros, ones, "it is all zeros, and the reference is not"),
            (ones, zeros, "the reference is all zeros, and it is not: take another metric"),
            (huge, huge[::-1], "sums of squares pass what a float64 holds"),
        ):
            errors = OutputErrors()
            errors.add(ours, wanted)
            np.testing.assert_equal(METRICS["cosine"](errors), np.nan if why else 1)
            faults = parse_budget("cosine>=-1", ["y"]).faults({"y": errors})
            self.assertEqual(faults, [f"y: there is no cosine: {why}"] if why else [])
        # 1e-10 is zero in float16.
        self.save([node("Mul", ["x", "tiny"], ["y"], name="m")], [("x", FLOAT, [3])], [("y", FLOAT, [3])], tiny=np.array(1e-10, np.float32))
        x = np.ones(3, np.float32)
        np.savez(self.folder / "r.npz", y=x * np.float32(1e-10))
        common = [self.model, self.data(x=x), "--precision_mode=force_fp16"]
        arguments = ["compare", *common, f"--reference_outputs={self.folder}/r.npz"]
        said = json.loads(self.lab(*arguments, "--format=json"))
        self.assertIsNone(said["against_your_reference"]["y"]["decided"]["cosine"])
        self.assertIsNone(said["tables"][0]["outputs"][0]["end_to_end"]["cosine"])
        heading, *rows = (line.split() for line in self.lab(*arguments).splitlines() if line.startswith(("against your", "y ")))
        place = heading.index("cosine") - len(heading)
        self.assertEqual([row[place] for row in rows[:2]], ["-", "1.00000000"])
        self.assertEqual(rows[2][-3], "-")
        text = self.lab("search", *common, "--budget=cosine>=-1")
        self.assertIn("nothing kept: y: there is no cosine: it is all zeros, and the reference is not", text)
        self.assertIn("kept: 1 of 1 op, found in ", text)

    def test_tiny_numbers_have_a_cosine(self):
        errors = OutputErrors()
        errors.add(np.full(4, 1e-100), np.full(4, 1e-100))
        self.assertAlmostEqual(METRICS["cosine"](errors), 1)

    def test_metrics_that_are_not_finite(self):
        self.save([node("Mul", ["x", "x"], ["m"], name="m"), node("Greater", ["m", "x"], ["y"], name="g")], [("x", FLOAT, [3])], [("y", BOOL, [3])])
        metric = self.folder / "mine.py"
        (self.folder / "beside.py").write_text("import math\nINFINITE = math.inf\n")
        metric.write_text(
            "import beside\n\ndef psnr(a, b):\n    assert abs(a - b).max() >= 0\n    return beside.INFINITE\n\n"
            "def cosine(a, b):\n    return 1\n\ndef ends(a, b):\n    raise SystemExit\n"
        )
        table = self.table(self.model, f"--metric={metric}:psnr", "--precision_mode=force_fp16")
        self.assertEqual(table["ops"][0]["metrics"], {"psnr": "inf"})
        self.assertIsNone(next(row for row in table["ops"] if row["op"] == "g")["metrics"]["psnr"])
        self.assertIn("inf", self.lab("compare", self.model, f"--metric={metric}:psnr", "--all", "--precision_mode=force_fp16"))
        for text, said in ("cosine", "a column 'cosine' already"), ("ends", "SystemExit at"):
            self.assertIn(said, self.lab("compare", self.model, f"--metric={metric}:{text}", code=2))
        twice = [f"--metric={metric}:psnr"] * 2
        self.assertIn("a column 'psnr' already", self.lab("compare", self.model, *twice, code=2))


class Files(Case):
    def setUp(self):
        super().setUp()
        self.save([node("Mul", ["x", "x"], ["y"], name="m")], [("x", FLOAT, [2, 3])], [("y", FLOAT, [2, 3])])

    def header(self, text):
        raw = text.encode()
        return b"\x93NUMPY\x01\x00" + len(raw).to_bytes(2, "little") + raw

    def test_broken_archives(self):
        good = io.BytesIO()
        np.save(good, np.zeros((2, 3), np.float32))
        huge = {"descr": "<f4", "fortran_order": False, "shape": (10**12, 3)}
        beyond = huge | {"shape": (2**70, 3)}
        for member in (
            self.header("{'descr': '<f4', "), self.header(f"{huge}\n"), self.header(f"{beyond}\n"), b"hello", good.getvalue()[:-4], b"",
        ):  # fmt: skip
            with zipfile.ZipFile(self.folder / "v.npz", "w") as archive:
                archive.writestr("x.npy", member)
            self.assertIn("cannot read", self.lab("compare", self.model, f"--data={self.folder}/v.npz", code=1))
        with zipfile.ZipFile(self.folder / "v.npz", "w") as archive:
            archive.writestr("x", "hello")
        self.assertIn("'x' is no array", self.lab("compare", self.model, f"--data={self.folder}/v.npz", code=1))

    def test_scripts(self):
        script = self.folder / "inputs.py"
        for body, code, said in (
            ("yield {'x': [[1], [1, 2]]}", 1, "cannot be converted"),
            ("import sys; sys.exit()\n    yield", 2, "SystemExit"),
            ("yield {'x': [[1, 2, 3], [4, 5, 6]]}", 0, "1 input"),
            ("yield {'x': __import__('numpy').zeros((2, 3), complex)}", 1, "complex128"),
        ):
            script.write_text(f"def inputs():\n    {body}\n")
            self.assertIn(said, self.lab("compare", self.model, f"--data={script}", code=code))

    def test_integers_are_not_cut(self):
        self.save([node("Add", ["i", "i"], ["y"], name="a")], [("i", TensorProto.INT32, [2])], [("y", TensorProto.INT32, [2])])
        self.lab("compare", self.model, self.data(i=np.array([1, -2], np.int64)))
        self.assertIn("is int64", self.lab("compare", self.model, self.data(i=np.array([1, 3_000_000_000], np.int64)), code=1))

    def test_images(self):
        from PIL import Image

        self.save([node("Relu", ["x"], ["y"], name="r")], [("x", FLOAT, [1, 3, 4, 4])], [("y", FLOAT, [1, 3, 4, 4])])
        noise = np.random.default_rng(1).integers(0, 256, (8, 8, 3)).astype(np.uint8)
        Image.fromarray(noise).save(self.folder / "a.png")
        self.lab("compare", self.model, f"--data={self.folder}/a.png")
        whole = (self.folder / "a.png").read_bytes()
        (self.folder / "a.png").write_bytes(whole[: len(whole) // 2])
        self.assertIn("cannot read", self.lab("compare", self.model, f"--data={self.folder}/a.png", code=1))
        Image.new("1", (14000, 14000)).save(self.folder / "big.png")
        self.assertIn("cannot read", self.lab("compare", self.model, f"--data={self.folder}/big.png", code=1))

    def test_reference_outputs(self):
        arguments = ["compare", self.model, self.data(x=np.ones((2, 3), np.float32)), f"--reference_outputs={self.folder}/r.npz"]
        for array, said in (np.array([["a"] * 3] * 2), "holds <U1"), (np.zeros((2, 3), "V3"), "holds |V3"):
            np.savez(self.folder / "r.npz", y=array)
            self.assertIn(said, self.lab(*arguments, code=2))
        self.save([node("ReduceSum", ["x"], ["y"], name="s", keepdims=0)], [("x", FLOAT, [2, 3])], [("y", FLOAT, [])])
        data = self.data(x=np.ones((6, 3), np.float32))
        np.savez(self.folder / "r.npz", y=np.full(3, 6.0))
        self.assertNotIn("not in your reference", self.lab("compare", self.model, data, f"--reference_outputs={self.folder}/r.npz"))
        for length, code in (3, 0), (2, 2), (4, 2):
            np.savez(self.folder / "r.npz", y=np.full(length, 6.0))
            self.lab("compare", self.model, data, f"--reference_outputs={self.folder}/r.npz", code=code)
        both = [node("Relu", ["x"], ["y"], name="r"), node("Exp", ["x"], ["z"], name="e")]
        self.save(both, [("x", FLOAT, [2, 3])], [("y", FLOAT, [2, 3]), ("z", FLOAT, [2, 3])])
        arguments = ["compare", self.model, self.data(x=np.ones((2, 3), np.float32)), f"--reference_outputs={self.folder}/r.npz"]
        np.savez(self.folder / "r.npz", y=np.ones((2, 3)))
        self.assertIn("not in your reference, and not compared: z\n", self.lab(*arguments))
        said = json.loads(self.lab(*arguments, "--format=json"))["against_your_reference"]
        self.assertEqual((said["y"]["decided"]["max"], said["z"]), (0, None))
        self.save([node("Exp", ["x"], ["y"], name="e")], [("x", TensorProto.BFLOAT16, [2])], [("y", TensorProto.BFLOAT16, [2])])
        half = np.zeros(2, ml_dtypes.bfloat16)
        np.savez(self.folder / "r.npz", y=half + half.dtype.type(1))
        (self.folder / "i.py").write_text("import ml_dtypes, numpy\n\ndef inputs():\n    yield {'x': numpy.zeros(2, ml_dtypes.bfloat16)}\n")
        said = self.lab("compare", self.model, f"--data={self.folder}/i.py", f"--reference_outputs={self.folder}/r.npz")
        self.assertIn("against your reference", said)

    def test_options(self):
        for arguments, code, said in (
            (["compare", "--seed=-1"], 2, "is less than 0"),
            (["compare", "--op=m", "--top=100000000000000000000"], 2, "is more than"),
            (["sweep", "--precision_mode_v2=fp16"], 2, "--precision_mode_v2 names one"),
            (["sweep", "--score="], 2, "--score has no value"),
            (["sweep", "--score='"], 2, "close the quotes"),
            (["search", "--max_ops=1", "--timeout=1e-9"], 4, "in 0 trials"),
        ):
            self.assertIn(said, self.lab(*arguments[:1], self.model, *arguments[1:], code=code))

    def test_outputs_over_inputs(self):
        data = self.data(x=np.ones((2, 3), np.float32))
        np.savez(self.folder / "r.npz", y=np.ones((2, 3)))
        os.link(self.folder / "r.npz", self.folder / "r.json")
        said = self.lab("compare", self.model, data, f"--reference_outputs={self.folder}/r.npz", f"--report={self.folder}/r.json", code=2)
        self.assertIn("would write over", said)


class Commands(Case):
    """Of --check and --score."""

    def setUp(self):
        super().setUp()
        nodes = [node("Mul", ["x", "x"], ["a"], name="a"), node("Add", ["a", "x"], ["y"], name="b")]
        self.save(nodes, [("x", FLOAT, [1, 3])], [("y", FLOAT, [1, 3])])
        self.script = self.folder / "judge.py"
        self.common = ["search", self.model, "--precision_mode=force_fp16"]

    def judge(self, body, words="{outputs}"):
        self.script.write_text(body + "\n")
        return f"{sys.executable} {self.script} {words}"

    def test_words(self):
        for words in "{outputs.npz}", "{outputs[a]}", "{}", "{0} {other} }{":
            check = self.judge("import sys\nassert sys.stdin.read() == ''", words)
            self.assertIn("nothing need be kept: what was asked holds as decided", self.lab(*self.common, f"--check={check}"))
        for text, said in ("'", "cannot run"), ("/nowhere/judge", "cannot run"):
            self.assertIn(said, self.lab(*self.common, f"--check={text}", code=2))

    def test_score_that_fails_is_none(self):
        score = self.judge("print(10)\nraise SystemExit(3)")
        self.assertIn("ended with 3", self.lab(*self.common, f"--score={score}", "--min=1", code=2))
        score = self.judge("import sys\nsys.stdout.buffer.write(b'\\xff\\n7\\n')")
        self.assertIn("nothing need be kept", self.lab(*self.common, f"--score={score}", "--min=1"))

    def test_a_command_that_hangs(self):
        check = self.judge("import time\ntime.sleep(600)")
        said = self.lab(*self.common, f"--check={check}", "--timeout=1", code=4)
        self.assertIn("no set held what was asked in 0 trials", said)
        said = self.lab(*self.common, f"--check={self.judge('raise SystemExit(1)')}", code=1)
        self.assertIn("no set of ops holds what was asked: keeping all", said)

    def test_shapes_that_fit_no_array(self):
        self.save([node("Relu", ["x"], ["y"], name="r"), node("Mul", ["y", "y"], ["z"], name="m")], [("x", FLOAT, [None, None])], [("z", FLOAT, [None, None])])
        (self.folder / "i.py").write_text("import numpy as np\n\ndef inputs():\n    yield {'x': np.ones((1, 2), np.float32)}\n    yield {'x': np.ones((1, 3), np.float32)}\n")
        check = self.judge("")
        said = self.lab(*self.common, f"--data={self.folder}/i.py", "--holdout=0", f"--check={check}", code=2)
        self.assertIn("cannot stand in one array", said)


class Healed(Case):
    """What --to gets."""

    def test_readme_runs_from_here(self):
        nodes = [node("Mul", ["x", "x"], ["a"], name="a"), node("ReduceSum", ["a"], ["s"], name="s"), node("Sqrt", ["s"], ["y"], name="r")]
        self.save(nodes, [("x", FLOAT, [1, 2000])], [("y", FLOAT, [1, 1])])
        to = self.folder / "healed"
        data = self.data(x=np.full((4, 2000), 7, np.float32))
        arguments = ["search", self.model, data, "--precision_mode=force_fp16", f"--to={to}"]
        self.lab(*arguments, "--budget=relative<=0.01")
        self.assertIn(f"--keep_dtype={to / 'keep_dtype.cfg'}", (to / "README.md").read_text())
        line = next(line for line in (to / "README.md").read_text().splitlines() if line.startswith("ascend-lab compare"))
        self.assertEqual(self.table(*line.split()[2:])["roots"], [])
        self.assertTrue((to / "customize_dtypes.cfg").exists())
        # What another search finds takes the place of it, whole.
        self.lab("search", self.model, data, "--precision_mode=force_fp16", f"--to={to}", "--max_cost=1e-12")
        self.assertEqual((to / "customize_dtypes.cfg").exists(), (to / "keep_dtype.cfg").exists())

    def test_a_folder_that_cannot_be(self):
        self.save([node("Mul", ["x", "x"], ["y"], name="a")], [("x", FLOAT, [1, 3])], [("y", FLOAT, [1, 3])])
        (self.folder / "file").write_text("")
        self.assertIn("there is no folder", self.lab("search", self.model, "--budget=max<=1", f"--to={self.folder}/file/x", code=2))
        self.assertIn("File name too long", self.lab("search", self.model, "--budget=max<=1", f"--to={self.folder}/{'x' * 300}/x", code=2))

    def test_own_lines_that_are_no_text(self):
        nodes = [node("Mul", ["x", "x"], ["a"], name="a"), node("ReduceSum", ["a"], ["s"], name="s"), node("Sqrt", ["s"], ["y"], name="r")]
        self.save(nodes, [("x", FLOAT, [1, 2000])], [("y", FLOAT, [1, 1])])
        own = self.folder / "own.cfg"
        own.write_bytes(b"\xff\ns\n")
        to = self.folder / "healed"
        self.lab("search", self.model, self.data(x=np.full((4, 2000), 7, np.float32)), "--precision_mode=force_fp16",
                 f"--keep_dtype={own}", "--budget=relative<=0.01", f"--to={to}")  # fmt: skip
        self.assertTrue((to / "keep_dtype.cfg").read_bytes().startswith(b"\xff\ns\n"))


if __name__ == "__main__":
    unittest.main()
