# ===- harness.py - What judges is judged ----------------------------------===#
#
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
#
# ===----------------------------------------------------------------------===#
"""Each function of test/Inputs that judges takes what is right, and fails of what is wrong."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

import ml_dtypes
import numpy as np
from arrays import assert_same, differ
from onnx import helper
from onnx_models import floats, model_of
from tally import Tally
from tools import measure, refused, run, run_model

FAILS = [sys.executable, "-c", "import sys; print('out'); sys.exit('error: no such thing')"]
RELU = model_of([helper.make_node("Relu", ["x"], ["y"], "r")], {"x": floats(2)}, {"y": floats(2)})


class Tools(unittest.TestCase):
    def test_exit_codes(self):
        self.assertEqual(run(*FAILS, code=1).stdout, "out\n")
        self.assertEqual(run(*FAILS, code=None).returncode, 1)
        for code in 0, 2:
            with self.assertRaisesRegex(AssertionError, f"(?s)ends with 1, not {code}: error: no such thing"):
                run(*FAILS, code=code)

    def test_environment(self):
        shows = [sys.executable, "-c", "import os; print(os.environ.get('LC_ALL'))"]
        for given, said in ({"LC_ALL": "C"}, "C\n"), ({"LC_ALL": None}, "None\n"):
            self.assertEqual(run(*shows, **given).stdout, said)

    def test_refusals(self):
        self.assertIn("such thing", refused("no such", *FAILS, code=1))
        with self.assertRaisesRegex(AssertionError, "ends with 1, not 2"):
            refused("no such", *FAILS)
        with self.assertRaisesRegex(AssertionError, "does not say 'another'"):
            refused("another", *FAILS, code=1)
        with self.assertRaisesRegex(AssertionError, "does not say ''"):
            refused("", sys.executable, "-c", "import sys; sys.exit('no word of it')", code=1)

    def test_models(self):
        x = np.array([-1, 2], np.float32)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "m.onnx")
            path.write_bytes(RELU.SerializeToString())
            for model in RELU, path:
                assert_same(run_model(model, {"x": x}, "--reference")["y"], np.maximum(x, 0))
        with self.assertRaisesRegex(AssertionError, "the model has no input 'z'"):
            run_model(RELU, {"z": x})

    def test_measures(self):
        done = measure(sys.executable, "-c", "import sys; b'x' * 10**8; print('out'); sys.exit('err')")
        self.assertEqual((done.code, done.stdout, done.stderr), (1, "out\n", "err\n"))
        self.assertTrue(done.megabytes > 95 and 0 < done.seconds < 60, done)
        self.assertLess(measure(sys.executable, "-c", "while True: pass", limits={"CPU": 1}).code, 0)


class Arrays(unittest.TestCase):
    def test_bits(self):
        for dtype in np.float32, np.float16, np.float64, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2:
            a = np.array([[1, -0.0, np.nan], [np.inf, 2, 3]], dtype)
            assert_same(a, a.copy())
            assert_same(a, np.where(np.isnan(a), -a, a), "any NaN is any NaN")
            for at, value in ((0, 1), 0.0), ((0, 2), 1), ((1, 1), np.nan), ((1, 2), 2):
                b = a.copy()
                b[at] = value
                self.assertEqual(np.argwhere(differ(a, b)).tolist(), [[*at]], (dtype, at))
                with self.assertRaisesRegex(AssertionError, rf"^what: 1 of 6 elements, such as .* at \[{at[0]}, {at[1]}\], should be "):
                    assert_same(a, b, "what")

    def test_whole_numbers_and_scalars(self):
        for dtype in np.int8, np.uint64, np.bool_, ml_dtypes.int4:
            assert_same(np.ones((), dtype), np.ones((), dtype))
            with self.assertRaises(AssertionError):
                assert_same(np.ones((), dtype), np.zeros((), dtype))

    def test_types(self):
        a = np.zeros((2, 0), np.float32)
        assert_same(a, a)
        for other in np.zeros((0, 2), np.float32), np.zeros((2, 0), np.float16), np.zeros((2, 0), np.int32):
            with self.assertRaisesRegex(AssertionError, r"float32\[2, 0\], should be "):
                assert_same(a, other)


class Tallies(unittest.TestCase):
    def ends(self, tally):
        """Exit code and output."""
        with contextlib.redirect_stdout(io.StringIO()) as out, self.assertRaises(SystemExit) as end:
            tally.end()
        return int(end.exception.code), out.getvalue()

    def test_cases(self):
        tally, out = Tally("models"), io.StringIO()
        with tally.case("fine"):
            pass
        self.assertEqual(self.ends(tally), (0, "models: 1, failed: 0\n"))
        with contextlib.redirect_stdout(out), tally.case("bad"):
            raise AssertionError("why")
        self.assertEqual((out.getvalue(), self.ends(tally)), ("FAILED: bad: why\n", (1, "models: 2, failed: 1\n")))

    def test_other_errors_end_the_script(self):
        with self.assertRaises(ZeroDivisionError), Tally().case("broken"):
            1 // 0

    def test_none(self):
        self.assertEqual(self.ends(Tally()), (1, "cases: 0, failed: 0\n"))


if __name__ == "__main__":
    unittest.main()
