# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Profiles of runs: every kernel is there, its times add up, and what is written is what its readers take."""

import csv
import io
import json
import os
import pathlib
import re
import shutil
import threading
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
import tools
from lab_case import LabCase
from onnx import TensorProto, helper

COLUMNS = (
    "Device_id,Model ID,Task ID,Stream ID,Op Name,OP Type,OP State,Task Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),"
    "Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output Shapes,Output Data Types,Output Formats,Context ID"
)
TASK_TIME = "Device_id,kernel_name,kernel_type,stream_id,task_id,task_time(us),task_start(us),task_stop(us)"
STEP_TRACE = (
    "Device_id,Iteration ID,FP Start(us),BP End(us),Iteration End(us),Iteration Time(us),FP to BP Time(us),Iteration Refresh(us),"
    "Data Aug Bound(us),Model ID"
)
STATISTIC = "Device_id,OP Type,Core Type,Count,Total Time(us),Min Time(us),Avg Time(us),Max Time(us),Ratio(%)"

# A loop that doubles x as often as n says, of any number of rows.
LOOP = """
func.func @main(%x: tensor<?x4xf32> {ascend.name = "x"}, %n: tensor<1xi64> {ascend.name = "n"})
    -> (tensor<?x4xf32> {ascend.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %number = tensor.extract %n[%c0] : tensor<1xi64>
  %end = arith.index_cast %number : i64 to index
  %y = scf.for %i = %c0 to %end step %c1 iter_args(%a = %x) -> (tensor<?x4xf32>) {
    %b = ascend.add %a, %a {node_name = "twice"} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    scf.yield %b : tensor<?x4xf32>
  }
  return %y : tensor<?x4xf32>
}
"""


def run(*command, code=0):
    return tools.run(*command, code=code).stdout


def products(count=6, size=192):
    """A chain of products and Tanh, large enough that a run is more than what lies around it."""
    nodes = []
    for number in range(count):
        nodes.append(helper.make_node("MatMul", [f"x{number}", "w"], [f"p{number}"], f"p{number}"))
        nodes.append(helper.make_node("Tanh", [f"p{number}"], [f"x{number + 1}"], f"t{number}"))
    weights = np.random.default_rng(0).standard_normal((size, size), np.float32) / size
    ends = [[(name, TensorProto.FLOAT, [size, size])] for name in ("x0", f"x{count}")]
    return models.model_of(nodes, *ends, [("w", weights)])


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "net.onnx"
        onnx.save(products(), self.model)

    def profile(self, *arguments):
        """The table and the events of a trace."""
        trace = self.folder / "trace.json"
        said = run("ascend-run", self.model, "--random", "--threads=1", f"--profile={trace}", *arguments)
        return said, json.loads(trace.read_text())

    def tables(self, *arguments, **options):
        """The files of a folder PROF_… by their names without the time."""
        shutil.rmtree(self.folder / "prof", ignore_errors=True)
        options = json.dumps({"output": str(self.folder / "prof"), **options})
        said = run("ascend-run", self.model, "--random", "--profiling_mode=1", f"--profiling_options={options}", *arguments)
        (top,) = (self.folder / "prof").iterdir()
        self.assertRegex(top.name, r"^PROF_000001_\d{17}_[A-Z]{16}$")
        self.assertIn(f"written: {top}\n", said)
        found = {}
        for file in (top / "mindstudio_profiler_output").iterdir():
            name, end = file.name.rsplit("_", 1)
            self.assertRegex(end, r"^\d{14}\.csv$")
            found[name] = file
        return found

    def rows(self, file, columns):
        text = file.read_text()
        self.assertEqual(text.splitlines()[0], columns)
        return list(csv.DictReader(io.StringIO(text)))

    def folder_of(self, *arguments):
        """Rows of op_summary and of op_statistic."""
        files = self.tables(*arguments)
        self.assertEqual(sorted(files), ["op_statistic", "op_summary", "task_time"])
        summary = self.rows(files["op_summary"], COLUMNS)
        return summary, self.rows(files["op_statistic"], STATISTIC), files["op_summary"]


