# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Graphs with If, Loop and Scan, in onnx.parser's syntax."""

import dataclasses

import numpy as np
import onnx.parser

from cases import Case


@dataclasses.dataclass
class Flow(Case):
    """A Case whose graph is text; what inputs may be stands in `symbols` and `values`."""
    text: str = ""

    def model(self):
        return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["" : {self.opset}]>\n{self.text}')

    def __post_init__(self):
        for value in self.model().graph.input:
            kind = value.type.tensor_type
            dims = [dim.dim_param or dim.dim_value for dim in kind.shape.dim]
            self.inputs.append((value.name, onnx.helper.tensor_dtype_to_np_dtype(kind.elem_type).type, dims))


def flow(name, text, values=None, opset=18, **symbols):
    return Flow(name, [], [], symbols, text=text, values=values or {}, opset=opset)


def flag(sizes, random):
    return random.integers(0, 2) == 1


def upTo(most):
    return lambda sizes, random: random.integers(0, most + 1)


IFS = [
    flow("if", """g (float[4] x, bool c) => (float[4] y) {
        y = If (c) <then_branch = t () => (float[4] a) { a = Relu(x) },
                    else_branch = e () => (float[4] a) { b = Exp(x) a = Neg(b) }> }""", {"c": flag}),
    flow("if_extents", """g (float[4] x, bool[1] c) => (float[N] y, float[N] z) <float[2] w = {1, 2}> {
        y = If (c) <then_branch = t () => (float[6] a) { a = Concat<axis = 0>(x, w) },
                    else_branch = e () => (float[2] a) <float[2] v = {3, 4}> { a = Mul(v, w) }>
        z = Exp(y) }""", {"c": lambda sizes, random: [flag(sizes, random)]}),
    flow("if_outer", """g (float[4] x, bool c) => (float[4] y, float[4] z, bool d) <float[4] w = {1, 2, 3, 4}> {
        h = Tanh(x)
        y, z, d = If (c) <then_branch = t () => (float[4] k, float[4] l, bool n) {
                              k = Identity(x) l = Identity(h) n = Identity(c) },
                          else_branch = e () => (float[4] k, float[4] l, bool n) {
                              k = Identity(w) l = Identity(x) n = Not(c) }> }""", {"c": flag}),
    flow("if_nested", """g (float[N] x, bool c, bool d) => (float[M] y) {
        y = If (c) <then_branch = t () => (float[M] a) {
                        h = Relu(x)
                        a = If (d) <then_branch = u () => (float[M] b) { b = Add(h, x) },
                                    else_branch = f () => (float[M] b) { b = Concat<axis = 0>(h, x) }> },
                    else_branch = e () => (float[N] a) { a = Neg(x) }> }""", {"c": flag, "d": flag}, N=(0, 1, 5)),
    flow("if_of_values", """g (float[N] x) => (float[N] y) <float zero = {0}> {
        s = ReduceSum<keepdims = 0>(x)
        c = Greater(s, zero)
        y = If (c) <then_branch = t () => (float[N] a) { a = Div(x, s) },
                    else_branch = e () => (float[N] a) { a = Identity(x) }> }""", N=(1, 4, 9)),
]

