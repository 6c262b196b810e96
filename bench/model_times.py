# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""How long whole models take beside onnxruntime and OpenVINO, for bench/models --time.

Each model, in each of its shapes, is called by turns: onnxruntime; OpenVINO, compiled for
the shapes; ours in the model's own code, which takes all shapes; in code made for the
shapes that came; and compiled with them (input_shape). All in float32
(must_keep_origin_dtype without HF32), on so many threads. A time is the least of all
rounds; a ratio is onnxruntime's time by ours, or, under `by OpenVINO`, OpenVINO's by that
with input_shape: above 1 ours is faster. `first` is the call in which the code for a
shape is made with an empty cache (jit_compile=true), as a multiple of a call of the own
code; with auto, the default, no call waits for it."""

import json
import math
import os
import pathlib
import re
import sys
import tempfile
import time

import model_plot

OPTIONS = {"precision_mode": "must_keep_origin_dtype", "allow_hf32": "00"}
# What is measured of one shape, at least, in seconds of all engines together.
SECONDS, ROUNDS = 2.0, 7


def least_times(calls, seconds=SECONDS, rounds=ROUNDS):
    """The least time of each of `calls`, which take turns."""
    least = dict.fromkeys(calls, math.inf)
    end = time.perf_counter() + seconds
    done = 0
    while done < rounds or time.perf_counter() < end:
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            least[name] = min(least[name], time.perf_counter() - start)
        done += 1
    return least


def first_call(path, options, feed, threads):
    """Seconds of the first call of a model that makes its code before it answers."""
    import ascend_mlir

    with tempfile.TemporaryDirectory() as cache:
        os.environ["ASCEND_MLIR_CACHE"] = cache
        model = ascend_mlir.compile(str(path), jit_compile="true", **options)
        start = time.perf_counter()
        model.run(feed, threads=threads)
        took = time.perf_counter() - start
    os.environ["ASCEND_MLIR_CACHE"] = "off"
    return took


def openvino_call(path, feed, threads):
    """A call of OpenVINO's model for the shapes of `feed`, and what it is made of; None where it takes no such model."""
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
        print(f"OpenVINO: {str(error).strip().splitlines()[-1]}", file=sys.stderr)
        return None
    return lambda: request.infer(feed, share_inputs=True)


def time_one(model, path, threads, feeds):
    """A row for each of `feeds`: {"shapes": …, "ms": {engine: …}, "first_ms": …}."""
    import ascend_mlir
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    # A thread that waits by spinning would take the others' time.
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    options = {**OPTIONS, **model.get("options", {})}
    own = ascend_mlir.compile(str(path), jit_compile="false", **options)
    body = ascend_mlir.compile(str(path), jit_compile="true", **options)
    rows = []
    for feed in feeds:
        calls = {"onnxruntime": lambda: session.run(None, feed)}
        if peer := openvino_call(path, feed, threads):
            calls["openvino"] = peer
        is_open = any(None in info.shape for info in own.inputs)
        if is_open:
            calls["own"] = lambda: own.run(feed, threads=threads)
            calls["body"] = lambda: body.run(feed, threads=threads)
        shapes = {name: array.shape for name, array in feed.items()}
        static = ascend_mlir.compile(str(path), input_shape=shapes, **options) if is_open else own
        calls["static"] = lambda: static.run(feed, threads=threads)
        for call in calls.values():
            call()
        row = {"shapes": {name: list(shape) for name, shape in shapes.items()},
               "ms": {name: 1e3 * took for name, took in least_times(calls).items()}}  # fmt: skip
        if is_open:
            row["first_ms"] = 1e3 * first_call(path, options, feed, threads)
            if not body.shapes or body.shapes[0].state != "has code":
                row["why"] = body.shapes[0].why if body.shapes else "no shapes are known"
        rows.append(row)
    return rows


def ratio(row, engine, peer="onnxruntime"):
    return row["ms"][peer] / row["ms"][engine] if engine in row["ms"] and peer in row["ms"] else None


# What a row tells of ours: a column's title, the engine, and the peer whose time is divided by its time.
COLUMNS = [("own code", "own", "onnxruntime"), ("code for the shapes", "body", "onnxruntime"),
           ("input_shape", "static", "onnxruntime"), ("by OpenVINO", "static", "openvino")]  # fmt: skip


def mean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def show(value, form="%.2f"):
    return "—" if value is None else form % value


def table(measured):
    """Markdown of [(model's name, threads, rows)]."""
    titles = ["model", "shapes", "threads", "onnxruntime", "OpenVINO", *(title for title, *_ in COLUMNS), "first"]
    lines = [f"| {' | '.join(titles)} |", "|---" * len(titles) + "|"]
    ratios = {}
    for name, threads, rows in measured:
        for row in rows:
            shapes = "; ".join("x".join(map(str, shape)) for shape in row["shapes"].values())
            cells = [ratio(row, engine, peer) for _, engine, peer in COLUMNS]
            ratios.setdefault(threads, []).append(cells)
            first = row["first_ms"] / row["ms"]["own"] if "first_ms" in row else None
            lines.append(f"| {name} | {shapes} | {threads} | {row['ms']['onnxruntime']:.2f} ms | "
                         f"{show(row['ms'].get('openvino'), '%.2f ms')} | "
                         + " | ".join(map(show, cells)) + f" | {show(first, '%.0f')} |")  # fmt: skip
    for threads, cells in sorted(ratios.items()):
        columns = [[value for value in column if value] for column in zip(*cells)]
        for title, of in (("geometric mean", mean), ("least", lambda values: min(values, default=None))):
            lines.append(f"| **{title}** | | {threads} | | | " + " | ".join(show(of(column)) for column in columns) + " | |")
    return lines


def form():
    return "avx512" if re.search(r"^flags\b.* avx512f\b", pathlib.Path("/proc/cpuinfo").read_text(), re.M) else "avx2"


def write(root, measured):
    path = root / "docs" / "results" / f"model-times-{form()}.md"
    cpu = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    lines = ["# Whole models beside onnxruntime and OpenVINO", "",
             f"Written by `bench/models --time --write` on {cpu.group(1) if cpu else 'this CPU'}, {os.cpu_count()} CPUs.", "",
             *__doc__.split("\n\n", 1)[1].strip().splitlines(), ""]  # fmt: skip
    pictures = []
    for threads in sorted({threads for _, threads, _ in measured}):
        picture = path.with_name(f"{path.stem}-{threads}.svg")
        picture.write_text(model_plot.draw([
            (f"{name} {'x'.join(map(str, next(iter(row['shapes'].values()), [])))}",
             {engine: ratio(row, engine) for engine in ("own", "body", "static")})
            for name, of, rows in measured if of == threads for row in rows]))  # fmt: skip
        pictures += [f"![onnxruntime's time by ours, threads: {threads}]({picture.name})", ""]
    path.write_text("\n".join([*lines, *pictures, *table(measured)]) + "\n")
    path.with_suffix(".json").write_text(json.dumps([{"model": name, "threads": threads, "rows": rows} for name, threads, rows in measured], indent=1))
    return path
