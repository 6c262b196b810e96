# ===- roundings.py - No stage takes a rounding out ------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Small graphs, decided, compiled and run by ascend-run for the forms of CPU that
this machine has, of which each graph with each dtype takes one a day (sampling.py),
against numpy, which rounds after each op as decided: bit for bit. Before that, each
graph is computed with one of its roundings left out, for every one of them: some
element of the result must tell, so that no stage can take that rounding out unseen.

Seen to fail with these faults, put in one by one:
- canonicalizer: readElement and writeElement set the flag `contract` on their
  extf and truncf, which arith's folder then takes out (all forms; all 33 results
  with a dtype below float32);
- fusion of linalg ops: ascend-fuse-elementwise replaces an extf of a truncf by
  what was truncated (all forms; the same 33);
- LLVM: before its passes, an fpext of an fptrunc is replaced (avx512 and avx2:
  what is a half; the rest are integer operations by then), or all flags of `fast`
  are set (all forms);
- code generation: FPOpFusion::Fast makes a product and a sum of float32 one fma
  (avx512 and avx2; the portable form has no such instruction);
- conversions in software: ExpandHalfFloats rounds ties away from zero (portable;
  bfloat16 on all forms)."""

import itertools
import pathlib
import sys
import tempfile

import ml_dtypes
import numpy as np
from arrays import assert_same
from forms import host_forms
from sampling import turns
from tally import Tally
from tools import run_model

np.seterr(all="ignore")

TYPES = {"f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16}
CODES = {"f32": 0, "f16": 1, "bf16": 27}
# No multiple of a vector.
SIZE = 1003


class Value:
    def __init__(self, name, array, dtype):
        self.name, self.array, self.dtype = name, array, dtype

    def type(self):
        return "tensor<%s%s>" % ("".join("%dx" % e for e in self.array.shape), self.dtype)


class Graph:
    """Computes a graph in doubles, in which one operation on float32 or shorter
    numbers and one rounding are as good as exact, and writes it down. `decided`
    is the dtype that a precision mode gives to every op of a model in float32;
    without it, the model has the dtypes."""

    def __init__(self, inputs, decided=None, left_out=None):
        self.lines, self.decided, self.left_out = [], decided, left_out
        self.rounded = []
        self.inputs = {name: Value("%" + name, array.astype(np.float64), "f32") for name, array in inputs.items()}
        self.numbers = itertools.count()

    def round(self, array, dtype):
        # As the kernels do it: the operation in float32, then its rounding.
        rounded = array.astype(np.float32).astype(TYPES[dtype]).astype(np.float64)
        # Whole numbers may lose nothing.
        self.rounded.append(not np.array_equal(rounded, array))
        return array if len(self.rounded) - 1 == self.left_out else rounded

    def emit(self, op, operands, array, dtype, attributes=""):
        number = next(self.numbers)
        result = Value("%%v%d" % number, array, dtype)
        self.lines.append('%s = ascend.%s %s {node_name = "%s%d"%s} : (%s) -> %s' % (
            result.name, op, ", ".join(v.name for v in operands), op, number, attributes and ", " + attributes,
            ", ".join(v.type() for v in operands), result.type()))
        return result

    def input(self, name, dtype="f32"):
        value = self.inputs[name]
        if self.decided:
            # The mode puts the cast there.
            return Value(value.name, self.round(value.array, self.decided), "f32")
        return self.cast(value, dtype)

    def constant(self, array, dtype):
        """Rounded when the model is compiled."""
        array = np.asarray(array, np.float32)
        name = "%%v%d" % next(self.numbers)
        shape = "tensor<%sf32>" % "".join("%dx" % e for e in array.shape)
        self.lines.append('%s = ascend.constant {node_name = "c%s"} dense<"0x%s"> : %s' % (
            name, name[2:], array.tobytes().hex(), shape))
        value = Value(name, array.astype(np.float64), "f32")
        if self.decided:
            return Value(name, self.round(value.array, self.decided), "f32")
        return self.cast(value, dtype)

    def cast(self, value, dtype):
        if value.dtype == dtype:
            return value
        # Wider ones round nothing.
        array = value.array if dtype == "f32" else self.round(value.array, dtype)
        return self.emit("cast", [value], array, dtype, "ge.dst_type = %d : i64" % CODES[dtype])

    def op(self, op, function, *operands, attributes="", result=None):
        """An op whose result is rounded to its dtype."""
        dtype = result or operands[0].dtype
        array = self.round(function(*(v.array for v in operands)), self.decided or dtype)
        return self.emit(op, operands, array, dtype, attributes)

    def move(self, op, function, *operands, attributes=""):
        """One that rounds nothing."""
        return self.emit(op, operands, function(*(v.array for v in operands)), operands[0].dtype, attributes)

    def add(self, x, y):
        return self.op("add", np.add, x, y)

    def sub(self, x, y):
        return self.op("sub", np.subtract, x, y)

    def mul(self, x, y):
        return self.op("mul", np.multiply, x, y)


def product_and_sum(g, dtype):
    x, y, z = (g.input(name, dtype) for name in "xyz")
    return g.add(g.mul(x, y), z)


def product_and_difference(g, dtype):
    x, y, z = (g.input(name, dtype) for name in "xyz")
    return g.sub(z, g.mul(x, y))


def sum_and_product(g, dtype):
    x, y, z = (g.input(name, dtype) for name in "xyz")
    return g.mul(g.add(x, y), z)


def long_chain(g, dtype):
    x, y, z = (g.input(name, dtype) for name in "xyz")
    value = x
    for _ in range(3):
        value = g.add(g.mul(value, y), z)
        value = g.op("real_div", np.divide, value, g.op("sqrt", np.sqrt, g.mul(y, y)))
    return value


def maximum(x, y):
    """numpy leaves open which zero is the larger."""
    return np.where((x == 0) & (y == 0), x + y, np.maximum(x, y))


def through_maximum(g, dtype):
    """An op between that rounds nothing itself."""
    x, y, z = (g.input(name, dtype) for name in "xyz")
    value = g.move("maximum", maximum, g.mul(x, y), z)
    return g.sub(g.move("neg", np.negative, value), x)


def back_and_forth(g, dtype):
    """Casts of the model: narrower and back."""
    x = g.inputs["x"] if not g.decided else g.input("x")
    for narrow in [dtype] if dtype != "f32" else ["f16", "bf16"]:
        x = g.cast(g.cast(x, narrow), "f32")
    return g.mul(x, g.inputs["y"])


def moved(g, dtype):
    x, y, z = (g.input(name, dtype) for name in "xyz")
    value = g.move("concat_d", lambda *a: np.concatenate(a), g.mul(x, y), g.add(x, z), attributes="ge.concat_dim = 0 : i64")
    return g.mul(value, value)


def two_users(g, dtype):
    x, y, z = (g.input(name, dtype) for name in "xyz")
    product = g.mul(x, y)
    return g.mul(g.add(product, z), g.sub(product, x))


def constants(g, dtype):
    x = g.input("x", dtype)
    weights = g.constant(np.random.default_rng(5).uniform(1, 2, SIZE), dtype)
    return g.add(g.mul(x, weights), weights)


def sum_of_many(g, dtype):
    """Sums of whole numbers are exact in float32, but long for a half."""
    x = g.input("whole", dtype)
    total = g.op("reduce_sum_d", lambda a: a.sum(1), x, attributes="ge.axes = array<i64: 1>, ge.keep_dims = false")
    return g.sub(total, g.input("totals", dtype))


def matrix_product(g, dtype):
    x, w = g.input("whole", dtype), g.input("factor", dtype)
    return g.sub(g.op("mat_mul_v2", np.matmul, x, w), g.input("squares", dtype))


GRAPHS = [product_and_sum, product_and_difference, sum_and_product, long_chain, through_maximum, back_and_forth, moved,
          two_users, constants, sum_of_many, matrix_product]  # fmt: skip


def make_inputs():
    random = np.random.default_rng(3)
    inputs = {name: random.uniform(1, 2, SIZE) * random.choice([-1, 1], SIZE) for name in "xyz"}
    # Results that are subnormal halves, and subnormal bfloat16.
    inputs["y"][:100] *= 2.0**-15
    inputs["z"][:100] *= 2.0**-15
    for name in "xyz":
        inputs[name][100:140] *= 2.0**-64
    inputs["x"][120:140] *= 2.0**-64
    inputs["whole"] = random.integers(1, 120, (37, 50))
    inputs["factor"] = random.integers(1, 13, (50, 21))
    inputs["totals"] = random.integers(1, 3000, 37)
    inputs["squares"] = random.integers(1, 3000, (37, 21))
    return {name: value.astype(np.float32) for name, value in inputs.items()}


def check_each_rounding(graph, dtype, inputs, decided):
    """The result; each rounding that is left out must change it. The number of
    roundings."""
    whole = Graph(inputs, decided)
    result = graph(whole, dtype)
    count = 0
    for left_out in np.flatnonzero(whole.rounded):
        other = graph(Graph(inputs, decided, left_out), dtype)
        if not np.array_equal(other.array.astype(np.float32), result.array.astype(np.float32)):
            count += 1
        elif other.dtype != "f32" or decided or left_out != len(whole.rounded) - 1:
            # But the last one to float32, which is the result's own.
            sys.exit("%s %s: nothing tells whether rounding %d is there" % (graph.__name__, dtype, left_out))
    return whole, result, count


class Model:
    """Graphs as the results of one model, whose inputs are float32."""

    def __init__(self, inputs, decided=None):
        self.inputs, self.decided, self.lines, self.results, self.roundings = inputs, decided, [], {}, 0

    def add(self, graph, dtype):
        made, result, count = check_each_rounding(graph, dtype, self.inputs, self.decided)
        name = "%s_%s" % (graph.__name__, dtype)
        if result.dtype != "f32":
            result = made.cast(result, "f32")
        # Names of their own.
        for line in made.lines:
            self.lines.append(line.replace("%v", "%" + name).replace('node_name = "', 'node_name = "%s_' % name))
        self.results[name] = (result.name.replace("%v", "%" + name), result.type(), result.array.astype(np.float32))
        self.roundings += count

    def text(self):
        def named(name, type):
            return '%s {ascend.name = "%s"}' % (type, name)

        arguments = ["%%%s: %s" % (name, named(name, Value("", array, "f32").type()))
                     for name, array in self.inputs.items()]  # fmt: skip
        return "func.func @main(%s) -> (%s) {\n  %s\n  return %s : %s\n}\n" % (
            ", ".join(arguments), ", ".join(named(name, type) for name, (_, type, _) in self.results.items()),
            "\n  ".join(self.lines), ", ".join(value for value, _, _ in self.results.values()),
            ", ".join(type for _, type, _ in self.results.values()))

    def run(self, tally, form, options, folder):
        path = pathlib.Path(folder, "model.mlir")
        path.write_text(self.text())
        results = run_model(path, self.inputs, *form.options, "--merge_casts=never", "--op_select_implmode=high_precision", *options)
        for name, (_, _, expected) in self.results.items():
            with tally.case("%s, %s, %s" % (form, " ".join(options), name)):
                assert_same(results[name], expected)


def main():
    inputs, forms = make_inputs(), host_forms()
    # Casts of the model stay what they are in a mode.
    modes = [("must_keep_origin_dtype", None, itertools.product(GRAPHS, TYPES)),
             ("force_fp16", "f16", [(graph, "f32") for graph in GRAPHS if graph != back_and_forth])]  # fmt: skip
    tally, roundings = Tally("results"), 0
    with tempfile.TemporaryDirectory() as folder:
        for mode, decided, cases in modes:
            models = {form: Model(inputs, decided) for form in forms}
            for number, case in enumerate(cases):
                for form in turns(number, forms):
                    models[form].add(*case)
            for form, model in models.items():
                model.run(tally, form, ["--precision_mode=" + mode], folder)
                roundings += model.roundings
    for form in forms:
        form.ran()
    print("roundings: %d" % roundings)
    tally.end()


if __name__ == "__main__":
    main()
