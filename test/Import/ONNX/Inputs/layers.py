# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Nodes of the newest opset with each of their variants, against onnx's reference evaluator, all in one model. Whether
their extents are known or found when the model runs, and which of the variants that differ little, goes in turns
(sampling.py)."""

import itertools

import numpy as np
from onnx import helper
from onnx.reference import ReferenceEvaluator
from onnx_models import ints, model_of
from sampling import turns
from tally import Tally
from tools import run_model

OPSET = 28
rng = np.random.default_rng(0)
tally = Tally("results")
numbers = itertools.count()
nodes, names, feeds, values, constants, wanted = [], [], {}, {}, {}, {}


def normal(*shape, dtype=np.float32):
    return rng.standard_normal(shape).astype(dtype)


def evaluate(op, inputs, outputs, **attributes):
    """The results of a node alone, by onnx's reference evaluator."""
    given = {f"v{i}": np.asarray(array) for i, array in enumerate(inputs) if array is not None}
    made = [f"r{i}" for i in range(outputs)]
    node = helper.make_node(op, ["" if array is None else f"v{i}" for i, array in enumerate(inputs)], made, **attributes)
    with np.errstate(all="ignore"):
        return ReferenceEvaluator(model_of([node], given, made, opset=OPSET)).run(None, given)


def case(op, *inputs, outputs=1, known=(), opens=None, alone=False, expected=None, **attributes):
    """A node. `known`: which inputs are constants. `opens`: a form, or several, in which the axes of inputs, by number, are
    open, besides that in which all are known, or `alone`. `expected`: the results, where the reference
    evaluator has another rule."""
    number = next(numbers)
    results = expected or evaluate(op, inputs, outputs, **attributes)
    forms = ([] if alone else [{}]) + ([opens] if isinstance(opens, dict) else opens or [])
    # A turn lasts for the days that the variants go through.
    for turn, form in enumerate(turns(number, forms, lasts=3)):
        given = ["" if array is None else f"v{number}_{turn}_{i}" for i, array in enumerate(inputs)]
        for i, (name, array) in enumerate(zip(given, inputs, strict=True)):
            if not name:
                continue
            if i in known:
                constants[name] = np.asarray(array)
                continue
            feeds[name] = np.asarray(array)
            shape = [None if axis in form.get(i, ()) else extent for axis, extent in enumerate(feeds[name].shape)]
            values[name] = (feeds[name].dtype, shape)
        made = [f"r{number}_{turn}_{i}" for i in range(outputs)]
        nodes.append(helper.make_node(op, given, made, name=made[0], **attributes))
        names.extend(made)
        for name, array in zip(made, results, strict=True):
            wanted[name] = (nodes[-1], form, np.asarray(array))


# Attention: two batches, four heads of queries and two of keys, three queries of five keys. Numbers that decide which
# keys are attended lie on both sides of the last key.

Q, K, V = normal(2, 4, 3, 4), normal(2, 2, 5, 4), normal(2, 2, 5, 6)
past_key, past_value = normal(2, 2, 2, 4), normal(2, 2, 2, 6)
by_query, by_key, by_past = {0: (0, 2)}, {0: (0, 2), 1: (0, 2), 2: (0, 2)}, {0: (2,), 1: (2,), 2: (2,), 4: (2,), 5: (2,)}
heads = {1: (1,), 2: (1,)}
case("Attention", Q, normal(2, 4, 5, 4), normal(2, 4, 5, 6), opens=heads, alone=True)
windows = [(-1, -1), (0, -1), (-1, 0), (1, 0), (2, 1), (-1, 2), (0, 0)]
for turn, (left, right) in turns(0, enumerate(windows), 3):
    sides = {"left_window_size": left, "right_window_size": right, "is_causal": turn % 2}
    # With nothing else, with keys of before, and with numbers of keys: as many as there are queries, fewer, and all.
    for form in turns(turn, range(3)):
        if form == 0:
            case("Attention", Q, K, V, opens=[by_query, by_key], **sides)
        elif form == 1:
            case("Attention", Q, K, V, None, past_key, past_value, outputs=3, opens=by_past, **sides)
        else:
            lengths = ints(3, 5) if left % 2 else ints(2, 4)
            case("Attention", Q, K, V, None, None, None, lengths, opens=[by_query, by_key], **sides)
