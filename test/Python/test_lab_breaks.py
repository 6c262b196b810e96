# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Where values are lost, and what is said of it: by the model itself, by several ops, in casts, branches,
LSTMs and shapes that depend on values."""

import json
import unittest

import models
import numpy as np
import onnx
from ascend_mlir.lab.data import Source
from ascend_mlir.lab.report_data import build_report
from lab_case import LabCase
from onnx import TensorProto, helper

FLOAT, HALF, INT64, BOOL = TensorProto.FLOAT, TensorProto.FLOAT16, TensorProto.INT64, TensorProto.BOOL
MODE = "--precision_mode=force_fp16"
node = helper.make_node


class Case(LabCase):
    def save(self, nodes, inputs, outputs, **arrays):
        self.model = self.folder / "net.onnx"
        onnx.save(models.model_of(nodes, inputs, outputs, list(arrays.items()), opset=17), self.model)

    def data(self, name="data", **arrays):
        path = self.folder / f"{name}.npz"
        np.savez(path, **arrays)
        return f"--data={path}"

    def tables(self, *arguments):
        return json.loads(self.lab("compare", self.model, MODE, *arguments, "--format=json"))["tables"]

    def text(self, command, *arguments, code=0):
        return " ".join(self.lab(command, self.model, MODE, *arguments, code=code).split())

    def branch(self, x):
        """Squares `x` in a branch, and takes the root of that behind it."""
        inner = helper.make_graph([node("Mul", ["x", "x"], ["t"], name="inner")], "then", [], [helper.make_tensor_value_info("t", FLOAT, [4])])
        other = helper.make_graph([node("Neg", ["x"], ["e"], name="other")], "else", [], [helper.make_tensor_value_info("e", FLOAT, [4])])
        nodes = [node("If", ["c"], ["z"], name="if0", then_branch=inner, else_branch=other), node("Sqrt", ["z"], ["y"], name="root")]
        self.save(nodes, [("c", BOOL, []), ("x", FLOAT, [4])], [("y", FLOAT, [4])])
        return self.data(c=np.array(True), x=np.array(x, np.float32))


class Breaks(Case):
    def test_the_model_itself_overflows(self):
        """In its own dtypes: nothing is lost against that, and nothing can be told behind it."""
        self.save([node("Mul", ["x", "x"], ["s"], name="sq"), node("Neg", ["s"], ["y"], name="n")], [("x", HALF, [4])], [("y", HALF, [4])])
        data = self.data(x=np.array([1, 2, 300, 400], np.float16))
        said = self.text("compare", data)
        self.assertIn("no finite value becomes Inf or NaN", said)
        self.assertIn("Inf or NaN in the model's own dtypes already, of which no error can be told: sq/Square (Square, float16): 2 of 4 elements", said)
        self.assertNotIn("nearest to its limit", said)
        (table,) = self.tables(data)
        self.assertEqual(table["not_finite"], [{"op": "sq/Square", "output": 0, "elements": 2}])
        self.save([node("Mul", ["x", "x"], ["s"], name="sq"), node("Neg", ["s"], ["y"], name="n")], [("x", FLOAT, [4])], [("y", FLOAT, [4])])
        big = self.data(x=np.array([1, 2, 3, 1e20], np.float32))
        self.assertIn("Inf or NaN in the model's own dtypes already: sq/Square (Square, float): 1 of 4", self.text("search", big, "--budget=lost<=9"))
        to = self.folder / "page.html"
        self.text("report", big, f"--report={to}")
        self.assertIn("own dtypes already", to.read_text())
        fine = self.data(x=np.array([1, 2, 3, 4], np.float32))
        self.assertNotIn("own dtypes already", self.text("compare", fine))
        self.text("report", fine, f"--report={to}")
        self.assertNotIn("own dtypes already", to.read_text())

    def test_kept_on_the_cpu(self):
        """A line that keeps an op may take it from the AI Core, which is told where the line is offered."""
        self.save([node("AveragePool", ["x"], ["a"], name="pool", kernel_shape=[2, 2]), node("Exp", ["a"], ["y"], name="e")],
                  [("x", FLOAT, [1, 2, 4, 4])], [("y", FLOAT, [1, 2, 3, 3])])  # fmt: skip
        said = self.text("explain")
        cpu = "No kernel of the AI Core takes the model's dtypes: kept, it runs on the AI CPU."
        self.assertIn(f"`pool` in keep_dtype; all of its type: `OpType::AvgPoolV2`. {cpu}", said)
        self.assertEqual(said.count(cpu), 1)
        to = self.folder / "healed"
        found = self.text("search", "--budget=relative<=1e-6", f"--to={to}")
        self.assertIn("pool (AvgPoolV2, then on the AI CPU)", found)
        self.assertNotIn("e (Exp, then", found)
        self.assertEqual((to / "README.md").read_text().count("it runs on the AI CPU"), 1)

    def test_types_in_one_line(self):
        """Of a mixlist that json.dump wrote each type has the ops that it decided."""
        nodes = [node("Mul", ["x", "x"], ["s"], name="sq"), node("Relu", ["s"], ["r"], name="relu"), node("Abs", ["r"], ["y"], name="abs")]
        self.save(nodes, [("x", FLOAT, [4])], [("y", FLOAT, [4])])
        mixlist = self.folder / "mixlist.json"
        mixlist.write_text(json.dumps({"black-list": {"to-add": ["Square", "Abs"]}, "white-list": {"to-add": ["Relu"]}}))
        options = {"precision_mode": "allow_mix_precision", "modify_mixlist": str(mixlist)}
        report = build_report(str(self.model), options, Source())
        decided = {line["text"]: report.decided_by(line) for line in report.decision.report["config"]}
        self.assertEqual(decided, {"Square": ["sq/Square"], "Abs": ["abs"], "Relu": ["relu"]})

    def test_names_that_cannot_stand_in_a_file(self):
        """Such ops are kept by their types, with all that these lines keep."""
        nodes = [node("Mul", ["x", "c"], ["a"], name="plain"), node("Mul", ["a", "a"], ["b"], name="#hash"), node("Sqrt", ["b"], ["y"], name="root")]
        self.save(nodes, [("x", FLOAT, [4])], [("y", FLOAT, [4])], c=np.float32(1000))
        said = self.text("search", self.data(x=np.array([1, 2, 3, 4], np.float32)), "--budget=relative<=1e-2")
        self.assertIn("OpType::Mul (Mul, Square): ", said)
        self.assertIn("holds (y: ", said)
        nodes = [node("Conv", ["x", "w"], ["y"], name="c:0")]
        self.save(nodes, [("x", FLOAT, [1, 2, 4, 4])], [("y", FLOAT, [1, 2, 2, 2])], w=np.ones((2, 2, 3, 3), np.float32))
        chip, why = "--soc_version=Ascend310P3", "; its name cannot stand in a line of customize_dtypes, either"
        self.assertIn(why, self.text("explain", chip))
        self.assertIn(why, self.text("search", chip, "--budget=relative<=1e-9", code=2))

    def test_two_begin(self):
        """One by itself, and one of errors before it, which reads nothing that is lost."""
        nodes = [node("Exp", ["z"], ["e"], name="first"), node("Mul", ["x", "c"], ["t"], name="scale"), node("Mul", ["t", "t"], ["u"], name="square")]
        self.save(nodes, [("x", FLOAT, [4]), ("z", FLOAT, [4])], [("e", FLOAT, [4]), ("u", FLOAT, [4])], c=np.float32(10))
        # 10 x is rounded up to 256 from below it, and 256 to the square is 65536.
        x = np.array([25.593, 1, 2, 3], np.float32)
        for z, roots in ([20, 1, 1, 1], ["first", "square/Square"]), ([2, 1, 1, 1], ["square/Square"]):
            data = self.data(x=x, z=np.array(z, np.float32))
            (table,) = self.tables(data)
            self.assertEqual([root["op"] for root in table["roots"]], roots)
            said = self.text("compare", data)
            self.assertNotIn("on, from", said)
            self.assertIn("square/Square (Square, float16): 1 of 4 elements Inf or NaN. It reaches u, where 1 of 4 elements are lost. To keep it: `square`", said)

    def test_what_passes_on_begins_in_another_input(self):
        """The square of one input overflows, so that the sum passes its Inf on; of the other the sum alone does."""
        nodes = [node("Mul", ["x", "x"], ["s"], name="sq"), node("ReduceSum", ["s", "axes"], ["t"], name="sum"), node("Neg", ["t"], ["y"], name="neg")]
        self.save(nodes, [("x", FLOAT, [1, 4])], [("y", FLOAT, [1, 1])], axes=np.array([1], np.int64))
        square, total = [300, 1, 1, 1], [200, 200, 200, 200]
        for x, roots in (
            ([square], ["sq/Square"]),
            ([total], ["sum"]),
            ([square, total], ["sq/Square", "sum"]),
            ([total, square], ["sq/Square", "sum"]),
            ([square, square], ["sq/Square"]),
        ):
            data = self.data(x=np.array(x, np.float32))
            for jobs in 1, 2:
                (table,) = self.tables(data, f"--jobs={jobs}")
                self.assertEqual([root["op"] for root in table["roots"]], roots, (x, jobs))
        said = self.text("compare", self.data(x=np.array([square, total], np.float32)))
        self.assertIn("sum (ReduceSumD, float16): 2 of 2 elements Inf or NaN", said)
        self.assertIn("1 more output of ops passes Inf or NaN on, from neg on", said)

    def test_what_passes_on_begins_in_another_sample(self):
        """Samples of one input: the sum loses more of them than the squares that it is given do."""
        square, total, fine, near = [300, 1, 1, 1], [200, 200, 200, 200], [1, 2, 3, 4], [1, 2, 3, 182]
        head = [node("Mul", ["x", "x"], ["s"], name="sq"), node("ReduceSum", ["s", "axes"], ["t"], name="sum")]
        sums = [*head, node("Identity", ["t"], ["y"])]
        spread = [*head, node("Mul", ["t", "row"], ["y"], name="spread")]
        moved = [*head, node("Transpose", ["t"], ["u"], name="turn"), node("Mul", ["u", "column"], ["y"], name="spread")]
        row = np.array([[1, 1, 1, 2]], np.float32)
        for nodes, x, roots in (
            # As many sums are lost as squares, or fewer.
            (sums, [square, square], ["sq/Square"]),
            (sums, [[300, 300, 1, 1], total], ["sq/Square"]),
            (sums, [square, total], ["sq/Square", "sum"]),
            (sums, [fine, total], ["sum"]),
            # A lost sum reaches four products; 33,138 is lost where it is doubled.
            (spread, [total, fine], ["sum"]),
            (spread, [total, near], ["sum", "spread"]),
            # What is moved in between may reach any number of places.
            (moved, [total, near], ["sum"]),
        ):
            self.save(nodes, [("x", FLOAT, ["n", 4])], [("y", FLOAT, ["n", "m"])], axes=np.array([1], np.int64), row=row, column=row.T)
            (table,) = self.tables(self.data(x=np.array(x, np.float32)))
            self.assertEqual([root["op"] for root in table["roots"]], roots, (nodes[-1].name, x))

    def test_one_lost_element_comes_to_all(self):
        """What is neither elementwise nor a reduction takes it to any place, and so does a sum that has no row of its own."""
        square, shapes = node("Mul", ["x", "x"], ["s"], name="sq"), ([("x", FLOAT, [1, 4])], [("y", FLOAT, [1, 8])])
        product = [square, node("MatMul", ["s", "w"], ["y"], name="product")]
        # Casts that undo each other are gone where all is float16: of the ops of this name the last one has a row.
        one_name = [("Cast", ["r"], ["h"], {"to": HALF}), ("Cast", ["h"], ["u"], {"to": FLOAT}), ("ReduceSum", ["s", "axes"], ["t"], {}),
                    ("Mul", ["u", "t"], ["y"], {})]  # fmt: skip
        summed = [square, node("Concat", ["x", "x"], ["r"], name="twice", axis=1), *(node(*each, name="same", **more) for *each, more in one_name)]
        for nodes, last in (product, "product"), (summed, "same"):
            self.save(nodes, *shapes, w=np.full((4, 8), 1e-3, np.float32), axes=np.array([1], np.int64))
            (table,) = self.tables(self.data(x=np.array([[300, 1, 1, 1]], np.float32)))
            self.assertEqual([root["op"] for root in table["roots"]], ["sq/Square"], last)
            self.assertEqual([row["end_to_end"]["lost"] for row in table["ops"] if row["op"] == last], [8])

    def test_hints_behind_casts_and_branches(self):
        nodes = [node("Add", ["x", "mask"], ["s"], name="masked"), node("Softmax", ["s"], ["y"], name="soft")]
        self.save(nodes, [("x", FLOAT, [1, 4]), ("mask", FLOAT, [1, 4])], [("y", FLOAT, [1, 4])])
        mask = np.array([[0, 0, -3.4e38, -3.4e38]], np.float32)
        said = self.text("compare", self.data(x=np.ones((1, 4), np.float32), mask=mask))
        self.assertIn("mask/Cast_float16 (Cast, float16): 2 of 4 elements", said)
        self.assertIn("The cast goes where all that read it are kept: `masked` in keep_dtype.", said)
        nodes = [node("Add", ["x", "mask"], ["s"], name="#masked"), node("Sub", ["x", "mask"], ["d"], name="sub"), node("Add", ["s", "d"], ["y"], name="sum")]
        self.save(nodes, [("x", FLOAT, [1, 4]), ("mask", FLOAT, [1, 4])], [("y", FLOAT, [1, 4])])
        said = self.text("compare", self.data(x=np.ones((1, 4), np.float32), mask=mask))
        self.assertIn("all that read it are kept: `OpType::Add` in keep_dtype; `sub` in keep_dtype.", said)
        self.assertIn("if0 (If, float): 1 of 4 elements Inf or NaN", inside := self.text("compare", self.branch([1, 2, 3, 300])))
        self.assertIn("What is in it is not compared op by op: ascend-lab search finds what of that to keep.", inside)

    def test_shapes_that_depend_on_values(self):
        """They are no overflow, and to keep the op that gives them heals nothing."""
        nodes = [node("Mul", ["x", "c"], ["t"], name="small"), node("NonZero", ["t"], ["i"], name="places")]
        self.save(nodes, [("x", FLOAT, [4])], [("i", INT64, [1, None])], c=np.float32(1e-9))
        data = self.data(x=np.array([1, 2, 1e3, 1e4], np.float32))
        said = self.text("compare", data)
        self.assertIn("shapes that depend on values, where nothing can be compared: places (NonZero, int64): another shape than the reference's on 1 of 1 input", said)
        self.assertIn("i: it has another shape than the reference's on 1 of 1 input, where its elements cannot be compared", said)
        self.assertIn("numbers become 0 first at small", said)
        self.assertNotIn("overflow begins", said)
        self.assertNotIn("To keep it", said)
        self.assertEqual(self.tables(data)[0]["roots"], [])

    def test_read_in_a_shape_that_depends_on_values(self):
        """What the reference has none of is lost in no place that one can tell; here the sum of it is 0 and finite."""
        nodes = [node("Mul", ["x", "c"], ["t"], name="small"), node("Cast", ["t"], ["b"], name="bool", to=BOOL),
                 node("Not", ["b"], ["z"], name="zero"), node("Compress", ["x", "z"], ["p"], name="some", axis=0),
                 node("Neg", ["p"], ["n"], name="neg"), node("ReduceSum", ["n"], ["y"], name="sum", keepdims=0)]  # fmt: skip
        self.save(nodes, [("x", FLOAT, [4])], [("y", FLOAT, [])], c=np.float32(1e-9))
        (table,) = self.tables(self.data(x=np.array([1, 2, 1e3, 1e4], np.float32)))
        other = [row["op"] for row in table["ops"] if row["other_shapes"]]
        self.assertIn("neg", other)
        self.assertEqual(table["roots"], [])

    def test_recurrent(self):
        """What a decision makes several ops of has a row for each of its results: its errors are the outputs'."""
        random = np.random.default_rng(3)
        weights = {name: random.standard_normal(shape).astype(np.float32) for name, shape in (("w", (1, 32, 4)), ("r", (1, 32, 8)))}
        data = self.data(x=random.standard_normal((5, 2, 4)).astype(np.float32))
        outputs = {"Y": [5, 1, 2, 8], "Yh": [1, 2, 8], "Yc": [1, 2, 8]}
        for names in ("Y", "Yh", "Yc"), ("", "Yh"), ("Y",):
            nodes = [node("LSTM", ["x", "w", "r"], names, name="rnn", hidden_size=8)]
            self.save(nodes, [("x", FLOAT, [5, 2, 4])], [(name, FLOAT, outputs[name]) for name in names if name], **weights)
            (table,) = self.tables(data)
            rows = [row for row in table["ops"] if row["op"] == "rnn/DynamicRNN"]
            self.assertEqual(len(rows), len(table["outputs"]))
            for row, output in zip(rows, table["outputs"]):
                self.assertEqual(row["shape"], outputs[output["op"]])
                self.assertGreater(row["isolated"]["rmse"], 0)
                # A cast to float32 rounds nothing.
                for metric in "max", "mean", "rmse", "cosine":
                    self.assertAlmostEqual(row["end_to_end"][metric], output["end_to_end"][metric], 12, (names, metric))
            self.assertIn("reference", self.text("compare", data, "--op=rnn/DynamicRNN"))
        both = {name: np.concatenate([value, -value]) for name, value in weights.items()}
        self.save([node("LSTM", ["x", "w", "r"], ["Y"], name="rnn", hidden_size=8, direction="bidirectional")],
                  [("x", FLOAT, [5, 2, 4])], [("Y", FLOAT, [5, 2, 2, 8])], **both)  # fmt: skip
        (table,) = self.tables(data)
        (row,) = (row for row in table["ops"] if row["op"].startswith("rnn"))
        self.assertEqual(row["end_to_end"]["rmse"], table["outputs"][0]["end_to_end"]["rmse"])

    def test_metrics_of_each_row_and_shape(self):
        """A node and an output of one name are two rows, and each table has the runs of its shapes."""
        nodes = [node("Mul", ["x", "a"], ["t"], name="y"), node("Exp", ["t"], ["y"], name="last")]
        self.save(nodes, [("x", FLOAT, ["n", 4])], [("y", FLOAT, ["n", 4])], a=np.array([1, 2, 3, 4], np.float32))
        code = self.folder / "worst.py"
        code.write_text("def worst(decided, reference):\n    return abs(decided - reference).max()\n")
        large, small = self.data("large", x=np.full((3, 4), 4, np.float32)), self.data("small", x=np.full((2, 4), 0.3, np.float32))
        lost, fine = self.tables(large, small, f"--metric={code}:worst")
        self.assertEqual(lost["outputs"][0]["metrics"], {"worst": "inf"})
        for row in [*lost["ops"], *fine["ops"], *fine["outputs"]]:
            wanted = "inf" if row["end_to_end"]["lost"] else row["end_to_end"]["max"]
            self.assertEqual(row["metrics"]["worst"], wanted if isinstance(wanted, str) else np.float32(wanted), row["op"])
        self.assertEqual([row["op"] for row in lost["ops"] if row["end_to_end"]["lost"]], ["last"])


