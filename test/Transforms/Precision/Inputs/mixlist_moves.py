# ===- mixlist_moves.py - Every set of moves of modify_mixlist ------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""mixlist_moves.py DOCUMENT: the table of legal moves in the document is what
ascend-propagate-mixlist does, and every other set of moves is E20003."""

import itertools
import json
import re
import sys

from tools import run

TYPES = {"white": "MatMulV2", "black": "ReduceSum", "gray": "Relu"}
GRAPH = "func.func @f(%x: tensor<4x4xf32>, %a: tensor<1xi64>) {\n" + "".join(
    f'%{name} = ascend.ge_op "{kind}"({operands}) {{node_name = "{name}"}} : ({types}) -> tensor<4x4xf32>\n'
    for name, kind, operands, types in [
        ("white", "MatMulV2", "%x, %x", "tensor<4x4xf32>, tensor<4x4xf32>"),
        ("black", "ReduceSum", "%x, %a", "tensor<4x4xf32>, tensor<1xi64>"),
        ("gray", "Relu", "%x", "tensor<4x4xf32>"),
    ]) + "return\n}\n"
MOVES = [(colour, action) for colour in ("white", "black", "gray") for action in ("to-add", "to-remove")]


def legal_sets(document):
    """Set of moves -> for each list before: the list after, and whether there is a warning."""
    table = {}
    for row in re.findall(r"^\| ((?:white|black|gray) to-.*) \|$", document, re.M):
        moves, *cells = [cell.strip() for cell in row.split("|")]
        results = {}
        for before, cell in zip(TYPES, cells):
            after = cell.split()[0]
            results[before] = (before if after == "–" else after, "(warning)" in cell)
        table[frozenset(tuple(move.split()) for move in moves.split(" + "))] = results
    return table


def propagate(moves):
    lists = {}
    for colour, action in moves:
        lists.setdefault(f"{colour}-list", {})[action] = list(TYPES.values())
    with open("m.json", "w") as file:
        json.dump(lists, file)
    return run("ascend-opt", "--ascend-load-config=precision-mode=allow_mix_precision modify-mixlist=m.json",
               "--ascend-propagate-mixlist", stdin=GRAPH, code=None)  # fmt: skip


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        table = legal_sets(file.read())
    faults = []
    for count in range(1, len(MOVES) + 1):
        for moves in map(frozenset, itertools.combinations(MOVES, count)):
            done = propagate(moves)
            if moves not in table:
                if done.returncode != 1 or "[E20003]" not in done.stderr:
                    faults.append(f"{sorted(moves)}: should be E20003\n{done.stderr}")
                continue
            for before, (after, warned) in table[moves].items():
                op = next(line for line in done.stdout.splitlines() if f'"{before}"' in line)
                have = re.search(r'ascend.list = "(\w+)"', op)
                have = have[1] if have else before
                warning = f"op_type [{TYPES[before]}] does not match" in done.stderr
                if (have, warning) != (after, warned):
                    faults.append(f"{sorted(moves)} on a {before} type: {have}, warning {warning}")
    print("\n".join(faults) + f"\nlegal sets: {len(table)}, faults: {len(faults)}")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
