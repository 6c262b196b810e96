#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""How many tensors ConcatD and SplitD have before they are two levels, and what the levels are."""

import re

import tools
from conditions import function


def join(count, part="?x2", whole="?x", axis=1, kind="concat_d"):
    names = [f"p{index}" for index in range(count)]
    wide = whole.replace("@", str(2 * count))
    lines = [f"{name}: {part}xf32" for name in names] + ["d: 1xi32 = [1]", "e: 2xi32 = [1, 0]"]
    words = " ".join(names)
    made = {"concat_d": f"concat_d {words} {{ge.N = {count} : i64, ge.concat_dim = {axis} : i64}}"}.get(kind, f"{kind} {words}")
    return "\n".join([*lines, f"y: {wide}xf32 = {made}", "return y"])


def split(x="2x128", part="2x2", attribute=1, made=None):
    parts = [f"p{index}" for index in range(64)]
    made = made or f"SplitD x {{ge.num_split = 64 : i64, ge.split_dim = {attribute} : i64}}"
    lines = [f"x: {x}xf32", "d: 1xi32 = [1]", "e: 2xi32 = [1, 0]", "far: 1xi32 = [2]", "first: 1xi32 = [-2]"]
    return "\n".join([*lines, ", ".join(f"{name}: {part}xf32" for name in parts) + f" = {made}", "return " + " ".join(parts)])


# (chip, graph, the types of what makes each level, in order)
flat = [f"tensor<?x{extent}xf32>" for extent in (96, 2, 98)]
CASES = [
    ("Ascend910B1", join(48, whole="?x@"), ["tensor<?x96xf32>"]),
    ("Ascend910B1", join(49, whole="?x@"), flat),
    ("Ascend310", join(21, whole="?x@"), ["tensor<?x42xf32>"]),
    ("Ascend310", join(22, whole="?x@"), [f"tensor<?x{extent}xf32>" for extent in (42, 2, 44)]),
    ("Ascend310P3", join(48, whole="?x@"), ["tensor<?x96xf32>"]),
    # Where one extent is open along the axis, so is each that it goes into.
    ("Ascend910B1", join(49, part="2x?", whole="2x?"), ["tensor<2x?xf32>"] * 3),
    ("Ascend910B1", join(49, part="2x?", whole="2x?").replace("p48: 2x?", "p48: 2x3"), ["tensor<2x?xf32>", "tensor<2x3xf32>", "tensor<2x?xf32>"]),
    ("Ascend910B1", join(49, part="2x3", whole="2x?").replace("p0: 2x3", "p0: 2x?"), ["tensor<2x?xf32>", "tensor<2x3xf32>", "tensor<2x?xf32>"]),
    # 21 * 21 + 1 are three levels.
    ("Ascend310", join(442, whole="?x@"), [f"tensor<?x{extent}xf32>" for extent in [42] * 21 + [2] + [882, 2] + [884]]),
    ("Ascend910B1", join(64, part="2x2", whole="2x@", axis=-1), [f"tensor<2x{extent}xf32>" for extent in (126, 2, 128)]),
    ("Ascend910B1", join(64, part="2x2", whole="2x@", kind="Concat d"), [f"tensor<2x{extent}xf32>" for extent in (126, 2, 128)]),
    # Of splits the first level has the types of both of its parts.
    ("Ascend910B1", split(attribute=-1), ["tensor<2x126xf32>"]),
    ("Ascend910B1", split(made="split d x {ge.num_split = 64 : i64}"), ["tensor<2x126xf32>"]),
    ("Ascend910B1", split(x="128x2", made="split first x {ge.num_split = 64 : i64}"), ["tensor<126x2xf32>"]),
    ("Ascend910B1", split(x="?x128", part="?x2"), []),
    ("Ascend910B1", split(part="2x?"), []),
    ("Ascend910B1", split(attribute=2), []),
    ("Ascend910B1", split(attribute=-3), []),
    ("Ascend910B1", split(made="Split far x"), []),
    ("Ascend910B1", split(made="Split e x"), []),
]  # fmt: skip

for chip in sorted({case[0] for case in CASES}):
    mine = [case for case in CASES if case[0] == chip]
    module = "".join(function(f"f{index}", graph) for index, (_, graph, _) in enumerate(mine))
    done = tools.run("ascend-opt", "-", f"--ascend-ge-fusions=soc={chip}", stdin=module).stdout
    for (_, graph, levels), text in zip(mine, re.split(r"func\.func @f\d+\(", done)[1:], strict=True):
        made = re.findall(r'ascend\.concat_d .* -> (tensor<\S+>)|"SplitVD".* -> \((tensor<\S+>),', text)
        got = [joined or first for joined, first in made if joined or "SplitVDBase" in text]
        assert got[: len(levels) or None] == levels, (chip, graph[-300:], got)
print(f"{len(CASES)} cases")
