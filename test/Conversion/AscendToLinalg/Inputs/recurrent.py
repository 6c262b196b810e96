# ===- recurrent.py - LSTM, GRU, RNN and attention with a state ------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Against float64: what is left after the last rounding is within the bound."""

import itertools

import ml_dtypes
import numpy as np
from sampling import turns
from suite import Suite, bfloat16

suite = Suite()
# Numbers the ops that are added.
OPS = itertools.count()
BOUND = 2e-6


def close(actual, expected_64):
    """Within BOUND beside half a unit of the last place."""
    info = ml_dtypes.finfo(actual.dtype)
    value = actual.astype(np.float64)
    unit = 2.0 ** np.maximum(np.floor(np.log2(np.maximum(np.abs(value), float(info.tiny)))) - info.nmant, -149)
    return ~(np.abs(value - expected_64) <= BOUND + 0.5 * unit)


def add(op, operands, exact, dtypes, attributes):
    """Every result of an op, in turns: one loop makes all of them, and is compiled for each."""
    results = [e.astype(d) for e, d in zip(exact, dtypes)]
    for index in turns(next(OPS), range(len(exact))):
        suite.add(op, operands, results[index], attributes,
                  lambda actual, _, wanted=exact[index]: close(actual, wanted), results, index)


FUNCTIONS = {
    "Sigmoid": lambda x: 1 / (1 + np.exp(-x)), "Tanh": np.tanh, "Relu": lambda x: np.maximum(x, 0),
    "Affine": lambda x: 0.5 * x + 0.25, "LeakyRelu": lambda x: np.where(x < 0, 0.5 * x, x),
    "ThresholdedRelu": lambda x: np.where(x < 0.5, 0, x), "ScaledTanh": lambda x: 0.5 * np.tanh(0.25 * x),
    "HardSigmoid": lambda x: np.clip(0.5 * x + 0.25, 0, 1), "Elu": lambda x: np.where(x < 0, 0.5 * np.expm1(x), x),
    "Softsign": lambda x: x / (1 + np.abs(x)), "Softplus": lambda x: np.log1p(np.exp(x)),
}  # fmt: skip
# The same without alpha and beta: ONNX's defaults, and onnxruntime's where its text has none.
BY_DEFAULT = {
    "Affine": lambda x: x, "LeakyRelu": lambda x: np.where(x < 0, 0.01 * x, x),
    "ThresholdedRelu": lambda x: np.where(x < 1, 0, x), "ScaledTanh": np.tanh,
    "HardSigmoid": lambda x: np.clip(0.2 * x + 0.5, 0, 1), "Elu": lambda x: np.where(x < 0, np.expm1(x), x),
}  # fmt: skip
FUNCTIONS.update((name + " by default", function) for name, function in BY_DEFAULT.items())


def run(kind, x, w, r, b, lengths, h0, c0, p, names, reverse, options):
    """One direction: y [T, B, H] and the last states."""
    functions = [FUNCTIONS[name] for name in names]
    steps, batch, _ = x.shape
    hidden = r.shape[1]
    gates = {"lstm": 4, "gru": 3, "rnn": 1}[kind]
    wb, rb = (np.zeros(gates * hidden),) * 2 if b is None else (b[: gates * hidden], b[gates * hidden :])
    h = np.zeros((batch, hidden)) if h0 is None else h0
    c = np.zeros((batch, hidden)) if c0 is None else c0
    y = np.zeros((steps, batch, hidden))
    clip = options.get("clip", np.inf)

    def apply(index, value):
        return functions[index](np.clip(value, -clip, clip))

    for t in reversed(range(steps)) if reverse else range(steps):
        fx, fh = x[t] @ w.T + wb, h @ r.T + rb

        def gate(g, value):
            return value[:, g * hidden : (g + 1) * hidden]

        if kind == "lstm":
            pi, po, pf = (0, 0, 0) if p is None else np.split(p, 3)
            i = apply(0, gate(0, fx + fh) + pi * c)
            f = 1 - i if options.get("input_forget") else apply(0, gate(2, fx + fh) + pf * c)
            new_c = f * c + i * apply(1, gate(3, fx + fh))
            o = apply(0, gate(1, fx + fh) + po * new_c)
            new_h = o * functions[2](new_c)
        elif kind == "gru":
            new_c = c
            z, reset = apply(0, gate(0, fx + fh)), apply(0, gate(1, fx + fh))
            if options.get("linear_before_reset"):
                candidate = gate(2, fx) + reset * gate(2, fh)
            else:
                candidate = gate(2, fx) + (reset * h) @ r[2 * hidden :].T + rb[2 * hidden :]
            new_h = (1 - z) * apply(1, candidate) + z * h
        else:
            new_c, new_h = c, apply(0, fx + fh)
        inside = np.ones((batch, 1), bool) if lengths is None else (t < lengths)[:, None]
        h, c = np.where(inside, new_h, h), np.where(inside, new_c, c)
        y[t] = np.where(inside, new_h, 0)
    return y, h, c


DEFAULTS = {"lstm": ["Sigmoid", "Tanh", "Tanh"], "gru": ["Sigmoid", "Tanh"], "rnn": ["Tanh"]}


