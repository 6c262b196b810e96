# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""framework=3: what is asked of tf2onnx, and what comes of it. The two packages are large, so these tests have small ones
in their place, which read a graph that is JSON."""

import contextlib
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import ascend_mlir
import numpy as np
from ascend_mlir import ConfigurationError, ModelError, tensorflow

TENSORFLOW = """
import json
from types import SimpleNamespace as Space

class GraphDef:
    def ParseFromString(self, data):
        self.node = [Space(name=name, op=op, input=inputs) for name, op, inputs in json.loads(data)]

compat = Space(v1=Space(GraphDef=GraphDef))
print("a word of a package")
"""
TF2ONNX = """
import json
import os
from onnx import TensorProto, helper

def from_graph_def(graph, input_names, output_names, opset, tensors_to_rename, shape_override):
    asked = [input_names, output_names, opset, shape_override]
    with open(os.environ["ASKED"], "w") as file:
        json.dump(asked, file)
    if "bad:0" in output_names:
        raise RuntimeError("no such op\\nat a place")
    if "crash:0" in output_names:
        os._exit(77)
    name = lambda each: tensors_to_rename.get(each, each)
    value = lambda each: helper.make_tensor_value_info(name(each), TensorProto.FLOAT, ["n", 3])
    nodes = [helper.make_node("Relu", [name(input_names[0])], [name(each)], name=each) for each in output_names]
    made = helper.make_graph(nodes, "g", [value(input_names[0])], [value(each) for each in output_names])
    return helper.make_model(made, opset_imports=[helper.make_opsetid("", opset)], ir_version=8), None
