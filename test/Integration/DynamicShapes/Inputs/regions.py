# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Graphs that sample pictures at places, whose number is a symbol too, and pools that say where."""

import numpy as np
from onnx import helper

from cases import SIZES, Case, F, I, ints, node, weights

SIDES = (1, 2, 3, 5, 9)


def rois(sizes, random):
    """Corners of regions, some of which reach out of the picture."""
    corners = random.uniform(-2, 12, (sizes["R"], 2, 2))
    return np.concatenate([corners.min(1), corners.max(1)], 1)


def roi_align(name, opset=16, inside=None, **attributes):
    return Case(name, [("x", F, ["N", 3, "H", "W"]), ("r", F, ["R", 4]), ("i", I, ["R"])],
                [node("RoiAlign", "x r i", output_height=3, output_width=2, **attributes)],
                {"N": (1, 2, 3), "H": SIDES, "W": SIDES, "R": SIZES}, opset=opset,
                values={"r": rois, "i": inside or (lambda sizes, random: random.integers(0, sizes["N"], sizes["R"]))},
                also=[dict(N=2, H=7, W=8, R=0), dict(N=1, H=20, W=30, R=40)])


ROIS = [
    roi_align("roi_align"),
    roi_align("roi_align_samples", sampling_ratio=2, spatial_scale=0.5),
    roi_align("roi_align_old", opset=10, sampling_ratio=1),
    roi_align("roi_align_max", mode="max", sampling_ratio=2, coordinate_transformation_mode="output_half_pixel"),
    # Regions that another op makes: their number is known when the model runs only.
    Case("roi_align_kept", [("x", F, [1, 2, "H", "W"]), ("r", F, ["R", 4]), ("s", F, ["R"])],
         [node("Greater", "s zero", "good"), node("NonZero", "good", "at"), node("Squeeze", "at first", "places"),
          node("Gather", "r places", "kept", axis=0), node("Shape", "places", "count"),
          node("Expand", "image count", "images"),
          node("RoiAlign", "x kept images", output_height=2, output_width=2, sampling_ratio=2)],
         {"H": (4, 9), "W": (5, 8), "R": SIZES}, values={"r": rois},
         constants={"zero": F(0), "first": ints(0), "image": ints(0)}),
]


def grid_sample(name, also=(), **attributes):
    return Case(name, [("x", F, ["N", 2, "H", "W"]), ("g", F, ["N", "A", "B", 2])],
                [node("GridSample", "x g", **attributes)],
                {"N": (0, 1, 2), "H": SIDES, "W": SIDES, "A": SIZES, "B": SIZES}, opset=20,
                values={"g": lambda sizes, random: random.uniform(-1.6, 1.6, [sizes[d] for d in "NAB"] + [2])},
                also=[dict(N=1, H=1, W=1, A=2, B=3), *also])


GRIDS = [
    grid_sample("grid_linear"),
    grid_sample("grid_linear_corners", align_corners=1, padding_mode="border"),
    grid_sample("grid_nearest", mode="nearest", padding_mode="reflection"),
    grid_sample("grid_cubic", mode="cubic", padding_mode="reflection", align_corners=1),
    grid_sample("grid_cubic_zeros", mode="cubic"),
    grid_sample("grid_cubic_border", mode="cubic", padding_mode="border"),
    Case("grid_volume", [("x", F, ["N", 2, "D", "H", "W"]), ("g", F, ["N", "A", 3, "B", 3])],
         [node("GridSample", "x g", mode="linear", padding_mode="reflection", align_corners=1)],
         {"N": (1, 2), "D": SIDES, "H": SIDES, "W": SIDES, "A": (1, 4), "B": (0, 1, 5)}, opset=20),
    Case("affine_grid", [("t", F, ["N", 2, 3]), ("s", I, [4])], [node("AffineGrid", "t s")], {"N": (1, 3)}, opset=20,
         values={"s": lambda sizes, random: [sizes["N"], 3, *random.choice(SIDES, 2)]}),
    *[Case(f"grid_cubic_volume_{outside}", [("x", F, ["N", 2, "D", "H", 3]), ("g", F, ["N", 2, "A", 2, 3])],
           [node("GridSample", "x g", mode="cubic", padding_mode=outside, align_corners=outside == "zeros")],
           {"N": (1, 2), "D": (2, 3), "H": (2, 5), "A": (1, 3)}, opset=20, reference=True,
           values={"g": lambda sizes, random: random.uniform(-1.4, 1.4, [sizes["N"], 2, sizes["A"], 2, 3])})
      # At the border onnx's reference reads other elements than PyTorch and onnxruntime do in a plane.
      for outside in ("zeros", "reflection")],
    # With one point between the corners onnxruntime takes the other one than ONNX says.
    Case("affine_grid_corners", [("t", F, ["N", 3, 4]), ("x", F, ["N", 2, "D", "H", "W"])],
         [node("Shape", "x", "s"), node("AffineGrid", "t s", "g", align_corners=1), node("GridSample", "x g")],
         {"N": (1, 2), "D": (2, 3, 5), "H": (2, 4), "W": (2, 9)}, opset=20),
]


