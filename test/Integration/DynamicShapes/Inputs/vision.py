# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Graphs of pictures whose number, height and width are symbols."""

import numpy as np
from onnx import helper

from cases import SIZES, Case, F, I, ints, node, weights

PIXELS = (1, 2, 3, 5, 8, 17, 33)


def images(channels, *axes):
    return [("x", F, ["N", channels, *axes])]


def picture(channels=3):
    return images(channels, "H", "W")


def conv(name, filter_shape, inputs=None, symbols=None, also=(), kind="Conv", bias=None, **attributes):
    inputs = inputs or picture(filter_shape[1] * attributes.get("group", 1))
    constants = {"w": weights(*filter_shape)}
    if bias:
        constants["b"] = weights(bias)
    return Case(name, inputs, [node(kind, "x w b" if bias else "x w", **attributes)],
                symbols or {"N": (0, 1, 2, 3), "H": PIXELS, "W": PIXELS}, constants=constants, also=list(also))


CONVOLUTIONS = [
    conv("conv_pointwise", (9, 4, 1, 1), bias=9, also=[dict(N=2, H=9, W=11)]),
    conv("conv_same", (5, 3, 3, 3), pads=[1, 1, 1, 1], bias=5, also=[dict(N=1, H=40, W=67)]),
    conv("conv_valid", (5, 3, 3, 3), also=[dict(N=1, H=3, W=3), dict(N=2, H=2, W=9)]),
    conv("conv_stride", (17, 3, 3, 3), pads=[1, 0, 0, 1], strides=[2, 3], also=[dict(N=1, H=67, W=40)]),
    conv("conv_pointwise_stride", (4, 3, 1, 1), strides=[2, 2]),
    conv("conv_dilated", (4, 2, 3, 2), pads=[2, 2, 2, 2], dilations=[2, 3]),
    conv("conv_groups", (6, 2, 3, 3), group=3, pads=[1, 1, 1, 1], bias=6),
    conv("conv_depthwise", (8, 1, 5, 5), group=8, pads=[2, 2, 2, 2], strides=[2, 1], bias=8,
         also=[dict(N=2, H=33, W=35)]),
    conv("conv_auto_upper", (4, 3, 3, 2), auto_pad="SAME_UPPER", strides=[2, 3]),
    conv("conv_auto_lower", (4, 3, 2, 4), auto_pad="SAME_LOWER", strides=[2, 2], dilations=[1, 1]),
    conv("conv_auto_step1", (4, 3, 2, 2), auto_pad="SAME_UPPER"),
    conv("conv_width", (4, 3, 3, 3), inputs=images(3, 12, "W"), symbols={"N": (1, 2), "W": PIXELS}, pads=[0, 1, 0, 1],
         strides=[2, 1]),
    conv("conv_height", (4, 3, 3, 3), inputs=images(3, "H", 12), symbols={"N": (1, 2), "H": PIXELS}, pads=[1, 1, 1, 1]),
    conv("conv_batch", (4, 3, 3, 3), inputs=images(3, 10, 12), symbols={"N": SIZES}, pads=[1, 1, 1, 1]),
    conv("conv_signal", (6, 4, 5), inputs=images(4, "L"), symbols={"N": (1, 2), "L": PIXELS}, pads=[2, 1], strides=[2],
         bias=6),
    conv("conv_volume", (3, 2, 2, 3, 3), inputs=images(2, "D", "H", "W"), pads=[1, 1, 1, 0, 1, 1],
         symbols={"N": (1, 2), "D": (1, 2, 4), "H": (1, 3, 5), "W": (1, 3, 17)}),
    conv("transpose_2", (3, 4, 2, 2), inputs=picture(3), kind="ConvTranspose", strides=[2, 2], bias=4),
    conv("transpose_pads", (4, 3, 3, 4), inputs=picture(4), kind="ConvTranspose", strides=[2, 3], pads=[1, 0, 1, 2],
         output_padding=[1, 0], group=2),
    conv("transpose_same", (2, 3, 3, 3), inputs=picture(2), kind="ConvTranspose", strides=[2, 2],
         auto_pad="SAME_UPPER"),
]


# Also pictures that are smaller than the window: there is one window or none, or both refuse.
WHOLE = (1, 2, 3, 4, 5, 8, 17, 33)


