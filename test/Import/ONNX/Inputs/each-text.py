# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""each-text.py TEXT DIR: writes DIR/NAME.onnx for each `== NAME` in a file of
models in onnx.parser's syntax."""

import os
import sys

import onnx.parser

with open(sys.argv[1]) as text:
    entries = text.read().split("== ")[1:]
for entry in entries:
    name, model = entry.split("\n", 1)
    onnx.save(onnx.parser.parse_model(model), os.path.join(sys.argv[2], name + ".onnx"))