LOOPS = [
    flow("loop", """g (int64 n, float[4] x) => (float[4] y) {
        y = Loop (n, , x) <body = b (int64 i, bool c, float[4] s) => (bool c, float[4] t) {
            f = Cast<to = 1>(i) u = Add(s, f) t = Tanh(u) }> }""", {"n": upTo(5)}),
    flow("loop_collects", """g (int64 n, float[2,3] x) => (float[2,3] y, float[K,2,3] z, int64[K] w) {
        y, z, w = Loop (n, , x) <body = b (int64 i, bool c, float[2,3] s)
                                      => (bool c, float[2,3] t, float[2,3] p, int64 q) {
            t = Add(s, x) p = Relu(t) q = Mul(i, i) }> }""", {"n": upTo(7)}),
    flow("loop_constant", """g (float[N] x) => (float[N] y, float[3,N] z) <int64 n = {3}> {
        y, z = Loop (n, , x) <body = b (int64 i, bool c, float[N] s) => (bool c, float[N] t, float[N] p) {
            t = Add(s, x) p = Exp(s) }> }""", N=(0, 1, 5)),
    flow("loop_exit", """g (float x, float most) => (float y, float[K] z) <int64 n = {40}, bool yes = {1}, float two = {2}> {
        y, z = Loop (n, yes, x) <body = b (int64 i, bool c, float s) => (bool d, float t, float p) {
            t = Mul(s, two) a = Abs(t) d = Less(a, most) p = Identity(t) }> }""",
         {"x": lambda sizes, random: 1 + random.random(), "most": lambda sizes, random: random.integers(0, 5000)}),
    flow("loop_while", """g (int64 x, bool go) => (int64 y, int64 turns) <int64 zero = {0}, int64 one = {1}, int64 two = {2}, int64 three = {3}> {
        y, turns = Loop (, go, x, zero) <body = b (int64 i, bool c, int64 s, int64 k) => (bool d, int64 t, int64 m) {
            r = Mod(s, two)
            odd = Equal(r, one)
            t = If (odd) <then_branch = u () => (int64 a) { p = Mul(s, three) a = Add(p, one) },
                          else_branch = e () => (int64 a) { a = Div(s, two) }>
            m = Add(k, one)
            d = Greater(t, one) }> }""",
         {"x": lambda sizes, random: random.integers(1, 40), "go": flag}),
    flow("loop_grows", """g (int64 n, float[N] x) => (float[K] y) {
        y = Loop (n, , x) <body = b (int64 i, bool c, float[J] s) => (bool c, float[L] t) {
            a = Relu(x) t = Concat<axis = 0>(s, a) }> }""", {"n": upTo(4)}, N=(0, 1, 3)),
    flow("loop_swaps", """g (int64 n, float[3] x, float[3] z) => (float[3] y, float[3] w, float[3] v) {
        y, w, v = Loop (n, , x, z, x) <body = b (int64 i, bool c, float[3] s, float[3] t, float[3] u)
                                            => (bool c, float[3] t, float[3] s, float[3] s) {}> }""", {"n": upTo(4)}),
    flow("loop_nested", """g (int64 n, int64 m, float[2] x) => (float[2] y, float[K,2] z) {
        y, z = Loop (n, , x) <body = b (int64 i, bool c, float[2] s) => (bool c, float[2] t, float[2] p) {
            k = Add(i, m)
            t = Loop (k, , s) <body = d (int64 j, bool e, float[2] q) => (bool e, float[2] r) {
                f = Cast<to = 1>(j) h = Add(q, f) o = Add(h, x) r = Sin(o) }>
            p = Neg(t) }> }""", {"n": upTo(4), "m": upTo(3)}),
    flow("loop_pieces_open", """g (int64 n, float[N,M] x) => (float[K,N,M] y) <bool yes = {1}> {
        y = Loop (n, yes) <body = b (int64 i, bool c) => (bool c, float[N,M] p) {
            f = Cast<to = 1>(i) p = Mul(x, f) }> }""",
         {"n": lambda sizes, random: random.integers(1, 6)}, N=(1, 3), M=(0, 1, 4)),
    flow("loop_weights", """g (int64 n, float[1,4] x) => (float[1,4] y) {
        w = Constant<value = float[4,4] {1,0.5,0,0.25, 0,1,0.5,0, 0.125,0,1,0, 0,0,0.5,1}>()
        y = Loop (n, , x) <body = b (int64 i, bool c, float[1,4] s) => (bool c, float[1,4] t) {
            a = MatMul(s, w) t = Tanh(a) }> }""", {"n": upTo(4)}),
]

SCANS = [
    flow("scan", """g (float[2] s, float[5,2] x) => (float[2] y, float[5,2] z) {
        y, z = Scan (s, x) <num_scan_inputs = 1, body = b (float[2] a, float[2] e) => (float[2] t, float[2] p) {
            t = Add(a, e) p = Relu(t) }> }"""),
    flow("scan_reverse", """g (float[3] s, float[3,6] x, float[6,2] w) => (float[3] y, float[3,6] z, float[6,2] v) {
        y, z, v = Scan (s, x, w) <num_scan_inputs = 2, scan_input_axes = [1, 0], scan_input_directions = [1, 0],
                             scan_output_axes = [-1, 0], scan_output_directions = [0, 1],
                             body = b (float[3] a, float[3] e, float[2] f) => (float[3] t, float[3] p, float[2] q) {
            t = Sub(e, a) p = Tanh(t) q = Neg(f) }> }"""),
    flow("scan_outer", """g (float[4,2] x, float[2] w) => (float[4,2] y) {
        y = Scan (x) <num_scan_inputs = 1, body = b (float[2] e) => (float[2] p) <float[2] k = {3, -1}> {
            m = Mul(e, w) p = Add(m, k) }> }"""),
]

FLOW = IFS + LOOPS + SCANS
