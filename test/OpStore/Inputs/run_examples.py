#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""run_examples.py DOCUMENT: every ```console block begins with a command and
goes on with what the command prints; a line `…` stands for any lines."""
import re
import shlex
import sys
from pathlib import Path

from tools import run

blocks = re.findall(r"```console\n\$ (.*?)\n(.*?)```",
                    Path(sys.argv[1]).read_text(encoding="utf-8"), re.S)
assert len(blocks) >= 3
for command, wanted in blocks:
    result = run(*shlex.split(command), code=None)
    printed = (result.stdout + result.stderr).rstrip("\n") + "\n"
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + "\n"
                      for line in wanted.splitlines())
    # An example may end before the output does.
    if not re.match(pattern, printed):
        sys.exit(f"$ {command}\nprints\n{printed}\nbut {sys.argv[1]} says\n{wanted}")
