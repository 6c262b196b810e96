# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""ub_groups.py REPORT: the groups of UB fusion in a report, a line each."""

import json
import pathlib
import sys

groups = json.loads(pathlib.Path(sys.argv[1]).read_text())["ub_fusions"]
for group in groups:
    print(f"{' + '.join(group['ops'])}: {group['pass']}{'' if group['certain'] else ' (document)'}")
if not groups:
    print("no groups")
