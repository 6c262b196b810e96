# ===- suite.py - Runs lowered ops against references ----------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""One module with a function per case, lowered by convert-ascend-to-linalg and
from there by MLIR's own scalar loops, so that the lowering of the ops is tested
by itself, and then by the project's pipeline for each form of CPU that this
machine runs; a case takes its turn on one of these (sampling.py). Each op runs on each of
its dtypes and with each of its shapes and attributes, but not each day with all dtypes of
a shape. Results are compared bit for bit unless a case brings a check. Each case runs
twice: with arrays that end, and that begin, where memory does.

A test adds cases to a Suite and ends with suite.main()."""

import collections
import hashlib
import itertools
import os
import shutil
import sys
import tempfile

import ml_dtypes
import numpy as np
from arrays import differ
from forms import code_folder, every_form, host_forms
from guarded import SIDES
from kernels import call, load, script, verifying
from sampling import covering, turns
from tools import run

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

BUFFERIZE = ",".join([
    "func.func(convert-ascend-to-linalg{memory-types=true %s})",
    "one-shot-bufferize{bufferize-function-boundaries"
    " function-boundary-type-conversion=identity-layout-map}",
    "canonicalize", "cse", "canonicalize",
])  # fmt: skip
LOOPS = ",".join([
    "ascend-checks-to-runtime", "func.func(convert-linalg-to-loops)", "expand-strided-metadata", "lower-affine",
    "convert-scf-to-cf", "convert-math-to-llvm", "convert-arith-to-llvm",
    "finalize-memref-to-llvm", "ascend-lead-with-empty-axis", "convert-func-to-llvm{use-bare-ptr-memref-call-conv}",
    "convert-cf-to-llvm", "reconcile-unrealized-casts",
])  # fmt: skip

def configured(soc, functions, options=None):
    """A module with the chip and the options that the lowering reads."""
    values = {"soc_version": soc, **(options or {})}
    shown = ", ".join('["%s", "%s"]' % pair for pair in values.items())
    return "module attributes {ascend.options = {values = [%s]}} {\n%s\n}" % (shown, functions)


# Numbers the suites that run.
SUITES = itertools.count()

# So many cases, at least, are to be there for each form that a suite runs on a day.
LEAST = 12


def is_float(dtype):
    return np.dtype(dtype).kind == "f" or np.dtype(dtype) == bfloat16


def tensor_type(array):
    extents = "".join("%dx" % extent for extent in array.shape)
    return "tensor<%s%s>" % (extents, ELEMENTS[array.dtype])


class Const:
    """An operand that the lowering reads: a vector of integers, or a number."""

    def __init__(self, values, dtype=np.int64):
        self.array = np.array(values, dtype)

    def text(self):
        values = str(self.array.tolist())
        return "dense<%s> : %s" % (values, tensor_type(self.array))


class Later:
    """What a case gives, of this shape and dtype: `make` computes it if the case runs."""

    def __init__(self, shape, dtype, make):
        self.shape, self.dtype, self.make = shape, np.dtype(dtype), make


class Suite:
    """Cases for one chip, and the options that the module has."""

    def __init__(self, soc="Ascend910B1", **options):
        self.soc, self.options = soc, options
        self.packing = ""  # options of convert-ascend-to-linalg
        self.others = []  # run after this one
        self.share = 0, 1  # which of so many suites this is that take turns at the same cases
        self.targets = ["loops"] + host_forms()
        self.takes_all = False  # also those that differ from others by dtype alone
        self.cases = []
        self.kinds = []
        self.edges = set()
        self.alike = collections.Counter()
        self.functions = []
        self.listed = set()

    def add(self, op, operands, expected, attributes="", check=differ, results=None, index=0,
            is_edge=False):
        """A case: `op` (such as "add") of arrays, Consts and Nones (operands
        that are absent) gives `expected`, an array or a Later.
        `check(actual, expected)` returns an array that is true where they
        differ too much; where `expected` is a mere shape, `check.want(at)` says
        what it wants at a position. An op with several results has arrays of their types in
        `results`; that of `index` is looked at. A case `is_edge` where its numbers are
        those at which its dtypes end: it runs each day."""
        expected = expected if isinstance(expected, Later) else np.asarray(expected)
        inputs = [np.ascontiguousarray(o) if o.ndim else o.copy()
                  for o in operands if isinstance(o, np.ndarray)]
        arguments, values, types, lines = ["%ctx: !llvm.ptr"], [], [], []
        for number, operand in enumerate(operands):
            values.append("%%v%d" % number)
            if operand is None:
                lines.append("%%v%d = ascend.none : none" % number)
                types.append("none")
                continue
            if isinstance(operand, Const):
                lines.append("%%v%d = ascend.constant %s" % (number, operand.text()))
            else:
                arguments.append("%%v%d: %s" % (number, tensor_type(operand)))
            types.append(tensor_type(operand.array if isinstance(operand, Const) else operand))
        out = tensor_type(expected)
        name = "case%d" % len(self.cases)
        made = "(%s)" % ", ".join(map(tensor_type, results)) if results else out
        lines.append('%%r:%d = ascend.%s %s {node_name = "%s"%s} : (%s) -> %s'
                     % (len(results or [out]), op, ", ".join(values), name, attributes and ", " + attributes,
                        ", ".join(types), made))
        lines.append("%%m = bufferization.materialize_in_destination %%r#%d in %%out : (%s, %s) -> %s"
                     % (index, out, out, out))
        lines.append("return %%m : %s" % out)
        self.functions.append(
            "func.func @%s(%s) -> %s attributes {ascend.kernel} {\n  %s\n}"
            % (name, ", ".join(arguments + ["%%out: %s" % out]), out, "\n  ".join(lines)))
        tensors = [tensor_type(o) for o in operands if o is not None and not isinstance(o, Const)]
        # A condition says nothing of the types between which an op chooses.
        chooses = op.startswith("select")
        self.listed.add(" ".join([op] + tensors[chooses : chooses + 1]))
        shapes = tuple(o.shape if isinstance(o, np.ndarray) else o and o.text() for o in operands)
        dtypes = tuple(str(o.dtype) for o in [*inputs, expected])
        form = (op, index, shapes, str(attributes))
        # What is alike in all of these has other numbers.
        self.alike[form, dtypes] += 1
        self.kinds.append([(op, index, dtypes), (form, dtypes if is_edge else None, self.alike[form, dtypes])])
        title = "%s %s %s -> %s" % (op, " ".join(types), attributes, out)
        if is_edge:
            self.edges.add(len(self.cases))
        self.cases.append((name, title, inputs, expected, check))

    def make_code(self, target, cases):
        """The cases of these numbers in LLVM IR, before its optimizer."""
        rest = LOOPS if target == "loops" else "ascend-kernel-to-llvm{%s}" % target.target
        text = "\n".join(self.functions[number] for number in cases)
        text = configured(self.soc, text, self.options)
        passes = BUFFERIZE % self.packing + "," + rest
        text = run("ascend-opt", *verifying(), "--pass-pipeline=builtin.module(%s)" % passes, stdin=text).stdout
        return run("ascend-translate", "--mlir-to-llvmir", stdin=text).stdout

    def keep_code(self, kept):
        """Writes what the code generator gets of every form to the folder `kept`."""
        # What is packed for some dots is for the plans that have them.
        forms = [target for target in self.targets if target != "loops"]
        for form in forms if self.packing or not forms else every_form():
            text = run("opt", "-O2", "-S", stdin=self.make_code(form, range(len(self.cases)))).stdout
            name = "ascend-%s-%s-%s.ll" % (script(), form, hashlib.sha256(text.encode()).hexdigest()[:16])
            with open(os.path.join(kept, name), "w") as file:
                file.write(text)

    def compile(self, target, folder, cases):
        def path(name):
            return os.path.join(folder, "%s-%s" % (target, name))

        # What uses the flags of each operation; the passes of loops take as long as all
        # others, and are the harness's in test/Conversion/LinalgToCPU and Integration's.
        run("opt", "-passes=function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)", "-o", path("cases.bc"),
            stdin=self.make_code(target, cases))
        compiler = ["llc", "-O1", "-relocation-model=pic", "-filetype=obj"]
        if target == "loops":
            # The conversion instruction of avx512bf16 flushes subnormals.
            compiler += ["-mcpu=native", "-mattr=-avx512bf16"]
        run(*compiler, path("cases.bc"), "-o", path("cases.o"))
        # memrefCopy, for the copies that bufferization leaves.
        tools = os.path.dirname(os.path.realpath(shutil.which("mlir-translate")))
        libraries = os.path.join(os.path.dirname(tools), "lib")
        return load(path("cases.so"), path("cases.o"), "-L" + libraries, "-rpath=" + libraries, "-lmlir_c_runner_utils")

    def run(self, libraries, case):
        """The targets on which a case fails."""
        name, title, inputs, expected, check = case
        if isinstance(expected, Later):
            expected = expected.make()
        failed, judged = [], []
        # Nothing may stay as it was.
        before = np.frombuffer(b"\xa5" * expected.nbytes, expected.dtype).reshape(expected.shape)
        operands = {"operand %d" % number: array for number, array in enumerate(inputs)}
        for target, library, side in [(*item, side) for item in libraries.items() for side in SIDES]:
            what = "FAILED: %s: %s" % (target, title)
            (actual,), beside, is_destination = call(getattr(library, name), operands, {"the result": before}, what, side)
            assert is_destination, title
            for sentence in beside:
                print("FAILED: %s: %s: %s" % (target, title, sentence))
            if beside:
                failed.append(target)
            # Most targets give the same bits.
            bits = actual.ravel().view(np.uint8)
            wrong = next((wrong for other, wrong in judged if np.array_equal(bits, other)), None)
            if wrong is None:
                wrong = np.asarray(check(actual, expected))
                judged.append((bits, wrong))
            if not wrong.any():
                continue
            failed.append(target)
            print("FAILED: %s: %s: %d of %d" % (target, title, wrong.sum(), wrong.size))
            for at in list(np.argwhere(wrong))[:5]:
                at = tuple(at)
                want = check.want(at) if hasattr(check, "want") else repr(expected[at])
                print("  %s: %r, expected %s" % (at, actual[at], want))
        return set(failed)

    def main(self):
        # For the table of ops: what is run on which types.
        if os.environ.get("ASCEND_LIST_CASES"):
            return print("\n".join(sorted(self.listed)))
        sys.exit(1 if self.run_all() else 0)

    def run_all(self):
        """The number of cases that fail on any target."""
        if code_folder():
            self.keep_code(code_folder())
        taken = range(len(self.cases)) if self.takes_all else covering(self.kinds)
        this, of = self.share
        # By neighbours, of which each goes to another target.
        taken = [number for number in taken if number in self.edges or this in turns(number // of, range(of))]
        # A library for a case or two is more of a start than of a test.
        some = turns(next(SUITES), self.targets, -(-len(taken) // LEAST))
        turn = {number: turns(number, some, lasts=len(self.targets)) for number in taken}
        cases = {target: [number for number, targets in turn.items() if target in targets] for target in some}
        cases = {target: numbers for target, numbers in cases.items() if numbers}
        with tempfile.TemporaryDirectory() as folder:
            libraries = {target: self.compile(target, folder, numbers) for target, numbers in cases.items()}
        failed = collections.Counter(
            target for number, targets in turn.items()
            for target in self.run({target: libraries[target] for target in targets}, self.cases[number]))
        on = " ".join([self.soc] + ["%s=%s" % option for option in self.options.items()] + [self.packing]).strip()
        for target, numbers in cases.items():
            print("%s on %s: %d of %d cases, %d failed" % (target, on, len(numbers), len(self.cases), failed[target]))
            if target != "loops":
                target.ran()
        return failed.total() + sum([other.run_all() for other in self.others])


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
