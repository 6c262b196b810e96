# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""How the dtype that one tensor expects narrows a list of columns.

`kernel[k]` is the tensor's dtype in column k, `columns` the list so far. Each
matcher gives (found, new list).
"""

# Only these three rise and fall into each other; a bigger number is less exact.
RANK = {"float": 100000, "bfloat16": 200000, "float16": 200001}
LIMIT = 1000000
RISE_FROM = 100  # the gap of bfloat16 and float16 is no rise


def precise(kernel, columns, expected):
    found = [k for k in columns if kernel[k] == expected]
    return (True, found) if found else (False, columns)


def _by_gap(pairs):
    """Orders (gap, column) pairs; a repeated gap moves up, and where it then
    meets a gap that is taken the column is lost."""
    slots, step = {}, 1
    for gap, column in pairs:
        if gap in slots:
            gap += step
            step += 1
        slots.setdefault(gap, column)
    return [slots[gap] for gap in sorted(slots)]


def rise(kernel, columns, expected, forbidden=None):
    if expected not in RANK:
        found = [k for k in columns if kernel[k] == expected and kernel[k] != forbidden]
        return (True, found) if found else (False, columns)
    allowed = [k for k in columns if kernel[k] in RANK and kernel[k] != forbidden]
    exact = [k for k in allowed if kernel[k] == expected]
    if exact:
        return True, exact
    gaps = [(RANK[expected] - RANK[kernel[k]], k) for k in allowed]
    found = _by_gap([(gap, k) for gap, k in gaps if RISE_FROM < gap < LIMIT])
    return (True, found) if found else (False, columns)


def reduce(kernel, columns, expected, forbidden=None):
    if expected not in RANK:
        return rise(kernel, columns, expected, forbidden)
    gaps = [(RANK[kernel[k]] - RANK[expected], k)
            for k in columns if kernel[k] in RANK and kernel[k] != forbidden]
    found = _by_gap([(gap, k) for gap, k in gaps if 0 < gap < LIMIT])
    return (True, found) if found else (False, columns)


def mix(kernel, columns, forbidden=None):
    """Forbidden columns go also where nothing is found."""
    left = [k for k in columns if kernel[k] != forbidden]
    low = [k for k in left if kernel[k] in ("float16", "bfloat16")]
    return (True, low) if low else (False, left)
