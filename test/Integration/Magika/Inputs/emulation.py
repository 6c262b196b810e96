#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Every op of a run equals numpy's emulation of that op on the same inputs.

Movement, compare, select, cast, add, sub, mul, max and min bit for bit; the
others within the bound that share/ascend/accuracy.json states. The dtypes of
the dumped tensors are those of the report.

usage: emulation.py PRECISION_MODE…, of which one has its turn (sampling.py)
"""

import json
import sys
import tempfile

import ml_dtypes
import numpy as np
import onnx
from arrays import assert_same

import dumps
from sampling import turns

WORDS = {"float": np.float32, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "int32": np.int32,
         "int64": np.int64, "bool": np.bool_}
SHORT = {"float": "f32", "float16": "f16", "bfloat16": "bf16"}
MANTISSA = {"float": 24, "float16": 11, "bfloat16": 8}
SMALLEST = {"float": 2.0**-149, "float16": 2.0**-24, "bfloat16": 2.0**-133}
LARGEST = {"float": 3.4028234663852886e38, "float16": 65504.0, "bfloat16": 3.3895313892515355e38}
# Types that graph fusions put in place of others, whose constants are attributes.
STATIC = {"ExpandD": "Expand", "ReduceMaxD": "ReduceMax", "ReduceSumD": "ReduceSum",
          "StridedSliceD": "StridedSliceV2", "TransposeD": "Transpose"}


def rounded(value, like):
    """One rounding of an exactly computed float32 to the dtype of `like`."""
    with np.errstate(over="ignore", invalid="ignore"):
        return value.astype(like.dtype)


def exact(kind, inputs, output):
    """The op's result where one rounding of one operation defines it, else None."""
    a = inputs[0]
    wide = [x.astype(np.float32) if x.dtype.itemsize == 2 else x for x in inputs]
    with np.errstate(all="ignore"):
        if kind in ("Reshape", "SqueezeV3", "UnsqueezeV3", "Identity"):
            return a.reshape(output.shape)
        if kind == "Expand":
            return np.broadcast_to(a, output.shape)
        if kind == "Transpose":
            return a.transpose(inputs[1])
        if kind == "StridedSliceV2":
            begin, end, axes = inputs[1:4]
            steps = inputs[4] if len(inputs) > 4 else np.ones_like(axes)
            index = [slice(None)] * a.ndim
            for axis, *bounds in zip(axes, begin, end, steps):
                index[axis] = slice(*(int(bound) for bound in bounds))
            return a[tuple(index)]
        if kind == "Equal":
            return wide[0] == wide[1]
        if kind == "Cast":
            return rounded(a, output)
        if kind == "Square":
            return rounded(wide[0] * wide[0], output)
        if kind in ("Add", "Sub", "Mul", "Maximum", "Minimum"):
            operation = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Maximum": np.maximum,
                         "Minimum": np.minimum}[kind]
            return rounded(operation(*wide), output)
        if kind == "ReduceMax":
            axes = tuple(int(axis) for axis in inputs[1])
            return np.max(wide[0], axis=axes).astype(output.dtype).reshape(output.shape)
    return None


def bounded(kind, inputs, node):
    """(float64 result, sum of magnitudes of its terms, number of terms)."""
    a = inputs[0].astype(np.float64)
    with np.errstate(all="ignore"):
        if kind in ("Exp", "Tanh", "Sqrt", "Reciprocal"):
            function = {"Exp": np.exp, "Tanh": np.tanh, "Sqrt": np.sqrt, "Reciprocal": lambda x: 1 / x}[kind]
            return function(a), None, 1
        b = inputs[1]
        if kind == "RealDiv":
            return a / b.astype(np.float64), None, 1
        if kind == "ReduceSum":
            axes = tuple(int(axis) for axis in b)
            terms = int(np.prod([a.shape[axis] for axis in axes]))
            return a.sum(axis=axes), np.abs(a).sum(axis=axes), terms
        b = b.astype(np.float64)
        if kind == "BatchMatMulV2":
            return a @ b, np.abs(a) @ np.abs(b), a.shape[-1]
        assert kind == "Conv2D" and node["kernel_shape"] == [5, 1] and b.shape[3] == 1, kind
        # The one convolution of the model: five taps along H, no padding.
        rows = a.shape[2] - 4
        taps = [(a[:, :, tap:tap + rows, 0], b[:, :, tap, 0]) for tap in range(5)]
        result = sum(np.einsum("nch,oc->noh", x, w, optimize=True) for x, w in taps)
        size = sum(np.einsum("nch,oc->noh", np.abs(x), np.abs(w), optimize=True) for x, w in taps)
        return result[..., None], size[..., None], 5 * a.shape[1]


