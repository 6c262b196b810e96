# ===- reference.py - Exact results, and how far others are from them -------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Each real function stands here twice: for MPFR, which rounds correctly at any
precision, and in double precision for numpy and scipy, a hundred times as fast.

MPFR computes with 192 bits: enough for 1 + x of the smallest subnormal float,
and far more than a float's image comes near to a tie without being one. Its
result is rounded to odd to a double: of the two doubles around it, the one
whose last bit is 1. Rounding that on to a dtype of up to 51 bits gives what
rounding the exact result itself gives; no tie is made or lost in between.

In double precision a result is off by a part of 2^-40 at most. That is asserted
where both are known: on every float16 and bfloat16, all of which are floats,
and on a sample of the floats. So it decides nearly every question about a float
(2^-40 is 2^-16 ulp): those that it leaves open, because the error is so near to
the bound, or the result to a tie, that 2^-40 could turn the answer, are put to
MPFR; see Judge."""

import functools

import gmpy2
import ml_dtypes
import numpy as np
import scipy.special
from gmpy2 import mpfr

np.seterr(all="ignore")
gmpy2.set_context(gmpy2.context(precision=192, emin=gmpy2.get_emin_min(), emax=gmpy2.get_emax_max()))

bfloat16 = np.dtype(ml_dtypes.bfloat16)
DTYPES = {"f32": np.dtype(np.float32), "f16": np.dtype(np.float16), "bf16": bfloat16}
# What a double is off by at most, as a part of the result.
DOUBTFUL = 2.0**-40
THRESHOLD = float(np.float32(0.3))
GELU = mpfr("0.044715")
FAST_GELU = float(np.float32(1.702))
ROOT_8_PI = gmpy2.sqrt(8 / gmpy2.const_pi())
ROOT_2 = gmpy2.sqrt(mpfr(2))
FAR = gmpy2.exp2(1 << 20)


def to_odd(results):
    """Doubles of mpfr numbers, rounded to odd."""
    nearest = np.array([float(r) for r in results])
    beyond = np.array([(r > n) - (r < n) for r, n in zip(results, nearest.tolist())])
    even = nearest.view(np.uint64) & np.uint64(1) == 0
    return np.where((beyond != 0) & even, np.nextafter(nearest, np.where(beyond > 0, np.inf, -np.inf)), nearest)


class Function:
    """A function of one operand or two: `double` takes arrays of doubles,
    `exact` numbers of MPFR; `op` and `attributes` are those of its op. A
    formula, other than a function of MPFR itself, has at an infinity the value
    that it has far out."""

    def __init__(self, op, double, exact, attributes="", formula=True):
        self.op, self.double, self.attributes, self.formula = op, double, attributes, formula
        self.one = exact

    def exact(self, *operands):
        """Exact results of arrays of any dtype."""
        numbers = [list(map(mpfr, v.astype(np.float64).ravel().tolist())) for v in operands]
        if self.formula:
            numbers = [[gmpy2.copy_sign(FAR, v) if gmpy2.is_infinite(v) else v for v in list] for list in numbers]
        return to_odd(list(map(self.one, *numbers))).reshape(operands[0].shape)

    @functools.cache
    def exact_of_all(self, dtype):
        """Exact results of all 65536 numbers of a dtype. Here the double ones
        prove what is said of them."""
        everything = numbers_of(dtype)
        exact = self.exact(everything)
        self.check_double(everything, exact)
        return exact

    def check_double(self, operand, exact):
        double = self.double(operand.astype(np.float64))
        # Past the floats and far below them nothing depends on it.
        difference = np.abs(np.clip(double, -(2.0**200), 2.0**200) - np.clip(exact, -(2.0**200), 2.0**200))
        good = difference <= DOUBTFUL / 2 * np.maximum(np.abs(exact), 2.0**-160)
        assert np.array_equal(np.isnan(double), np.isnan(exact)), self.op
        bad = ~good & ~np.isnan(exact)
        assert not bad.any(), (self.op, operand[bad][:4], double[bad][:4], exact[bad][:4])


@functools.cache
def numbers_of(dtype):
    return np.arange(1 << 16, dtype=np.uint16).view(dtype)


def sigmoid(x):
    e = np.exp(-np.abs(x))
    return np.where(x < 0, e, 1) / (1 + e)


def gated(x, sigmoid_of):
    """x times a sigmoid of something; the limit at -infinity."""
    return np.where(x == -np.inf, -0.0, x * sigmoid(sigmoid_of))


def mish(x):
    return np.where(x == -np.inf, -0.0, x * np.tanh(np.log1p(np.exp(x))))


def erf_gelu(x):
    return np.where(x == -np.inf, -0.0, 0.5 * x * scipy.special.erfc(-x / np.sqrt(2)))


def exact_sigmoid(x):
    return 1 / (1 + gmpy2.exp(-x))


def plain(op, double, exact):
    """A function that MPFR has, with its values at infinities and NaN."""
    return Function(op, double, exact, formula=False)


def clipped(x, low, high):
    return min(max(x, mpfr(low)), mpfr(high))


def nan_or(function):
    """max and min of Python would lose NaN."""
    return lambda x: x if gmpy2.is_nan(x) else function(x)


# GE type: the function of its op.
UNARY = {
    "Acos": plain("acos", np.arccos, gmpy2.acos),
    "Acosh": plain("acosh", np.arccosh, gmpy2.acosh),
    "Asin": plain("asin", np.arcsin, gmpy2.asin),
    "Asinh": plain("asinh", np.arcsinh, gmpy2.asinh),
    "Atan": plain("atan", np.arctan, gmpy2.atan),
    "Atanh": plain("atanh", np.arctanh, gmpy2.atanh),
    "Celu": Function("celu", lambda x: np.where(x > 0, x, 2 * np.expm1(x / 2)),
                     lambda x: x if x > 0 else 2 * gmpy2.expm1(x / 2),
                     "ge.alpha1 = 2.0 : f32, ge.alpha2 = 2.0 : f32"),
    "Cos": plain("cos", np.cos, gmpy2.cos),
    "Cosh": plain("cosh", np.cosh, gmpy2.cosh),
    "Elu": Function("elu", lambda x: np.where(x > 0, x, 1.5 * np.expm1(x)),
                    lambda x: x if x > 0 else 1.5 * gmpy2.expm1(x), "ge.alpha = 1.5 : f32"),
    "Erf": plain("erf", scipy.special.erf, gmpy2.erf),
    "Exp": plain("exp", np.exp, gmpy2.exp),
    "Expm1": plain("expm1", np.expm1, gmpy2.expm1),
    "FastGelu": Function("fast_gelu", lambda x: gated(x, FAST_GELU * x), lambda x: x * exact_sigmoid(FAST_GELU * x)),
    "Gelu": Function("gelu", lambda x: gated(x, np.sqrt(8 / np.pi) * (x + 0.044715 * x * x * x)),
                     lambda x: x * exact_sigmoid(ROOT_8_PI * (x + GELU * x * x * x))),
    "GeluV2": Function("gelu_v2", erf_gelu, lambda x: x * gmpy2.erfc(-x / ROOT_2) / 2),
    "HardSigmoid": Function("hard_sigmoid", lambda x: np.clip(x / 4 + 0.5, 0, 1),
                            nan_or(lambda x: clipped(x / 4 + 0.5, 0, 1)), "ge.alpha = 0.25 : f32"),
    "HardSwish": Function("hard_swish", lambda x: np.where(x == -np.inf, -0.0, x * np.clip(x + 3, 0, 6) / 6),
                          nan_or(lambda x: x * clipped(x + 3, 0, 6) / 6)),
    "Log": plain("log", np.log, gmpy2.log),
    "Log1p": plain("log1p", np.log1p, gmpy2.log1p),
    "Mish": Function("mish", mish, lambda x: x * gmpy2.tanh(gmpy2.log1p(gmpy2.exp(x)))),
    "Reciprocal": plain("reciprocal", lambda x: 1 / x, lambda x: 1 / x),
    "Rsqrt": plain("rsqrt", lambda x: 1 / np.sqrt(x), lambda x: 1 / gmpy2.sqrt(x)),
    "Selu": Function("selu", lambda x: 1.25 * np.where(x > 0, x, 1.5 * np.expm1(x)),
                     lambda x: 1.25 * (x if x > 0 else 1.5 * gmpy2.expm1(x)),
                     "ge.alpha = 1.5 : f32, ge.gamma = 1.25 : f32"),
    "Sigmoid": Function("sigmoid", sigmoid, exact_sigmoid),
    "Sin": plain("sin", np.sin, gmpy2.sin),
    "Sinh": plain("sinh", np.sinh, gmpy2.sinh),
    "Softplus": Function("softplus", lambda x: np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))),
                         nan_or(lambda x: max(x, mpfr(0)) + gmpy2.log1p(gmpy2.exp(-abs(x))))),
    # As its formula says, NaN at infinities.
    "Softsign": plain("softsign", lambda x: x / (1 + np.abs(x)), lambda x: x / (1 + abs(x))),
    "Sqrt": plain("sqrt", np.sqrt, gmpy2.sqrt),
    "Swish": Function("swish", lambda x: gated(x, x), lambda x: x * exact_sigmoid(x)),
    "Tan": plain("tan", np.tan, gmpy2.tan),
    "Tanh": plain("tanh", np.tanh, gmpy2.tanh),
    "Threshold": Function("threshold", lambda x: np.where(x > THRESHOLD, 1.0, 0.0),
                          lambda x: mpfr(int(x > THRESHOLD)), "ge.threshold = 0.3 : f32"),
}  # fmt: skip


def floored_mod(x, y):
    """Python's: the sign of the divisor."""
    rest = gmpy2.fmod(x, y)
    if rest == 0:
        return gmpy2.copy_sign(mpfr(0), y)
    return rest if (rest < 0) == (y < 0) else rest + y


