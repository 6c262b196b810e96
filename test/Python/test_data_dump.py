# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Dumps and limits of time as sessions ask for them: what is written, against numpy; who asks wrongly; what fails."""

import csv
import json
import os
import re
import resource
import shutil
import threading
import time
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
import psutil
from dump_case import FP16, Case, X, chain
from onnx import TensorProto, helper


class Tensors(Case):
    def test_outputs(self):
        self.run_it("--enable_dump=1", f"--dump_path={self.dumps}")
        files = self.files()
        self.assertEqual(
            sorted(files),
            ["Cast.root:0_Cast_float.4.0.output.0.npy", "Cast.x_Cast_float16.0.0.output.0.npy", "Exp.exp.2.0.output.0.npy",
             "Relu.block_0_relu_a.1.0.output.0.npy", "Sqrt.root.3.0.output.0.npy"],
        )  # fmt: skip
        half = np.maximum(X, 0).astype(np.float16)
        got = np.load(files["Relu.block_0_relu_a.1.0.output.0.npy"])
        self.assertEqual(got.dtype, np.float16)
        np.testing.assert_array_equal(got, half)
        with np.errstate(over="ignore"):
            wanted = np.exp(half.astype(np.float64)).astype(np.float16)
        # By default Exp is high_performance: a unit in the last place.
        np.testing.assert_allclose(np.load(files["Exp.exp.2.0.output.0.npy"]), wanted, rtol=2**-10)

    def test_inputs_and_all(self):
        for mode, kinds in (("input", {"input"}), ("output", {"output"}), ("all", {"input", "output"})):
            with self.subTest(mode):
                self.setUp()
                self.run_it("--enable_dump=1", f"--dump_path={self.dumps}", f"--dump_mode={mode}", "--dump_layer=exp")
                files = self.files()
                self.assertEqual(set(files), {f"Exp.exp.2.0.{kind}.0.npy" for kind in kinds})
                if mode != "output":
                    np.testing.assert_array_equal(
                        np.load(files["Exp.exp.2.0.input.0.npy"]), np.maximum(X, 0).astype(np.float16)
                    )

    def test_off(self):
        self.run_it("--enable_dump=0", f"--dump_path={self.dumps}")
        self.run_it("--enable_dump=0", "--enable_dump_debug=0")
        self.assertEqual([*self.dumps.iterdir()], [])

    def test_off_costs_nothing(self):
        """The code is the same, byte by byte, and has no call that shows a tensor."""
        off = ["--enable_dump=0", "--enable_dump_debug=0", "--enable_exception_dump=0", f"--dump_path={self.dumps}", "--dump_mode=all"]
        for name, options in (("plain", []), ("off", off), ("on", [f"--dump_path={self.dumps}", "--enable_dump=1"])):
            self.tool(f"--output={name}", *options, name="ascend-atc")
        plain, off, on = ((self.folder / f"{name}.asc").read_bytes() for name in ("plain", "off", "on"))
        self.assertEqual(plain, off)
        self.assertEqual([b"ascendrt_observe" in code for code in (plain, on)], [False, True])

    def test_steps(self):
        """The first pass is run 0, --repeat's follow."""
        self.run_it("--enable_dump=1", f"--dump_path={self.dumps}", "--dump_step=0|3-4|9-10|11", "--repeat=10")
        day = self.day()
        steps = {int(one.name) for one in (day / "0" / "my_net" / "1").iterdir()}
        self.assertEqual(steps, {0, 3, 4, 9, 10})

    def test_layers(self):
        err = self.run_it("--enable_dump=1", f"--dump_path={self.dumps}", "--dump_layer=exp  root nobody")
        self.assertEqual(set(self.files()), {"Exp.exp.2.0.output.0.npy", "Sqrt.root.3.0.output.0.npy"})
        self.assertIn("warning: dump_layer: the model shows no op 'nobody'", err)

    def test_statistics(self):
        self.run_it("--enable_dump=1", f"--dump_path={self.dumps}", "--dump_data=stats", "--dump_mode=all")
        files = self.files()
        self.assertEqual(len(files), 5)
        with open(files["Exp.exp.2.0.csv"]) as file:
            before, after = csv.DictReader(file)
        relu = np.maximum(X, 0)
        self.assertEqual((before["Input/Output"], after["Input/Output"]), ("Input", "Output"))
        self.assertEqual((before["Data Type"], before["Shape"], before["Data Size"]), ("float16", "1x4", "8"))
        for column, wanted in (("Max", relu.max()), ("Min", relu.min()), ("Avg", relu.mean()), ("L2norm", np.linalg.norm(relu))):
            self.assertAlmostEqual(float(before[column]), float(wanted), delta=1e-6 * abs(float(wanted)))
        self.assertEqual((before["Positive Inf"], after["Positive Inf"], after["Nan"], after["Negative Inf"]), ("0", "1", "0", "0"))
        # Of what is finite.
        self.assertAlmostEqual(float(after["Max"]), np.exp(3), delta=0.03)

    def test_statistics_of_what_is_not_finite(self):
        """Each input has a row of its own, and each kind of number a column."""
        onnx.save(models.binary("Add", [1, 6]), self.path)
        nan, inf = np.nan, np.inf
        a, b = np.array([[nan, -inf, -inf, 1, 2, 3]], np.float32), np.array([[0, 0, 0, inf, inf, inf]], np.float32)
        np.savez(self.folder / "x.npz", a=a, b=b)
        self.run_it("--enable_dump=1", f"--dump_path={self.dumps}", "--dump_data=stats", "--dump_mode=all", "--dump_layer=n")
        (file,) = self.files().values()
        with open(file) as file:
            rows = [*csv.DictReader(file)]
        columns = ["Input/Output", "Index", "Nan", "Negative Inf", "Positive Inf", "Max", "Min"]
        self.assertEqual(
            [[row[column] for column in columns] for row in rows],
            [["Input", "0", "1", "2", "0", "3", "1"], ["Input", "1", "0", "0", "3", "0", "0"], ["Output", "0", "1", "2", "3", "0", "0"]],
        )

    def test_statistics_have_all_digits(self):
        """Each text reads back as the double, and has no digit too many."""
        for element, dtype, values in (
            (TensorProto.INT64, np.int64, [2**53 + 1, 5, -123456789012]),
            (TensorProto.DOUBLE, np.float64, [1 / 3, 1e300, -123456.7890123]),
            (TensorProto.FLOAT, np.float32, [0.5, 0.1, -3]),
        ):
            with self.subTest(dtype):
                self.setUp()
                x = np.array(values, dtype)
                onnx.save(models.unary("Neg", [3], element), self.path)
                np.savez(self.folder / "x.npz", x=x)
                self.run_it("--enable_dump=1", f"--dump_path={self.dumps}", "--dump_data=stats", "--dump_mode=input",
                            "--precision_mode=must_keep_origin_dtype")  # fmt: skip
                (file,) = self.files().values()
                with open(file) as rows:
                    (row,) = csv.DictReader(rows)
                for column, wanted in (("Max", float(x.max())), ("Min", float(x.min()))):
                    self.assertEqual(float(row[column]), wanted)
                    self.assertLessEqual(len(row[column]), len(repr(wanted)))

    def test_results_are_the_same(self):
        self.run_it(f"--outputs={self.folder / 'a.npz'}")
        self.run_it(f"--outputs={self.folder / 'b.npz'}", "--enable_dump=1", f"--dump_path={self.dumps}")
        a, b = np.load(self.folder / "a.npz")["y"], np.load(self.folder / "b.npz")["y"]
        np.testing.assert_array_equal(a, b)

    def test_compiled_files(self):
        self.tool("--output=shown", "--enable_dump=1", f"--dump_path={self.dumps}", "--precision_mode=force_fp16", name="ascend-atc")
        self.tool("--output=plain", "--precision_mode=force_fp16", name="ascend-atc")
        self.path = self.folder / "plain.asc"
        inputs = f"--inputs={self.folder / 'x.npz'}"
        self.assertIn("it with ascend-atc --enable_dump=1", self.tool(inputs, "--enable_dump=1", f"--dump_path={self.dumps}", code=2))
        # Of the graph that was compiled to dump.
        (graph,) = self.dumps.rglob("*.*")
        self.assertEqual(graph.name, "ge_proto_00000000_Build.txt")
        self.path = self.folder / "shown.asc"
        self.tool(inputs, "--enable_dump=1", f"--dump_path={self.dumps}")
        self.assertIn("Relu.block_0_relu_a.1.0.output.0.npy", self.files(model="shown"))

    def test_shapes_that_the_run_tells(self):
        onnx.save(chain(("n", 4)), self.path)
        self.run_it("--enable_dump=1", f"--dump_path={self.dumps}")
        np.testing.assert_array_equal(
            np.load(self.files()["Relu.block_0_relu_a.1.0.output.0.npy"]), np.maximum(X, 0).astype(np.float16)
        )

    def test_long_names(self):
        model = chain()
        model.graph.node[1].name = "e" * 300
        onnx.save(model, self.path)
        self.run_it("--enable_dump=1", f"--dump_path={self.dumps}")
        day = self.day()
        folder = day / "0" / "my_net" / "1" / "0"
        ((digits, name),) = csv.reader((folder / "mapping.csv").read_text().splitlines())
        self.assertRegex(name, r"^Exp\.e{300}\.2\.0\.\d{16}\.output\.0\.npy$")
        self.assertEqual(np.load(folder / digits).shape, (1, 4))


