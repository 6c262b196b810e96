#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Bad input of every kind: one clear error, the right exit code, no output file.

usage: bad_input.py FOLDER
"""

import json
import os
import sys

import numpy as np
from onnx import helper
from onnx_models import floats, model_of
from tally import Tally
from tools import refused, run

FOLDER = sys.argv[1]
os.makedirs(FOLDER, exist_ok=True)
os.chdir(FOLDER)


def save(name, nodes, shape=(4, 3)):
    data = model_of(nodes, {"x": floats(*shape)}, {"y": (np.float32, None)}, opset=17).SerializeToString()
    with open(name, "wb") as file:
        file.write(data)
    return data


good = save("good.onnx", [helper.make_node("Relu", ["x"], ["y"], name="r")])
save("dynamic.onnx", [helper.make_node("Relu", ["x"], ["y"], name="r")], shape=("n", 3))
save("unsupported.onnx", [helper.make_node("StringSplit", ["x"], ["h"], name="first"),
                          helper.make_node("Bernoulli", ["h"], ["y"], name="second")])
open("empty.onnx", "wb").close()
open("truncated.onnx", "wb").write(good[:len(good) // 2])
open("text.onnx", "w").write("this is no model\n")
open("broken.mlir", "w").write("func.func @main( {\n")
open("other.mlir", "w").write("module { func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> } }\n")
open("nolower.mlir", "w").write(
    'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n'
    '  %0 = ascend.ge_op "Acos"(%x) {node_name = "a"} : (tensor<4xf32>) -> tensor<4xf32>\n'
    '  return %0 : tensor<4xf32>\n}\n')
open("hif8.mlir", "w").write(
    'func.func @main(%x: tensor<4x!ascend.hif8>) -> tensor<4x!ascend.hif8> {\n'
    '  %0 = ascend.log %x {node_name = "l"} : (tensor<4x!ascend.hif8>) -> tensor<4x!ascend.hif8>\n'
    '  %1 = ascend.softmax_v2 %0 {node_name = "s", ge.axes = array<i64: 0>} : (tensor<4x!ascend.hif8>) -> tensor<4x!ascend.hif8>\n'
    '  return %1 : tensor<4x!ascend.hif8>\n}\n')
open("flow.mlir", "w").write(
    'func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n'
    'func.func @main(%x: tensor<4xf32>, %c: tensor<1xi1>) -> tensor<4xf32> {\n'
    '  %i = arith.constant 0 : index\n'
    '  %b = tensor.extract %c[%i] : tensor<1xi1>\n'
    '  %0 = scf.if %b -> tensor<4xf32> {\n'
    '    %1 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>\n'
    '    scf.yield %1 : tensor<4xf32>\n  } else {\n    scf.yield %x : tensor<4xf32>\n  }\n'
    '  %2 = func.call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>\n'
    '  return %2 : tensor<4xf32>\n}\n')
open("blocks.mlir", "w").write(
    'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  cf.br ^a\n^a:\n'
    '  %0 = ascend.relu %x {node_name = "r"} : (tensor<4xf32>) -> tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n')
open("two.mlir", "w").write(
    'func.func @main(%x: tensor<4x3xf32> {ascend.name = "x"}, %z: tensor<4xf32> {ascend.name = "z"})\n'
    '    -> (tensor<4x3xf32> {ascend.name = "y"}, tensor<4xf32> {ascend.name = "w"}) {\n'
    '  return %x, %z : tensor<4x3xf32>, tensor<4xf32>\n}\n')
open("sum.mlir", "w").write(
    'func.func @main(%x: tensor<4x3xf32> {ascend.name = "x"}) -> (tensor<f32> {ascend.name = "y"}) {\n'
    '  %0 = ascend.reduce_sum_d %x {ge.axes = array<i64: 0, 1>, ge.keep_dims = false, node_name = "s"}\n'
    '         : (tensor<4x3xf32>) -> tensor<f32>\n'
    '  return %0 : tensor<f32>\n}\n')
open("where.mlir", "w").write(
    'func.func @main(%x: tensor<4x3xf32> {ascend.name = "x"}) -> (tensor<?x2xi64> {ascend.name = "y"}) {\n'
    '  %0 = ascend.non_zero %x {node_name = "w"} : (tensor<4x3xf32>) -> tensor<?x2xi64>\n'
    '  return %0 : tensor<?x2xi64>\n}\n')
open("graph.txt", "w").write("op {}")
open("compiled.asc", "w").close()
open("bad.json", "w").write('{"black-list": {"to-add": ["Relu"],}}')
os.makedirs("folder.onnx", exist_ok=True)
np.savez("good.npz", x=np.ones((4, 3), np.float32))
np.savez("name.npz", z=np.ones((4, 3), np.float32))
np.savez("both.npz", x=np.ones((4, 3), np.float32), z=np.ones(3, np.float32))
np.savez("shape.npz", x=np.ones((4, 5), np.float32))
np.savez("batch.npz", x=np.ones((8, 3), np.float32))
np.savez("part.npz", x=np.ones((6, 3), np.float32))
np.savez("none-of-it.npz", x=np.ones((0, 3), np.float32))
np.savez("row.npz", x=np.ones(4, np.float32))
np.savez("number.npz", x=np.float32(1))
np.savez("batches.npz", x=np.ones((8, 3), np.float32), z=np.arange(8, dtype=np.float32))
np.savez("uneven.npz", x=np.ones((8, 3), np.float32), z=np.ones(4, np.float32))
np.savez("dtype.npz", x=np.ones((4, 3), np.float64))
np.savez("object.npz", x=np.array([{}], dtype=object))
open("cut.npz", "wb").write(open("good.npz", "rb").read()[:60])
open("text.npz", "w").write("no archive")
for pipe in ("pipe.mlir", "pipe.mlirbc", "pipe.onnx", "pipe.npz", "pipe.cfg", "pipe.asc"):
    os.mkfifo(pipe)
for device in ("zero.mlir", "zero.onnx", "zero.npz", "zero.cfg"):
    os.symlink("/dev/zero", device)

RUN = ["ascend-run", "good.onnx", "--inputs=good.npz"]

# (exit code, words of the error, command)
CASES = [
    (1, "cannot read the model: No such file", ["ascend-run", "none.onnx", "--random"]),
    (1, "is a folder", ["ascend-run", "folder.onnx", "--random"]),
    (1, "empty.onnx", ["ascend-run", "empty.onnx", "--random"]),
    (1, "truncated.onnx", ["ascend-run", "truncated.onnx", "--random"]),
    (1, "text.onnx", ["ascend-run", "text.onnx", "--random"]),
    (1, "broken.mlir:1:", ["ascend-run", "broken.mlir", "--random"]),
    (2, "--random does not know the size of the input 'x' of shape [?, 3]", ["ascend-run", "dynamic.onnx", "--random"]),
    (2, "Op name nope", ["ascend-run", "dynamic.onnx", "--random", "--input_shape=x:1,3;nope:1,3"]),
    (2, "--input_shape", ["ascend-run", "dynamic.onnx", "--random", "--input_shape=x:1,3,5"]),
    (2, "--input_shape", ["ascend-run", "dynamic.onnx", "--random", "--input_shape=x;1"]),
    (3, "node 'first' (StringSplit, opset 17)", ["ascend-run", "unsupported.onnx", "--random"]),
    (3, "node 'second' (Bernoulli, opset 17)", ["ascend-atc", "--model=unsupported.onnx"]),
    (3, "op type 'Acos' has no CPU lowering", ["ascend-run", "nolower.mlir", "--random", "--reference"]),
    (3, "'func.call' cannot be compiled: calls and control flow other than scf.if, scf.for and scf.while have no",
     ["ascend-run", "flow.mlir", "--random"]),
    (3, "'func.call' cannot be compiled", ["ascend-run", "flow.mlir", "--random", "--reference"]),
    (3, "control flow between blocks cannot be compiled", ["ascend-run", "blocks.mlir", "--random"]),
    (2, "[E10016]", RUN + ["--input_fp16_nodes=z"]),
    (2, "[E10017]", RUN + ["--input_fp16_nodes=r"]),
    (2, "[E10001]", RUN + ["--output_type=FLOAT16"]),
    (2, "[E10001]", RUN + ["--output_type=r:7:FP16"]),
    (3, "!ascend.hif8 -> !ascend.hif8", ["ascend-run", "hif8.mlir", "--random", "--reference"]),
    (1, "the model has no input 'z'", RUN[:2] + ["--inputs=name.npz"]),
    (1, "the model has no input 'z'", RUN[:2] + ["--inputs=both.npz"]),
    (1, "has the shape [4, 5], the model was compiled for [4, 3]", RUN[:2] + ["--inputs=shape.npz"]),
    (1, "give --split_batch", RUN[:2] + ["--inputs=batch.npz"]),
    (1, "give arrays of that shape", RUN[:2] + ["--inputs=part.npz"]),
    (1, "give arrays of that shape", RUN[:2] + ["--inputs=part.npz", "--split_batch"]),
    (1, "has the shape [0, 3], the model was compiled for [4, 3]", RUN[:2] + ["--inputs=none-of-it.npz", "--split_batch"]),
    (1, "has the shape [4], the model was compiled for [4, 3]", RUN[:2] + ["--inputs=row.npz", "--split_batch"]),
    (1, "has the shape [], the model was compiled for [4, 3]", RUN[:2] + ["--inputs=number.npz", "--split_batch"]),
    (1, "the file has no array for the input 'z'", ["ascend-run", "two.mlir", "--reference", "--inputs=good.npz"]),
    (1, "the input 'z' holds 1 slices, the ones before 2",
     ["ascend-run", "two.mlir", "--reference", "--inputs=uneven.npz", "--split_batch"]),
    (2, "the output 'y' has no batch, so slices cannot be joined",
     ["ascend-run", "sum.mlir", "--reference", "--inputs=batch.npz", "--split_batch"]),
    (2, "the output 'y' has a dynamic shape, so slices cannot be joined",
     ["ascend-run", "where.mlir", "--reference", "--inputs=batch.npz", "--split_batch"]),
    (2, "the shapes of an IR file stand in its types", ["ascend-run", "sum.mlir", "--random", "--input_shape=x:4,3"]),
    (2, "--out_nodes is for ONNX models", ["ascend-run", "sum.mlir", "--random", "--out_nodes=s"]),
    (2, "the shapes of GE's graph stand in it", ["ascend-run", "graph.txt", "--random", "--input_shape=x:4,3"]),
    (1, "the model is compiled already", ["ascend-atc", "--model=compiled.asc"]),
    (1, "has the dtype double, the input takes float", RUN[:2] + ["--inputs=dtype.npz"]),
    (1, "object.npz", RUN[:2] + ["--inputs=object.npz"]),
    (1, "cut.npz", RUN[:2] + ["--inputs=cut.npz"]),
    (1, "text.npz", RUN[:2] + ["--inputs=text.npz"]),
    (1, "none.npz", RUN[:2] + ["--inputs=none.npz"]),
    (2, "there are no inputs", RUN[:2]),
    (2, "[E10001]", RUN + ["--soc_version=Ascend911"]),
    (2, "unknown option --precison_mode", RUN + ["--precison_mode=force_fp16"]),
    (2, "did you mean --precision_mode?", RUN + ["--precison_mode=force_fp16"]),
    (2, "[E10001]", RUN + ["--precision_mode=Force_fp16"]),
    (2, "[E10056]", RUN + ["--precision_mode=force_fp16", "--precision_mode_v2=fp16"]),
    (2, "[E20101]", RUN + ["--precision_mode=allow_fp32_to_bf16", "--soc_version=Ascend910A"]),
    (2, "[E10005]", RUN + ["--allow_hf32=maybe"]),
    (2, "[E10001]", RUN + ["--keep_dtype=none.cfg"]),
    (2, "bad.json:1:", RUN + ["--precision_mode=allow_mix_precision", "--modify_mixlist=bad.json"]),
    (2, "--reference", RUN + ["--reference", "--compare=fp32"]),
    (2, "repeat", RUN + ["--repeat=0"]),
    (2, "[E10001] Value NHWC for parameter input_format", RUN + ["--input_format=NHWC"]),
    (2, "model", ["ascend-run", "--random"]),
    (2, "model", ["ascend-atc"]),
    (1, "dump", RUN + ["--dump=good.onnx/x"]),
]
# What has no end, or nobody who writes to it.
for kind in ("pipe", "zero"):
    CASES += [
        (1, f"it is not a regular file ({kind}.mlir)", ["ascend-run", f"{kind}.mlir", "--random"]),
        (1, f"it is not a regular file ({kind}.onnx)", ["ascend-atc", f"--model={kind}.onnx"]),
        (1, f"it is not a regular file ({kind}.npz)", RUN[:2] + [f"--inputs={kind}.npz"]),
    ] + [
        (2, f"{kind}.cfg: it is not a regular file)", RUN + [f"--{option}={kind}.cfg"] + more)
        for option, *more in (["keep_dtype"], ["op_precision_mode"], ["customize_dtypes"], ["fusion_switch_file"],
                              ["ops_info"], ["modify_mixlist", "--precision_mode=allow_mix_precision"])
    ]
CASES += [
    (1, "it is not a regular file (pipe.mlirbc)", ["ascend-atc", "--model=pipe.mlirbc"]),
    (1, "it is not a regular file (pipe.asc)", ["ascend-run", "pipe.asc", "--random"]),
]
tally = Tally()
for code, words, command in CASES:
    with tally.case(" ".join(command)):
        # Wherever a file would have been written.
        outputs = ["--outputs=y.npz"] if command[0] == "ascend-run" else []
        try:
            refused(words, *command, *outputs, "--report=r.json", code=code)
            assert not os.path.exists("y.npz"), "it left outputs"
        finally:
            if os.path.exists("y.npz"):
                os.remove("y.npz")

with tally.case("as JSON, one object a line"):
    said = run(*RUN, "--soc_version=Ascend911", "--diagnostics=json", code=2).stderr
    errors = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert any(error["code"] == "E10001" and error["exit_code"] == 2 for error in errors), said
# Or every refusal above would prove nothing.
with tally.case("the good case"):
    run(*RUN, "--outputs=y.npz", "--report=r.json")
    np.testing.assert_array_equal(np.load("y.npz")["y"], np.ones((4, 3), np.float32))
# As would those of slices.
with tally.case("good slices"):
    for model, name in (("sum.mlir", "good"), ("where.mlir", "good"), ("two.mlir", "batches")):
        run("ascend-run", model, "--reference", f"--inputs={name}.npz", "--split_batch", "--outputs=y.npz")
    np.testing.assert_array_equal(np.load("y.npz")["w"], np.arange(8))
tally.end()