class Traces(Case):
    def test_times_add_up(self):
        _, events = self.profile("--repeat=20")
        self.assertEqual([event["name"] for event in events if event["ph"] == "M"], ["process_name", "thread_name"])
        whole, *kernels = (event for event in events if event["ph"] == "X")
        self.assertEqual(whole["name"], "run")
        self.assertEqual((whole["ts"], whole["args"]["lost"]), (0, 0))
        end = 0
        for kernel in kernels:
            self.assertGreaterEqual(kernel["ts"], round(end, 3) - 0.0015)  # three decimals each
            self.assertGreater(kernel["dur"], 0)
            end = kernel["ts"] + kernel["dur"]
        self.assertLessEqual(end, whole["dur"] + 1)
        self.assertGreater(sum(kernel["dur"] for kernel in kernels), 0.95 * whole["dur"])
        self.assertEqual({event["pid"] for event in events}, {1})

    def test_kernels_are_told(self):
        _, events = self.profile("--precision_mode=must_keep_origin_dtype")
        kernels = [event for event in events if event["ph"] == "X"][1:]
        named = {event["name"]: event["args"] for event in kernels}
        self.assertEqual([name for name in named if name.startswith("p")], [f"p{number}" for number in range(6)])
        args = named["p3"]
        self.assertEqual(args["flops"], 2 * 192**3)
        self.assertEqual(args["bytes"], 3 * 4 * 192**2)
        self.assertEqual(args["outputs"], [{"dtype": "FLOAT", "format": "ND", "shape": [192, 192]}])
        self.assertEqual(len(args["inputs"]), 2)
        nodes = [node["name"] for event in kernels for node in event["args"]["nodes"]]
        self.assertEqual(sorted(nodes), sorted({f"{kind}{number}" for kind in "pt" for number in range(6)}))

    def test_table(self):
        said, events = self.profile()
        lines = said.splitlines()
        self.assertLessEqual(max(map(len, lines)), 100)
        head = next(line for line in lines if line.startswith("profile: "))
        self.assertRegex(head, r"^profile: \d+ kernels in [\d.]+ us, \d+\.\d % of them inside of kernels$")
        start = lines.index(head) + 2
        end = lines.index("by op type:")
        times = [float(line.split()[0]) for line in lines[start:end]]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertEqual(len(times), len(events) - 3)
        types = [line.split()[-1] for line in lines[end + 2 : -2]]
        self.assertEqual(len(types), len({event["args"]["type"] for event in events[3:]}))
        self.assertTrue(lines[-2].startswith("peak: ") == ("peak" in lines[start - 1]))

    def test_long_tables_are_cut(self):
        names = [f"x{number}" for number in range(41)]
        nodes = [helper.make_node("Softmax", [x], [y], "n" * 200 + y, axis=-1) for x, y in zip(names, names[1:])]
        ends = [[(name, TensorProto.FLOAT, [2, 8])] for name in (names[0], names[-1])]
        onnx.save(models.model_of(nodes, *ends), self.model)
        said, events = self.profile("--precision_mode=must_keep_origin_dtype")
        self.assertLessEqual(max(map(len, said.splitlines())), 100)
        self.assertRegex(said, r"\n +[\d.]+ +[\d.]+ %  15 more kernels\n")
        self.assertEqual(len(events), 3 + 40)


class Loops(Case):
    def setUp(self):
        super().setUp()
        self.model = self.folder / "loop.mlir"
        self.model.write_text(LOOP)

    def test_each_turn_counts(self):
        model = ascend_mlir.compile(self.model, precision_mode="must_keep_origin_dtype", profiling_mode=1)
        for rows, turns in (3, 5), (7, 1), (2, 0):
            x = np.ones((rows, 4), np.float32)
            y = model.run({"x": x, "n": np.array([turns])})["y"]
            np.testing.assert_array_equal(y, x * 2**turns)
            named = [row for row in model.profile if row["name"] == "twice"]
            self.assertEqual(len(named), turns)
            for row in named:
                self.assertEqual(row["outputs"][0]["shape"], [rows, 4])
                self.assertEqual(row["bytes"], 2 * rows * 4 * 4)

    def test_a_long_loop_has_room_in_the_next_run(self):
        model = ascend_mlir.compile(self.model, precision_mode="must_keep_origin_dtype", profiling_mode=1)
        inputs = {"x": np.ones((1, 4), np.float32), "n": np.array([9000])}
        counts = []
        for _ in range(2):
            model.run(inputs)
            counts.append(sum(row["name"] == "twice" for row in model.profile))
        self.assertLess(counts[0], 9000)
        self.assertEqual(counts[1], 9000)
        np.savez(self.folder / "x.npz", **inputs)
        # The tools warm up before they measure.
        trace = self.folder / "trace.json"
        mode = "--precision_mode=must_keep_origin_dtype"
        said = run("ascend-run", self.model, f"--inputs={self.folder}/x.npz", f"--profile={trace}", mode)
        self.assertNotIn("no room", said)
        self.assertEqual(sum(event["name"] == "twice" for event in json.loads(trace.read_text())), 9000)

    def test_work_of_sizes_that_a_run_tells(self):
        onnx.save(products(2, 32), self.folder / "open.onnx")
        model = onnx.load(self.folder / "open.onnx")
        for value in (*model.graph.input, *model.graph.output):
            value.type.tensor_type.shape.dim[0].dim_param = "rows"
        compiled = ascend_mlir.compile(model, precision_mode="must_keep_origin_dtype", profiling_mode=1)
        for rows in 5, 64:
            compiled.run(np.ones((rows, 32), np.float32))
            flops = [row["flops"] for row in compiled.profile if row["type"].endswith("MatMulV2")]
            self.assertEqual(flops, [2 * rows * 32 * 32] * 2)


