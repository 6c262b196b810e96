#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What extents ops give their results, and what they refuse: usage: extents.py TEST….

A line of a test, behind `//`, is an op, its operands and its results:

  // resize 1x2x4x5xf32 - [1.0,1.0,2.0,2.0]:4xf32 {ge.mode = "linear"} -> 1x2x8x10xf32

An operand is a type, a constant (VALUE:TYPE, without spaces), what another op makes ((OP:TYPE OPERAND…)) or none (-). A result of `*` is one of which nothing is known; behind
`!` stands what the op says instead. The verifier says what the operands give, where the result has another rank."""

import pathlib
import re
import sys

import tools

OTHER = "7x7x7x7x7x7x7x7"


def element(kind):
    return kind.rsplit("x", 1)[-1]


def cases(path):
    for number, line in enumerate(pathlib.Path(path).read_text().split("\n"), 1):
        if line.startswith("// "):
            found = re.match(r"// (\w+) (.*?)(\{[^{}]*\} )?-> ([^!]*?)(?: ! (.*))?$", line)
            assert found, f"{path}:{number}: {line}"
            yield f"{path}:{number}", *found.groups()


def function(name, kind, operands, attributes, results):
    arguments, lines = [], []

    def value(words):
        """Makes the next operand of `words`: its name and its type."""
        word = words.pop(0)
        name = f"%{len(lines) + len(arguments)}"
        if word == "-":
            lines.append(f"{name} = ascend.none : none")
            return name, "none"
        inner, _, shape = word.removeprefix("(").rpartition(":")
        shaped = f"tensor<{shape}>"
        if word[0] == "(":
            made = []
            while words[0][0] not in "){":
                made.append(value(words))
            name = f"%{len(lines) + len(arguments)}"
            said = words[: words.index(")")]
            del words[: len(said) + 1]
            lines.append(made_by(name, inner, made, " ".join(said), shaped))
        elif inner:
            lines.append(f"{name} = ascend.constant dense<{inner.replace(',', ', ')}> : {shaped}")
        else:
            name = f"%a{len(arguments)}"
            arguments.append(f"{name}: {shaped}")
        return name, shaped

    def made_by(name, kind, operands, attributes, types):
        names, kinds = ", ".join(name for name, _ in operands), ", ".join(kind for _, kind in operands)
        return f"{name} = ascend.{kind} {names} {attributes}: ({kinds}) -> ({types})"

    words, made = operands.replace(")", " )").split(), []
    while words:
        made.append(value(words))
    types = ", ".join(f"tensor<{result}>" for result in results)
    lines.append(made_by(f"%r:{len(results)}", kind, made, attributes or "", types))
    return "\n  ".join([f"func.func @{name}({', '.join(arguments)}) {{", *lines, "return"]) + "\n}\n"


count, wrong = 0, []
for path in sys.argv[1:]:
    module, asked, lines = "", [], 0
    for where, kind, operands, attributes, results, message in cases(path):
        results = results.strip().split(", ")
        for index in range(1 if message else len(results)):
            # The others are right, so that it is this one that the verifier finds.
            given = [OTHER + "x" + element(each) if i == index or each[0] == "*" else each for i, each in enumerate(results)]
            if message:
                given = [each if "x" in each else OTHER + "x" + each for each in results]
            text = function(f"f{len(asked)}", kind, operands, attributes, given)
            module, lines = module + text, lines + text.count("\n")
            extents = ", ".join(results[index].split("x")[:-1])
            known = None if results[index][0] == "*" else f"result {index} has shape [7, 7, 7, 7, 7, 7, 7, 7], the operands give [{extents}]"
            asked.append((where, lines - 2, message or known))
    said = {}
    for line, words in re.findall(r"^<stdin>:(\d+):\d+: error: (?:'[\w.]+' op )?(.*)$", tools.run("ascend-opt", "-", stdin=module, code=None).stderr, re.MULTILINE):
        said.setdefault(int(line), words)
    for where, line, expected in asked:
        count += 1
        got = said.pop(line, None)
        if got != expected and not (expected and got and expected.endswith("…") and got.startswith(expected[:-1])):
            wrong.append(f"{where}: {got!r} instead of {expected!r}")
    wrong += [f"{path}: {line}: {words}" for line, words in said.items()]
print("\n".join(wrong))
print(f"{count} cases, {len(wrong)} wrong")
sys.exit(bool(wrong))
