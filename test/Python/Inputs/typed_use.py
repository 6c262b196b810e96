# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What a type checker says of a program that uses the package; it is not run."""

from pathlib import Path
from typing import Any

import ascend_mlir
import numpy as np
from ascend_mlir import lab
from typing_extensions import assert_type

model = ascend_mlir.compile(Path("m.onnx"), precision_mode="force_fp16", keep_dtype=Path("k"))
assert_type(model, ascend_mlir.Model)
assert_type(model.run({"x": np.zeros(3)}, threads=2), dict[str, np.ndarray[Any, Any]])
assert_type(model.inputs[0].shape, tuple[int | None, ...])
assert_type(model.report, dict[str, Any])
assert_type(ascend_mlir.load("m.asc").time([1, 2]).median, float)
ascend_mlir.compile("m.onnx", keep_dtype=["a"], modify_mixlist={"black-list": {"to-add": ["MatMul"]}}, allow_hf32=True)
ascend_mlir.compile("m.onnx", input_shape={"x": (1, 2)}, op_precision_mode={"ByOpType": {"SoftmaxV2": "high_precision"}})
ascend_mlir.compile("m.onnx", precision_mode="force_fp61")  # type: ignore[arg-type]
ascend_mlir.compile("m.onnx", precison_mode="force_fp16")  # type: ignore[call-arg]
ascend_mlir.compile("m.onnx", keep_dtype=3)  # type: ignore[arg-type]
assert_type(lab.explain("m.onnx", keep_dtype=["a"]).ops[0].name, str)
assert_type(lab.compare("m.onnx", {"x": np.zeros(3)}, precision_mode="force_fp16").roots, list[lab.Row])
assert_type(lab.sweep("m.onnx", ["a.npz"], [{"precision_mode": "force_fp16"}, "force_fp32"]).best, list[lab.Outcome])
assert_type(lab.search("m.onnx", "a.npz", budget="cosine>=0.9").keep_dtype, list[str])
assert_type(lab.diff("m.onnx", "force_fp16", {"keep_dtype": ["a"]}).count, int)
assert_type(lab.verify("m.onnx", atc_json="m.json")[0].equal, int)
assert_type(lab.records(lab.explain("m.onnx")), list[dict[str, Any]])
lab.sweep("m.onnx", settings=[{"precision_mode": "fp17"}])  # type: ignore[list-item]
lab.compare("m.onnx", 3)  # type: ignore[arg-type]
try:
    model.run(np.zeros(3), dump=3)  # type: ignore[arg-type]
except ascend_mlir.AscendError as error:
    assert_type(error.code, str)
    assert_type(error.exit_code, int)
    assert_type(error.diagnostics[0].where, str)
model.run([1])["y"].no_such_method()  # type: ignore[attr-defined]
