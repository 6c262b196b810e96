# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Whole models beside onnxruntime and OpenVINO, for bench/models --time.

Each model, in each of its shapes, is called by turns: onnxruntime; OpenVINO, compiled for
the shapes; ours in the model's own code, which takes all shapes; in code made for the
shapes that came; and compiled with them (input_shape). All in float32
(must_keep_origin_dtype without HF32), on so many threads. A time is the least of all
rounds; a ratio is onnxruntime's time by ours, or, under `by OpenVINO`, OpenVINO's by that
with input_shape: above 1 ours is faster. The last two columns are the first call of
shapes after others came: `first, auto` with jit_compile=auto, the default, with which no
call waits for code, as a multiple of the same first call of a model that has its own code
alone (jit_compile=false; of both the least of five models); `first, true` with
jit_compile=true, which makes code before it answers, with an empty cache, as a multiple
of a later call of the own code."""

import json
import math
import os
import pathlib
import re
import sys
import tempfile
import time

import model_peers
import model_plot

# What is measured beside onnxruntime, and how a table calls the ratio that says how fast ours is.
HEADS = {"own": "own code", "body": "code for the shapes", "static": "input_shape"}
ENGINES, PEERS = list(HEADS), ["openvino"]
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


def first_calls(path, options, feed, others, threads):
    """Seconds of the first call for `feed` after `others`, for each jit_compile: of a model that has its own code alone
    ("false"), that answers in it ("auto"), and that makes code before it answers ("true")."""
    import ascend_mlir

    def first(jit_compile, others):
        model = ascend_mlir.compile(str(path), jit_compile=jit_compile, **options)
        for other in others:
            model.run(other, threads=threads)
        start = time.perf_counter()
        model.run(feed, threads=threads)
        return time.perf_counter() - start

    took = {"auto": math.inf, "false": math.inf}
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ASCEND_MLIR_CACHE"] = cache
        for _ in range(5):
            for name in took:
                took[name] = min(took[name], first(name, others))
    # In a cache of its own, which had no code for the shapes.
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ASCEND_MLIR_CACHE"] = cache
        took["true"] = first("true", [])
    os.environ["ASCEND_MLIR_CACHE"] = "off"
    return took


def peer_calls(path, feed, threads, peers):
    """What `peers` call for the shapes of `feed`, and why others have no call."""
    calls, refused = {}, {}
    for name in peers:
        try:
            calls[name] = model_peers.CALLS[name](path, feed, threads)
        except model_peers.Refused as error:
            refused[name] = str(error)
    return calls, refused


def time_one(model, path, peers, threads, feeds):
    """A row for each of `feeds`: {"shapes": …, "ms": {engine: …}, "first_ms": {jit_compile: …}, "refused": {peer: why}}."""
    import ascend_mlir
    import onnxruntime

    settings = onnxruntime.SessionOptions()
    settings.intra_op_num_threads = threads
    # A thread that waits by spinning would take the others' time.
    settings.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    options = {name: value for name, value in {**OPTIONS, **model.get("options", {})}.items() if value is not None}
    own = ascend_mlir.compile(str(path), jit_compile="false", **options)
    body = ascend_mlir.compile(str(path), jit_compile="true", **options)
    is_open = any(None in info.shape for info in own.inputs)
    has_bodies = is_open and "body" in model.get("engines", ENGINES)
    rows = []
    for feed in feeds:
        calls, refused = peer_calls(path, feed, threads, peers)
        calls = {"onnxruntime": lambda: session.run(None, feed), **calls}
        if is_open:
            calls["own"] = lambda: own.run(feed, threads=threads)
        if has_bodies:
            calls["body"] = lambda: body.run(feed, threads=threads)
        shapes = {name: array.shape for name, array in feed.items()}
        static = ascend_mlir.compile(str(path), **{**options, "input_shape": shapes}) if is_open else own
        calls["static"] = lambda: static.run(feed, threads=threads)
        for call in calls.values():
            call()
        row = {"shapes": {name: list(shape) for name, shape in shapes.items()},
               "ms": {name: 1e3 * took for name, took in least_times(calls, model.get("seconds", SECONDS)).items()}}  # fmt: skip
        if refused:
            row["refused"] = refused
        if has_bodies:
            others = [other for other in feeds if other is not feed]
            row["first_ms"] = {name: 1e3 * took for name, took in first_calls(path, options, feed, others, threads).items()}
            if not body.shapes or body.shapes[0].state != "has code":
                row["why"] = body.shapes[0].why if body.shapes else "no shapes are known"
        rows.append(row)
    return rows


def ratio(row, engine):
    """onnxruntime's time by that of `engine`; of a peer, its time by ours for the same shapes."""
    above, below = (engine, "static") if engine in model_peers.HEADS else ("onnxruntime", engine)
    return row["ms"][above] / row["ms"][below] if above in row["ms"] and below in row["ms"] else None


