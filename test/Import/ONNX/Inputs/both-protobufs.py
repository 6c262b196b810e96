# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""both-protobufs.py LIBDIR ORDER: the parser module and onnx in one process."""

import ctypes
import os
import sys

path = os.path.join(sys.argv[1], "libAscendImportONNX.so")
if sys.argv[2] == "module-first":
    module = ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL)
import onnx
import onnx.checker
import onnx.parser

if sys.argv[2] == "package-first":
    module = ctypes.CDLL(path, mode=os.RTLD_NOW | os.RTLD_LOCAL)
assert module.ascendParseONNX_4
model = onnx.parser.parse_model(
    '<ir_version: 8, opset_import: ["" : 15]>'
    "g (float[2] x) => (float[2] y) { y = Relu(x) }"
)
onnx.checker.check_model(model, full_check=True)
assert onnx.load_from_string(model.SerializeToString()) == model
print("onnx works")
