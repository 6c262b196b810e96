#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Compiles a model at each op_debug_level and looks at what is kept.

usage: op_debug.py MODEL, in an empty folder; the model has a product fused with elementwise ops and
two equal nodes s1 and s2 of type SoftmaxV2
"""

import hashlib
import json
import pathlib
import re
import sys

import tools

MODEL = sys.argv[1]
ORIGIN = "--precision_mode=must_keep_origin_dtype"
LEVELS = {
    "0": (), "1": (".o", ".json", ".mlir", ".ll", "_loc.json"), "2": (".o", ".json", ".mlir", ".ll", "_loc.json"),
    "3": (".o", ".json"), "4": (".o", ".json", ".mlir", ".ll", "_compute.json"),
}  # fmt: skip
STAGES = ["00-import", "01-decision", "02-outlined", "03-bufferized", "04-lowered"]


def run(*command):
    return tools.run(*command).stdout


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def sections(path):
    return run("llvm-readelf", "--section-headers", str(path))


def check(level, folder):
    endings = LEVELS[level]
    kernels = sorted({re.sub(r"(_loc|_compute)?\.\w+$", "", path.name) for path in folder.glob("*.*")})
    assert len(kernels) == 3, kernels
    found = sorted(path.name for path in folder.iterdir() if path.is_file())
    assert found == sorted(kernel + ending for kernel in kernels for ending in endings), (level, found)
    stages = sorted(path.stem for path in folder.glob("stages/*.mlir"))
    assert stages == (STAGES if ".mlir" in endings else []), (level, stages)
    nodes = {}
    for kernel in kernels:
        object_file = folder / f"{kernel}.o"
        told = load(folder / f"{kernel}.json")
        assert told["kernelName"] == told["binFileName"] == kernel and told["binFileSuffix"] == ".o"
        assert told["sha256"] == hashlib.sha256(object_file.read_bytes()).hexdigest()
        assert re.search(rf"FUNC +GLOBAL .* {kernel}$", run("llvm-readelf", "--symbols", str(object_file)), re.M)
        assert (".debug_line" in sections(object_file)) == (level == "2"), (level, kernel)
        names = [[node["name"] for node in call] for call in told["calls"]]
        nodes[kernel] = names
        if ".ll" in endings:
            assert f"@{kernel}(" in (folder / f"{kernel}.ll").read_text()
        if "_loc.json" in endings:
            check_lines(folder, kernel, {name for name in names[0]})
        if "_compute.json" in endings:
            ops = load(folder / f"{kernel}_compute.json")["op_list"]
            assert [op["nodes"] for op in ops] == [list(each) for each in zip(*names)], (ops, names)
            assert [op["type"] for op in ops] == [node["type"] for node in told["calls"][0]]
    assert sorted(nodes.values()) == sorted(NODES), nodes
    softmax = next(kernel for kernel, names in nodes.items() if names == [["s1"], ["s2"]])
    call = load(folder / f"{softmax}.json")["calls"][1]
    tensor = {"dtype": "float", "shape": [8, 12]}
    assert call == [{"name": "s2", "type": "SoftmaxV2", "inputs": [tensor], "outputs": [tensor]}], call
    if level == "2":
        lines = run("llvm-dwarfdump", "--debug-line", str(folder / f"{softmax}.o"))
        assert f"{softmax}.mlir" in lines, lines


def check_lines(folder, kernel, names):
    text = (folder / f"{kernel}.mlir").read_text().splitlines()
    told = load(folder / f"{kernel}_loc.json")
    assert told["file"] == f"{kernel}.mlir"
    assert {row["name"] for row in told["nodes"]} == names, (told, names)
    for row in told["nodes"]:
        assert row["lines"] == sorted(set(row["lines"])) and row["lines"][0] >= 1 and row["lines"][-1] <= len(text)
    # Where there is one node, every op is its own; constants are nobody's.
    if len(names) == 1:
        ops = [number for number, line in enumerate(text, 1) if re.match(r" +(%[\w:#, ]+ = )?(?!arith.constant)\w+\.\w+", line)]
        assert set(ops) <= set(told["nodes"][0]["lines"]), (kernel, ops, told)


NODES = [[["fc"]], [["e", "rel"]], [["s1"], ["s2"]]]
plain = pathlib.Path("plain.npz")
run("ascend-run", MODEL, "--random", ORIGIN, "--outputs=plain.npz")
for level in LEVELS:
    folder = pathlib.Path(f"kept{level}")
    # Twice: what is there already is replaced.
    for _ in range(2):
        run("ascend-atc", f"--model={MODEL}", ORIGIN, f"--output=m{level}", f"--op_debug_level={level}", f"--debug_dir={folder}")
    if level == "0":
        assert not folder.exists()
        continue
    check(level, folder / "kernel_meta")
    outputs = f"y{level}.npz"
    run("ascend-run", f"m{level}.asc", "--random", f"--outputs={outputs}")
    assert pathlib.Path(outputs).read_bytes() == plain.read_bytes(), level
    run("ascend-run", MODEL, "--random", ORIGIN, f"--outputs={outputs}", f"--op_debug_level={level}", f"--debug_dir=run{level}")
    assert pathlib.Path(outputs).read_bytes() == plain.read_bytes(), level
    check(level, pathlib.Path(f"run{level}") / "kernel_meta")
code = [pathlib.Path(f"kept{level}/kernel_meta") for level in "12"]
assert all((code[1] / path.name).read_text() != path.read_text() for path in code[0].glob("*.ll"))
print("op_debug_level:", len(LEVELS), "levels")
