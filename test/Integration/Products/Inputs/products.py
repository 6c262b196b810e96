#!/usr/bin/env python3
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Every product of M in 1..17, N in 1..65 and K in 1..33, and some large ones.

One model with open extents holds a product of each pair of types and each legal
type of the result, one compilation of it for each CPU form of this machine. Other
models have the shapes in their types, a bias, transposed factors, and batches
that broadcast. Factors are whole numbers of which every sum is exact in float32
(for integers: any, with sums that wrap), so that a result has one value whatever
the order, and equality is demanded. HF32's are next to whole numbers, by less
than half of its last bit. Sums whose order counts are test/Conversion's cubes.py;
here they must be the same bits in all forms.

Two models of three run between forbidden pages, at either side of their buffers.

Seen to fail with the last of K left out of every product, with the sums of all
panels in the place of the first, with int8 widened as if it had no sign, and with
a panel read behind the last one.

usage: products.py [--forms=all|best] [--models=NAME,...] [--stride=N]
"""

import argparse
import functools
import itertools
import pathlib
import tempfile
import time
import warnings

import ascend_mlir
import ml_dtypes
import numpy as np
from arrays import assert_same
from forms import host_forms
from sampling import seed, stretch, turns
from tally import Tally

BF16 = np.dtype(ml_dtypes.bfloat16)
F16, F32 = np.dtype(np.float16), np.dtype(np.float32)
I8, U8, I32 = np.dtype(np.int8), np.dtype(np.uint8), np.dtype(np.int32)
WORDS = {F16: "f16", BF16: "bf16", F32: "f32", I8: "i8", U8: "ui8", I32: "i32"}
HF32 = "impl_mode = #ascend.impl_mode<enable_hi_float_32_execution>"
# Of the factors and the result, and the mode.
TYPES = [
    (F32, F32, F32, ""), (F32, F32, F32, HF32), (F16, F16, F16, ""), (F16, F16, F32, ""), (BF16, BF16, BF16, ""),
    (BF16, BF16, F32, ""), (I8, I8, I32, ""), (U8, U8, I32, ""), (U8, I8, I32, ""), (I32, I32, I32, ""),
]  # fmt: skip
FORMS = host_forms()
# At which side of a model's buffers nobody may touch anything: another each day.
GUARDS = itertools.islice(itertools.cycle(["end", "none", "begin"]), (seed() or 0) % 3, None)
MOST = 1 << 20  # elements of a pool, from which factors are cut


def is_best(form):
    return form is FORMS[0]


def compile_text(text, form):
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = pathlib.Path(folder) / "net.mlir"
        path.write_text(text)
        return ascend_mlir.compile(path, reference=True, guard=next(GUARDS), **form.arguments)


class Pool:
    """Numbers of a type, in memory without a gap, and what they stand for in
    double precision."""

    def __init__(self, dtype, mode, seed):
        random = np.random.default_rng(seed)
        if dtype.kind in "iu":
            info = np.iinfo(dtype)
            self.stored = random.integers(info.min, info.max, MOST, endpoint=True, dtype=dtype)
            # Sums of products of bytes are exact in doubles, others wrap.
            self.exact = self.stored.astype(np.float64 if info.bits == 8 else np.int64)
            return
        self.exact = random.integers(1, 5, MOST) * random.choice([-1.0, 1.0], MOST)
        # The last bit of HF32's numbers from 1 to 4 is 2^-11 at least.
        self.stored = (self.exact + (random.choice([-1, 1], MOST) * 2.0**-13 if mode else 0)).astype(dtype)

    def cut(self, shape):
        size = int(np.prod(shape))
        return self.stored[:size].reshape(shape), self.exact[:size].reshape(shape)


@functools.cache
def pool(dtype, mode, side):
    return Pool(dtype, mode, side)


def rounded(exact, dtype):
    if dtype.kind == "i":
        return exact.astype(np.int64).astype(np.int32)
    return exact.astype(np.float32).astype(dtype)


def tensor(shape, dtype):
    return "tensor<%s%s>" % ("".join(f"{'?' if e is None else e}x" for e in shape), WORDS[np.dtype(dtype)])


class Net:
    """A model of nodes that each have inputs of their own."""

    def __init__(self):
        self.arguments, self.lines, self.results, self.cases = [], [], [], []

    def add(self, op, shapes, dtypes, result, attributes="", mode=""):
        """A node; `result` is shape and type of what it gives."""
        number = len(self.cases)
        names = [f"x{number}_{place}" for place in range(len(shapes))]
        types = [tensor(shape, dtype) for shape, dtype in zip(shapes, dtypes)]
        for name, kind in zip(names, types):
            self.arguments.append(f'%{name}: {kind} {{ascend.name = "{name}"}}')
        listed = ", ".join(filter(None, [f'node_name = "n{number}"', attributes, mode]))
        self.lines.append(f"%y{number} = ascend.{op} {', '.join('%' + n for n in names)} {{{listed}}} : "
                          f"({', '.join(types)}) -> {tensor(*result)}")
        self.results.append((f"y{number}", tensor(*result)))
        self.cases.append(names)

    def text(self):
        outputs = ", ".join(f'{kind} {{ascend.name = "{name}"}}' for name, kind in self.results)
        returned = ", ".join("%" + name for name, _ in self.results), ", ".join(kind for _, kind in self.results)
        return (f"func.func @main({', '.join(self.arguments)}) -> ({outputs}) {{\n" + "\n".join(self.lines)
                + f"\nreturn {returned[0]} : {returned[1]}\n}}\n")

    def compile(self, form):
        return compile_text(self.text(), form)


class Judge(Tally):
    """Of so many cases that only the name of one that fails is made."""

    def __call__(self, what, got, want):
        """`what()` says what was computed."""
        # No sum is a zero with a sign, or NaN: equal numbers have the same bits.
        if got.dtype == want.dtype and got.shape == want.shape and got.tobytes() == want.tobytes():
            self.count += 1
            return
        with self.case(what()):
            assert_same(got, want)
            raise AssertionError("another NaN")

    def refuses(self, what, run, sentence):
        """`run` ends with an error that says `sentence`."""
        with self.case(what):
            try:
                run()
            except ascend_mlir.AscendError as error:
                assert sentence in error.message, error.message
            else:
                raise AssertionError("it is taken")


def run(judge, title, net, model, wanted):
    """`wanted`: of each node its factors and what it should give."""
    inputs = {name: value for names, (values, _) in zip(net.cases, wanted) for name, value in zip(names, values)}
    for number, (value, (values, want)) in enumerate(zip(model.run(inputs, threads=1).values(), wanted)):
        judge(lambda: f"{title}, node {number}, {[f'{v.dtype}{list(v.shape)}' for v in values]}", value, want)


def product(pair, shapes, result, mode, flips=(False, False), bias=None):
    """Factors of `shapes` [..., M, K] and [..., K, N], stored swapped where
    `flips` says so, and what they give."""
    values, exact = [], []
    for side, (dtype, shape, flip) in enumerate(zip(pair, shapes, flips)):
        shape = (*shape[:-2], shape[-1], shape[-2]) if flip else shape
        stored, number = pool(dtype, mode, side).cut(shape)
        values.append(stored)
        exact.append(number.swapaxes(-1, -2) if flip else number)
    total = exact[0] @ exact[1]
    if bias is not None:
        values.append(bias)
        total = total + bias.astype(total.dtype)
    return values, rounded(total, result)


REMAINDERS = list(itertools.product(range(1, 18), range(1, 66), range(1, 34)))
# What the other forms get than the best: few depths, which no tile divides.
SOME = [shape for shape in REMAINDERS if shape[2] in (1, 2, 7, 33)]
# Of so many shapes a run takes every sixth: as these follow each other, each extent is among them.
DAYS = 6
LARGE = [(200, 300, 500), (129, 65, 1100), (64, 513, 1030), (1, 1000, 700), (1000, 1, 70), (257, 31, 2050)]


def open_extents(judge, form, stride):
    """All types, any M, N and K."""
    net = Net()
    for x, w, y, mode in TYPES:
        net.add("mat_mul_v2", [(None, None)] * 2, (x, w), ((None, None), y), "", mode)
    model = net.compile(form)
    for m, n, k in stretch(REMAINDERS if is_best(form) else SOME, DAYS)[::stride] + LARGE:
        run(judge, f"{form} {m}x{n}x{k}", net, model,
            [product((x, w), [(m, k), (k, n)], y, mode) for x, w, y, mode in TYPES])  # fmt: skip


FEW = [(F32, F32, F32, ""), (F16, F16, F32, ""), (BF16, BF16, BF16, ""), (I8, I8, I32, "")]


def open_transposed(judge, form, stride):
    """Factors stored swapped, and FullyConnection, whose weights always are."""
    net, nodes = Net(), []
    every = [(True, True), (True, False), (False, True)]
    for (x, w, y, mode), flips in [*zip(FEW, every + every[:1]), (FEW[0], every[1]), (FEW[3], every[2])]:
        given = ", ".join(f"ge.transpose_x{side + 1} = true" for side, flip in enumerate(flips) if flip)
        net.add("mat_mul_v2", [(None, None)] * 2, (x, w), ((None, None), y), given, mode)
        nodes.append(((x, w), y, mode, flips))
    for x, w, y, mode in FEW[:2]:
        net.add("fully_connection", [(None, None)] * 2, (x, w), ((None, None), y), "", mode)
        nodes.append(((x, w), y, mode, (False, True)))
    model = net.compile(form)
    for m, n, k in stretch(SOME, DAYS)[::stride] + LARGE:
        run(judge, f"{form} transposed {m}x{n}x{k}", net, model,
            [product(pair, [(m, k), (k, n)], y, mode, flips) for pair, y, mode, flips in nodes])  # fmt: skip


BIASES = {F16: F32, BF16: F32, F32: F32, I8: I32, U8: I32, I32: I32}


def open_biases(judge, form, stride):
    """A bias of any length, of all batches, with other extents known or not."""
    net, nodes = Net(), []
    # Half of these types, and the others when each form had its turn.
    types = turns(0, TYPES, len(TYPES) // 2, lasts=len(FORMS))
    for x, w, y, mode in types:
        net.add("mat_mul_v2", [(None, None)] * 2 + [(None,)], (x, w, BIASES[x]), ((None, None), y), "", mode)
        nodes.append(((x, w), (), y, mode, (False, False)))
    for x, w, y, mode in FEW:
        net.add("batch_mat_mul_v2", [(3, None, None)] * 2 + [(None,)], (x, w, BIASES[x]), ((3, None, None), y),
                "ge.adj_x2 = true", mode)  # fmt: skip
        nodes.append(((x, w), (3,), y, mode, (False, True)))
        net.add("mat_mul_v2", [(None, None), (None, None), (40,)], (x, w, BIASES[x]), ((None, None), y), "", mode)
        nodes.append(((x, w), None, y, mode, (False, False)))
    for x, w, y, mode in FEW[:2]:
        net.add("fully_connection", [(None, None)] * 2 + [(None,)], (x, w, F32), ((None, None), y), "", mode)
        nodes.append(((x, w), (), y, mode, (False, True)))
    model = net.compile(form)
    random = np.random.default_rng(6)
    for m, n, k in stretch(SOME, DAYS)[:: 2 * stride] + [shape for shape in LARGE if 3 * max(shape[0], shape[1]) * shape[2] <= MOST]:
        wanted = []
        for pair, batch, y, mode, flips in nodes:
            columns = 40 if batch is None else n
            bias = random.integers(-9, 10, columns).astype(BIASES[pair[0]])
            wanted.append(product(pair, [(*(batch or ()), m, k), (*(batch or ()), k, columns)], y, mode, flips, bias))
        run(judge, f"{form} bias {m}x{n}x{k}", net, model, wanted)
    inputs = {name: value for names, (values, _) in zip(net.cases, wanted) for name, value in zip(names, values)}
    judge.refuses(f"{form} a bias of another length", lambda: model.run({**inputs, "x0_2": np.zeros(3, BIASES[types[0][0]])}),
                  f"bias has 3 elements, the result has {n} channels")  # fmt: skip


def fixed_extents(judge, form, stride):
    """Shapes in the types, with a bias or without, the last factor swapped or not:
    each N from 1 to 65 with an M of another residue each time."""
    net, nodes = Net(), []
    random, shapes = np.random.default_rng(5), []
    for number in range(0, 130, stride if is_best(form) else 2 * stride):
        n, m, k = number % 65 + 1, number * 7 % 17 + 1, (1, 2, 13, 33)[number % 4]
        shapes.append((m, n, k, TYPES[number % len(TYPES)]))
    # Few rows, whose right factors stay as narrow as they are.
    shapes += [(m, n, 20, kind) for m in (1, 2, 4) for n in (5, 33, 96) for kind in FEW[1:]]
    # Reductions of which a part runs at a time, by many rows and panels.
    shapes += [(400, 320, 2300, FEW[0]), (300, 320, 3001, FEW[1]), (61, 320, 2500, FEW[2]), (400, 320, 2500, FEW[0])]
    for number, (m, n, k, (x, w, y, mode)) in enumerate(shapes):
        flips = (number % 3 == 1, number % 5 < 2)
        factors = [(k, m) if flips[0] else (m, k), (n, k) if flips[1] else (k, n)]
        given = ", ".join(f"ge.transpose_x{side + 1} = true" for side, flip in enumerate(flips) if flip)
        bias = random.integers(-9, 10, n).astype(BIASES[x]) if number % 2 else None
        added = [] if bias is None else [(n,)]
        net.add("mat_mul_v2", factors + added, (x, w, BIASES[x]), ((m, n), y), given, mode)
        nodes.append(product((x, w), [(m, k), (k, n)], y, mode, flips, bias))
    run(judge, f"{form} fixed", net, net.compile(form), nodes)


def panels(judge, form, stride):
    """Right factors of which a thread packs some panels and multiplies all rows with
    them: as many each time or not, the last one full or not, of batches, along
    either axis; with rows of which the cache holds a part."""
    net, nodes = Net(), []
    for number, (kind, shape) in enumerate(itertools.product(FEW, [(70, 784, 70), (61, 533, 129), (500, 272, 600)])):
        x, w, y, mode = kind
        m, n, k = shape
        batch = (3,) if number % 2 and k < 600 else ()
        flips = (True, number % 3 == 1)
        factors = [(*batch, k, m), (*batch, n, k) if flips[1] else (*batch, k, n)]
        op, names = ("batch_mat_mul_v2", "adj_x") if batch else ("mat_mul_v2", "transpose_x")
        given = ", ".join(f"ge.{names}{side + 1} = true" for side, flip in enumerate(flips) if flip)
        net.add(op, factors, (x, w), ((*batch, m, n), y), given, mode)
        nodes.append(product((x, w), [(*batch, m, k), (*batch, k, n)], y, mode, flips))
    run(judge, f"{form} panels", net, net.compile(form), nodes)


# Batches of the factors, M, N and K.
BATCHES = [((3,), (3,)), ((1,), (3,)), ((3,), (1,)), ((2, 1), (1, 3)), ((2, 3), (2, 3)), ((1, 1), (2, 3)), ((2, 3), (1, 1))]


def batches(judge, form, stride):
    """Batches that broadcast, with open extents; attention's two products."""
    for rank, flip in ((1, True), (2, False)) if is_best(form) else ((2, True),):
        net = Net()
        for x, w, y, mode in FEW:
            net.add("batch_mat_mul_v2", [(None,) * (rank + 2)] * 2, (x, w), ((None,) * (rank + 2), y),
                    "ge.adj_x2 = true" if flip else "", mode)  # fmt: skip
        model = net.compile(form)
        for left, right in BATCHES:
            if len(left) != rank:
                continue
            for m, n, k in [(1, 1, 1), (5, 33, 20), (8, 32, 16), (17, 40, 33), (33, 33, 64), (1, 129, 70)]:
                run(judge, f"{form} batches {left} x {right}", net, model,
                    [product((x, w), [(*left, m, k), (*right, k, n)], y, mode, (False, flip)) for x, w, y, mode in FEW])