def recurrent(kind, dtype, shape=(5, 3, 4, 6), direction="forward", bias=True, lengths=False, initial=False,
              peepholes=False, names=None, seed=0, **options):  # fmt: skip
    steps, batch, inputs, hidden = shape
    gates = {"lstm": 4, "gru": 3, "rnn": 1}[kind]
    directions = 2 if direction == "bidirectional" else 1
    random = np.random.default_rng(seed)

    def values(*extents):
        return random.uniform(-1, 1, extents).astype(dtype)

    x, w, r = values(steps, batch, inputs), values(directions, gates * hidden, inputs), \
        values(directions, gates * hidden, hidden)
    optional = {
        3: values(directions, 2 * gates * hidden) if bias else None,
        4: random.integers(0, steps + 1, batch).astype(np.int32) if lengths else None,
        5: values(directions, batch, hidden) if initial else None,
        6: values(directions, batch, hidden) if initial and kind == "lstm" else None,
        7: values(directions, 3 * hidden) if peepholes else None,
    }
    used = [i for i in optional if optional[i] is not None]
    operands = [x, w, r] + [optional[i] for i in range(3, max(used, default=2) + 1)]
    chosen = (names or DEFAULTS[kind]) * directions
    count = len(DEFAULTS[kind])
    results = []
    wide = {i: None if v is None else v.astype(np.float64) for i, v in optional.items()}
    for d in range(directions):
        def part(i):
            return None if wide[i] is None else wide[i][d]

        results.append(run(kind, x.astype(np.float64), w[d].astype(np.float64), r[d].astype(np.float64), part(3),
                           optional[4], part(5), part(6), part(7), chosen[d * count : (d + 1) * count],
                           d == 1 or direction == "reverse", options))  # fmt: skip
    exact = [np.stack([y for y, _, _ in results], 1), np.stack([h for _, h, _ in results])]
    if kind == "lstm":
        exact.append(np.stack([c for _, _, c in results]))
    attributes = ['ge.direction = "%s"' % direction, "ge.hidden_size = %d : i64" % hidden]
    if names:
        attributes.append("ge.activations = [%s]" % ", ".join('"%s"' % name.split()[0] for name in chosen))
    if names and "default" not in names[0]:
        attributes.append("ge.activation_alpha = array<f32: %s>" % ", ".join(["0.5"] * len(chosen)))
        attributes.append("ge.activation_beta = array<f32: %s>" % ", ".join(["0.25"] * len(chosen)))
    for name, value in options.items():
        attributes.append("ge.%s = %s" % (name, "%r : f32" % value if name == "clip" else "%d : i64" % value))
    add("common_" + kind, operands, exact, [dtype] * len(exact), ", ".join(attributes))


def dynamic(kind, dtype, shape=(5, 3, 4, 6), reverse=False, order=None, initial=False, peepholes=False, bias=True,
            forget_bias=0.0, reset_after=True, seed=0):  # fmt: skip
    """DynamicRNN and DynamicGRUV2: the gates stand along the last axis."""
    steps, batch, inputs, hidden = shape
    common = "iofj" if kind == "lstm" else "zrh"
    order = order or ("ijfo" if kind == "lstm" else "zrh")
    random = np.random.default_rng(seed)

    def values(*extents):
        return random.uniform(-1, 1, extents).astype(dtype)

    def arranged(rows):
        """The gates of [G H, columns] as columns in the op's order."""
        gates = dict(zip(common, np.split(rows, len(common))))
        return np.concatenate([gates[letter] for letter in order]).T

    x, w, r = values(steps, batch, inputs), values(len(common) * hidden, inputs), values(len(common) * hidden, hidden)
    wb, rb = values(len(common) * hidden), values(len(common) * hidden)
    h0, c0 = (values(1, batch, hidden), values(1, batch, hidden)) if initial else (None, None)
    pi, pf, po = (values(hidden) for _ in range(3)) if peepholes else (None,) * 3
    wide = [a.astype(np.float64) for a in (x, w, r, wb, rb)]
    if not bias:
        wide[3], wide[4] = wide[3] * 0, wide[4] * 0
    if kind == "lstm":
        wide[4] = wide[4] * 0
        wide[3] = wide[3] + forget_bias * np.repeat([0, 0, 1, 0], hidden)
    p = np.concatenate([pi, po, pf]).astype(np.float64) if peepholes else None
    options = {"linear_before_reset": 1} if reset_after else {}
    state = [None if s is None else s[0].astype(np.float64) for s in (h0, c0)]
    y, _, _ = run(kind, *wide[:3], np.concatenate(wide[3:]), None, *state, p, DEFAULTS[kind], reverse, options)
    attributes = 'ge.direction = "%s", ge.gate_order = "%s"' % ("REDIRECTIONAL" if reverse else "UNIDIRECTIONAL", order)
    if kind == "lstm":
        operands = [x, np.concatenate([arranged(w), arranged(r)]), arranged(wb)]
        if initial:
            operands += [None, h0, c0]
        if peepholes:
            operands += [None] * (6 - len(operands)) + [pi, pf, po]
        attributes += ", ge.forget_bias = %r : f32" % forget_bias
        # After step t the state c is what a run of t + 1 steps ends with.
        ends = [run(kind, wide[0][t:] if reverse else wide[0][: t + 1], *wide[1:3], np.concatenate(wide[3:]), None, *state,
                    p, DEFAULTS[kind], reverse, options)[2] for t in range(steps)]  # fmt: skip
        add("dynamic_rnn", operands, [y, y, np.stack(ends)], [dtype] * 3, attributes)
        return
    operands = [x, arranged(w), arranged(r)]
    if bias or initial:
        operands += [arranged(wb), arranged(rb)] if bias else [None, None]
    if initial:
        operands += [None, h0]
    attributes += ", ge.reset_after = %s" % str(reset_after).lower()
    add("dynamic_gru_v2", operands, [y, y], [dtype] * 2, attributes)


