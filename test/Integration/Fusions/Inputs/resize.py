#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models of one linear Resize, in the working folder, beside onnxruntime."""

import json

import numpy as np
from onnx import helper
from onnx_models import model_of
from sessions import session_of
from tally import Tally
from tools import run_model

random = np.random.default_rng(5)
tally = Tally("resized")
for grid in ("half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel"):
    for shape, wanted in (((1, 3, 4, 5), (8, 10)), ((2, 2, 6, 4), (3, 4)), ((1, 1, 5, 7), (9, 6))):
        x = random.standard_normal(shape).astype(np.float16).astype(np.float32)
        # Scales where they are whole, sizes elsewhere.
        scales = np.array([1, 1, *(to / of for to, of in zip(wanted, shape[2:]))], np.float32)
        given = {"scales": scales}
        inputs = ["x", "", "scales"]
        if (scales * 2 % 1).any():
            given = {"sizes": np.array([*shape[:2], *wanted])}
            inputs = ["x", "", "", "sizes"]
        node = helper.make_node("Resize", inputs, ["y"], name="r", mode="linear", coordinate_transformation_mode=grid)
        model = model_of([node], {"x": x}, {"y": (np.float32, None)}, given, opset=13)
        with tally.case(f"{grid} {shape} {wanted}"):
            have = run_model(model, {"x": x}, "--soc_version=Ascend310P3", "--precision_mode=force_fp16", "--report=r.json")["y"]
            with open("r.json") as file:
                (row,) = json.load(file)["ops"]
            dtypes = [tensor["dtype"] for tensor in row["inputs"] + row["outputs"]]
            assert (row["type"], dtypes) == ("ResizeBilinearV2D", ["float16", "float"]), row
            (expected,) = session_of(model.SerializeToString()).run(None, {"x": x})
            np.testing.assert_allclose(have, expected, rtol=1e-5, atol=1e-6)
tally.end()
