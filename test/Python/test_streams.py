# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Ops that run side by side: the same bits as one after the other, on any number of threads, and each at its own time."""

import json
import random
import unittest

import ascend_mlir
import numpy as np
import onnx
from lab_case import LabCase
from onnx import helper
from onnx_models import floats, model_of
from sampling import turns
from tools import run

SHAPE = [1, 8, 32, 48]
ONE_INPUT = ["Relu", "Sigmoid", "Softplus", "Erf", "Sinh", "Abs", "Conv", "Softmax", "CumSum", "ReverseSequence", "MaxPool"]
TWO_INPUTS = ["Add", "Mul", "Sub", "Max", "MatMul"]
STREAMS = [
    {"auto_multistream_parallel_mode": "cv"},
    {"ac_parallel_enable": "1"},
    {"stream_max_parallel_num": "AIcoreEngine:3"},
    {"stream_max_parallel_num": "DNN_VM_AICPU:2,AIcoreEngine:40", "ac_parallel_enable": "1"},
]


def random_model(seed, nodes=24):
    """A graph in which an op reads one or two of the last eight values; the values that nobody reads are its outputs."""
    choose = random.Random(seed)
    values = np.random.default_rng(seed)
    known, unread, made, constants = ["x"], set(), [], {"axis": np.int64(3), "length": np.array([8])}
    for number in range(nodes):
        op = choose.choice(ONE_INPUT + TWO_INPUTS)
        inputs = [choose.choice(known[-8:]) for _ in range(1 + (op in TWO_INPUTS))]
        attributes = {}
        if op in ("Conv", "MatMul"):
            shape = (8, 8, 3, 3) if op == "Conv" else (1, 8, 48, 48)
            inputs = [inputs[0], f"w{number}"]
            constants[inputs[1]] = (values.standard_normal(shape) / 8).astype(np.float32)
            attributes = {"pads": [1] * 4} if op == "Conv" else {}
        elif op == "MaxPool":
            attributes = {"kernel_shape": [3, 3], "pads": [1] * 4}
        elif op == "CumSum":
            inputs.append("axis")
        elif op == "ReverseSequence":
            inputs.append("length")
            attributes = {"time_axis": 1, "batch_axis": 0}
        name = f"v{number}"
        made.append(helper.make_node(op, inputs, [name], f"node{number}", **attributes))
        unread -= set(inputs)
        unread.add(name)
        known.append(name)
    return model_of(made, {"x": floats(*SHAPE)}, {name: floats(*SHAPE) for name in sorted(unread)}, constants, opset=17)


CONV = "conv", "Conv", ["x", "w"], {"pads": [1] * 4}
PLUS = "plus", "Softplus", ["x"], {}
# The AI Core has no kernel for these.
BACK = "back", "ReverseSequence", ["x", "ones"], {"time_axis": 0, "batch_axis": 1}
FORTH = "forth", "ReverseSequence", ["x", "eight"], {"time_axis": 1, "batch_axis": 0}


def branches(*nodes):
    """Nodes that read x; a convolution and another op where none are given."""
    nodes = nodes or (CONV, PLUS)
    constants = {"w": np.full((8, 8, 3, 3), 0.125, np.float32), "ones": np.ones(8, np.int64), "eight": np.array([8], np.int64)}
    made = [helper.make_node(op, inputs, [f"{name}_y"], name, **attributes) for name, op, inputs, attributes in nodes]
    read = {each for node in made for each in node.input}
    given = {name: value for name, value in constants.items() if name in read}
    return model_of(made, {"x": floats(*SHAPE)}, {node.output[0]: floats(*SHAPE) for node in made}, given, opset=17)


X = np.random.default_rng(1).standard_normal(SHAPE).astype(np.float32)


def bits(model, threads=1):
    return {name: array.tobytes() for name, array in model.run({"x": X}, threads=threads).items()}