# Positions that are found when the model runs.
sides = {"left_window_size": 1, "right_window_size": 0}
case("Attention", Q, K, V, opens=by_query, alone=True, **sides)
case("Attention", Q, K, V, None, past_key, past_value, outputs=3, opens=by_past, alone=True, **sides)
case("Attention", Q, K, V, None, None, None, ints(2, 5), opens=by_query, alone=True, **sides)
# The scores that are shown: before and behind the softcap, with the mask, and as what they weigh.
mask = normal(2, 1, 3, 5)
seen = rng.random((3, 5)) < 0.6
seen[1] = False
for mode in range(4):
    attributes = {"qk_matmul_output_mode": mode}
    for form in turns(mode, range(3)):
        if form == 0:
            results = evaluate("Attention", [Q, K, V, mask], 4, softcap=1.5, **attributes)
            if mode == 0:  # The reference evaluator shows them behind the softcap, too, against the text of ONNX.
                results[3:] = evaluate("Attention", [Q, K, V, mask], 4)[3:]
            case("Attention", Q, K, V, mask, outputs=4, expected=results, softcap=1.5, **attributes)
        elif form == 1:
            case("Attention", Q, K, V, seen, outputs=4, is_causal=mode % 2, **attributes)
        else:
            case("Attention", Q, K, V, outputs=4, opens=by_key, scale=0.3, **attributes)
# A mask of fewer keys, and one of as many as there are when the model runs, with each number of axes.
for narrow in turns(0, (mask[..., :3], seen[:, :4])):
    case("Attention", Q, K, V, narrow)
for whole in turns(0, (mask, mask[0], seen, seen[0], mask[0, 0, 0]), 2):
    case("Attention", Q, K, V, whole, opens=[by_key, {**by_key, 3: (whole.ndim - 1,)}])
case("Attention", Q, K, V, mask[0], opens={**by_key, 3: (2,)}, alone=True)
packed = {"q_num_heads": 4, "kv_num_heads": 2}
Q, K, V = normal(2, 3, 16), normal(2, 5, 8), normal(2, 5, 12)
for form in turns(0, range(2)):
    if form == 0:
        case("Attention", Q, K, V, opens={0: (1,), 1: (0, 1), 2: (0, 1)}, is_causal=1, **packed)
    else:
        case("Attention", Q, K, V, None, past_key, past_value, outputs=4, scale=0.7, **packed)

# Turns of pairs that lie next to each other, or half of the elements apart; of all elements or of the first.
for interleaved in 0, 1:
    for turned in turns(interleaved, (0, 4)):
        half = (turned or 8) // 2
        cache = normal(2, 3, half), normal(2, 3, half)
        case("RotaryEmbedding", normal(2, 2, 3, 8), *cache, interleaved=interleaved, rotary_embedding_dim=turned, opens={0: (0, 2)})
        case("RotaryEmbedding", normal(2, 3, 16), normal(9, half), normal(9, half), ints([8, 0, 3], [1, 1, 2]), interleaved=interleaved,
             rotary_embedding_dim=turned, num_heads=2)  # fmt: skip

# Attention that keeps a state: with what it forgets, for each head or each place, and with what it corrects.
query, key, value, state = normal(2, 3, 16), normal(2, 3, 8), normal(2, 3, 12), normal(2, 2, 4, 6)
kept = list(itertools.product((-np.abs(normal(2, 3, 2)), -np.abs(normal(2, 3, 8))), (None, state)))
for turn, (rule, scale) in enumerate([("linear", 0.0), ("gated", 0.25), ("delta", 0.5), ("gated_delta", 0.0)]):
    for decay, start in turns(turn, kept):
        corrects = [np.abs(normal(2, 3, 2))] if "delta" in rule else []
        case("LinearAttention", query, key, value, start, decay if "gated" in rule else None, *corrects,
             outputs=2, update_rule=rule, scale=scale, **packed)  # fmt: skip
# Statistics of the batch itself, which the running ones move towards.
for turn, shape in enumerate([(2, 3, 4, 5), (4, 3, 2), (5, 3)]):
    inputs = normal(*shape), normal(3), normal(3), normal(3), np.abs(normal(3))
    for attributes in turns(turn, [{}, {"momentum": 0.25}, {"epsilon": 0.5}]):
        case("BatchNormalization", *inputs, outputs=3, opens={0: {0, *range(2, len(shape))}}, training_mode=1, **attributes)
