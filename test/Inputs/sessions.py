# ===- sessions.py - onnxruntime beside other tests -----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Sessions of onnxruntime on one thread. Tests run on all cores at once, and threads of a
session that wait for each other do so by turning round: seven times the CPU time where
models are small."""

import onnxruntime


def options_of_one_thread():
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    # Errors are what is asked for.
    options.log_severity_level = 4
    return options


def session_of(model):
    """`model` is a path or bytes."""
    return onnxruntime.InferenceSession(model, options_of_one_thread(), providers=["CPUExecutionProvider"])