for dtype in (np.float32, np.float16, bfloat16):
    dynamic("lstm", dtype)
    dynamic("gru", dtype)
dynamic("lstm", np.float32, reverse=True, initial=True, order="ifjo", forget_bias=0.5, seed=40)
dynamic("lstm", np.float32, peepholes=True, seed=41, shape=(3, 9, 40, 17))
dynamic("gru", np.float32, reverse=True, initial=True, order="rzh", seed=42)
dynamic("gru", np.float32, reset_after=False, bias=False, initial=True, seed=43, shape=(1, 1, 1, 1))
dynamic("gru", np.float32, reset_after=False, order="rzh", seed=44)

for dtype in (np.float16, bfloat16):
    for kind in DEFAULTS:
        recurrent(kind, dtype, shape=(3, 2, 2, 3))
for kind in DEFAULTS:
    recurrent(kind, np.float32, direction="reverse", bias=False, initial=True, shape=(2, 2, 3, 4), seed=1)
    recurrent(kind, np.float32, direction="bidirectional", lengths=True, initial=True, seed=2)
    recurrent(kind, np.float32, shape=(1, 1, 1, 1), seed=3)
    # No steps, no batch, no inputs, nothing hidden.
    for shape in ((0, 2, 3, 4), (3, 0, 2, 4), (2, 2, 0, 3), (2, 3, 1, 0)):
        recurrent(kind, np.float32, shape=shape, initial=True, seed=9)
recurrent("lstm", np.float32, shape=(3, 9, 40, 17), clip=0.25, seed=4)
recurrent("lstm", np.float32, peepholes=True, initial=True, direction="bidirectional", seed=5)
recurrent("lstm", np.float32, input_forget=1, seed=6)
recurrent("gru", np.float32, linear_before_reset=1, direction="bidirectional", lengths=True, seed=7)
recurrent("gru", np.float16, linear_before_reset=1, bias=False, seed=8)
for seed, name in enumerate(FUNCTIONS):
    # By default thresholds are further away.
    recurrent("rnn", np.float32, names=[name], shape=(3, 2, 8, 5) if name.endswith("default") else (2, 1, 1, 3), seed=10 + seed)
recurrent("lstm", np.float32, names=["HardSigmoid", "Softsign", "Elu"], seed=30)


def delta_rule(dtype, batch=2, steps=4, shares=2, heads=3, keys=5, values=6, gate=None, beta=None, seed=0):
    random = np.random.default_rng(seed)

    def uniform(*extents, low=-1):
        return random.uniform(low, 1, extents).astype(dtype)

    q, k, v = uniform(batch, steps, shares * heads, keys), uniform(batch, steps, heads, keys), \
        uniform(batch, steps, heads, values)
    state = uniform(batch, heads, keys, values)
    g = uniform(batch, steps, heads, gate) - np.ones((), dtype) if gate else None
    b = uniform(batch, steps, beta, low=0) if beta else None
    q64, k64, v64, s = (a.astype(np.float64) for a in (q, k, v, state))
    y = np.zeros((batch, steps, shares * heads, values))
    for t in range(steps):
        if gate:
            s = s * np.exp(g[:, t].astype(np.float64))[..., None]
        value = v64[:, t]
        if beta:
            value = (value - np.einsum("bhkv,bhk->bhv", s, k64[:, t])) * b[:, t].astype(np.float64)[..., None]
        s = s + np.einsum("bhk,bhv->bhkv", k64[:, t], value)
        shared = np.repeat(s, shares, 1)
        y[:, t] = 0.5 * np.einsum("bhk,bhkv->bhv", q64[:, t], shared)
    operands = [q, k, v, state]
    if gate or beta:
        if not gate:
            return  # An operand that is absent in the middle: the importer's test.
        operands.append(g)
    if beta:
        operands.append(b)
    add("recurrent_gated_delta_rule", operands, [y, s], [dtype] * 2, "ge.scale_value = 0.5 : f32")


for dtype in (np.float32, np.float16, bfloat16):
    delta_rule(dtype)
    delta_rule(dtype, gate=5, seed=1)
    delta_rule(dtype, gate=1, beta=3, shares=1, seed=2)
    delta_rule(dtype, gate=5, beta=1, seed=3)

suite.main()
