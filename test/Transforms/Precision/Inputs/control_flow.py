#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Random modules with functions, calls, regions, casts and constants.

Each is decided and materialized in several modes. What must hold on all:
signatures stay, one inserted cast for each (value, dtype) and none behind
another, no pair is left that the Fusion Engine would merge, types are the
decision, MLIR's own passes change nothing of that, and a second run nothing at
all."""

import random
import re

from tally import Tally
from tools import run

MODULES = 15
MODES = ["force_fp16", "force_fp32", "must_keep_origin_dtype", "allow_mix_precision", "allow_mix_precision_bf16"]
FLOATS = ("f32", "f16", "bf16")


def tensor(element):
    return f"tensor<4x{element}>"


class Module:
    """One random module as text."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0

    def fresh(self):
        self.count += 1
        return f"v{self.count}"

    def pick(self, values, element=None):
        known = [value for value in values if element in (None, value[1])]
        return self.random.choice(known[-6:]) if known else None

    def body(self, values, depth, size):
        """Lines of ops on `values`, a list of (name, element type) that grows."""
        lines = []
        for _ in range(size):
            kind = self.random.choice(["unary", "unary", "binary", "binary", "cast", "cast", "constant", "if", "for",
                                       "call", "foreign"])
            name, (value, element) = self.fresh(), self.pick(values)
            of = tensor(element)
            if kind == "unary":
                lines.append(f'%{name} = ascend.relu %{value} {{node_name = "{name}"}} : ({of}) -> {of}')
            elif kind == "binary":
                other, _ = self.pick(values, element)
                lines.append(f'%{name} = ascend.add %{value}, %{other} {{node_name = "{name}"}} : ({of}, {of}) -> {of}')
            elif kind == "cast":
                to = self.random.choice(FLOATS + ("i32",))
                spelling = self.random.choice(["ascend.cast %{0}", 'ascend.ge_op "Cast"(%{0})']).format(value)
                lines.append(f'%{name} = {spelling} {{node_name = "{name}"}} : ({of}) -> {tensor(to)}')
                element = to
            elif kind == "constant":
                literal = "7" if element == "i32" else "1.5"
                lines.append(f'%{name} = ascend.constant {{node_name = "{name}"}} dense<{literal}> : {of}')
            elif kind == "foreign":
                op = "arith.addi" if element == "i32" else "arith.addf"
                lines.append(f"%{name} = {op} %{value}, %{value} : {of}")
            elif kind == "call":
                lines.append(f"%{name} = func.call @callee_{element}(%{value}) : ({of}) -> {of}")
            elif depth and kind == "if":
                lines.append(f"%{name} = scf.if %c -> {of} {{")
                lines += self.region(list(values), element, depth)
                lines.append("} else {")
                lines += self.region(list(values), element, depth)
                lines.append("}")
            elif depth and kind == "for":
                argument = self.fresh()
                lines.append(f"%{name} = scf.for %i{name} = %n to %n step %n iter_args(%{argument} = %{value}) -> {of} {{")
                lines += self.region(values + [(argument, element)], element, depth)
                lines.append("}")
            else:
                continue
            values.append((name, element))
        return lines

    def region(self, values, element, depth):
        lines = self.body(values, depth - 1, self.random.randint(1, 5))
        return lines + [f"scf.yield %{self.pick(values, element)[0]} : {tensor(element)}"]

    def text(self):
        functions = []
        for element in FLOATS + ("i32",):
            values = [("x", element)]
            self.count = 0
            lines = [f'%y = ascend.relu %x {{node_name = "callee_{element}"}} : ({tensor(element)}) -> {tensor(element)}']
            functions.append(f"func.func private @callee_{element}(%x: {tensor(element)}) -> {tensor(element)} {{\n"
                             + "\n".join(lines) + f"\nreturn %y : {tensor(element)}\n}}\n")
        values = [("a", "f32"), ("b", "f16"), ("d", "bf16"), ("e", "f32")]
        arguments = ", ".join(f"%{name}: {tensor(element)}" for name, element in values)
        lines = self.body(values, 2, self.random.randint(5, 25))
        results = [self.pick(values) for _ in range(self.random.randint(1, 3))]
        types = ", ".join(tensor(element) for _, element in results)
        returned = ", ".join(f"%{name}" for name, _ in results)
        return ("".join(functions) + f"func.func @main({arguments}, %c: i1, %n: index) -> ({types}) {{\n"
                + "\n".join(lines) + f"\nreturn {returned} : {types}\n}}\n")


def opt(text, *arguments):
    return run("ascend-opt", "--split-input-file", "--mlir-print-unique-ssa-ids", "-", *arguments, stdin=text).stdout


def signatures(text):
    return [re.sub(r"%\w+", "%", line.strip()) for line in text.splitlines() if line.strip().startswith("func.func")]


CAST = re.compile(r'%(\w+) = ascend\.(?:cast|ge_op "Cast"\() ?\(?%(\w+)\)? \{(.*)\} : \(tensor<4x(\w+)>\) -> tensor<4x(\w+)>')


def problems(text):
    """What does not hold in one module after materialization."""
    casts = {}
    for line in text.splitlines():
        found = CAST.search(line)
        if found:
            name, value, attributes, source, target = found.groups()
            inserted = "<inserted>" in attributes or "<boundary>" in attributes
            casts[name] = (value, inserted, source, target)
    others = "\n".join(line for line in text.splitlines() if not CAST.search(line))
    used = set(re.findall(r"%(\w+)", others))
    seen = set()
    for name, (value, inserted, source, target) in casts.items():
        if inserted and (value, target) in seen:
            yield f"two casts of %{value} to {target}"
        if inserted:
            seen.add((value, target))
        if value not in casts:
            continue
        _, before, start, _ = casts[value]
        if inserted and before:
            yield f"%{name} is inserted behind the inserted %{value}"
        floats = all(element in FLOATS for element in (source, target)) or start in FLOATS and source in FLOATS
        if start == target and (floats or inserted and before) and name in used:
            yield f"%{value} and %{name} undo each other"


def main():
    tally = Tally("modules")
    models = [Module(seed).text() for seed in range(MODULES)]
    text = opt("\n// -----\n".join(models))
    models = text.split("// -----")
    for mode in MODES:
        pipeline = f"--ascend-precision-pipeline=precision-mode={mode}"
        decided = opt(text, pipeline)
        own = ("--canonicalize", "--cse", "--inline", "--sccp", "--symbol-dce")
        opt(decided, *own, "--ascend-verify-precision")
        opt(text, *own, pipeline, *own, "--ascend-verify-precision")
        with tally.case(f"all, {mode}"):
            assert opt(decided, pipeline, "--ascend-verify-precision") == decided, "a second run changes the module"
        for seed, (before, after) in enumerate(zip(models, decided.split("// -----"), strict=True)):
            with tally.case(f"seed {seed}, {mode}"):
                found = list(problems(after))
                assert not found, "; ".join(found)
                assert signatures(before) == signatures(after), "a signature changed"
    tally.end()


main()
