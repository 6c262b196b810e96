# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ascend-lab report --node_data: Model Explorer's own classes read the files, and its ONNX adapter
has a node of each name in them, of the type that we mean."""

import json
import sys
import types
import unittest

import numpy as np
import onnx
from lab_case import LabCase
from onnx import TensorProto, helper

# Its package imports the server with it, and that what serves pages: neither is needed to read files.
_apis = types.ModuleType("model_explorer.apis")
for _name in "config", "visualize", "visualize_from_config", "visualize_pytorch":
    setattr(_apis, _name, None)
sys.modules["model_explorer.apis"] = _apis
from model_explorer.node_data_builder import GraphNodeData, ModelNodeData, NodeDataResult, ThresholdItem  # noqa: E402
from model_explorer_onnx.main import ONNXAdapter  # noqa: E402

FLOAT = TensorProto.FLOAT
METRICS = {"dtype", "rule", "own_error", "whole_error", "lost", "limit"}


def tensor(name, shape=(2, 3), type=FLOAT):
    return helper.make_tensor_value_info(name, type, shape)


def awkward(graph_name="main"):
    """Nodes without names, names that look like made ones, a name of two nodes, branches with nodes
    of the same names, a product that becomes a square, and an op that only moves."""
    then = helper.make_graph([helper.make_node("Exp", ["r"], ["e"])], "then", [], [tensor("e")])
    negations = [helper.make_node("Neg", [a], [b], name=name) for a, b, name in (("r", "g1", ""), ("g1", "g2", ""), ("g2", "g", "node_1"))]
    other = helper.make_graph(negations, "other", [], [tensor("g")])
    nodes = [
        helper.make_node("Relu", ["x"], ["r"]),
        helper.make_node("Tanh", ["r"], ["t"], name="node_1"),
        helper.make_node("If", ["c"], ["i"], then_branch=then, else_branch=other),
        helper.make_node("Sigmoid", ["i"], ["a"], name="dup"),
        helper.make_node("Sin", ["a"], ["b"], name="dup"),
        helper.make_node("Mul", ["b", "b"], ["q"], name="layer/square"),
        helper.make_node("Transpose", ["q"], ["m"], perm=[1, 0]),
        helper.make_node("Transpose", ["m"], ["z"], perm=[1, 0]),
        helper.make_node("Exp", ["z"], ["h"]),
        helper.make_node("Add", ["h", "t"], ["y"], name="node"),
    ]
    graph = helper.make_graph(nodes, graph_name, [tensor("x"), tensor("c", (), TensorProto.BOOL)], [tensor("y")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


class NodeData(LabCase):
    def files(self, model, *more):
        onnx.save(model, self.folder / "net.onnx")
        np.savez(self.folder / "x.npz", x=np.ones((2, 3), np.float32), c=np.array(True))
        words = [self.folder / "net.onnx", "--precision_mode=force_fp16", f"--data={self.folder}/x.npz", f"--node_data={self.folder}/made"]
        self.lab("report", *words, *more)
        return {file.stem: json.loads(file.read_text()) for file in (self.folder / "made").iterdir()}

    def graphs(self):
        return {graph.id: graph for graph in ONNXAdapter().convert(str(self.folder / "net.onnx"), {})["graphs"]}

    def test_its_classes_read_and_write_the_same(self):
        files = self.files(awkward())
        self.assertEqual(set(files), METRICS)
        for content in files.values():
            read = ModelNodeData(
                {
                    graph: GraphNodeData(
                        results={node: NodeDataResult(**result) for node, result in each["results"].items()},
                        name=each["name"],
                        thresholds=[ThresholdItem(**threshold) for threshold in each.get("thresholds", ())],
                    )
                    for graph, each in content.items()
                }
            )
            written = json.loads(read.to_json_string())
            for graph, each in content.items():
                self.assertEqual({key: written[graph][key] for key in each}, each)

    def test_nodes_are_the_adapters(self):
        files = self.files(awkward())
        (graph,) = self.graphs().values()
        labels = {node.id: node.label for node in graph.nodes}
        types_of = {}
        for name, content in files.items():
            ((key, each),) = content.items()
            self.assertEqual(key, graph.id)
            for node in each["results"]:
                self.assertIn(node, labels, name)
                types_of.setdefault(name, set()).add(labels[node])
        # All that has a name of its own: a Square is the product that it was.
        self.assertEqual(types_of["dtype"], {"Relu", "Tanh", "Mul", "Transpose", "Exp", "Add"})
        self.assertEqual(types_of["own_error"], {"Relu", "Tanh", "Mul", "Exp", "Add"})
        self.assertEqual({result["value"] for result in files["dtype"][graph.id]["results"].values()}, {"f16"})

    def test_numbers_are_compares(self):
        files = self.files(awkward())
        compared = json.loads(
            self.lab("compare", self.folder / "net.onnx", "--precision_mode=force_fp16", f"--data={self.folder}/x.npz", "--format=json")
        )
        rows = {row["op"]: row for row in compared["tables"][0]["ops"]}
        labels = {node.label: node.id for node in self.graphs()["main"].nodes}
        for label, op in ("Add", "node"), ("Tanh", "node_1"), ("Mul", "layer/square/Square"), ("Exp", "h"):
            node = labels[label]
            self.assertEqual(files["own_error"]["main"]["results"][node]["value"], rows[op]["isolated"]["relative_norm"])
            self.assertEqual(files["whole_error"]["main"]["results"][node]["value"], rows[op]["end_to_end"]["relative_norm"])
            self.assertEqual(files["limit"]["main"]["results"][node]["value"], rows[op]["headroom"])

    def test_what_is_lost_has_the_worst_colour(self):
        """An op of which no error can be told as all its elements are; with what only hands that on."""
        nodes = [helper.make_node("Mul", [a, "big"], [b], name=name) for a, b, name in (("x", "p", "first"), ("p", "m", "scale"))]
        nodes += [helper.make_node("Add", ["m", "x"], ["y"], name="add"), helper.make_node("Relu", ["x"], ["z"], name="fine")]
        big = helper.make_tensor("big", FLOAT, (), [300.0])
        graph = helper.make_graph(nodes, "main", [tensor("x"), tensor("c", (), TensorProto.BOOL)], [tensor("y"), tensor("z")], [big])
        files = self.files(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10))
        own, whole, lost = (files[name]["main"]["results"] for name in ("own_error", "whole_error", "lost"))
        self.assertEqual(own["fine"], {"value": 0.0})
        worst = files["own_error"]["main"]["thresholds"][-1]["bgColor"]
        for name in "scale", "add":
            count = lost[name]["value"]
            self.assertEqual((count, whole[name]), (6, {"value": "6 lost", "bgColor": worst}))
        self.assertEqual((own["scale"], own["first"]), (whole["scale"], {"value": 0.0}))

    def test_a_graph_without_a_name(self):
        model = awkward()
        model.graph.ClearField("name")
        files = self.files(model)
        self.assertLessEqual(set(files["dtype"]), set(self.graphs()))

    def test_it_stands_beside_a_page(self):
        self.files(awkward(), f"--report={self.folder}/net.html")
        self.assertTrue((self.folder / "net.html").exists())

    def test_errors(self):
        onnx.save(awkward(), self.folder / "net.onnx")
        (self.folder / "full").mkdir()
        (self.folder / "full" / "a").write_text("")
        (self.folder / "net.mlir").write_text("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }")
        for model, folder, wanted in (
            ("net.onnx", "full", "is no empty folder"),
            ("net.onnx", "none/made", "there is no folder"),
            ("net.mlir", "made", "is a .mlir file"),
        ):
            error = self.lab("report", self.folder / model, f"--node_data={self.folder}/{folder}", code=2)
            self.assertIn(wanted, error)
        self.assertFalse((self.folder / "made").exists())


if __name__ == "__main__":
    unittest.main()
