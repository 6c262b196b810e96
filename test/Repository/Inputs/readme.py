# ===- readme.py - Runs the example of the README -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""readme.py README: the first block of MLIR becomes the second one
by the command between them; `…` in the second stands for anything in a line."""

import pathlib
import re
import shlex
import sys

from tools import run

text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
before, command, after = re.search(
    r"```mlir\n(.*?)```\n.*?`ascend-opt (.*?)`.*?```mlir\n(.*?)```", text, re.S
).groups()
printed = run("ascend-opt", *shlex.split(command), stdin=before).stdout

lines = [" ".join(line.split()) for line in printed.splitlines()]
# Lines that go on are indented.
wanted = re.sub(r"\n +", " ", after).splitlines()
at = 0
for line in wanted:
    pattern = re.compile(re.escape(line).replace("…", ".*"))
    found = next((i for i in range(at, len(lines)) if pattern.fullmatch(lines[i])), None)
    if found is None:
        sys.exit(f"not printed (in this order): {line}\nascend-opt printed:\n{printed}")
    at = found + 1
print(len(wanted), "lines")