class Overflow(Case):
    def look(self, *arguments):
        self.run_it("--enable_dump_debug=1", f"--dump_path={self.dumps}", *arguments)

    def test_the_first_op_is_named(self):
        self.look()
        files = self.files()
        self.assertEqual(
            sorted(files),
            ["Exp.exp.2.0.input.0.npy", "Exp.exp.2.0.output.0.npy", "Opdebug.Node_OpDebug.2.0.output.0.json"],
        )
        found = json.loads(files["Opdebug.Node_OpDebug.2.0.output.0.json"].read_text())["AI Core"]
        self.assertEqual((found["op_name"], found["op_type"], found["kind"], found["status"]), ("exp", "Exp", "Inf", 32))
        self.assertTrue(np.isinf(np.load(files["Exp.exp.2.0.output.0.npy"])).any())
        self.assertTrue(np.isfinite(np.load(files["Exp.exp.2.0.input.0.npy"])).all())

    def test_no_other_op_is_named(self):
        """Neither what else has its own overflow, nor the same op of a layer or step that is not asked for; each run looks anew."""
        nodes = [helper.make_node("Exp", ["x"], ["y"], name="exp"), helper.make_node("Sinh", ["x"], ["z"], name="sinh")]
        shapes = [(name, TensorProto.FLOAT, [1, 4]) for name in "xyz"]
        onnx.save(models.model_of(nodes, shapes[:1], shapes[1:]), self.path)
        model = ascend_mlir.compile(self.path, enable_dump_debug="1", dump_path=str(self.dumps), dump_step="1-2", **FP16)
        for _ in range(4):
            model.run({"x": X})
        day = self.day() / "0" / "my_net" / "1"
        self.assertEqual({one.name for one in day.iterdir()}, {"1", "2"})
        names = [[name.split(".")[:2] for name in sorted(self.files(step=step))] for step in (1, 2)]
        self.assertEqual(names[0], names[1])
        self.assertEqual(len({name for _, name in names[0]} - {"Node_OpDebug"}), 1)
        self.assertEqual(len(names[0]), 3)
        shutil.rmtree(self.day())
        (other,) = {"exp", "sinh"} - {name for _, name in names[0]}
        self.look(f"--dump_layer={other}")
        self.assertEqual({name.split(".")[1] for name in self.files()}, {other, "Node_OpDebug"})

    def test_kinds(self):
        for op, x, kind in (("Sqrt", -1, "NaN"), ("Log", 0, "Inf"), ("Exp", 300, "Inf")):
            with self.subTest(op):
                self.setUp()
                onnx.save(models.unary(op, [1, 4]), self.path)
                np.savez(self.folder / "x.npz", x=np.array([[x, 1, 1, 1]], np.float32))
                self.look()
                (name,) = [name for name in self.files() if name.endswith(".json")]
                found = json.loads(self.files()[name].read_text())["AI Core"]
                self.assertEqual((found["op_name"], found["kind"]), ("n", kind))

    def test_one_input_of_two(self):
        onnx.save(models.binary("Add", [1, 4]), self.path)
        one, infinite = np.ones((1, 4), np.float32), np.full((1, 4), np.inf, np.float32)
        for a, b in (infinite, one), (one, infinite):
            np.savez(self.folder / "x.npz", a=a, b=b)
            self.look()
            self.assertEqual([*self.dumps.iterdir()], [])

    def test_saturation(self):
        """An op that gives float16's largest number out of what has none."""
        self.look("--float_overflow_mode=saturation")
        found = json.loads(self.files()["Opdebug.Node_OpDebug.2.0.output.0.json"].read_text())["AI Core"]
        self.assertEqual((found["op_name"], found["kind"]), ("exp", "saturation"))

    def test_what_came_in_is_nobodys_fault(self):
        np.savez(self.folder / "x.npz", x=np.full((1, 4), np.inf, np.float32))
        self.look()
        self.assertEqual([*self.dumps.iterdir()], [])

    def test_none(self):
        np.savez(self.folder / "x.npz", x=np.ones((1, 4), np.float32))
        self.look()
        self.assertEqual([*self.dumps.iterdir()], [])

    def test_modes(self):
        self.look("--dump_debug_mode=atomic_overflow")
        self.assertEqual([*self.dumps.iterdir()], [])
        self.look("--dump_debug_mode=aicore_overflow")
        self.assertEqual(len(self.files()), 3)


