# ===- pairs.py - Ops of two float16 on ten million pairs ------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Ten million pairs of float16: random bits, of which a day takes a quarter (sampling.py),
and every float16 with each special one on either side. Sums, products and remainders of two float16 are exact in
double precision, and a quotient that is rounded to 53 bits and then to 11 is as
if rounded once; so each reference is a double that is rounded by reference.py.
On 20,000 of the pairs MPFR, set to IEEE's binary16, gives the same bits."""

import json
import os
import sys

import gmpy2
import numpy as np
from gmpy2 import mpfr
from reference import BINARY, Judge, floored_mod, numbers_of, rounded
from arrays import differ
from sampling import turns
from suite import Suite

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4)
F16 = np.dtype(np.float16)
SPECIAL = [0, 1, 2, 3, 10, 0.1, 1 / 3, 2.0**-24, 2.0**-14, 2.0**-14 - 2.0**-24, 2049 / 2048, 1023, 65504, np.inf, np.nan]


def pairs():
    special = np.array(SPECIAL + [-v for v in SPECIAL[:-1]], F16)
    every, each = np.tile(numbers_of(F16), special.size), np.repeat(special, 1 << 16)
    bits = np.random.default_rng(7).integers(0, 1 << 16, (2, 10_000_000 - 2 * each.size), np.uint16).view(F16)
    bits = np.concatenate(turns(0, np.array_split(bits, 4, axis=1)), axis=1)
    return np.concatenate([bits[0], every, each]), np.concatenate([bits[1], each, every])


def minimum(x, y):
    """-0 is less than +0; numpy leaves it open."""
    return np.where((x == 0) & (y == 0), np.where(np.signbit(x), x, y), np.minimum(x, y))


def exact_maximum(x, y):
    if gmpy2.is_nan(x) or gmpy2.is_nan(y):
        return mpfr("nan")
    if x == y:
        return y if gmpy2.is_signed(x) else x
    return x if x > y else y


# Op: in double precision, in MPFR, attributes.
ARITHMETIC = [
    ("add", np.add, lambda x, y: x + y),
    ("sub", np.subtract, lambda x, y: x - y),
    ("mul", np.multiply, lambda x, y: x * y),
    ("real_div", np.divide, lambda x, y: x / y),
    ("maximum", lambda x, y: -minimum(-x, -y), exact_maximum),
    ("minimum", minimum, lambda x, y: -exact_maximum(-x, -y)),
    ("mod", np.fmod, gmpy2.fmod),
    ("mod", np.mod, floored_mod, "ge.fmod = 0 : i64"),
    ("floor_mod", np.mod, floored_mod),
    ("p_relu", lambda x, y: np.where(x < 0, x * y, x), lambda x, y: x * y if x < 0 else x),
]
COMPARISONS = [("equal", np.equal), ("not_equal", np.not_equal), ("less", np.less), ("less_equal", np.less_equal),
               ("greater", np.greater), ("greater_equal", np.greater_equal)]  # fmt: skip

suite = Suite()
x, y = pairs()


class Rounded:
    """A check for the bits of a function in double precision, rounded once."""

    def __init__(self, double):
        self.double = double

    def __call__(self, actual, _):
        wrong = np.empty(actual.shape, bool)
        # As much at a time as the cache holds.
        for start in range(0, x.size, 1 << 15):
            at = slice(start, start + (1 << 15))
            wrong[at] = differ(actual[at], self.at(at))
        return wrong

    def at(self, at):
        return rounded(self.double(x[at].astype(np.float64), y[at].astype(np.float64)), F16)

    def want(self, at):
        return "%r of %r and %r" % (self.at(slice(at[0], at[0] + 1))[0], x[at], y[at])


def prove(double, exact, count=20_000):
    """MPFR in binary16 gives what the double gives."""
    chosen = np.random.default_rng(8).choice(x.size, count, replace=False)
    left, right = x[chosen].astype(np.float64), y[chosen].astype(np.float64)
    with gmpy2.context(gmpy2.ieee(16)):
        results = [float(exact(mpfr(a), mpfr(b))) for a, b in zip(left.tolist(), right.tolist())]
    wrong = differ(np.array(results).astype(F16), rounded(double(left, right), F16))
    assert not wrong.any(), (double, left[wrong][:4], right[wrong][:4])


for op, double, exact, *attributes in ARITHMETIC:
    if not os.environ.get("ASCEND_LIST_CASES"):
        prove(double, exact)
    suite.add(op, [x, y], np.broadcast_to(F16.type(0), x.shape), *attributes, check=Rounded(double))
for op, compare in COMPARISONS:
    suite.add(op, [x, y], compare(x, y))

with open(os.path.join(ROOT, "share", "ascend", "accuracy.json")) as file:
    bounds = json.load(file)["bounds"]
judges = []
for entry in bounds:
    if entry["op"] in BINARY and entry["dtype"] == "f16" and entry["bound"] != "exact":
        mode = "" if entry["mode"] == "default" else "impl_mode = #ascend.impl_mode<%s>" % entry["mode"]
        judges.append(Judge(entry, BINARY[entry["op"]], [x, y]))
        suite.add(BINARY[entry["op"]].op, [x, y], np.broadcast_to(F16.type(0), x.shape), mode, judges[-1])

if "--print" in sys.argv:
    print("%d failed" % suite.run_all())
    for judge in judges:
        print(judge.entry, judge.worst, judge.where, judge.asked)
    sys.exit()
suite.main()
