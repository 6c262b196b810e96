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
import shutil
import subprocess
import sys
import tempfile

from sampling import is_turn

folder, *command = sys.argv[1:]
# As in a build, what was compiled before comes from the compiler's cache; that keeps objects, of which a header makes none.
if cache := shutil.which("ccache"):
    command.insert(0, cache)
command += ["-std=c++17", "-c", "-x", "c++"]


def compile_alone(header):
    with tempfile.TemporaryDirectory() as output:
        done = subprocess.run([*command, "-o", output + "/header.o", str(header)], capture_output=True, text=True)
    return header, done.returncode, done.stderr


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    headers = [header for number, header in enumerate(sorted(pathlib.Path(folder).rglob("*.h"))) if is_turn(number, 8)]
    results = list(pool.map(compile_alone, headers))
for header, code, errors in results:
    if code:
        print(f"{header} is not self-contained:\n{errors}", file=sys.stderr)
print(len(results), "headers")
sys.exit(any(code for _, code, _ in results) or not results)