def pool(name, kind, inputs=None, symbols=None, also=(), **attributes):
    return Case(name, inputs or picture(), [node(kind, "x", **attributes)],
                symbols or {"N": (1, 2), "H": WHOLE, "W": WHOLE}, opset=19,
                also=[dict(N=0, D=3, L=4, H=8, W=9), dict(N=1, D=0, L=0, H=0, W=9), dict(N=1, D=1, L=1, H=1, W=1),
                      dict(N=2, D=2, L=2, H=2, W=2), *also])


POOLS = [
    pool("max_pool", "MaxPool", kernel_shape=[2, 3], strides=[2, 2]),
    pool("max_pool_pads", "MaxPool", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1]),
    pool("max_pool_ceil", "MaxPool", kernel_shape=[3, 2], strides=[2, 3], ceil_mode=1),
    pool("max_pool_auto", "MaxPool", kernel_shape=[2, 2], strides=[2, 2], auto_pad="SAME_UPPER"),
    pool("max_pool_step1", "MaxPool", kernel_shape=[2, 2], auto_pad="SAME_UPPER"),
    pool("average_pool", "AveragePool", kernel_shape=[2, 3], strides=[2, 1]),
    pool("average_pool_pads", "AveragePool", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
    pool("average_pool_all", "AveragePool", kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1],
         count_include_pad=1),
    pool("average_pool_ceil", "AveragePool", kernel_shape=[2, 2], strides=[2, 2], ceil_mode=1),
    pool("average_pool_auto", "AveragePool", kernel_shape=[3, 2], strides=[2, 3], auto_pad="SAME_LOWER"),
    pool("average_pool_signal", "AveragePool", inputs=images(2, "L"), symbols={"N": (1, 2), "L": WHOLE},
         kernel_shape=[3], strides=[2]),
    pool("max_pool_wide", "MaxPool", kernel_shape=[5, 7], strides=[3, 4], also=[dict(N=2, H=h, W=w)
                                                                            for h in (1, 2, 3) for w in (3, 4, 6)]),
    pool("max_pool_wide_ceil", "MaxPool", kernel_shape=[5, 5], strides=[3, 4], pads=[1, 0, 1, 1], ceil_mode=1),
    pool("average_pool_wide", "AveragePool", kernel_shape=[5, 6], strides=[4, 5], pads=[0, 1, 1, 0],
         count_include_pad=1),
    pool("average_pool_wide_valid", "AveragePool", kernel_shape=[4, 6], strides=[3, 4], dilations=[1, 2]),
    pool("lp_pool_wide", "LpPool", kernel_shape=[5, 4], strides=[4, 3], p=3),
    pool("lp_pool_ceil", "LpPool", kernel_shape=[3, 3], strides=[2, 2], ceil_mode=1),
    pool("max_pool_volume", "MaxPool", inputs=images(2, "D", "H", "W"), kernel_shape=[2, 2, 2], strides=[1, 2, 2],
         symbols={"N": (1, 2), "D": (2, 3), "H": (2, 5), "W": (2, 7)}),
    Case("global_max_pool", picture(), [node("GlobalMaxPool", "x")], {"N": (0, 1, 2), "H": WHOLE, "W": WHOLE}),
    pool("lp_pool", "LpPool", kernel_shape=[2, 2], strides=[2, 2]),
]


def resize(name, scales=(), sizes=None, inputs=None, symbols=None, also=(), opset=18, **attributes):
    constants = {"r": weights(0), "s": ints(*sizes) if sizes else F(list(scales))}
    return Case(name, inputs or picture(2), [node("Resize", "x r r s" if sizes else "x r s", **attributes)],
                symbols or {"N": (1, 2), "H": PIXELS, "W": PIXELS}, constants=constants, also=list(also), opset=opset)


def computed_sizes(name, **attributes):
    """To the height and width of another picture, as exporters write it."""
    nodes = [node("Shape", "x", "shape"), node("Slice", "shape b0 e2 a0", "kept"), node("Shape", "z", "other"),
             node("Slice", "other e2 e4 a0", "wanted"), node("Concat", "kept wanted", "sizes", axis=0),
             node("Resize", "x r r sizes", **attributes)]
    return Case(name, [*picture(2), ("z", F, ["M", 1, "P", "Q"])], nodes,
                {"N": (1, 2), "M": (1,), **{s: (1, 2, 5, 9) for s in "HWPQ"}},
                constants={"r": weights(0), "b0": ints(0), "e2": ints(2), "e4": ints(4), "a0": ints(0)})