def constants_of_nodes(model):
    """Node name -> the constants that its op has as attributes, in the order of the operands they were."""
    initializers = {tensor.name: onnx.numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
    result = {}
    for node in model.graph.node:
        constants = [initializers[name] for name in node.input[1:] if name in initializers]
        attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
        constants += [np.array(attributes[key]) for key in ("axes", "perm") if key in attributes]
        if node.op_type == "GlobalMaxPool":
            constants = [np.array([2])]
        result[node.name or node.output[0]] = constants
    return result


def within(have, result, size, terms, word, bound):
    """Whether every element is within the stated bound."""
    with np.errstate(all="ignore"):
        have = have.astype(np.float64)
        finite = np.abs(result) <= LARGEST[word]
        ulp = np.maximum(2.0 ** (np.floor(np.log2(np.abs(result))) - MANTISSA[word] + 1), SMALLEST[word])
        if bound == "exact":
            allowed = 0.5 * ulp
        elif "ulp" in bound:
            allowed = bound["ulp"] * ulp
        elif "relative" in bound:
            allowed = bound["relative"] * np.abs(result) + 0.5 * ulp
        else:
            allowed = bound["sum"] * terms * size + 0.5 * ulp
        close = np.abs(have - result) <= allowed * (1 + 1e-9)
        # What passes the range is infinite, or the largest value by one rounding.
        beyond = np.isinf(have) | (np.abs(have) >= LARGEST[word])
        same = (np.isnan(have) & np.isnan(result)) | (have == result)
        near_limit = np.abs(result) + np.nan_to_num(allowed, nan=0, posinf=0) >= LARGEST[word]
        return np.where(finite, close | same | (near_limit & beyond), same | beyond)


def check(mode):
    model = onnx.load(str(dumps.samples.MODEL))
    nodes = {node.name or node.output[0]: {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
             for node in model.graph.node}
    constants = constants_of_nodes(model)
    bounds = {(row["op"], row["mode"], row["dtype"]): row["bound"]
              for row in json.loads((dumps.SOURCE / "share/ascend/accuracy.json").read_text())["bounds"]
              if "chips" not in row}
    inputs = dumps.samples.load(dumps.samples.find_files(8))
    with tempfile.TemporaryDirectory() as folder:
        dumps.run(inputs, f"--precision_mode={mode}", f"--report={folder}/report.json", batch=8, dump=folder)
        dump = dumps.Dump(folder)
        report = json.load(open(f"{folder}/report.json"))
        counts = {"bit for bit": 0, "within its bound": 0}
        kinds = {op["name"]: op for op in report["ops"]}
        for name in dump.ops:
            op = kinds.get(name, {"type": "Cast", "impl_mode": {"effective": "default"}})
            kind = op["type"]
            operands, (output, *_) = dump.tensors(name, "input"), dump.tensors(name, "output")
            if kind in STATIC:
                kind, operands = STATIC[kind], operands + constants[name]
            wanted = exact(kind, operands, output)
            if wanted is not None:
                # numpy and the CPU may differ in the payload of a NaN, not in its place.
                assert_same(output, wanted, f"{name} ({kind})")
                counts["bit for bit"] += 1
                continue
            word = dump.ops[name]["output"][0]["dtype"]
            effective = op["impl_mode"]["effective"]
            bound = bounds.get((kind, effective, SHORT[word]), bounds[kind, "default", SHORT[word]])
            result, size, terms = bounded(kind, operands, nodes.get(name))
            fine = within(output, result.reshape(output.shape),
                          None if size is None else size.reshape(output.shape), terms, word, bound)
            assert fine.all(), f"{name} ({kind}, {effective}): {np.size(fine) - fine.sum()} elements beyond {bound}"
            counts["within its bound"] += 1
        for op in report["ops"]:
            for kind in ("input", "output"):
                decided = [tensor["dtype"] for tensor in op[kind + "s"]]
                dumped = [dump.ops[op["name"]][kind][index]["dtype"] for index in range(len(decided))]
                assert decided == dumped, f"{op['name']}: decided {decided}, dumped {dumped}"
                for index, word in enumerate(decided):
                    array = dump.load(dump.ops[op["name"]][kind][index])
                    assert array.dtype == WORDS[word], f"{op['name']}: {word} is stored as {array.dtype}"
    print(f"{mode}: {counts['bit for bit']} ops bit for bit, {counts['within its bound']} within their bounds, "
          f"{len(report['ops'])} ops in the report")
    assert counts["bit for bit"] >= 60 and counts["within its bound"] >= 10


if __name__ == "__main__":
    for turn in turns(0, sys.argv[1:]):
        check(turn)
