# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs a command so many times at once, and prints what each says on stderr.

at_once.py COUNT COMMAND… — "{}" in an argument is the number of the process."""

import subprocess
import sys

command = sys.argv[2:]
processes = [
    subprocess.Popen([word.replace("{}", str(number)) for word in command], stderr=subprocess.PIPE, text=True)
    for number in range(int(sys.argv[1]))
]
for process in processes:
    sys.stderr.write(process.communicate()[1])
    assert process.returncode == 0, process.returncode
