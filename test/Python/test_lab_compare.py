# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab compare: both models give the bits that they give alone, an op's own error is
what it makes of the reference's operands, and what overflows is named."""

import csv
import io
import os
import unittest

import numpy as np
from ascend_mlir import _core, _tensors
from ascend_mlir.lab.comparison import Pair
from ascend_mlir.lab.data import Sample
from compare_case import FLOAT, CompareCase, branches, chain, compiled, detector, model_of
from onnx import TensorProto, helper
from sampling import turns


class SameBits(CompareCase):
    """The two models, each alone, give what they give in step."""

    def check(self, model, inputs, **options):
        path = self.save(model)
        pair = Pair(path, options)
        table = pair.table(None)
        ours, wanted = pair.run(pair.flatten(Sample("", inputs)), table)
        for arrays, alone in (
            (ours, compiled(path, **options)),
            (wanted, compiled(path, reference=True)),
        ):
            expected = alone.run(inputs)
            for array, info in zip(arrays, alone.outputs):
                self.assertEqual(array.dtype, expected[info.name].dtype)
                self.assertEqual(array.tobytes(), expected[info.name].tobytes(), (info.name, options))

    def test_models_and_modes(self):
        random = np.random.default_rng(5)
        image = {"x": random.standard_normal((1, 3, 8, 8)).astype(np.float32)}
        rows = {"x": random.standard_normal((5, 7)).astype(np.float32)}
        branch = {"x": random.standard_normal((2, 3)).astype(np.float32), "flag": np.array(True)}
        modes = "force_fp16", "must_keep_origin_dtype", "allow_mix_precision", "cube_fp16in_fp32out"
        for number, (model, inputs) in enumerate([(detector(), image), (chain(), rows), (branches(), branch)]):
            for mode in turns(number, modes, 2):
                with self.subTest(mode=mode):
                    self.check(model, inputs, precision_mode=mode)

    def test_reference_has_no_options(self):
        """Emulation, overflow and the cube's sums are the decided model's alone."""
        random = np.random.default_rng(6)
        big = model_of(
            [helper.make_node("MatMul", ["x", "k"], ["y"], name="mm")],
            [("x", FLOAT, [256, 1024])],
            [("y", FLOAT, [256, 512])],
            k=random.standard_normal((1024, 512)).astype(np.float32),
        )
        inputs = {"x": random.standard_normal((256, 1024)).astype(np.float32)}
        for options in {"emulation": "fast"}, {"cube_k_block": "16"}:
            self.check(big, inputs, precision_mode="must_keep_origin_dtype", **options)
        halves = model_of(
            [helper.make_node("Mul", ["x", "x"], ["y"], name="m")],
            [("x", TensorProto.FLOAT16, [4])],
            [("y", TensorProto.FLOAT16, [4])],
        )
        values = {"x": np.array([1, 300, -300, 255.9], np.float16)}
        self.check(halves, values, precision_mode="must_keep_origin_dtype", float_overflow_mode="saturation")


