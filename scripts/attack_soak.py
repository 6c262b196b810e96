# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models that run over and over, for scripts/attack: memory and open files may not grow."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MEGABYTES = 8  # what allocators and Python keep stays below; of 20,000 runs a leak of 420 bytes each is above
ROOM = 256 << 20  # for the dumps of fifty runs, many times over
SIZES = "n = int(random.integers(0, 9)); x = random.standard_normal((n, 3, 8, 8), np.float32); y = np.ones((n, 1, 8, 8), np.float32)"
ONE = "x = np.ones((1, 8, 32, 16), np.float32)"
CLEAR = "turn % 50 or [shutil.rmtree(run) for run in glob.glob(dumps + '/*' * 5)]"
# The area: options, and what is done between runs. All but one run a model with branches.
MODES = {
    "soak-plain": ({}, ""),
    "soak-open": ({}, ""),
    "soak-dumps": ({"enable_dump": 1, "dump_mode": "all"}, CLEAR),
    "soak-profiles": ({"profiling_mode": 1}, "model.profile"),
    "soak-side-by-side": ({"stream_max_parallel_num": "AIcoreEngine:4"}, ""),
}


def make_branches():
    """Ops of one input that may run side by side."""
    weights = np.random.default_rng(1).standard_normal((8, 8, 3, 3)).astype(np.float32)
    value = lambda name: helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 8, 32, 16])  # noqa: E731
    nodes = [helper.make_node("Conv", ["x", "w"], ["a"], "conv", pads=[1, 1, 1, 1])]
    nodes += [helper.make_node(op, ["x"], [out], op) for op, out in (("Softplus", "b"), ("Erf", "c"), ("Sinh", "d"))]
    graph = helper.make_graph(nodes, "g", [value("x")], [value(name) for name in "abcd"], [numpy_helper.from_array(weights, "w")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


@contextlib.contextmanager
def memory_folder(otherwise):
    """A folder in memory, where there is a file system with room: a disk would make dumps slow."""
    shared = pathlib.Path("/dev/shm")
    if not os.access(shared, os.W_OK | os.X_OK) or shutil.disk_usage(shared).free < ROOM:
        shared = otherwise
    with tempfile.TemporaryDirectory(dir=shared) as folder:
        yield folder


def soak(mode, count, folder, open_model, environment):
    """The faults of `count` runs: resident memory and open files before and after them, in a process of their own. A tenth
    as many, and at least a hundred, run before."""
    is_open = mode == "soak-open"
    path = open_model
    if not is_open:
        path = folder / "branches.onnx"
        onnx.save(make_branches(), path)
    options, between = MODES[mode]
    with memory_folder(folder) as dumps:
        if "enable_dump" in options:
            options = {**options, "dump_path": dumps}
        code = f"""
import glob, numpy as np, os, resource, shutil, ascend_mlir
dumps = {dumps!r}
model = ascend_mlir.compile({str(path)!r}, **{options!r})
def taken():
    memory = int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() / 2**20
    return memory, len(os.listdir("/proc/self/fd"))
random = np.random.default_rng(1)
for turn in range({-max(100, count // 10)}, {count}):
    if turn == 0:
        before = taken()
    {SIZES if is_open else ONE}
    model.run({"dict(x=x, y=y)" if is_open else "dict(x=x)"}, threads={1 if is_open else 2})
    {between}
after = taken()
print(after[0] - before[0], after[1] - before[1])"""
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    if done.returncode:
        return [f"{mode}: {done.stderr.strip()[-300:]}"]
    memory, files = done.stdout.split()
    print(f"{mode}: {count} runs, {float(memory):+.1f} MB, {int(files):+d} open files", flush=True)
    if float(memory) > MEGABYTES or int(files):
        return [f"{mode}: {float(memory):.1f} MB and {files} open files more"]
    return []