def attention(judge, form, stride):
    """(q kT) v of two heads of 1 to 33 queries; in whole numbers there is no
    softmax. Its sums are exact, too."""
    text = """func.func @main(%q: tensor<?x2x?x{d}xf32> {{ascend.name = "q"}}, %k: tensor<?x2x?x{d}xf32> {{ascend.name = "k"}},
        %v: tensor<?x2x?x{d}xf32> {{ascend.name = "v"}}) -> (tensor<?x2x?x{d}xf32> {{ascend.name = "y"}}) {{
      %s = ascend.batch_mat_mul_v2 %q, %k {{node_name = "s", ge.adj_x2 = true}} : (tensor<?x2x?x{d}xf32>, tensor<?x2x?x{d}xf32>) -> tensor<?x2x?x?xf32>
      %y = ascend.batch_mat_mul_v2 %s, %v {{node_name = "y"}} : (tensor<?x2x?x?xf32>, tensor<?x2x?x{d}xf32>) -> tensor<?x2x?x{d}xf32>
      return %y : tensor<?x2x?x{d}xf32>
    }}"""
    random = np.random.default_rng(3)
    for depth in (4, 20, 64) if is_best(form) else (20,):
        model = compile_text(text.format(d=depth), form)
        for queries, keys in itertools.product(range(1, 34, stride), (1, 7, 16, 33, 70)):
            q, k, v = (random.integers(-4, 5, (2, 2, rows, depth)).astype(np.float32) for rows in (queries, keys, keys))
            exact = q.astype(np.float64) @ k.swapaxes(-1, -2) @ v
            judge(lambda: f"{form} attention {queries}x{keys}x{depth}", model.run({"q": q, "k": k, "v": v}, threads=1)["y"],
                  exact.astype(np.float32))  # fmt: skip


