# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Dumps of what runs more than once, or not to its end: loops, branches, and kill -9."""

import csv
import json
import re
import shutil
import signal
import subprocess
import time
import unittest

import ascend_mlir
import models
import numpy as np
import onnx
from dump_case import Case, chain
from onnx import TensorProto, helper


def looped(inner=False):
    """y: the last a of n turns of a = Sqrt(Exp(a)), negated; z: every turn's Exp. With `inner` each turn has a branch, in
    which odd ones negate a."""
    body = [helper.make_node("Exp", ["a"], ["e"], name="turn/exp"), helper.make_node("Sqrt", ["e"], ["b"], name="turn/root")]
    state = "b"
    if inner:
        then = helper.make_graph([helper.make_node("Neg", ["b"], ["t"], name="turn/odd")], "then", [],
                                 [helper.make_tensor_value_info("t", TensorProto.FLOAT, [4])])  # fmt: skip
        other = helper.make_graph([helper.make_node("Abs", ["b"], ["o"], name="turn/even")], "else", [],
                                  [helper.make_tensor_value_info("o", TensorProto.FLOAT, [4])])  # fmt: skip
        body += [
            helper.make_node("Mod", ["i", "two"], ["rest"], name="turn/rest"),
            helper.make_node("Cast", ["rest"], ["is_odd"], name="turn/is_odd", to=TensorProto.BOOL),
            helper.make_node("If", ["is_odd"], ["c"], name="turn/if", then_branch=then, else_branch=other),
        ]
        state = "c"
    body.append(helper.make_node("Identity", ["go"], ["went"], name="turn/go"))
    graph = helper.make_graph(
        body, "body",
        [helper.make_tensor_value_info("i", TensorProto.INT64, []), helper.make_tensor_value_info("go", TensorProto.BOOL, []),
         helper.make_tensor_value_info("a", TensorProto.FLOAT, [4])],
        [helper.make_tensor_value_info("went", TensorProto.BOOL, []), helper.make_tensor_value_info(state, TensorProto.FLOAT, [4]),
         helper.make_tensor_value_info("e", TensorProto.FLOAT, [4])],
        [onnx.numpy_helper.from_array(np.int64(2), "two")] if inner else [])  # fmt: skip
    nodes = [
        helper.make_node("Relu", ["x"], ["r"], name="before"),
        helper.make_node("Loop", ["n", "", "r"], ["s", "z"], name="loop", body=graph),
        helper.make_node("Neg", ["s"], ["y"], name="behind"),
    ]
    outputs = [("y", TensorProto.FLOAT, [4]), ("z", TensorProto.FLOAT, ["n", 4])]
    return models.model_of(nodes, [("x", TensorProto.FLOAT, [4]), ("n", TensorProto.INT64, [])], outputs)


