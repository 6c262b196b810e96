# ===- arrays.py - Compares arrays ----------------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Arrays bit for bit. Numbers within a bound are numpy.testing.assert_allclose's."""

import numpy as np


def differ(have, want):
    """Where two arrays have other bits, as an array of bool of their shape; any NaN is any NaN. Arrays of other shapes or
    dtypes are an AssertionError."""
    have, want = np.asarray(have), np.asarray(want)
    if (have.shape, have.dtype) != (want.shape, want.dtype):
        raise AssertionError(f"{have.dtype}{list(have.shape)}, should be {want.dtype}{list(want.shape)}")
    bits = [np.ascontiguousarray(array).view(f"u{array.itemsize}").reshape(array.shape) for array in (have, want)]
    wrong = bits[0] != bits[1]
    # ml_dtypes has floats whose kind is "V".
    if wrong.any() and have.dtype.kind not in "biu":
        wrong = wrong & ~(np.isnan(have.astype(np.float64)) & np.isnan(want.astype(np.float64)))
    return wrong


def first_of(wrong, have, want):
    """How many elements are `wrong`, an array of bool, and which is the first."""
    at = tuple(int(index) for index in np.argwhere(wrong)[0])
    return f"{wrong.sum()} of {wrong.size} elements, such as {have[at]!r} at {list(at)}, should be {want[at]!r}"


def assert_same(have, want, what=""):
    """Two arrays are one shape, dtype and bits, or there is an AssertionError, which begins with `what`."""
    start = f"{what}: " if what else ""
    try:
        wrong = differ(have, want)
    except AssertionError as error:
        raise AssertionError(f"{start}{error}") from None
    if wrong.any():
        raise AssertionError(start + first_of(wrong, np.asarray(have), np.asarray(want)))
