# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""What a type checker says of a program that uses the package; it is not run."""

from pathlib import Path
from typing import Any

import ascend_mlir
import numpy as np
from typing_extensions import assert_type

model = ascend_mlir.compile(Path("m.onnx"), precision_mode="force_fp16", keep_dtype=Path("k"))
assert_type(model, ascend_mlir.Model)
assert_type(model.run({"x": np.zeros(3)}, threads=2), dict[str, np.ndarray[Any, Any]])
assert_type(model.inputs[0].shape, tuple[int | None, ...])
assert_type(model.report, dict[str, Any])
assert_type(ascend_mlir.load("m.asc").time([1, 2]).median, float)
try:
    model.run(np.zeros(3), dump=3)  # type: ignore[arg-type]
except ascend_mlir.AscendError as error:
    assert_type(error.code, str)
    assert_type(error.exit_code, int)
    assert_type(error.diagnostics[0].where, str)
model.run([1])["y"].no_such_method()  # type: ignore[attr-defined]