def places(name, inputs, symbols, **attributes):
    return Case(name, inputs, [helper.make_node("MaxPool", ["x"], ["y", "i"], "pool", **attributes)], symbols,
                outputs=("y", "i"), opset=12)


PLACES = [
    places("max_places", [("x", F, ["N", "C", "H", "W"])],
           {"N": (0, 1, 2), "C": (1, 3), "H": SIDES, "W": SIDES}, kernel_shape=[2, 3], strides=[2, 1]),
    places("max_places_pads", [("x", F, ["N", 3, "H", "W"])], {"N": (1, 2), "H": SIDES, "W": SIDES},
           kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2], ceil_mode=1),
    places("max_places_columns", [("x", F, ["N", 2, "H", "W"])], {"N": (1, 2), "H": SIDES, "W": SIDES},
           kernel_shape=[2, 2], storage_order=1),
    places("max_places_same", [("x", F, ["N", 2, "L"])], {"N": (1, 2), "L": SIDES}, kernel_shape=[3], strides=[2],
           auto_pad="SAME_UPPER"),
    places("max_places_volume", [("x", F, ["N", 2, "D", "H", "W"])],
           {"N": (1, 2), "D": (2, 3), "H": SIDES, "W": SIDES}, kernel_shape=[2, 2, 2], strides=[1, 2, 2]),
]


def scales(axes):
    """Factors of which the product with an extent may end just below a whole number in exact arithmetic. None but 1
    leaves every extent as it is: onnxruntime would copy there, whatever the factor."""
    return lambda sizes, random: np.where(np.isin(np.arange(4), axes), random.choice([0.3, 0.5, 0.7, 1, 1.3, 2], 4), 1)


def by_scales(name, axes=(2, 3), symbols=None, **attributes):
    return Case(name, [("x", F, ["N", 2, "H", "W"]), ("s", F, [4])], [node("Resize", "x e s", **attributes)],
                symbols or {"N": (1, 2), "H": (4, 9, 10), "W": (7, 10, 20)}, values={"s": scales(axes)},
                constants={"e": weights(0)}, opset=19)


def by_quotient(name, **attributes):
    """To about the size of another picture, by a quotient that the graph computes."""
    nodes = [node("Shape", "x", "own", start=2), node("Shape", "z", "other", start=2),
             node("Cast", "own", "own_f", to=1), node("Cast", "other", "other_f", to=1),
             node("Div", "other_f own_f", "part"), node("Concat", "ones part", "s", axis=0),
             node("Resize", "x e s", **attributes)]
    return Case(name, [("x", F, ["N", 2, "H", "W"]), ("z", F, [1, 1, "P", "Q"])], nodes,
                {"N": (1, 2), **{s: (2, 3, 5, 8) for s in "HWPQ"}}, constants={"e": weights(0), "ones": F([1, 1])})


RESIZES = [
    by_scales("linear_run", mode="linear"),
    by_scales("nearest_run", mode="nearest", nearest_mode="floor", coordinate_transformation_mode="asymmetric"),
    by_scales("cubic_run", mode="cubic", symbols={"N": (1,), "H": (4, 10), "W": (8, 10)}),
    by_quotient("linear_quotient", mode="linear"),
    by_quotient("corners_quotient", mode="linear", coordinate_transformation_mode="align_corners"),
    Case("linear_part", [("x", F, ["N", 2, "H", "W"]), ("s", F, [1])],
         [node("Resize", "x e s", mode="linear", axes=[2])], {"N": (1, 2), "H": (3, 10), "W": (1, 5)},
         values={"s": lambda sizes, random: [random.choice([0.7, 1.5, 2])]}, constants={"e": weights(0)}),
    Case("nearest_part", [("x", F, ["N", 2, "H", "W"]), ("s", I, [2])],
         [node("Resize", "x e e s", mode="nearest", axes=[3, 2])], {"N": (1, 2), "H": (3, 10), "W": (1, 5)},
         values={"s": lambda sizes, random: random.integers(1, 12, 2)}, constants={"e": weights(0)}),
    Case("linear_bad", [("x", F, ["N", 1, 4, 4]), ("s", F, [4])], [node("Resize", "x e s", mode="linear")],
         {"N": (1, 2)}, values={"s": lambda sizes, random: [1, 1, random.choice([0, -1, 2, np.nan]), 1]},
         constants={"e": weights(0)}),
    *[Case(f"linear_{factor}", [("x", F, ["N", 1, "H", "W"])], [node("Resize", "x e s", mode="linear")],
           {"N": (1, 2), "H": (4, 5, 9, 10), "W": (3, 7, 10, 20)},
           constants={"e": weights(0), "s": F([1, 1, factor, 1 / factor])}) for factor in (0.7, 0.3, 1.5)],
]

REGIONS = ROIS + GRIDS + PLACES + RESIZES