class Headroom(Case):
    def scaled(self, rows="n"):
        """Values that come to 4 x, and go back."""
        nodes = [node("Mul", ["x", "up4"], ["t"], name="up"), node("Mul", ["t", "down4"], ["y"], name="down")]
        self.save(nodes, [("x", FLOAT, [rows, 4])], [("y", FLOAT, [rows, 4])], up4=np.float32(4), down4=np.float32(0.25))

    def test_all_shapes(self):
        """Which inputs come to a limit has nothing to do with the shapes that err most."""
        self.scaled()
        near = self.data("near", x=np.full((2, 4), 8188, np.float32))
        far = self.data("far", x=np.full((3, 4), 0.3, np.float32))
        for data in [near], [far, near], [near, far]:
            said = self.text("search", *data, "--holdout=0", "--headroom=4")
            self.assertIn("up (Mul): its values come to 0.5 times the limit of float16, nearer than --headroom=4 allows", said)
        self.assertNotIn("up (Mul)", self.text("search", far, "--holdout=0", "--headroom=4"))

    def test_held_out(self):
        self.scaled(1)
        x = np.full((10, 1, 4), 10, np.float32)
        for place, code in (0, 0), (3, 1):
            several = x.copy()
            # Of ten inputs the fourth is held out.
            several[place] = 15000
            paths = [self.data(f"{number:02}", x=each) for number, each in enumerate(several)]
            out, error = self.said("search", self.model, MODE, *paths, "--headroom=4", code=code)
            fault = "up: its values come to 0.92 times the limit of float16, nearer than --headroom=4 allows"
            self.assertEqual(fault in " ".join(error.split()), bool(code), error)
            self.assertEqual("that were held out: fails" in out, bool(code))

    def test_lost_in_a_branch(self):
        """What is in it has no row, but what it loses shows in an output."""
        said = self.text("search", self.branch([1, 2, 3, 300]), "--headroom=2")
        self.assertIn("y: lost is 1, not <= 0", said)
        self.assertIn("inner (Square)", said)
        self.assertNotIn("elements lost)", said)
        self.assertNotIn("cannot be kept", said)

    def test_readers_that_only_move(self):
        """A cast is gone where what moves its values is kept, too, though that has no row."""
        nodes = [node("Transpose", ["x"], ["t"], name="turn"), node("Mul", ["t", "c"], ["y"], name="scale")]
        self.save(nodes, [("x", FLOAT, [2, 4])], [("y", FLOAT, [4, 2])], c=np.float32(1e-3))
        data = self.data(x=np.full((2, 4), 50000, np.float32))
        to = self.folder / "healed"
        said = self.text("search", data, "--headroom=2", "--holdout=0", f"--to={to}")
        self.assertIn("turn (TransposeD)", said)
        self.assertNotIn("cannot be kept", said)
        rows = self.tables(data, f"--keep_dtype={to}/keep_dtype.cfg")[0]["ops"]
        self.assertEqual([row["op"] for row in rows if row["dtype"] == "float16" and row["headroom"] > 0.5], [])

    def test_outputs_are_no_ops(self):
        """An op and an output of one name have nothing to do with each other."""
        nodes = [node("Tanh", ["x"], ["t"], name="y"), node("Mul", ["t", "c"], ["y"], name="scale")]
        self.save(nodes, [("x", FLOAT, [4])], [("y", FLOAT, [4])], c=np.float32(50000))
        said = self.text("search", self.data(x=np.ones(4, np.float32)), "--headroom=2", "--holdout=0", "--output_type=FP16")
        self.assertIn("scale (Mul): its values come to 0.58 times the limit of float16", said)
        self.assertNotIn("y (Tanh)", said)

    def test_casts_go_with_their_readers(self):
        nodes = [node("Add", ["x", "mask"], ["s"], name="masked"), node("Softmax", ["s"], ["y"], name="soft")]
        self.save(nodes, [("x", FLOAT, [1, 4]), ("mask", FLOAT, [1, 4])], [("y", FLOAT, [1, 4])])
        data = self.data(x=np.ones((1, 4), np.float32), mask=np.array([[0, 0, -1e9, -1e9]], np.float32))
        said = self.text("search", data, "--headroom=2")
        self.assertIn("masked (Add)", said)
        self.assertNotIn("cannot be kept", said)
        self.assertNotIn("--input_shape", said)
        self.save(nodes, [("x", FLOAT, ["n", 4]), ("mask", FLOAT, ["n", 4])], [("y", FLOAT, ["n", 4])])
        several = self.data(x=np.ones((2, 4), np.float32), mask=np.zeros((2, 4), np.float32))
        self.assertIn("--input_shape with a smaller first extent", self.text("search", several, "--headroom=2"))


if __name__ == "__main__":
    unittest.main()
