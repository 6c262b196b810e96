# ===- harness.py - Runs kernels and compares them with numpy -------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Builds MLIR functions on memrefs into a shared library and calls them.

A test makes a Suite, adds functions with their inputs and expected outputs, and
runs it: one library for each form of CPU that this machine runs, of the cases whose turn
it is on that form (sampling.py). Results are compared bit for bit; NaNs are equal to
each other. Each function runs twice: with arrays that end, and that begin, where memory
does.
"""

import ctypes
import os
import sys
import tempfile

import ml_dtypes
import numpy as np
from arrays import differ, first_of
from forms import code_folder, every_form, host_forms
from guarded import SIDES
from kernels import call, load, script, verifying
from sampling import turns
from tools import run

bfloat16 = np.dtype(ml_dtypes.bfloat16)

ELEMENT_TYPES = {
    np.dtype(np.float64): "f64",
    np.dtype(np.float32): "f32",
    np.dtype(np.float16): "f16",
    bfloat16: "bf16",
    np.dtype(np.int64): "i64",
    np.dtype(np.int32): "i32",
    np.dtype(np.int16): "i16",
    np.dtype(np.int8): "i8",
    np.dtype(np.uint8): "i8",
}


def element_type(dtype):
    return ELEMENT_TYPES[np.dtype(dtype)]


def memref_type(array):
    """The memref type of `array`, with a layout if it is a view."""
    dims = "".join("%dx" % size for size in array.shape)
    text = dims + element_type(array.dtype)
    if array.flags.c_contiguous:
        return "memref<%s>" % text
    strides = ", ".join(str(step // array.itemsize) for step in array.strides)
    offset = (array.ctypes.data - array.base.ctypes.data) // array.itemsize
    return "memref<%s, strided<[%s], offset: %d>>" % (text, strides, offset)


def parameter(name, array):
    """The function parameter `name` for `array`, and the code that makes a view
    of it. A kernel gets dense buffers: of a view, the array that it is of."""
    if array.flags.c_contiguous:
        return "%%%s: %s" % (name, memref_type(array)), ""
    base = array.base
    code = "%%%s = memref.reinterpret_cast %%%s_base to offset: [%d], sizes: %s, strides: %s : %s to %s\n" % (
        name,
        name,
        (array.ctypes.data - base.ctypes.data) // array.itemsize,
        list(array.shape),
        [step // array.itemsize for step in array.strides],
        memref_type(base),
        memref_type(array),
    )
    return "%%%s_base: %s" % (name, memref_type(base)), code


def affine_map(dims, results):
    """affine_map(3, "d0, d2") is the map of three dims with these results."""
    return "affine_map<(%s) -> (%s)>" % (
        ", ".join("d%d" % dim for dim in range(dims)),
        results,
    )


def identity(dims):
    return affine_map(dims, ", ".join("d%d" % dim for dim in range(dims)))


def generic(inputs, outputs, maps, iterators, body):
    """A linalg.generic. `inputs` and `outputs` are arrays; in `body` they are
    %x0, %x1, … and %y0, %y1, …, and it ends with linalg.yield."""

    def operands(kind, letter, arrays):
        if not arrays:
            return ""
        names = ", ".join("%%%s%d" % (letter, i) for i in range(len(arrays)))
        types = ", ".join(memref_type(array) for array in arrays)
        return "%s(%s : %s)" % (kind, names, types)

    arguments = ["%%x%d: %s" % (i, element_type(a.dtype)) for i, a in enumerate(inputs)]
    arguments += ["%%y%d: %s" % (i, element_type(a.dtype)) for i, a in enumerate(outputs)]
    return """linalg.generic {indexing_maps = [%s], iterator_types = [%s]}
      %s %s {
    ^bb0(%s):
      %s
    }""" % (
        ", ".join(maps),
        ", ".join('"%s"' % kind for kind in iterators),
        operands("ins", "a", inputs),
        operands("outs", "b", outputs),
        ", ".join(arguments),
        body,
    )


def dynamic_view(new, old, array, sizes, kept=()):
    """Code that makes %new of %old, the parameter of `array`, with sizes that the
    compiler does not know, except in the dimensions `kept`, and the type of it.
    `sizes` is the name of a parameter that is an i64 array of the shape."""
    code, dims = "", []
    for dim in range(array.ndim):
        if dim in kept:
            dims.append(str(array.shape[dim]))
            continue
        at, size = "%%%s_at%d" % (new, dim), "%%%s_size%d" % (new, dim)
        code += "%s = arith.constant %d : index\n" % (at, dim)
        code += "%s_i = memref.load %%%s[%s] : memref<%dxi64>\n" % (size, sizes, at, array.ndim)
        code += "%s = arith.index_cast %s_i : i64 to index\n" % (size, size)
        dims.append(size)
    strides = ["1"]
    for dim in reversed(range(1, array.ndim)):
        last = strides[0]
        strides.insert(0, "%%%s_stride%d" % (new, dim))
        for name in (last, dims[dim]):
            if not name.startswith("%") and "%%%s_c%s" % (new, name) + " =" not in code:
                code += "%%%s_c%s = arith.constant %s : index\n" % (new, name, name)
        value = [name if name.startswith("%") else "%%%s_c%s" % (new, name)
                 for name in (last, dims[dim])]
        code += "%s = arith.muli %s, %s : index\n" % (strides[0], value[0], value[1])
    shape = "x".join(["?" if dim.startswith("%") else dim for dim in dims])
    layout = ", ".join(["?"] * (array.ndim - 1) + ["1"])
    type_name = "memref<%sx%s, strided<[%s]>>" % (shape, element_type(array.dtype), layout)
    code += "%%%s = memref.reinterpret_cast %%%s to offset: [0], sizes: [%s], strides: [%s] : %s to %s\n" % (
        new, old, ", ".join(dims), ", ".join(strides), memref_type(array), type_name)
    return code, type_name


class Suite:
    def __init__(self):
        self.cases = []
        self.forms = host_forms()

    def add(self, name, inputs, outputs, expected, code, threads=None):
        """`code`: the body of a function whose arguments are %a0, … (`inputs`)
        and %b0, … (`outputs`, arrays that hold what is there before). `threads`
        says whether it must, or must not, hand work to the threads."""
        expected = [np.asarray(array) for array in expected]
        self.cases.append((name, inputs, outputs, expected, code, threads))

    def text(self, cases):
        functions = []
        for number in cases:
            name, inputs, outputs, _, code, _ = self.cases[number]
            named = [("a%d" % i, array) for i, array in enumerate(inputs)]
            named += [("b%d" % i, array) for i, array in enumerate(outputs)]
            parameters = [parameter(*pair) for pair in named]
            functions.append(
                "// %s\nfunc.func @f%d(%%ctx: !llvm.ptr, %s) {\n    %s%s\n    return\n}\n"
                % (
                    name,
                    number,
                    ", ".join(declared for declared, _ in parameters),
                    "    ".join(view for _, view in parameters),
                    code,
                )
            )
        return "\n".join(functions)

    def build(self, form, folder, cases):
        def path(name):
            return os.path.join(folder, name)

        self.make_code(form, folder, cases, path("d.bc"))
        run("llc", "-O2", "-relocation-model=pic", "-filetype=obj", path("d.bc"))
        return load(path("e.so"), path("d.o"))

    def make_code(self, form, folder, cases, output, *options):
        """What the code generator gets of the cases of these numbers."""
        paths = [os.path.join(folder, name) for name in ("a.mlir", "b.mlir", "c.ll")]
        with open(paths[0], "w") as file:
            file.write(self.text(cases))
        run("ascend-opt", *verifying(), "--ascend-kernel-to-llvm=" + form.target, paths[0], "-o", paths[1])
        run("ascend-translate", "--mlir-to-llvmir", paths[1], "-o", paths[2])
        run("opt", "-O2", *options, paths[2], "-o", output)

    def keep_code(self, kept):
        """Writes the code of every form to the folder `kept`."""
        with tempfile.TemporaryDirectory() as folder:
            for form in every_form():
                self.make_code(form, folder, range(len(self.cases)), os.path.join(kept, "linalg-%s-%s.ll" % (script(), form)), "-S")

    def call(self, function, inputs, outputs, name, side):
        """What comes out, and what was written beside the arrays."""

        def wholes(kind, arrays):
            return {"%%%s%d" % (kind, number): array if array.flags.c_contiguous else array.base for number, array in enumerate(arrays)}

        results, beside, _ = call(function, wholes("a", inputs), wholes("b", outputs), name, side)
        return [in_place(whole, view) for whole, view in zip(results, outputs)], beside

    def run_form(self, form, cases):
        """The number of failures of the cases of these numbers."""
        failures = 0
        with tempfile.TemporaryDirectory() as folder:
            library = self.build(form, folder, cases)
            calls = ctypes.c_int64.in_dll(library, "parallel_calls")
            for number in cases:
                name, inputs, outputs, expected, _, threads = self.cases[number]
                function = getattr(library, "f%d" % number)
                before, results = calls.value, None
                for side in SIDES:
                    got, wrong = self.call(function, inputs, outputs, "%s: %s" % (form, name), side)
                    for sentence in wrong:
                        failures += 1
                        print("%s: %s: %s" % (form, name, sentence))
                    if results and not all(map(np.array_equal, map(bits, results), map(bits, got))):
                        failures += 1
                        print("%s: %s: other results at the other side of a page" % (form, name))
                    results = got
                if threads is not None and (calls.value != before) != threads:
                    failures += 1
                    print("%s: %s: threads: %s" % (form, name, not threads))
                for result, want in zip(results, expected):
                    wrong = differ(result, want)
                    if wrong.any():
                        failures += 1
                        print("%s: %s: %s" % (form, name, first_of(wrong, result, want)))
        print("%s: %d of %d cases, %d failures" % (form, len(cases), len(self.cases), failures))
        form.ran()
        return failures

    def main(self):
        forms = [form for form in self.forms if len(sys.argv) == 1 or str(form) in sys.argv[1:]]
        if code_folder():
            self.keep_code(code_folder())
        turn = [turns(number, forms) for number in range(len(self.cases))]
        cases = {form: [number for number, its in enumerate(turn) if form in its] for form in forms}
        sys.exit(sum(self.run_form(form, numbers) for form, numbers in cases.items() if numbers) != 0)


def in_place(whole, array):
    """What `array` is of its base, of `whole`, a copy of that."""
    if array.flags.c_contiguous:
        return whole
    offset = array.ctypes.data - array.base.ctypes.data
    return np.ndarray(array.shape, array.dtype, whole, offset, array.strides)


def bits(array):
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def random(shape, dtype, seed=0, special=True):
    """Numbers of `dtype` over its whole range, with special values among them."""
    generator = np.random.default_rng([seed, *shape])
    dtype = np.dtype(dtype)
    if dtype.kind in "iu":
        info = np.iinfo(dtype)
        return np.asarray(generator.integers(info.min, info.max, shape, dtype, endpoint=True))
    values = generator.standard_normal(shape) * np.exp2(generator.integers(-3, 4, shape))
    values = np.asarray(values, dtype)
    if special and values.size:
        tiny = ml_dtypes.finfo(dtype).smallest_subnormal
        some = [0.0, -0.0, np.inf, -np.inf, np.nan, tiny, -tiny, ml_dtypes.finfo(dtype).max]
        places = generator.integers(0, values.size, values.size // 8)
        flat = values.reshape(-1)
        for place in places:
            flat[place] = some[generator.integers(len(some))]
    return values