class Folders(Case):
    def test_columns_of_msprof(self):
        summary, statistic, _ = self.folder_of("--precision_mode=must_keep_origin_dtype")
        end = None
        for number, row in enumerate(summary):
            self.assertEqual(int(row["Task ID"]), number)
            self.assertRegex(row["Task Start Time(us)"], r"^\d{16}\.\d{3}\t$")
            start, time, wait = (float(row[f"Task {name}(us)"]) for name in ("Start Time", "Duration", "Wait Time"))
            # A double of microseconds since 1970 has no three decimals.
            self.assertAlmostEqual(wait, start - end if end else 0, delta=0.6)
            end = start + time
        first = summary[0]
        self.assertEqual(first["Op Name"], "p0")
        self.assertEqual(first["Task Type"], "AI_CORE")
        self.assertEqual(first["Input Shapes"], "192,192;192,192")
        self.assertEqual(first["Input Data Types"], "FLOAT;FLOAT")
        self.assertEqual((first["OP State"], first["Context ID"]), ("N/A", "N/A"))
        self.assertEqual(sum(int(row["Count"]) for row in statistic), len(summary))
        times = {}
        for row in summary:
            times.setdefault((row["OP Type"], row["Task Type"]), []).append(float(row["Task Duration(us)"]))
        self.assertEqual([(row["OP Type"], row["Core Type"]) for row in statistic], sorted(times, key=lambda key: -sum(times[key])))
        for row in statistic:
            of_type = times[row["OP Type"], row["Core Type"]]
            for name, value in ("Total", sum(of_type)), ("Min", min(of_type)), ("Max", max(of_type)):
                self.assertAlmostEqual(float(row[f"{name} Time(us)"]), value, delta=0.002)
            self.assertAlmostEqual(float(row["Avg Time(us)"]), sum(of_type) / len(of_type), delta=0.002)
        self.assertAlmostEqual(sum(float(row["Ratio(%)"]) for row in statistic), 100, delta=0.01)

    def test_hf32_where_it_acts(self):
        """In cube ops whose float32 factors are rounded, and nowhere else."""
        nodes = [helper.make_node("MatMul", ["x", "w"], ["p"], "product"), helper.make_node("Softmax", ["p"], ["y"], "softmax")]
        ends = [[(name, TensorProto.FLOAT, [32, 32])] for name in "xy"]
        onnx.save(models.model_of(nodes, *ends, [("w", np.ones((32, 32), np.float32))]), self.model)
        for options, wanted in (
            (["--precision_mode_v2=origin", "--allow_hf32=true"], "YES"),
            (["--precision_mode_v2=origin", "--allow_hf32=false"], "NO"),
            (["--precision_mode=force_fp16", "--allow_hf32=true"], "NO"),
            (["--precision_mode_v2=origin", "--allow_hf32=true", "--soc_version=Ascend910A"], "NO"),
        ):
            with self.subTest(options):
                summary, _, _ = self.folder_of(*options)
                cube = {row["HF32 Eligible"] for row in summary if "MatMul" in row["OP Type"]}
                self.assertEqual(cube, {wanted})
                self.assertEqual({row["HF32 Eligible"] for row in summary if "MatMul" not in row["OP Type"]}, {"NO"})

    def test_what_task_time_chooses(self):
        ops = {"op_statistic", "op_summary"}
        for options, wanted in (
            ({}, {"task_time", *ops}),
            ({"task_time": "on"}, {"task_time", *ops}),
            ({"task_trace": "l1"}, {"task_time", *ops}),
            ({"task_time": "l0"}, {"task_time"}),
            ({"task_trace": "off"}, set()),
            ({"task_trace": "off", "task_time": "l0"}, {"task_time"}),
            ({"task_time": "off", "training_trace": "on"}, {"step_trace"}),
        ):
            with self.subTest(options):
                self.assertEqual(set(self.tables(**options)), wanted)

    def test_times_of_tasks(self):
        files = self.tables()
        summary, tasks = self.rows(files["op_summary"], COLUMNS), self.rows(files["task_time"], TASK_TIME)
        self.assertEqual([row["kernel_name"] for row in tasks], [row["Op Name"] for row in summary])
        for task, op in zip(tasks, summary):
            self.assertEqual((task["task_time(us)"], task["task_start(us)"]), (op["Task Duration(us)"], op["Task Start Time(us)"]))
            # Doubles of microseconds since 1970 have no three decimals.
            self.assertAlmostEqual(float(task["task_stop(us)"]) - float(task["task_start(us)"]), float(task["task_time(us)"]), delta=0.6)

    def test_times_of_steps(self):
        """Each run is one; what lies between two ops is what is asked for."""
        files = self.tables("--repeat=5", training_trace="on", fp_point="p1", bp_point="t4")
        steps = self.rows(files["step_trace"], STEP_TRACE)
        self.assertEqual([row["Iteration ID"] for row in steps], list("12345"))
        last = None
        for row in steps:
            get = lambda column: float(row[column + "(us)"])  # noqa: B023, E731
            forward, backward, end = get("FP Start"), get("BP End"), get("Iteration End")
            self.assertTrue(forward < backward < end, row)
            for column, wanted in (
                ("FP to BP Time", backward - forward),
                ("Iteration Refresh", end - backward),
                ("Iteration Time", end - (forward if last is None else last)),
            ):
                self.assertAlmostEqual(get(column), wanted, delta=0.8, msg=column)
            if last is None:
                self.assertEqual(row["Data Aug Bound(us)"], "N/A")
            else:
                self.assertAlmostEqual(get("Data Aug Bound"), forward - last, delta=0.8)
            last = end
        # Of these runs the profile has the fastest: its ops lie where the step says.
        summary = {row["Op Name"]: row for row in self.rows(files["op_summary"], COLUMNS)}
        self.assertIn(float(summary["p1"]["Task Start Time(us)"]), [float(row["FP Start(us)"]) for row in steps])

    def test_steps_without_points(self):
        """As of CANN's inference: only ends and times."""
        steps = self.rows(self.tables("--repeat=3", training_trace="on")["step_trace"], STEP_TRACE)
        self.assertEqual(len(steps), 3)
        for row in steps:
            columns = ("FP Start", "BP End", "FP to BP Time", "Iteration Refresh", "Data Aug Bound")
            self.assertEqual({row[column + "(us)"] for column in columns}, {"N/A"})
            self.assertGreater(float(row["Iteration Time(us)"]), 0)

    def test_a_point_that_is_none(self):
        options = json.dumps({"training_trace": "on", "bp_point": "nobody"})
        tools.refused("error: the model has no op 'nobody' that takes time (bp_point of profiling_options)",
                      "ascend-run", self.model, "--random", "--profiling_mode=1", f"--profiling_options={options}")  # fmt: skip

    def test_scalars_and_commas(self):
        node = helper.make_node("Pow", ["x", "e"], ["y"], 'a,"b')
        onnx.save(models.model_of([node], *[[(name, TensorProto.FLOAT, [2, 3])] for name in "xy"], [("e", np.float32(3))]), self.model)
        summary, _, _ = self.folder_of("--precision_mode=must_keep_origin_dtype")
        (row,) = [row for row in summary if row["OP Type"] != "Copy"]
        self.assertEqual(row["Op Name"], 'a,"b')
        self.assertEqual(row["Input Shapes"], "2,3;")

    def test_verify_agrees_with_the_decision(self):
        onnx.save(models.perceptron()[0], self.model)
        for mode in "force_fp16", "allow_mix_precision", "must_keep_origin_dtype":
            shutil.rmtree(self.folder / "prof", ignore_errors=True)
            _, _, file = self.folder_of(f"--precision_mode={mode}")
            said = self.lab("verify", self.model, f"--op_summary={file}", f"--precision_mode={mode}", "--format=json")
            result = json.loads(said)
            self.assertGreaterEqual(result["compared"], 2)
            self.assertEqual(result["equal"], result["compared"], said)
            casts = result["files"][0]["casts"]
            self.assertEqual([cast["there"] for cast in casts], [cast["here"] for cast in casts], said)


