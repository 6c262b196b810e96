# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""each-model.py TEXT DIR: writes DIR/NAME.onnx for each `== NAME` in a file of
graphs in onnx.parser's syntax (opset 15)."""

import os
import sys

import onnx.parser

with open(sys.argv[1]) as text:
    entries = text.read().split("== ")[1:]
for entry in entries:
    name, graph = entry.split("\n", 1)
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["" : 15]>\n' + graph
    )
    onnx.save(model, os.path.join(sys.argv[2], name + ".onnx"))
