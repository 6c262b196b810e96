#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs the commands of a document in the order in which they stand there, as one shell would, and
looks for what is said to be printed: lines behind a command that begin with #, in their order; between
them there may be others.

usage: tutorial.py DOCUMENT SCRIPTS, in a folder that has what the document names
"""

import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, sys.argv[2])
import examples

BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)


def steps(text):
    """Each command, with what is expected behind it."""
    for block in BLOCK.findall(text):
        command, expected = [], []
        for line in block.splitlines():
            if line.startswith("#"):
                expected.append(line[1:])
                continue
            # A line that goes on belongs to the one before.
            if command and (expected or not command[-1].endswith("\\")):
                yield "\n".join(command), expected
                command, expected = [], []
            command.append(line)
        yield "\n".join(command), expected


def main():
    text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    # As the document says, this Python is the first one.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    shell = subprocess.Popen(
        ["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "PATH": path, "COLUMNS": "100"},
    )
    count = 0
    for command, expected in steps(text):
        shell.stdin.write(f"{command}\necho \"end of a step: $?\"\n")
        shell.stdin.flush()
        printed = []
        while not (line := shell.stdout.readline()).startswith("end of a step: "):
            if not line:
                sys.exit(f"the shell ended at\n{command}\n{''.join(printed)}")
            printed.append(line)
        output = "".join(printed)
        if line != "end of a step: 0\n" or not examples.compare("…".join(expected), output):
            sys.exit(f"{command}\nends with {line.split()[-1]} and prints\n{output}\nand not\n" + "\n".join(expected))
        count += 1
    shell.stdin.close()
    print(f"commands: {count}")


if __name__ == "__main__":
    main()
