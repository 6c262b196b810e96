# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Sums of products, transforms, made matrices and parts, of any extents."""

import numpy as np
from onnx import helper

from cases import POSITIVE, SIZES, Case, F, I, ints, node, weights

D = np.float64


def einsum(name, equation, *shapes, symbols=None, dtype=F, also=()):
    inputs = [(f"x{i}", dtype, list(shape)) for i, shape in enumerate(shapes)]
    names = {s: (0, 1, 2, 5) for shape in shapes for s in shape if isinstance(s, str)}
    return Case(name, inputs, [node("Einsum", " ".join(i[0] for i in inputs), equation=equation)],
                symbols or names, also=list(also), opset=12)


EINSUMS = [
    einsum("einsum_matmul", "bij,bjk->bik", "BIJ", "BJK", also=[dict(B=3, I=9, J=20, K=33)]),
    # Where S, T or H is 0, onnxruntime divides by it.
    einsum("einsum_heads", "bshd,bthd->bhst", "BSHD", "BTHD",
           symbols={"B": (0, 1, 2), "D": (0, 1, 5), **{s: (1, 2, 5) for s in "STH"}}, also=[dict(B=2, S=7, T=40, H=3, D=8)]),
    einsum("einsum_outer", "i,j->ij", "A", "B"),
    einsum("einsum_transposed", "ijk->kij", "ABC"),
    einsum("einsum_sums", "abc,cd->d", "ABC", "CD"),
    einsum("einsum_three", "ab,bc,cd->ad", "AB", "BC", "CD"),
    einsum("einsum_diagonal", "bii->bi", "BII"),
    einsum("einsum_trace", "ii", "II"),
    einsum("einsum_ellipsis", "...ij,...jk->...ik", ["P", "Q", "I", "J"], ["R", "S", "J", "K"],
           symbols={"P": (1, 3), "Q": (1, 2), "R": (1, 3), "S": (1, 2), "I": (1, 4), "J": (0, 1, 5), "K": (1, 7)}),
    # A letter of extent 1 stands for more, which is known only at run time.
    einsum("einsum_open", "bij,bjk->bik", "AIJ", "BKL", symbols={s: (1, 1, 2, 4) for s in "ABIJKL"}),
    einsum("einsum_open_sums", "ab,ac->bc", "AB", "CD", symbols={s: (1, 1, 3) for s in "ABCD"}),
    einsum("einsum_known", "bij,jk->bik", ["B", 4, "J"], [6, 5], symbols={"B": SIZES, "J": (1, 6, 6, 5)}),
    einsum("einsum_f64", "bij,bjk->bik", "BIJ", "BJK", dtype=D),
    einsum("einsum_int", "ij,ij->i", "AB", "AB", dtype=np.int32),
]


def doubles(name, a, b, symbols):
    return Case(name, [("a", D, a), ("b", D, b)], [node("MatMul", "a b")], symbols, tolerance=1e-12)


# Up to four rows or columns read their factors in place. Sums are as long as a
# few lanes, a block of them, and more.
DEPTHS = (0, 1, 7, 16, 40, 100)
FEW = {"H": (1, 3), "M": (1, 9), "N": (1, 5, 33), "K": DEPTHS}


def few(name, a, b=None, by_columns=False, constants=None):
    nodes = [node("MatMul", "a b")]
    if by_columns:
        nodes = [node("Transpose", "b", "t", perm=[0, 2, 1]), node("MatMul", "a t")]
    inputs = [("a", F, a)] + ([("b", F, b)] if b else [])
    symbols = {dim: FEW[dim] for _, _, dims in inputs for dim in dims if isinstance(dim, str)}
    if by_columns and "K" in symbols:
        # onnxruntime's own product with a transpose does not write empty sums.
        symbols["K"] = DEPTHS[1:]
    return Case(name, inputs, nodes, symbols, constants=constants or {}, forms=True)


def rows(name, a, b, by_columns=False):
    """A dynamic number of rows of a product with weights `b`."""
    nodes = [node("MatMul", "a b")]
    if by_columns:
        axes = [*range(len(a) - 2), len(a) - 1, len(a) - 2]
        nodes = [node("Transpose", "a", "t", perm=axes), node("MatMul", "t b")]
    symbols = {"M": (0, 1, 2, 13, 14, 15, 29, 40), "B": (1, 3)}
    return Case(name, [("a", F, a)], nodes, {s: symbols[s] for s in a if s in symbols}, constants={"b": weights(*b)}, forms=True)