def power(x, y):
    """1 where IEEE's pow is 1 whatever the other operand: some builds of numpy
    give NaN for a signalling one."""
    return np.where((y == 0) | (x == 1), 1.0, np.power(x, y))


BINARY = {
    "FloorMod": plain("floor_mod", np.mod, floored_mod),
    "Pow": plain("pow", power, lambda x, y: x**y),
    "RealDiv": plain("real_div", np.divide, lambda x, y: x / y),
}


def per_ulp(exact, dtype):
    """1 / the unit in the last place of each exact result."""
    info = ml_dtypes.finfo(dtype)
    exponent = (exact.view(np.int64) >> 52 & 0x7FF) - 1023
    np.clip(exponent, info.minexp, info.maxexp - 1, out=exponent)
    return (info.nmant + 1023 - exponent << 52).view(np.float64)


def rounded(exact, dtype):
    """Exact results to nearest, ties to even, once."""
    units = per_ulp(exact, dtype)
    whole = np.rint(exact * units) / units
    past = 2.0 ** ml_dtypes.finfo(dtype).maxexp
    return np.where(np.abs(whole) >= past, np.copysign(np.inf, whole), whole).astype(dtype)


class Judge:
    """Says where results of an op break the bound of a row of accuracy.json, and
    keeps the largest error."""

    # Doubles of a block stay in the cache.
    BLOCK = 1 << 15

    def __init__(self, entry, function, operands, all_exact=False):
        """`operands` are arrays; with `all_exact`, every result is measured
        against MPFR's."""
        self.entry, self.function, self.operands, self.all_exact = entry, function, operands, all_exact
        self.dtype, self.bound = DTYPES[entry["dtype"]], entry["bound"]
        kinds = [] if self.bound == "exact" else list(self.bound)
        self.limit = 0 if not kinds or kinds == ["near"] else 1 if "absolute" in kinds else self.bound[kinds[0]]
        self.kind = "exact" if not kinds else kinds[0]
        self.signs = self.kind in ("exact", "ulp", "relative") and "domain" not in entry
        if "flushes_below" in entry:
            self.flushes = float.fromhex(entry["flushes_below"])
        self.worst, self.where, self.asked, self.unrounded = 0, None, 0, 0

    def exact(self, operands):
        if self.all_exact and len(operands) == 1:
            table = self.function.exact_of_all(self.dtype)
            return table[operands[0].view(np.uint16)]
        return self.function.exact(*operands)

    def __call__(self, actual, expected=None):
        """Where `actual` is wrong. Shaped as the suite wants a check."""
        wrong = np.zeros(actual.shape, bool)
        for start in range(0, actual.size, self.BLOCK):
            at = slice(start, start + self.BLOCK)
            wrong[at] = self.block([v[at] for v in self.operands], actual[at])
        return wrong

    def block(self, operands, actual):
        wide = (v.astype(np.float64) for v in operands)
        exact = self.exact(operands) if self.all_exact else self.function.double(*wide)
        # A result that rounds correctly breaks no bound: most need no more.
        at = np.flatnonzero(self.differs(exact, actual))
        if not at.size:
            return np.zeros(actual.shape, bool)
        operands, exact, actual, size = [v[at] for v in operands], exact[at], actual[at], actual.size
        error = self.measure(operands, exact, actual)
        if not self.all_exact:
            # Also the largest error, so that it is right where it is reported.
            open = np.union1d(np.flatnonzero(self.is_open(exact, error)), [np.argmax(error)])
            chosen = [v[open] for v in operands]
            error[open] = self.measure(chosen, self.exact(chosen), actual[open])
            self.asked += open.size
        self.unrounded += int(np.count_nonzero(error))
        worst = int(np.argmax(error))
        if error[worst] > self.worst:
            self.worst, self.where = float(error[worst]), tuple(v[worst] for v in operands)
        wrong = np.zeros(size, bool)
        wrong[at] = error > self.limit
        return wrong

    def differs(self, exact, actual):
        """Where a result is not the rounded double, or that may be wrong."""
        with_f32 = self.dtype == np.float32
        nearest = exact.astype(np.float32) if with_f32 else rounded(exact, self.dtype)
        bits = np.uint32 if with_f32 else np.uint16
        different = (nearest.view(bits) != actual.view(bits)) & ~(np.isnan(exact) & np.isnan(actual))
        return different | self.is_open(exact, None) if self.kind == "exact" else different

    def want(self, at):
        operands = [v[at] for v in self.operands]
        exact = self.function.double(*(np.float64(v) for v in operands))
        return "%r within %s for %s" % (float(exact), self.bound, ", ".join(map(repr, operands)))

    def is_open(self, exact, error):
        """Where another exact result 2^-40 away could turn the answer."""
        if self.kind == "exact":
            scaled = exact * per_ulp(exact, self.dtype)
            from_tie = np.abs(np.abs(scaled - np.trunc(scaled)) - 0.5)
            return from_tie <= DOUBTFUL * np.maximum(np.abs(scaled), 1)
        if self.kind in ("near", "modulo"):
            return np.zeros(exact.shape, bool)
        return np.abs(error - self.limit) <= 1e-4 * self.limit

    def measure(self, operands, exact, actual):
        """The error, in the terms of the bound; infinite where a NaN or the sign
        of a zero is wrong."""
        x, bound, dtype = operands[0], self.bound, self.dtype
        wide, nan = actual.astype(np.float64), np.isnan(exact)
        wrong = np.isnan(wide) != nan
        if self.kind in ("ulp", "relative"):
            # Infinity counts as the first power of two past the largest number.
            past = 2.0 ** ml_dtypes.finfo(dtype).maxexp
            units, clipped = per_ulp(exact, dtype), np.clip(exact, -past, past)
            error = np.abs(np.clip(wide, -past, past) - clipped) * units
            if self.kind == "relative":
                # What is left after the last rounding, which is coarse where the
                # result is subnormal.
                left = np.maximum(error - 0.5, 0) / units
                error = np.where(left == 0, 0, left / np.abs(clipped))
        elif self.kind == "exact":
            error = np.where(wide == rounded(exact, dtype).astype(np.float64), 0.0, np.inf)
        elif self.kind == "near":
            near = np.abs(x.astype(np.float64) - THRESHOLD) <= bound["near"]
            error = np.where(near | (wide == exact), 0.0, 1.0)
            # What its formula makes of a NaN is not stated.
            error[np.isnan(x)], wrong = 0, wrong & ~np.isnan(x)
        elif self.kind == "modulo":
            error, past = self.modulo(operands, exact, wide)
            wrong &= ~past
        else:
            # Beside it a part of the operand's magnitude.
            magnitude = np.abs(x.astype(np.float64))
            allowed = bound["absolute"] + bound.get("operand", 0) * magnitude
            error = np.abs(wide - exact) / allowed
            error[np.isinf(magnitude) | (wide == exact)] = 0
            wrong &= ~np.isinf(magnitude)
        if self.signs:
            wrong |= ~nan & (np.signbit(wide) != np.signbit(exact))
        error[nan] = 0
        error[wrong] = np.inf
        if "flushes_below" in self.entry:
            error[(actual == 0) & (np.abs(exact) < self.flushes)] = 0
        if "domain" in self.entry:
            low, high = self.entry["domain"]
            wide_x = x.astype(np.float64)
            error[~((wide_x >= low) & (wide_x <= high))] = 0
        return error

    @staticmethod
    def modulo(operands, exact, wide):
        """The error, and where a quotient past the range leaves nothing. A
        quotient that rounds across a whole number is off by one divisor."""
        difference = np.abs(wide - exact)
        x, y = (np.abs(v.astype(np.float64)) for v in operands)
        error = np.minimum(difference, np.abs(difference - y)) / (x + y)
        largest = float(ml_dtypes.finfo(np.float32).max)
        past = ~(x / y <= largest) | ~(x + y <= largest)
        return np.where(past | (difference == 0) | (wide == exact), 0, error), past