def mean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def show(value, form="%.2f"):
    return "—" if value is None else form % value


def table(measured, engines):
    """Markdown of [(model's name, threads, rows)]."""
    heads = ["model", "shapes", "threads", "onnxruntime", *({**HEADS, **model_peers.HEADS}[engine] for engine in engines)]
    heads += ["first, auto", "first, true"] * ("body" in engines)
    lines, ratios, firsts = [heads, ["---"] * len(heads)], {}, {}
    for name, threads, rows in measured:
        for row in rows:
            shapes = "; ".join("x".join(map(str, shape)) for shape in row["shapes"].values())
            cells = [ratio(row, engine) for engine in engines]
            for engine, value in zip(engines, cells):
                ratios.setdefault((threads, engine), []).append(value)
            first, auto, true = row.get("first_ms"), None, None
            if first:
                auto, true = first["auto"] / first["false"], first["true"] / row["ms"]["own"]
                firsts.setdefault(threads, []).append(auto)
            lines.append([name, shapes, str(threads), f"{row['ms']['onnxruntime']:.2f} ms", *map(show, cells), show(auto), show(true, "%.0f")])
    for threads in sorted({threads for threads, _ in ratios}):
        columns = [ratios.get((threads, engine), []) for engine in engines]
        worst = [min(filter(None, column), default=None) for column in columns]
        lines.append(["**geometric mean**", "", str(threads), "", *map(show, map(mean, columns)), show(mean(firsts.get(threads, []))), ""])
        lines.append(["**least**", "", str(threads), "", *map(show, worst), "", ""])
        if threads in firsts:
            lines.append(["**most**", "", str(threads), "", *[""] * len(engines), show(max(firsts[threads])), ""])
    return ["| " + " | ".join(line[:len(heads)]).replace("|  |", "| |") + " |" for line in lines]


def form():
    return "avx512" if re.search(r"^flags\b.* avx512f\b", pathlib.Path("/proc/cpuinfo").read_text(), re.M) else "avx2"


def cpu_name():
    found = re.search(r"^model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return found.group(1) if found else "this CPU"


def table_path(root, name):
    return root / "docs" / "results" / f"{name}-{form()}.md"


def read(root, name):
    """What the table `name` was made from: [(model's name, threads, rows)]."""
    path = table_path(root, name).with_suffix(".json")
    return [(each["model"], each["threads"], each["rows"]) for each in json.loads(path.read_text())] if path.exists() else []


def replaced(kept, measured):
    """`kept` with what was `measured` anew in its place, and behind it what is new."""
    rows = {(name, threads): rows for name, threads, rows in [*kept, *measured]}
    return [(name, threads, rows) for (name, threads), rows in rows.items()]


def write(root, name, what, peers, measured):
    """The table of `measured`, with columns for `peers` and what the module `what` says about it, as `name`."""
    path = table_path(root, name)
    title, text = what.__doc__.strip().split("\n\n", 1)
    title, option = re.fullmatch(r"(.*), for bench/models (--[a-z]*)\.", title).groups()
    lines = [f"# {title}", "",
             f"Written by `bench/models {option} --write` on {cpu_name()}, {os.cpu_count()} CPUs.", "",
             *text.splitlines(), *(line for peer in peers for line in model_peers.ABOUT.get(peer, [])), ""]  # fmt: skip
    for threads in sorted({threads for _, threads, _ in measured}):
        picture = path.with_name(f"{path.stem}-{threads}.svg")
        picture.write_text(model_plot.draw([
            (f"{model} {'x'.join(map(str, next(iter(row['shapes'].values()), [])))}",
             {engine: ratio(row, engine) for engine in model_plot.TITLES})
            for model, of, rows in measured if of == threads for row in rows]))  # fmt: skip
        lines += [f"![onnxruntime's time by ours, threads: {threads}]({picture.name})", ""]
    path.write_text("\n".join([*lines, *table(measured, [*what.ENGINES, *peers])]) + "\n")
    path.with_suffix(".json").write_text(json.dumps([{"model": name, "threads": threads, "rows": rows} for name, threads, rows in measured], indent=1))
    return path
