# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Options of the whole graph: how much is fused, what is an input, when weights are packed, how many runs go on at once."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import threading
import time
import unittest

import ascend_mlir
import numpy as np
import onnx
from interrupted import seconds_to_end
from lab_case import LabCase
from onnx import helper
from onnx_models import floats, model_of
from tools import run


def normalized():
    """A convolution, and the normalization behind it that is fused into it."""
    one = np.ones(8, np.float32)
    constants = {"w": np.random.default_rng(1).standard_normal((8, 3, 3, 3)).astype(np.float32), "g": one, "b": 2 * one, "m": one, "v": one}
    nodes = [
        helper.make_node("Conv", ["x", "w"], ["c"], "conv", pads=[1] * 4),
        helper.make_node("BatchNormalization", ["c", "g", "b", "m", "v"], ["y"], "norm"),
    ]
    return model_of(nodes, {"x": floats(1, 3, 16, 16)}, {"y": floats(1, 8, 16, 16)}, constants, opset=17)


def shifted(ir_version=8):
    node = helper.make_node("Add", ["x", "bias"], ["y"], "shift")
    inputs = {"x": floats(4), "bias": floats(4)}
    return model_of([node], inputs, {"y": floats(4)}, {"bias": np.ones(4, np.float32)}, 17, ir_version)


class GraphOptions(LabCase):
    def ops(self, net, *options):
        onnx.save(net, self.folder / "net.onnx")
        report = self.folder / "r.json"
        run("ascend-atc", f"--model={self.folder}/net.onnx", f"--report={report}", "--soc_version=Ascend310P3", *options)
        return [op["type"] for op in json.loads(report.read_text())["ops"]]

    def test_oo_level(self):
        fused, apart = ["Conv2D"], ["Conv2D", "BNInferenceD"]
        name = "ConvBatchnormFusionPass"
        self.assertEqual(self.ops(normalized()), fused)
        self.assertEqual(self.ops(normalized(), "--oo_level=O3"), fused)
        self.assertEqual(self.ops(normalized(), "--oo_level=O1"), apart)
        # What the option says by name counts at O1, too; the file's switches do not, but its list of exceptions does.
        self.assertEqual(self.ops(normalized(), "--oo_level=O1", f"--optimization_switch={name}:on"), fused)
        self.assertEqual(self.ops(normalized(), "--oo_level=O1", f"--optimization_switch={name}:off"), apart)
        file = self.folder / "switch.json"
        for content, expected in (
            ({"Switch": {"GraphFusion": {name: "on"}}}, apart),
            ({"Switch": {"GraphFusion": {"ALL": "on"}}}, apart),
            ({"ExceptionalPassOfO1Level": [name]}, fused),
        ):
            file.write_text(json.dumps(content))
            self.assertEqual(self.ops(normalized(), "--oo_level=O1", f"--fusion_switch_file={file}"), expected, content)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, r"E10001.*O2.*oo_level"):
            ascend_mlir.compile(normalized(), oo_level="O2")
        # Constants are folded at O1.
        nodes = [helper.make_node("Transpose", ["w"], ["t"], "moved"), helper.make_node("Mul", ["x", "t"], ["y"], "scale")]
        folded = model_of(nodes, {"x": floats(4, 8)}, {"y": floats(4, 8)}, {"w": np.ones((8, 4), np.float32)}, opset=17)
        self.assertEqual(self.ops(folded, "--oo_level=O1"), ["Mul"])

    def test_oo_constant_folding(self):
        """Of two nodes that read constants alone, one may stay by its metadata."""
        nodes = [
            helper.make_node("Transpose", ["w"], ["t"], "turned"),
            helper.make_node("Transpose", ["v"], ["a"], "other"),
            helper.make_node("Mul", ["x", "t"], ["m"], "scale"),
            helper.make_node("Add", ["m", "a"], ["y"], "shift"),
        ]
        constants = {"w": np.ones((8, 4), np.float32), "v": np.ones((8, 4), np.float32)}
        net = model_of(nodes, {"x": floats(4, 8)}, {"y": floats(4, 8)}, constants, opset=17)
        self.assertEqual(self.ops(net), ["Mul", "Add"])
        self.assertEqual(self.ops(net, "--oo_constant_folding=false"), ["TransposeD", "TransposeD", "Mul", "Add"])
        for key, value, stays in (
            ("_do_not_constant_folding", "true", True),
            ("_grappler_do_not_remove", "True", True),
            ("_grappler_do_not_remove", "1", True),
            ("_grappler_do_not_remove", "false", False),
            ("namespace", "true", False),
        ):
            del net.graph.node[0].metadata_props[:]
            net.graph.node[0].metadata_props.add(key=key, value=value)
            self.assertEqual(self.ops(net), ["TransposeD"] * stays + ["Mul", "Add"], (key, value))
        # An operator of the model's own that is taken as one of GE's.
        nodes = [helper.make_node("Own", ["v", "v"], ["a"], "own", domain="mine"), helper.make_node("Mul", ["x", "a"], ["y"], "scale")]
        net = model_of(nodes, {"x": floats(8, 4)}, {"y": floats(8, 4)}, {"v": constants["v"]}, opset=17, domains=["mine"])
        (self.folder / "map.txt").write_text("Own:Add\n")
        named = f"--op_name_map={self.folder}/map.txt"
        self.assertEqual(self.ops(net, named), ["Mul"])
        net.graph.node[0].metadata_props.add(key="_do_not_constant_folding", value="true")
        self.assertEqual(self.ops(net, named), ["Add", "Mul"])

    def test_frozen_variable(self):
        x, two = np.zeros(4, np.float32), np.full(4, 2, np.float32)
        for options in ({}, {"frozen_variable": "1"}):
            constant = ascend_mlir.compile(shifted(), **options)
            self.assertEqual([info.name for info in constant.inputs], ["x"])
            self.assertEqual(constant.run({"x": x})["y"].tolist(), [1] * 4)
        variable = ascend_mlir.compile(shifted(), frozen_variable="0")
        self.assertEqual([info.name for info in variable.inputs], ["x", "bias"])
        self.assertEqual(variable.run({"x": x, "bias": two})["y"].tolist(), [2] * 4)
        with self.assertRaisesRegex(ascend_mlir.ModelError, "the input 'bias' is missing"):
            variable.run({"x": x})
        # Before ir_version 4 every constant stood among the inputs.
        for version, names in ((3, ["x"]), (4, ["x", "bias"])):
            old = ascend_mlir.compile(shifted(version), frozen_variable="0")
            self.assertEqual([info.name for info in old.inputs], names)

    def test_variable_format_optimize(self):
        x = np.random.default_rng(2).standard_normal((1, 3, 16, 16)).astype(np.float32)
        for mode in ("force_fp16", "must_keep_origin_dtype"):
            results = {}
            for value in ("1", "true", "True", "0", "false", "False"):
                packed = ascend_mlir.compile(normalized(), precision_mode=mode, variable_format_optimize=value)
                results.setdefault(value in ("1", "true", "True"), set()).add(packed.run({"x": x})["y"].tobytes())
            self.assertEqual(results[True], results[False])
            self.assertEqual(len(results[True]), 1)
        onnx.save(normalized(), self.folder / "net.onnx")
        for value, packs in (("1", True), ("0", False)):
            command = ["ascend-atc", "--model=net.onnx", "--output=net", "--log=debug", f"--variable_format_optimize={value}"]
            environment = {**os.environ, "ASCEND_MLIR_CACHE": "off"}
            done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=environment)
            self.assertEqual("kernel pack_" in done.stderr, packs, done.stderr)