def save_gather(folder, path):
    """Rows of a table, of which x.npz asks for one that is not there."""
    table = np.arange(40, dtype=np.float32).reshape(10, 4)
    nodes = [helper.make_node("Gather", ["table", "rows"], ["y"], name="gather")]
    inputs, outputs = [("rows", TensorProto.INT64, [2])], [("y", TensorProto.FLOAT, [2, 4])]
    onnx.save(models.model_of(nodes, inputs, outputs, [("table", table)]), path)
    np.savez(folder / "x.npz", rows=np.array([3, 10]))


class Failures(Case):
    def setUp(self):
        super().setUp()
        save_gather(self.folder, self.path)

    def test_inputs_of_what_fails(self):
        for place, options, environment in (
            (self.folder, [], {}),
            (self.dumps, [f"--dump_path={self.dumps}"], {}),
            (self.folder / "work", [], {"ASCEND_WORK_PATH": str(self.folder / "work")}),
        ):
            with self.subTest(place):
                err = self.run_it("--enable_exception_dump=1", *options, code=1, **environment)
                self.assertIn("node 'gather' (GatherV2): the index 10 lies outside", err)
                files = [*(place / "extra-info" / "data-dump" / "0").iterdir()]
                (rows,) = [one for one in files if re.match(r"GatherV2\.gather\.0\.0\.\d{16}\.input\.1\.npy$", one.name)]
                np.testing.assert_array_equal(np.load(rows), [3, 10])

    def test_a_folder_that_is_a_file(self):
        """How the run failed is said first, and is what the exit code tells; what stands in the way is named."""
        (self.dumps / "extra-info").write_text("")
        dump = ["--enable_exception_dump=1", f"--dump_path={self.dumps}"]
        err = self.run_it(*dump, code=1)
        first, second = re.findall("error: (.*)", err)
        self.assertIn("node 'gather' (GatherV2): the index 10 lies outside", first)
        self.assertRegex(second, r"the inputs of what failed are not kept: cannot make the folder.*\(.*extra-info")
        session = {"enable_exception_dump": 1, "dump_path": self.dumps}
        with self.assertRaisesRegex(ascend_mlir.ModelError, "the index 10 lies outside") as caught:
            ascend_mlir.compile(self.path, **session).run(dict(np.load(self.folder / "x.npz")))
        self.assertEqual(len(caught.exception.diagnostics), 2)
        self.assertIn("are not kept", caught.exception.diagnostics[1].message)

    def test_a_dump_that_ends_the_run(self):
        """Why it could not be written is all that is said, although the run would fail by itself later."""
        model = ascend_mlir.compile(self.path, enable_dump=1, enable_exception_dump=1, dump_mode="all", dump_path=self.dumps)
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
        try:
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "File too large") as caught:
                model.run(dict(np.load(self.folder / "x.npz")))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.assertEqual(len(caught.exception.diagnostics), 1)
        self.assertEqual([*self.dumps.rglob("*.npy")], [])

    def test_long_names(self):
        """Each failed run adds its names to those that the folder has."""
        model = onnx.load(self.path)
        model.graph.node[0].name = "g" * 300
        onnx.save(model, self.path)
        for runs in (1, 2):
            self.run_it("--enable_exception_dump=1", f"--dump_path={self.dumps}", code=1)
            folder = self.dumps / "extra-info" / "data-dump" / "0"
            names = dict(csv.reader((folder / "mapping.csv").read_text().splitlines()))
            self.assertEqual(set(names), {one.name for one in folder.glob("*.npy")})
            rows = [digits for digits, name in names.items() if re.match(r"GatherV2\.g{300}\.0\.0\.\d{16}\.input\.1\.npy$", name)]
            self.assertEqual(len(rows), runs)
            for digits in rows:
                np.testing.assert_array_equal(np.load(folder / digits), [3, 10])

    def test_nothing_of_what_does_not(self):
        self.run_it(code=1)
        for other in ("--enable_dump=1", "--enable_dump_debug=1"):
            self.run_it(other, f"--dump_path={self.dumps}", code=1)
            self.assertFalse((self.dumps / "extra-info").exists(), other)
        np.savez(self.folder / "x.npz", rows=np.array([3, 9]))
        self.run_it("--enable_exception_dump=2")
        self.assertFalse((self.folder / "extra-info").exists())


