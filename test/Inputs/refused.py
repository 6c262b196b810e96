# ===- refused.py - Runs a command that must be refused -------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""refused.py CODE COMMAND…: gives the stderr of the command; the exit code must be CODE."""

import subprocess
import sys

code, command = int(sys.argv[1]), sys.argv[2:]
done = subprocess.run(command, capture_output=True)
sys.stdout.buffer.write(done.stderr)
if done.returncode != code:
    print(f"exit code {done.returncode}, should be {code}")
    sys.exit(1)