case("BatchNormalization", normal(2, 3, 4), normal(3), normal(3), normal(3), np.abs(normal(3)), training_mode=0)

# The gate is the first factor, and alpha is of it alone.
for attributes in {}, {"alpha": 0.5}, {"alpha": -2.0}:
    case("SwiGLU", normal(2, 3), normal(2, 3), **attributes)
    case("Swish", normal(2, 3), opens={0: (0, 1)}, **attributes)

# Columns that overlap, leave holes, and reach over the borders.
for attributes, columns in (({}, 12), ({"strides": [2, 1]}, 6), ({"dilations": [1, 3]}, 4), ({"pads": [1, 0, 0, 2]}, 25),
                            ({"strides": [1, 2], "dilations": [2, 1], "pads": [0, 1, 1, 0]}, 8)):  # fmt: skip
    case("Col2Im", normal(2, 12, columns), ints(5, 4), ints(2, 2), known=(1, 2), **attributes)
case("Col2Im", normal(1, 3, 4), ints(6), ints(3), known=(1, 2))

# One part is all of it.
case("Split", normal(4), num_outputs=1, opens={0: (0,)}, alone=True)

# Updates of one place more than once.
places = ints([1, 0], [2, 3], [1, 0])
for reduction in "add", "mul", "max", "min":
    case("ScatterND", normal(3, 4), places, normal(3), reduction=reduction, opens={0: (0, 1)})

for start, limit, delta in (1, 6, 2), (5, 0, -2), (3, 3, 1):
    case("Range", *map(np.float32, (start, limit, delta)), stash_type=1)
    case("Range", *map(np.int64, (start, limit, delta)), stash_type=1)

# Pictures that shrink, with all elements or with the nearest.
image = normal(1, 2, 6, 8)
for mode in "linear", "cubic":
    for antialias in 0, 1:
        case("Resize", image, None, np.array([0.5, 0.4], np.float32), known=(2,), mode=mode, antialias=antialias, axes=[2, 3])
region = np.array([0.2, 0.1, 0.7, 0.9], np.float32)
case("Resize", image, region, None, ints(4, 5), known=(1,), coordinate_transformation_mode="tf_crop_and_resize", axes=[2, 3], mode="linear")
for known in (2,), ():
    case("Resize", image, None, np.array([1.5, 0.5], np.float32), known=known, mode="linear", axes=[3, 2])

# Scale and bias are one number for all, or one for each place, whose number may be open.
case("LayerNormalization", normal(2, 3), normal(1), normal(1), epsilon=0.5)
case("LayerNormalization", normal(2, 3), normal(3), normal(3), opens=[{0: (0, 1)}, {1: (0,)}, {2: (0,)}], epsilon=0.5)

# Volumes, and scales that are vectors of one number.
case("ConvTranspose", normal(1, 2, 2, 3, 2), normal(2, 3, 2, 1, 2), normal(3), strides=[2, 1, 2], pads=[0, 1, 0, 1, 0, 0])
bytes_ = rng.integers(-128, 128, (2, 3)).astype(np.int8), rng.integers(-128, 128, (3, 4)).astype(np.int8)
one = np.array([0.5], np.float32), np.array([3], np.int8)
case("QLinearMatMul", bytes_[0], *one, bytes_[1], *one, np.array([64], np.float32), np.array([5], np.int8))

# Half a spectrum gives a real signal: its first place and, of an even number, its last stand once.
for length in 5, 6:
    half = normal(2, 4, 2)[:, : length // 2 + 1]
    case("DFT", half, np.int64(length), np.int64(1), known=(1, 2), inverse=1, onesided=1)

model = model_of(nodes, values, {name: (array.dtype, None) for name, (_, _, array) in wanted.items()}, constants, OPSET, ir=13)
have = run_model(model, feeds, "--reference")
for name in names:
    node, form, array = wanted[name]
    with tally.case(f"open {form}, {name}\n{node}"):
        assert have[name].dtype == array.dtype and have[name].shape == array.shape, (have[name].dtype, have[name].shape, array.shape)
        # Sums in another order.
        np.testing.assert_allclose(have[name], array, 2e-5, 1e-5)
tally.end()