class Isolated(CompareCase):
    def test_is_on_the_references_operands(self):
        """numpy's float16 sums and products are rounded once, as the decided ones."""
        x = np.random.default_rng(10).uniform(-4, 4, (50, 7)).astype(np.float32)
        core = _core.compare_file(self.save(chain()), [("precision_mode", "force_fp16")])
        shown = {}

        def see(op, type, output, tensors):
            shown[op] = [_tensors.from_bytes(data, word, shape) for word, shape, data in tensors]

        core.run([_tensors.flatten(x, _tensors.describe(core.inputs)[0])], 0, None, _core.ErrorTable(core, see))
        half = np.float16
        self.assertNotIn("turn", shown)
        squares, sums = x * x, x * x + x
        for op, reference, own in (
            ("square/Square", squares, half(x) * half(x)),
            ("sum", sums, half(squares) + half(x)),
            ("again/Square", sums.T * sums.T, half(sums.T) * half(sums.T)),
        ):
            np.testing.assert_array_equal(shown[op][0], reference)
            np.testing.assert_array_equal(shown[op][2], own)
        whole = half(half(x) * half(x)) + half(x)
        np.testing.assert_array_equal(shown["sum"][1], whole)
        self.assertTrue((shown["sum"][1] != shown["sum"][2]).any())

    def test_casts_that_are_merged(self):
        """What the model rounds in two casts, which CANN merges, is no error of what reads them; the decided
        model reads what is not rounded."""
        nodes = [
            helper.make_node("Mul", ["x", "x"], ["a"], name="square"),
            helper.make_node("Cast", ["a"], ["b"], name="down", to=TensorProto.FLOAT16),
            helper.make_node("Cast", ["b"], ["c"], name="up", to=TensorProto.FLOAT),
            helper.make_node("Sub", ["c", "a"], ["y"], name="difference"),
        ]
        model = model_of(nodes, [("x", FLOAT, [50, 7])], [("y", FLOAT, [50, 7])])
        x = np.random.default_rng(12).uniform(-4, 4, (50, 7)).astype(np.float32)
        path = self.save(model)
        core = _core.compare_file(path, [("precision_mode", "must_keep_origin_dtype")])
        shown = {}

        def see(op, type, output, tensors):
            shown[op] = [_tensors.from_bytes(data, word, shape) for word, shape, data in tensors]

        core.run([_tensors.flatten(x, _tensors.describe(core.inputs)[0])], 0, None, _core.ErrorTable(core, see))
        rounded = (x * x).astype(np.float16).astype(np.float32) - x * x
        self.assertTrue(rounded.any())
        for array, wanted in zip(shown["difference"], (rounded, np.zeros_like(x), rounded)):
            np.testing.assert_array_equal(array, wanted)
        merged = "more exact than the model, an error of the whole and not of an op: the casts 'down' and 'up' undo each other"
        self.assertSays(self.lab(path, "--precision_mode=must_keep_origin_dtype"), merged)
        # Where what they round is float16 already, nothing goes with them.
        self.assertNotIn("undo each other", self.lab(path, "--precision_mode=force_fp16"))