class Refused(Case):
    def test_bad_options(self):
        dump = f"--dump_path={self.dumps}"
        for options, wanted in (
            (["--enable_dump=1"], "[E10058] Value for --dump_path is empty."),
            (["--enable_dump_debug=1"], "[E10058] Value for --dump_path is empty."),
            (["--enable_dump=1", "--enable_dump_debug=1", dump], "[E10001] Cannot configure both parameters"),
            (["--enable_dump=1", "--dump_path=nowhere"], "[E10001] Value nowhere for parameter dump_path is invalid"),
            (["--enable_dump=1", "--dump_path=nowhere"], "note: make it\n"),
            (["--enable_dump=1", f"--dump_path={self.path}"], "[E10001]"),
            (["--enable_dump=1", f"--dump_path={self.path}"], "note: name a folder\n"),
            (["--enable_dump=2", dump], "[E10001]"),
            (["--enable_dump=1", dump, "--dump_step=5-3"], "[E10001] Value 5-3 for parameter dump_step is invalid"),
            (["--enable_dump=1", dump, "--dump_step=1||3"], "[E10001]"),
            (["--enable_dump=1", dump, "--dump_step=-1"], "[E10001]"),
            (["--enable_dump=1", dump, "--dump_step=" + "|".join(map(str, range(101)))], "It has 101 steps and ranges"),
            (["--enable_dump=1", dump, "--dump_mode=none"], "[E10006]"),
            (["--enable_dump=1", dump, "--dump_data=some"], "[E10001]"),
            (["--enable_dump_debug=1", dump, "--dump_debug_mode=some"], "[E10001]"),
            (["--stream_sync_timeout=-2"], "[E10001]"),
            (["--op_execute_timeout=-1"], "[E10001]"),
            (["--op_execute_timeout=x"], "[E10001]"),
        ):
            with self.subTest(options):
                self.assertIn(wanted, self.run_it(*options, code=2))
        self.assertEqual([*self.dumps.iterdir()], [])
        self.run_it("--enable_dump=1", dump, "--dump_step=" + "|".join(map(str, range(100))))


