#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""A function with one node of many tensors: usage: cascades.py TYPE COUNT."""

import sys

kind, count = sys.argv[1], int(sys.argv[2])


def tensor(extent):
    return f"tensor<2x{extent}xf32>"


whole = tensor(2 * count)
names = ", ".join(f"%0#{i}" for i in range(count))
parts = ", ".join([tensor(2)] * count)
inputs = ", ".join(f"%x{i}: {tensor(2)}" for i in range(count))
operands = ", ".join(f"%x{i}" for i in range(count))
sizes = ", ".join(["2"] * count)
dim = '%d = ascend.constant {node_name = "d"} dense<-1> : tensor<1xi32>'
size = f'%s = ascend.constant {{node_name = "s"}} dense<[{sizes}]> : tensor<{count}xi64>'
attributes = f'{{ge.num_split = {count} : i64, node_name = "n"}}'
split = {
    "Split": f"{dim}\n%0:{count} = ascend.split %d, %x {attributes} : (tensor<1xi32>, {whole}) -> ({parts})",
    "SplitD": f"%0:{count} = ascend.ge_op \"SplitD\"(%x) {attributes[:-1]}, ge.split_dim = 1 : i64}} : ({whole}) -> ({parts})",
    "SplitV": f"{dim}\n{size}\n%0:{count} = ascend.split_v %x, %s, %d {attributes}"
    f" : ({whole}, tensor<{count}xi64>, tensor<1xi32>) -> ({parts})",
}
join = {
    "ConcatD": f'%0 = ascend.concat_d {operands} {{ge.concat_dim = -1 : i64, node_name = "n"}} : ({parts}) -> {whole}',
    "Concat": f'{dim}\n%0 = ascend.ge_op "Concat"(%d, {operands}) {{node_name = "n"}} : (tensor<1xi32>, {parts}) -> {whole}',
    "ConcatV2": f'{dim}\n%0 = ascend.ge_op "ConcatV2"({operands}, %d) {{node_name = "n"}} : ({parts}, tensor<1xi32>) -> {whole}',
}
if kind in split:
    print(f"func.func @main(%x: {whole}) -> ({parts}) {{\n{split[kind]}\nreturn {names} : {parts}\n}}")
else:
    print(f"func.func @main({inputs}) -> {whole} {{\n{join[kind]}\nreturn %0 : {whole}\n}}")
