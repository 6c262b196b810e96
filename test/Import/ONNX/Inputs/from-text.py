# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Writes the ONNX model of a text in onnx.parser's syntax to stdout."""

import sys

import onnx.parser

with open(sys.argv[1]) as text:
    model = onnx.parser.parse_model(text.read())
sys.stdout.buffer.write(model.SerializeToString())
