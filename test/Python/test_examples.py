# RUN: %python %s %ascend_source/docs/Python.md %ascend_source/docs/Shapes.md %ascend_source/README.md
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The examples of the docstrings, of docs/Python.md, of docs/Shapes.md and of the README do what they
say."""

import doctest
import importlib
import os
import pathlib
import sys
import tempfile
import warnings

import ascend_mlir
import models
import numpy as np
from ascend_mlir import lab

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS

with tempfile.TemporaryDirectory() as name:
    os.chdir(name)
    names = {
        "folder": pathlib.Path(name),
        "np": np,
        "lab": lab,
        "relu_model": models.unary("Relu", [1, 3]),
        "open_relu_model": models.unary("Relu", ["n", 3]),
    }
    warnings.simplefilter("ignore")
    failed = tried = 0
    for module in ("", ".model", ".onnx_backend", ".lab", ".lab.api", ".lab.records"):
        result = doctest.testmod(importlib.import_module(f"ascend_mlir{module}"), extraglobs=names, optionflags=FLAGS)
        failed, tried = failed + result.failed, tried + result.attempted
    # A document says all that its examples need.
    for document in sys.argv[1:]:
        result = doctest.testfile(document, module_relative=False, optionflags=FLAGS)
        failed, tried = failed + result.failed, tried + result.attempted
    os.chdir("/")
print(tried, "examples,", failed, "failed")
sys.exit(failed != 0 or tried < 20)
