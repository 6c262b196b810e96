# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What bench/models --time runs beside onnxruntime, if --peers names it.

A peer is asked for a call: of a model's file, for the shapes of some inputs, on so many
threads, in float32. Refused says why there is none."""

import os
import pathlib
import subprocess
import sys
import tempfile

# In a folder of its own each: no test needs them.
PACKAGES = {"openvino": ["openvino==2026.4.1"], "iree": ["iree-base-compiler==3.13.0", "iree-base-runtime==3.13.0"]}
# The column of a table: the peer's time by ours for the same shapes.
HEADS = {"openvino": "by OpenVINO", "iree": "by IREE"}
# What a document says of a peer that its title does not name.
ABOUT = {"iree": ["`by IREE` is the same of IREE, whose compiler is told this CPU, the shapes and --iree-opt-level=O3; where there is",
                  "a dash it does not take the model, or not in time: the reason stands in the JSON as `refused`."]}  # fmt: skip
# What IREE's compiler may take for one shape.
SECONDS = 150


class Refused(Exception):
    """A peer does not take a model: a sentence."""


def folder(name, parent):
    """The folder with a peer's packages, which are installed if they are not there."""
    target = parent / "-".join(PACKAGES[name])
    if not target.exists():
        print(f"installing {' '.join(PACKAGES[name])}", file=sys.stderr, flush=True)
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", f"--target={target}", *PACKAGES[name]], check=True)
    return target


def openvino(path, feed, threads):
    import openvino

    core = openvino.Core()
    try:
        read = core.read_model(str(path))
        read.reshape({name: list(array.shape) for name, array in feed.items()})
        # Otherwise it rounds to bfloat16 where the CPU has products of it.
        compiled = core.compile_model(read, "CPU", {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32",
                                                    "PERFORMANCE_HINT": "LATENCY"})  # fmt: skip
        request = compiled.create_infer_request()
        request.infer(feed)
    except RuntimeError as error:
        raise Refused(str(error).strip().splitlines()[-1]) from error
    return lambda: request.infer(feed, share_inputs=True)


def iree_tool(module, *arguments):
    """Runs one of IREE's tools, each a module of its package."""
    try:
        done = subprocess.run([sys.executable, "-m", f"iree.compiler.tools.{module}", *arguments], capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired as error:
        raise Refused(f"{module.rpartition('.')[2]} is not done after {SECONDS} s") from error
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()] or [f"exit code {done.returncode}"]
        # The compiler's first error, or the last line of the importer, which is Python.
        raise Refused(next((line for line in said if "error:" in line), said[-1])[:300])


def write_with_shapes(path, feed, to):
    """The model with inputs of the shapes of `feed`; nothing else is said of shapes, as it may be of others."""
    import onnx

    model = onnx.load(path)
    for value in model.graph.input:
        if value.name in feed:
            for dim, extent in zip(value.type.tensor_type.shape.dim, feed[value.name].shape):
                dim.Clear()
                dim.dim_value = extent
    for value in model.graph.output:
        for axis, dim in enumerate(value.type.tensor_type.shape.dim):
            dim.Clear()
            dim.dim_param = f"{value.name}_{axis}"
    del model.graph.value_info[:]
    onnx.save(model, to)
    weights = {tensor.name for tensor in model.graph.initializer}
    return [value.name for value in model.graph.input if value.name not in weights]


def iree(path, feed, threads):
    from iree import runtime

    with tempfile.TemporaryDirectory() as name:
        shaped, imported, compiled = (pathlib.Path(name) / f"model.{ending}" for ending in ("onnx", "mlir", "vmfb"))
        names = write_with_shapes(path, feed, shaped)
        iree_tool("import_onnx", shaped, "-o", imported, "--opset-version", "17")
        iree_tool("scripts.iree_compile", imported, "-o", compiled, "--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu",
                  "--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3")  # fmt: skip
        code = compiled.read_bytes()
    runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
    config = runtime.Config("local-sync" if threads == 1 else "local-task")
    module = runtime.VmModule.copy_buffer(config.vm_instance, code)
    (entry,) = (name for name in module.function_names if not name.startswith("__") and not name.endswith("$async"))
    function = runtime.load_vm_module(module, config)[entry]
    inputs = [runtime.asdevicearray(config.device, feed[name]) for name in names]

    def call():
        results = function(*inputs)
        return [each.to_host() for each in (results if isinstance(results, (list, tuple)) else [results])]

    try:
        call()
    except (RuntimeError, ValueError) as error:
        raise Refused(str(error).strip().splitlines()[0][:300]) from error
    return call


CALLS = {"openvino": openvino, "iree": iree}