def long_run(images=1):
    """A model whose run takes a tenth of a second or more for each image on one thread."""
    weights = np.zeros((64, 64, 15, 15), np.float32)
    node = helper.make_node("Conv", ["x", "w"], ["y"], "conv", pads=[7] * 4)
    return model_of([node], {"x": floats(images, 64, 128, 128)}, {"y": floats(images, 64, 128, 128)}, {"w": weights}, opset=17)


class MostRuns(unittest.TestCase):
    """Each run with two threads has one that the runtime names: they tell how many go on."""

    @staticmethod
    def workers():
        count = 0
        for task in pathlib.Path("/proc/self/task").glob("*/comm"):
            with contextlib.suppress(OSError):  # It may have ended.
                count += task.read_text().startswith("ascendrt-")
        return count

    def most_workers(self, compiled, callers):
        x = np.zeros([info.shape for info in compiled.inputs][0], np.float32)
        start, most, done = threading.Barrier(callers + 1), 0, []

        def call():
            start.wait()
            compiled.run({"x": x}, threads=2)
            done.append(1)

        threads = [threading.Thread(target=call) for _ in range(callers)]
        for thread in threads:
            thread.start()
        start.wait()
        while any(thread.is_alive() for thread in threads):
            most = max(most, self.workers())
            time.sleep(0.002)
        self.assertEqual(len(done), callers)
        return most

    def test_the_bound_holds(self):
        net = long_run()
        for bound in (1, 2):
            compiled = ascend_mlir.compile(net, graph_max_parallel_model_num=bound)
            self.assertEqual(self.most_workers(compiled, bound + 2), bound)
            compiled.close()
        free = ascend_mlir.compile(net)
        self.assertGreater(self.most_workers(free, 5), 2)
        free.close()

    def test_who_waits_can_be_stopped(self):
        # Who starts the tests may have chosen to hear nothing of it.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        compiled = ascend_mlir.compile(long_run("n"), graph_max_parallel_model_num=1, jit_compile="false")
        short, x = (np.zeros((images, 64, 128, 128), np.float32) for images in (1, 8))
        other = threading.Thread(target=compiled.run, args=({"x": x},), kwargs={"threads": 1})
        other.start()
        while not compiled_is_running():
            time.sleep(0.01)

        def wait():
            compiled.run({"x": x}, threads=1)
            self.fail("it ran to its end")

        seconds_to_end(self, wait, 0.3)
        # It did not wait for its turn: what "soon" is depends on who else is at work.
        self.assertTrue(other.is_alive(), "the other run was over before")
        # A child has none of its parent's runs.
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            compiled.run({"x": short}, threads=1)
            os._exit(0)
        other.join()
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        # And the place of who did not wait to the end is free again.
        compiled.run({"x": short}, threads=2)

    def test_bad_values(self):
        for value in (0, -1, "two", 1 << 31):
            with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "graph_max_parallel_model_num"):
                ascend_mlir.compile(shifted(), graph_max_parallel_model_num=value)


def compiled_is_running():
    """Whether another thread of the process computes."""
    busy = 0
    for task in pathlib.Path("/proc/self/task").glob("*/stat"):
        with contextlib.suppress(OSError):  # It may have ended.
            busy += task.read_text().rsplit(")", 1)[1].split()[0] == "R"
    return busy > 1


if __name__ == "__main__":
    unittest.main()
