# ===- headers.py - Compiles every header alone ---------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""headers.py FOLDER COMPILER FLAGS…: each *.h under FOLDER is self-contained; a run
takes an eighth of them, whose turn it is (sampling.py)."""

import concurrent.futures
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Inputs"))
from sampling import is_turn  # noqa: E402

folder, *command = sys.argv[1:]
command += ["-std=c++17", "-fsyntax-only", "-x", "c++"]


def compile_alone(header):
    done = subprocess.run([*command, str(header)], capture_output=True, text=True)
    return header, done.returncode, done.stderr


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    headers = [header for number, header in enumerate(sorted(pathlib.Path(folder).rglob("*.h"))) if is_turn(number, 8)]
    results = list(pool.map(compile_alone, headers))
for header, code, errors in results:
    if code:
        print(f"{header} is not self-contained:\n{errors}", file=sys.stderr)
print(len(results), "headers")
sys.exit(any(code for _, code, _ in results) or not results)