class Python(Case):
    def test_dumps(self):
        model = ascend_mlir.compile(self.path, enable_dump="1", dump_path=str(self.dumps), dump_step="1", **FP16)
        for _ in range(3):
            model.run({"x": X})
        files = self.files(step=1)
        np.testing.assert_array_equal(
            np.load(files["Relu.block_0_relu_a.1.0.output.0.npy"]), np.maximum(X, 0).astype(np.float16)
        )
        day = self.day()
        self.assertEqual([one.name for one in (day / "0" / "my_net" / "1").iterdir()], ["1"])

    def test_a_model_without_ops(self):
        onnx.save(models.unary("Identity", [2, 3]), self.folder / "id.onnx")
        x = np.ones((2, 3), np.float32)
        for options in ({"enable_dump": "1"}, {"enable_dump_debug": "1"}, {"enable_exception_dump": "1"}):
            with self.subTest(options):
                model = ascend_mlir.compile(str(self.folder / "id.onnx"), dump_path=str(self.dumps), **options)
                np.testing.assert_array_equal(model.run({"x": x})["y"], x)
        self.assertEqual([*self.dumps.rglob("*.npy")], [])

    def test_two_models_of_one_second(self):
        two = [ascend_mlir.compile(self.path, enable_dump="1", dump_path=str(self.dumps), **FP16) for _ in range(2)]
        for model in two:
            model.run({"x": X})
        folders = [*self.dumps.glob("*/0/my_net/*/0")]
        self.assertEqual([len([*one.iterdir()]) for one in folders], [5, 5])

    def test_threads(self):
        """Each run is a step of its own, whole."""
        model = ascend_mlir.compile(self.path, enable_dump="1", dump_path=str(self.dumps), **FP16)
        threads = [threading.Thread(target=lambda: [model.run({"x": X}) for _ in range(5)]) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for step in range(20):
            self.assertEqual(len(self.files(step=step)), 5)

    def test_bad_options(self):
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "dump_path"):
            ascend_mlir.compile(self.path, enable_dump="1")

    def test_a_dump_that_cannot_be_written(self):
        model = ascend_mlir.compile(self.path, enable_dump="1", dump_path=str(self.dumps), **FP16)
        shutil.rmtree(self.dumps)
        self.dumps.write_text("")
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "cannot make the folder"):
            model.run({"x": X})
        self.dumps.unlink()
        self.dumps.mkdir()
        model.run({"x": X})
        self.assertEqual(len(self.files(step=1)), 5)

    def save_convolution(self, rows, channels, size, kernel):
        """The model, and the shapes of x and of the weights."""
        node = helper.make_node("Conv", ["x", "w"], ["y"], name="conv", pads=[kernel // 2] * 4)
        image, weights = [rows, channels, size, size], [channels, channels, kernel, kernel]
        inputs = [("x", TensorProto.FLOAT, image), ("w", TensorProto.FLOAT, weights)]
        onnx.save(models.model_of([node], inputs, [("y", TensorProto.FLOAT, image)]), self.path)
        return image, weights

    def test_limits_of_time(self):
        """Of a convolution of seconds: a run of a tenth of one ends in the middle of its kernel."""
        shapes = self.save_convolution(1, 64, 256, 31)
        arrays = {name: np.zeros(shape, np.float32) for name, shape in zip("xw", shapes)}

        def seconds(model):
            began = time.monotonic()
            model.run(arrays)
            return time.monotonic() - began

        whole = seconds(ascend_mlir.compile(self.path, **FP16))
        for options, wanted in (
            ({"stream_sync_timeout": "100"}, "it took longer than 100 milliseconds"),
            ({"stream_sync_timeout": "60000", "event_sync_timeout": "100"}, "it took longer than 100 milliseconds"),
            ({"stream_sync_timeout": "-1", "event_sync_timeout": "0", "op_execute_timeout": "1"},
             "node 'conv' took longer than 1000 milliseconds"),
        ):  # fmt: skip
            with self.subTest(options):
                model = ascend_mlir.compile(self.path, **options, **FP16)
                began = time.monotonic()
                with self.assertRaisesRegex(ascend_mlir.LimitError, wanted):
                    model.run(arrays)
                if "op_execute_timeout" not in options:
                    self.assertLess(time.monotonic() - began, whole / 2)

    @unittest.skipIf("asan" in os.environ.get("LD_PRELOAD", ""), "AddressSanitizer keeps freed memory")
    def test_nothing_stays_of_what_took_too_long(self):
        """The same model runs again at once, and no memory, file or thread is lost."""
        _, weights = self.save_convolution("n", 16, 64, 31)
        model = ascend_mlir.compile(self.path, stream_sync_timeout="300", jit_compile="false", **FP16)
        one, many = (np.ones((rows, 16, 64, 64), np.float32) for rows in (1, 200))
        w = np.zeros(weights, np.float32)
        w[:, 0, 15, 15] = 2
        process = psutil.Process()

        def turn():
            with self.assertRaisesRegex(ascend_mlir.LimitError, "it took longer than 300 milliseconds"):
                model.run({"x": many, "w": w}, threads=2)
            np.testing.assert_array_equal(model.run({"x": one, "w": w}, threads=2)["y"], 2 * one)
            return process.num_fds(), process.num_threads(), process.memory_info().rss

        for _ in range(3):
            files, threads, memory = turn()
        for _ in range(5):
            now = turn()
        self.assertEqual(now[:2], (files, threads))
        # The outputs of one run.
        self.assertLess(now[2] - memory, many.nbytes)


if __name__ == "__main__":
    unittest.main()
