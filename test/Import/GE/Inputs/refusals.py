# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Graphs that are none: each is one error, with a code and a place; nothing crashes."""

import json
import pathlib
import tempfile

from tally import Tally
from tools import refused


def node(name, type_name="Relu", inputs=(), outputs=1, dtype="DT_FLOAT", dims=(2,), **more):
    desc = {"dtype": dtype, "shape": {"dim": [*dims]}}
    return {"name": name, "type": type_name, "input": [*inputs], "output_desc": [desc] * outputs} | more


def graph(*nodes, others=()):
    return json.dumps({"graph": [{"name": "main", "op": [*nodes]}, *others]})


def call(name, graph_name, inputs=("x:0",)):
    return node(name, "PartitionedCall", inputs, subgraph_name=[graph_name])


def parent(index):
    return [{"key": "_parent_node_index", "value": {"i": index}}]


def body(name, inner, index=0, given=0):
    data = node("d", "Data", attr=parent(index))
    output = {"name": "o", "type": "NetOutput", "input": [f"{inner[-1]['name']}:0" if inner else "d:0"], "input_desc": [{"attr": parent(given)}]}
    return {"name": name, "op": [data, *inner, output]}


X = node("x", "Data")
DEEP = [body(f"g{i}", [call("c", f"g{i + 1}", ["d:0"])]) for i in range(70)] + [body("g70", [])]
CASES = [
    # (text, exit code, words of the error)
    (graph(node("a", inputs=["b:0"])), 1, "takes 'b:0', and no node has that name"),
    (graph(X, node("a", inputs=["x:1"])), 1, "takes output 1 of 'x', which has 1"),
    (graph(X, node("a", inputs=["x"])), 1, "no NODE:INDEX"),
    (graph(X, node("a", inputs=["x:-2"])), 1, "no NODE:INDEX"),
    (graph(X, node("a", inputs=["x:99999999999999999999"])), 1, "no NODE:INDEX"),
    (graph(X, X), 1, "has the name of another node"),
    (graph(node("a", inputs=["b:0"]), node("b", inputs=["a:0"])), 1, "is in a circle"),
    (graph(node("a", inputs=["a:0"])), 1, "is in a circle"),
    (graph(node("a", dims=[-3])), 1, "the extent -3"),
    (graph(node("a", dims=[2**40, 2**40])), 4, "too large"),
    (graph(node("a", dtype="DT_STRING")), 3, "of DT_STRING"),
    (graph(node("a", dtype="DT_WIDE")), 3, "of DT_WIDE"),
    (graph(node("a") | {"output_desc": [{}]}), 1, "an output without a dtype"),
    (graph({"name": "x", "type": "Data"}), 1, "has no output"),
    (graph(X, node("i", "If", ["x:0"], subgraph_name=["then", "else"])), 3, "holds graphs, which are not imported"),
    (graph(X, call("c", "none")), 1, "calls 'none', and no graph has that name"),
    (graph(X, call("c", "f"), call("d", "f"), others=[body("f", [])]), 1, "calls 'f'"),
    (graph(X, call("c", "main")), 1, "calls 'main'"),
    (graph(X, call("c", "f"), others=[body("f", [], index=1)]), 1, "does not say which input of 'c' it is"),
    (graph(X, call("c", "f"), others=[body("f", [], index=-1)]), 1, "does not say which input of 'c' it is"),
    (graph(X, call("c", "f"), others=[body("f", [], given=1)]), 1, "gives output 1 of 'c', which has 1"),
    (graph(call("c", "f", ["c:0"]), node("a", inputs=["c:0"]), others=[body("f", [])]), 1, "behind a circle of edges"),
    (graph(X, call("c", "g0"), others=DEEP), 4, "is a call in 64 others"),
    (graph(node("x", "Data", dims=["2"])), 1, "a number should stand there, and a string does"),
    ('graph { op { name: "c" type: "Const" output_desc { dtype: DT_FLOAT shape { dim: 2 } } attr { key: "value" value { t { data: "abc" } } } } }', 1, "has 3 bytes for 2 elements of 4"),
    ('graph { op { name: "c" type: "Const" output_desc { dtype: DT_BOOL shape { dim: 2 } } attr { key: "value" value { t { data: "abc" } } } } }', 1, "has 3 bytes for 2 elements of 1"),
    ("graph {", 1, "Expected"),
    ("", 1, "no graph with ops"),
]


def errors(text, words, code, *options):
    """The lines that are errors."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "graph.txt")
        path.write_text(text)
        said = refused(words, "ascend-atc", f"--model={path}", *options, code=code)
    return [line for line in said.splitlines() if line.startswith("error:")]


tally = Tally()
for text, code, words in CASES:
    with tally.case(text[:200]):
        said = errors(text, words, code)
        assert len(said) == 1 and words in said[0] and "graph.txt" in said[0], said
good = graph(X, node("a", inputs=["x:0"]))
for option, words in (("--input_shape=x:2", "is for ONNX models"), ("--out_nodes=a:0", "is for ONNX models"), ("--op_name_map=map", "")):
    with tally.case(option):
        errors(good, words, 2, option)
tally.end()
