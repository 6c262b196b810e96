#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Compares gray_strategy=min-casts and min-cast-bytes with every other choice.

Makes small random graphs, tries all choices of their gray ops, and counts the
casts of each: the report must have as few as the best, and never more than
CANN's own choice (faithful) has.

usage: min_casts.py GRAPHS      compares on so many graphs
       min_casts.py large OPS   counts the casts of a large graph
"""

import collections
import itertools
import json
import pathlib
import random
import sys
import tempfile

from tally import Tally
from tools import run

WORDS = {"h": "float16", "f": "float", "b": "bfloat16"}
TYPES = {"h": "f16", "f": "f32", "b": "bf16"}
BYTES = {"h": 2, "f": 4, "b": 2}


class Kind:
    """An op type: its list, and the dtypes of its tensors in each column."""

    def __init__(self, columns, listed=None, kernel=True):
        self.columns, self.listed, self.kernel = columns, listed, kernel
        self.inputs, self.outputs = (len(side) for side in columns[0])

    def entry(self):
        entry = {} if self.kernel else {"opFile": {"value": "Null"}}
        if self.listed:
            entry["precision_reduce"] = {"flag": self.listed}
        for side, name in enumerate(("input", "output")):
            for index in range(len(self.columns[0][side])):
                words = ",".join(WORDS[column[side][index]] for column in self.columns)
                entry[f"{name}{index}"] = {"name": f"{name}{index}", "paramType": "required", "dtype": words}
        return entry


ALL = [("h", "h"), ("f", "f"), ("b", "b")]
KINDS = {
    "White": Kind(ALL, "true"),
    "Black": Kind(ALL, "false"),
    "Gray": Kind(ALL),
    "Gray2": Kind([("hh", "h"), ("ff", "f"), ("bb", "b")]),
    "Norm": Kind([("hh", "hf"), ("ff", "ff"), ("bb", "bf")]),
    "Split": Kind([("f", "ff"), ("h", "hh"), ("b", "bb")]),
    "Shape": Kind(ALL, kernel=False),
    "Single": Kind([("f", "f")]),
    "Cast": Kind([("h", "f"), ("f", "h"), ("b", "f"), ("f", "b"), ("h", "h"), ("f", "f"), ("b", "b")]),
}
CHOICES = ("Gray", "Gray2", "Norm", "Split", "Shape")

Value = collections.namedtuple("Value", "name origin")
Node = collections.namedtuple("Node", "name kind operands results")


class Graph:
    """One function with at most `choices` gray ops that can choose."""

    def __init__(self, name, low, size, choices, rng, near=None):
        self.name, self.low, self.nodes = name, low, []
        self.pinned = {}
        self.inputs = [Value(f"{name}_x{i}", rng.choice("ff" + low)) for i in range(rng.randint(1, 2))]
        self.constants = [Value(f"{name}_c{i}:0", "f") for i in range(2)]
        self.sizes = {}
        values = list(self.inputs)
        # Names are unique, and a cast of a variable is not free.
        if rng.random() < 0.3:
            self.add("Variable", (), "f")
            values += self.nodes[-1].results
        for _ in range(size):
            kind = rng.choice([kind for kind in KINDS if choices or kind not in CHOICES])
            choices -= kind in CHOICES
            operands = []
            for index in range(KINDS[kind].inputs):
                constant = index and rng.random() < 0.4
                operands.append(rng.choice(self.constants if constant else values[-(near or len(values)):]))
            origin = operands[0].origin
            if kind == "Cast":
                origin = low if origin == "f" else "f"
            self.add(kind, operands, origin)
            values += self.nodes[-1].results
        self.returned = [value for value in values if rng.random() < 0.2]
        for value in values:
            self.sizes[value.name] = rng.randint(1, 9)

    def add(self, kind, operands, origin):
        name = f"{self.name}_n{len(self.nodes)}"
        count = KINDS[kind].outputs if kind != "Variable" else 1
        self.nodes.append(Node(name, kind, operands, [Value(f"{name}:{i}", origin) for i in range(count)]))

    def pin(self, rng):
        """Names some gray ops in keep_dtype and customize_dtypes; gives the lines."""
        keep, customize = [], []
        variables = [value for node in self.nodes if node.kind == "Variable" for value in node.results]
        for node in self.nodes:
            what = rng.random() if node.kind in CHOICES else 1
            if what < 0.1:
                # The origin of the first input that is no constant.
                first = [v for v in node.operands if v not in variables and v not in self.constants] or node.operands
                self.pinned[node.name] = first[0].origin
                keep.append(node.name)
            elif what < 0.2:
                self.pinned[node.name] = rng.choice("f" + self.low)
                customize.append(f"{node.name}:InputDtype:{WORDS[self.pinned[node.name]]}")
        return keep, customize

    def text(self):
        """The function as ascend IR."""
        names, types = {}, {}

        def define(value, name):
            names[value] = name
            types[value] = f"tensor<{self.sizes.get(value.name, 4)}x{TYPES[value.origin]}>"

        for index, value in enumerate(self.inputs):
            define(value, f"%x{index}")
        body = []
        for index, value in enumerate(self.constants):
            define(value, f"%c{index}")
            body.append(f'%c{index} = ascend.constant {{node_name = "{value.name[:-2]}"}} dense<1.0> : {types[value]}')
        for number, node in enumerate(self.nodes):
            for index, value in enumerate(node.results):
                define(value, f"%n{number}#{index}")
            ins = ", ".join(names[value] for value in node.operands)
            given = ", ".join(types[value] for value in node.operands)
            made = ", ".join(types[value] for value in node.results)
            body.append(f'%n{number}:{len(node.results)} = ascend.ge_op "{node.kind}"({ins}) '
                        f'{{node_name = "{node.name}"}} : ({given}) -> ({made})')
        arguments = ", ".join(f'{names[v]}: {types[v]} {{ascend.name = "{v.name}"}}' for v in self.inputs)
        results = ", ".join(types[value] for value in self.returned)
        body.append("return " + (f'{", ".join(names[v] for v in self.returned)} : {results}' if results else ""))
        return f"func.func @{self.name}({arguments}) -> ({results}) {{\n  " + "\n  ".join(body) + "\n}\n"

    def column(self, node, lowered):
        """The dtypes of a node; `lowered` says what it chose, where it can."""
        if node.kind == "Variable":
            return "", "f"
        if node.kind == "Cast":
            return node.operands[0].origin, node.results[0].origin
        if node.kind == "Black":
            return (node.operands[0].origin,) * 2
        if node.kind == "Single":
            return "f", "f"
        lowered = self.pinned.get(node.name, self.low if lowered else "f") == self.low
        letter = self.low if lowered or node.kind == "White" else "f"
        return next(column for column in KINDS[node.kind].columns if set(column[0]) == {letter})

    def price(self, choice, in_bytes):
        """The casts of a choice: {node name: takes the 16-bit column}."""
        given = {value: value.origin for value in self.inputs}
        wanted = {(value, value.origin) for value in self.returned}
        for node in self.nodes:
            ins, outs = self.column(node, choice.get(node.name))
            given.update(zip(node.results, outs))
            wanted.update(zip(node.operands, ins))
        casts = [(value, letter) for value, letter in wanted if value in given and given[value] != letter]
        return sum(BYTES[letter] * self.sizes[value.name] if in_bytes else 1 for value, letter in casts)

    def best(self, in_bytes):
        names = [node.name for node in self.nodes if node.kind in CHOICES and node.name not in self.pinned]
        return min(self.price(dict(zip(names, bits)), in_bytes)
                   for bits in itertools.product((False, True), repeat=len(names)))


def decide(folder, graphs, low, strategy, files=()):
    """The report of all graphs in one module."""
    (folder / "store.json").write_text(json.dumps({kind: info.entry() for kind, info in KINDS.items()}))
    (folder / "graph.mlir").write_text("\n".join(graph.text() for graph in graphs))
    mode = "allow_mix_precision" if low == "h" else "allow_mix_precision_bf16"
    pipeline = (f"--ascend-precision-pipeline=ops-info=store.json report=report.json merge-casts=never "
                f"precision-mode={mode} gray-strategy={strategy} {' '.join(files)}")
    run("ascend-opt", "graph.mlir", pipeline, "-o", "decided.mlir", folder=folder)
    return json.loads((folder / "report.json").read_text())


def counts(report, in_bytes):
    """The casts that run, of each graph: names begin with the graph's."""
    result = collections.Counter()
    for cast in report["casts"]:
        if not cast["folded"]:
            result[cast["value"].split("_")[0]] += cast["bytes"] if in_bytes else 1
    return result


