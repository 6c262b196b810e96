#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs every example of docs/WorkedExamples.md through ascend-opt.

Each table of the document is a graph, options and the decision for each node.
The script makes the op store, the config files and the IR of it, runs
ascend-precision-pipeline and compares the report.

usage: worked_examples.py DOCUMENT
"""

import json
import pathlib
import re
import sys
import tempfile

from tally import Tally
from tools import run

# letter: (op-store word, MLIR element type, AI CPU word)
LETTERS = {
    "h": ("float16", "f16", "DT_FLOAT16"),
    "f": ("float", "f32", "DT_FLOAT"),
    "b": ("bfloat16", "bf16", "DT_BF16"),
    "8": ("hifloat8", "!ascend.hif8", "DT_HIFLOAT8"),
    "i": ("int32", "i32", "DT_INT32"),
    "c": ("int8", "i8", "DT_INT8"),
    "d": ("double", "f64", "DT_DOUBLE"),
}
WORDS = {word: letter for letter, (word, _, _) in LETTERS.items()}


def rows(text):
    """The data rows of the first table in text, as lists of cells."""
    result = []
    for line in text.splitlines():
        if line.startswith("|"):
            result.append([cell.strip() for cell in line.strip("|\n").split("|")])
        elif result:
            break
    return result[2:]


def columns_of(text):
    return re.findall(r"\d+:\((\w+)→(\w+)\)", text)


class Op:
    """One operator type: its slots, columns and list."""

    def __init__(self, signature, listed, columns, aicpu=""):
        self.type, slots, tail = re.match(r"(\w+)(?:\(([^)]*)\))?(.*)", signature).groups()
        self.optional = re.findall(r"(\w+) optional", tail)
        self.columns = columns_of(columns)
        count = len(self.columns[0][0])
        self.slots = re.split(r", *", slots) if slots else [f"x{i}" for i in range(count)]
        self.slots += [f"extra{i}" for i in range(count - len(self.slots))]
        self.listed, self.aicpu = listed, aicpu

    def outputs(self):
        count = len(self.columns[0][1])
        return ["y"] if count == 1 else [f"y{i}" for i in range(count)]

    def entries(self):
        """The ops-info entries: one for the AI Core, one for the AI CPU."""
        core = {}
        if self.listed in ("white", "black"):
            core["precision_reduce"] = {"flag": "true" if self.listed == "white" else "false"}
        for index, slot in enumerate(self.slots):
            kind = "optional" if slot in self.optional else "required"
            # A column without the optional tensor has any dtype there.
            words = ",".join(LETTERS[ins[index] if index < len(ins) else ins[0]][0] for ins, _ in self.columns)
            core[f"input{index}"] = {"name": slot, "paramType": kind, "dtype": words}
        for index, slot in enumerate(self.outputs()):
            words = ",".join(LETTERS[outs[index]][0] for _, outs in self.columns)
            core[f"output{index}"] = {"name": slot, "paramType": "required", "dtype": words}
        yield core
        if self.aicpu:
            cpu, counts = {"opInfo": {"engine": "DNN_VM_AICPU"}}, {"input": 0, "output": 0}
            for item in self.aicpu.split(";"):
                name, letters = [part.strip() for part in item.split(":")]
                kind = "output" if name.startswith("y") else "input"
                cpu[f"{kind}{counts[kind]}"] = {
                    "name": name, "type": ",".join(LETTERS[letter][2] for letter in letters)}
                counts[kind] += 1
            yield cpu


class Example:
    """One example: name, options, files, operators, nodes."""

    def __init__(self, name, text, ops):
        self.name = name
        first, rest = text.split("\n", 1)
        self.options = dict(item.split("=", 1) for item in re.split(r",\s*", first.strip()) if "=" in item)
        self.files = dict(re.findall(r"^(\S+):\n```\n(.*?)```", rest, re.M | re.S))
        self.ops = dict(ops)
        own = re.search(r"^Columns: (.*)$", rest, re.M)
        for item in own.group(1).split("; ") if own else ():
            head, columns = item.split(" 0:", 1)
            kind, listed = re.match(r"(\w+) \((\w+)", head).groups()
            self.ops[kind] = Op(kind, listed, "0:" + columns)
        self.nodes = rows(rest)

    def module(self):
        """The graph as ascend IR."""
        arguments, body, letters = [], [], {}

        def value(text):
            source = text.split()
            if len(source) == 1:
                return "%" + (source[0].replace(":", "#") if ":" in source[0] else source[0] + "#0")
            kind, letter = source
            tensor = f"tensor<4x{LETTERS[letter][1]}>"
            name = f"s{len(arguments) + len(body)}"
            letters[f"%{name}"] = letter
            if kind == "in":
                arguments.append(f"%{name}: {tensor}")
            elif kind == "const":
                zero = "0" if letter in "ic" else "0.0"
                body.append(f'%{name} = ascend.constant {{node_name = "{name}"}} dense<{zero}> : {tensor}')
            else:
                body.append(f'%{name} = ascend.ge_op "Variable"() {{node_name = "{name}"}} : () -> {tensor}')
            return f"%{name}"

        for node, kind, inputs, origin, *_ in self.nodes:
            operands = [value(text) for text in inputs.split(", ")]
            for index, letter in enumerate(origin):
                letters[f"%{node}#{index}"] = letter
            types = ", ".join(f"tensor<4x{LETTERS[letters[operand]][1]}>" for operand in operands)
            results = ", ".join(f"tensor<4x{LETTERS[letter][1]}>" for letter in origin)
            body.append(f'%{node}:{len(origin)} = ascend.ge_op "{kind}"({", ".join(operands)}) '
                        f'{{node_name = "{node}"}} : ({types}) -> ({results})')
        return "func.func @main({}) {{\n  {}\n  return\n}}\n".format(", ".join(arguments), "\n  ".join(body))

    def run(self, folder):
        """Gives the report of ascend-opt."""
        core, cpu = {}, {}
        for kind, op in self.ops.items():
            for store, entry in zip((core, cpu), op.entries()):
                store[kind] = entry
        (folder / "store").mkdir()
        (folder / "store" / "core.json").write_text(json.dumps(core))
        (folder / "store" / "cpu.json").write_text(json.dumps(cpu))
        for name, text in self.files.items():
            (folder / name).write_text(text)
        (folder / "graph.mlir").write_text(self.module())
        options = " ".join(f"{key.replace('_', '-')}={value}" for key, value in self.options.items())
        pipeline = f"--ascend-precision-pipeline=ops-info=store report=report.json {options}"
        run("ascend-opt", "graph.mlir", pipeline, folder=folder)
        return json.loads((folder / "report.json").read_text())

    def check(self, report):
        """Compares each node; gives the differences."""
        decided = {op["name"]: op for op in report["ops"]}
        dtypes = {}
        for node, _, inputs, _, wanted, casts, _ in self.nodes:
            op = decided[node]

            def letters(tensors):
                return "".join(WORDS[tensor["dtype"]] for tensor in tensors)

            head = "AI CPU" if op["engine"] == "aicpu" else str(op["column"])
            have = f"{head} {letters(op['inputs'])} > {letters(op['outputs'])}"
            if have != wanted:
                yield f"{node}: {have}, should be {wanted} ({op['reason']})"
            seen = []
            for index, (source, tensor) in enumerate(zip(inputs.split(", "), op["inputs"])):
                to = WORDS[tensor["dtype"]]
                parts = source.split()
                before = parts[1] if len(parts) == 2 else dtypes[source if ":" in source else source + ":0"]
                if before != to:
                    seen.append(f"{index}: {before} → {to}")
            if ", ".join(seen) != casts:
                yield f"{node}: casts {seen}, should be {casts}"
            for index, tensor in enumerate(op["outputs"]):
                dtypes[f"{node}:{index}"] = WORDS[tensor["dtype"]]


def examples(text):
    """Those of a document."""
    ops = {}
    for signature, listed, _, columns, aicpu in rows(text[text.index("| op | list"):]):
        op = Op(signature, listed, columns, aicpu)
        ops[op.type] = op
    parts = re.split(r"^\*\*(\d+\w)\*\* ", text[:text.index("## Error cases")], flags=re.M)[1:]
    return [Example(name, body, ops) for name, body in zip(parts[::2], parts[1::2])]


def main():
    tally = Tally("examples")
    for example in examples(pathlib.Path(sys.argv[1]).read_text()):
        with tally.case(example.name), tempfile.TemporaryDirectory() as folder:
            differences = list(example.check(example.run(pathlib.Path(folder))))
            assert not differences, "\n  ".join(differences)
    tally.end()


if __name__ == "__main__":
    main()
