# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""packed.py DIR: tensors of which a model packs several elements into a byte, as
raw data, as integers and in another file, with full and with broken last bytes;
and one with a byte too many, DIR/long.onnx."""

import os
import sys

import ml_dtypes
import numpy as np
import onnx
from arrays import assert_same
from onnx import TensorProto, helper, numpy_helper
from onnx_models import floats, model_of
from tally import Tally
from tools import run_model

FOLDER = sys.argv[1]
TYPES = {
    TensorProto.INT4: ml_dtypes.int4,
    TensorProto.UINT4: ml_dtypes.uint4,
    TensorProto.INT2: ml_dtypes.int2,
    TensorProto.UINT2: ml_dtypes.uint2,
    TensorProto.FLOAT4E2M1: ml_dtypes.float4_e2m1fn,
}


def save(nodes, tensors, outputs, name):
    model = model_of(nodes, {}, outputs, opset=25, ir=13)
    model.graph.initializer.extend(tensors)
    path = os.path.join(FOLDER, name)
    onnx.save(model, path)
    return path


nodes, tensors, outputs, wanted = [], [], {}, {}
with open(os.path.join(FOLDER, "data.bin"), "wb") as file:
    for kind, dtype in TYPES.items():
        codes = 16 if kind in (TensorProto.INT4, TensorProto.UINT4, TensorProto.FLOAT4E2M1) else 4
        for count in (1, 7, 8, 9000):
            array = (np.arange(count, dtype=np.uint8) * 7 % codes).view(dtype)
            for where in ("raw", "integers", "file"):
                name = "%s_%d_%s" % (TensorProto.DataType.Name(kind), count, where)
                tensor = numpy_helper.from_array(array, name)
                assert tensor.raw_data
                if where == "integers":
                    tensor.int32_data.extend(tensor.raw_data)
                    tensor.ClearField("raw_data")
                elif where == "file":
                    place = {"location": "data.bin", "offset": str(file.tell()), "length": str(len(tensor.raw_data))}
                    file.write(tensor.raw_data)
                    tensor.ClearField("raw_data")
                    tensor.data_location = TensorProto.EXTERNAL
                    for key, value in place.items():
                        tensor.external_data.add(key=key, value=value)
                tensors.append(tensor)
                nodes.append(helper.make_node("Cast", [name], ["y_" + name], to=TensorProto.FLOAT))
                outputs["y_" + name] = floats(count)
                wanted["y_" + name] = array.astype(np.float32)
path = save(nodes, tensors, outputs, "m.onnx")
tally, have = Tally("tensors"), run_model(path, {}, "--reference")
for name, array in wanted.items():
    with tally.case(name):
        assert_same(have[name], array)
long = TensorProto(name="t", data_type=TensorProto.INT4, dims=[3], raw_data=b"\1\2\3")
save([helper.make_node("Cast", ["t"], ["y"], to=TensorProto.FLOAT)], [long], {"y": floats(3)}, "long.onnx")
tally.end()
