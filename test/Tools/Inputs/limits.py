#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Limits of the machine, and input that would reach them.

usage: limits.py FOLDER
"""

import os
import subprocess
import sys
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper

FOLDER = sys.argv[1]
os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)

graph = helper.make_graph(
    [helper.make_node("Relu", ["x"], ["y"], name="r")], "g",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 3])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)])
onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), "relu.onnx")

failures = []


def expect(is_so, what, text=""):
    if not is_so:
        failures.append(what)
        print("FAILED:", what, "\n ", text.strip().replace("\n", "\n  "))


def run(command, **limits):
    """The exit code, what is said on stderr, and the most memory in MiB."""
    with open("stderr", "w+") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr, **limits)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        stderr.seek(0)
        return process.returncode, stderr.read(), usage.ru_maxrss / 1024


def save_zeros(path, name, mib):
    """An archive with an array of so many MiB of zeros, a thousandth of which is in the file."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(name + ".npy", "w", force_zip64=True) as member:
            np.lib.format.write_array_header_1_0(
                member, {"descr": "<f4", "fortran_order": False, "shape": (mib << 18,)})
            for _ in range(mib):
                member.write(bytes(1 << 20))


def an_array_is_compared_before_it_is_expanded():
    save_zeros("zeros.npz", "x", 512)
    save_zeros("other.npz", "z", 512)
    np.savez("good.npz", x=np.ones((4, 3), np.float32))
    command = ["ascend-run", "relu.onnx", "--reference", "--outputs=y.npz"]
    code, text, usual = run(command + ["--inputs=good.npz"])
    expect(code == 0, "a good array", text)
    for file, words in (("zeros", "has the shape [134217728], the model was compiled for [4, 3]"),
                        ("other", "the model has no input 'z'")):
        code, text, most = run(command + [f"--inputs={file}.npz"])
        expect(code == 1 and words in text, file, text)
        expect(most < usual + 64, f"{file}.npz took {most:.0f} MiB, a good array {usual:.0f}")


def only_files_are_read_as_ir():
    os.mkfifo("pipe.mlir")
    code, text, _ = run(["timeout", "60", "ascend-opt", "pipe.mlir"])
    expect(code == 1 and "pipe.mlir': it is not a regular file" in text, "a pipe", text)


an_array_is_compared_before_it_is_expanded()
only_files_are_read_as_ir()
print(f"failed: {len(failures)}")