def orders(judge, forms):
    """Sums whose bits depend on their order, in the best form and, in turn, in another."""
    forms = forms[:1] + turns(0, forms[1:])
    net = Net()
    floats = [entry for entry in TYPES if entry[0].kind != "i" and entry[0].kind != "u"]
    for x, w, y, mode in floats:
        net.add("mat_mul_v2", [(None, None)] * 2, (x, w), ((None, None), y), "", mode)
    models = {form: net.compile(form) for form in forms}
    random = np.random.default_rng(9)
    for m, n, k in [(1, 33, 70), (5, 17, 1100), (8, 32, 64), (17, 65, 33), (100, 70, 300)]:
        inputs = {}
        for names, (x, w, _, _) in zip(net.cases, floats):
            inputs[names[0]] = random.standard_normal((m, k)).astype(x)
            inputs[names[1]] = random.standard_normal((k, n)).astype(w)
        results = {form: list(model.run(inputs, threads=1).values()) for form, model in models.items()}
        for form in forms[1:]:
            for number, (value, first) in enumerate(zip(results[form], results[forms[0]])):
                judge(lambda: f"{form} against {forms[0]} {m}x{n}x{k} node {number}", value, first)


MODELS = {"open": open_extents, "transposed": open_transposed, "fixed": fixed_extents, "batches": batches,
          "attention": attention, "biases": open_biases,
          "panels": panels}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forms", default="all", choices=["all", "best"])
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--stride", type=int, default=1, help="every so manieth shape only")
    parser.add_argument("--times", action="store_true", help="say how long each model takes")
    arguments = parser.parse_args()
    forms = FORMS[: None if arguments.forms == "all" else 1]
    judge = Judge("products")
    # A model takes its turn on one of the forms.
    turn = {name: turns(number, forms) for number, name in enumerate(arguments.models.split(","))}
    for form in forms:
        for name in [name for name in turn if form in turn[name]]:
            start = time.process_time()
            MODELS[name](judge, form, arguments.stride)
            if arguments.times:
                print(f"{form} {name}: {time.process_time() - start:.1f} s")
    orders(judge, forms)
    for form in forms:
        form.ran()
    judge.end()


if __name__ == "__main__":
    main()
