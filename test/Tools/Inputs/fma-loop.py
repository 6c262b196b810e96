# ===- fma-loop.py - What the loop of a product does -----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""  llvm-objdump -d --no-show-raw-insn FILE | fma-loop.py

The loop without a loop inside that has the most FMA, and what stands in it: a line
of JSON. An FMA takes four cycles and a core begins two in each, beside two loads and
two others; so a loop comes near the peak where it has eight sums at least, no more
loads and no more others than FMA, no store, and no value that waits on the stack.
Fails where it has not. How near it comes is measured by bench/cube."""

import json
import re
import sys

LINE = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*([^#<]*)")

code, loops = {}, []
for line in sys.stdin:
    if not (match := LINE.match(line)):
        continue
    at, instruction, operands = int(match[1], 16), match[2], match[3].strip()
    code[at] = (instruction, operands)
    if instruction.startswith("j") and operands.startswith("0x") and int(operands, 16) <= at:
        loops.append((int(operands, 16), at))
inner = [(start, end) for start, end in loops if not any(start < s and e < end for s, e in loops)]


def instructions(loop):
    return [code[at] for at in code if loop[0] <= at <= loop[1]]


def products(body):
    return [operands for name, operands in body if name.startswith("vfmadd")]


body = max(map(instructions, inner), key=lambda body: len(products(body)))
fma = products(body)
sums = {operands.rsplit(",", 1)[1].strip() for operands in fma}
memory = [operands for name, operands in body if "(" in operands and not re.match("prefetch|lea|nop", name)]
found = {
    "fma": len(fma),
    "sums": len(sums),
    "width": sorted({re.sub(r"[%\d]", "", name) for name in sums}),
    "loads": sum(not operands.endswith(")") for operands in memory),
    "stores": sum(operands.endswith(")") for operands in memory),
    "stack": sum("%rsp" in operands for operands in memory),
    "others": len(body) - len(fma) - len(memory),
}
print(json.dumps(found))
if found["sums"] < 8 or found["loads"] > found["fma"] or found["others"] > found["fma"] or found["stores"] or found["stack"]:
    sys.exit("the loop cannot keep the units of FMA busy")
