# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""mix_compile_mode: the named range is decided for the chip, the rest keeps the model's dtypes and runs as in the reference."""

import json
import unittest

import ascend_mlir
import numpy as np
import onnx
from lab_case import LabCase
from onnx import helper
from onnx_models import floats, model_of, value_info
from sampling import turns
from tools import run

ROW = floats(1, 8)


def diamond():
    """x to a; a to b and to c; both to d; d to e."""
    nodes = [
        helper.make_node("Exp", ["x"], ["a"], "a"),
        helper.make_node("Sigmoid", ["a"], ["b"], "b"),
        helper.make_node("Tanh", ["a"], ["c"], "c"),
        helper.make_node("Add", ["b", "c"], ["d"], "d"),
        helper.make_node("Sqrt", ["d"], ["e"], "e"),
    ]
    return model_of(nodes, {"x": ROW}, {"e": ROW}, opset=17)


class HostOps(LabCase):
    def run_atc(self, net, *options, code=0):
        """What it says, with its report in r.json."""
        onnx.save(net, self.folder / "net.onnx")
        return run("ascend-atc", f"--model={self.folder}/net.onnx", f"--report={self.folder}/r.json", *options, code=code).stderr

    def report(self, net, *options, code=0):
        """Engine and rule of each op; of a failure, what it says."""
        said = self.run_atc(net, *options, code=code)
        if code:
            return next(line for line in said.splitlines() if line.startswith("error"))
        return {op["name"]: op for op in json.loads((self.folder / "r.json").read_text())["ops"]}

    def on_host(self, pairs, flag=None):
        options = ["--mix_compile_mode=1", f"--in_out_pair={pairs}"]
        if flag is not None:
            options.append(f"--in_out_pair_flag={flag}")
        ops = self.report(diamond(), *options)
        for op in ops.values():
            isHost = op["engine"] == "host"
            self.assertEqual(op["rule"] == "on_host", isHost)
            tensors = op["inputs"] + op["outputs"]
            self.assertEqual({t["dtype"] for t in tensors}, {"float" if isHost else "float16"})
            self.assertEqual("stays on the host, as in_out_pair says" in op["reason"], isHost)
        return "".join(sorted(name for name, op in ops.items() if op["engine"] == "host"))

    def test_the_range(self):
        cases = (
            ("[[['a'],['e']]]", "abcde"),
            ("[[['a'],['d']]]", "abcd"),
            ("[[['b'],['e']]]", "bde"),
            ("[[['b', 'c'],['e']]]", "bcde"),
            ("[[['a'],['b','c']]]", "abc"),
            ("[[['b'],['b']]]", "b"),
            ("[[['a'],['a']],[['e'],['e']]]", "ae"),
            # No way leads there.
            ("[[['e'],['a']]]", ""),
            # Blanks, other quotes, none, and commas behind the last.
            (' [ [ [ "b" , ] , [ d ] ] , ] ', "bd"),
        )
        for number, (pairs, taken) in enumerate(cases):
            rest = "".join(name for name in "abcde" if name not in taken)
            # 1 is the default.
            for flag in turns(number, [None, 1]):
                self.assertEqual(self.on_host(pairs, flag), rest, (pairs, flag))
            self.assertEqual(self.on_host(pairs, 0), taken, pairs)
        for first, last in ("e", "a"), ("a", "e"):
            said = self.run_atc(diamond(), "--mix_compile_mode=1", f"--in_out_pair=[[['{first}'],['{last}']]]")
            self.assertEqual(f"in_out_pair names no node: '{last}' does not depend on '{first}'" in said, first == "e", said)

    def test_the_rest_runs_as_the_reference(self):
        x = np.random.default_rng(1).standard_normal((1, 8)).astype(np.float32)
        run = lambda **options: ascend_mlir.compile(diamond(), **options).run({"x": x})["e"].tobytes()
        reference, decided = run(reference=True), run()
        self.assertNotEqual(reference, decided)
        everything = {"mix_compile_mode": 1, "in_out_pair": "[[['a'],['e']]]"}
        self.assertEqual(run(**everything, in_out_pair_flag=0), reference)
        self.assertEqual(run(**everything), decided)
        self.assertEqual(run(mix_compile_mode=1), decided)
        part = run(mix_compile_mode=1, in_out_pair="[[['b'],['b']]]")
        self.assertNotIn(part, (reference, decided))
        # As if that op alone were decided: the others keep their dtypes.
        (self.folder / "keep.cfg").write_text("a\nc\nd\ne\n")
        near = np.frombuffer(run(keep_dtype=self.folder / "keep.cfg"), np.float32)
        np.testing.assert_allclose(np.frombuffer(part, np.float32), near, rtol=1e-6)

    def test_no_fusion_crosses_the_border(self):
        one = np.ones(8, np.float32)
        constants = {"w": np.ones((8, 3, 3, 3), np.float32), "g": one, "b": one, "m": one, "v": one}
        nodes = [
            helper.make_node("Conv", ["x", "w"], ["c"], "conv", pads=[1] * 4),
            helper.make_node("BatchNormalization", ["c", "g", "b", "m", "v"], ["y"], "norm"),
        ]
        net = model_of(nodes, {"x": floats(1, 3, 8, 8)}, {"y": floats(1, 8, 8, 8)}, constants, opset=17)
        chip = "--soc_version=Ascend310P3"
        self.assertEqual(list(self.report(net, chip)), ["conv"])
        ops = self.report(net, chip, "--mix_compile_mode=1", "--in_out_pair=[[['conv'],['conv']]]")
        self.assertEqual([op["engine"] for op in ops.values()], ["aicore", "host"])

    def test_types_without_an_engine(self):
        # A type that no store has: on the host by mix_compile_mode alone, an error without it and where the range asks for it.
        nodes = [helper.make_node("Exp", ["x"], ["a"], "a"), helper.make_node("Mine", ["a"], ["y"], "own", domain="mine")]
        net = model_of(nodes, {"x": ROW}, {"y": ROW}, opset=17, domains=["mine"])
        net.graph.value_info.append(value_info("a", ROW))
        (self.folder / "map.txt").write_text("Mine:Mine\n")
        own = f"--op_name_map={self.folder}/map.txt"
        self.assertIn("EZ3003", self.report(net, own, code=3))
        self.assertIn("EZ3003", self.report(net, own, "--mix_compile_mode=0", code=3))
        ops = self.report(net, own, "--mix_compile_mode=1")
        self.assertEqual({name: op["engine"] for name, op in ops.items()}, {"a": "aicore", "own": "host"})
        self.assertIn("no engine has the type", ops["own"]["reason"])
        self.assertIn("EZ3003", self.report(net, own, "--mix_compile_mode=1", "--in_out_pair=[[['own'],['own']]]", code=3))
        ops = self.report(net, own, "--mix_compile_mode=1", "--in_out_pair=[[['a'],['a']]]", "--in_out_pair_flag=0")
        self.assertEqual({op["engine"] for op in ops.values()}, {"host"})

    def test_types_of_other_engines(self):
        # The AI Core has no kernel for the one, and needs none for the other.
        nodes = [
            helper.make_node("ReverseSequence", ["x", "length"], ["r"], "back", time_axis=1, batch_axis=0),
            helper.make_node("Reshape", ["r", "shape"], ["y"], "flat"),
        ]
        constants = {"length": np.array([8], np.int64), "shape": np.array([8], np.int64)}
        ops = self.report(model_of(nodes, {"x": ROW}, {"y": floats(8)}, constants, opset=17), "--mix_compile_mode=1")
        self.assertEqual({name: op["engine"] for name, op in ops.items()}, {"back": "aicpu", "flat": "local"})

    def test_bad_values(self):
        mixed = "--mix_compile_mode=1"
        for pairs, words in (
            ("", "is empty"), ("[]", "expected a pair of lists"), ("[[]]", "expected a list of last nodes"),
            ("[[['a']]]", "expected a list of last nodes"), ("[[['a'],[]]]", "expected a node's name"),
            ("[[['a'],['b'],['c']]]", "expected the end of a pair"), ("[['a','b']]", "expected '['"),
            ("a", "expected '['"), ("[[['a'],['b']]] x", "expected nothing more"), ("[[['a'],['b'", "expected ',' or ']'"),
            ("[[['a],[b]]]", "quotes"), ("[[[,],['b']]]", "expected a node's name"), ("[" * 100000, "expected"),
            ("[[['nobody'],['a']]]", "no node of the model is named 'nobody'"),
            ("[[['a'],['nobody']]]", "no node of the model is named 'nobody'"),
        ):  # fmt: skip
            said = self.report(diamond(), mixed, f"--in_out_pair={pairs}", code=2)
            self.assertIn(words, said, pairs[:40])
            self.assertRegex(said, "error: .E10004. " if not pairs else "error: .E10001. Value .* for parameter in_out_pair is invalid")
        said = self.report(diamond(), "--in_out_pair=[[['a'],['b']]]", code=2)
        self.assertRegex(said, r"error: .E10004. Value for --mix_compile_mode is empty")
        self.assertIn("in_out_pair_flag", self.report(diamond(), mixed, "--in_out_pair_flag=2", code=2))
        self.assertIn("mix_compile_mode", self.report(diamond(), "--mix_compile_mode=2", code=2))

    def test_control_flow(self):
        then, other = (
            helper.make_graph([helper.make_node(op, ["x"], [out], out)], out, [], [value_info(out, ROW)]) for op, out in (("Exp", "t"), ("Tanh", "o"))
        )
        nodes = [
            helper.make_node("If", ["choice"], ["y"], "if", then_branch=then, else_branch=other),
            helper.make_node("Sqrt", ["y"], ["z"], "root"),
        ]
        inputs = {"x": ROW, "choice": (np.bool_, [])}
        net = model_of(nodes, inputs, {"z": ROW}, opset=17)
        said = self.report(net, "--mix_compile_mode=1", "--in_out_pair=[[['root'],['root']]]", code=3)
        self.assertIn("control flow cannot stay on the host", said)
        ops = self.report(net, "--mix_compile_mode=1", "--in_out_pair=[[['root'],['root']]]", "--in_out_pair_flag=0")
        self.assertEqual({name for name, op in ops.items() if op["engine"] == "host"}, {"root"})
        # A way leads through what the branches read, too.
        then, other = (
            helper.make_graph([helper.make_node(op, ["a"], [out], out)], out, [], [value_info(out, ROW)])
            for op, out in (("Exp", "t"), ("Tanh", "o"))
        )
        nodes = [
            helper.make_node("Sigmoid", ["x"], ["a"], "a"),
            helper.make_node("If", ["choice"], ["y"], "if", then_branch=then, else_branch=other),
            helper.make_node("Sqrt", ["y"], ["z"], "root"),
        ]
        ops = self.report(model_of(nodes, inputs, {"z": ROW}, opset=17), "--mix_compile_mode=1", "--in_out_pair=[[['a'],['root']]]")
        self.assertLessEqual({"a", "t", "o", "root"}, set(ops))
        self.assertNotIn("host", {op["engine"] for op in ops.values()})
        # It has no row of its own in the report, and is in a range as a whole.
        pair = "--in_out_pair=[[['if'],['{}']]]"
        ops = self.report(net, "--mix_compile_mode=1", pair.format("if"))
        self.assertEqual({name: op["engine"] == "host" for name, op in ops.items()}, {"t": False, "o": False, "root": True})
        ops = self.report(net, "--mix_compile_mode=1", pair.format("root"))
        self.assertEqual({op["engine"] for op in ops.values()}, {"aicore"})
        said = self.report(net, "--mix_compile_mode=1", pair.format("if"), "--in_out_pair_flag=0", code=3)
        self.assertIn("control flow cannot stay on the host: 'if'", said)
        said = self.run_atc(net, "--mix_compile_mode=1", pair.format("t"), code=2)
        self.assertIn("the node 't' is inside of the control flow 'if', which is in a range as a whole", said)
        self.assertIn("note: name 'if' in its place", said)

    def test_loops(self):
        """A Loop and a Scan end a range, too."""
        body = helper.make_graph(
            [helper.make_node("Identity", ["c"], ["d"], "go"), helper.make_node("Exp", ["v"], ["w"], "turn")], "body",
            [value_info("i", (np.int64, [])), value_info("c", (np.bool_, [])), value_info("v", ROW)],
            [value_info("d", (np.bool_, [])), value_info("w", ROW)])  # fmt: skip
        scan = helper.make_graph([helper.make_node("Tanh", ["r"], ["s"], "row")], "scan", [value_info("r", floats(8))], [value_info("s", floats(8))])
        nodes = [
            helper.make_node("Loop", ["n", "", "x"], ["y"], "loop", body=body),
            helper.make_node("Scan", ["y"], ["z"], "scan", body=scan, num_scan_inputs=1),
            helper.make_node("Sqrt", ["z"], ["e"], "root"),
        ]
        net = model_of(nodes, {"x": ROW, "n": (np.int64, [])}, {"e": ROW}, opset=17)
        ops = self.report(net, "--mix_compile_mode=1", "--in_out_pair=[[['loop'],['scan']]]")
        self.assertEqual({name for name, op in ops.items() if op["engine"] == "host"}, {"root"})


if __name__ == "__main__":
    unittest.main()
