# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""formats.py JSON: the formats of each node's tensors, a line each, of what ascend-atc --mode=1 wrote."""

import json
import pathlib
import sys

for op in json.loads(pathlib.Path(sys.argv[1]).read_text())["graph"][0]["op"]:
    given, made = ([desc["layout"] for desc in op.get(f"{word}_desc", [])] for word in ("input", "output"))
    print(op["name"], *given, "->", *made)