PRODUCTS = [
    rows("open_rows", ["B", "M", 37], [37, 70]),
    rows("open_rows_far_apart", ["M", 512], [512, 64]),
    rows("open_rows_of_matrices", [3, "M", 24], [3, 24, 40]),
    rows("open_columns_as_rows", ["B", 37, "M"], [37, 48], by_columns=True),
    rows("open_columns_of_matrices", [2, 24, "M"], [2, 24, 33], by_columns=True),
    few("few_keys", ["H", 1, 64], ["H", "N", 64], by_columns=True),
    few("few_keys_of_any_depth", ["H", 4, "K"], ["H", "N", "K"], by_columns=True),
    few("few_values", ["H", 2, "K"], ["H", "K", 24]),
    few("few_columns", ["M", "K"], ["K", 3]),
    few("one_column", ["H", "M", 37], constants={"b": weights(37, 1)}),
    doubles("f64_matmul", ["M", "K"], ["K", "N"], {s: (0, 1, 2, 9) for s in "MKN"}),
    doubles("f64_batch", ["A", "H", "M", "K"], ["B", "H", "K", "N"],
            {"A": (1, 3), "B": (1, 3), "H": (1, 2), "M": (1, 9), "K": (0, 1, 5), "N": (1, 7)}),
    doubles("f64_weights", ["A", "B", 4], [4, 3], {"A": SIZES, "B": SIZES}),
    doubles("f64_vector", ["K"], ["B", "K", "N"], {"K": (1, 4), "B": (1, 3), "N": (1, 5)}),
]


def eye(name, reference=False, **attributes):
    return Case(name, [("x", F, ["A", "B"])], [node("EyeLike", "x", **attributes)], {"A": SIZES, "B": SIZES}, opset=9,
                reference=reference)


def center(name, inputs, symbols, constants=None, values=None, **attributes):
    return Case(name, inputs, [node("CenterCropPad", "x s", **attributes)], symbols, constants=constants or {},
                values=values or {})



def scatter(name, starts=True, places=6, **attributes):
    """Rows into a cache; some do not fit."""
    inputs = [("x", F, ["B", 2, "S", 3]), ("u", F, ["B", 2, "T", 3])] + [("w", I, ["B"])] * starts
    return Case(name, inputs, [node("TensorScatter", "x u w" if starts else "x u", **attributes)],
                {"B": (1, 3), "S": (4, 7), "T": (1, 2, 4)}, opset=24,
                values={"w": lambda sizes, random: random.integers(0, places, sizes["B"])})


MADE = [
    eye("eye"),
    eye("eye_above", k=2),
    eye("eye_below", k=-1, dtype=7),
    eye("eye_f64", dtype=11),
    eye("eye_bool", dtype=9, reference=True),
    center("center_known", [("x", F, ["A", "B", 3])], {"A": SIZES, "B": SIZES}, constants={"s": ints(4, 5, 6)}),
    center("center_axes", [("x", F, ["A", "B", "C"])], {s: SIZES for s in "ABC"}, constants={"s": ints(7, 2)},
           axes=[-1, 0]),
    center("center_run", [("x", F, ["A", "B"]), ("s", I, [2])], {"A": SIZES, "B": SIZES},
           values={"s": lambda sizes, random: random.integers(0, 9, 2)}),
    center("center_run_axes", [("x", F, ["A", 4]), ("s", I, [1])], {"A": SIZES},
           values={"s": lambda sizes, random: random.integers(0, 9, 1)}, axes=[1]),
    scatter("scatter_rows"),
    scatter("scatter_start", starts=False),
    scatter("scatter_round", mode="circular", places=12),
    # The update is as wide as the cache.
    Case("scatter_narrow", [("x", F, ["B", 2, "S", "V"]), ("u", F, ["C", 2, "T", "W"])], [node("TensorScatter", "x u")],
         {"B": (1, 3), "C": (1, 3), "S": (4, 5), "T": (1, 2), "V": (1, 3), "W": (1, 3)}, opset=24,
         also=[dict(B=3, C=1, S=4, T=2, V=3, W=3), dict(B=1, C=1, S=4, T=2, V=3, W=1), dict(B=3, C=3, S=4, T=2, V=3, W=3)]),
    # A place for each sequence.
    Case("scatter_places", [("x", F, ["B", 2, "S", 3]), ("u", F, ["B", 2, "T", 3]), ("w", I, ["D"])], [node("TensorScatter", "x u w")],
         {"B": (1, 3), "D": (1, 3), "S": (4,), "T": (1, 2)}, opset=24, values={"w": lambda sizes, random: random.integers(0, 2, sizes["D"])},
         also=[dict(B=3, D=1, S=4, T=2), dict(B=1, D=3, S=4, T=2), dict(B=3, D=3, S=4, T=2)]),
    Case("split_3", [("x", F, ["A", "B"])],
         [helper.make_node("Split", ["x"], ["y", "z", "w"], "split", axis=0, num_outputs=3)],
         {"A": tuple(range(10)), "B": (1, 2)}, outputs=("y", "z", "w"),
         also=[dict(A=a, B=2) for a in (0, 1, 2, 3, 4, 5, 6)]),
]


