# ===- resampling.py - Ops that read between elements ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Resize, GridSampler, ROIAlign, AffineGrid and Col2ImV2 agree with onnxruntime
in float32, rounded once to the type of the result."""

import ml_dtypes
import numpy as np
from peer import onnxruntime_of
from suite import Const, Suite, bfloat16

suite = Suite()
random = np.random.default_rng(5)
FLOATS = [np.float32, np.float16, bfloat16]


def near(dtype, absolute=1e-5):
    """Within the rounding to dtype, and what float32 loses on the way."""
    unit = float(ml_dtypes.finfo(dtype).eps) / 2 * 1.001 + 1e-6

    def check(actual, expected):
        wide, wanted = actual.astype(np.float64), expected.astype(np.float64)
        # What is expected was rounded, too.
        return ~(np.abs(wide - wanted) <= 2 * unit * np.abs(wanted) + absolute)

    return check


def text(**attributes):
    """Attributes of GE as MLIR has them."""
    def value(one):
        if isinstance(one, str):
            return '"%s"' % one
        if isinstance(one, bool):
            return str(one).lower()
        if isinstance(one, list):
            return "array<i64: %s>" % ", ".join(map(str, one))
        return "%d : i64" % one if isinstance(one, int) else "%r : f32" % one

    return ", ".join("ge.%s = %s" % (name, value(one)) for name, one in attributes.items())


def wide(array):
    return array.astype(np.float32)


# Resize: each mode with each place of the coordinates that it has.
NONE = np.empty(0, np.float32)
for dtype in FLOATS:
    x = random.standard_normal((1, 2, 5, 7)).astype(dtype)
    for mode in ("nearest", "linear", "cubic"):
        for places in ("half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"):
            # No position lies between two elements by an ulp of float32.
            for sizes in ([1, 2, 8, 10], [1, 2, 3, 7], [1, 2, 10, 14], [1, 2, 1, 1]):
                words = {"mode": mode, "coordinate_transformation_mode": places}
                if mode == "nearest":
                    # onnxruntime takes half of 7 for less than 3.5.
                    if sizes[3] == 1 and places == "half_pixel":
                        continue
                    words["nearest_mode"] = "floor"
                wanted = onnxruntime_of("Resize", [wide(x)], {1: NONE, 2: NONE, 3: np.array(sizes)}, **words)
                suite.add("resize", [x, None, None, Const(sizes)], wanted.astype(dtype), text(**words), near(dtype))
    # A part of the image, and one that reaches out of it.
    for mode in ("nearest", "linear", "cubic"):
        for roi in ([0, 0, 0.25, 0.125, 1, 1, 0.75, 0.875], [0, 0, -0.3, 0.1, 1, 1, 0.8, 1.4]):
            words = {"mode": mode, "coordinate_transformation_mode": "tf_crop_and_resize", "extrapolation_value": -3.5}
            if mode == "nearest":
                words["nearest_mode"] = "floor"
            sizes, roi = [1, 2, 4, 9], np.array(roi, np.float32)
            wanted = onnxruntime_of("Resize", [wide(x)], {1: roi, 2: NONE, 3: np.array(sizes)}, **words)
            suite.add("resize", [x, Const(roi, np.float32), None, Const(sizes)], wanted.astype(dtype), text(**words), near(dtype))
    wanted = onnxruntime_of("Resize", [wide(x)], {1: NONE, 2: NONE, 3: np.array([1, 2, 10, 7])},
                            mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")  # fmt: skip
    suite.add("resize_nearest_neighbor_v2", [x, Const([10, 7], np.int32)], wanted.astype(dtype))
    suite.add("resize_nearest_neighbor_v2d", [x], wanted.astype(dtype), text(size=[10, 7]))

# What one dtype shows of every other.
x = random.standard_normal((1, 2, 5, 7)).astype(np.float32)
symmetric = {"mode": "linear", "coordinate_transformation_mode": "half_pixel_symmetric"}
# Elements outside of x have no weight.
outside = {"mode": "cubic", "exclude_outside": 1, "cubic_coeff_a": -0.5}
for words, scales in [(symmetric, [1, 1, 1.7, 0.6]), (outside, [1, 1, 2, 3]), (dict(outside, exclude_outside=0), [1, 1, 2, 3])]:
    wanted = onnxruntime_of("Resize", [x], {1: NONE, 2: np.array(scales, np.float32)}, **words)
    suite.add("resize", [x, None, Const(scales, np.float32)], wanted, text(**words), near(np.float32), is_edge=True)
# A part that the run says, of which one axis becomes its middle.
for roi, dtypes in (([0, 0, 0.25, 0.125, 1, 1, 0.75, 0.875], [np.float32, np.float64]), ([0, 0, -0.3, 0.1, 1, 1, 0.8, 1.4], [np.float64, np.float32])):
    for sizes, dtype in zip(([1, 2, 4, 9], [1, 2, 1, 9]), dtypes):
        words = {"mode": "linear", "coordinate_transformation_mode": "tf_crop_and_resize", "extrapolation_value": -3.5}
        roi = np.array(roi, np.float32)
        wanted = onnxruntime_of("Resize", [x], {1: roi, 2: NONE, 3: np.array(sizes)}, **words)
        suite.add("resize", [x, roi.astype(dtype), None, Const(sizes)], wanted, text(**words), near(np.float32), is_edge=True)
# Ties go up: 5 rows become 10 and 3, 7 columns 14 and 4.
for size in ([10, 14], [3, 4]):
    for places, words in [("align_corners", {"align_corners": True}), ("half_pixel", {"half_pixel_centers": True})]:
        wanted = onnxruntime_of("Resize", [x], {1: NONE, 2: NONE, 3: np.array([1, 2, *size])}, mode="nearest",
                                coordinate_transformation_mode=places, nearest_mode="round_prefer_ceil")  # fmt: skip
        suite.add("resize_nearest_neighbor_v2", [x, Const(size, np.int32)], wanted, text(**words), is_edge=size[0] == 10)
        suite.add("resize_nearest_neighbor_v2d", [x], wanted, text(size=size, **words), is_edge=size[0] == 3)

# GridSampler: some positions lie outside.
for dtype in FLOATS:
    for axes, op in ((2, "grid_sampler2d"), (3, "grid_sampler3d")):
        x = random.standard_normal((2, 3, *(6, 5, 4)[:axes])).astype(dtype)
        # Sixty-fourths are exact in each type, and no position lies between two elements by an ulp.
        grid = (random.integers(-80, 81, (2, *(3, 4, 5)[:axes], axes)) / 64).astype(dtype)
        for mode, onnx_mode in (("bilinear", "linear"), ("nearest", "nearest"), ("bicubic", "cubic")):
            if axes == 3 and mode == "bicubic":
                continue
            for padding in ("zeros", "border", "reflection"):
                for corners in (False, True):
                    wanted = onnxruntime_of("GridSample", [wide(x), wide(grid)], mode=onnx_mode,
                                            padding_mode=padding, align_corners=int(corners))  # fmt: skip
                    attributes = text(interpolation_mode=mode, padding_mode=padding, align_corners=corners)
                    suite.add(op, [x, grid], wanted.astype(dtype), attributes, near(dtype))

# ROIAlign: a row of rois has the number of its image first.
for dtype in FLOATS:
    x = random.standard_normal((2, 3, 9, 8)).astype(dtype)
    boxes = np.array([[0, 0, 7, 8], [1, 2, 4, 3.5], [3, 1, 3.5, 6], [-2, -1, 12, 11]], np.float32)
    images = np.array([0, 1, 1, 0])
    rois = np.concatenate([images[:, None], boxes], 1).astype(dtype)
    for mode in ("avg", "max"):
        for aligned in (False, True):
            for samples in (0, 2):
                wanted = onnxruntime_of(
                    "RoiAlign", [wide(x), boxes, images], opset=16, mode=mode, output_height=2, output_width=3,
                    sampling_ratio=samples, spatial_scale=0.5,
                    coordinate_transformation_mode="half_pixel" if aligned else "output_half_pixel")  # fmt: skip
                attributes = text(pooled_height=2, pooled_width=3, sample_num=samples, spatial_scale=0.5,
                                  roi_end_mode=2 if aligned else 0, pool_mode=mode)  # fmt: skip
                suite.add("roi_align", [x, rois], wanted.astype(dtype), attributes, near(dtype))

# AffineGrid.
for dtype in FLOATS:
    for extents in ([2, 3, 4, 5], [1, 2, 3, 4, 5]):
        axes = len(extents) - 2
        theta = (random.integers(-16, 17, (extents[0], axes, axes + 1)) / 8).astype(dtype)
        for corners in (False, True):
            wanted = onnxruntime_of("AffineGrid", [wide(theta)], {1: np.array(extents)}, align_corners=int(corners))
            suite.add("affine_grid", [theta, Const(extents)], wanted.astype(dtype), text(align_corners=corners),
                      near(dtype))

# Col2ImV2: sums of small whole numbers are exact.
for dtype in FLOATS:
    x = random.integers(-8, 9, (2, 3 * 6, 12)).astype(dtype)
    wanted = onnxruntime_of("Col2Im", [wide(x)], {1: np.array([5, 5]), 2: np.array([2, 3])}, opset=18)
    suite.add("col2im_v2", [x, Const([5, 5]), Const([2, 3])], wanted.astype(dtype))
    x = random.integers(-8, 9, (1, 2 * 4, 12)).astype(dtype)
    wanted = onnxruntime_of("Col2Im", [wide(x)], {1: np.array([7, 6]), 2: np.array([2, 2])}, opset=18,
                            strides=[2, 2], pads=[1, 1, 1, 0], dilations=[2, 1])  # fmt: skip
    suite.add("col2im_v2", [x, Const([7, 6]), Const([2, 2])], wanted.astype(dtype),
              text(strides=[2, 2], dilations=[2, 1], pads=[1, 1, 1, 0]))

suite.main()