class Turns(Case):
    """Ops in loops and branches: a file for each turn, under one number of the task, in the order of the times."""

    X = np.array([-1.0, 0.25, 1.0, 2.0], np.float32)
    MODE = {"precision_mode": "must_keep_origin_dtype"}

    def dump(self, model, turns, **options):
        onnx.save(model, self.path)
        compiled = ascend_mlir.compile(self.path, enable_dump="1", dump_path=str(self.dumps), **self.MODE, **options)
        return compiled.run({"x": self.X, "n": np.array(turns)})

    def turns(self, what, step=0):
        """The files that match, in the order of their names."""
        return sorted((self.day() / "0" / "my_net" / "1" / str(step)).glob(what))

    def test_each_turn_has_a_file(self):
        result = self.dump(looped(), 3, dump_mode="all")
        files = self.turns("Exp.turn_exp.*.output.0.npy")
        self.assertEqual(len(files), 3)
        tasks = {file.name.split(".")[2] for file in files}
        self.assertEqual(len(tasks), 1)
        a = np.maximum(self.X, 0)
        for turn, file in enumerate(files):
            np.testing.assert_array_equal(np.load(file), result["z"][turn])
            np.testing.assert_array_equal(np.load(str(file).replace("output", "input")), a)
            (root,) = self.turns(f"Sqrt.turn_root.{int(tasks.copy().pop()) + 1}.*.output.0.npy")[turn : turn + 1]
            a = np.load(root)
        np.testing.assert_array_equal(-a, result["y"])
        # What stands behind the loop has the number behind its ops.
        (behind,) = self.turns("Neg.behind.*.output.0.npy")
        self.assertGreater(int(behind.name.split(".")[2]), int(tasks.pop()))

    def test_no_turn_no_file(self):
        self.dump(looped(), 0)
        self.assertEqual(self.turns("*turn*"), [])
        self.assertEqual(len(self.turns("Neg.behind.*")), 1)

    def test_the_branch_that_is_taken(self):
        self.dump(looped(inner=True), 5)
        self.assertEqual([len(self.turns(f"{name}.*")) for name in ("Exp.turn_exp", "Neg.turn_odd", "Abs.turn_even")], [5, 2, 3])
        roots = [np.load(file) for file in self.turns("Sqrt.turn_root.*")]
        for file, root in zip(self.turns("Neg.turn_odd.*"), roots[1::2]):
            np.testing.assert_array_equal(np.load(file), -root)

    def test_layers_and_statistics(self):
        self.dump(looped(), 4, dump_layer="turn/exp", dump_data="stats")
        files = self.turns("*")
        self.assertEqual([re.sub(r"\d+", "N", file.name) for file in files], ["Exp.turn_exp.N.N.N.csv"] * 4)
        largest = [float(next(csv.DictReader(file.read_text().splitlines()))["Max"]) for file in files]
        self.assertAlmostEqual(largest[0], np.exp(2.0), delta=1e-5)

    def test_the_turn_that_overflows(self):
        onnx.save(looped(), self.path)
        model = ascend_mlir.compile(self.path, enable_dump_debug="1", dump_path=str(self.dumps), **self.MODE)
        model.run({"x": self.X * 40, "n": np.array(5)})
        (told,) = self.turns("Opdebug.*.json")
        found = json.loads(told.read_text())["AI Core"]
        self.assertEqual((found["op_name"], found["kind"]), ("turn/exp", "Inf"))
        (before,) = self.turns("Exp.turn_exp.*.input.0.npy")
        # The first turn gives e^40, and the second has that.
        self.assertAlmostEqual(np.log(np.load(before).max()), 40, delta=1e-3)

    def test_the_tools_dump_has_them_too(self):
        onnx.save(looped(), self.path)
        np.savez(self.folder / "x.npz", x=self.X, n=np.array(3))
        self.run_it("--dump=all")
        index = json.loads((self.folder / "all/index.json").read_text())
        outputs = [row["file"] for row in index if row["op"] == "turn/exp" and row["kind"] == "output"]
        self.assertEqual(len(outputs), 3)

    def test_scans(self):
        body = helper.make_graph(
            [helper.make_node("Add", ["s", "row"], ["t"], name="sum")], "body",
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, [3]) for name in ("s", "row")],
            [helper.make_tensor_value_info("t", TensorProto.FLOAT, [3])])  # fmt: skip
        node = helper.make_node("Scan", ["s0", "x"], ["y"], name="scan", body=body, num_scan_inputs=1)
        inputs = [("s0", TensorProto.FLOAT, [3]), ("x", TensorProto.FLOAT, [4, 3])]
        onnx.save(models.model_of([node], inputs, [("y", TensorProto.FLOAT, [3])]), self.path)
        x = np.arange(12, dtype=np.float32).reshape(4, 3)
        model = ascend_mlir.compile(self.path, enable_dump="1", dump_path=str(self.dumps), dump_layer="sum", **self.MODE)
        for step in range(2):
            model.run({"s0": np.zeros(3, np.float32), "x": x})
            sums = [np.load(file) for file in self.turns("Add.sum.*", step)]
            np.testing.assert_array_equal(sums, np.cumsum(x, axis=0))


class Killed(Case):
    def test_what_is_there_is_whole(self):
        """kill -9 while files are written: each that has its name is whole, and the next run is right."""
        onnx.save(chain((64, 64)), self.path)
        np.savez(self.folder / "x.npz", x=np.ones((64, 64), np.float32))
        command = ["ascend-run", f"--model={self.path}", "--inputs=x.npz", "--precision_mode=force_fp16", "--enable_dump=1",
                   "--dump_mode=all", f"--dump_path={self.dumps}", "--repeat=1000000"]  # fmt: skip
        seen = 0
        for kill in range(8):
            process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            deadline = time.monotonic() + 60
            while not [*self.dumps.glob(f"*/0/my_net/*/{5 + 7 * kill}")] and time.monotonic() < deadline:
                self.assertIsNone(process.poll())
                time.sleep(0.001)
            process.kill()
            self.assertEqual(process.wait(), -signal.SIGKILL)
            for file in self.dumps.rglob("*.npy"):
                self.assertIn(np.load(file).shape, [(64, 64)])
                seen += 1
            self.assertEqual([one for one in self.dumps.rglob("*") if one.is_file() and one.suffix not in (".npy", ".txt")], [])
            for folder in self.dumps.iterdir():
                shutil.rmtree(folder)
        self.assertGreater(seen, 100)
        self.run_it("--enable_dump=1", f"--dump_path={self.dumps}", "--dump_mode=all")
        self.assertEqual(len(self.files()), 10)


if __name__ == "__main__":
    unittest.main()
