# ===- suite.py - Runs lowered ops against references ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""One module with a function per case, lowered by convert-ascend-to-linalg and
from there by MLIR's own scalar loops, so that what is tested is the lowering of
the ops alone. Results are compared bit for bit unless a case brings a check.

A test adds cases to a Suite and ends with suite.main()."""

import ctypes
import os
import subprocess
import sys
import tempfile

import ml_dtypes
import numpy as np

bfloat16 = np.dtype(ml_dtypes.bfloat16)
np.seterr(all="ignore")

ELEMENTS = {
    np.dtype(np.float64): "f64", np.dtype(np.float32): "f32", np.dtype(np.float16): "f16",
    bfloat16: "bf16", np.dtype(np.bool_): "i1",
    np.dtype(np.int8): "i8", np.dtype(np.int16): "i16",
    np.dtype(np.int32): "i32", np.dtype(np.int64): "i64",
    np.dtype(np.uint8): "ui8", np.dtype(np.uint16): "ui16",
    np.dtype(np.uint32): "ui32", np.dtype(np.uint64): "ui64",
}  # fmt: skip

AFTER_LINALG = ",".join([
    "one-shot-bufferize{bufferize-function-boundaries"
    " function-boundary-type-conversion=identity-layout-map}",
    "canonicalize", "cse", "canonicalize",
    "func.func(convert-linalg-to-loops)", "expand-strided-metadata", "lower-affine",
    "convert-scf-to-cf", "convert-math-to-llvm", "convert-arith-to-llvm",
    "finalize-memref-to-llvm", "convert-func-to-llvm", "convert-cf-to-llvm",
    "reconcile-unrealized-casts",
])  # fmt: skip


def is_float(dtype):
    return np.dtype(dtype).kind == "f" or np.dtype(dtype) == bfloat16


def tensor_type(array):
    extents = "".join("%dx" % extent for extent in array.shape)
    return "tensor<%s%s>" % (extents, ELEMENTS[array.dtype])


class Const:
    """An operand that the lowering reads: a vector of integers."""

    def __init__(self, values, dtype=np.int64):
        self.array = np.array(values, dtype)

    def text(self):
        values = ", ".join(str(v) for v in self.array)
        return "dense<[%s]> : %s" % (values, tensor_type(self.array))


def same_bits(actual, expected):
    """Positions where the bits differ; any NaN equals any NaN."""
    if is_float(expected.dtype):
        different = actual.view("u%d" % actual.itemsize) != expected.view("u%d" % actual.itemsize)
        return different & ~(np.isnan(actual) & np.isnan(expected))
    return actual != expected


class Suite:
    def __init__(self):
        self.cases = []
        self.functions = []

    def add(self, op, operands, expected, attributes="", check=same_bits):
        """A case: `op` (such as "add") of arrays and Consts gives `expected`.
        `check(actual, expected)` returns an array that is true where they
        differ too much."""
        expected = np.asarray(expected)
        inputs = [np.ascontiguousarray(o) if o.ndim else o.copy()
                  for o in operands if not isinstance(o, Const)]
        arguments, values, types, lines = [], [], [], []
        for number, operand in enumerate(operands):
            if isinstance(operand, Const):
                lines.append("%%v%d = ascend.constant %s" % (number, operand.text()))
            else:
                arguments.append("%%v%d: %s" % (number, tensor_type(operand)))
            values.append("%%v%d" % number)
            types.append(tensor_type(operand.array if isinstance(operand, Const) else operand))
        out = tensor_type(expected)
        name = "case%d" % len(self.cases)
        lines.append('%%r = ascend.%s %s {node_name = "%s"%s} : (%s) -> %s'
                     % (op, ", ".join(values), name, attributes and ", " + attributes,
                        ", ".join(types), out))
        lines.append("%%m = bufferization.materialize_in_destination %%r in %%out : (%s, %s) -> %s"
                     % (out, out, out))
        lines.append("return %%m : %s" % out)
        self.functions.append(
            "func.func @%s(%s) -> %s attributes {ascend.kernel, llvm.emit_c_interface} {\n  %s\n}"
            % (name, ", ".join(arguments + ["%%out: %s" % out]), out, "\n  ".join(lines)))
        title = "%s %s %s -> %s" % (op, " ".join(types), attributes, out)
        self.cases.append((name, title, inputs, expected, check))

    def compile(self, folder):
        def run(*command, stdin=None):
            done = subprocess.run(command, input=stdin, capture_output=True)
            if done.returncode:
                sys.exit("%s\n%s" % (" ".join(command[:1]), done.stderr.decode()[:4000]))
            return done.stdout

        passes = "builtin.module(func.func(convert-ascend-to-linalg),%s)" % AFTER_LINALG
        llvm_dialect = run("ascend-opt", "--pass-pipeline=" + passes,
                           stdin="\n".join(self.functions).encode())
        llvm_ir = run("mlir-translate", "--mlir-to-llvmir", stdin=llvm_dialect)
        library = os.path.join(folder, "cases.so")
        # memrefCopy, for the copies that bufferization leaves.
        runner = os.path.join(os.path.dirname(os.path.dirname(
            run("sh", "-c", "readlink -f $(command -v mlir-translate)").decode().strip())), "lib")
        # The conversion instruction of avx512bf16 flushes subnormals.
        run("clang", "-x", "ir", "-", "-O1", "-march=native", "-mno-avx512bf16",
            "-ffp-contract=off", "-shared", "-fPIC", "-Wno-override-module",
            "-o", library, "-L" + runner, "-Wl,-rpath," + runner,
            "-lmlir_c_runner_utils", "-lm", stdin=llvm_ir)
        return ctypes.CDLL(library)

    def main(self):
        with tempfile.TemporaryDirectory() as folder:
            library = self.compile(folder)
        failures = 0
        for name, title, inputs, expected, check in self.cases:
            # Nothing may stay as it was.
            actual = np.frombuffer(b"\xa5" * expected.nbytes, expected.dtype)
            actual = actual.reshape(expected.shape).copy()
            # The first one receives the result, which must be the destination.
            descriptors = [descriptor(array) for array in [actual] + inputs + [actual]]
            descriptors[0].aligned = None
            getattr(library, "_mlir_ciface_" + name)(*[ctypes.byref(d) for d in descriptors])
            assert descriptors[0].aligned == actual.ctypes.data, title
            wrong = np.asarray(check(actual, expected))
            if not wrong.any():
                continue
            failures += 1
            print("FAILED: %s: %d of %d" % (title, wrong.sum(), wrong.size))
            for at in list(np.argwhere(wrong))[:5]:
                at = tuple(at)
                print("  %s: %r, expected %r" % (at, actual[at], expected[at]))
        print("%d cases, %d failed" % (len(self.cases), failures))
        sys.exit(1 if failures else 0)


def descriptor(array):
    """The memref descriptor of a contiguous array; the array must stay alive."""

    class Descriptor(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p),
                    ("offset", ctypes.c_int64),
                    ("sizes", ctypes.c_int64 * array.ndim),
                    ("strides", ctypes.c_int64 * array.ndim)]

    strides = [stride // array.itemsize for stride in array.strides]
    return Descriptor(array.ctypes.data, array.ctypes.data, 0,
                      (ctypes.c_int64 * array.ndim)(*array.shape),
                      (ctypes.c_int64 * array.ndim)(*strides))


def samples(shape, dtype, seed=0):
    """Values of every magnitude of the type, and among them its special ones."""
    dtype = np.dtype(dtype)
    random = np.random.default_rng([seed, *shape])
    count = int(np.prod(shape))
    if dtype == np.bool_:
        return random.integers(0, 2, shape).astype(dtype)
    # Any bits are a value.
    bits = random.integers(0, 256, count * dtype.itemsize, dtype=np.uint8)
    values = bits.view(dtype).copy()
    if is_float(dtype):
        info = ml_dtypes.finfo(dtype)
        ordinary = random.standard_normal(count).astype(dtype)
        values = np.where(random.integers(0, 2, count), ordinary, values)
        special = [0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan, info.max, info.min, info.tiny,
                   info.smallest_subnormal, -info.smallest_subnormal]
    else:
        info = np.iinfo(dtype)
        special = [0, 1, info.max, info.min, info.max - 1]
    special = np.array(special, dtype)[: count // 2]
    values[random.permutation(count)[: len(special)]] = special
    return values.reshape(shape)


def integers(shape, dtype, seed=0, low=-8, high=9):
    """Small whole numbers: sums of their products are exact."""
    random = np.random.default_rng([seed, *shape])
    return random.integers(low, high, shape).astype(dtype)
