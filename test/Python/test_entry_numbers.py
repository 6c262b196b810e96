# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""Numbers of the entry's own code are of types that every CPU computes by instructions: others would be calls of
functions that nobody has (float16, i128), or code without end (i16777215). What tensors hold may be handed on."""

import unittest

import ascend_mlir
import numpy as np

PLANS = "avx512", "avx2", "portable"


def compile_code(body: str, inputs: str, result: str, plan: str = "avx2") -> ascend_mlir.Model:
    """A model of one number: `body` makes %r of type `result`."""
    return ascend_mlir.compile(
        f"""func.func @main({inputs}) -> tensor<1x{result}> {{
          %c0 = arith.constant 0 : index
          {body}
          %y = tensor.from_elements %r : tensor<1x{result}>
          return %y : tensor<1x{result}>
        }}""".encode(),
        plan=plan,
        reference=True,
    )


def divided(kind: str, plan: str = "avx2") -> ascend_mlir.Model:
    """x / 3 in `kind`, for an x of i64; an i64."""
    if kind == "i64":
        there, back = "%a = arith.addi %x, %none : i64", "%r = arith.addi %q, %none : i64"
    elif kind == "index":
        there, back = "%a = arith.index_cast %x : i64 to index", "%r = arith.index_cast %q : index to i64"
    elif kind[0] == "i":
        out, home = ("trunc", "ext") if int(kind[1:]) < 64 else ("ext", "trunc")
        there = f"%a = arith.{out}{'s' if out == 'ext' else ''}i %x : i64 to {kind}"
        back = f"%r = arith.{home}{'s' if home == 'ext' else ''}i %q : {kind} to i64"
    else:
        there, back = f"%a = arith.sitofp %x : i64 to {kind}", f"%r = arith.fptosi %q : {kind} to i64"
    three, divide = ("3", "arith.divsi") if kind[0] == "i" else ("3.0", "arith.divf")
    return compile_code(
        f"""%none = arith.constant 0 : i64
          %x = tensor.extract %i[%c0] : tensor<1xi64>
          {there}
          %three = arith.constant {three} : {kind}
          %q = {divide} %a, %three : {kind}
          {back}""",
        "%i: tensor<1xi64>",
        "i64",
        plan,
    )


class EntryNumbers(unittest.TestCase):
    def test_computed(self):
        for kind in ("i3", "i8", "i33", "i63", "i64", "index", "f32", "f64"):
            for plan in PLANS:
                model = divided(kind, plan)
                for x in (3, -3, 2) if kind == "i3" else (100, -100, 2):
                    with self.subTest(kind=kind, plan=plan, x=x):
                        self.assertEqual(int(model.run([np.array([x])])["result0"][0]), int(x / 3))

    def test_not_computed(self):
        for kind in ("i65", "i128", "i16777215", "f16", "bf16", "f80", "f128", "tf32", "f8E4M3FN", "f4E2M1FN"):
            with self.subTest(kind), self.assertRaises(ascend_mlir.UnsupportedOpError) as caught:
                divided(kind)
            first = caught.exception.diagnostics[0]
            self.assertRegex(first.message, r"^'arith\.\w+' cannot be compiled here: .*i1 to i64, f32 and f64")
        with self.assertRaisesRegex(ascend_mlir.UnsupportedOpError, "arith.shli.*without shifts and remf"):
            compile_code(
                """%x = tensor.extract %i[%c0] : tensor<1xi64>
                   %r = arith.shli %x, %x : i64""",
                "%i: tensor<1xi64>",
                "i64",
            )

    def test_handed_on(self):
        for kind in ("f16", "bf16", "i8", "i1", "f64"):
            zero = "false" if kind == "i1" else "0" if kind[0] == "i" else "0.0"
            zero += "" if kind == "i1" else f" : {kind}"
            for plan in PLANS:
                model = compile_code(
                    f"""%c = tensor.extract %p[%c0] : tensor<1xi1>
                      %a = tensor.extract %x[%c0] : tensor<1x{kind}>
                      %zero = arith.constant {zero}
                      %b = scf.if %c -> {kind} {{
                        scf.yield %a : {kind}
                      }} else {{
                        scf.yield %zero : {kind}
                      }}
                      %r = arith.select %c, %a, %b : {kind}""",
                    f"%p: tensor<1xi1>, %x: tensor<1x{kind}>",
                    kind,
                    plan,
                )
                x = np.ones(1, model.inputs[1].dtype)
                for p in (True, False):
                    with self.subTest(kind=kind, plan=plan, p=p):
                        self.assertEqual(model.run([np.array([p]), x])["result0"][0], x[0] if p else 0)

    def test_not_handed_on(self):
        for kind in ("i65", "f80"):
            zero = "0" if kind[0] == "i" else "0.0"
            with self.subTest(kind), self.assertRaises(ascend_mlir.UnsupportedOpError) as caught:
                compile_code(
                    f"""%r = tensor.extract %x[%c0] : tensor<1xf32>
                      %c1 = arith.constant 1 : index
                      %zero = ub.poison : {kind}
                      %z = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %zero) -> {kind} {{
                        scf.yield %s : {kind}
                      }}""",
                    "%x: tensor<1xf32>",
                    "f32",
                )
            self.assertRegex(str(caught.exception), f"has the type '{kind}', which has no place in memory")


if __name__ == "__main__":
    unittest.main()