def unique(name, dtype=F, symbols=None, also=(), **attributes):
    return Case(name, [("x", dtype, ["A", "B"])],
                [helper.make_node("Unique", ["x"], ["y", "i", "v", "c"], "unique", **attributes)],
                symbols or {"A": SIZES, "B": POSITIVE}, outputs=("y", "i", "v", "c"), opset=11, also=list(also),
                values={"x": lambda sizes, random: random.integers(0, 3, [sizes.get(s, 2) for s in "AB"])})


UNIQUES = [
    unique("unique"),
    unique("unique_unsorted", dtype=I, sorted=0),
    unique("unique_rows", axis=0),
    unique("unique_columns", axis=1, symbols={"A": POSITIVE, "B": SIZES}, also=[dict(A=0, B=2)]),
]


def signals(name, kind, inputs, shape, symbols, constants=None, values=None, opset=20, also=(), dtype=F, **attributes):
    constants, values = constants or {}, values or {}
    given = [helper.make_node(kind, [word if word != "e" else "" for word in inputs.split()], ["y"], name, **attributes)]
    return Case(name, [("x", dtype, shape), *([("n", I, [])] if "n" in values else [])], given, symbols,
                constants=constants, values=values, also=list(also), opset=opset,
                tolerance=1e-12 if dtype is D else 1e-3,
                reference=dtype is D)  # onnxruntime divides by a float32 length


LENGTHS = (1, 2, 3, 8, 15, 40)
SIGNALS = [
    signals("dft_batch", "DFT", "x", ["B", 12, 1], {"B": SIZES}),
    signals("dft_length", "DFT", "x", ["B", "L", 1], {"B": (1, 3), "L": LENGTHS}),
    signals("dft_half", "DFT", "x", ["B", "L", 1], {"B": (1, 3), "L": LENGTHS}, onesided=1),
    signals("dft_inverse", "DFT", "x", ["B", "L", 2], {"B": (1, 3), "L": LENGTHS}, inverse=1),
    signals("dft_real", "DFT", "x", ["B", "L", 2], {"B": (1, 3), "L": (2, 3, 8, 20)}, inverse=1, onesided=1,
            dtype=D),
    signals("dft_axis", "DFT", "x e a", ["L", "M", 2], {"M": (1, 3), "L": LENGTHS}, constants={"a": np.int64(0)}),
    signals("dft_longer", "DFT", "x n", ["B", "L", 1], {"B": (1, 2), "L": LENGTHS},
            constants={"n": np.int64(10)}),
    signals("dft_run", "DFT", "x n", ["B", "L", 2], {"B": (1, 2), "L": LENGTHS},
            values={"n": lambda sizes, random: random.choice(LENGTHS)}),
    signals("dft_f64", "DFT", "x", ["B", "L", 1], {"B": (1, 3), "L": (*LENGTHS, 200)}, dtype=D),
    signals("dft_f64_inverse", "DFT", "x", ["B", "L", 2], {"B": (1, 2), "L": LENGTHS}, dtype=D, inverse=1),
    signals("dft_f64_half", "DFT", "x", ["B", "L", 1], {"B": (1, 3), "L": LENGTHS}, dtype=D, onesided=1),
    signals("dft_old", "DFT", "x", ["B", "L", 1], {"B": (1, 3), "L": LENGTHS}, opset=17, onesided=1),
    signals("stft", "STFT", "x step w", ["B", "L", 1], {"B": (1, 3), "L": (16, 17, 50)}, opset=17,
            constants={"step": np.int64(5), "w": weights(16)}, also=[dict(B=1, L=15)]),
    signals("stft_frame", "STFT", "x step e f", ["B", "L", 1], {"B": (1, 3), "L": (8, 17, 50)}, opset=17,
            constants={"step": np.int64(3), "f": np.int64(8)}, onesided=0),
]

DETERMINANTS = [
    Case("det", [("x", F, ["M", "M"])], [node("Det", "x")], {"M": (1, 2, 3, 5, 8, 12)}),
    Case("det_batch", [("x", F, ["A", "B", 3, 3])], [node("Det", "x")], {"A": SIZES, "B": SIZES}),
    Case("det_sides", [("x", F, ["A", "M", "N"])], [node("Det", "x")], {"A": (1, 3), "M": (2, 4), "N": (2, 4)},
         also=[dict(A=2, M=2, N=4), dict(A=0, M=4, N=4)]),
    Case("det_row", [("x", F, ["A", 4, "N"])], [node("Det", "x")], {"A": SIZES, "N": (4, 4, 3)}),
]

ALGEBRA = DETERMINANTS + EINSUMS + PRODUCTS + MADE + UNIQUES + SIGNALS
