# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Single nodes at the boundaries of what they do, against onnxruntime.

Each case is a node whose attributes have the values that other tests leave out (the
default, the other word) and whose numbers lie on an edge: two are equal, an axis is the
first or the last, an extent is 0 or leaves a remainder. Its operands are those that the
run gives, or constants, which the importer folds or reads: in turns (sampling.py). A
quarter of the cases, whose turn it is, run also with an open shape of the first operand."""

import ml_dtypes
import numpy as np
from onnx import TensorProto, helper, numpy_helper
from onnx_models import model_of
from sampling import is_turn, turns
from sessions import session_of
from tally import Tally
from tools import run_model

# Which operands are constants: none, all but the first, all.
NONE, TAIL, ALL = "none", "tail", "all"
rng = np.random.default_rng(0)
cases = []


def case(opset, op, inputs, kinds=(NONE, TAIL), outputs=1, wanted=None, is_open=True, cast=None, **attributes):
    """A node; an input that is None is absent. `wanted` where onnxruntime has not the
    node, or has another rule. `cast`: results are compared in that type."""
    inputs = [None if value is None else np.asarray(value) for value in inputs]
    cases.append((opset, op, inputs, kinds, outputs, wanted, is_open, cast, attributes))


def normal(*shape):
    return rng.standard_normal(shape).astype(np.float32)


def floats(*values):
    return np.array(values, np.float32)


def ints(*values, dtype=np.int64):
    return np.array(values, dtype)


class Model:
    """The nodes of one opset, with what they are to give."""

    def __init__(self, opset):
        self.opset, self.nodes, self.inputs, self.constants = opset, [], {}, {}
        self.outputs, self.wanted = [], {}

    def add(self, number, kind, op, inputs, outputs, wanted, cast, attributes):
        names = []
        for i, array in enumerate(inputs):
            name = "" if array is None else "v%d_%s_%d" % (number, kind, i)
            names.append(name)
            if array is None:
                continue
            if kind == ALL or (kind == TAIL and i > 0):
                self.constants[name] = array
            else:
                self.inputs[name] = array
        made = ["r%d_%s_%d" % (number, kind, i) for i in range(outputs)]
        self.nodes.append(helper.make_node(op, names, made, name=made[0], **attributes))
        if cast is not None:
            self.nodes.append(helper.make_node("Cast", made[:1], [made[0] + "_cast"], to=cast))
            made[0] += "_cast"
        self.outputs += made
        for name, array in zip(made, wanted or []):
            self.wanted[name] = array

    def proto(self, is_open, outputs, kinds):
        values = {name: (array.dtype, [None] * array.ndim if is_open and name.endswith("_0") else array.shape)
                  for name, array in self.feeds().items()}  # fmt: skip
        results = {name: (kinds[name], None) if kinds else None for name in outputs}
        return model_of(self.nodes, values, results, self.constants, self.opset, 8 if self.opset < 19 else 10)

    def feeds(self):
        # A model needs an input, though every operand may be a constant.
        return self.inputs or {"unused": np.zeros(1, np.float32)}

    def expect(self):
        """What onnxruntime gives where nothing is said."""
        names = [name for name in self.outputs if name not in self.wanted]
        if names:
            kept = Model(self.opset)
            kept.inputs, kept.constants = self.inputs, self.constants
            theirs = {name.removesuffix("_cast") for name in names}
            kept.nodes = [node for node in self.nodes if theirs & {name.removesuffix("_cast") for name in node.output}]
            model = kept.proto(False, names, None)
            session = session_of(model.SerializeToString())
            self.wanted.update(zip(names, session.run(names, self.feeds())))

    def check(self, tally, is_open):
        kinds = {name: array.dtype for name, array in self.wanted.items()}
        results = run_model(self.proto(is_open, self.outputs, kinds), self.feeds(), "--reference")
        by_output = {name.removesuffix("_cast"): node for node in self.nodes for name in node.output}
        for name in self.outputs:
            have, wanted = results[name], self.wanted[name]
            with tally.case("opset %d, open %s\n%s" % (self.opset, is_open, by_output[name.removesuffix("_cast")])):
                assert have.dtype == wanted.dtype and have.shape == wanted.shape, (have.dtype, have.shape, wanted.shape)
                # Sums in another order; whole numbers are exact.
                exact = have.dtype.kind in "biu"
                np.testing.assert_allclose(have, wanted, 0 if exact else 2e-5, 0 if exact else 1e-6)


def expected(opset, op, inputs, outputs, **attributes):
    """What onnxruntime gives for another node, of which a case has a variant."""
    model = Model(opset)
    model.add(0, NONE, op, inputs, outputs, None, None, attributes)
    model.expect()
    return [model.wanted[name] for name in model.outputs]


def main():
    tally = Tally("results")
    for is_open in (False, True):
        models = {}
        for number, (opset, op, inputs, kinds, outputs, wanted, can_open, cast, attributes) in enumerate(cases):
            # A turn lasts for the days on one of which the case is open.
            for kind in turns(number, kinds, lasts=4):
                if not is_open or (can_open and kind != ALL and is_turn(number, 4)):
                    model = models.setdefault(opset, Model(opset))
                    model.add(number, kind, op, inputs, outputs, wanted, cast, attributes)
        for opset, model in sorted(models.items()):
            model.expect()
            model.check(tally, is_open)
    tally.end()


# Comparisons and arithmetic of integers, which the importer folds.

BOTH = (NONE, ALL)
a, b = ints(1, 2, 3, -2**31), ints(2, 2, 2, -2**31)
for dtype in (np.int32, np.int64):
    for op in ("Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Equal"):
        case(13, op, [a.astype(dtype), b.astype(dtype)], BOTH)
    case(13, "Neg", [ints(np.iinfo(dtype).min, -1, 0, 5, dtype=dtype)], BOTH)
    case(13, "Max", [ints(1, -5, 3, dtype=dtype), ints(2, dtype=dtype), ints(1, -5, 9, dtype=dtype)], BOTH)
    case(13, "Min", [ints(1, -5, 3, dtype=dtype), ints(2, dtype=dtype), ints(1, -5, 9, dtype=dtype)], BOTH)
# It wraps before it is widened.
case(13, "Neg", [ints(-2**31, 1, dtype=np.int32)], BOTH, cast=TensorProto.INT64)
truth = np.array([False, False, True, True]), np.array([False, True, False, True])
for op in ("And", "Or", "Xor", "Equal"):
    case(13, op, truth, BOTH)
case(13, "Not", truth[:1], BOTH)
# The condition has more axes than what it chooses from.
case(13, "Where", [np.array([[True], [False], [True]]), ints(1, 2), ints(-1)], BOTH)
case(13, "Where", [np.array([True, False]), ints([1], [2], [3]), ints(-1)], BOTH)
for to in (np.int32, np.int64, np.bool_):
    case(15, "CastLike", [ints(2, 0, -1), np.zeros(1, to)], BOTH)
case(15, "CastLike", [ints(2**32 + 7, 2**31), np.zeros(1, np.int32)], BOTH)
# The limit is met exactly, or not.
for start, limit, delta in ((0, 6, 2), (0, 7, 2), (6, 0, -2), (7, 0, -2), (3, 3, 1), (3, 0, 1), (-3, -3, -1)):
    case(13, "Range", [ints(*[n]).reshape(()) for n in (start, limit, delta)], BOTH)
    case(13, "Range", [floats(n).reshape(()) for n in (start, limit, delta)], (NONE, ALL))

# Moves.

line = ints(3, 1, 4, 1, 5, 9, 2)
case(13, "Split", [line, ints(0, 7)], (NONE, TAIL, ALL), outputs=2, axis=-1)
case(13, "Split", [line, ints(3, 0, 4)], (NONE, TAIL, ALL), outputs=3)
case(13, "Split", [line[:6]], (NONE, ALL), outputs=3)
case(11, "Split", [line], (NONE, ALL), outputs=2, split=[6, 1])
# An odd remainder: 3 + 3 + 1; the last part has one element.
case(18, "Split", [line], (NONE, ALL), outputs=3, num_outputs=3)
case(18, "Split", [line[:3]], (NONE, ALL), outputs=2, num_outputs=2)
case(18, "Split", [normal(2, 7)], (NONE,), outputs=3, num_outputs=3, axis=-1)
for x in (ints(*range(12)).reshape(3, 4), normal(3, 4)):
    kinds = (NONE, TAIL, ALL) if x.dtype == np.int64 else (NONE, TAIL)
    case(13, "Gather", [x, ints(-3, 2, 0, -1)], kinds)
    case(13, "Gather", [x, ints([-4, 3])], kinds, axis=-1)
    case(13, "Gather", [x, ints(2, dtype=np.int32).reshape(())], kinds, axis=-2)
    case(9, "Slice", [x], (NONE, ALL), starts=[-3, 1], ends=[2, 4], axes=[-1, 0])
    case(9, "Slice", [x], (NONE, ALL), starts=[1], ends=[2])
    case(13, "Slice", [x, ints(-1, 3), ints(-9, 0), ints(0, 1), ints(-1, -3)], kinds[1:])
    case(11, "Unsqueeze", [x], (NONE, ALL), axes=[0, 3])
    case(11, "Squeeze", [x.reshape(1, 3, 4, 1)], (NONE, ALL), axes=[-1, 0])
    case(13, "Concat", [x, x[:1], x[:0]], kinds, axis=-2)
    case(13, "Tile", [x, ints(0, 2)])
    case(13, "Tile", [x, ints(1, 3)])
    for k in (-3, -2, 0, 3, 4):
        case(14, "Trilu", [x, np.array(k)])
        case(14, "Trilu", [x, np.array(k)], upper=0)
for axis in (-2, -1, 0, 1, 2):
    case(13, "Flatten", [normal(3, 4)], (NONE,), axis=axis)
none = np.zeros((2, 0, 3), np.int64)
case(14, "Reshape", [none, ints(0, 5)], (NONE, TAIL, ALL), allowzero=1, is_open=False)
case(14, "Reshape", [none, ints(0, 0)], (NONE, TAIL, ALL), allowzero=1, is_open=False)
case(14, "Reshape", [none, ints(0, 3, 0)], (NONE, TAIL, ALL), allowzero=1, is_open=False)
case(14, "Reshape", [ints(*range(6)).reshape(2, 3), ints(0, -1)], (NONE, TAIL, ALL))
case(13, "ConstantOfShape", [ints(2, 0)], BOTH, is_open=False, value=numpy_helper.from_array(ints(7, dtype=np.int32)))

# Borders, blocks, sequences.

x = normal(3, 4)
case(10, "Pad", [x], (NONE,), pads=[2, 0, 1, 3], mode="reflect")
case(10, "Pad", [x], (NONE,), pads=[2, 0, 1, 3], mode="edge")
case(10, "Pad", [x], (NONE,), pads=[0, -1, 1, 3], value=2.5)
for mode in ("constant", "edge", "reflect"):
    # A mirror reaches as far as all elements but the first.
    case(18, "Pad", [x, ints(2, 3, 1, 0)], mode=mode)
    case(18, "Pad", [x, ints(3, 1), None, ints(-1)], (TAIL,), mode=mode)
case(18, "Pad", [x, ints(0, -1, 0, -2), floats(9).reshape(())])
case(18, "Pad", [x, ints(0, -1, -2, 0), floats(9).reshape(())])
case(19, "Pad", [x, ints(3, 0, 0, 4)], mode="wrap")
blocks = normal(1, 8, 2, 3)
case(10, "DepthToSpace", [blocks], (NONE,), blocksize=2)
for mode in ({}, {"mode": "DCR"}, {"mode": "CRD"}):
    case(13, "DepthToSpace", [blocks], (NONE,), blocksize=2, **mode)
case(13, "SpaceToDepth", [normal(1, 2, 4, 6)], (NONE,), blocksize=2)
case(10, "ReverseSequence", [normal(4, 3, 2), ints(1, 4, 2)])
case(10, "ReverseSequence", [normal(3, 4, 2), ints(1, 4, 2)], batch_axis=0, time_axis=1)

# Windows.

image = normal(1, 2, 5, 6)
case(18, "LpPool", [image], (NONE,), kernel_shape=[2, 3])
case(18, "LpPool", [image], (NONE,), kernel_shape=[2, 3], p=1)
case(18, "GlobalLpPool", [image], (NONE,))
case(18, "GlobalLpPool", [image], (NONE,), p=1)
for op in ("MaxPool", "AveragePool"):
    # The last window would begin in the border after the elements, or just before it.
    for pads, strides in (([1, 1, 1, 1], [2, 3]), ([0, 1, 1, 1], [2, 2]), ([1, 0, 0, 1], [3, 4])):
        for ceil in (0, 1):
            case(12, op, [image], (NONE,), kernel_shape=[2, 2], pads=pads, strides=strides, ceil_mode=ceil)
    for pad in ("SAME_UPPER", "SAME_LOWER", "VALID"):
        case(12, op, [image], (NONE,), kernel_shape=[2, 3], strides=[2, 2], auto_pad=pad)
    case(12, op, [image], (NONE,), kernel_shape=[5, 6])
    # A window that is too large by less than a step counts, and one by a whole step not.
    case(12, op, [image], (NONE,), kernel_shape=[7, 6], strides=[3, 1])
    case(12, op, [image], (NONE,), kernel_shape=[7, 6], strides=[2, 1], is_open=False)
case(12, "AveragePool", [image], (NONE,), kernel_shape=[2, 2], pads=[1, 1, 0, 1], count_include_pad=1)
case(12, "MaxPool", [image], (NONE,), outputs=2, kernel_shape=[2, 3], storage_order=1)
case(12, "MaxPool", [normal(2, 1, 7)], (NONE,), outputs=2, kernel_shape=[2], strides=[2])
weights = normal(2, 3, 3, 3)
# The window is as large as the image.
case(13, "Conv", [normal(1, 2, 3, 3), normal(2, 2, 3, 3), normal(2)])
case(13, "Conv", [image, normal(4, 1, 2, 4)], group=2, auto_pad="SAME_LOWER", strides=[2, 1])
case(13, "Conv", [image, normal(4, 1, 2, 4)], group=2, auto_pad="SAME_UPPER", strides=[2, 1])
case(13, "Conv", [normal(1, 2, 7), normal(3, 2, 3)], dilations=[3])
# What is cut off is odd.
for pad in ("NOTSET", "SAME_UPPER", "SAME_LOWER"):
    case(13, "ConvTranspose", [image, weights], (NONE, TAIL), is_open=False, strides=[2, 2], auto_pad=pad, output_shape=[10, 12])
    case(13, "ConvTranspose", [image, weights], (NONE,), is_open=False, strides=[2, 2], auto_pad=pad, output_shape=[9, 10])
case(13, "ConvTranspose", [image, weights], (NONE,), is_open=False, strides=[2, 2], output_padding=[1, 1], output_shape=[11, 10])
# The shape may have the extents of N and C, too, which onnxruntime does not take.
wanted = expected(13, "ConvTranspose", [image, weights], 1, strides=[2, 2], output_shape=[10, 12])
case(13, "ConvTranspose", [image, weights], (NONE,), wanted=wanted, is_open=False, strides=[2, 2], output_shape=[1, 3, 10, 12])
case(13, "ConvTranspose", [image, weights], strides=[2, 3], output_padding=[1, 2])
case(13, "ConvTranspose", [image, normal(2, 1, 3, 3)], group=2, pads=[1, 0, 2, 1], dilations=[2, 1])
# A window that is no square, with another step along each axis.
case(19, "DeformConv", [image, normal(2, 2, 2, 3), rng.uniform(-1, 1, (1, 12, 4, 5)).astype(np.float32), normal(2)],
     pads=[0, 1, 1, 0], dilations=[2, 1], is_open=False)  # fmt: skip

# What the nearest element is where GE has an op of its own, and where it has none.
for nearest in ("floor", "ceil", "round_prefer_floor", "round_prefer_ceil"):
    for scale in (2, 0.6, 0.7, 1.5):
        case(13, "Resize", [image, None, floats(1, 1, scale, 2)], (TAIL,),
             mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode=nearest)  # fmt: skip
    case(13, "Resize", [image, None, None, ints(1, 2, 7, 3)], (TAIL,),
         mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode=nearest)  # fmt: skip
for more in ((2, 1), (1, 2)):
    case(13, "Resize", [image, None, floats(*more, 2, 2)], (TAIL,),
         mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")  # fmt: skip
for mode in ("nearest", "linear"):
    case(18, "Resize", [image, None, floats(2, 1.5)], (TAIL,), mode=mode, axes=[-1, 2])
    case(18, "Resize", [image, None, None, ints(4, 7)], (TAIL,), mode=mode, axes=[3, 2], keep_aspect_ratio_policy="not_larger")
    case(18, "Resize", [image, None, None, ints(4, 7)], (TAIL,), mode=mode, axes=[3, 2], keep_aspect_ratio_policy="not_smaller")
    case(10, "Resize", [image, floats(1, 1, 2, 1.5)], (TAIL,), mode=mode)
    case(9, "Upsample", [image, floats(1, 1, 2, 3)], (TAIL,), mode=mode)
    case(8, "Upsample", [image], (NONE,), mode=mode, scales=[1.0, 1.0, 2.0, 3.0])
# The middle of an odd remainder.
for wanted in ((4, 9), (5, 6), (2, 3), (6, 3)):
    case(18, "CenterCropPad", [image, ints(*wanted)], (NONE, TAIL), axes=[-2, 3])
    case(18, "CenterCropPad", [image, ints(1, 2, *wanted)], (NONE, TAIL))
rois, numbers = floats([0, 0, 3, 3], [1.5, 0.5, 4.5, 5]), ints(0, 0)
for opset in (10, 16):
    for mode in ({}, {"mode": "max"}, {"sampling_ratio": 2, "spatial_scale": 0.5, "output_height": 2, "output_width": 3}):
        case(opset, "RoiAlign", [image, rois, numbers], (NONE,), **mode)
case(16, "RoiAlign", [image, rois, numbers], (NONE,), coordinate_transformation_mode="output_half_pixel")
grid = rng.uniform(-1.3, 1.3, (1, 3, 4, 2)).astype(np.float32)
for attributes in ({}, {"mode": "nearest"}, {"padding_mode": "border"}, {"padding_mode": "reflection"}, {"align_corners": 1}):
    case(16, "GridSample", [image, grid], (NONE,), **attributes)
pooled, places = normal(1, 1, 2, 3), np.array([[[[0, 7, 9], [10, 17, 22]]]])
case(11, "MaxUnpool", [pooled, places], (NONE,), kernel_shape=[2, 3], strides=[2, 2], pads=[0, 1, 0, 0], is_open=False)
# Places count in what was pooled, as in onnx's node test; onnxruntime counts in the result.
small = expected(11, "MaxUnpool", [pooled, places], 1, kernel_shape=[2, 2], strides=[2, 2])
case(11, "MaxUnpool", [pooled, places, ints(1, 1, 5, 8)], (TAIL,), wanted=[np.pad(small[0], [(0, 0), (0, 0), (0, 1), (0, 2)])],
     kernel_shape=[2, 2], strides=[2, 2], is_open=False)  # fmt: skip

# Reductions, positions, order.

cube = normal(2, 3, 4)
positive = np.abs(cube) + 1
for op in ("L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "Sum", "SumSquare"):
    op = "Reduce" + op
    case(18, op, [positive, ints(-3, 2)], (TAIL,))
    case(18, op, [positive, ints(-1)], (TAIL,), keepdims=0)
    case(18, op, [positive], (NONE,), keepdims=0)
    case(18, op, [positive, np.zeros(0, np.int64)], (TAIL,))
    if op == "ReduceSum":
        case(13, op, [positive, ints(0, -1)], (TAIL,))
    else:
        case(11, op, [positive], (NONE,), axes=[0, -1])
# Without axes nothing is reduced; the function of each element stays.
case(18, "ReduceSum", [cube, np.zeros(0, np.int64)], (TAIL,), noop_with_empty_axes=1)
for op, wanted in (("ReduceL1", np.abs(cube)), ("ReduceL2", np.abs(cube)), ("ReduceSumSquare", cube**2), ("ReduceMax", cube)):
    case(18, op, [cube, np.zeros(0, np.int64)], (TAIL,), wanted=[wanted], noop_with_empty_axes=1)
case(18, "ReduceLogSum", [positive], (NONE,), wanted=[np.log(positive)], noop_with_empty_axes=1)
ties = rng.integers(0, 3, (3, 4, 5)).astype(np.float32)
for op in ("ArgMax", "ArgMin"):
    for axis in (-3, -1, 0, 2):
        for last in (0, 1):
            case(13, op, [ties], (NONE,), axis=axis, select_last_index=last, keepdims=last)
            case(13, op, [ties], (NONE,), axis=axis, select_last_index=last, keepdims=1 - last)
for axis in (-3, 2):
    for exclusive, reverse in ((0, 0), (1, 0), (0, 1), (1, 1)):
        case(14, "CumSum", [cube, np.array(axis)], (TAIL,), exclusive=exclusive, reverse=reverse)
for axis in (-1, 0, -2):
    for depth in (ints(3), floats(3)):
        case(13, "OneHot", [ints(0, -1, 2, 3, -4), depth, floats(-1, 5)], axis=axis)
    # onnxruntime refuses the depth 0.
    case(13, "OneHot", [ints(0, -1), ints(0), floats(-1, 5)], wanted=[np.zeros((2, 0) if axis == -1 else (0, 2), np.float32)], axis=axis)
case(13, "GatherND", [cube, ints([[-1, 0]], [[2, -4]])], batch_dims=1)
case(13, "GatherElements", [cube, ints([[-4, 3, 0, 0, 0]])], axis=-1)
case(18, "ScatterElements", [cube, ints([[2, -3]]), normal(1, 1, 2)], axis=-2, reduction="min")
for largest in (0, 1):
    case(13, "TopK", [ties, ints(3)], outputs=2, axis=-1, largest=largest)
    case(13, "TopK", [ties, ints(4)], outputs=2, axis=1, largest=largest)

# Functions of floats at their defaults.

edges = floats(-2, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 2, 2.5, 3, -2.5, -3)
for op in ("Celu", "Elu", "HardSigmoid", "LeakyRelu", "Selu", "Shrink", "ThresholdedRelu", "HardSwish", "Softsign", "Softplus"):
    case(14, op, [edges], (NONE,))
case(14, "Shrink", [edges], (NONE,), lambd=1.0, bias=0.5)
case(14, "ThresholdedRelu", [edges], (NONE,), alpha=2.0)
case(20, "Gelu", [edges], (NONE,))
case(20, "IsInf", [floats(-np.inf, np.inf, 0, np.nan)], (NONE,))
case(20, "IsInf", [floats(-np.inf, np.inf, 0, np.nan)], (NONE,), detect_negative=0)
case(20, "IsInf", [floats(-np.inf, np.inf, 0, np.nan)], (NONE,), detect_positive=0)
case(13, "Mod", [ints(-7, 7, -6, 6), ints(3, -3, 3, -3)])
case(13, "Mod", [ints(-7, 7, -6, 6), ints(3, -3, 3, -3)], fmod=1)
case(13, "Clip", [edges, None, floats(1).reshape(())])
case(13, "Clip", [edges, floats(-1).reshape(())])
case(7, "Clip", [edges], (NONE,), min=-1.0)
for op in ("Softmax", "LogSoftmax", "Hardmax"):
    case(11, op, [cube], (NONE,), is_open=op != "Hardmax")
    case(13, op, [cube], (NONE,))
    case(13, op, [cube], (NONE,), axis=-3)
case(17, "LayerNormalization", [cube, normal(4), normal(4)], outputs=3, epsilon=0.5)
case(17, "LayerNormalization", [cube, normal(3, 4)], outputs=3, is_open=False, axis=-2)
case(9, "InstanceNormalization", [image, normal(2), normal(2)], epsilon=0.5)
case(18, "GroupNormalization", [normal(2, 6, 3), normal(2), normal(2)], is_open=False, num_groups=2, epsilon=0.5)
case(21, "GroupNormalization", [normal(2, 6, 3), normal(6), normal(6)], is_open=False, num_groups=3)
for size in (1, 3):
    case(13, "LRN", [normal(1, 5, 2, 2)], (NONE,), is_open=False, size=size, alpha=0.5, bias=0.5)
zeros = np.array([[0, 0, 0], [3, 0, -4]], np.float32)
for attributes in ({}, {"p": 1}, {"axis": 0}, {"axis": -2, "p": 1}):
    case(13, "LpNormalization", [zeros], (NONE,), **attributes)
case(13, "MeanVarianceNormalization", [normal(2, 3, 4, 5)], (NONE,))
case(13, "MeanVarianceNormalization", [normal(2, 3, 4)], (NONE,), axes=[-1])
left, right, added = normal(3, 4), normal(4, 5), normal(5)
for attributes in ({}, {"alpha": 0.5}, {"beta": 0.5}, {"alpha": 2.0, "beta": 0.25}, {"beta": 0.0}):
    case(13, "Gemm", [left, right, added], **attributes)
    case(13, "Gemm", [left, right], **attributes)
    case(13, "Gemm", [left.T.copy(), right.T.copy(), normal(3, 1)], transA=1, transB=1, **attributes)
case(15, "BatchNormalization", [image, normal(2), normal(2), normal(2), np.abs(normal(2))], epsilon=0.5)
for k in (-3, -2, 0, 1, 4, 5):
    case(13, "EyeLike", [normal(3, 5)], (NONE,), k=k)
case(13, "Dropout", [cube, floats(0).reshape(()), np.array(True)], (TAIL,), outputs=2)

# Quantization.

one = floats(1).reshape(())
for dtype, opset in ((np.int8, 13), (np.uint8, 13), (np.int16, 21), (np.uint16, 21)):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    x = floats(low - 9, low - 0.75, low, low + 0.5, low + 1.5, high - 1.5, high - 0.5, high, high + 0.75, high + 9)
    for zero in (0, 3):
        case(opset, "QuantizeLinear", [x, one, np.array(zero, dtype)])
for axis in (-3, 0):
    case(13, "QuantizeLinear", [cube, floats(0.5, 0.125), np.array([3, -4], np.int8)], axis=axis)
for axis in (-1, 2):
    case(13, "DequantizeLinear", [(cube * 9).astype(np.int8), floats(1, 2, 3, 4), np.array([1, -2, 0, 3], np.int8)], axis=axis)
for saturate in (0, 1):
    case(19, "QuantizeLinear", [floats(500, -600, 448, 1, 0.3), one, np.zeros((), ml_dtypes.float8_e4m3fn)], (TAIL,),
         cast=TensorProto.FLOAT, saturate=saturate)  # fmt: skip
# The quotient is rounded to f16 before it is rounded to a whole number.
x = rng.uniform(-100, 100, 200).astype(np.float16)
tenth = np.array(0.9, np.float16)
case(21, "QuantizeLinear", [x, tenth, np.zeros((), np.int8)],
     wanted=[np.clip(np.rint(x / tenth), -128, 127).astype(np.int8)])  # fmt: skip
for x in (np.zeros(3), [1, 2, 3], [-1, -2, -3], [-1, 0, 2]):
    x = floats(*x)
    high, low = max(0, x.max()), min(0, x.min())
    scale = np.float32((high - low if high > low else np.float32(1)) / np.float32(255))
    zero = np.uint8(np.clip(np.rint(-low / scale), 0, 255))
    y = np.clip(np.rint(x / scale) + zero, 0, 255).astype(np.uint8)
    case(13, "DynamicQuantizeLinear", [x], (NONE,), outputs=3, wanted=[y, np.array(scale), np.array(zero)])
for kind in (np.int8, np.uint8):
    low = np.iinfo(kind).min
    left, right = (rng.integers(low, low + 256, shape).astype(kind) for shape in ((2, 3), (3, 4)))
    a_zero, b_zero = np.array([5, 7], kind), np.array([1, 2, 3, 4], kind)
    wide_left, wide_right = left.astype(np.int32), right.astype(np.int32)
    for first, second in ((None, None), (a_zero, None), (a_zero[:1], None), (None, b_zero), (None, b_zero[:1]), (a_zero, b_zero)):
        x = wide_left - (0 if first is None else first.astype(np.int32)[:, None])
        y = wide_right - (0 if second is None else second.astype(np.int32))
        case(13, "MatMulInteger", [left, right, first, second], wanted=[x @ y], is_open=False)
    # So that few results lie at the ends of their type, which hide a zero point.
    a_scale, b_scale, y_scale = floats(0.5, 0.25), floats(0.25, 0.5, 1, 2), floats(256).reshape(())
    product = (wide_left - a_zero.astype(np.int32)[:, None]) @ (wide_right - b_zero.astype(np.int32))
    scaled = np.rint(product * (a_scale[:, None] * b_scale) / y_scale) + 3
    case(13, "QLinearMatMul", [left, a_scale, a_zero, right, b_scale, b_zero, y_scale, np.array(3, kind)],
         wanted=[np.clip(scaled, low, low + 255).astype(kind)], is_open=False)  # fmt: skip
pixels = rng.integers(0, 256, (1, 2, 4, 4)).astype(np.uint8)
filters = rng.integers(-128, 128, (3, 2, 3, 3)).astype(np.int8)
bias = np.array([-50, 20, 1000], np.int32)
# Exact: where the CPU has no VNNI, onnxruntime adds products of uint8 and int8 pairwise in 16 bits, and clips them.
padded = np.pad(pixels.astype(np.int64) - 9, ((0, 0), (0, 0), (1, 1), (0, 1)))
windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
sums = np.einsum("nchwrs,ocrs->nohw", windows, filters.astype(np.int64)) + bias[:, None, None]
scaled = np.rint(sums * (floats(0.5) * floats(0.5, 0.25, 1) / floats(512))[:, None, None]) + 120
case(13, "QLinearConv", [pixels, floats(0.5).reshape(()), np.array(9, np.uint8), filters, floats(0.5, 0.25, 1), np.array([0, 0, 0], np.int8),
                         floats(512).reshape(()), np.array(120, np.uint8), bias], pads=[1, 0, 1, 1],
     wanted=[np.clip(scaled, 0, 255).astype(np.uint8)])  # fmt: skip
case(13, "ConvInteger", [pixels, filters.view(np.uint8), np.array(9, np.uint8), np.array(3, np.uint8)], is_open=False)


# Recurrent layers.


def transposed(array):
    return None if array is None else array.swapaxes(0, 1)


def by_batch(op, gates, states, **attributes):
    """With layout 1 the batch is the first axis, which onnxruntime has not: it gets the
    transposes. `states`: which initial states there are."""
    directions = 2 if attributes.get("direction") == "bidirectional" else 1
    x, w, r, bias = normal(5, 3, 2), normal(directions, gates * 4, 2), normal(directions, gates * 4, 4), normal(directions, gates * 8)
    lengths = np.array([5, 1, 4], np.int32)
    first = [normal(directions, 3, 4) if state in states else None for state in ("hc" if op == "LSTM" else "h")]
    count = len(first) + 1
    y, *last = expected(14, op, [x, w, r, bias, lengths, *first], count, hidden_size=4, **attributes)
    case(14, op, [transposed(x), w, r, bias, lengths, *map(transposed, first)], outputs=count, is_open=False,
         wanted=[y.transpose(2, 0, 1, 3), *map(transposed, last)], hidden_size=4, layout=1, **attributes)  # fmt: skip


for states in ("", "h", "c", "hc"):
    by_batch("LSTM", 4, states, direction="reverse")
by_batch("LSTM", 4, "hc", direction="bidirectional", clip=0.5, input_forget=1)
for reset in (0, 1):
    by_batch("GRU", 3, "h", linear_before_reset=reset, clip=0.5)
by_batch("RNN", 1, "", direction="reverse", clip=0.5)
by_batch("RNN", 1, "h", activations=["HardSigmoid"], activation_alpha=[0.3], activation_beta=[0.4])

main()
