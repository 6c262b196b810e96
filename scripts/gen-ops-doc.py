#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes Ops.md: the ops of the dialect, from the .td files and the tests.

usage: gen-ops-doc.py LLVM_TBLGEN MLIR_INCLUDE ROOT FOLDER
"""

import collections
import contextlib
import importlib
import io
import json
import multiprocessing
import os
import pathlib
import re
import runpy
import subprocess
import sys

HEAD = """<!-- Made from the .td files and the tests by `ninja update-docs`; do not edit. -->
# Ops

Each row is an op of the dialect. All verify that their results have the shapes that operands and attributes give; "own" says that an
op checks more. Where the shape rule is "run time", it computes extents that are known only while the model runs, too. Element types
are those of the first tensor that is no parameter, of the cases that `test/Conversion/AscendToLinalg` compiles for each target and
compares with a reference; modes are those that CANN's list of implementation modes has for the type. Tests are the scripts of those
cases, and the other files that use the op.

| GE type | op | verifier | shape rule | element types | modes | tests |
|---|---|---|---|---|---|---|
"""
ATTRIBUTES = """
## Attributes

What each op may have of GE's attributes, `ge.NAME` in IR: another name or kind, or a value that is not said here, is an error.
{common} may stand on any op.

| GE type | attribute | kind | default | values |
|---|---|---|---|---|
"""
ORDER = ["f32", "f16", "bf16", "f64", "hif8", "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"]
# Operands that are parameters: their types say nothing of the op's.
NUMBERS = re.compile(r"^(?:tensor<)(?:\d+x)*(?:!ascend\.)?(\w+)>$")


def ge_type_of(record):
    return re.search(r'return "(\w+)";', record["extraClassDeclaration"]).group(1)


def read_records(tblgen, include, root):
    """All records of the .td files, by name."""
    source = root / "include/Ascend/Dialect/Ascend/IR/AscendOps.td"
    command = [tblgen, "--dump-json", "-I" + include, "-I" + str(root / "include"), str(source)]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def read_ops(records, root):
    """(GE type, has a verifier, knows extents at run time) by mnemonic."""
    ops = {}
    for name in records["!instanceof"]["Ascend_ModelledOp"]:
        record = records[name]
        ge_type = ge_type_of(record)
        traits = {trait["def"] for trait in record["traits"]}
        at_run_time = "inferExtents" in record["extraClassDeclaration"]
        if not at_run_time and traits & {"Ascend_Elementwise", "Ascend_Reduction"}:
            header = (root / "include/Ascend/Dialect/Ascend/IR/AscendInterfaces.h").read_text()
            at_run_time = "inferExtents" in header
        ops[record["opName"]] = (ge_type, bool(record["hasVerifier"]), at_run_time)
    return ops


def read_attributes(records):
    """A row for each attribute of each op."""
    rows = []
    for name in records["!instanceof"]["Ascend_ModelledOp"]:
        record = records[name]
        for place, declared in enumerate(record["geAttributes"]):
            attribute = records[declared["def"]]
            values = attribute["words"].replace("|", ", ")
            if attribute["minimum"] != "INT64_MIN":
                values = "at least " + attribute["minimum"]
            if attribute["isFixed"]:
                values = "only the default lowers"
            cells = [ge_type_of(record), "`%s`" % attribute["name"], attribute["kind"], attribute["otherwise"], values]
            rows.append((cells[0], place, "| " + " | ".join(cells) + " |\n"))
    return "".join(row for _, _, row in sorted(rows))


def read_common(root):
    """The attributes that any op may have."""
    source = (root / "lib/Dialect/Ascend/IR/GEAttributes.cpp").read_text()
    listed = source[source.index("commonGEAttributes() {") : source.index("return specs;")]
    return ", ".join("`%s`" % name for name in re.findall(r'\{"(\w+)"', listed))


def list_cases(script):
    """What a script lists. It changes the process in which it runs: for a fork."""
    sys.path.insert(0, str(script.parent))
    with contextlib.redirect_stdout(io.StringIO()) as listed:
        runpy.run_path(str(script), run_name="__main__")
    return listed.getvalue()


def read_cases(root):
    """Element types and scripts by mnemonic, from the cases that scripts list."""
    types, scripts = collections.defaultdict(set), collections.defaultdict(set)
    folder = root / "test/Conversion/AscendToLinalg/Inputs"
    suites = [script for script in sorted(folder.glob("*.py")) if re.search(r"^suite\.main\(\)", script.read_text(), re.M)]
    os.environ["ASCEND_LIST_CASES"] = "1"
    sys.path.insert(0, str(root / "test/Inputs"))
    # What all of them import is imported once.
    importlib.import_module("ml_dtypes")
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as pool:
        listed = pool.map(list_cases, suites, chunksize=1)
    for script, text in zip(suites, listed, strict=True):
        for line in text.splitlines():
            op, *tensors = line.split()
            scripts[op].add(script.name)
            if tensors:
                types[op].add(NUMBERS.match(tensors[0]).group(1))
    return types, scripts


def read_uses(root):
    """Test files that write the op down, by mnemonic."""
    uses = collections.defaultdict(set)
    for file in sorted((root / "test").rglob("*")):
        if file.suffix in (".mlir", ".test") and file.is_file():
            for mnemonic in set(re.findall(r"\bascend\.(\w+) ", file.read_text(errors="replace"))):
                uses[mnemonic].add(str(file.relative_to(root / "test").parts[0]) + "/" + file.name)
    return uses


def main():
    tblgen, include, root, folder = sys.argv[1:]
    root, folder = pathlib.Path(root), pathlib.Path(folder)
    modes = dict(line.split("=", 1) for line in (root / "share/ascend/impl_mode/all_ops_impl_mode.ini").read_text().split("\n")
                 if "=" in line)  # fmt: skip
    types, scripts = read_cases(root)
    uses = read_uses(root)
    rows = []
    records = read_records(tblgen, include, root)
    for mnemonic, (ge_type, verifies, at_run_time) in read_ops(records, root).items():
        files = sorted(scripts[mnemonic]) + sorted(uses[mnemonic])
        # How many more there are is not said: each new test of a common op would change the page.
        shown = files[:4] + (["more"] if len(files) > 4 else [])
        cells = [
            ge_type,
            "`%s`" % mnemonic,
            "own" if verifies else "shapes",
            "run time" if at_run_time else "static",
            " ".join(sorted(types[mnemonic], key=ORDER.index)),
            modes.get(ge_type, "").strip().replace(",", ", "),
            ", ".join(shown),
        ]
        rows.append("| " + " | ".join(cells) + " |\n")
    text = HEAD + "".join(sorted(rows)) + ATTRIBUTES.format(common=read_common(root)) + read_attributes(records)
    (folder / "Ops.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