class Overflow(CompareCase):
    def test_root_is_named(self):
        """The normalization, not those that it hands the error to; kept, it heals."""
        path = self.save(detector())
        x = np.random.default_rng(11).uniform(-1, 1, (4, 3, 8, 8)).astype(np.float32)
        np.savez(self.folder / "x.npz", x=x)
        arguments = [path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16", "--float_overflow_mode=inf_nan"]
        broken = self.json(*arguments)
        self.assertTrue(broken["is_evidence"])
        (table,) = broken["tables"]
        # The constant is clipped: no value is lost, one channel is wrong.
        self.assertEqual(table["roots"], [])
        own = {row["op"]: row["isolated"]["relative_norm"] for row in table["ops"]}
        self.assertEqual(max(own, key=own.get), "n_BNInferenceD")
        self.assertGreater(own.pop("n_BNInferenceD"), 5 * max(own.values()))
        text = self.lab(*arguments)
        self.assertSays(text, "constants that overflow: n_BNInferenceD (BNInferenceD): constant 'n_BnHost/alpha' overflows float16 in 1 element: largest 1e+06")
        self.assertSays(text, "largest errors of an op's own: n_BNInferenceD (BNInferenceD, float16)")
        keep = self.folder / "keep.cfg"
        keep.write_text("n\n")
        (healed,) = self.json(*arguments, f"--keep_dtype={keep}")["tables"]
        before, after = (each["outputs"][0]["end_to_end"]["relative_norm"] for each in (table, healed))
        self.assertLess(after, before)
        self.assertNotIn("constants that overflow", self.lab(*arguments, f"--keep_dtype={keep}"))

    def test_sum_overflows(self):
        """A sum past the limit; what follows passes it on; ops behind are fine by themselves."""
        model = model_of(
            [
                helper.make_node("Mul", ["x", "x"], ["a"], name="square"),
                helper.make_node("ReduceSum", ["a"], ["s"], name="sum", keepdims=1),
                helper.make_node("Sqrt", ["s"], ["r"], name="root"),
                helper.make_node("Div", ["x", "r"], ["y"], name="normal"),
            ],
            [("x", FLOAT, [1, 2000])],
            [("y", FLOAT, [1, 2000])],
        )
        path = self.save(model)
        np.savez(self.folder / "x.npz", x=np.full((1, 2000), 6, np.float32))
        arguments = [path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16"]
        (table,) = self.json(*arguments)["tables"]
        (root,) = table["roots"]
        self.assertEqual((root["op"], root["output"], root["lost"]), ("sum", 0, 1))
        # x over an infinite root is 0 everywhere: nothing is lost there, and everything is wrong.
        self.assertEqual(root["reaches"], [{"output": "y", "lost": 0, "relative_norm": 1.0}])
        rows = {row["op"]: row for row in table["ops"]}
        self.assertEqual(rows["sum"]["headroom"], 72000 / 65504)
        self.assertEqual(rows["sum"]["isolated"]["lost"], 1)
        self.assertEqual(rows["square/Square"]["end_to_end"]["lost"], 0)
        text = self.lab(*arguments)
        self.assertSays(text, "sum (ReduceSum, float16): 1 of 1 element Inf or NaN on the reference's operands")
        self.assertSays(text, "the largest value is 7.2e+04, 1.1 times the limit. It reaches y, of which the error is 1 of its size.")
        self.assertLessEqual(max(map(len, text.splitlines())), 100)
        # What it offers as a mend moves it into the cast behind, and says so.
        keep = self.folder / "keep.cfg"
        keep.write_text("sum\n")
        (kept,) = self.json(*arguments, f"--keep_dtype={keep}")["tables"]
        (moved,) = kept["roots"]
        self.assertIn("Cast", moved["op"])
        keep.write_text("sum\nroot\n")
        (healed,) = self.json(*arguments, f"--keep_dtype={keep}")["tables"]
        self.assertEqual(healed["roots"], [])
        self.assertLess(healed["outputs"][0]["end_to_end"]["max"], 1e-3)

    def test_where_an_error_comes_to(self):
        """Of four outputs those that the op reaches, the worst first; the rest is counted."""
        model = model_of(
            [
                helper.make_node("Mul", ["x", "x"], ["a"], name="big"),
                helper.make_node("Identity", ["a"], ["lost"], name="lost"),
                helper.make_node("Sigmoid", ["a"], ["saved"], name="saved"),
                helper.make_node("Abs", ["x"], ["apart"], name="apart"),
                helper.make_node("Neg", ["a"], ["negated"], name="negated"),
                helper.make_node("Sqrt", ["saved"], ["rooted"], name="rooted"),
            ],
            [("x", FLOAT, [3])],
            [(name, FLOAT, [3]) for name in ("lost", "saved", "apart", "negated", "rooted")],
        )
        path = self.save(model)
        np.savez(self.folder / "x.npz", x=np.array([300, 1, 400], np.float32))
        (table,) = self.json(path, f"--data={self.folder}/x.npz", "--precision_mode=force_fp16", "--float_overflow_mode=inf_nan")["tables"]
        (root,) = table["roots"]
        reached = [(each["output"], each["lost"]) for each in root["reaches"]]
        self.assertEqual(reached, [("lost", 2), ("saved", 0), ("negated", 2), ("rooted", 0)])
        text = self.lab(path, f"--data={self.folder}/x.npz", "--precision_mode=force_fp16", "--float_overflow_mode=inf_nan")
        self.assertSays(text, "It reaches lost, where 2 of 3 elements are lost; negated, where 2 of 3 elements are lost; saved, ")
        self.assertSays(text, "and 1 more.")


class Underflow(CompareCase):
    def test_begins(self):
        """A square that is subnormal, and one of it that is 0; shares below a hundredth are not told."""
        path = self.save(
            model_of(
                [
                    helper.make_node("Mul", ["x", "x"], ["p"], name="small"),
                    helper.make_node("Mul", ["p", "p"], ["q"], name="none"),
                    helper.make_node("Relu", ["q"], ["y"], name="after"),
                ],
                [("x", FLOAT, [200])],
                [("y", FLOAT, [200])],
            )
        )

        def said(count):
            """What is said where so many elements are small."""
            x = np.ones(200, np.float32)
            x[:count] = 1e-3
            np.savez(self.folder / "x.npz", x=x)
            return self.lab(path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16")

        text = said(3)
        self.assertSays(text, "numbers become 0 first at none/Square (Square, float16): 3 of 200 elements")
        self.assertSays(text, "numbers are subnormal, of fewer bits, first at small/Square (Square, float16): 3 of 200 elements")
        self.assertNotIn("numbers ", said(2).split("output")[0])


class Command(CompareCase):
    def test_width(self):
        """However long names are, and though what they have in common stands in their middle."""
        names = [f"model_encoder_layer_{number}_attention_self_query_MatMul_quantized" for number in range(12)]
        nodes = [helper.make_node("Tanh" if number else "Exp", [f"x{number}"], [f"x{number + 1}"], name=name) for number, name in enumerate(names)]
        path = self.save(model_of(nodes, [("x0", FLOAT, [4])], [("x12", FLOAT, [4])]))
        for width in 100, 72:
            os.environ["COLUMNS"] = str(width)
            lines = self.lab(path, "--precision_mode=force_fp16").splitlines()
            self.assertLessEqual(max(map(len, lines)), width)
            rows = [line.split()[0] for line in lines if " Tanh " in line and "…" in line.split()[0]]
            self.assertEqual((len(rows), len(set(rows))), (11, 11))

    def test_shapes_differ(self):
        path = self.save(chain())
        script = self.folder / "inputs.py"
        script.write_text(
            "import numpy as np\n\ndef inputs():\n    for n, scale in (2, 1), (3, 100), (2, 1):\n"
            "        yield {'x': np.full((n, 7), scale, np.float64)}\n"
        )
        tables = self.json(path, f"--data={script}", "--precision_mode=force_fp16")["tables"]
        self.assertEqual([table["shapes"] for table in tables], [{"x": [3, 7]}, {"x": [2, 7]}])
        self.assertEqual([len(table["inputs"]) for table in tables], [1, 2])
        self.assertEqual([root["op"] for root in tables[0]["roots"]], ["again/Square"])
        self.assertIn("inputs of x [3, 7] (1):", self.lab(path, f"--data={script}", "--precision_mode=force_fp16"))

    def test_archive_of_a_batch(self):
        """An array of k times the model's first extent is k inputs; a limit cuts them."""
        path = self.save(detector())
        np.savez(self.folder / "x.npz", x=np.zeros((6, 3, 8, 8), np.float32))
        for limit, count in ((), 6), (("--limit=4",), 4):
            (table,) = self.json(path, f"--data={self.folder}/x.npz", *limit)["tables"]
            self.assertEqual(len(table["inputs"]), count)

    def test_forms(self):
        path = self.save(chain())
        report = self.folder / "r.csv"
        self.lab(path, "--precision_mode=force_fp16", f"--report={report}")
        rows = list(csv.DictReader(io.StringIO(report.read_text())))
        json_rows = self.json(path, "--precision_mode=force_fp16")["tables"][0]["ops"]
        self.assertEqual([row["op"] for row in rows], [row["op"] for row in json_rows] + ["y"])
        for row, record in zip(rows, json_rows):
            self.assertEqual(float(row["end_to_end.rmse"]), record["end_to_end"]["rmse"])
            self.assertEqual(row["shape"], "x".join(map(str, record["shape"])))
        text = self.lab(path, "--precision_mode=force_fp16")
        self.assertSays(text, "made up from seed 0: not evidence")
        self.assertLessEqual(max(map(len, text.splitlines())), 100)

    def test_data_that_is_not_finite(self):
        path = self.save(chain())
        x = np.ones((50, 7), np.float32)
        x[3, 2] = np.nan
        np.savez(self.folder / "x.npz", x=x)
        self.assertSays(self.lab(path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16"), "the data itself has Inf or NaN: x in ")

    def test_hf32_is_seen(self):
        """It loses bits, and no dtype says so."""
        path = self.save(detector())
        for value, acts in ("1", True), ("0", False):
            arguments = [path, "--precision_mode=must_keep_origin_dtype", f"--allow_hf32={value}"]
            rows = {row["op"]: row for row in self.json(*arguments)["tables"][0]["ops"]}
            self.assertEqual({name for name, row in rows.items() if row["hf32"]}, {"c", "fc"} if acts else set())
            text = self.lab(*arguments, "--all")
            self.assertEqual("fc (BatchMatMulV2, float (HF32)): " in text, acts)
            self.assertEqual("f32 (HF32)" in text, acts)
            rows = csv.DictReader(io.StringIO(self.lab(*arguments, "--format=csv")))
            self.assertEqual({row["op"] for row in rows if row["hf32"] == "True"}, {"c", "fc"} if acts else set())

    def test_made_up_indices(self):
        nodes = [helper.make_node("Gather", ["w", "i"], ["y"], name="embed")]
        path = self.save(model_of(nodes, [("i", TensorProto.INT64, [4])], [("y", FLOAT, [4, 8])], w=np.ones((5, 8), np.float32)))
        self.assertIn("the inputs are made up, integers from 0 to 99: give --data", self.lab(path, "--precision_mode=force_fp16", code=1))
        np.savez(self.folder / "x.npz", i=np.array([9, 0, 0, 0]))
        self.assertNotIn("made up", self.lab(path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16", code=1))

    def test_worst_elements(self):
        path = self.save(chain())
        x = np.linspace(-3, 3, 350, dtype=np.float32).reshape(50, 7)
        np.savez(self.folder / "x.npz", x=x)
        arguments = [path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16", "--op=sum"]
        (row,) = [row for row in self.json(*arguments, "--top=4")["tables"][0]["ops"] if row["op"] == "sum"]
        half = np.float16
        errors = np.abs(half(half(half(x) * half(x)) + half(x)).astype(np.float64) - (x * x + x)).ravel()
        self.assertEqual([element["error"] for element in row["worst"]], sorted(errors, reverse=True)[:4])
        for element in row["worst"]:
            self.assertEqual(errors[element["index"]], element["error"])
            self.assertEqual(element["ulp"], element["error"] / 2.0 ** (np.floor(np.log2(abs(element["reference"]))) - 10))
        self.assertIn("output 0 of sum (Add, float16):", self.lab(*arguments, "--top=2"))
        part = [*arguments[:-1], "--op=su"]
        self.assertIn("output 0 of sum (Add, float16):", self.lab(*part, "--top=2"))
        self.assertEqual(self.json(*part, "--top=4"), self.json(*arguments, "--top=4"))
        self.assertIn("--op gives elements, which a CSV has no place for", self.lab(*arguments, "--format=csv", code=2))

    def test_options_that_would_do_nothing(self):
        arguments = [self.save(chain()), "--precision_mode=force_fp16"]
        for words, said in (
            (["--top=3"], "--top=3 is how many elements --op shows, and no op is named"),
            (["--format=csv", "--sort=own"], "--sort is of the text, not of csv"),
            (["--format=json", "--worst=2"], "--worst is of the text, not of json"),
            (["--format=cann", "--all"], "--all is of the text, not of cann"),
            ([f"--report={self.folder}/r.json", "--all"], "--all is of the text, not of json"),
            (["--op=sum", "--sort=own"], "--sort is of the rows of ops, and --op shows the elements of one"),
            (["--op=sum", "--worst=2"], "--worst is of the rows of ops, and --op shows the elements of one"),
            (["--op=sum", "--all"], "--all is of the rows of ops, and --op shows the elements of one"),
            (["--format=csv", "--threshold=0.4"], "--threshold has no place in csv"),
            (["--format=cann", "--threshold=0.6"], "--threshold has no place in cann"),
            (["--format=csv", f"--reference_outputs={self.folder}/y.npz"], "--reference_outputs has no place in csv"),
            (["--format=cann", f"--metric={self.folder}/m.py:f"], "--metric has no place in cann"),
            ([f"--data={self.folder}/x.npz", "--seed=0"], "--seed=0 is of inputs that are made up, and --data gives them"),
            (["--format=json", f"--report={self.folder}/r.csv"], "r.csv is a report in csv, and --format=json says another form"),
        ):
            with self.subTest(words=words):
                self.assertIn(said, self.lab(*arguments, *words, code=2))
        self.lab(*arguments, "--format=json", "--sort=order", "--op=sum", "--top=3")
        for form, ending in ("csv", "csv"), ("cann", "csv"), ("text", "txt"):
            self.lab(*arguments, "--limit=1", f"--format={form}", f"--report={self.folder}/r.{ending}")

    def test_metrics_of_the_user(self):
        path = self.save(chain())
        (self.folder / "mine.py").write_text(
            "import numpy as np\n\ndef worst(ours, wanted):\n    return np.abs(ours.astype(np.float64) - wanted).max()\n"
        )
        (self.folder / "alg_mean.py").write_text(
            "import numpy as np\n\ndef compare(mine, golden, args):\n    return '%f' % np.mean(mine - golden), ''\n"
        )
        (table,) = self.json(
            path, f"--metric={self.folder}/mine.py:worst", f"--metric={self.folder}/alg_mean.py", "--precision_mode=force_fp16",
            "--limit=1",
        )["tables"]  # fmt: skip
        for row in table["ops"]:
            self.assertEqual(row["metrics"]["worst"], row["end_to_end"]["max"])
            self.assertIn("mean", row["metrics"])

    def test_agreement(self):
        """Of vectors the place of the largest, of shares the side of a half."""
        model = model_of(
            [helper.make_node("Softmax", ["x"], ["y"], name="s", axis=1)], [("x", FLOAT, [2, 3])], [("y", FLOAT, [2, 3])]
        )
        path = self.save(model)
        # In float16 the first row's two largest are one number.
        np.savez(self.folder / "x.npz", x=np.array([[1, 1.0001, 0], [0, 0, 5]], np.float32))
        (table,) = self.json(path, f"--data={self.folder / 'x.npz'}", "--precision_mode=force_fp16")["tables"]
        (output,) = table["outputs"]
        self.assertEqual((output["agreement"]["argmax_same"], output["agreement"]["vectors"]), (1, 2))
        self.assertTrue(output["agreement"]["reference_in_unit"])
        self.assertEqual((output["agreement"]["threshold_same"], output["agreement"]["elements"]), (6, 6))

    def test_reference_of_the_user(self):
        """The decided outputs and ours, each against what numpy knows."""
        model = model_of([helper.make_node("Mul", ["x", "x"], ["y"], name="m")], [("x", FLOAT, [2, 7])], [("y", FLOAT, [2, 7])])
        path = self.save(model)
        x = np.random.default_rng(12).uniform(1, 2, (6, 7)).astype(np.float32)
        np.savez(self.folder / "x.npz", x=x)
        y = x.astype(np.float64) ** 2
        np.savez(self.folder / "y.npz", y=y)
        arguments = [path, f"--data={self.folder}/x.npz", "--precision_mode=force_fp16"]
        said = self.json(*arguments, f"--reference_outputs={self.folder}/y.npz")["against_your_reference"]["y"]
        half = (x.astype(np.float16) * x.astype(np.float16)).astype(np.float64)
        self.assertEqual(said["decided"]["max"], np.abs(half - y).max())
        self.assertEqual(said["our_reference"]["max"], np.abs((x * x).astype(np.float64) - y).max())
        self.assertIn("against your reference", self.lab(*arguments, f"--reference_outputs={self.folder}/y.npz"))
        for arrays, text in (
            ({"y": y[:4]}, "there is no [2, 7] in it"),
            ({"y": np.concatenate([y, y])}, "has 12 rows, and the runs gave 6"),
            ({"z": y}, "no output 'z'"),
        ):
            np.savez(self.folder / "bad.npz", **arrays)
            self.assertIn(text, self.lab(*arguments, f"--reference_outputs={self.folder}/bad.npz", code=2))
        for name in "text.txt", "code.py", "folder.npz":
            path = self.folder / name
            path.mkdir() if path.suffix == ".npz" else path.write_text("x")
            said = self.lab(*arguments, f"--reference_outputs={path}", code=2)
            note = "note: give one of numpy.savez, of outputs by their names\n"
            self.assertEqual(said, f"error: --reference_outputs={path} is no .npz\n{note}")
        self.assertIn("no such file", self.lab(*arguments, f"--reference_outputs={self.folder}/none.npz", code=2))
        np.save(self.folder / "one.npy", y)
        os.rename(self.folder / "one.npy", self.folder / "one.npz")
        self.assertIn("a single array", self.lab(*arguments, f"--reference_outputs={self.folder}/one.npz", code=1))

    def test_refusals(self):
        path = self.save(chain())
        (self.folder / "empty").mkdir()
        (self.folder / "none.py").write_text("x = 1\n")
        (self.folder / "bad.py").write_text("def inputs():\n    yield 3\n\ndef fails(a, b):\n    return 'x'\n")
        (self.folder / "raises.py").write_text("def inputs():\n    yield {}[1]\n")
        (self.folder / "ends.py").write_text("raise SystemExit(3)\n")
        (self.folder / "syntax.py").write_text("def\n")
        (self.folder / "broken.npz").write_bytes(b"PK\3\4nonsense")
        (self.folder / "text.txt").write_text("x")
        for arguments, code, text in (
            (["--data=nowhere.npz"], 2, "there is no such file or folder"),
            ([f"--data={self.folder}/text.txt"], 2, "what is this?"),
            ([f"--data={self.folder}/empty"], 2, "no .npz and no image"),
            ([f"--data={self.folder}/none.py"], 2, "there is no function inputs()"),
            ([f"--data={self.folder}/bad.py"], 2, "yields a int"),
            ([f"--data={self.folder}/broken.npz"], 1, "cannot read"),
            ([f"--data={self.folder}/raises.py"], 2, "inputs() raises KeyError: 1"),
            ([f"--data={self.folder}/ends.py"], 2, "raises SystemExit: 3"),
            ([f"--metric={self.folder}/syntax.py:f"], 2, "raises SyntaxError"),
            (["--op=nothing"], 2, "no op of this name is compared\nnote: ascend-lab explain lists the names"),
            (["--op=sqare"], 2, "no op of this name is compared\nnote: did you mean"),
            (["--op=a"], 2, "--op=a: it is in the names of"),
            (["--top=0"], 2, "--top=0 is not at least 1"),
            (["--worst=0"], 2, "--worst=0 is not at least 1"),
            (["--limit=0"], 2, "--limit=0 is not at least 1"),
            (["--threshold=nan"], 2, "is no number"),
            (["--reference"], 2, "leaves nothing to be compared"),
            (["--report=x.doc"], 2, "is no form of a report"),
            ([f"--metric={self.folder}/none.py:f"], 2, "there is no function 'f'"),
            ([f"--metric={self.folder}/none.py"], 2, "names no function"),
            (["--metric=nowhere.py:f"], 2, "there is no file"),
            ([f"--metric={self.folder}/bad.py:fails"], 2, "ValueError at x/Cast_float16"),
            (["--precision_mode=fp16"], 2, "E10001"),
        ):
            with self.subTest(arguments=arguments):
                self.assertIn(text, self.lab(path, *arguments, code=code))
        np.savez(self.folder / "wrong.npz", y=np.zeros((1, 7), np.float32))
        self.assertIn("no input 'y'", self.lab(path, f"--data={self.folder}/wrong.npz", code=1))
        np.savez(self.folder / "shape.npz", x=np.zeros((1, 8), np.float32))
        self.assertIn("has the shape [1, 8]", self.lab(path, f"--data={self.folder}/shape.npz", code=1))


if __name__ == "__main__":
    unittest.main()
