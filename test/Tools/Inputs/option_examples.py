#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Runs the example of each option of Options.td, on one day of two, and looks for what it is said to show.

usage: option_examples.py OPTIONS_JSON SCRIPTS, in a copy of examples/options
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, sys.argv[2])
import examples
from sampling import is_turn

records = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
options = [records[name] for name in records["!instanceof"]["Option"]]
shown = [option for option in options if option["Example"]]
taken = [option for number, option in enumerate(shown) if is_turn(number, 2)]
faults = []
for option in taken:
    command, expected = option["Example"], option["Shows"]
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if bool(done.returncode) != expected.startswith(("error", "{")) or not examples.compare(expected, done.stdout):
        faults.append(f"{option['Name']}: {command}\nends with {done.returncode} and prints\n{done.stdout}")
    if option["Name"] not in command:
        faults.append(f"{option['Name']}: {command} does not name it")
print(f"examples: {len(taken)} of {len(shown)}")
sys.exit("\n".join(faults) or 0)