RESIZES = [
    resize("nearest_2", (1, 1, 2, 2), mode="nearest", coordinate_transformation_mode="asymmetric",
           nearest_mode="floor"),
    resize("nearest_8_opset11", (1, 1, 8, 8), opset=11, mode="nearest", coordinate_transformation_mode="asymmetric",
           nearest_mode="floor"),
    resize("nearest_half_pixel", (1, 1, 1.5, 0.5), mode="nearest"),
    resize("linear_2", (1, 1, 2, 2), mode="linear"),
    resize("nearest_policy", (1, 1, 2, 2), mode="nearest", keep_aspect_ratio_policy="stretch"),
    resize("linear_down", (1, 1, 0.6, 0.3), mode="linear", symbols={"N": (1, 2), "H": (4, 9), "W": (7, 33)}),
    resize("linear_corners", (1, 1, 2, 3), mode="linear", coordinate_transformation_mode="align_corners"),
    resize("linear_pytorch", (1, 1, 2, 1), mode="linear", coordinate_transformation_mode="pytorch_half_pixel"),
    resize("cubic", (1, 1, 2, 2), mode="cubic", symbols={"N": (1, 2), "H": (3, 9), "W": (4, 7)}),
    resize("fixed_sizes", sizes=(6, 9), axes=[2, 3], mode="linear"),
    computed_sizes("nearest_sizes", mode="nearest"),
    computed_sizes("nearest_floor_sizes", mode="nearest", coordinate_transformation_mode="asymmetric",
                   nearest_mode="floor"),
    computed_sizes("linear_sizes", mode="linear"),
    computed_sizes("linear_corner_sizes", mode="linear", coordinate_transformation_mode="align_corners"),
]


def keep_ratio(name, policy, shape=None, symbols=None, wanted=None, axes=(2, 3), values=None, **attributes):
    """To sizes of which one scale makes one; `wanted`: known ones, else those of a run."""
    inputs = [("x", F, shape or ["N", 2, "H", "W"])] + ([] if wanted else [("s", I, [len(axes)])])
    return Case(name, inputs, [node("Resize", "x r r s", keep_aspect_ratio_policy=policy, axes=list(axes), **attributes)],
                symbols or {"N": (1, 2), "H": PIXELS, "W": PIXELS},
                constants={"r": weights(0), **({"s": ints(*wanted)} if wanted else {})},
                values={} if wanted else {"s": values or (lambda sizes, random: random.integers(1, 20, len(axes)))})


def crop(name, roi, inputs=None, also=(), axes=None, **attributes):
    """A region of the picture that is known only at run time."""
    count = len(axes) if axes else 4
    middle = {"axes": list(axes)} if axes else {}
    return Case(name, [*(inputs or picture(2)), ("roi", F, [2 * count])],
                [node("Resize", "x roi r s", coordinate_transformation_mode="tf_crop_and_resize", **middle, **attributes)],
                {"N": (2,), "H": PIXELS[1:], "W": PIXELS[1:]}, also=list(also),
                constants={"r": weights(0), "s": ints(*([2, 2, 5, 7][-count:]))},
                values={"roi": lambda sizes, random: roi(random)})


def corners(random):
    """Of pictures: all images and channels, and a part of both axes that may reach out."""
    begin, end = random.uniform(-0.2, 0.5, 2), random.uniform(0.5, 1.2, 2)
    return np.concatenate([begin, end])


RATIOS = [
    keep_ratio("not_larger", "not_larger", mode="nearest"),
    keep_ratio("not_smaller", "not_smaller", mode="linear"),
    keep_ratio("not_larger_known", "not_larger", wanted=(7, 9), mode="linear"),
    keep_ratio("not_smaller_all", "not_smaller", shape=["A", "B"], symbols={"A": PIXELS, "B": PIXELS}, axes=(0, 1),
               mode="cubic"),
    keep_ratio("not_larger_swapped", "not_larger", axes=(3, 2), mode="linear"),
    crop("crop_linear", corners, axes=(2, 3), mode="linear", extrapolation_value=2.0),
    crop("crop_nearest", lambda random: np.concatenate([[0, 0], corners(random)[:2], [1, 1], corners(random)[2:]]),
         mode="nearest", extrapolation_value=-1.0),
]


