#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Makes Passes.md and Dialect.md out of the .td files, by mlir-tblgen.

usage: gen-td-docs.py MLIR_TBLGEN MLIR_INCLUDE ROOT FOLDER
"""

import collections
import pathlib
import re
import subprocess
import sys

MADE = "<!-- Made from the .td files by `ninja update-docs`; do not edit. -->\n"
PASSES = """# Passes

Each pass runs alone in `ascend-opt`; a missing pre-condition is an error that names the pass to run. The examples are tests
(`test/Examples`). `ascend-precision-pipeline` runs the precision passes in the order in which [the architecture](Architecture.md) draws them;
its options are in [Options](Options.md). `ascend-compile-pipeline` is the compiler's road from there to the LLVM dialect, and its
stages are pipelines of their own ([Debugging](Debugging.md)).
"""
SECTIONS = [
    ("Precision", "include/Ascend/Transforms/PrecisionPasses.td"),
    ("On the whole graph", "include/Ascend/Transforms/GraphPasses.td"),
    ("From ascend to linalg", "include/Ascend/Conversion/AscendToLinalgPasses.td"),
    ("From linalg to the CPU", "include/Ascend/Conversion/LinalgToCPUPasses.td"),
    ("Around the kernels", "include/Ascend/Compiler/Passes.td"),
    ("In the laboratory", "include/Ascend/Lab/Passes.td"),
]
COMMON_SYNTAX = re.compile(
    r"^Syntax:\n\n```\noperation ::= `\S+` operands attr-dict `:` functional-type\(operands, results\)\n```\n\n", re.M)
COMMON_BLOCKS = re.compile(
    r"^(?:(?:Traits|Interfaces|Effects): .*\n\n|#### Attributes:\n\n<table>\n(?:<tr>.*\n)*</table>\n\n)", re.M)


def main():
    tblgen, include, root, folder = sys.argv[1:]
    root, folder = pathlib.Path(root), pathlib.Path(folder)

    def generate(source, *options):
        command = [tblgen, *options, f"-I{include}", f"-I{root / 'include'}", str(root / source)]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        # The first line is tblgen's own remark; GitHub makes its own contents.
        return re.sub(r"\n{3,}", "\n\n", text.split("\n", 1)[1].replace("[TOC]\n", ""))

    passes = PASSES
    for title, source in SECTIONS:
        text = re.sub(r"<!-- .* -->\n", "", generate(source, "-gen-pass-doc"))
        passes += f"\n## {title}\n\n{text.strip()}\n"
    (folder / "Passes.md").write_text(MADE + passes, encoding="utf-8")

    dialect = generate("include/Ascend/Dialect/Ascend/IR/AscendOps.td", "-gen-dialect-doc", "-dialect=ascend")
    # What nearly all ops have in common stands in the description of the dialect.
    dialect = COMMON_SYNTAX.sub("", dialect)
    for block, count in collections.Counter(COMMON_BLOCKS.findall(dialect)).items():
        if count > 10:
            dialect = dialect.replace(block, "")
    (folder / "Dialect.md").write_text(MADE + "\n" + dialect.strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
