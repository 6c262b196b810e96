#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""How long libascendrt takes to open a compiled file, checksum included.

Compiles magika's model and single MatMuls of 10 and 100 MB of packed weights,
opens each file 50 times, and prints the fastest as rows of Markdown. The files are
in the system's cache.

usage: bench/load_compiled_file.py [--build=DIR]
"""

import argparse
import ctypes
import pathlib
import subprocess
import tempfile
import time

import magika
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def write_matmul(path, size):
    """y = x w, w of size x size."""
    weights = np.random.default_rng(1).standard_normal((size, size)).astype(np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"], name="fc")], "net",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, size))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (1, size))],
        [numpy_helper.from_array(weights, "w")])
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), path)


class Runtime:
    """libascendrt, as far as opening goes."""

    def __init__(self, path):
        self.lib = ctypes.CDLL(path)
        self.lib.ascendrt_open.restype = ctypes.c_void_p
        self.lib.ascendrt_open.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p)]
        self.lib.ascendrt_close.argtypes = [ctypes.c_void_p]

    def milliseconds(self, path, count):
        times = []
        for _ in range(count):
            error = ctypes.c_char_p()
            start = time.perf_counter()
            file = self.lib.ascendrt_open(str(path).encode(), ctypes.byref(error))
            times.append(1e3 * (time.perf_counter() - start))
            assert file, error.value
            self.lib.ascendrt_close(file)
        return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path(__file__).parent.parent / "build")
    build = parser.parse_args().build
    runtime = Runtime(build / "lib" / "libascendrt.so.1")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        models = {"magika": (next(pathlib.Path(magika.__file__).parent.rglob("model.onnx")),
                             ["--input_shape=bytes:1,2048"])}
        for size in (1581, 5000):
            model = folder / f"{size}.onnx"
            write_matmul(model, size)
            models[f"MatMul {size} x {size}"] = (model, [])
        for title, (model, options) in models.items():
            output = folder / "model.asc"
            subprocess.run([build / "bin" / "ascend-atc", f"--model={model}", f"--output={output}",
                            "--log=error", *options], check=True, stdout=subprocess.DEVNULL)
            print(f"| {title} | {output.stat().st_size:,} | {runtime.milliseconds(output, 50):.2f} ms |")


if __name__ == "__main__":
    main()
