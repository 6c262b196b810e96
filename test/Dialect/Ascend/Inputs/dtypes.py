#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""The dtypes that the report has for element types, in the working folder."""

import json

import tools

DTYPES = {
    "f32": "float", "f16": "float16", "bf16": "bfloat16", "f64": "double", "!ascend.hif8": "hifloat8", "f8E5M2": "float8_e5m2",
    "f8E4M3FN": "float8_e4m3fn", "f8E8M0FNU": "float8_e8m0", "f6E3M2FN": "float6_e3m2", "f6E2M3FN": "float6_e2m3",
    "f4E2M1FN": "float4_e2m1", "i1": "bool", "i2": "int2", "i4": "int4", "i8": "int8", "i16": "int16", "i32": "int32",
    "i64": "int64", "ui2": "uint2", "ui8": "uint8", "ui16": "uint16", "ui32": "uint32", "ui64": "uint64",
    "complex<f16>": "complex32", "complex<f32>": "complex64", "complex<f64>": "complex128",
}  # fmt: skip

lines = []
for index, element in enumerate(DTYPES):
    kind = f"tensor<4x{element}>"
    lines.append(f"func.func @f{index}(%x: {kind}) {{")
    lines.append(f'  %y = ascend.identity %x {{node_name = "{element}"}} : ({kind}) -> {kind}\n  return\n}}')
tools.run("ascend-opt", "-", "--ascend-precision-pipeline=report=r.json", stdin="\n".join(lines))
with open("r.json") as file:
    named = {op["name"]: op["inputs"][0]["origin"] for op in json.load(file)["ops"]}
assert named == DTYPES, {name: (dtype, DTYPES[name]) for name, dtype in named.items() if dtype != DTYPES[name]}
print(f"{len(named)} dtypes")