def compare(folder, total):
    tally, better = Tally("graphs"), 0
    rng = random.Random(2209)
    for low, strategy in itertools.product("hb", ("min-casts", "min-cast-bytes")):
        in_bytes = strategy == "min-cast-bytes"
        graphs = [Graph(f"g{i}", low, rng.randint(2, 14), rng.randint(1, 8), rng) for i in range(total // 4)]
        pins = [graph.pin(rng) for graph in graphs]
        files = []
        for file, option, part in (("k.cfg", "keep-dtype", 0), ("c.cfg", "customize-dtypes", 1)):
            (folder / file).write_text("".join(line + "\n" for pin in pins for line in pin[part]))
            files.append(f"{option}={file}")
        have = counts(decide(folder, graphs, low, strategy, files), in_bytes)
        faithful = counts(decide(folder, graphs, low, "faithful", files), in_bytes)
        for graph in graphs:
            best = graph.best(in_bytes)
            better += have[graph.name] < faithful[graph.name]
            with tally.case(f"{strategy}: {graph.text()}"):
                assert have[graph.name] == best <= faithful[graph.name], (have[graph.name], best, faithful[graph.name])
    print(f"better than faithful: {better > total // 20}")
    tally.end()


def large(folder, size):
    """A graph that is one long net: each op reads what was made near it."""
    graph = Graph("g", "h", size, size, random.Random(7), near=12)
    casts = {strategy: counts(decide(folder, [graph], "h", strategy), False)["g"]
             for strategy in ("faithful", "min-casts")}
    print(f"ops: {len(graph.nodes)}, casts: {casts}")
    print(f"fewer casts: {casts['min-casts'] < casts['faithful']}")


def main():
    what, *rest = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        if what == "large":
            large(pathlib.Path(folder), int(rest[0]))
        else:
            compare(pathlib.Path(folder), int(what))


if __name__ == "__main__":
    main()
