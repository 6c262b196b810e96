#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Models of one linear Resize, in the working folder, beside onnxruntime."""

import json
import subprocess

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

random = np.random.default_rng(5)
checked = 0
for grid in ("half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel"):
    for shape, wanted in (((1, 3, 4, 5), (8, 10)), ((2, 2, 6, 4), (3, 4)), ((1, 1, 5, 7), (9, 6))):
        x = random.standard_normal(shape).astype(np.float16).astype(np.float32)
        # Scales where they are whole, sizes elsewhere.
        scales = np.array([1, 1, *(to / of for to, of in zip(wanted, shape[2:]))], np.float32)
        given = [numpy_helper.from_array(scales, "scales")]
        inputs = ["x", "", "scales"]
        if (scales * 2 % 1).any():
            given = [numpy_helper.from_array(np.array([*shape[:2], *wanted]), "sizes")]
            inputs = ["x", "", "", "sizes"]
        node = helper.make_node("Resize", inputs, ["y"], name="r", mode="linear", coordinate_transformation_mode=grid)
        graph = helper.make_graph([node], "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
                                  [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)], given)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        onnx.save(model, "m.onnx")
        np.savez("x.npz", x=x)
        subprocess.run(["ascend-run", "m.onnx", "--soc_version=Ascend310P3", "--precision_mode=force_fp16", "--inputs=x.npz",
                        "--outputs=y.npz", "--report=r.json", "--log=error"], check=True)
        with open("r.json") as file:
            (row,) = json.load(file)["ops"]
        dtypes = [tensor["dtype"] for tensor in row["inputs"] + row["outputs"]]
        assert (row["type"], dtypes) == ("ResizeBilinearV2D", ["float16", "float"]), row
        session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
        (expected,) = session.run(None, {"x": x})
        np.testing.assert_allclose(np.load("y.npz")["y"], expected, rtol=1e-5, atol=1e-6, err_msg=f"{grid} {shape} {wanted}")
        checked += 1
print("resized:", checked)
