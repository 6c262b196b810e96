# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Small models of the kinds that users bring, written as exporters write them.

Each is {"model", "runs" (dicts of shapes), "make" (how an input is filled), and
"rows" (the outputs whose number of rows a threshold decides, if any)}."""

import numpy as np
from builder import Graph

FLOAT, INT64, BOOL = 1, 7, 9


def crnn():
    """A text recogniser: convolutions, columns as steps, a bidirectional LSTM whose
    first states are zeros of the batch; nodes without names, any width."""
    g = Graph(named=False)
    x = g.batch_norm(g.conv("image", 1, 8), 8)
    x = g.add("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])
    x = g.conv(x, 8, 16, stride=2)
    x = g.add("MaxPool", x, kernel_shape=[2, 1], strides=[2, 1])
    x = g.add("ReduceMean", x, axes=[2], keepdims=0)
    x = g.add("Transpose", x, perm=[2, 0, 1])
    shape = g.add("Concat", g.constant([2]), g.extent(x, 1), g.constant([12]), axis=0)
    zeros = g.add("Expand", g.constant(0, np.float32), shape)
    y, h, _ = g.add("LSTM", x, g.weight(2, 48, 16), g.weight(2, 48, 12), g.weight(2, 96, scale=0.1), "", zeros, zeros,
                    outputs=3, hidden_size=12, direction="bidirectional")  # fmt: skip
    y = g.add("Reshape", g.add("Transpose", y, perm=[0, 2, 1, 3]), g.constant([0, 0, -1]))
    y = g.add("Softmax", g.add("Add", g.add("MatMul", y, g.weight(24, 11)), g.weight(11)), axis=2)
    return {
        "model": g.model({"image": (FLOAT, ["n", 1, 16, "w"])}, {"steps": y, "state": h}, 13),
        "runs": [{"image": (1, 1, 16, 40)}, {"image": (3, 1, 16, 72)}],
        "make": {"image": lambda random, shape: random.standard_normal(shape)},
    }


def vad_at_rate(outer, filters):
    """One of two nets that the sample rate chooses between. torch wrote `squeeze`
    of an axis that nobody knows as an If, and the gates in another order."""
    g = Graph(outer=outer)
    x = g.add("Pad", g.add("Unsqueeze", "audio", g.constant([1])), g.constant([0, 0, 8, 0, 0, 8]), mode="reflect")
    x = g.add("Conv", x, g.weight(2 * filters, 1, 16), strides=[8], kernel_shape=[16])
    parts = [g.add("Slice", x, g.constant([a]), g.constant([b]), g.constant([1])) for a, b in ((0, filters), (filters, 99))]
    x = g.add("Sqrt", g.add("Add", *(g.add("Pow", part, g.constant(2, np.float32)) for part in parts)))
    x = g.add("Relu", g.add("Conv", x, g.weight(8, filters, 3), pads=[1, 1], strides=[2], kernel_shape=[3]))
    x = g.add("Relu", g.add("Conv", x, g.weight(8, 8, 4), kernel_shape=[4]))
    is_one = g.add("Equal", g.add("Gather", g.add("Shape", x), g.constant(-1), axis=0), g.constant(1))
    squeezed, kept = Graph(outer=g), Graph(outer=g)
    last = squeezed.add("Squeeze", x, squeezed.constant([-1]))
    same = kept.add("Identity", x)
    x = g.add("If", is_one, then_branch=squeezed.branch(last), else_branch=kept.branch(same))
    h, c = (g.add("Unsqueeze", g.add("Gather", "state", g.constant(i), axis=0), g.constant([0])) for i in (0, 1))
    all_gates = g.weight(32, 8)
    rows = [g.add("Slice", all_gates, g.constant([8 * i]), g.constant([8 * j]), g.constant([0])) for i, j in ((0, 1), (3, 4), (1, 3))]  # fmt: skip
    w = g.add("Unsqueeze", g.add("Concat", *rows, axis=0), g.constant([0]))
    y, h, c = g.add("LSTM", g.add("Unsqueeze", x, g.constant([0])), w, g.weight(1, 32, 8), g.weight(1, 64, scale=0.1),
                    "", h, c, outputs=3, hidden_size=8)  # fmt: skip
    y = g.add("Relu", g.add("Squeeze", h, g.constant([0])))
    y = g.add("Sigmoid", g.add("Gemm", y, g.weight(8, 1), g.weight(1)))
    return g.branch(y, g.add("Concat", h, c, axis=0))


def vad():
    """Voice activity: the state goes in and comes out."""
    g = Graph()
    is_fast = g.add("Equal", "rate", g.constant(16000))
    y, state = g.add("If", is_fast, outputs=2, then_branch=vad_at_rate(g, 10), else_branch=vad_at_rate(g, 6))
    signature = {"audio": (FLOAT, ["n", "t"]), "state": (FLOAT, [2, "n", 8]), "rate": (INT64, [])}

    def audio(random, shape):
        return random.uniform(-1, 1, shape)

    def state_of(random, shape):
        return 0.5 * random.standard_normal(shape)

    def rate(random, shape):
        return random.choice([8000, 16000])

    return {
        "model": g.model(signature, {"speech": y, "next": state}, 16),
        "runs": [{"audio": (n, 56), "state": (2, n, 8), "rate": ()} for n in (1, 3, 2, 1)],
        "make": {"audio": audio, "state": state_of, "rate": rate},
    }


def anchor_grid(g, x, stride):
    """The centres of the cells of a feature map, [1, 2, H W], computed in the graph."""
    axes = []
    for axis, shape in ((3, [1, -1]), (2, [-1, 1])):
        end = g.add("Squeeze", g.extent(x, axis), g.constant([0]))
        cells = g.add("Cast", g.add("Range", g.constant(0), end, g.constant(1)), to=FLOAT)
        axes.append(g.add("Reshape", g.add("Add", cells, g.constant(0.5, np.float32)), g.constant(shape)))
    size = g.add("Concat", g.extent(x, 2), g.extent(x, 3), axis=0)
    maps = [g.add("Reshape", g.add("Expand", axis, size), g.constant([1, 1, -1])) for axis in axes]
    return g.add("Mul", g.add("Concat", *maps, axis=1), g.constant(stride, np.float32))


def yolo(selects=False):
    """A detector without anchors: two scales, decoded boxes; where it selects,
    NonMaxSuppression and the boxes that it keeps."""
    g = Graph()
    x = g.conv(g.conv("image", 3, 8, stride=2), 8, 8, stride=2, groups=8)
    fine = g.conv(x, 8, 16)
    coarse = g.conv(fine, 16, 16, stride=2)
    up = g.add("Resize", coarse, "", g.constant([1, 1, 2, 2], np.float32), mode="nearest",
               coordinate_transformation_mode="asymmetric", nearest_mode="floor")  # fmt: skip
    fine = g.conv(g.add("Concat", fine, up, axis=1), 32, 16)
    boxes, scores = [], []
    for x, stride in ((fine, 4), (coarse, 8)):
        sides = g.add("Exp", g.add("Mul", g.conv(x, 16, 4, 1, act=None), g.constant(0.2, np.float32)))
        sides = g.add("Mul", g.add("Reshape", sides, g.constant([0, 4, -1])), g.constant(stride, np.float32))
        near, far = g.add("Split", sides, outputs=2, axis=1)
        centre = anchor_grid(g, x, stride)
        boxes.append(g.add("Concat", g.add("Sub", centre, near), g.add("Add", centre, far), axis=1))
        scores.append(g.add("Reshape", g.add("Sigmoid", g.conv(x, 16, 3, 1, act=None)), g.constant([0, 3, -1])))
    boxes = g.add("Transpose", g.add("Concat", *boxes, axis=2), perm=[0, 2, 1])
    scores = g.add("Concat", *scores, axis=2)
    results = {"boxes": boxes, "scores": scores}
    if selects:
        kept = g.add("NonMaxSuppression", boxes, scores, g.constant(4), g.constant(0.5, np.float32),
                     g.constant(0.4, np.float32))  # fmt: skip
        results["kept"] = g.add("GatherND", boxes, g.add("Gather", kept, g.constant([0, 2]), axis=1))
    return {
        "model": g.model({"image": (FLOAT, ["n", 3, "h", "w"])}, results, 13),
        "runs": [{"image": (1, 3, 32, 48)}, {"image": (2, 3, 40, 24)}],
        "make": {"image": lambda random, shape: random.uniform(0, 1, shape)},
        "rows": {"kept"},
    }


def ssd(selects=False):
    """A detector with anchors and variances: softmax heads, boxes clipped to the
    image; where it selects, the best of each class by TopK; initializers are
    inputs, too."""
    g = Graph()
    x = g.conv("image", 3, 8, stride=2)
    locations, classes, anchors = [], [], []
    for cells in (8, 4):
        x = g.conv(x, 8, 8, stride=2)
        for heads, width in ((locations, 4), (classes, 3)):
            y = g.add("Transpose", g.conv(x, 8, 2 * width, act=None), perm=[0, 2, 3, 1])
            heads.append(g.add("Reshape", y, g.constant([0, -1, width])))
        centres = (np.stack(np.meshgrid(np.arange(cells), np.arange(cells)), -1).reshape(-1, 1, 2) + 0.5) / cells
        sizes = np.array([[1.0, 1.0], [0.7, 1.4]]) / cells
        anchors.append(np.concatenate(np.broadcast_arrays(centres, sizes), -1).reshape(-1, 4))
    anchors = np.concatenate(anchors)
    deltas = g.add("Concat", *locations, axis=1)
    shift, grow = g.add("Split", deltas, outputs=2, axis=2)
    centres, sizes = (g.constant(anchors[:, part], np.float32) for part in (slice(2), slice(2, 4)))
    shift = g.add("Mul", g.add("Mul", shift, g.constant(0.1, np.float32)), sizes)
    half = g.add("Mul", g.add("Mul", g.add("Exp", g.add("Mul", grow, g.constant(0.2, np.float32))), sizes),
                 g.constant(0.5, np.float32))  # fmt: skip
    centre = g.add("Add", centres, shift)
    boxes = g.add("Concat", g.add("Sub", centre, half), g.add("Add", centre, half), axis=2)
    boxes = g.add("Clip", boxes, g.constant(0, np.float32), g.constant(1, np.float32))
    scores = g.add("Softmax", g.add("Concat", *classes, axis=1), axis=2)
    if selects:
        scores, _ = g.add("TopK", scores, g.constant([5]), outputs=2, axis=1)
    return {
        "model": g.model({"image": (FLOAT, ["n", 3, 32, 32])}, {"boxes": boxes, "scores": scores}, 13, weights_are_inputs=True),
        "runs": [{"image": (1, 3, 32, 32)}, {"image": (3, 3, 32, 32)}],
        "make": {"image": lambda random, shape: random.uniform(0, 1, shape)},
    }


def attention():
    """One step of a decoder: scores of which a mask hides some, and what they pick."""
    g = Graph()
    query = g.add("MatMul", "token", g.weight(12, 12))
    scores = g.add("MatMul", query, g.add("Transpose", "memory", perm=[0, 2, 1]))
    scores = g.add("Where", "hidden", g.constant(-1e9, np.float32), scores)
    weights = g.add("Softmax", scores, axis=-1)
    signature = {"token": (FLOAT, ["n", 1, 12]), "memory": (FLOAT, ["n", "s", 12]), "hidden": (BOOL, ["n", 1, "s"])}

    def normal(random, shape):
        return random.standard_normal(shape)

    return {
        "model": g.model(signature, {"picked": g.add("MatMul", weights, "memory"), "weights": weights}, 17),
        "runs": [{"token": (n, 1, 12), "memory": (n, s, 12), "hidden": (n, 1, s)} for n, s in ((1, 5), (3, 9))],
        "make": {"token": normal, "memory": normal, "hidden": lambda random, shape: np.arange(shape[2]) >= np.full(shape, 3)},
    }


def keras():
    """As tf2onnx writes Keras at opset 9: NHWC between transpositions, Pad with an
    attribute, Upsample, BatchNormalization behind a depthwise convolution."""
    g = Graph()
    x = g.add("Transpose", "image", perm=[0, 3, 1, 2])
    x = g.add("Pad", x, pads=[0, 0, 0, 0, 0, 0, 1, 1])
    x = g.conv(x, 3, 8, stride=2, pads=[0] * 4)
    x = g.add("Transpose", x, perm=[0, 2, 3, 1])
    x = g.add("Mul", x, g.weight(8, scale=1.0))
    x = g.add("Transpose", x, perm=[0, 3, 1, 2])
    x = g.batch_norm(g.conv(x, 8, 8, groups=8, act=None), 8)
    x = g.add("Clip", x, min=0.0, max=6.0)
    wide = g.add("Upsample", g.add("AveragePool", x, kernel_shape=[2, 2], strides=[2, 2]),
                 g.constant([1, 1, 2, 2], np.float32), mode="nearest")  # fmt: skip
    x = g.add("Transpose", g.add("Add", x, wide), perm=[0, 2, 3, 1])
    map_ = g.add("Softmax", x, axis=3)
    x = g.add("ReduceMean", x, axes=[1, 2], keepdims=0)
    x = g.add("PRelu", g.add("Add", g.add("MatMul", x, g.weight(8, 10)), g.weight(10)), g.weight(10, scale=0.2))
    return {
        "model": g.model({"image": (FLOAT, ["n", 16, 16, 3])}, {"classes": g.add("Softmax", x, axis=1), "map": map_}, 9),
        "runs": [{"image": (1, 16, 16, 3)}, {"image": (4, 16, 16, 3)}],
        "make": {"image": lambda random, shape: random.uniform(-1, 1, shape)},
    }


NETS = {
    "crnn": crnn, "vad": vad, "keras": keras, "yolo": yolo, "attention": attention, "ssd": ssd,
    "yolo-nms": lambda: yolo(selects=True), "ssd-topk": lambda: ssd(selects=True),
}  # fmt: skip