class StreamsTest(LabCase):
    def test_the_same_bits(self):
        for seed in range(6):
            net = random_model(seed)
            for mode in turns(seed, ("force_fp16", "must_keep_origin_dtype")):
                plain = bits(ascend_mlir.compile(net, precision_mode=mode))
                # As long as both modes take.
                for streams in turns(seed, STREAMS, 2, lasts=2):
                    model = ascend_mlir.compile(net, precision_mode=mode, **streams)
                    for threads in (1, 2, 5) * 3:
                        self.assertTrue(bits(model, threads) == plain, (seed, mode, streams, threads))

    def info(self, net, *options, code=0):
        onnx.save(net, self.folder / "net.onnx")
        said = run("ascend-atc", f"--model={self.folder}/net.onnx", f"--output={self.folder}/net", "--log=info", *options, code=code).stderr
        return [line for line in said.splitlines() if "beside" in line or "error" in line]

    def test_who_runs_beside_whom(self):
        two, none = ["info: 2 calls of kernels run beside others"], []
        cv = "--auto_multistream_parallel_mode=cv"
        self.assertEqual(self.info(branches()), none)
        self.assertEqual(self.info(branches(), cv), two)
        # The second time the model follows its plan, and the third its file is there.
        self.assertEqual(self.info(branches(), cv), two)
        (self.folder / "net.asc").unlink()
        self.assertEqual(self.info(branches(), cv), two)
        self.assertEqual(self.info(branches()), none)
        # Dumps and guards see one op at a time.
        self.assertEqual(self.info(branches(), cv, "--guard=end"), none)
        self.assertEqual(self.info(branches(), cv, "--enable_dump=1", f"--dump_path={self.folder}"), none)
        # One AI Core op after the other is what a single stream is.
        self.assertEqual(self.info(branches(), "--stream_max_parallel_num=AIcoreEngine:1"), none)
        self.assertEqual(self.info(branches(), "--stream_max_parallel_num=AIcoreEngine:2"), ["info: 4 calls of kernels run beside others"])
        self.assertEqual(self.info(branches(), "--stream_max_parallel_num=DNN_HCCL:9"), none)
        self.assertEqual(self.info(branches(), "--ac_parallel_enable=1"), none)
        # Dynamic shapes.
        net = branches()
        net.graph.input[0].type.tensor_type.shape.dim[0].dim_param = "n"
        for output in net.graph.output:
            output.type.tensor_type.shape.dim[0].dim_param = "n"
        self.assertEqual(self.info(net, cv), none)

    def test_the_ai_cpu(self):
        two, none = ["info: 2 calls of kernels run beside others"], []
        ac, aicpu = "--ac_parallel_enable=1", "--stream_max_parallel_num=DNN_VM_AICPU:2"
        for nodes, option, wanted in (
            ((CONV, BACK), ac, two),
            ((PLUS, BACK), ac, two),
            ((CONV, BACK), "--ac_parallel_enable=0", none),
            ((CONV, BACK), "--auto_multistream_parallel_mode=cv", none),
            ((CONV, BACK), aicpu, none),
            ((BACK, CONV), ac, two),
            ((BACK, CONV), aicpu, none),
            ((FORTH, BACK), ac, none),
            ((FORTH, BACK), aicpu, two),
            ((FORTH, BACK), "--stream_max_parallel_num=AIcoreEngine:2", none),
        ):
            self.assertEqual(self.info(branches(*nodes), option), wanted, (nodes, option))

    def test_bad_values(self):
        for option, words in (
            ("--auto_multistream_parallel_mode=vc", "cv"),
            ("--ac_parallel_enable=2", "[E10006]"),
            ("--stream_max_parallel_num=AIcoreEngine", "ENGINE:N"),
            ("--stream_max_parallel_num=AIcoreEngine:-1", "ENGINE:N"),
            ("--stream_max_parallel_num=AIcoreEngine:0", "from 1 on"),
            ("--stream_max_parallel_num=AIcoreEngine:9999999999", "ENGINE:N"),
            ("--stream_max_parallel_num=AIcoreEngine:1,", "ENGINE:N"),
        ):
            (line,) = self.info(branches(), option, code=2)
            self.assertIn(words, line)

    def test_engines_that_are_none(self):
        """Each is named once, in the tools and in Python, and the others act."""
        bounds = "Nobody:3,AIcoreEngine:2,DNN_HCCL:9,DNN_VM_AICPU:1"
        warnings = [
            (f"stream_max_parallel_num: no engine here is called '{name}'", "the engines are AIcoreEngine and DNN_VM_AICPU")
            for name in ("Nobody", "DNN_HCCL")
        ]
        onnx.save(branches(), self.folder / "net.onnx")
        for tool, more in (("ascend-atc", [f"--output={self.folder}/net"]), ("ascend-run", ["--random"])):
            said = run(tool, f"--model={self.folder}/net.onnx", f"--stream_max_parallel_num={bounds}", "--log=info", *more).stderr
            for message, note in warnings:
                self.assertEqual(said.count(f"warning: {message}\nnote: {note}\n"), 1, said)
            self.assertEqual(said.count("no engine here is called"), len(warnings), said)
            self.assertIn("info: 4 calls of kernels run beside others", said)
        model = ascend_mlir.compile(branches(), stream_max_parallel_num=bounds)
        self.assertEqual([(each.message, each.note) for each in model.warnings], warnings)

    def test_a_profile_has_streams(self):
        """A kernel that waits for its partner would wait for ever if they ran one after the other, so nothing is waited for: some
        of many runs shows both at once."""
        options = {"auto_multistream_parallel_mode": "cv", "profiling_mode": "1"}
        model = ascend_mlir.compile(branches(), precision_mode="must_keep_origin_dtype", **options)
        for _ in range(500):
            model.run({"x": X}, threads=2)
            rows = {row["name"]: row for row in model.profile}
            conv, plus = rows["conv"], rows["plus"]
            begin = max(conv["start_us"], plus["start_us"])
            if begin < min(conv["start_us"] + conv["time_us"], plus["start_us"] + plus["time_us"]):
                break
        else:
            self.fail("they never ran at the same time")
        model.save_profile(self.folder / "trace.json")
        spans = [event for event in json.loads((self.folder / "trace.json").read_text()) if event["ph"] == "X"]
        self.assertEqual(len({event["tid"] for event in spans if event["name"] in ("conv", "plus")}), 2)
        for tid in {event["tid"] for event in spans}:
            # On one stream nothing begins before the one ahead of it ended, but for the run itself.
            own = sorted((e["ts"], e["ts"] + e["dur"]) for e in spans if e["tid"] == tid and e["name"] != "run")
            for (_, end), (begin, _) in zip(own, own[1:]):
                self.assertLessEqual(end, begin + 0.001)

    def test_a_failure_names_its_op(self):
        nodes = [
            helper.make_node("Conv", ["x", "w"], ["c"], "conv", pads=[1] * 4),
            helper.make_node("Gather", ["x", "rows"], ["p"], "taken", axis=1),
        ]
        inputs, outputs = {"x": floats(*SHAPE), "rows": (np.int64, [8])}, {name: floats(*SHAPE) for name in "cp"}
        net = model_of(nodes, inputs, outputs, {"w": np.ones((8, 8, 3, 3), np.float32)}, opset=17)
        model = ascend_mlir.compile(net, auto_multistream_parallel_mode="cv")
        rows = np.arange(8)
        self.assertEqual(model.run({"x": X, "rows": rows}, threads=2)["p"].shape, tuple(SHAPE))
        rows[5] = 8
        with self.assertRaisesRegex(ascend_mlir.AscendError, r"node 'taken' \(Gather.*\): the index 8 lies outside of -?\d to 7"):
            model.run({"x": X, "rows": rows}, threads=2)


if __name__ == "__main__":
    unittest.main()