"""
GRAPH = [["x", "Placeholder", []], ["w", "Const", []], ["mul", "Mul", ["x", "w"]], ["twice", "Relu", ["mul:0", "^w"]], ["end", "NoOp", []]]


class TensorFlow(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.graph = self.folder / "net.pb"
        self.graph.write_text(json.dumps(GRAPH))
        packages = self.folder / "packages"
        (packages / "tf2onnx").mkdir(parents=True)
        (packages / "tensorflow.py").write_text(TENSORFLOW)
        (packages / "tf2onnx" / "__init__.py").write_text("")
        (packages / "tf2onnx" / "convert.py").write_text(TF2ONNX)
        self.enterContext(unittest.mock.patch.dict("os.environ", ASKED=str(self.folder / "asked")))
        self.path = self.enterContext(unittest.mock.patch.object(sys, "path", [str(packages), *sys.path]))

    def asked(self):
        return json.loads((self.folder / "asked").read_text())

    def refuse(self, message, kind, **options):
        with self.assertRaisesRegex(kind, message) as caught:
            ascend_mlir.compile(self.graph, framework=3, **options)
        return caught.exception

    def test_runs_under_the_names_of_the_graph(self):
        model = ascend_mlir.compile(self.graph, framework=3, input_shape={"x": (2, 3)}, reference=True)
        self.assertEqual(self.asked(), [["x:0"], ["twice:0"], 15, {"x:0": [2, 3]}])
        self.assertEqual([str(each) for each in model.inputs], ["x: float32[2, 3]"])
        np.testing.assert_array_equal(model.run(np.float32([[-1, 0, 2], [1, 1, 1]]))["twice"], [[0, 0, 2], [1, 1, 1]])

    def test_outputs(self):
        model = ascend_mlir.compile(str(self.graph), framework="3", out_nodes="mul:0;twice:1")
        self.assertEqual(self.asked()[1], ["mul:0", "twice:1"])
        self.assertEqual([each.name for each in model.outputs], ["mul", "twice:1"])
        self.assertIsNone(self.asked()[3])

    def test_refusals(self):
        self.assertEqual(self.refuse("Op name nix specified in --out_nodes", ConfigurationError, out_nodes="nix:0").code, "E10016")
        self.assertEqual(self.refuse("out_nodes is invalid", ConfigurationError, out_nodes="nix").code, "E10001")
        self.graph.write_text(json.dumps([*GRAPH, ["bad", "Odd", ["mul"]]]))
        self.refuse("tf2onnx cannot convert .*net.pb: no such op\n", ModelError, out_nodes="bad:0")
        self.graph.write_text(json.dumps([*GRAPH, ["crash", "Odd", ["mul"]]]))
        self.refuse("tf2onnx ended without a model of .*net.pb: exit code 77", ModelError, out_nodes="crash:0")
        self.graph.write_text(json.dumps(GRAPH[:2]))
        self.refuse("has no outputs", ModelError)
        self.graph.write_text("[]")
        self.refuse("has no nodes", ModelError)
        self.graph.write_text("no JSON")
        self.refuse("is no frozen graph of TensorFlow", ModelError)
        self.graph.unlink()
        self.refuse("cannot read the graph", ModelError)
        with self.assertRaisesRegex(TypeError, "by its path"):
            ascend_mlir.compile(b"", framework=3)

    @unittest.skipIf(importlib.util.find_spec("tf2onnx"), "tf2onnx is here")
    def test_says_what_to_install(self):
        del sys.path[0]
        error = self.refuse("which cannot be loaded: No module named 'tensorflow'", ConfigurationError)
        self.assertIn("pip install tf2onnx", error.note)

    def run_tool(self, *words, packages=True):
        """What the tool prints and how it ends; its Python has the stand-ins, or nothing, and its temporary files are
        in a folder of their own: other tests work in the machine's."""
        temporary = self.folder / "temporary"
        temporary.mkdir(exist_ok=True)
        packages_path = str(self.folder / "packages") if packages else ""
        environment = {**os.environ, "PYTHONPATH": packages_path, "TMPDIR": str(temporary)}
        done = subprocess.run([*words, "--framework=3"], env=environment, capture_output=True, text=True, cwd=self.folder)
        return done.returncode, done.stdout, done.stderr

    def test_tools(self):
        code, report, _ = self.run_tool("ascend-atc", "--model=net.pb", "--input_shape=x:2,3", "--out_nodes=mul:0;twice:0")
        self.assertEqual((code, self.asked()), (0, [["x:0"], ["mul:0", "twice:0"], 15, {"x:0": [2, 3]}]))
        self.assertRegex(report, r"mul:0 +Relu +aicore f16>f16")
        code, _, _ = self.run_tool("ascend-run", "net.pb", "--random", "--input_shape=x:2,3", "--outputs=y.npz")
        self.assertEqual((code, np.load(self.folder / "y.npz")["twice"].shape), (0, (2, 3)))
        code, text, _ = self.run_tool("ascend-atc", "--mode=1", "--om=net.pb", "--json=-")
        self.assertEqual((code, json.loads(text)["graph"][0]["output"]), (0, ["twice:0:0"]))
        code, _, said = self.run_tool("ascend-lab", "explain", "net.pb")
        self.assertEqual((code, said), (0, ""))

    def test_tools_refuse(self):
        # A graph's name is no option of the converter.
        self.graph.rename(self.folder / "--net.pb")
        self.assertEqual(self.run_tool("ascend-atc", "--model=--net.pb")[0], 0)
        (self.folder / "--net.pb").rename(self.graph)
        for words, code, message in [
            (["--out_nodes=nix:0"], 2, "error: [E10016] Op name nix specified in --out_nodes is not found"),
            (["--model=none.pb"], 1, "error: cannot read the model: No such file"),
        ]:
            with self.subTest(message):
                ended, _, said = self.run_tool("ascend-atc", "--model=net.pb", *words)
                self.assertEqual(ended, code)
                self.assertIn(message, said)
        self.graph.write_text(json.dumps([*GRAPH, ["crash", "Odd", ["mul"]]]))
        ended, _, said = self.run_tool("ascend-atc", "--model=net.pb", "--out_nodes=crash:0")
        self.assertEqual(ended, 1)
        self.assertIn("error: tf2onnx ended without a model of net.pb: exit code 77", said)
        ended, _, said = self.run_tool("env", f"TMPDIR={self.folder}/none", "ascend-atc", "--model=net.pb")
        self.assertEqual(ended, 4)
        self.assertIn("error: cannot make a folder for the converted graph: No such file or directory\nnote: check the folder of TMPDIR\n", said)
        if not importlib.util.find_spec("tf2onnx"):
            ended, _, said = self.run_tool("ascend-atc", "--model=net.pb", packages=False)
            self.assertEqual(ended, 2)
            self.assertIn("No module named 'tensorflow'\nnote: pip install tf2onnx", said)
        self.assertEqual(os.listdir(self.folder / "temporary"), [])

    def test_command(self):
        said = io.StringIO()
        output = self.folder / "out.onnx"
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(tensorflow.main([str(self.graph), str(output)]), 0)
            self.assertEqual([each.name for each in ascend_mlir.compile(output).outputs], ["twice"])
            self.assertEqual(tensorflow.main([str(self.graph), str(self.graph)]), 2)
            self.assertEqual(tensorflow.main([str(self.graph), str(self.folder / "no" / "out.onnx")]), 2)
            self.assertEqual(tensorflow.main(["none.pb", str(output)]), 1)
        self.assertEqual(json.loads(self.graph.read_text()), GRAPH)
        self.assertIn("is the graph that is read", said.getvalue())
        self.assertIn("error: cannot write", said.getvalue())
        self.assertIn("error: cannot read the graph none.pb: No such file", said.getvalue())


if __name__ == "__main__":
    unittest.main()