class Interfaces(Case):
    def test_profiles_change_no_result(self):
        x = np.random.default_rng(1).standard_normal((192, 192), np.float32)
        plain = ascend_mlir.compile(self.model)
        told = ascend_mlir.compile(self.model, profiling_mode="true")
        for name, value in plain.run(x).items():
            np.testing.assert_array_equal(told.run(x)[name], value)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "no profile of the model"):
            _ = plain.profile

    def test_saved_and_loaded(self):
        model = ascend_mlir.compile(self.model, profiling_mode=1)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "no profile of the model"):
            _ = model.profile
        model.save(self.folder / "net.asc")
        loaded = ascend_mlir.load(self.folder / "net.asc")
        x = np.zeros((192, 192), np.float32)
        model.run(x)
        loaded.run(x)
        self.assertEqual([row["name"] for row in loaded.profile], [row["name"] for row in model.profile])
        path = loaded.save_profile(self.folder / "t.json")
        self.assertEqual(path, str(self.folder / "t.json"))
        self.assertEqual(len(json.loads(pathlib.Path(path).read_text())), 3 + len(loaded.profile))
        top = pathlib.Path(loaded.save_profile(self.folder / "deep" / "er"))
        self.assertTrue(re.match(r"PROF_\d", top.name) and top.parent == self.folder / "deep" / "er")
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "cannot be written"):
            loaded.save_profile(self.folder / "none" / "t.json")
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "folder of the profile cannot be made"):
            loaded.save_profile(self.folder / "net.asc")

    def test_a_model_without_kernels(self):
        source = models.unary("Identity", [2, 3])
        x = np.ones((2, 3), np.float32)
        model = ascend_mlir.compile(source, reference=True, profiling_mode=1)
        np.testing.assert_array_equal(model.run(x)["y"], x)
        self.assertEqual([row["type"] for row in model.profile], ["Copy"])
        onnx.save(source, self.folder / "id.onnx")
        done = tools.run("ascend-run", "id.onnx", "--random", "--profile=t.json", folder=self.folder)
        self.assertIn("written: t.json", done.stdout)

    def test_texts_are_texts(self):
        for options in ('{"output":5}', '{"training_trace":"on","fp_point":5}', '{"bp_point":1}'):
            with self.subTest(options), self.assertRaisesRegex(ascend_mlir.ConfigurationError, "must be a string") as raised:
                ascend_mlir.compile(self.model, profiling_mode=1, profiling_options=options)
            self.assertEqual(raised.exception.diagnostics[0].code, "E10001")

    def test_options_are_checked(self):
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "It is no key of profiling_options") as raised:
            ascend_mlir.compile(self.model, profiling_mode=1, profiling_options='{"x":1}')
        self.assertEqual(raised.exception.diagnostics[0].code, "E10001")

    def test_many_threads(self):
        model = ascend_mlir.compile(self.model, profiling_mode=1)
        x = np.zeros((192, 192), np.float32)
        model.run(x)
        count = len(model.profile)
        wrong = []

        def work():
            for _ in range(20):
                model.run(x, threads=1)
                if len(model.profile) != count:
                    wrong.append(len(model.profile))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    @unittest.skipIf("asan" in os.environ.get("LD_PRELOAD", ""), "AddressSanitizer keeps freed memory")
    def test_memory_is_flat(self):
        def resident():
            pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
            return int(pages) * 4096

        onnx.save(products(40, 16), self.model)
        model = ascend_mlir.compile(self.model, profiling_mode=1)
        x = np.zeros((16, 16), np.float32)
        for _ in range(200):
            model.run(x, threads=1)
        before = resident()
        for _ in range(2000):
            model.run(x, threads=1)
        # A profile of 80 kernels has 4 KiB: 2,000 of them would be 8 MiB.
        self.assertLess(resident() - before, 1 << 20)
        self.assertEqual(len(model.profile), len({row["name"] for row in model.profile}))


if __name__ == "__main__":
    unittest.main()
