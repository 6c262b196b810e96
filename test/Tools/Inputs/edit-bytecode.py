# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""edit-bytecode.py MODEL.mlirbc: compiles copies of a model with a few bytes
changed, added or left out. Each has to compile, or to be refused with an error
of its own, in less than 10 seconds of the processor and 2 GB."""

import argparse
import random

from tools import measure

SECONDS, MEGABYTES = 10, 2048


def edit(data, choice):
    edited = bytearray(data)
    for _ in range(choice.choice([1, 1, 1, 2, 4])):
        at, kind = choice.randrange(len(edited)), choice.randrange(3)
        some = choice.randbytes(choice.randrange(1, 4))
        if kind == 0:
            edited[at] = some[0]
        elif kind == 1:
            del edited[at : at + len(some)]
        else:
            edited[at:at] = some
    return edited


def harm(path):
    """What is wrong with how `path` is compiled, or None."""
    code, _, said, seconds, megabytes = measure("ascend-atc", "--model=" + path)
    if code not in range(5) or (code and "error: " not in said) or "LLVM ERROR" in said:
        return f"exit {code}: {said[-300:]!r}"
    return f"{seconds:.1f} s, {megabytes:.0f} MB" if seconds > SECONDS or megabytes > MEGABYTES else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--edits", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with open(options.model, "rb") as file:
        data = file.read()
    found, path = 0, options.model + ".edited.mlirbc"
    for number in range(options.edits):
        with open(path, "wb") as file:
            file.write(edit(data, random.Random(options.seed * 1000003 + number)))
        if fault := harm(path):
            found += 1
            print(f"edit {number}: {fault}")
    print(f"edits: {options.edits}, harm: {found}")


main()