def deform(name, shape, kernel, symbols=None, offsets=1, bias=False, mask=False, also=(), **attributes):
    """Offsets for each point of a kernel of that shape."""
    points = kernel[2] * kernel[3] * offsets
    inputs = [("x", F, shape), ("o", F, ["N", 2 * points, "P", "Q"])] + [("m", F, ["N", points, "P", "Q"])] * mask
    words = "x w o" + (" b" if bias else " " if mask else "") + (" m" if mask else "")
    names = ["x", "w", "o"] + (["b" if bias else ""] if bias or mask else []) + (["m"] if mask else [])
    made = helper.make_node("DeformConv", names, ["y"], words, offset_group=offsets, kernel_shape=kernel[2:], **attributes)
    return Case(name, inputs, [made], symbols, opset=19, also=list(also),
                constants={"w": weights(*kernel), **({"b": weights(kernel[0])} if bias else {})})


DEFORMED = [
    # H and W are P and Q.
    deform("deform_same", ["N", 3, "P", "Q"], (4, 3, 3, 3), {"N": (1, 2, 3), "P": (3, 5, 8), "Q": (2, 6, 9)},
           bias=True, mask=True, pads=[1, 1, 1, 1]),
    deform("deform_valid", ["N", 4, "H", "W"], (2, 4, 2, 3), {"N": (1, 2), "H": (3, 4), "W": (4, 5), "P": (2, 3), "Q": (2, 3)},
           also=[dict(N=1, H=3, W=5, P=2, Q=3), dict(N=2, H=3, W=5, P=3, Q=2), dict(N=2, H=9, W=6, P=8, Q=4)]),
    deform("deform_groups", ["N", 4, "P", "Q"], (6, 2, 3, 3), {"N": (1, 3), "P": (1, 4, 7), "Q": (3, 5)},
           offsets=2, group=2, mask=True, pads=[1, 1, 1, 1]),
    deform("deform_steps", ["N", 2, "H", 9], (3, 2, 3, 3), {"N": (1, 2), "H": (5, 6, 7, 8), "P": (3, 4), "Q": (4,)},
           offsets=2, dilations=[1, 2], strides=[2, 2], pads=[1, 1, 1, 1],
           also=[dict(N=2, H=7, P=4, Q=4), dict(N=1, H=8, P=4, Q=4), dict(N=1, H=6, P=3, Q=4)]),
]


def unpool(name, inputs, symbols, kernel, wanted=None, also=(), reference=False, **attributes):
    """What MaxPool took, where it was."""
    known = {"s": ints(*wanted)} if isinstance(wanted, tuple) else {}
    values = {"s": wanted} if wanted and not known else {}
    pool = {"kernel_shape": kernel, **attributes}
    back = helper.make_node("MaxUnpool", ["p", "i"] + ["s"] * bool(wanted), ["y"], "unpool", **pool)
    given = inputs + ([("s", I, [len(inputs[0][2])])] if values else [])
    return Case(name, given, [helper.make_node("MaxPool", ["x"], ["p", "i"], "pool", **pool), back], symbols,
                constants=known, values=values, also=list(also), reference=reference, opset=12)


SIDES = {"N": (1, 2), "H": (4, 6, 8, 12), "W": (6, 12, 18)}
UNPOOLED = [
    unpool("unpool", picture(2), SIDES, [2, 3], strides=[2, 3]),
    unpool("unpool_pads", picture(2), {"N": (1, 2), "H": (5, 7), "W": (7, 13)}, [3, 4], strides=[2, 3],
           pads=[1, 0, 1, 0]),
    unpool("unpool_signal", images(3, "L"), {"N": (1, 3), "L": (2, 4, 16)}, [2], strides=[2]),
    Case("unpool_given", [*picture(1), ("i", I, ["M", 1, "P", "W"])],
         [helper.make_node("MaxUnpool", ["x", "i"], ["y"], "u", kernel_shape=[2, 2], strides=[2, 2])],
         {"N": (1, 2), "M": (1, 2), "H": (2, 3), "P": (2, 3), "W": (1, 4)}, opset=11,
         values={"i": lambda sizes, random: np.arange(np.prod([sizes[s] for s in "MPW"])).reshape(
             sizes["M"], 1, sizes["P"], sizes["W"]) * 3 % (4 * np.prod([sizes[s] for s in "MPW"]))},
         also=[dict(N=2, M=2, H=3, P=3, W=4), dict(N=1, M=1, H=2, P=2, W=1)]),
    # Zeros behind; onnxruntime has the places count in the larger shape.
    unpool("unpool_known", images(1, "H", 6), {"N": (1,), "H": (2, 4, 6)}, [2, 2], (1, 1, 7, 6), reference=True,
           strides=[2, 2]),
    unpool("unpool_run", picture(2), SIDES, [2, 3], reference=True, strides=[2, 3], also=[dict(N=1, H=4, W=6)],
           wanted=lambda sizes, random: [sizes["N"], 2, sizes["H"] + random.integers(-1, 3), sizes["W"] + 2]),
]

