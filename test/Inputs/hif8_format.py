# ===- hif8_format.py - HiFloat8 by its definition -------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""The 256 codes of HiFloat8, from the definition of the format: a sign, a prefix
of one to four bits that says how many bits the exponent has, the exponent as a
sign and a magnitude without its leading one, and a mantissa in what is left.

    11 exponent of 4 bits, 1 bit of mantissa      |exponent| 8 to 15
    10 3 bits, 2 bits                              4 to 7
    01 2 bits, 3 bits                              2 to 3
    001 1 bit, 3 bits                              1
    0001 none, 3 bits                              0
    0000 none, 3 bits: 2^(mantissa - 23)

0 is 0x00, NaN 0x80, infinities are 0x6f and 0xef. Rounding is to the nearest of
the numbers that the width at the value's exponent has, ties away from zero."""

import fractions

import numpy as np

# Codes as an array that no other dtype is equal to.
HIF8 = np.dtype([("hif8", np.uint8)])
FIELDS = [("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)]


def value_of(code):
    if code == 0x80:
        return float("nan")
    sign, text = (-1.0 if code & 0x80 else 1.0), format(code & 0x7F, "07b")
    if text == format(0x6F, "07b"):
        return sign * float("inf")
    if text.startswith("0000"):
        mantissa = int(text[4:], 2)
        return sign * 2.0 ** (mantissa - 23) if mantissa else 0.0
    prefix, width = next(field for field in FIELDS if text.startswith(field[0]))
    exponent, mantissa = text[len(prefix) : len(prefix) + width], text[len(prefix) + width :]
    magnitude = int("1" + exponent[1:], 2) if width else 0
    return sign * 2.0 ** (-magnitude if exponent[:1] == "1" else magnitude) * (1 + int(mantissa, 2) / 2 ** len(mantissa))


VALUES = np.array([value_of(code) for code in range(256)])
NUMBERS = sorted((VALUES[code], code) for code in range(0x80) if np.isfinite(VALUES[code]))
MAGNITUDES = np.array([value for value, _ in NUMBERS])
CODES = np.array([code for _, code in NUMBERS], np.uint8)


def mantissa_bits(exponent):
    return 3 if abs(exponent) < 4 else 2 if abs(exponent) < 8 else 1 if abs(exponent) < 16 else 0


def code_of(value):
    """One number, by exact fractions."""
    if value != value:
        return 0x80
    sign, magnitude = (0x80 if value < 0 else 0), abs(value)
    if magnitude >= 40960:
        return sign | 0x6F
    if magnitude < 2.0**-23:
        return 0
    magnitude = fractions.Fraction(magnitude)
    exponent = max(int(np.frexp(float(magnitude))[1]) - 1, -22)
    unit = fractions.Fraction(2) ** (exponent - mantissa_bits(exponent))
    rounded = float((magnitude / unit + fractions.Fraction(1, 2)).__floor__() * unit)
    return sign | int(CODES[np.searchsorted(MAGNITUDES, rounded)])


# By thresholds, from which code_of takes the next number: each is one of the
# middles, since a carry leaves a number of the next width.
MIDDLES = (MAGNITUDES[:-1] + MAGNITUDES[1:]) / 2


def encode(values):
    """The codes of an array of floats; the same as code_of, but fast."""
    with np.errstate(invalid="ignore"):
        wide = values.astype(np.float64)
    codes = CODES[np.searchsorted(MIDDLES, np.abs(wide), side="right")]
    codes = np.where(np.abs(wide) >= 40960, 0x6F, codes)
    codes = np.where((wide < 0) & (codes != 0), codes | 0x80, codes)
    return np.where(np.isnan(wide), 0x80, codes).astype(np.uint8).view(HIF8)


def decode(codes, dtype):
    return VALUES[codes.view(np.uint8)].astype(dtype)


def interesting():
    """As float32: every middle, its neighbours, every number, what is special."""
    f32 = np.float32
    edges = np.concatenate([MIDDLES, MAGNITUDES, [40960, 49152, 65504, 1e38, 2.0**-149, 2.0**-24, 0.0]]).astype(f32)
    edges = np.concatenate([edges, np.nextafter(edges, f32(0)), np.nextafter(edges, f32(np.inf))])
    return np.concatenate([edges, -edges, np.array([np.inf, -np.inf, np.nan], f32)])


for number in np.concatenate([interesting(), np.random.default_rng(1).standard_normal(2000) * 2.0 ** np.arange(-26, 18).repeat(50)[:2000]]):
    assert encode(np.array([number])).view(np.uint8)[0] == code_of(float(number)), number
