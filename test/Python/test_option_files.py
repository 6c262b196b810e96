# RUN: %python %s
# Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
"""options=FILE of compile, and --options of ascend-lab: what stands in the file decides as if it
were given, and what the call says wins."""

import json
import unittest
import warnings

import ascend_mlir
import models
import onnx
from lab_case import LabCase


class Case(LabCase):
    def setUp(self):
        super().setUp()
        self.model = str(self.folder / "net.onnx")
        onnx.save(models.perceptron()[0], self.model)
        self.keep = self.folder / "keep.cfg"
        self.keep.write_text("fc1\n")
        self.file = self.folder / "o.json"
        self.file.write_text(json.dumps({"precision_mode": "force_fp16", "keep_dtype": str(self.keep)}))
        self.script = self.folder / "s.py"
        self.script.write_text(
            "raise SystemExit('executed')\n"
            "custom_op.parameter_map['precision_mode'].s = tf.compat.as_bytes('force_fp16')\n"
            f'custom_op.parameter_map["keep_dtype"].s = b"{self.keep}"\n'
        )


class Compile(Case):
    def test_file_is_as_if_given(self):
        by_hand = ascend_mlir.compile(self.model, precision_mode="force_fp16", keep_dtype=self.keep, defaults="session")
        for file in self.file, str(self.script):
            report = ascend_mlir.compile(self.model, options=file).report
            self.assertEqual(report["ops"], by_hand.report["ops"])
            self.assertEqual(report["options"], by_hand.report["options"])

    def test_call_wins(self):
        for options in {"precision_mode": "must_keep_origin_dtype"}, {"precision_mode_v2": "origin"}:
            report = ascend_mlir.compile(self.model, options=self.file, **options).report
            self.assertIn(report["precision_mode"], options.values())

    def test_session_has_no_default_of_op_select_implmode(self):
        self.assertNotIn("op_select_implmode", ascend_mlir.compile(self.model, options=self.file).report["options"])
        report = ascend_mlir.compile(self.model, options=self.file, defaults="atc").report
        self.assertEqual(report["options"]["op_select_implmode"], "high_performance")

    def test_report_says_where_options_are_from(self):
        report = ascend_mlir.compile(self.model, options=self.file, precision_mode_v2="origin").report
        rows = {row["option"]: row for row in report["options_in_force"]}
        self.assertEqual(rows["precision_mode_v2"]["from"], "call")
        self.assertEqual(rows["precision_mode_v2"]["overrides"], [f"precision_mode=force_fp16 ({self.file}:1)"])
        self.assertEqual(rows["keep_dtype"]["from"], f"{self.file}:1")
        self.assertEqual(rows["float_overflow_mode"]["from"], "chip Ascend910B1")
        self.assertEqual(rows["graph_run_mode"]["from"], "default")

    def test_errors_have_their_place(self):
        self.file.write_text('{"precison_mode":\n "force_fp16"}')
        with self.assertRaises(ascend_mlir.ConfigurationError) as raised:
            ascend_mlir.compile(self.model, options=self.file)
        self.assertEqual(raised.exception.where, f"{self.file}:1:2")
        self.assertEqual(raised.exception.note, "did you mean precision_mode?")
        self.file.write_text('{"output": "x"}')
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "unknown option output"):
            ascend_mlir.compile(self.model, options=self.file)

    def test_remarks_have_their_place(self):
        self.file.write_text('{"precision_mode": "force_fp16",\n "hcom_parallel": true}')
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            model = ascend_mlir.compile(self.model, options=self.file)
        (warning,) = model.warnings
        self.assertEqual(warning.where, f"{self.file}:2:2")
        self.assertIn("no effect here", str(caught[0].message))

    def test_reference(self):
        self.file.write_text('{"reference": true}')
        model = ascend_mlir.compile(self.model, options=self.file)
        with self.assertRaisesRegex(ascend_mlir.ConfigurationError, "a model in its own dtypes has no report"):
            model.report


class Lab(Case):
    def explain(self, *arguments):
        return json.loads(self.lab("explain", self.model, *arguments, "--format=json"))

    def test_file_is_as_if_given(self):
        by_hand = self.explain("--precision_mode=force_fp16", f"--keep_dtype={self.keep}", "--defaults=session")
        for file in self.file, self.script:
            self.assertEqual(self.explain(f"--options={file}"), by_hand)

    def test_command_line_wins(self):
        for option in "--precision_mode=must_keep_origin_dtype", "--precision_mode_v2=origin":
            self.assertEqual(self.explain(f"--options={self.file}", option)["precision_mode"], option.split("=")[1])

    def test_spellings_of_a_command_line(self):
        for option in "--allow-hf32=true", "--allow_hf32=1", "--allow_hf32=true":
            self.assertEqual(self.explain("--precision_mode=must_keep_origin_dtype", option)["options"]["allow_hf32"], "1")
        self.assertIn("unknown option allow-hf33", self.lab("explain", self.model, "--allow-hf33=true", code=2))
        self.assertIn("is given twice", self.lab("explain", self.model, "--allow-hf32=true", "--allow_hf32=true", code=2))
        said = self.lab("explain", self.model, "--keep_dtyp=a", "--precison_mode=b", code=2).splitlines()
        self.assertEqual(said[0::2], ["error: unknown option keep_dtyp", "error: unknown option precison_mode"])
        self.assertEqual(said[1::2], ["note: did you mean keep_dtype?", "note: did you mean precision_mode?"])

    def test_misspelt_options_of_the_laboratory(self):
        """Before anything else is asked for."""
        said = self.lab("search", self.model, "--budgett=max<=1", "--keep_dtyp=a", "--max_opps=3", code=2).splitlines()
        self.assertEqual(said[0::2], [f"error: unknown option {name}" for name in ("budgett", "keep_dtyp", "max_opps")])
        self.assertEqual(said[1::2], [f"note: did you mean {name}?" for name in ("budget", "keep_dtype", "max_ops")])
        self.assertIn("did you mean to?", self.lab("dump", self.model, "--tto=x", code=2))

    def test_settings_may_name_one(self):
        text = self.lab("diff", self.model, "--a=force_fp16", f"--b=--options={self.file}")
        self.assertIn("1 of 3 ops", text)

    def test_a_search_keeps_what_the_file_keeps(self):
        """The lines that it finds stand behind those of the file."""
        found = self.folder / "found"
        self.lab("search", self.model, f"--options={self.file}", "--budget=relative<=1e-9", f"--to={found}")
        self.assertEqual((found / "keep_dtype.cfg").read_text().splitlines()[0], "fc1")

    def test_errors(self):
        self.file.write_text('{"keep_dtyp": 1}')
        said = self.lab("explain", self.model, f"--options={self.file}", code=2)
        self.assertIn(f"unknown option keep_dtyp ({self.file}:1:2)", said)


if __name__ == "__main__":
    unittest.main()