BLOCKS = [
    Case("instance_norm", picture(), [node("InstanceNormalization", "x s b")], {"N": SIZES, "H": PIXELS, "W": PIXELS},
         constants={"s": weights(3), "b": weights(3)}),
    Case("instance_norm_open", images("C", "L"), [node("InstanceNormalization", "x s b")],
         {"N": (1, 2), "C": (4, 4, 3), "L": PIXELS}, constants={"s": weights(4), "b": weights(4)}),
    *[Case(f"group_norm_{opset}", images(6, "H", "W"), [node("GroupNormalization", "x s b", num_groups=3)],
           {"N": (1, 2, 5), "H": PIXELS, "W": PIXELS}, constants={"s": weights(size), "b": weights(size)}, opset=opset,
           reference=True) for opset, size in ((18, 3), (21, 6))],
    Case("flatten_op", picture(), [node("Flatten", "x")], {"N": SIZES, "H": SIZES, "W": SIZES}),
    Case("flatten_2", picture(), [node("Flatten", "x", axis=2)], {"N": SIZES, "H": SIZES, "W": SIZES}),
    Case("flatten_by_shape", images(12, "H", "W"),
         [node("Shape", "x", "s"), node("Slice", "s b e b", "kept"), node("Concat", "kept r", "sizes", axis=0),
          node("Reshape", "x sizes", "f"), node("Transpose", "f", perm=[0, 2, 1])],
         {"N": (1, 2), "H": PIXELS, "W": PIXELS}, constants={"b": ints(0), "e": ints(2), "r": ints(-1)}),
    Case("open_axes", [("x", F, ["N", "M"]), ("z", F, ["A", "B"])],
         [node("Shape", "z", "s"), node("Reshape", "x s", "r"), node("Relu", "r")],
         {s: (1, 2, 3, 6) for s in "NMAB"}, also=[dict(N=6, M=2, A=3, B=4), dict(N=1, M=6, A=2, B=3)]),
    Case("prelu", picture(), [node("PRelu", "x s")], {"N": SIZES, "H": SIZES, "W": SIZES},
         constants={"s": weights(3, 1, 1)}),
    Case("hard", picture(), [node("HardSwish", "x", "t"), node("HardSigmoid", "t")], {s: SIZES for s in "NHW"}),
    *[Case(f"depth_to_space_{mode}", images(12, "H", "W"), [node("DepthToSpace", "x", blocksize=2, mode=mode)],
           {"N": SIZES, "H": SIZES, "W": SIZES}) for mode in ("DCR", "CRD")],
    Case("space_to_depth", picture(), [node("SpaceToDepth", "x", blocksize=2)],
         {"N": (1, 2), "H": (2, 4, 6), "W": (2, 4, 7)}),
    Case("skip", picture(4), [node("Conv", "x w", "a", pads=[1, 1, 1, 1], strides=[2, 2]), node("Relu", "a", "r"),
                              node("Resize", "r e e2", "u", mode="nearest"), node("Concat", "x u", "c", axis=1),
                              node("Conv", "c v", pads=[1, 1, 1, 1])],
         {"N": (1, 2), "H": (2, 4, 6, 7), "W": (2, 8, 34)},
         constants={"w": weights(6, 4, 3, 3), "v": weights(3, 10, 3, 3), "e": weights(0), "e2": F([1, 1, 2, 2])}),
    Case("squeeze_excite", picture(8),
         [node("GlobalAveragePool", "x", "g"), node("Conv", "g a", "h"), node("Relu", "h", "r"), node("Conv", "r c", "s"),
          node("HardSigmoid", "s", "t"), node("Mul", "x t")], {"N": (1, 3), "H": PIXELS, "W": PIXELS},
         constants={"a": weights(2, 8, 1, 1), "c": weights(8, 2, 1, 1)}),
]

VISION = CONVOLUTIONS + POOLS + RESIZES + RATIOS + DEFORMED + UNPOOLED + BLOCKS
